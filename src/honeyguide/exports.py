"""The pages of a crawl as files for other programs: which formats there are, and where a file may go."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from honeyguide import __version__
from honeyguide.errors import BadInput, nearest
from honeyguide.insight.ranking import Result
from honeyguide.model import StoredPage
from honeyguide.parsing.tokens import tokens
from honeyguide.storage.export import COLUMNS, RANKED, Row, export_chunks, export_raw, export_rows
from honeyguide.storage.folder import check, is_part_of_a_crawl
from honeyguide.storage.markdown import export_markdown
from honeyguide.storage.results import pages, raw_responses

PAGES = {
    "jsonl": ".jsonl",
    "csv": ".csv",
    "xlsx": ".xlsx",
    "parquet": ".parquet",
    "markdown": "-markdown",
    "chunks": "-chunks.jsonl",
}
"""Formats of pages, and how a file of each is named after its crawl."""
FORMATS = PAGES | {"warc": ".warc.gz"}
DIVIDED: dict[str, type] = {"title_words": tuple[str, ...], "content_words": tuple[str, ...]}
"""Columns of the divided title and content (NEWS def. 3.2.6)."""
TABLES = ("jsonl", "csv", "xlsx", "parquet")
"""Formats that have columns."""


class Exported(Struct, frozen=True, omit_defaults=True):
    path: str
    format: str
    count: int
    """Pages, or responses in a WARC file."""
    chunks: int = 0
    left_out: int = 0
    """Pages without a text, where texts are what is written."""


def export(
    folder: Path, to: str, path: Path | None, relevant: bool, chunk_size: int | None, force: bool, words: bool
) -> Exported:
    """As `CrawlFolder.export` says."""
    check_format(to, chunk_size, FORMATS, words=words)
    check(folder)
    path = destination(path or Path(folder.resolve().name + FORMATS[to]), force=force)
    if to == "warc":
        raw = raw_responses(folder, relevant=relevant, software=f"honeyguide/{__version__}", now=time.time())
        return Exported(str(path), to, export_raw(raw, path) - 1)  # the first record says who wrote the file
    rows = (asdict(page) | (divided(page) if words else {}) for page in pages(folder, relevant=relevant))
    return _write(rows, to, path, chunk_size, COLUMNS | (DIVIDED if words else {}))


def export_results(
    results: Iterable[Result],
    to: str,
    path: Path,
    *,
    scored: bool = False,
    chunk_size: int | None = None,
    words: bool = False,
) -> Exported:
    """Write results in their order, with `scored` the columns of score and reasons beside those of the page."""
    rows = (_row(each, scored=scored, words=words) for each in results)
    return _write(rows, to, path, chunk_size, (RANKED if scored else COLUMNS) | (DIVIDED if words else {}))


def divided(page: StoredPage) -> dict[str, tuple[str, ...]]:
    """Title and content cut into words, as `honeyguide extract` cuts them."""
    return {
        "title_words": tuple(tokens(page.title, page.language)),
        "content_words": tuple(tokens(page.content, page.language)),
    }


def check_format(to: str, chunk_size: int | None, formats: Iterable[str], *, words: bool = False) -> None:
    """Refuse what cannot be meant before any work is done."""
    if to not in formats:
        raise BadInput(f"'{to}' is no export format{nearest(to, formats)}")
    if chunk_size is not None and to != "chunks":
        raise BadInput(f"chunk_size is for chunks, not for {to}")
    if words and to not in TABLES:
        raise BadInput(f"words are columns of {', '.join(TABLES)}; {to} has none")


def destination(path: Path, *, force: bool) -> Path:
    """The path itself, when a file may be written there."""
    if is_part_of_a_crawl(path):
        raise BadInput(f"{path}: is part of a crawl; name another place")
    if path.exists() and not force:
        raise BadInput(f"{path}: is there already; name another place (--output), or replace it (--force)")
    return path


def _row(each: Result, *, scored: bool, words: bool) -> Row:
    ranked = {"score": each.score, "reasons": "; ".join(each.reasons)} if scored else {}
    return {**asdict(each.page), **ranked, **(divided(each.page) if words else {})}


def _write(rows: Iterable[Row], to: str, path: Path, chunk_size: int | None, columns: Mapping[str, type]) -> Exported:
    came = 0

    def passing() -> Iterator[Row]:
        nonlocal came
        for row in rows:
            came += 1
            yield row

    chunks = 0
    if to == "markdown":
        count = export_markdown(passing(), path)
    elif to == "chunks":
        count, chunks = export_chunks(passing(), path, chunk_size or 0)
    else:
        count = export_rows(passing(), to, path, columns)
    return Exported(str(path), to, count, chunks, came - count)
