"""Elements of pages on topic (NEWS def. 3.2.2): stored with a page, or later by those who draw what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from honeyguide import timestamps
from honeyguide.model import Extract
from honeyguide.progress import Progress
from honeyguide.storage.damage import enough_room
from honeyguide.storage.database import Database, upsert
from honeyguide.storage.folder import connect, transaction
from honeyguide.storage.lock import locked
from honeyguide.storage.search_index import caught_up
from honeyguide.storage.search_schema import Searchable, discard
from honeyguide.storage.warc import Place

_COLUMNS = (
    "link", "title", "published", "updated", "moment", "source", "author", "language", "content", "keywords",
    "fingerprint",
)  # fmt: skip
INSERT_ELEMENTS = upsert("elements", "link", _COLUMNS)

_WITHOUT = "FROM newest_pages AS pages LEFT JOIN elements ON elements.link = pages.link"
_LACKING = "WHERE pages.on_topic AND elements.link IS NULL"
_NEXT = f"""
SELECT pages.visit, pages.link, visits.at, links.url, visits.warc_file, visits.warc_offset, visits.warc_length
{_WITHOUT} JOIN links ON links.id = pages.link JOIN visits ON visits.id = pages.visit
{_LACKING} AND pages.visit > ? ORDER BY pages.visit LIMIT ?
"""


class LackingPage(NamedTuple):
    """A page on topic whose elements are not known."""

    visit: int
    link: int
    read_at: float
    url: str
    place: Place | None
    """Of its raw response; None when that was not kept."""


class ElementsWriter:
    """Adds elements to a crawl that was stored without; `open_elements` holds the folder for it."""

    def __init__(self, folder: Path, database: Database) -> None:
        self._folder = folder
        self._database = database
        self._added = False

    def lacking(self) -> int:
        """How many pages on topic lack their elements."""
        (count,) = self._database.execute(f"SELECT count(*) {_WITHOUT} {_LACKING}").fetchone()
        return int(count)

    def after(self, visit: int, limit: int) -> list[LackingPage]:
        """The first of those that came after this visit."""
        rows = self._database.execute(_NEXT, (visit, limit))
        return [
            LackingPage(visit, link, at, url, Place(*place) if place[0] is not None else None)
            for visit, link, at, url, *place in rows
        ]

    def add(self, drawn: Sequence[tuple[LackingPage, Extract]]) -> None:
        """Store them, all or none."""
        if drawn and not self._added:
            discard(self._folder)  # the search index holds these pages without their title, date and main text
            self._added = True
        rows = [element_row(page.link, extract, page.read_at) for page, extract in drawn]
        with enough_room(self._folder), transaction(self._database):
            self._database.executemany(INSERT_ELEMENTS, rows)

    def make_searchable(self, searchable: Searchable, progress: Progress) -> None:
        """Bring the search index up to date; `progress` hears how many pages of how many were added."""
        caught_up(self._folder, self._database, searchable, progress).close()


@contextmanager
def open_elements(folder: Path) -> Iterator[ElementsWriter]:
    connect(folder).close()
    with locked(folder), closing(connect(folder, write=True, alone=True)) as database:
        yield ElementsWriter(folder, database)


def element_row(link: int, extract: Extract, read_at: float) -> tuple[object, ...]:
    found = extract.article
    return (
        link,
        found.title,
        found.published,
        found.updated,
        timestamps.plausible(found.published, read_at),
        found.source,
        found.author,
        found.language,
        found.content,
        msgspec.json.encode([(each.term, each.weight) for each in found.keywords]).decode(),
        extract.fingerprint,
    )
