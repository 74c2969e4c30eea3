"""Improved energy landscape paving: better links are taken outright, worse ones by Metropolis (IELP 3.2)."""

from __future__ import annotations

from msgspec import Struct

from honeyguide.strategies.parameters import (
    BOLTZMANN,
    HistogramWeight,
    KeepsDiscarded,
    Kelvin,
    LinkThreshold,
    WalkerCount,
)
from honeyguide.strategies.walkers import Walker, Walking, metropolis


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    k: HistogramWeight = 0.05
    T: Kelvin = 2e21
    r2: LinkThreshold = 0.12
    reserve: KeepsDiscarded = True
    walkers: WalkerCount = 64


class Ielp(Walking):
    """H of a link counts downloads (step 6), so it moves only when the link is accepted. No page is fetched twice
    [ours]: so H is 1 for the head and 0 for every link that can be drawn, and the head is always lowered by k."""

    paper = "IELP 3.2"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters.walkers, parameters.r2, reserve=parameters.reserve)
        self.parameters = parameters
        self._heat = BOLTZMANN * parameters.T

    def accepts(self, walker: Walker, number: int) -> bool:
        energy = self.frontier.score_of(number)
        if walker.energy < energy:  # IELP step 8
            return True
        head = walker.energy - self.parameters.k * walker.count  # IELP step 6: Ẽ = E − k·H
        return metropolis(energy - head, self._heat, self.draws)  # IELP step 9
