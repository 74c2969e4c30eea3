"""Cosine with a standard vector that learns from what is accepted, and a threshold that moves as the crawl goes on.

NEWS eq. 1–2, Algorithm 1; ALGORITHMS P4. Weight(KeyWord, Class) is the topic's weight of a keyword. N and n of eq. 1
count the pages of the crawl so far, the page itself among them [ours]: the training texts that may have refined the
topic (T4) are not at hand any more. A worker counts; the main process, which sees all pages in order, decides. The
paper's calVector extracts a new characteristic vector; how many words may enter it is not printed, so
`new_words` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from honeyguide.idf import idf
from honeyguide.model import Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, PageModel, largest
from honeyguide.relevance.new_words import NewWords, pack, unpack
from honeyguide.relevance.page_features import counted

LOWEST, HIGHEST = 0.05, 0.95
"""Where the threshold stays [ours]."""
_SHOWN = 3
_LEAST = 0.0005
"""A word about a move of the vector names no more of them, and none that moves by less."""


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
    new_words: Annotated[
        int, Meta(ge=0, le=1000, description="Words beside the keywords that accepted pages may bring into it.")
    ] = 0


class AdaptiveVsm(PageModel):
    paper = "NEWS eq. 1–2, Algorithm 1"
    refines_keywords = True
    """Examples teach it by the topic's keywords."""

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters.threshold, topic, terms)
        self.parameters = parameters
        self.threshold = _clipped(self.threshold)
        self.words = words
        self._weights: dict[str, float] = dict(zip(terms.names, terms.weights.tolist(), strict=True))

    def decision(self) -> Adapting:
        return Adapting(self.parameters, self._weights, self.threshold)

    def score(self, page: Page) -> Relevance:
        """As the topic stands before the crawl; the evidence counts every keyword of the page, for the decision."""
        found: Counter[int] = Counter()
        for group in self.terms.count_each(page.groups):
            found.update(group)
        counts = {self.terms.names[number]: count for number, count in found.items()}
        score, evidence = compared(counts, self._weights, dict.fromkeys(counts, 1.0), self._weights)
        ordered = sorted(evidence, key=lambda each: -each.contribution)
        features = pack(self._others(page)) if self.parameters.new_words else b""
        on_topic = score >= self.threshold
        return Relevance(score, on_topic, tuple(ordered), matched_terms=tuple(sorted(found)), features=features)

    def _others(self, page: Page) -> dict[str, int]:
        """The words of a page that are no keywords, and no form of one."""
        counts = counted(self.words(" ".join(page.groups)[:LONGEST_TEXT], page.language))
        keywords = self.terms.count_each(list(counts))
        return {word: count for (word, count), held in zip(counts.items(), keywords, strict=True) if not held}


def document_weights(
    counts: Mapping[str, int], class_weights: Mapping[str, float], rarity: Mapping[str, float]
) -> dict[str, float]:
    """NEWS eq. 1: of each word of the vector that a page holds; a vector of length 1."""
    weights = {word: count * rarity[word] * class_weights[word] for word, count in counts.items()}
    length = hypot(*weights.values()) or 1.0
    return {word: weight / length for word, weight in weights.items()}


def compared(
    counts: Mapping[str, int],
    class_weights: Mapping[str, float],
    rarity: Mapping[str, float],
    vector: Mapping[str, float],
) -> tuple[float, list[TermEvidence]]:
    """NEWS eq. 2: the cosine of a page with the standard vector, and what each word adds to it."""
    weights = document_weights(counts, class_weights, rarity)
    length = hypot(*vector.values()) or 1.0
    evidence = [
        TermEvidence(word, (counts[word],), weight, weight * vector[word] / length)
        for word, weight in weights.items()
    ]
    return min(1.0, sum([each.contribution for each in evidence])), evidence


class Memory(Struct, forbid_unknown_fields=True):
    """All that the next page needs: a few numbers, and a few for each word."""

    threshold: float
    vector: list[float]
    """The standard vector, by keyword; `NewWords.entered` has the rest of it."""
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
    others: NewWords = field(default_factory=NewWords)


