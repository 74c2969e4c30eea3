"""Strategies to compare with: one that knows nothing, and two that know the truth, which no crawler has."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random

import numpy as np
from numpy.typing import NDArray

from honeyguide.lab.ground_truth import GroundTruth
from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import CrawlView, Strategy
from honeyguide.strategies.prioritized import Prioritized

_OTHER = 0.5
"""Score of a waiting link that is off topic; on-topic links have 1."""
_LOOK_AHEAD = 6
"""Clicks that the oracle weighs against each other; beyond it, the nearest on-topic page counts."""
_FARTHEST = 64


class RandomOrder(Prioritized):
    """Every waiting link is as likely as any other to be next; the seeds come first."""

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._rng = rng
        self._drawn = dict.fromkeys((seed.id for seed in seeds), 1.0)
        super().start(seeds, rng, known)

    def priority(self, link: ScoredLink) -> float:
        number = link.link.id
        if number not in self._drawn:
            self._drawn[number] = self._rng.random()
        return self._drawn[number]


class OracleGreedy(Prioritized):
    """Knows of every waiting link whether its page is on topic; else first found, first fetched."""

    def __init__(self, judge: GroundTruth) -> None:
        super().__init__()
        self._judge = judge
        self._known: dict[int, float] = {}

    def priority(self, link: ScoredLink) -> float:
        number, url = link.link.id, link.link.url
        if number not in self._known:
            self._known[number] = 1.0 if self._judge.is_relevant(url) else _OTHER
        return self._known[number]


class Oracle(OracleGreedy):
    """Also sees the whole link graph: when no waiting link is on topic, it follows the one that pays best.

    A way of k off-topic pages to a page with links to n on-topic pages that are not yet found pays n / k. No
    waiting link is on topic then, so all that were found have been fetched, in whatever order.
    """

    def __init__(self, judge: GroundTruth) -> None:
        super().__init__(judge)
        assert judge.graph is not None
        self._graph = judge.graph
        self._open = judge.allowed.copy()
        """Pages that may be fetched and have not been."""
        self._page_of = np.zeros(0, np.int64)
        self._exhausted = False

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        taken = self.frontier.take(n, busy, above=0.999)
        if len(taken) < n and self.frontier.waiting:
            self._look_ahead()
            taken += self.frontier.take(n - len(taken), busy)
        return taken

    def tell(self, visit: Visit) -> None:
        if visit.outcome is not Outcome.REDIRECT and not visit.again:
            page = self._graph.number(visit.link.url)
            if page >= 0:
                self._open[page] = False
        super().tell(visit)

    def _add(self, links: Sequence[ScoredLink]) -> None:
        fresh = [scored.link for scored in links if scored.link.id not in self._known]
        super()._add(links)
        if fresh:
            last = max(link.id for link in fresh)
            if last >= len(self._page_of):
                grown = np.full(max(1024, 2 * (last + 1)), -1, np.int64)
                grown[: len(self._page_of)] = self._page_of
                self._page_of = grown
            for link in fresh:
                self._page_of[link.id] = self._graph.number(link.url)

    def _look_ahead(self) -> None:
        """Score every waiting link by what it pays."""
        if self._exhausted:
            return
        pays = self._pay()
        known = np.where(self._page_of >= 0, pays[self._page_of], 0.0)
        if not known.any():
            self._exhausted = True
        scores = (0.9 * known / (1.0 + known)).astype(np.float32)  # in [0, 0.9), in the same order
        scores[(self._page_of >= 0) & self._judge.relevant[self._page_of]] = 1.0  # their hosts are busy
        self.frontier.rescore(scores)

    def _pay(self) -> NDArray[np.float64]:
        matrix = self._graph.matrix
        wanted = self._open & self._judge.relevant
        gain = np.where(self._open, matrix @ wanted.astype(np.float32), 0.0)
        best = gain.astype(np.float64)
        starts, targets = matrix.indptr[:-1], matrix.indices
        has_links = np.diff(matrix.indptr) > 0
        for clicks in range(2, _FARTHEST):
            onward = np.zeros_like(gain)
            if len(targets):
                onward[has_links] = np.maximum.reduceat(gain[targets], starts[has_links])
            gain = np.where(self._open, onward, 0.0)
            better = gain / clicks
            if clicks > _LOOK_AHEAD and not (better > 0)[best == 0].any():
                break
            best = np.maximum(best, better) if clicks <= _LOOK_AHEAD else np.where(best > 0, best, better)
        return best


def make_reference(name: str, judge: GroundTruth) -> Strategy:
    if name == "random":
        return RandomOrder()
    if name == "oracle" and judge.graph is not None:
        return Oracle(judge)
    return OracleGreedy(judge)
