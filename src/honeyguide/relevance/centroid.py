"""Cosine with the middle of example pages: their mean TF-IDF plus half the topic vector.

In none of the papers [ours]: Rocchio's idea, with positive examples only. A word weighs (1 + ln tf) · rarity on a
page. Rarity comes from the model (`Model.rarity`, all 1 when it is empty); a word that the model does not name is as
rare as the rarest that it does, and lengthens the page's vector without adding to the product. So a model names
common words too, with weight 0, for their rarity alone. The scale of `Model.weights` makes no difference. Words are
those of all of `Page.groups`, in any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from honeyguide.model import Model, Page, Relevance, Topic, TrainingData
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import TermCounter, TopicDecision
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import WordModel
from honeyguide.topics import centroid

_BINS = 500


class Parameters(Struct, frozen=True):
    between: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="Place of the threshold from what the crawl's low third scores (0) to the examples (1).",
        ),
    ] = 0.5
    interval: Annotated[int, Meta(ge=1, le=1_000_000, description="Pages between two moves of the threshold.")] = 50
    step: Annotated[float, Meta(ge=0, le=1, description="The threshold does not move by less.")] = 0.01
    threshold: Annotated[
        float, Meta(ge=0, le=1, description="Where it begins when the model does not say what its examples score.")
    ] = 0.1


class Centroid(WordModel):
    paper = "none: Rocchio's idea, with positive examples only"
    kind = "centroid"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters, topic, terms, words)
        self.parameters = parameters
        model = self.model
        self._examples = sum(model.examples) / len(model.examples) if model.examples else None
        self._fixed = topic.thresholds.page
        if self._fixed is None and model.threshold is None and self._examples is not None:
            self.threshold = parameters.between * self._examples
        length = hypot(*model.weights) or 1.0
        self.learn((weight / length for weight in model.weights), unknown=max(self.rarity, default=1.0))

    @staticmethod
    def train(data: TrainingData) -> Model:
        return centroid.build(data.topic.keywords, data.positives, data.others, words=content_words)

    def decision(self) -> TopicDecision | None:
        if self._fixed is not None or self._examples is None:
            return None
        return BetweenExamplesAndRest(self.parameters, self._examples, self.threshold)

    def score(self, page: Page) -> Relevance:
        vector = self.vector(page)
        score = max(0.0, min(1.0, vector.product))
        evidence = vector.evidence(of_unit=False) if self.explains else ()
        return Relevance(score, score > self.threshold, evidence, self.matched_terms(page))


class State(Struct, frozen=True, forbid_unknown_fields=True):
    threshold: float
    since: int
    """Pages since it was last looked at."""
    counts: list[int]
    """How many pages scored how much: a histogram over [0, 1]."""


class BetweenExamplesAndRest:
    """Moves the threshold with what the lowest third of all pages so far scores on average."""

    def __init__(self, parameters: Parameters, examples: float, threshold: float) -> None:
        self.parameters = parameters
        self.examples = examples
        self.threshold = threshold
        self._since = 0
        self._counts = [0] * _BINS
        self._moves: list[str] = []

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        if self._since >= self.parameters.interval:
            self._move()
        self._since += 1
        self._counts[min(_BINS - 1, int(relevance.score * _BINS))] += 1
        on_topic = relevance.score > self.threshold and not relevance.why_not
        return msgspec.structs.replace(relevance, on_topic=on_topic)

    def moves(self) -> Sequence[str]:
        moves, self._moves = self._moves, []
        return moves

    def metrics(self) -> dict[str, float]:
        return {"threshold": self.threshold}

    def state(self) -> dict[str, object]:
        return {"threshold": self.threshold, "since": self._since, "counts": list(self._counts)}

    def restore(self, state: Mapping[str, object]) -> None:
        known = msgspec.convert(state, State)
        self.threshold, self._since, self._counts = known.threshold, known.since, list(known.counts)

    def _move(self) -> None:
        self._since = 0
        low = self.low_third()
        wanted = low + self.parameters.between * max(0.0, self.examples - low)
        if abs(wanted - self.threshold) >= self.parameters.step:
            self._moves.append(
                f"threshold {self.threshold:.3f} → {wanted:.3f}: the examples score {self.examples:.3f} on average, "
                f"the low third of {sum(self._counts):,} pages {low:.3f}"
            )
            self.threshold = wanted

    def low_third(self) -> float:
        """What the lowest third of the pages scores on average, to half the width of a bin."""
        left = wanted = sum(self._counts) / 3
        added = 0.0
        for number, count in enumerate(self._counts):
            taken = min(left, count)
            added += taken * (number + 0.5) / _BINS
            left -= taken
            if not left:
                break
        return added / wanted if wanted else 0.0