class Adapting:
    def __init__(self, parameters: Parameters, class_weights: Mapping[str, float], threshold: float) -> None:
        self.parameters = parameters
        self.names = list(class_weights)
        self._class_weights = class_weights
        self._least = min(class_weights.values(), default=0.0)
        self._number = {name: number for number, name in enumerate(self.names)}
        self._topic = _unit(list(class_weights.values()))
        self.memory = Memory(threshold, list(self._topic), [0] * len(self.names), [0.0] * len(self.names))
        self._last: float | None = None
        self._moves: list[str] = []

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        counts = {each.term: each.counts[0] for each in relevance.evidence}
        if self._is_over(now):
            self._move_threshold()
            self._move_vector()
        memory = self.memory
        memory.pages += 1
        memory.came += 1
        for word in counts:
            memory.holding[self._number[word]] += 1
        others = unpack(relevance.features) if relevance.features else {}
        memory.others.count(others)
        score, evidence = self._compare(counts, others)
        on_topic = score >= memory.threshold and not relevance.why_not  # NEWS Algorithm 1
        if on_topic:
            memory.on_topic += 1
            memory.accepted += 1
            self._learn(counts, others)
        return msgspec.structs.replace(
            relevance, score=score, on_topic=on_topic, evidence=largest(evidence), features=b""
        )

    def moves(self) -> Sequence[str]:
        moves, self._moves = self._moves, []
        return moves

    def metrics(self) -> dict[str, float]:
        return {"threshold": self.memory.threshold}

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

    def _compare(self, counts: Mapping[str, int], others: Mapping[str, int]) -> tuple[float, list[TermEvidence]]:
        memory, entered = self.memory, self.memory.others.entered
        vector = dict(zip(self.names, memory.vector, strict=True)) | entered
        in_vector = {**counts, **{word: count for word, count in others.items() if word in entered}}
        return compared(in_vector, *self._weighed(in_vector), vector)

    def _learn(self, counts: Mapping[str, int], others: Mapping[str, int]) -> None:
        """What an accepted page says of its keywords, and of the words that may enter."""
        memory = self.memory
        memory.others.meet(others, memory.pages)
        words = {**counts, **others}
        for word, weight in document_weights(words, *self._weighed(words)).items():
            if word in counts:
                memory.learned[self._number[word]] += weight
            else:
                memory.others.known[word].learned += weight

    def _weighed(self, words: Iterable[str]) -> tuple[dict[str, float], dict[str, float]]:
        """Weight(KeyWord, Class) and log(N / n + 0.1) of eq. 1.

        For a word that is no keyword the first is, as in T4 [ours], the least of the topic's weights times the share
        of the accepted pages that hold it; the second counts from the first accepted one on [ours].
        """
        memory, class_weights, rarity = self.memory, {}, {}
        for word in words:
            if word in self._number:
                class_weights[word] = self._class_weights[word]
                rarity[word] = idf(memory.pages, memory.holding[self._number[word]], 0.1)
            else:
                new = memory.others.known[word]
                class_weights[word] = self._least * new.accepted / max(1, memory.accepted)
                rarity[word] = idf(memory.pages - new.since + 1, new.holding, 0.1)
        return class_weights, rarity

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
        """NEWS calVector: from what was accepted; the topic's own vector keeps a share [ours], so none is lost.

        The `new_words` words that say most of the accepted pages enter, and others leave.
        """
        memory, keep = self.memory, self.parameters.keep
        if not memory.accepted:
            return
        before = dict(zip(self.names, memory.vector, strict=True)) | memory.others.entered
        best = memory.others.best(self.parameters.new_words)
        learned = _unit([*memory.learned, *best.values()])
        own = [*self._topic, *[0.0] * len(best)]
        vector = _unit([keep * was + (1 - keep) * new for was, new in zip(own, learned, strict=True)])
        memory.vector = vector[: len(self.names)]
        memory.others.entered = dict(zip(best, vector[len(self.names) :], strict=True))
        now = dict(zip(self.names, memory.vector, strict=True)) | memory.others.entered
        moved = {word: now.get(word, 0.0) - before.get(word, 0.0) for word in before | now}
        told = [
            f"{word} {before.get(word, 0.0):.3f} → {now.get(word, 0.0):.3f}"
            for word in sorted(moved, key=lambda word: -abs(moved[word]))[:_SHOWN]
            if abs(moved[word]) >= _LEAST
        ]
        if told:
            self._moves.append(f"vector, from {memory.accepted:,} accepted pages: {', '.join(told)}")


def _unit(vector: Sequence[float]) -> list[float]:
    length = hypot(*vector) or 1.0
    return [weight / length for weight in vector]


def _clipped(threshold: float) -> float:
    return min(HIGHEST, max(LOWEST, threshold))
