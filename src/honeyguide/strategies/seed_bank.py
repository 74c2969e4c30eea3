"""The seed bank: the pages whose links are fetched next, and who gives way to whom (WSE 6.3, Fig. 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.protocols import CrawlView
from honeyguide.strategies.link_distance import WaysUp, distances, mean_distance, ways_up
from honeyguide.strategies.pareto import dominates, fronts
from honeyguide.strategies.resumable_random import ResumableRandom

WIDEST = 2.0**20
"""d_space grows no further: no two links are so far apart."""
Pages = Mapping[int, NDArray[np.int32]]
"""Pages by number, with the numbers of the links that they hold."""


class Seat(NamedTuple):
    links: NDArray[np.int32]
    ways: WaysUp


class SeedBank:
    """Each page is the centre of a circle with the radius d_space.

    What the paper leaves open [ours]: while there are fewer than k pages, for there were fewer seeds, a test page is
    added and nobody gives way; of several pages in the lowest layer, the one that is longest in the bank gives way,
    for its links were fetched long ago; of several nearest pages, the one that is longest in the bank is compared.
    """

    def __init__(self, k: int, chance: float, draws: ResumableRandom, known: CrawlView) -> None:
        self.k = k
        self.chance = chance
        """P_t: how often a page gives way to one that it dominates."""
        self.draws = draws
        self.known = known
        self.pages: dict[int, Seat] = {}
        """Those that came first stand first."""
        self.d_space = 1.0

    @property
    def links(self) -> NDArray[np.int32]:
        """All links of its pages, page by page."""
        return np.concatenate([np.zeros(0, np.int32), *(seat.links for seat in self.pages.values())])

    def seat(self, pages: Pages) -> None:
        """These pages, at most k, are the bank."""
        self.pages = {page: self._seat(page, links) for page, links in pages.items()}

    def draw_circles(self) -> None:
        self.d_space = mean_distance([seat.ways for seat in self.pages.values()]) / 2  # WSE 6.3: d_ave / 2

    def test(self, pages: Pages) -> None:
        """Compare these pages with the bank, one after the other (WSE Algorithm 1, step 9)."""
        numbers = [*self.pages, *pages]
        factors = dict(zip(numbers, self.known.factors(np.array(numbers, np.int64)), strict=True))
        for page, links in pages.items():
            seat = self._seat(page, links)
            if len(self.pages) >= self.k:
                leaves = self._who_leaves(page, seat.ways, factors)
                if leaves is None:
                    continue
                del self.pages[leaves]
            self.pages[page] = seat

    def widen(self) -> None:
        self.d_space = min(WIDEST, self.d_space * 2)  # WSE Algorithm 1, step 10

    def _seat(self, page: int, links: NDArray[np.int32]) -> Seat:
        return Seat(links, ways_up(page, links.tolist(), self.known))

    def _who_leaves(self, page: int, ways: WaysUp, factors: Mapping[int, NDArray[np.float32]]) -> int | None:
        members = list(self.pages)
        far = distances(ways, [seat.ways for seat in self.pages.values()])
        nearest = int(far.argmin())
        if far[nearest] > self.d_space:  # WSE 6.3, case 1
            layers = fronts(np.array([factors[member] for member in members]))
            return members[int(layers.argmax())]
        centre = members[nearest]  # WSE 6.3, case 2
        if dominates(factors[page], factors[centre]):
            return centre
        chance = self.chance if dominates(factors[centre], factors[page]) else 0.5
        return centre if self.draws.random() < chance else None
