"""Simulated annealing with a memory of hosts: worse links are taken less and less often as it cools (WSE, IELP)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct, convert, to_builtins
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.parameters import WalkerCount
from honeyguide.strategies.walkers import NOBODY, Walker, Walking, metropolis

WITHOUT_BUDGET = 15_000
"""Pages that it cools for when the crawl has no limit: those of the crawls in WSE 7 and IELP 4 [ours]."""


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    T0: Annotated[float, Meta(ge=1e-6, le=1e6, description="temperature at the start, in units of E")] = 0.1
    cooling: Annotated[
        float,
        Meta(
            ge=0.0,
            le=1.0,
            description="what the temperature is multiplied by after every page; 0: so that it ends at the floor",
        ),
    ] = 0.0
    floor: Annotated[float, Meta(ge=1e-6, le=1e6, description="temperature below which it does not fall")] = 0.001
    budget: Annotated[int, Meta(ge=0, description="pages of the crawl, in which it cools; 15,000 when this is 0")] = 0
    head: Annotated[
        Literal["accepted", "measured"],
        Meta(description="E of the page it stands on: as its link was accepted, or with F1 as measured since"),
    ] = "accepted"
    hosts: Annotated[
        int, Meta(ge=0, le=10_000, description="hosts whose mean relevance stands in for F1; 0: CPE's own estimate")
    ] = 1000
    walkers: WalkerCount = 64


class HostState(Struct, frozen=True):
    seen: list[tuple[int, int, float]] = []
    """Host, pages and their mean relevance; the host that was seen last stands last."""
    settled: list[tuple[int, float]] = []


class HostMemory:
    """How relevant the pages of the hosts seen last were, in the mean."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Hosts that it remembers; the one that gave no page for longest is forgotten first."""
        self.means: dict[int, float] = {}
        """Host → the mean relevance of its pages so far."""
        self.settled: dict[int, float] = {}
        """The same as it was when `settle` was last called."""
        self._pages: dict[int, int] = {}

    def learn(self, host: int, relevance: float) -> None:
        """One more page of the host."""
        pages = self._pages[host] = self._pages.get(host, 0) + 1
        mean = self.means.pop(host, 0.0)
        self.means[host] = mean + (relevance - mean) / pages
        if len(self.means) > self.most:
            oldest = next(iter(self.means))
            del self.means[oldest], self._pages[oldest]

    def settle(self) -> None:
        """For scores that move all at once: remember the means as they are now."""
        self.settled = dict(self.means)

    def state(self) -> HostState:
        seen = [(host, self._pages[host], mean) for host, mean in self.means.items()]
        return HostState(seen, list(self.settled.items()))

    def restore(self, state: HostState) -> None:
        self._pages = {host: pages for host, pages, _ in state.seen}
        self.means = {host: mean for host, _, mean in state.seen}
        self.settled = dict(state.settled)


class Annealer(Walker, array_like=True, gc=False):
    accepted: float = 0.0
    """E by which its choice was taken."""


class FcsaState(Struct, frozen=True):
    walkers: list[Annealer] = []
    pages: int = 0
    hosts: HostState = HostState()


class Fcsa(Walking):
    """The papers name it, with simulated annealing, CPE and information about hosts; the rest is our reading [ours].

    E is CPE, and the mean relevance of a host's pages stands in for F1 of its links; a host without pages keeps the
    estimate of CPE. The head keeps the E by which its link was accepted, as in IELP step 8: were it judged by its
    page, then every link of a bad page would count as better. It cools in as many pages as the crawl has.

    A walker compares links by the means of the moment. In the queue they wait by the means as of the last time that
    all scores moved: else every page would move all links of its host.
    """

    paper = "WSE 7, IELP 4"
    link_model = "cpe"
    needs = frozenset({"factors"})

    def __init__(self, parameters: Parameters) -> None:
        if parameters.floor > parameters.T0:
            raise BadSetting(
                f"strategy 'fcsa': floor must not exceed T0, but {parameters.floor:g} > {parameters.T0:g}; "
                "by default they are 0.001 and 0.1"
            )
        super().__init__(parameters.walkers)
        self.parameters = parameters
        self.memory = HostMemory(parameters.hosts)
        self.pages = 0
        steps = max(1, (parameters.budget or WITHOUT_BUDGET) - 1)
        self._cooling = parameters.cooling or (parameters.floor / parameters.T0) ** (1 / steps)
        self._heat = parameters.T0
        self._energies: dict[int, float] = {}

    @property
    def temperature(self) -> float:
        """T0 on the first page; a step of the cooling is a page: by trials, ten pages would make it cold."""
        p = self.parameters
        return max(p.floor, p.T0 * self._cooling ** max(0, self.pages - 1))

    def accepts(self, walker: Walker, number: int) -> bool:
        return metropolis(self._energies[number] - walker.energy, self._heat, self.draws)

    def choose(self, walker: Walker) -> int:
        if not walker.links:
            return NOBODY
        ids = np.array(walker.links, np.int64)
        hosts = [self.frontier.host_of(number) for number in walker.links]
        self._energies = dict(zip(walker.links, self._energy(ids, hosts, self.memory.means).tolist(), strict=True))
        self._heat = self.temperature
        number = super().choose(walker)
        if number != NOBODY:
            assert isinstance(walker, Annealer)
            walker.accepted = self._energies[number]
        return number

    def arrive(self, walker: Walker, visit: Visit) -> None:
        assert isinstance(walker, Annealer)
        super().arrive(walker, visit)
        walker.energy = walker.accepted  # IELP step 8
        if self.parameters.head == "measured":
            walker.energy = float(self._priority(self.known.factors(np.array([visit.link.id], np.int64)))[0])

    def valued(
        self, ids: NDArray[np.int64], hosts: NDArray[np.int64], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        return self._energy(ids, hosts.tolist(), self.memory.settled).astype(np.float32)

    def tell(self, visit: Visit) -> None:
        if visit.outcome is Outcome.PAGE:
            self.pages += 1
            self.memory.learn(visit.link.host, visit.relevance)
        super().tell(visit)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        self.memory.settle()
        hosts = self.frontier.hosts()[: len(scores)]
        super().rescore(self.valued(np.arange(len(hosts)), hosts, scores))

    def state(self) -> dict[str, object]:
        own: dict[str, object] = to_builtins(FcsaState([], self.pages, self.memory.state()))
        return own | super().state()

    def metrics(self) -> dict[str, float]:
        return {**super().metrics(), "temperature": self.temperature}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        stored = convert(state, FcsaState)
        self.pages = stored.pages
        self.memory.restore(stored.hosts)
        super().resume(waiting, state, rng, known)
        self._free = deque(stored.walkers[: self.most])

    def _restart(self, busy: Set[int]) -> int:
        number = super()._restart(busy)
        if number != NOBODY:
            self._sent[number] = Annealer(number, accepted=self.frontier.score_of(number))
        return number

    def _energy(
        self, ids: NDArray[np.int64], hosts: Sequence[int], means: Mapping[int, float]
    ) -> NDArray[np.float64]:
        factors = self.known.factors(ids).astype(np.float64)
        remembered = np.array([means.get(host, np.nan) for host in hosts])
        factors[:, 0] = np.where(np.isnan(remembered), factors[:, 0], remembered)
        return self._priority(factors)

    def _priority(self, factors: NDArray[np.floating]) -> NDArray[np.float64]:
        told = np.zeros(len(factors))
        for weight, factor in zip(self.known.factor_weights, factors.astype(np.float64).T, strict=True):
            told += weight * factor  # WSE eq. 10
        return told
