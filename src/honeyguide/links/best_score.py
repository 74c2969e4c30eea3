"""A link model in a few lines: a link keeps the best of the scores that its pages give it.

A subclass says how one link on one page is scored. Nothing else is remembered: when a crawl goes on, the model sees
all pages again, as they were stored.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from honeyguide.model import Link, OutLink, Page, Relevance, ScoredLink
from honeyguide.protocols import LinkScores


class BestScore:
    paper = "none"
    degraded_reason = ""
    gives: frozenset[str] = frozenset()
    anchors_only = False

    def __init__(self) -> None:
        self._best = array("f")

    def score_link(self, link: OutLink, page: Page, relevance: Relevance) -> float:
        """In [0, 1], for a link as it stands on a page of this relevance; of the page there are URL, title, links."""
        raise NotImplementedError

    def learn(self, link: Link, relevance: Relevance) -> None:
        """What a fetched link turned out to be; by default that trains nothing."""

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        values = [min(1.0, max(0.0, self.score_link(link, page, relevance))) for link in page.links]
        for link, value in zip(links, values, strict=True):
            self.set_prior(link.id, value)
        scored = {link.id: ScoredLink(link, self.score_of(link.id)) for link in links}
        return LinkScores(list(scored.values()), values)

    def refresh(self) -> NDArray[np.float32] | None:
        return None

    def scores(self, known: int = 0) -> NDArray[np.float32]:
        self._reach(known)
        return np.array(self._best, np.float32)

    def score_of(self, number: int) -> float:
        self._reach(number + 1)
        return self._best[number]

    def rank_of(self, number: int) -> float:
        return 0.0

    def explain(self, number: int) -> Mapping[str, float]:
        return {"score": self.score_of(number)}

    def set_prior(self, number: int, prior: float = 1.0) -> None:
        self._reach(number + 1)
        self._best[number] = max(self._best[number], prior)

    def prior(self, number: int) -> float:
        return self.score_of(number)

    def state(self) -> dict[str, object]:
        return {}

    def _reach(self, length: int) -> None:
        missing = length - len(self._best)
        if missing > 0:
            self._best.frombytes(bytes(4 * missing))
