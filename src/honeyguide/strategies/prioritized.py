"""A strategy that always takes the waiting link with the highest priority; a subclass says what that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random

import numpy as np
from numpy.typing import NDArray

from honeyguide.model import Link, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.frontier import Frontier


class Prioritized:
    """The priority of a link may rise while it waits; it is kept with the link, so that a resume is exact."""

    paper = "none"
    link_model = "cre"
    needs: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.frontier = Frontier()
        self._changed: dict[int, float] = {}

    def priority(self, link: ScoredLink) -> float:
        """In [0, 1], the highest first; among equals, first found first."""
        raise NotImplementedError

    @property
    def waiting(self) -> int:
        return self.frontier.waiting

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._add([ScoredLink(seed, 1.0) for seed in seeds])

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return self.frontier.take(n, busy)

    def tell(self, visit: Visit) -> None:
        if visit.again:
            self.frontier.put_back(visit.link.id)
        self._add(visit.links)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """Priorities are its own: a link that is seen again gets a new one."""

    def state(self) -> dict[str, object]:
        return {}

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        changed, self._changed = self._changed, {}
        return [(number, priority, 0.0) for number, priority in changed.items()]

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        priorities = np.nan_to_num(waiting.link_state[:, 0], nan=1.0)  # a seed that was added since
        self.frontier.load(waiting, priorities.astype(np.float32))

    def _add(self, links: Sequence[ScoredLink]) -> None:
        ids = [scored.link.id for scored in links]
        priorities = [self.priority(scored) for scored in links]
        for number, priority in zip(ids, priorities, strict=True):
            if not self.frontier.waits(number) or priority > self.frontier.score_of(number):
                self._changed[number] = priority
        self.frontier.add(ids, [scored.link.host for scored in links], priorities)
