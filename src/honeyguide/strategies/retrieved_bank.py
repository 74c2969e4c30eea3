"""The retrieved bank: pages that came and may still test the seed bank, and which of them do (WSE Algorithm 1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from honeyguide.protocols import CrawlView
from honeyguide.strategies.pareto import Picker, select
from honeyguide.strategies.resumable_random import ResumableRandom

_ANCHOR = 2
"""Column of F3."""


class RetrievedBank:
    """Marked pages leave it. It is bounded [ours]: full at twice `most`, it keeps what sorting and `picker` name."""

    def __init__(self, most: int, draws: ResumableRandom, known: CrawlView, picker: Picker = "nfcs") -> None:
        self.most = most
        self.picker = picker
        self.draws = draws
        self.known = known
        self.pages: dict[int, NDArray[np.int32]] = {}
        """With the links that they hold, in the order in which they came."""

    def add(self, page: int, links: NDArray[np.int32]) -> None:
        self.pages[page] = links
        if len(self.pages) > 2 * self.most:
            kept = set(self._select(self.most)[0])
            self.pages = {page: links for page, links in self.pages.items() if page in kept}

    def take(self, k: int) -> dict[int, NDArray[np.int32]]:
        """The best by sorting and the picker leave the bank."""
        return {page: self.pages.pop(page) for page in self._select(k)[0]}

    def mark(self, k: int) -> dict[int, NDArray[np.int32]]:
        """The test bank leaves it: of 2k that are picked (step 7), the k with the most relevant anchors (step 8)."""
        evolve, factors = self._select(2 * k)
        test = sorted(zip(evolve, factors[:, _ANCHOR].tolist(), strict=True), key=lambda each: -each[1])[:k]
        return {page: self.pages.pop(page) for page, _ in test}

    def _select(self, q: int) -> tuple[list[int], NDArray[np.float32]]:
        """Pages, the best first, and their F1 to F4."""
        pages = np.array(list(self.pages), np.int64)
        factors = self.known.factors(pages)
        rows = select(factors, q, self.draws, self.picker)
        return pages[rows].tolist(), factors[rows]


def links_of(pages: Sequence[int], known: CrawlView) -> dict[int, NDArray[np.int32]]:
    """The links that these pages hold, each once, out of all that the crawl knows."""
    sources, ends, targets = known.graph()
    told = dict.fromkeys(pages, np.zeros(0, np.int32))
    for at in np.flatnonzero(np.isin(sources, np.array(pages, np.int64))).tolist():
        links = targets[ends[at - 1] if at else 0 : ends[at]].tolist()
        told[int(sources[at])] = np.array(list(dict.fromkeys(links)), np.int32)
    return told
