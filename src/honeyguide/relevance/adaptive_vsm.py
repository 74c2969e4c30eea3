"""Cosine with a standard vector that learns from what is accepted, and a threshold that moves as the crawl goes on.

NEWS eq. 1–2, Algorithm 1; ALGORITHMS P4. Weight(KeyWord, Class) is the topic's weight of a keyword. N and n of eq. 1
count the pages of the crawl so far, the page itself among them [ours]: the training texts that may have refined the
topic (T4) are not at hand any more. A worker counts; the main process, which sees all pages in order, decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from honeyguide.idf import idf
from honeyguide.model import Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance.evidence import PageModel, largest

LOWEST, HIGHEST = 0.05, 0.95
"""Where the threshold stays [ours]."""
_SHOWN = 3
_LEAST = 0.0005
"""A word about a move of the vector names no more keywords, and none that moves by less."""


class Parameters(Struct, frozen=True):
    threshold: Annotated[float, Meta(ge=0, le=1, description="Where the threshold begins.")] = 0.5
    alpha: Annotated[float, Meta(ge=1, le=10, description="Times the threshold when enough pages came (α).")] = 1.05
    beta: Annotated[float, Meta(ge=1, le=10, description="The same when too few of them are on topic (β).")] = 1.15
    gamma: Annotated[float, Meta(gt=0, le=1, description="The same when too few pages came at all (γ).")] = 0.9
    mu: Annotated[float, Meta(ge=0, le=1, description="A smaller share on topic is too small (μ).")] = 0.5
    pages: Annotated[int, Meta(ge=1, le=1_000_000, description="Pages of an interval, when `seconds` is 0.")] = 100
    seconds: Annotated[
        float, Meta(ge=0, le=1_000_000, description="Seconds of an interval (T); 0 to count pages.")
    ] = 0.0
    expected: Annotated[
        float, Meta(ge=0, le=1_000_000, description="Pages that should come in an interval, Sum(T).")
    ] = 20.0
    keep: Annotated[
        float, Meta(ge=0, le=1, description="Share of the topic's own vector in the standard vector.")
    ] = 0.5


class AdaptiveVsm(PageModel):
    paper = "NEWS eq. 1–2, Algorithm 1"
    refines_keywords = True
    """Examples teach it by the topic's keywords."""

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter) -> None:
        super().__init__(parameters.threshold, topic, terms)
        self.parameters = parameters
        self.threshold = _clipped(self.threshold)
        self._weights: list[float] = terms.weights.tolist()

    def decision(self) -> Adapting:
        return Adapting(self.parameters, self.terms.names, self._weights, self.threshold)

    def score(self, page: Page) -> Relevance:
        """As the topic stands before the crawl; the evidence counts every keyword of the page, for the decision."""
        counts: Counter[int] = Counter()
        for group in self.terms.count_each(page.groups):
            counts.update(group)
        score, evidence = compared(counts, self.terms.names, self._weights, dict.fromkeys(counts, 1.0), self._weights)
        ordered = sorted(evidence, key=lambda each: -each.contribution)
        return Relevance(score, score >= self.threshold, tuple(ordered), matched_terms=tuple(sorted(counts)))


def document_weights(
    counts: Mapping[int, int], class_weights: Sequence[float], rarity: Mapping[int, float]
) -> dict[int, float]:
    """NEWS eq. 1: of each keyword that a page holds; a vector of length 1."""
    weights = {term: count * rarity[term] * class_weights[term] for term, count in counts.items()}
    length = hypot(*weights.values()) or 1.0
    return {term: weight / length for term, weight in weights.items()}


def compared(
    counts: Mapping[int, int],
    names: Sequence[str],
    class_weights: Sequence[float],
    rarity: Mapping[int, float],
    vector: Sequence[float],
) -> tuple[float, list[TermEvidence]]:
    """NEWS eq. 2: the cosine of a page with the standard vector, and what each keyword adds to it."""
    weights = document_weights(counts, class_weights, rarity)
    length = hypot(*vector) or 1.0
    evidence = [
        TermEvidence(names[term], (counts[term],), weight, weight * vector[term] / length)
        for term, weight in weights.items()
    ]
    return min(1.0, sum([each.contribution for each in evidence])), evidence


class Memory(Struct, forbid_unknown_fields=True):
    """All that the next page needs: a few numbers, and a few for each keyword."""

    threshold: float
    vector: list[float]
    """The standard vector."""
    holding: list[int]
    """Pages so far that hold each keyword: n of eq. 1."""
    learned: list[float]
    """Sum of the weights (eq. 1) of all accepted pages [ours]: so their mean is known without keeping them."""
    pages: int = 0
    """N of eq. 1."""
    accepted: int = 0
    intervals: int = 0
    came: int = 0
    """Pages in this interval, and of these on topic."""
    on_topic: int = 0
    elapsed: float = 0.0
    """Seconds of this interval; the time between two runs of a crawl is no part of it."""


