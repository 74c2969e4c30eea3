"""What strategies share that keep their links in one frontier and take the best: what differs, each says itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random

import numpy as np
from msgspec import convert
from numpy.typing import NDArray

from honeyguide.model import Link, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.frontier import Frontier


class BestFirst:
    """Always the waiting link that scores highest, by what the link model says."""

    paper = "none"
    link_model = "cre"
    needs: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.frontier = Frontier()
        self.known: CrawlView
        self.changed: set[int] = set()
        """Links whose `kept` numbers are new."""

    @property
    def waiting(self) -> int:
        return self.frontier.waiting

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self.known = known
        self._add([ScoredLink(seed, 1.0) for seed in seeds])

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return self.frontier.take(n, busy)

    def tell(self, visit: Visit) -> None:
        if visit.again:
            self.frontier.put_back(visit.link.id)
        self._add(visit.links)

    def remove(self, number: int) -> bool:
        return self.frontier.remove(number)

    def best(self, n: int) -> Sequence[float]:
        return self.frontier.best(n)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        self.frontier.rescore(scores)

    def move(self, ids: NDArray[np.int64], scores: NDArray[np.float32]) -> None:
        """These alone have new scores."""
        self.frontier.move(ids, scores)

    def state(self) -> dict[str, object]:
        return {}

    def metrics(self) -> dict[str, float]:
        return {}

    def kept(self, number: int) -> tuple[float, float]:
        """What is stored with a link of `changed`."""
        raise NotImplementedError

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        rows = [(number, *self.kept(number)) for number in sorted(self.changed)]
        self.changed.clear()
        return rows

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        self.known = known
        self.frontier.load(waiting, self.stored_scores(waiting))

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        """By which the links of a stopped crawl go on waiting."""
        return waiting.scores

    def _add(self, links: Sequence[ScoredLink]) -> None:
        scores = [scored.score for scored in links]
        self.frontier.add(*numbers_of(links), scores, may_fall=True)


class WithReserve(BestFirst):
    """Links that score no more than a floor are its reserve: taken when no better one can be had, or never."""

    def __init__(self, floor: float, *, reserve: bool) -> None:
        super().__init__()
        self.floor = float(np.float32(floor))
        """As exact as the scores of the frontier."""
        self.reserve = reserve
        self.reopened = 0
        """Links taken from the reserve."""

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return self.take(n, busy)

    def take(self, n: int, busy: Set[int]) -> list[int]:
        taken = self.frontier.take(n, busy, above=-1.0 if self.reserve else self.floor)
        self.reopened += sum(self.frontier.score_of(number) <= self.floor for number in taken)
        return taken

    def state(self) -> dict[str, object]:
        return {"reopened": self.reopened}

    def metrics(self) -> dict[str, float]:
        return {"reopened": self.reopened}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        self.reopened = convert(state.get("reopened", 0), int)


class Prioritized(BestFirst):
    """A subclass says what the priority of a link is.

    It may rise while the link waits; it is kept with the link, so that a resume is exact.
    """

    def __init__(self) -> None:
        super().__init__()
        self._priorities: dict[int, float] = {}

    def priority(self, link: ScoredLink) -> float:
        """In [0, 1], the highest first; among equals, first found first."""
        raise NotImplementedError

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """Priorities are its own: a link that is seen again gets a new one."""

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        changed, self._priorities = self._priorities, {}
        return [(number, priority, 0.0) for number, priority in changed.items()]

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        return kept_or_new(waiting)

    def _add(self, links: Sequence[ScoredLink]) -> None:
        ids, hosts = numbers_of(links)
        priorities = [self.priority(scored) for scored in links]
        for number, priority in zip(ids, priorities, strict=True):
            if not self.frontier.waits(number) or priority > self.frontier.score_of(number):
                self._priorities[number] = priority
        self.frontier.add(ids, hosts, priorities)


def kept_or_new(waiting: WaitingLinks, *, seed: float = 1.0, share: float = 1.0) -> NDArray[np.float32]:
    """The number kept with each link. A seed that was added since has none, and no link has one after the topic
    changed: that counts by a share of its score."""
    new = np.where(waiting.depths == 0, seed, share * waiting.scores)
    kept = waiting.link_state[:, 0]
    return np.where(np.isnan(kept), new, kept).astype(np.float32)


def numbers_of(links: Sequence[ScoredLink]) -> tuple[list[int], list[int]]:
    """Of the links, and of their hosts."""
    return [scored.link.id for scored in links], [scored.link.host for scored in links]
