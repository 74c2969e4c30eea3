"""Starting pages from anywhere: arguments, text, standard input, CSV, XLSX, SQLite, PostgreSQL."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from honeyguide.errors import BadSeeds
from honeyguide.seeds.cells import LONGEST_DESCRIPTION, Cell, shown, text_of, url_of
from honeyguide.seeds.databases import postgres_cells, sqlite_cells
from honeyguide.seeds.files import csv_cells, line_cells, text_file_cells, xlsx_cells

__all__ = ["read_seeds"]

LARGEST_FILE = 1_000_000_000
SQLITE = b"SQLite format 3\x00"
KINDS = {".csv": "csv", ".tsv": "csv", ".xlsx": "xlsx", ".xlsm": "xlsx"} | dict.fromkeys(
    (".db", ".sqlite", ".sqlite3"), "sqlite"
)
OTHER_FILES = {".txt", ".list", ".lst", ".tab", ".xls", ".ods", ".json", ".jsonl", ".html", ".htm", ".xhtml", ".gz"}
"""A name that ends so is a file, not a host, unless it has a scheme."""


def read_seeds(sources: Sequence[str], *, column: str = "", table: str = "", stdin: TextIO) -> dict[str, str]:
    """The canonical URLs that the sources name, each once, in order, with what is said of each (NEWS Fig. 2)."""
    if not sources:
        raise BadSeeds("there are no seeds: name URLs, a file, a database, or - for standard input")
    kinds = [_kind(source) for source in sources]
    if column and not {"csv", "xlsx", "sqlite", "postgres"} & set(kinds):
        raise BadSeeds(f"column '{column}' was asked for, but no seeds come from a table or a database")
    if table and not {"xlsx", "sqlite", "postgres"} & set(kinds):
        raise BadSeeds(f"table '{table}' was asked for, but no seeds come from a workbook or a database")
    seeds: dict[str, str] = {}
    first_bad, bad, count = "", 0, 0
    for source, kind in zip(sources, kinds, strict=True):
        before = count
        for where, cell, said in _cells(source, kind, column, table, stdin):
            text = text_of(cell)
            if not text:
                continue
            count += 1
            if url := url_of(text):
                seeds[url] = seeds.get(url) or " ".join(text_of(said).split())[:LONGEST_DESCRIPTION]
            else:
                first_bad = first_bad or f"{where}: '{shown(text)}' is not a URL"
                bad += 1
        if count == before:
            raise BadSeeds(f"{'standard input' if kind == 'stdin' else shown(source)} holds no URLs")
    if bad:
        raise BadSeeds(first_bad + (f", and {bad - 1:,} more of {count:,} seeds are not" if bad > 1 else ""))
    return seeds


def _kind(source: str) -> str:
    scheme = source.partition("://")[0].lower() if "://" in source else ""
    if source == "-":
        return "stdin"
    if scheme in ("http", "https"):
        return "url"
    if scheme in ("postgresql", "postgres"):
        return "postgres"
    try:
        found = Path(source).stat()
    except (OSError, ValueError) as error:
        if Path(source).suffix.lower() not in OTHER_FILES | set(KINDS) and url_of(source):
            return "url"
        if scheme:
            raise BadSeeds(f"'{shown(source)}' is neither http, https nor postgresql") from None
        reason = getattr(error, "strerror", None) or "not a file name"
        raise BadSeeds(f"'{shown(source)}' is neither a URL nor a file that can be read: {reason.lower()}") from None
    if stat.S_ISDIR(found.st_mode):
        raise BadSeeds(f"{source} is a folder; name a file in it")
    return _kind_of_file(source, found.st_size) if stat.S_ISREG(found.st_mode) else "text"


def _kind_of_file(source: str, size: int) -> str:
    if not size:
        raise BadSeeds(f"{source} is empty")
    try:
        with open(source, "rb") as stream:
            start = stream.read(len(SQLITE))
    except OSError as error:
        raise BadSeeds(f"{source} cannot be read: {error.strerror}") from None
    kind = "sqlite" if start == SQLITE else KINDS.get(Path(source).suffix.lower(), "text")
    if kind == "sqlite" and start != SQLITE:
        raise BadSeeds(f"{source} is no SQLite database")
    if kind != "xlsx" and start.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b")):
        raise BadSeeds(f"{source} is a workbook or an archive; save it as .xlsx, .csv or plain text")
    if kind != "sqlite" and size > LARGEST_FILE:
        raise BadSeeds(f"{source} is larger than {LARGEST_FILE:,} bytes; split it")
    return kind


def _cells(source: str, kind: str, column: str, table: str, stdin: TextIO) -> Iterator[Cell]:
    match kind:
        case "url":
            return iter([("seeds", source, "")])
        case "stdin":
            return line_cells(stdin, "standard input")
        case "csv":
            return csv_cells(source, column)
        case "xlsx":
            return xlsx_cells(source, column, table)
        case "sqlite":
            return sqlite_cells(source, column, table)
        case "postgres":
            return postgres_cells(source, column, table)
    return text_file_cells(source)