class Adapting:
    def __init__(
        self, parameters: Parameters, names: Sequence[str], class_weights: Sequence[float], threshold: float
    ) -> None:
        self.parameters = parameters
        self.names = names
        self._class_weights = class_weights
        self._number = {name: number for number, name in enumerate(names)}
        self._topic = _unit(class_weights)
        self.memory = Memory(threshold, _unit(class_weights), [0] * len(names), [0.0] * len(names))
        self._last: float | None = None
        self._moves: list[str] = []

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        counts = {self._number[each.term]: each.counts[0] for each in relevance.evidence}
        if self._is_over(now):
            self._move_threshold()
            self._move_vector()
        memory = self.memory
        memory.pages += 1
        memory.came += 1
        for term in counts:
            memory.holding[term] += 1
        rarity = {term: idf(memory.pages, memory.holding[term], 0.1) for term in counts}
        score, evidence = compared(counts, self.names, self._class_weights, rarity, memory.vector)
        on_topic = score >= memory.threshold and not relevance.why_not  # NEWS Algorithm 1
        if on_topic:
            memory.on_topic += 1
            memory.accepted += 1
            for each in evidence:
                memory.learned[self._number[each.term]] += each.weight
        return msgspec.structs.replace(relevance, score=score, on_topic=on_topic, evidence=largest(evidence))

    def moves(self) -> Sequence[str]:
        moves, self._moves = self._moves, []
        return moves

    def state(self) -> dict[str, object]:
        state: dict[str, object] = msgspec.to_builtins(self.memory)
        return state

    def restore(self, state: Mapping[str, object]) -> None:
        self.memory = msgspec.convert(state, Memory)
        self._last = None

    def _is_over(self, now: float) -> bool:
        if not self.parameters.seconds:
            return self.memory.came >= self.parameters.pages
        self.memory.elapsed += 0.0 if self._last is None else max(0.0, now - self._last)
        self._last = now if self._last is None else max(self._last, now)
        return self.memory.elapsed >= self.parameters.seconds

    def _move_threshold(self) -> None:
        """NEWS Algorithm 1, β before α [ours]: as printed, α catches all of its cases.

        What came since the start (`getTotalSum`) is measured by what is expected of as many intervals [ours]. T pages
        are always T pages: in an interval of pages, those on topic are what came [ours]. The share is of all.
        """
        given, memory = self.parameters, self.memory
        memory.intervals += 1
        came, ever = (memory.came, memory.pages) if given.seconds else (memory.on_topic, memory.accepted)
        expected = given.expected * memory.intervals
        factor, why = 1.0, ""
        told = f"{came} pages{'' if given.seconds else ' on topic'} came where {given.expected:g} are expected"
        if came > given.expected and ever > expected:
            factor, why = given.alpha, f"enough: {told} (α)"
            if memory.on_topic < given.mu * memory.came:
                factor, why = given.beta, f"too few on topic: {memory.on_topic} of {memory.came} pages (β)"
        elif came < given.expected and ever < expected:
            factor, why = given.gamma, f"too few: {told} (γ)"
        moved = _clipped(memory.threshold * factor)
        if moved != memory.threshold:
            self._moves.append(f"threshold {memory.threshold:.3f} → {moved:.3f}: {why}")
        memory.threshold = moved
        memory.came = memory.on_topic = 0
        memory.elapsed = 0.0

    def _move_vector(self) -> None:
        """NEWS calVector: from what was accepted; the topic's own vector keeps a share [ours], so none is lost."""
        memory, keep = self.memory, self.parameters.keep
        if not memory.accepted:
            return
        learned = _unit(memory.learned)
        before = memory.vector
        memory.vector = _unit([keep * own + (1 - keep) * new for own, new in zip(self._topic, learned, strict=True)])
        changes = sorted(
            zip(before, memory.vector, self.names, strict=True), key=lambda each: -abs(each[1] - each[0])
        )
        told = [f"{name} {was:.3f} → {now:.3f}" for was, now, name in changes[:_SHOWN] if abs(now - was) >= _LEAST]
        if told:
            self._moves.append(f"vector, from {memory.accepted:,} accepted pages: {', '.join(told)}")


def _unit(vector: Sequence[float]) -> list[float]:
    length = hypot(*vector) or 1.0
    return [weight / length for weight in vector]


def _clipped(threshold: float) -> float:
    return min(HIGHEST, max(LOWEST, threshold))
