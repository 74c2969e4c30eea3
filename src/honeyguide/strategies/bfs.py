"""Breadth first: fewest clicks from a seed, first found first (the universal crawler of NEWS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.model import Link, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.frontier import Frontier


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Bfs:
    paper = "baseline of all five papers"

    link_model = "cre"
    needs: frozenset[str] = frozenset()

    def __init__(self, parameters: Parameters) -> None:
        self._queue = Frontier()

    @property
    def waiting(self) -> int:
        return self._queue.waiting

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._add(seeds)

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return self._queue.take(n, busy)

    def tell(self, visit: Visit) -> None:
        if visit.again:
            self._queue.put_back(visit.link.id)
        self._add([scored.link for scored in visit.links])

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """Scores are nothing to it."""

    def state(self) -> dict[str, object]:
        return {}

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        return ()

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        self._queue.load(waiting, (1.0 / (1.0 + waiting.depths)).astype(np.float32))

    def _add(self, links: Sequence[Link]) -> None:
        self._queue.add(
            [link.id for link in links],
            [link.host for link in links],
            [1.0 / (1.0 + link.depth) for link in links],
        )
