"""Small webs written down link by link, and dice whose throws are written down, for crawls worked by hand."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import Strategy
from honeyguide.strategies.resumable_random import ResumableRandom


class Dice(ResumableRandom):
    """Throws that the test names, in order; it is an error when more are asked for."""

    def __init__(self, throws: Sequence[float]) -> None:
        super().__init__(Random(0))
        self.left = list(throws)

    def random(self) -> float:
        self.count += 1
        return self.left.pop(0)


class WorkedWeb:
    """`links[page][target]` is E of the link as that page gives it; pages without a host are on host 0."""

    def __init__(
        self,
        links: Mapping[int, Mapping[int, float]],
        *,
        seeds: Sequence[int] = (0,),
        hosts: Mapping[int, int] | None = None,
        relevance: Mapping[int, float] | None = None,
        factors: Mapping[int, Sequence[float]] | None = None,
        factor_weights: Sequence[float] = (0.3, 0.15, 0.35, 0.2),
    ) -> None:
        self.factor_weights = factor_weights
        self.links = links
        self.hosts = hosts or {}
        self.relevance = relevance or {}
        self.rows = factors or {}
        self.parents = dict.fromkeys(seeds, -1)
        for page, targets in links.items():
            for target in targets:
                self.parents.setdefault(target, page)
        self.came: list[int] = []
        self.seeds = [self.link(seed) for seed in seeds]

    def link(self, number: int) -> Link:
        parent = self.parents[number]
        return Link(number, f"http://a.example/{number}", self.hosts.get(number, 0), self.depth(number), parent)

    def page(self, number: int) -> Visit:
        scored = tuple(ScoredLink(self.link(t), e) for t, e in self.links.get(number, {}).items())
        relevance = self.relevance.get(number, 0.0)
        if number not in self.came:
            self.came.append(number)
        return Visit(self.link(number), Outcome.PAGE, relevance, scored, on_topic=relevance > 0.5)

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        rows = [self.rows.get(number, (0.0, 0.0, 0.0, 0.0)) for number in ids.tolist()]
        return np.array(rows, np.float32).reshape(-1, 4)

    def parent(self, number: int) -> int:
        return self.parents[number]

    def depth(self, number: int) -> int:
        parent = self.parents[number]
        return 0 if parent < 0 else 1 + self.depth(parent)

    def graph(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Of the pages that were asked for with `page`, in that order."""
        targets = [list(self.links.get(number, {})) for number in self.came]
        ends = np.cumsum([len(each) for each in targets])
        flat = [number for each in targets for number in each]
        return np.array(self.came, np.int32), ends.astype(np.int32), np.array(flat, np.int32)

    def hosts_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([self.hosts.get(number, 0) for number in ids.tolist()], np.int64)

    def order(self, strategy: Strategy) -> Iterator[int]:
        """The pages one at a time, as a strategy that was started asks for them."""
        while asked := strategy.ask(1):
            yield asked[0]
            strategy.tell(self.page(asked[0]))
