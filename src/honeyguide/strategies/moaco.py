"""Multi-objective ant colony: ants on the link graph, and pheromone where good pages were (WSE 7, MOACO)."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Mapping, Sequence, Set
from heapq import nlargest
from itertools import accumulate
from math import pow
from random import Random
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct, convert, field, to_builtins

from honeyguide.model import Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.parameters import Candidates, KeepsDiscarded, LinkThreshold, WalkerCount
from honeyguide.strategies.pareto import fronts, nfcs
from honeyguide.strategies.walkers import NOBODY, Walker, Walking, best_links, path_of

LEAST_PHEROMONE = 0.1
"""What lies everywhere [ours]: so that no place is ruled out, and only places above it need be remembered."""


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    ants: Annotated[int, Meta(ge=1, le=1000, description="ants of the colony, and pages of a cycle")] = 10
    evaporation: Annotated[
        float, Meta(gt=0.0, lt=1.0, description="share of the pheromone that evaporates in a cycle")
    ] = 0.1
    alpha: Annotated[float, Meta(ge=0.0, le=10.0, description="exponent of the pheromone in an ant's choice")] = 1.0
    beta: Annotated[float, Meta(ge=0.0, le=10.0, description="exponent of the priority E in an ant's choice")] = 2.0
    archive: Annotated[int, Meta(ge=1, le=200, description="pages of the Pareto archive, which lay pheromone")] = 50
    trails: Annotated[
        int, Meta(ge=1, le=2000, description="hosts, and as many paths, whose pheromone is remembered")
    ] = 1000
    candidates: Candidates = 50
    r2: LinkThreshold = 0.12
    reserve: KeepsDiscarded = True
    walkers: WalkerCount = 64


class Ant(Walker, array_like=True, gc=False):
    paths: list[int] = field(default_factory=list)
    """Of its links."""


class FoundLink(Struct, frozen=True, array_like=True, gc=False):
    """A page that an ant came to."""

    factors: tuple[float, float, float, float]
    host: int
    path: int


class ColonyState(Struct, frozen=True):
    walkers: list[Ant] = []
    cycles: int = 0
    moved: int = 0
    came: list[FoundLink] = []
    archive: list[FoundLink] = []
    hosts: list[tuple[int, float]] = []
    paths: list[tuple[int, float]] = []


class Trails:
    """Pheromone on places, evaporating everywhere (Dorigo and Gambardella 1997)."""

    def __init__(self, evaporation: float, most: int) -> None:
        self.evaporation = evaporation
        self.most = most
        """Places that it remembers; the weakest are forgotten first."""
        self.strength: dict[int, float] = {}

    def on(self, place: int) -> float:
        return self.strength.get(place, LEAST_PHEROMONE)

    def renew(self, laid: Mapping[int, float]) -> None:
        """A cycle is over: τ = (1 − ρ)·τ + ρ·Δτ, where Δτ was laid on the place, else 0."""
        rho = self.evaporation
        places = self.strength.keys() | laid.keys()
        moved = {place: (1.0 - rho) * self.on(place) + rho * laid.get(place, 0.0) for place in places}
        above = [place for place, strength in moved.items() if strength > LEAST_PHEROMONE]
        if len(above) > self.most:
            above = nlargest(self.most, above, key=lambda place: (moved[place], -place))
        self.strength = {place: moved[place] for place in above}


class Moaco(Walking):
    """The paper names it, no more; this is our reading [ours].

    An ant stands on a page and goes to one of the page's links that no other dominates in F1 to F4, with a chance in
    proportion to τ^α·E^β; τ is the mean pheromone of the link's host and path. After as many pages as there are ants,
    a cycle, the pheromone evaporates, and the pages of the archive lay theirs: as much as they are relevant.
    """

    paper = "WSE 7"
    link_model = "cpe"
    needs = frozenset({"factors"})

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(max(parameters.ants, parameters.walkers), parameters.r2, reserve=parameters.reserve)
        self.parameters = parameters
        self.cycles = 0
        self.archive: list[FoundLink] = []
        """Pages that no other dominates …"""
        self.hosts = Trails(parameters.evaporation, parameters.trails)
        self.paths = Trails(parameters.evaporation, parameters.trails)
        """… and where they laid pheromone."""
        self._moved = 0
        """Pages of this cycle …"""
        self._came: list[FoundLink] = []
        """… and what they were like."""

    def choose(self, walker: Walker) -> int:
        """One of the links that no other dominates, by the pull that each of them has."""
        assert isinstance(walker, Ant)
        left = [(n, path) for n, path in zip(walker.links, walker.paths, strict=True) if self.frontier.waits(n)]
        if not left:
            return NOBODY
        factors = self.known.factors(np.array([number for number, _ in left], np.int64))
        best = np.flatnonzero(fronts(factors) == 0).tolist()
        pulls = list(accumulate(self._pull(*left[at]) for at in best))
        if pulls[-1] <= 0.0:
            return NOBODY
        at = best[min(bisect_right(pulls, self.draws.random() * pulls[-1]), len(best) - 1)]
        number, _ = left.pop(at)
        walker.links, walker.paths = [n for n, _ in left], [path for _, path in left]
        return number

    def arrive(self, walker: Walker, visit: Visit) -> None:
        assert isinstance(walker, Ant)
        link = visit.link
        walker.head = link.id
        walker.links, walker.paths = best_links(visit, self.parameters.candidates, self.floor, self.frontier)
        self._moved += 1
        if link.depth:  # a seed has no anchor and no page that holds it: there is nothing to compare [ours]
            target, pages, anchor, rank = self.known.factors(np.array([link.id], np.int64))[0].tolist()
            self._came.append(FoundLink((target, pages, anchor, rank), link.host, path_of(link.url)))
        if self._moved >= self.parameters.ants:
            self._end_cycle()

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        """The colony is kept at its number, and its ants take turns; more than `walkers` are never under way."""
        n = min(n, self.parameters.walkers - len(self._sent))
        named: list[int] = []
        while len(named) < n and len(self._sent) + len(self._free) < self.parameters.ants:
            if (number := self._restart(busy)) == NOBODY:
                break
            named.append(number)
        return [*named, *super().ask(n - len(named), busy=busy)]

    def state(self) -> dict[str, object]:
        hosts, paths = list(self.hosts.strength.items()), list(self.paths.strength.items())
        own = ColonyState([], self.cycles, self._moved, self._came, self.archive, hosts, paths)
        stored: dict[str, object] = to_builtins(own)
        return stored | super().state()

    def metrics(self) -> dict[str, float]:
        return {"cycles": self.cycles, **super().metrics(), "archive": len(self.archive)}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        stored = convert(state, ColonyState)
        self._free = deque(stored.walkers[: self.most])
        self.cycles, self._moved = stored.cycles, stored.moved
        self._came, self.archive = stored.came, stored.archive
        self.hosts.strength, self.paths.strength = dict(stored.hosts), dict(stored.paths)

    def _pull(self, number: int, path: int) -> float:
        """p ∝ τ^α · η^β (Dorigo, Maniezzo and Colorni 1996), with E for η."""
        pheromone = (self.hosts.on(self.frontier.host_of(number)) + self.paths.on(path)) / 2
        return pow(pheromone, self.parameters.alpha) * pow(self.frontier.score_of(number), self.parameters.beta)

    def _end_cycle(self) -> None:
        found = self.archive + self._came
        if found:
            points = np.array([page.factors for page in found])
            best = np.flatnonzero(fronts(points) == 0)
            if len(best) > self.parameters.archive:
                best = best[sorted(nfcs(points[best], self.parameters.archive, self.draws))]
            self.archive = [found[at] for at in best.tolist()]
        hosts: dict[int, float] = {}
        paths: dict[int, float] = {}
        for page in self.archive:
            hosts[page.host] = max(hosts.get(page.host, 0.0), page.factors[0])
            paths[page.path] = max(paths.get(page.path, 0.0), page.factors[0])
        self.hosts.renew(hosts)
        self.paths.renew(paths)
        self.cycles += 1
        self._moved, self._came = 0, []

    def _restart(self, busy: Set[int]) -> int:
        number = super()._restart(busy)
        if number != NOBODY:
            self._sent[number] = Ant(number)
        return number
