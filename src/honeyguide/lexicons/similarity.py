"""How near two concepts are in a hierarchy, by what lies above both of them (HYB eq. 1–3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum, log, sqrt
from typing import Literal, NamedTuple, Protocol

_REMEMBERED = 20_000
Sememes = Literal["mean", "sum"]
"""What pairs of sememes make of two concepts: their mean [ours], or as printed their sum (HYB eq. 3)."""


class Hierarchy(Protocol):
    """Concepts by number, and what lies above and below them."""

    composed: bool
    """Whether concepts are made of others (HowNet's sememes); else each is a node of the hierarchy."""

    def __len__(self) -> int:
        """Nodes of the hierarchy."""
        ...

    def above(self, concept: int) -> Sequence[int]: ...

    def below(self, concept: int) -> int:
        """How many concepts lie below it, at any depth."""
        ...

    def sememes(self, concept: int) -> Sequence[int]:
        """What it is made of; itself when it is a node of the hierarchy."""
        ...


class Upward(NamedTuple):
    """Some concepts and all that lie above them, the most telling first."""

    ordered: tuple[int, ...]
    all: frozenset[int]


class ConceptSimilarity:
    """1 for a concept with itself [ours]: by the formula it would be 1 for concepts without any below alone."""

    def __init__(self, hierarchy: Hierarchy, sememes: Sememes = "mean") -> None:
        self.hierarchy = hierarchy
        self.sememes = sememes
        self._climbed = lru_cache(_REMEMBERED)(self._climb)

    def information(self, concept: int) -> float:
        """How much a concept says: 1 for one without any below it, near 0 at the top.

        The paper calls this value the probability p(c) and puts it where eq. 1 has −log p(c): so do we [ours].
        """
        total = len(self.hierarchy)
        if total < 2:
            return 1.0
        return max(0.0, 1 - log(self.hierarchy.below(concept) + 1) / log(total))  # HYB eq. 2

    def of_words(self, one: Sequence[int], other: Sequence[int]) -> float | None:
        """Of two words, by the concepts that each can mean: the best pair counts [ours].

        None when nothing lies above any two of them: the hierarchy cannot tell, which is not the same as 0 [ours].
        """
        if not set(one).isdisjoint(other):
            return 1.0
        if not self.hierarchy.composed:  # the best of all pairs at once: what lies above any here and any there
            return self._nodes(one, other)
        found = [value for p1 in one for p2 in other if (value := self.of_concepts(p1, p2)) is not None]
        return max(found, default=None)

    def of_concepts(self, one: int, other: int) -> float | None:
        """The printed sum has no bound: three sememes each are nine pairs, and 1 is the most."""
        p1, p2 = self.hierarchy.sememes(one), self.hierarchy.sememes(other)
        if set(p1) == set(p2):
            return 1.0
        pairs = [self._nodes((c1,), (c2,)) for c1 in p1 for c2 in p2]
        told = [value for value in pairs if value is not None]
        if not told:
            return None
        share = min(len(p1), len(p2)) / sqrt(len(p1) * len(p2))
        summed = fsum(told) if self.sememes == "sum" else fsum(told) / len(pairs)
        return min(1.0, share * summed)  # HYB eq. 3

    def upward(self, concepts: Sequence[int]) -> Upward:
        return self._climbed(tuple(concepts))

    def _nodes(self, one: Sequence[int], other: Sequence[int]) -> float | None:
        if not set(one).isdisjoint(other):
            return 1.0
        others = self.upward(other).all
        for concept in self.upward(one).ordered:
            if concept in others:
                return self.information(concept)  # HYB eq. 1 and 2: the largest over all that lie above both
        return None

    def _climb(self, concepts: tuple[int, ...]) -> Upward:
        reached: set[int] = set()
        waiting = list(concepts)
        while waiting:
            concept = waiting.pop()
            if concept not in reached:
                reached.add(concept)
                waiting.extend(self.hierarchy.above(concept))
        return Upward(tuple(sorted(reached, key=self._telling)), frozenset(reached))

    def _telling(self, concept: int) -> tuple[int, int]:
        return self.hierarchy.below(concept), concept
