"""The pages and hosts of a crawl with the links between them, in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.storage.database import Database
from honeyguide.storage.folder import reading

Numbers = NDArray[np.int64]
_AT_ONCE = 500
_TITLES = """
SELECT links.id, links.url, coalesce(nullif(elements.title, ''), pages.title), hosts.name, pages.relevance,
       pages.on_topic, links.parent
FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
     LEFT JOIN elements ON elements.link = pages.link
WHERE pages.link IN ({places})
"""


class PageGraph(NamedTuple):
    pages: Numbers
    """Links that have a page, in order."""
    links: int
    """All that the crawl knows; their numbers are less."""
    sources: Numbers
    """Of every citation, in the order in which they were found …"""
    targets: Numbers
    anchors: NDArray[np.float64]
    """… and how relevant its anchor is."""


class HostTotals(NamedTuple):
    host: str
    pages: int
    on_topic: int
    relevance: float
    """Of its pages, on average."""


class Named(NamedTuple):
    url: str
    title: str
    host: str
    relevance: float
    on_topic: bool
    parent: int
    """The link whose page first named it; -1 for a seed."""


def citation_count(folder: Path) -> int:
    """Nearly: those that were taken back are counted too."""
    with reading(folder) as database:
        return int(database.execute("SELECT coalesce(max(rowid), 0) FROM citations").fetchone()[0])


def page_graph(folder: Path, every: int = 1, around: int | None = None) -> PageGraph:
    """With every so-many-th citation and all of one page; of a million, all take a second of Python's own."""
    some = f"rowid % {int(every)} = 0"
    if around is not None:
        some += f" OR source = {int(around)} OR target = {int(around)}"
    with reading(folder) as database:
        database.snapshot()
        pages = _columns(database, "SELECT DISTINCT link FROM pages ORDER BY link", 1)
        (links,) = database.execute("SELECT coalesce(max(id) + 1, 0) FROM links").fetchone()
        query = f"SELECT source, target, relevance FROM citations WHERE {some} ORDER BY rowid"  # noqa: S608
        cited = _columns(database, query, 3)
    return PageGraph(
        pages[0].astype(np.int64),
        links,
        cited[0].astype(np.int64),
        cited[1].astype(np.int64),
        cited[2],
    )


def host_totals(folder: Path, every: int = 1) -> list[HostTotals]:
    """Of hosts that gave a page; by every so-many-th visit."""
    query = (
        "SELECT hosts.name, count(*), count(*) FILTER (WHERE pages.on_topic), avg(pages.relevance)"
        " FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host"
        " WHERE pages.visit % ? = 0 GROUP BY links.host, hosts.name"
    )
    with reading(folder) as database:
        return [HostTotals(*row) for row in database.execute(query, (every,))]


def names_of(folder: Path, numbers: Sequence[int]) -> dict[int, Named]:
    """What pages are called and judged, by the number of their link."""
    with reading(folder) as database:
        return {number: Named(*rest) for number, *rest in _named(database, numbers)}


def _named(database: Database, numbers: Sequence[int]) -> Iterator[Any]:
    for start in range(0, len(numbers), _AT_ONCE):
        some = numbers[start : start + _AT_ONCE]
        yield from database.execute(_TITLES.format(places=", ".join("?" * len(some))), some)


def _columns(database: Database, query: str, wide: int) -> NDArray[np.float64]:
    """A row each; numbers of links are exact in them."""
    return np.fromiter(chain.from_iterable(database.stream(query)), np.float64).reshape(-1, wide).T
