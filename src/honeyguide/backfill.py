"""What older crawls lack: elements of their pages on topic, drawn from the raw responses, and the search index."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.corpus.pages import stored_response
from honeyguide.model import Extract, Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.folder import WARC, connect, enough_room, locked
from honeyguide.storage.search_files import discard
from honeyguide.storage.search_index import SearchFailed, caught_up
from honeyguide.storage.store import INSERT_ELEMENTS, element_row
from honeyguide.storage.warc import Place, read_raw
from honeyguide.workers import Analyzer, analyzers

BATCH = 128
"""Pages that are committed together, and no more than these are drawn again after a kill."""

Watch = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""

_WITHOUT = "FROM pages LEFT JOIN elements ON elements.link = pages.link"
_LACKING = "WHERE pages.on_topic AND elements.link IS NULL"
_NEXT = f"""
SELECT pages.visit, pages.link, visits.at, links.url, visits.warc_file, visits.warc_offset, visits.warc_length
{_WITHOUT} JOIN links ON links.id = pages.link JOIN visits ON visits.id = pages.visit
{_LACKING} AND pages.visit > ? ORDER BY pages.visit LIMIT ?
"""


class Indexed(Struct, frozen=True):
    drawn: int
    """Pages whose elements are known now …"""
    failed: dict[str, int]
    """… and those whose elements could not be drawn, by reason."""
    search: str = ""
    """Why the search index could not be brought up to date; empty when it is."""


class _Page(NamedTuple):
    visit: int
    link: int
    read_at: float
    url: str
    file: str | None
    offset: int
    length: int


def index(folder: Path, settings: Settings, watch: Watch) -> Indexed:
    """Draw the elements that are missing, then bring the search index up to date; what was drawn survives a kill."""
    connect(folder).close()
    with locked(folder), closing(connect(folder, write=True)) as database:
        drawn, failed = asyncio.run(_draw(folder, database, settings, watch))
        try:
            caught_up(folder, database, searchable, lambda done, of: watch("made searchable", done, of)).close()
        except SearchFailed as wrong:
            return Indexed(drawn, dict(failed.most_common()), str(wrong))
    return Indexed(drawn, dict(failed.most_common()))


async def _draw(
    folder: Path, database: sqlite3.Connection, settings: Settings, watch: Watch
) -> tuple[int, Counter[str]]:
    (lacking,) = database.execute(f"SELECT count(*) {_WITHOUT} {_LACKING}").fetchone()
    drawn, done, last = 0, 0, -1
    failed: Counter[str] = Counter()
    if not lacking:
        return drawn, failed
    reading = analyzers(Topic("none", {}), settings, draw_all=True)
    try:
        while batch := [_Page(*row) for row in database.execute(_NEXT, (last, BATCH))]:
            found = await asyncio.gather(*(_elements(folder, page, reading) for page in batch))
            rows = [
                element_row(page.link, each, page.read_at)
                for page, each in zip(batch, found, strict=True)
                if not isinstance(each, str)
            ]
            failed.update(each for each in found if isinstance(each, str))
            if rows:
                if not drawn:
                    discard(folder)  # it holds these pages without their title, date and main text
                _keep(folder, database, rows)
            drawn, done, last = drawn + len(rows), done + len(batch), batch[-1].visit
            watch("pages read", done, lacking)
    finally:
        await reading.close()
    return drawn, failed


async def _elements(folder: Path, page: _Page, reading: Analyzer) -> Extract | str:
    """The elements of a page, or why it has none."""
    if page.file is None:
        return "its raw response was not kept"
    try:
        raw = next(read_raw(folder / WARC, iter([Place(page.file, page.offset, page.length)])), b"")
    except FileNotFoundError:
        return f"{WARC}/{page.file} is not there"
    fetched = stored_response(page.url, raw)
    if fetched is None:
        return "its stored response is damaged"
    try:
        read = await reading.read(fetched)
    except (MemoryError, RecursionError):
        return "the page is too much to read"
    return read.extract or read.detail or str(read.outcome)


def _keep(folder: Path, database: sqlite3.Connection, rows: list[tuple[object, ...]]) -> None:
    with enough_room(folder):
        database.execute("BEGIN IMMEDIATE")
        try:
            database.executemany(INSERT_ELEMENTS, rows)
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
