"""Web space evolution: fetch the links of a bank of pages, renew the bank by the best that came (WSE Algorithm 1).

What the paper leaves open [ours]: the seeds are fetched first, so that their links are known; of more than k seeds,
sorting and NFCS pick the bank. When no page is left to test and the bank has no link to fetch, the loop begins again
with the k best waiting links as seeds, or with the best of the reserve when none exceeds τ. A redirect leads straight
to its target. Concurrent, the links of a generation are fetched side by side; where its last answers are still out or
all its hosts are busy, the best waiting links are fetched ahead and put into the retrieved bank like all that came;
when as many of these as the generation has links (and at least k) were named and none of its own could be, the
generation ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct, convert, to_builtins
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.model import Link, Outcome, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.generation import NOBODY, Generation
from honeyguide.strategies.parameters import WalkerCount
from honeyguide.strategies.pareto import Picker
from honeyguide.strategies.prioritized import WithReserve
from honeyguide.strategies.resumable_random import ResumableRandom
from honeyguide.strategies.retrieved_bank import RetrievedBank, links_of
from honeyguide.strategies.seed_bank import SeedBank


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    k: Annotated[
        int, Meta(ge=1, le=300, description="pages in the seed bank; as many test it, out of twice as many picked")
    ] = 30
    tau: Annotated[
        float, Meta(ge=0.0, lt=1.0, description="links of the bank that score no more are not fetched (WSE τ)")
    ] = 0.2
    eta: Annotated[
        float, Meta(gt=0.0, le=1.0, description="pages of more relevance count as relevant in its state (WSE η, M)")
    ] = 0.7
    P_t: Annotated[
        float, Meta(ge=0.0, le=1.0, description="how often a page of the bank gives way to one that it dominates")
    ] = 0.1
    retrieved: Annotated[
        int, Meta(ge=2, le=10_000, description="pages that the retrieved bank keeps when it is full at twice as many")
    ] = 500
    picker: Annotated[
        Picker,
        Meta(description="who picks among pages that do not dominate one another: WSE's NFCS, or CDC of NSGA-II"),
    ] = "nfcs"
    reserve: Annotated[
        bool, Meta(description="keep links that score no more than tau and reopen them when no other waits")
    ] = True
    walkers: WalkerCount = 64


class WseState(Struct, frozen=True):
    drawn: int = 0
    generations: int = 0
    restarts: int = 0
    reopened: int = 0
    pages: int = 0
    relevant: int = 0
    d_space: float = 1.0
    seeds: list[int] = []
    retrieved: list[int] = []
    came: list[int] | None = None
    generation: list[int] = []
    ahead: int = 0


class Wse(WithReserve):
    paper = "WSE 6"
    link_model = "cpe"
    needs = frozenset({"factors", "graph"})

    def __init__(self, parameters: Parameters) -> None:
        p, name = parameters, type(self).__name__.lower()
        if p.eta <= p.tau:
            raise BadSetting(
                f"strategy '{name}': eta must exceed tau, but {p.eta:g} <= {p.tau:g}; by default they are 0.7 and 0.2"
            )
        if p.retrieved < 2 * p.k:
            raise BadSetting(
                f"strategy '{name}': retrieved must be at least twice k, but {p.retrieved} < 2 · {p.k}; "
                "by default they are 500 and 30"
            )
        super().__init__(p.tau, reserve=p.reserve)
        self.parameters = p
        self.generations = 0
        self.restarts = 0
        """How often the loop began again from the best waiting links."""
        self.pages = 0
        self.relevant = 0
        self.draws: ResumableRandom
        self.seeds: SeedBank
        self.retrieved: RetrievedBank
        self._generation = Generation(self.frontier, ())
        self._came: dict[int, NDArray[np.int32]] | None = {}
        """Pages of a generation that becomes the seed bank, and their links; None for one of the bank's links."""
        self._outside: set[int] = set()
        """Links that were fetched ahead and not told yet."""
        self._ahead = 0
        """How many were named since the generation last moved."""

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._begin(ResumableRandom(rng), known)
        super().start(seeds, rng, known)
        self._generation = Generation(self.frontier, [seed.id for seed in seeds])

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        named: list[int] = []
        while len(named) < n and len(self._generation.sent) + len(self._outside) < self.parameters.walkers:
            number = self._next(busy)
            if number == NOBODY:
                break
            named.append(number)
        return named

    def tell(self, visit: Visit) -> None:
        number = visit.link.id
        is_member = number in self._generation.sent
        self._outside.discard(number)
        super().tell(visit)
        if visit.again:
            if is_member:
                self._generation.back(number)
            return
        self._generation.sent.pop(number, None)
        if visit.outcome is Outcome.PAGE:
            self.pages += 1
            self.relevant += visit.relevance > self.parameters.eta
            links = np.array([scored.link.id for scored in visit.links], np.int32)
            if is_member and self._came is not None:
                self._came[number] = links
            else:
                self.retrieved.add(number, links)
        elif visit.outcome is Outcome.REDIRECT and is_member and visit.links:
            self._generation.join(visit.links[0].link.id)

    def state(self) -> dict[str, object]:
        state: dict[str, object] = to_builtins(
            WseState(
                self.draws.count,
                self.generations,
                self.restarts,
                self.reopened,
                self.pages,
                self.relevant,
                self.seeds.d_space,
                list(self.seeds.pages),
                list(self.retrieved.pages),
                None if self._came is None else list(self._came),
                self._generation.left(),
                self._ahead,
            )
        )
        return state

    def metrics(self) -> dict[str, float]:
        return {
            "generations": self.generations,
            "restarts": self.restarts,
            **super().metrics(),
            "relevant": self.relevant,
            "retrieved": len(self.retrieved.pages),
            "seed_bank": len(self.seeds.pages),
            "d_space": self.seeds.d_space,
        }

    def roles(self) -> dict[str, list[int]]:
        return {"seed bank": list(self.seeds.pages)}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        stored = convert(state, WseState)
        self._begin(ResumableRandom(rng, stored.drawn), known)
        self.generations, self.restarts = stored.generations, stored.restarts
        self.pages, self.relevant, self._ahead = stored.pages, stored.relevant, stored.ahead
        self._generation = Generation(self.frontier, stored.generation)
        links = links_of([*stored.seeds, *stored.retrieved, *(stored.came or ())], known)
        self.seeds.seat({page: links[page] for page in stored.seeds})
        self.seeds.d_space = stored.d_space
        self.retrieved.pages = {page: links[page] for page in stored.retrieved}
        self._came = None if stored.came is None else {page: links[page] for page in stored.came}

    def _begin(self, draws: ResumableRandom, known: CrawlView) -> None:
        p = self.parameters
        self.draws = draws
        self.seeds = SeedBank(p.k, p.P_t, draws, known)
        self.retrieved = RetrievedBank(p.retrieved, draws, known, p.picker)

    def _next(self, busy: Set[int]) -> int:
        while True:
            number = self._generation.take(busy)
            if number != NOBODY:
                self._ahead = 0
                return number
            if self._generation.is_over:
                if not self._advance(busy):
                    return NOBODY
            elif not self._generation.sent and self._ahead >= max(self.parameters.k, len(self._generation)):
                self._generation.let_go()
            else:
                return self._look_ahead(busy)

    def _look_ahead(self, busy: Set[int]) -> int:
        taken = self.take(1, busy)
        if not taken:
            return NOBODY
        self._outside.add(taken[0])
        self._ahead += 1
        return taken[0]

    def _advance(self, busy: Set[int]) -> bool:
        """Steps 7 to 10 and 5 until there are links to fetch; else the loop begins again. Whether there are any."""
        k = self.parameters.k
        while self._generation.is_over:
            if self._came is not None:
                self._open(self._came)
            elif self.retrieved.pages:
                self.seeds.test(self.retrieved.mark(k))  # steps 7 to 9
                self.seeds.widen()  # step 10
                self.generations += 1
            else:
                return self._restart(busy)
            links = self.frontier.waiting_above(self.seeds.links, self.floor)  # steps 5 and 6
            self._generation = Generation(self.frontier, list(dict.fromkeys(links.tolist())))
            self._ahead = 0
        return True

    def _open(self, came: dict[int, NDArray[np.int32]]) -> None:
        """Steps 3 and 4: what came is the seed bank."""
        if len(came) > self.parameters.k:
            first = RetrievedBank(len(came), self.draws, self.retrieved.known, self.parameters.picker)
            first.pages = came
            came = first.take(self.parameters.k)
            for page, links in first.pages.items():
                self.retrieved.add(page, links)
        self.seeds.seat(came)
        self.seeds.draw_circles()
        self._came = None

    def _restart(self, busy: Set[int]) -> bool:
        first = self.frontier.take(self.parameters.k, busy, above=self.floor)
        if not first and self.reserve:
            first = self.frontier.take(1, busy)
            self.reopened += len(first)
        if not first:
            return False
        for number in first:
            self.frontier.put_back(number)
        self.restarts += 1
        self._came = {}
        self._generation = Generation(self.frontier, first)
        self._ahead = 0
        return True
