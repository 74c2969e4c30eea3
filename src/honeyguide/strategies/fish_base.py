"""Schools of fish: links with a potential score, and a depth that irrelevant pages use up (Hersovici et al. 1998).

A school goes on while it finds relevant pages; each click from an irrelevant page takes one from its depth, and where
none is left it dies. Fig. 1 looks at the depth first, so that a relevant page without depth would be cut off; here it
goes on, for a school that finds food does so (WSE 2.1) [ours].

The links of a page where a school died are kept in a reserve by their E and reopened, best first, when no living one
can be had; each of them starts a new school, like a seed [ours]. A link costs nine bytes beyond the waiting queue's.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from honeyguide.model import Link, Outcome, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.prioritized import WithReserve

# In the queue the living stand from 0.5 to 1 by their potential score, the reserve below by E.
_LIVING = 0.5
_RESERVE = 0.49
_BETWEEN = 0.495
_NEVER_TOLD = -1.0

SchoolDepth = Annotated[
    int, Meta(ge=1, le=100, description="clicks from irrelevant page to irrelevant page that a school survives (D)")
]
KeepsReserve = Annotated[
    bool, Meta(description="keep the links of schools that died and reopen them, best first, when no other waits")
]


class FishBase(WithReserve):
    """What fish-search and shark-search share; each says what is relevant and what a link's potential score is."""

    def __init__(self, depth: int, *, reserve: bool) -> None:
        super().__init__(_BETWEEN, reserve=reserve)
        self.depth = depth
        # By link number; plain arrays, see the waiting queue.
        self._priority = array("f")
        """Its place in the queue; `_NEVER_TOLD` before it has one."""
        self._remaining_depth = bytearray()
        """Its depth plus 1; 0 for a link of the reserve."""
        self._inherited = array("f")

    def relevant(self, visit: Visit) -> bool:
        raise NotImplementedError

    def inherit(self, visit: Visit, inherited: float) -> float:
        """What the links of a page inherit, which itself inherited so much."""
        return 0.0

    def potentials(self, visit: Visit, inherited: float) -> Sequence[float]:
        """The potential score of every link of a page, in [0, 1]."""
        raise NotImplementedError

    def named(self, number: int) -> bool:
        """Whether this link was named before: no page is fetched twice."""
        told = number < len(self._priority) and self._priority[number] > _NEVER_TOLD
        return told and not self.frontier.waits(number)

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._put(seeds, [1.0] * len(seeds), self.depth + 1, 0.0)

    def tell(self, visit: Visit) -> None:
        number, links = visit.link.id, visit.links
        if visit.again:
            self.frontier.put_back(number)
        if visit.outcome is Outcome.REDIRECT:
            # The target stands where the link to it stood [ours].
            priority, remaining_depth = [self._priority[number]] * len(links), self._remaining_depth[number]
            self._put([scored.link for scored in links], priority, remaining_depth, self._inherited[number])
        elif links:
            self._spawn(visit)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """Potential scores are its own; the reserve keeps the E that it was told [ours]."""

    def kept(self, number: int) -> tuple[float, float]:
        """Depth and priority in one number, and what was inherited."""
        return 2.0 * self._remaining_depth[number] + self._priority[number], self._inherited[number]

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        # A link without numbers is a seed that was added since, or one that no page could tell of.
        unknown, seed = np.isnan(waiting.link_state[:, 0]), waiting.depths == 0
        remaining_depth = np.where(unknown, np.where(seed, self.depth + 1, 0), waiting.link_state[:, 0] // 2.0)
        priority = np.where(
            unknown, np.where(seed, 1.0, _RESERVE * waiting.scores), waiting.link_state[:, 0] - 2.0 * remaining_depth
        )
        self._reach(waiting.known)
        np.frombuffer(self._priority, np.float32)[:] = 0.0
        np.frombuffer(self._priority, np.float32)[waiting.ids] = priority
        np.frombuffer(self._remaining_depth, np.uint8)[waiting.ids] = remaining_depth
        np.frombuffer(self._inherited, np.float32)[waiting.ids] = np.nan_to_num(waiting.link_state[:, 1])
        return priority.astype(np.float32)

    def _spawn(self, visit: Visit) -> None:
        """The links of a page join the list (step 3). A page of another shard of the crawl starts a school [ours]."""
        number = visit.link.id
        self._reach(number + 1)
        depth = (self._remaining_depth[number] or self.depth + 1) - 1
        inherited = self.inherit(visit, self._inherited[number])
        relevant = self.relevant(visit)
        if relevant or depth > 0:
            priority = [_LIVING + score / 2.0 for score in self.potentials(visit, inherited)]
            remaining_depth = (self.depth if relevant else depth - 1) + 1  # step 3.3
        else:
            priority, remaining_depth = [_RESERVE * scored.score for scored in visit.links], 0
        self._put([scored.link for scored in visit.links], priority, remaining_depth, inherited)

    def _put(self, links: Sequence[Link], priority: Sequence[float], remaining_depth: int, inherited: float) -> None:
        """New links begin to wait; of one that waits, each number may only rise (steps 3.2 and 3.3)."""
        ids = [link.id for link in links]
        self._reach(1 + max(ids, default=-1))
        for number, place in zip(ids, priority, strict=True):
            before = self._priority[number]
            if before > _NEVER_TOLD and not self.frontier.waits(number):
                continue
            if (
                place > before
                or remaining_depth > self._remaining_depth[number]
                or inherited > self._inherited[number]
            ):
                self._priority[number] = max(place, before)
                self._remaining_depth[number] = max(remaining_depth, self._remaining_depth[number])
                self._inherited[number] = max(inherited, self._inherited[number])
                self.changed.add(number)
        self.frontier.add(ids, [link.host for link in links], priority)

    def _reach(self, length: int) -> None:
        missing = length - len(self._priority)
        if missing > 0:
            self._priority.extend([_NEVER_TOLD] * missing)
            self._remaining_depth.extend(bytes(missing))
            self._inherited.frombytes(bytes(4 * missing))
