"""The full-text index of a crawl (tantivy, BM25): `search/` in its folder, drawn from the database.

It holds pages on topic that are no near-duplicates. A page is added after its commit; what a kill, a full disk or a
power cut took from the index is added again from the database when the index is next opened for writing, and an index
that cannot be used is built anew. So there is nothing in it to lose.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import tantivy
from tantivy import Document, Query

from honeyguide.errors import CannotRun
from honeyguide.progress import Progress, silent
from honeyguide.storage.damage import enough_room
from honeyguide.storage.database import Database
from honeyguide.storage.files import SEARCH
from honeyguide.storage.folder import connect, transaction
from honeyguide.storage.search_schema import (
    BY_CHARACTER,
    CONTENT,
    TITLE,
    Searchable,
    Texts,
    created,
    domains,
    last_visit,
    one_line,
    opened,
)

_HEAP = 15_000_000
"""Bytes: tantivy's least."""
_COMMIT_PAGES = 5_000
_LITTLE_ROOM = 2 * _HEAP
_PATIENCE = 10.0
"""Seconds that merging segments may take at the end; what is not merged then is merged another time."""

_FOUND = "pages.on_topic AND pages.duplicate_of IS NULL"
_WHERE = f"WHERE pages.visit > ? AND {_FOUND}"
_ENTRIES = """
SELECT pages.link, pages.visit, hosts.name, elements.moment, pages.relevance, pages.language,
       coalesce(nullif(elements.title, ''), pages.title), coalesce(nullif(elements.content, ''), pages.text, ''),
       coalesce(elements.language, pages.language)
FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
     LEFT JOIN elements ON elements.link = pages.link
{where} ORDER BY pages.visit
"""
_MISSING = _ENTRIES.format(where=_WHERE)
_CHANGED = _ENTRIES.format(where=f"WHERE pages.visit IN (SELECT visit FROM search_changes) AND {_FOUND}")  # noqa: S608


class SearchFailed(CannotRun):
    """The index cannot be used here and now; the crawl is none the worse for it."""


class Entry(NamedTuple):
    """A page as the index takes it."""

    link: int
    visit: int
    host: str
    published: float | None
    relevance: float
    language: str
    texts: Texts


class SearchIndex:
    """The index, opened for writing: hold `lock.locked` around it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with self._failing():
            self._index = opened(folder / SEARCH) or created(folder / SEARCH)
            self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
        self._added = 0

    @property
    def last_visit(self) -> int:
        """Of the pages that are committed; -1 when there is none."""
        with self._failing():
            self._index.reload()
            return last_visit(self._index.searcher())

    def add(self, entry: Entry) -> None:
        title, content, title_spelt, content_spelt = entry.texts
        document = Document(
            link=entry.link,
            visit=entry.visit,
            host=domains(entry.host),
            language=entry.language,
            relevance=entry.relevance,
            title=title,
            content=content,
        )
        if entry.published is not None:
            document.add_integer("published", int(entry.published))
        if title_spelt:
            document.add_text(BY_CHARACTER[TITLE], title_spelt)
        if content_spelt:
            document.add_text(BY_CHARACTER[CONTENT], content_spelt)
        with self._failing():
            self._writer.add_document(document)
        self._added += 1

    def forget_after(self, visit: int) -> None:
        with self._failing():
            after = Query.range_query(
                self._index.schema, "visit", tantivy.FieldType.Integer, visit, include_lower=False
            )
            self._writer.delete_documents_by_query(after)
        self._added += 1

    def forget(self, visit: int) -> None:
        with self._failing():
            self._writer.delete_documents_by_term("visit", visit)
        self._added += 1

    def commit(self) -> None:
        """What was added can be found from now on, and survives a kill."""
        if self._added:
            with self._failing():
                self._writer.commit()
            self._added = 0

    def close(self) -> None:
        self.commit()
        merging = threading.Thread(target=self._merge, daemon=True)
        merging.start()
        merging.join(_PATIENCE)

    def _merge(self) -> None:
        with suppress(ValueError):  # what could not be merged is merged another time, too
            self._writer.wait_merging_threads()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, OSError) as wrong:  # tantivy has no errors of its own: everything is a ValueError
            why = one_line(wrong) + _full_disk(self.folder)
            raise SearchFailed(f"{self.folder / SEARCH}: the search index cannot be written: {why}") from None


def caught_up(
    folder: Path,
    database: Database,
    searchable: Searchable,
    progress: Progress = silent,
) -> SearchIndex:
    """The index with every page of the database in it; `progress` hears how many were added."""
    index = SearchIndex(folder)
    catch_up(index, database, searchable, progress)
    return index


def catch_up(index: SearchIndex, database: Database, searchable: Searchable, progress: Progress = silent) -> None:
    """Add what the database has beyond an index, and forget what it lost."""
    last, newest = index.last_visit, newest_visit(database)
    if last > newest:  # a power cut took commits of the database that the index had seen
        index.forget_after(newest)
        last = newest
    changes = changed(database)
    for visit in changes:
        index.forget(visit)
    total = missing(database, last)
    joined = [row for row in database.execute(_CHANGED) if row[1] <= last] if changes else []
    rows = database.stream(_MISSING, (last,)) if total else ()
    for count, row in enumerate(chain(joined, rows), start=1):
        index.add(_entry(row, searchable))
        if count % _COMMIT_PAGES == 0:
            index.commit()
        progress("made searchable", count, len(joined) + total)
    index.commit()
    _heard(index.folder, changes)


def make_elsewhere(folder: Path, database: Database, searchable: Searchable) -> None:
    """An index of all pages in another folder, for who may not write into that of the crawl."""
    index = SearchIndex(folder)
    for row in database.stream(_MISSING, (-1,)):
        index.add(_entry(row, searchable))
    index.close()


def _entry(row: Sequence[Any], searchable: Searchable) -> Entry:
    link, visit, host, moment, relevance, language, *read = row
    return Entry(link, visit, host, moment, relevance, language, searchable(*read))


def changed(database: Database) -> list[int]:
    """Visits of pages that joined or left after they came, which the index has yet to hear of."""
    return [visit for (visit,) in database.execute("SELECT visit FROM search_changes")]


def _heard(folder: Path, visits: list[int]) -> None:
    if visits:
        with closing(connect(folder, write=True)) as database, enough_room(folder), transaction(database):
            database.executemany("DELETE FROM search_changes WHERE visit = ?", [(visit,) for visit in visits])


def missing(database: Database, last: int) -> int:
    """How many pages belong into an index that ends with this visit and are not in it yet."""
    (count,) = database.execute(f"SELECT count(*) FROM newest_pages AS pages {_WHERE}", (last,)).fetchone()  # noqa: S608
    return int(count)


def newest_visit(database: Database) -> int:
    (newest,) = database.execute("SELECT coalesce(max(visit), -1) FROM pages").fetchone()
    return int(newest)


def _full_disk(folder: Path) -> str:
    """What tantivy does not say."""
    with suppress(OSError):
        if (free := shutil.disk_usage(folder).free) < _LITTLE_ROOM:
            return f"; the disk is full, {free / 1e6:.1f} MB are left"
    return ""
