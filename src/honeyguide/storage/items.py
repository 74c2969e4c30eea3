"""What the analyses read of a crawl: its pages on topic with their elements, and which host cites which."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.model import Item
from honeyguide.moments import is_day, seconds
from honeyguide.storage.folder import connect

_ITEMS = """
SELECT elements.link, links.url, hosts.name, elements.title, elements.language, elements.source, elements.author,
       elements.moment, elements.updated, visits.at, pages.relevance, elements.fingerprint, elements.content,
       elements.published
FROM pages JOIN elements ON elements.link = pages.link JOIN links ON links.id = pages.link
     JOIN hosts ON hosts.id = links.host JOIN visits ON visits.id = pages.visit
ORDER BY pages.visit
"""


class Counts(NamedTuple):
    on_topic: int
    """Pages on topic, near-duplicates among them …"""
    with_elements: int
    """… and those whose elements are known."""
    last_visit: float


class HostGraph(NamedTuple):
    """Which host cites which, and with how many different links; a host does not cite itself."""

    names: list[str]
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    links: NDArray[np.int64]


def counts(folder: Path) -> Counts:
    with closing(connect(folder)) as database:
        (pages,) = database.execute("SELECT coalesce(sum(on_topic), 0) FROM pages").fetchone()
        (known,) = database.execute("SELECT count(*) FROM elements").fetchone()
        (last,) = database.execute("SELECT coalesce(max(at), 0.0) FROM visits").fetchone()
    return Counts(pages, known, last)


def items(folder: Path) -> Iterator[Item]:
    """Pages on topic in the order in which they came, near-duplicates among them."""
    with closing(connect(folder)) as database:
        for row in database.execute(_ITEMS):
            values = (*row[:8], seconds(row[8]), *row[9:13], is_day(row[13]))
            yield Item(*values)


def host_graph(folder: Path) -> HostGraph:
    with closing(connect(folder)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM hosts ORDER BY id")]
        rows = database.execute(
            "SELECT one.host, other.host, count(DISTINCT citations.target) FROM citations"
            " JOIN links AS one ON one.id = citations.source JOIN links AS other ON other.id = citations.target"
            " WHERE one.host <> other.host GROUP BY 1, 2"
        ).fetchall()
    table = np.array(rows, np.int64).reshape(-1, 3)
    return HostGraph(names, table[:, 0], table[:, 1], table[:, 2])
