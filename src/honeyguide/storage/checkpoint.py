"""What a stopped crawl knew, read back in bulk: seconds for a hundred thousand pages, and no replay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide.storage.store import Store


class Citations(NamedTuple):
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    relevance: NDArray[np.float64]
    redirect: NDArray[np.bool_]
    context_scores: NDArray[np.float64]


class Checkpoint:
    """Columns of the database that the stages need to go on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.state: dict[str, Any] = {
            key: msgspec.json.decode(value) for key, value in store.read("SELECT key, value FROM state")
        }

    def fill_book(self) -> None:
        self._store.book.load(
            self._store.read("SELECT id, name FROM hosts ORDER BY id").fetchall(),
            self._store.read("SELECT url, host, depth, parent FROM links ORDER BY id"),
        )

    def waiting(self) -> NDArray[np.int64]:
        """Numbers of the links that no visit has settled; seeds that only failed for now are tried once more."""
        left = np.ones(len(self._store.book), bool)
        left[self._column("SELECT link FROM visits WHERE final", np.int64)] = False
        unreached = (
            "SELECT links.id FROM links JOIN visits ON visits.link = links.id WHERE links.parent < 0"
            " GROUP BY links.id HAVING min(visits.again_at IS NOT NULL)"
        )
        left[self._column(unreached, np.int64)] = True
        return np.flatnonzero(left)

    def rests(self) -> list[tuple[int, float]]:
        """Hosts that asked to be left alone, and until when."""
        query = (
            "SELECT links.host, max(again_at) FROM visits JOIN links ON links.id = visits.link"
            " WHERE again_at IS NOT NULL AND NOT final GROUP BY links.host"
        )
        return self._store.read(query).fetchall()

    def seeds(self) -> NDArray[np.int64]:
        return self._column("SELECT id FROM links WHERE parent < 0", np.int64)

    def citations(self) -> Citations:
        """Every occurrence of a link, in order."""
        query = "SELECT source, target, relevance, anchor IS NULL, coalesce(around, 0) FROM citations ORDER BY rowid"
        rows = self._table(query, 5)
        return Citations(
            rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64), rows[:, 2], rows[:, 3] > 0, rows[:, 4]
        )

    def link_state(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        """The two numbers that the strategy kept with each of these links; NaN where none."""
        every = np.full((len(self._store.book), 2), np.nan)
        rows = self._table("SELECT link, one, other FROM kept", 3)
        every[rows[:, 0].astype(np.int64)] = rows[:, 1:]
        return every[ids]

    def pages(self) -> NDArray[np.int64]:
        """Link numbers of the pages, in the order in which they were stored."""
        return self._column("SELECT link FROM pages ORDER BY visit", np.int64)

    def canonicals(self) -> list[tuple[str, str]]:
        """URL, and the address that the page claims."""
        query = "SELECT url, canonical FROM pages JOIN links ON links.id = pages.link WHERE canonical <> ''"
        return self._store.read(query).fetchall()

    def page_relevance(self) -> NDArray[np.float64]:
        """Relevance by link number, 0 where there is no page."""
        relevance = np.zeros(len(self._store.book))
        rows = self._table("SELECT link, relevance FROM pages", 2)
        relevance[rows[:, 0].astype(np.int64)] = rows[:, 1]
        return relevance

    def fingerprints(self) -> Iterator[tuple[bytes, int]]:
        """Of the pages that are no duplicates: fingerprint and link number."""
        return self._store.read("SELECT fingerprint, link FROM pages WHERE duplicate_of IS NULL ORDER BY visit")

    def attempts(self) -> dict[int, int]:
        """Link → tries so far, for links that will be tried again."""
        return dict(self._store.read("SELECT link, count(*) FROM visits WHERE NOT final GROUP BY link").fetchall())

    def pages_by_host(self) -> dict[int, int]:
        query = "SELECT host, count(*) FROM pages JOIN links ON links.id = pages.link GROUP BY host"
        return dict(self._store.read(query).fetchall())

    def totals(self) -> tuple[int, int]:
        """Pages, and those on topic that are no duplicates."""
        query = "SELECT count(*), coalesce(sum(on_topic AND duplicate_of IS NULL), 0) FROM pages"
        pages, on_topic = self._store.read(query).fetchone()
        return pages, on_topic

    def _column(self, query: str, dtype: type) -> NDArray[Any]:
        return np.fromiter(chain.from_iterable(self._store.read(query)), dtype)

    def _table(self, query: str, width: int) -> NDArray[np.float64]:
        return np.fromiter(chain.from_iterable(self._store.read(query)), np.float64).reshape(-1, width)
