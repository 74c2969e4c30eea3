"""Tabu search: the best link of the page, but never back to hosts and paths just left (WSE 7, On-ITS)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set
from random import Random
from typing import Annotated

from msgspec import Meta, Struct, convert, field, to_builtins

from honeyguide.model import Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.parameters import Candidates, KeepsDiscarded, LinkThreshold, WalkerCount
from honeyguide.strategies.walkers import NOBODY, Walker, Walking, best_links, path_of


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    tenure: Annotated[
        int, Meta(ge=1, le=200, description="pages for which a host or path that was left stays tabu")
    ] = 20
    candidates: Candidates = 50
    r2: LinkThreshold = 0.12
    reserve: KeepsDiscarded = True
    walkers: WalkerCount = 64


class TabuList(Struct, array_like=True, gc=False):
    """Where a walk may not go back to (Glover 1989): host and path of its last pages, the newest last.

    Small, because it is stored with every commit.
    """

    places: list[tuple[int, int]] = []

    def visit(self, host: int, path: int, tenure: int) -> None:
        """The walk stands here now; the `tenure` places before are remembered."""
        self.places.append((host, path))
        del self.places[: -(tenure + 1)]

    def left(self) -> tuple[set[int], set[int]]:
        """Hosts and paths that are tabu. To stay where it is, the walk is free."""
        if not self.places:
            return set(), set()
        host, path = self.places[-1]
        return {one for one, _ in self.places} - {host}, {one for _, one in self.places} - {path}


class Searcher(Walker, array_like=True, gc=False):
    """A walker whose `energy` is the best E that its walk has come to, and whose links stand best first."""

    paths: list[int] = field(default_factory=list)
    """Of its links."""
    tabu: TabuList = field(default_factory=TabuList)


class TabuState(Struct, frozen=True):
    walkers: list[Searcher] = []
    aspired: int = 0
    idle: list[TabuList] = []


class OnIts(Walking):
    """The paper names tabu objects and an aspiration criterion, no more; the rest is our reading [ours].

    What is tabu are hosts and directories that the walk left: a host while it is on another one, a directory while it
    is in another one. A page whose links are all tabu ends the walk; the next one, from the best waiting link, goes
    on with its tabu list.
    """

    paper = "WSE 7"
    link_model = "cpe"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters.walkers, parameters.r2, reserve=parameters.reserve)
        self.parameters = parameters
        self.aspired = 0
        """Tabu links that were taken because they beat the best so far."""
        self._idle: deque[TabuList] = deque()
        """Lists of the walks that ended, for those to come."""

    def choose(self, walker: Walker) -> int:
        """The best that is not tabu; or that is, and beats the best so far (aspiration)."""
        assert isinstance(walker, Searcher)
        hosts, paths = walker.tabu.left()
        for at, (number, path) in enumerate(zip(walker.links, walker.paths, strict=True)):
            if not self.frontier.waits(number):
                continue
            if self.frontier.host_of(number) in hosts or path in paths:
                if self.frontier.score_of(number) <= walker.energy:
                    continue
                self.aspired += 1
            del walker.links[at], walker.paths[at]
            return number
        self._idle.append(walker.tabu)
        return NOBODY

    def arrive(self, walker: Walker, visit: Visit) -> None:
        assert isinstance(walker, Searcher)
        link = visit.link
        walker.head = link.id
        if link.depth:  # a seed has no anchor and no page that holds it: its E is nothing to beat [ours]
            walker.energy = max(walker.energy, self.frontier.score_of(link.id))
        walker.tabu.visit(link.host, path_of(link.url), self.parameters.tenure)
        walker.links, walker.paths = best_links(visit, self.parameters.candidates, self.floor, self.frontier)

    def state(self) -> dict[str, object]:
        return super().state() | {"aspired": self.aspired, "idle": to_builtins(list(self._idle))}

    def metrics(self) -> dict[str, float]:
        return {**super().metrics(), "aspired": self.aspired}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        stored = convert(state, TabuState)
        self._free = deque(stored.walkers[: self.most])
        self._idle = deque(stored.idle)
        self.aspired = stored.aspired

    def _restart(self, busy: Set[int]) -> int:
        free = list(self._free)
        number = super()._restart(busy)
        if number != NOBODY:
            for walker in free[: len(free) - len(self._free)]:
                assert isinstance(walker, Searcher)
                self._idle.append(walker.tabu)
            self._sent[number] = Searcher(number, tabu=self._idle.popleft() if self._idle else TabuList())
        return number
