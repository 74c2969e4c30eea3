"""The folder of a small crawl, changed as bytes say: some of its bytes, or some values of its database."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from tests.fuzz.scratch import scratch_folder
from tests.plain_choices import RAIN

from honeyguide.config import Settings
from honeyguide.crawl import Crawl

SEED = "http://harbour-daily.example/"
SETTINGS = Settings(strategy="ops", web="synthetic:seed=7,pages=60", pages=12, workers=0, seed=1, encoder="none")
FILES = ("crawl.db", "settings.toml", "warc/00001.warc.gz", "search/meta.json", "search/honeyguide-format")
KINDS = 5


@cache
def whole() -> Path:
    folder = scratch_folder() / "whole"
    go_on(folder)
    return folder


def go_on(folder: Path) -> None:
    """Crawl, or find that all that was wanted is there."""
    Crawl(RAIN, [SEED], folder, SETTINGS).finish()


def with_bytes(data: bytes) -> Path:
    """A change is a number of a file, three bytes of an offset, a length and that many bytes."""
    folder = _copy()
    at = 0
    while at + 5 <= len(data):
        path = folder / FILES[data[at] % len(FILES)]
        content = bytearray(path.read_bytes()) if path.exists() else bytearray()
        start, length = int.from_bytes(data[at + 1 : at + 4]) % (len(content) + 1), data[at + 4]
        content[start : start + length] = data[at + 5 : at + 5 + length]
        path.write_bytes(content)
        at += 5 + length
    return folder


def with_rows(data: bytes) -> Path:
    """A change is a number of a column, one of a row, one of a type, a length and that many bytes of a value."""
    folder = _copy()
    columns = _columns()
    at = 0
    with closing(sqlite3.connect(folder / "crawl.db", isolation_level=None)) as database:
        while at + 4 <= len(data):
            table, first, column = columns[data[at] % len(columns)]
            value = _value(data[at + 2] % KINDS, data[at + 4 : at + 4 + data[at + 3]])
            row = f"(SELECT {first} FROM {table} LIMIT 1 OFFSET {data[at + 1]} % (SELECT count(*) FROM {table}))"
            with suppress(sqlite3.Error):  # no such value may stand there
                database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {first} = {row}", (value,))
            at += 4 + data[at + 3]
    return folder


def _value(kind: int, written: bytes) -> object:
    if kind == 0:
        return written.decode("utf-8", "replace")
    if kind == 1:
        return written
    if kind == 2:
        return int.from_bytes(written[:8], signed=True)
    return None if kind == 3 else float(int.from_bytes(written[:8], signed=True)) * 1e300


@cache
def _columns() -> list[tuple[str, str, str]]:
    """Tables that hold something, the column that tells their rows apart, and each of their columns."""
    found = []
    with closing(sqlite3.connect(whole() / "crawl.db")) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1").fetchall()
        for (table,) in tables:
            names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            if database.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone()[0]:
                found += [(table, names[0], name) for name in names]
    return found


def _copy() -> Path:
    folder = scratch_folder() / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    return shutil.copytree(whole(), folder)
