"""Improved energy landscape paving: better links are taken outright, worse ones by Metropolis (IELP 3.2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.strategies.walkers import BOLTZMANN, Walker, WalkerCount, Walking, metropolis


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    k: Annotated[
        float, Meta(gt=0.0, le=1.0, description="how much one count of the histogram H lowers a link's E")
    ] = 0.05
    T: Annotated[
        float, Meta(ge=1.0, le=1e30, description="temperature in kelvin; with k_b = 1.38e-23, 2e21 K are 0.0276 of E")
    ] = 2e21
    r2: Annotated[float, Meta(ge=0.0, le=1.0, description="links that score no more are discarded (IELP r2)")] = 0.12
    reserve: Annotated[
        bool, Meta(description="keep discarded links and reopen them, best first, when no other waits")
    ] = True
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
        energy = self.queue.score_of(number)
        if walker.energy < energy:  # IELP step 8
            return True
        head = walker.energy - self.parameters.k * walker.count  # IELP step 6: Ẽ = E − k·H
        return metropolis(energy - head, self._heat, self.draws)  # IELP step 9
