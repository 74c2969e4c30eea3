"""Optimal priority search: always the waiting link with the highest score (IELP 4, WSE 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.model import Link, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.frontier import Frontier
from honeyguide.strategies.parameters import KeepsDiscarded, LinkThreshold


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    r2: LinkThreshold = 0.12
    reserve: KeepsDiscarded = True


class Ops:
    paper = "IELP 4, WSE 7"
    link_model = "cre"
    needs: frozenset[str] = frozenset()

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.r2 = float(np.float32(parameters.r2))
        """As exact as the scores of the queue."""
        self.reopened = 0
        """Links taken from the reserve because no better one could be had."""
        self._queue = Frontier()

    @property
    def waiting(self) -> int:
        return self._queue.waiting

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._queue.add([seed.id for seed in seeds], [seed.host for seed in seeds], [1.0] * len(seeds))

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        # The best score comes first, so the reserve is simply the queue's tail.
        taken = self._queue.take(n, busy, above=-1.0 if self.parameters.reserve else self.r2)
        self.reopened += sum(self._queue.score_of(number) <= self.r2 for number in taken)
        return taken

    def tell(self, visit: Visit) -> None:
        if visit.again:
            self._queue.put_back(visit.link.id)
        self._queue.add(
            [scored.link.id for scored in visit.links],
            [scored.link.host for scored in visit.links],
            [scored.score for scored in visit.links],
            may_fall=True,
        )

    def rescore(self, scores: NDArray[np.float32]) -> None:
        self._queue.rescore(scores)

    def state(self) -> dict[str, object]:
        return {"reopened": self.reopened}

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        return ()

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        self._queue.load(waiting, waiting.scores)
        reopened = state.get("reopened", 0)
        self.reopened = reopened if isinstance(reopened, int) else 0
