"""Energy landscape paving: a random walk over links in which every trial of a link lowers it (IELP 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
from msgspec import Struct

from honeyguide.model import Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.parameters import BOLTZMANN, HistogramWeight, Kelvin, WalkerCount
from honeyguide.strategies.walkers import NOBODY, Walker, Walking, metropolis

_MOST_TRIALS = 255


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    k: HistogramWeight = 0.05
    T: Kelvin = 2e21
    walkers: WalkerCount = 64


class Elp(Walking):
    """H of a link counts how often it was drawn or started from [ours]: the paper counts downloads of its page, and
    here no page is fetched twice. It costs a byte a link."""

    paper = "IELP 3.1"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters.walkers)
        self.parameters = parameters
        self._heat = BOLTZMANN * parameters.T
        self._trials = bytearray()
        """H by link number."""

    def accepts(self, walker: Walker, number: int) -> bool:
        k = self.parameters.k
        head = walker.energy - k * walker.count  # IELP 3.1: Ẽ = E − k·H
        drawn = self.frontier.score_of(number) - k * self._count(number)
        return metropolis(drawn - head, self._heat, self.draws)

    def arrive(self, walker: Walker, visit: Visit) -> None:
        if walker.head == NOBODY:
            self._count(visit.link.id)
        super().arrive(walker, visit)
        number = visit.link.id
        walker.count = max(1, self._trials[number] if number < len(self._trials) else 0)

    def kept(self, number: int) -> tuple[float, float]:
        return float(self._trials[number]), 0.0

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        self._trials = bytearray(waiting.known)
        np.frombuffer(self._trials, np.uint8)[waiting.ids] = np.nan_to_num(waiting.link_state[:, 0]).astype(np.uint8)

    def _count(self, number: int) -> int:
        """One more trial of a link; how many there were before."""
        if number >= len(self._trials):
            self._trials.extend(bytes(number + 1 - len(self._trials)))
        before = self._trials[number]
        self._trials[number] = min(_MOST_TRIALS, before + 1)
        self.changed.add(number)
        return before
