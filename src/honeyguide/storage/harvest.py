"""How a crawl's harvest grew, page by page: read on from where it was last read, kept in a few hundred numbers."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from honeyguide.storage.database import Database
from honeyguide.storage.folder import reading
from honeyguide.timestamps import isoformat

POINTS = 200
"""Of a curve; at twice as many, every other one goes."""
BANDS = 20
"""Of relevance, each 0.05 wide."""
_NEWEST = 12

_JUDGED = """
SELECT visit, relevance, on_topic AND duplicate_of IS NULL FROM pages WHERE visit > ? ORDER BY visit
"""
_FOUND = """
SELECT links.url, coalesce(nullif(elements.title, ''), pages.title), pages.relevance, visits.at,
       marks.link IS NOT NULL
FROM pages JOIN links ON links.id = pages.link JOIN visits ON visits.id = pages.visit
     LEFT JOIN elements ON elements.link = pages.link LEFT JOIN marks ON marks.link = pages.link
WHERE pages.visit = ?
"""


class FoundPage(Struct, frozen=True):
    """A page on topic, in a line."""

    url: str
    title: str
    relevance: float
    fetched_at: str
    """ISO 8601, UTC."""
    marked: bool = False
    """Whether a person said so."""


class Harvest(Struct, frozen=True):
    """What came of the pages so far, in the order in which they came; its size does not grow with the crawl."""

    pages: int = 0
    on_topic: int = 0
    """Duplicates left out."""
    curve: tuple[tuple[int, int], ...] = ()
    """Pages, and how many of them were on topic: every `step` pages; at most 400 points."""
    step: int = 1
    relevance: tuple[int, ...] = (0,) * BANDS
    """Pages by relevance: below 0.05, below 0.1, … and the last from 0.95 to 1."""
    newest: tuple[FoundPage, ...] = ()
    """The last pages on topic, the latest first; at most 12."""
    visit: int = -1
    """The last visit that is counted."""
    marks: tuple[int, float] = (0, 0.0)
    """How many pages people had marked, and when the last one."""


def harvest(folder: Path, known: Harvest | None = None) -> Harvest:
    """Of all pages; given what was known, only those that came since are read.

    When marks came or went, or another judgement changed how many are on topic, all are read again.
    """
    with reading(folder) as database:
        database.snapshot()
        count, last = database.execute("SELECT count(*), coalesce(max(at), 0.0) FROM marks").fetchone()
        fresh = Harvest(marks=(count, last))
        grown = _read_on(database, known if known is not None and known.marks == fresh.marks else fresh)
        if known is not None and grown.on_topic != _counted(database):
            grown = _read_on(database, fresh)
        return grown


def _read_on(database: Database, known: Harvest) -> Harvest:
    pages, on_topic, visit = known.pages, known.on_topic, known.visit
    curve, step, bands = list(known.curve), known.step, list(known.relevance)
    found: list[int] = []
    for visit, relevance, is_on in database.stream(_JUDGED, (known.visit,)):
        pages += 1
        bands[min(BANDS - 1, int(relevance * BANDS))] += 1
        if is_on:
            on_topic += 1
            found.append(visit)
        if pages % step == 0:
            curve.append((pages, on_topic))
            if len(curve) == 2 * POINTS:
                curve, step = curve[1::2], 2 * step
    if visit == known.visit:
        return known
    came = tuple(_found(database, each) for each in reversed(found[-_NEWEST:]))
    newest = (*came, *known.newest)[:_NEWEST]
    return Harvest(pages, on_topic, tuple(curve), step, tuple(bands), newest, visit, known.marks)


def _found(database: Database, visit: int) -> FoundPage:
    url, title, relevance, at, marked = database.execute(_FOUND, (visit,)).fetchone()
    return FoundPage(url, title, relevance, isoformat(at), bool(marked))


def _counted(database: Database) -> int:
    """Pages on topic by the totals that run along."""
    row = database.execute("SELECT value FROM totals WHERE name = 'on_topic'").fetchone()
    return int(row[0]) if row else 0
