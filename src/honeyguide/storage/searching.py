"""Pages of a crawl that answer a query: the search index says which, the database what they are.

The index is also read while a crawl writes it, or where nobody may write.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import tantivy

from honeyguide.errors import CannotRun
from honeyguide.progress import Progress, silent
from honeyguide.storage.database import Database
from honeyguide.storage.files import SEARCH
from honeyguide.storage.folder import connect
from honeyguide.storage.lock import locked
from honeyguide.storage.query_builder import Filters, QueryBuilder
from honeyguide.storage.search_index import caught_up, changed, make_elsewhere, missing, newest_visit
from honeyguide.storage.search_query import Asked
from honeyguide.storage.search_schema import Damaged, Searchable, discard, is_ours, last_visit, sound

_YOUNG = 2_000
"""Pages on topic that are made searchable for a single query, when their index cannot be written or is behind."""
_SHOWN = """
SELECT links.id, links.url, coalesce(nullif(elements.title, ''), pages.title),
       coalesce(nullif(elements.content, ''), pages.text, ''), hosts.name, coalesce(elements.published, ''),
       coalesce(elements.source, ''), coalesce(elements.author, ''), pages.relevance, pages.language, links.id
FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
     LEFT JOIN elements ON elements.link = pages.link
WHERE pages.on_topic AND pages.link IN ({places})
"""


class MatchedPage(NamedTuple):
    score: float
    """BM25."""
    url: str
    title: str
    content: str
    """The main text, else all of it."""
    host: str
    published: str
    source: str
    author: str
    relevance: float
    language: str
    number: int


class SearchResult(NamedTuple):
    pages: list[MatchedPage]
    """The best first."""
    total: int
    unfiltered: int
    """How many there are without the filters."""
    degraded_reason: str
    """Why not every page was searched; empty when every one was."""


def find(
    folder: Path,
    asked: Asked,
    filters: Filters,
    top: int,
    searchable: Searchable,
    progress: Progress = silent,
) -> SearchResult:
    """`searchable` cuts texts of pages that the index has to catch up with, and `progress` hears of them."""
    with closing(connect(folder)) as database:
        reader, degraded_reason = up_to_date(folder, database, searchable, progress)
        try:
            total, matches = reader.find(asked, filters, top)
        except Damaged:
            with locked(folder):
                discard(folder)
            reader, degraded_reason = up_to_date(folder, database, searchable, progress)
            total, matches = reader.find(asked, filters, top)
        links = [match.link for match in matches]
        shown = _SHOWN.format(places=", ".join("?" * len(links)))
        rows = database.execute(shown, links) if links else ()
        known = {link: rest for link, *rest in rows}
    pages = [MatchedPage(match.score, *known[match.link]) for match in matches if match.link in known]
    unfiltered = reader.find(asked, Filters(), 1)[0] if filters else total
    return SearchResult(pages, total, unfiltered, degraded_reason)


class Match(NamedTuple):
    link: int
    score: float


class SearchReader:
    """Sees what was committed when it was opened."""

    def __init__(self, index: tantivy.Index, held: tempfile.TemporaryDirectory[str] | None = None) -> None:
        with sound():
            self._searcher = index.searcher()
            self.last_visit = last_visit(self._searcher)
        self._building = QueryBuilder(index.schema, self._searcher)
        self._held = held

    def find(self, asked: Asked, filters: Filters, top: int) -> tuple[int, list[Match]]:
        """How many pages there are, and the best of them, the best first."""
        with sound():
            found = self._searcher.search(self._building.query(asked, filters), limit=top)
            links = self._searcher.fast_field_values("link", [address for _, address in found.hits])
        matches = [Match(int(link or 0), score) for link, (score, _) in zip(links, found.hits, strict=True)]
        total = int(found.count or 0)  # type: ignore[attr-defined]  # it is there, its stub forgot it
        return total, sorted(matches, key=lambda match: (-match.score, match.link))


def open_reader(folder: Path) -> SearchReader | None:
    """None when there is no index that can be used."""
    path = folder / SEARCH
    if not is_ours(path):
        return None
    try:
        return SearchReader(_index(path))
    except Damaged as wrong:
        if "Lockfile" not in str(wrong):
            return None
    # A reader locks the index for a moment, for which the folder must be writable: here it locks a likeness.
    likeness = tempfile.TemporaryDirectory(prefix="honeyguide-search-")
    for file in path.iterdir():
        if file.suffix == ".json":
            shutil.copyfile(file, Path(likeness.name) / file.name)
        elif file.suffix != ".lock":
            (Path(likeness.name) / file.name).symlink_to(file.resolve())
    try:
        return SearchReader(_index(Path(likeness.name)), likeness)
    except Damaged:
        return None


def _index(path: Path) -> tantivy.Index:
    with sound():
        index = tantivy.Index.open(str(path))
        index.config_reader("manual")
    return index


def _reader_elsewhere(database: Database, searchable: Searchable) -> SearchReader:
    """Of an index that is gone with the reader."""
    held = tempfile.TemporaryDirectory(prefix="honeyguide-search-")
    make_elsewhere(Path(held.name), database, searchable)
    return SearchReader(_index(Path(held.name) / SEARCH), held)


def up_to_date(
    folder: Path,
    database: Database,
    searchable: Searchable,
    progress: Progress = silent,
) -> tuple[SearchReader, str]:
    """The index with all pages, and an empty word; or with what is there, and why it is not all."""
    reader = open_reader(folder)
    last = reader.last_visit if reader else -1
    behind = missing(database, last) + len(changed(database))
    if reader and not behind and last <= newest_visit(database):
        return reader, ""
    try:
        with locked(folder):
            caught_up(folder, database, searchable, progress).close()
    except CannotRun as wrong:
        if missing(database, -1) <= _YOUNG:
            with suppress(CannotRun):
                return _reader_elsewhere(database, searchable), ""
        if reader is None:
            raise CannotRun(f"{wrong}; there is no search index yet, and it cannot be made now") from None
        pages = "1 page is" if behind == 1 else f"{behind:,} pages are"
        return reader, f"{wrong}; {pages} not in the search index yet" if behind else ""
    fresh = open_reader(folder)
    if fresh is None:
        raise CannotRun(f"{folder / SEARCH}: the search index cannot be read")
    return fresh, ""
