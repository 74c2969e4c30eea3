"""Closeness to what example pages share, away from what other pages have: Rocchio's vector [ours].

A page's vector has (1 + ln tf) · rarity for each word, divided by the length that its words give it; a word that the
model does not name is as rare as the rarest that it does. The decision value is its product with the weights, where
pairs of neighbouring words that the model names (with a space between them) count like words. A sigmoid makes a score
of it. Words are those of all of `Page.groups`, in any language; a page without any has score 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise, repeat
from math import sqrt, tanh

import numpy as np
from msgspec import Struct

from honeyguide.model import Model, Page, Relevance, TermEvidence, Topic, TrainingData
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, MOST, Threshold, threshold_of, trained
from honeyguide.topics import rocchio


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.5


class Rocchio:
    paper = "Rocchio 1971, with a background for negatives, agreement of the examples and shared pairs of words"
    layout = "tag-groups"
    unit = "decision value"
    groups: Mapping[str, float] = {"text": 1.0}

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        self.terms = terms
        self.words = words
        model = trained(topic, "rocchio")
        self.threshold = threshold_of(topic, model, parameters.threshold)
        self._slope, self._offset = model.slope, model.offset
        self._number = {word: number for number, word in enumerate(model.words)}
        self._pairs = {tuple(word.split(" ")): self._number.pop(word) for word in model.words if word.count(" ") == 1}
        rarity = model.rarity or (1.0,) * len(model.words)
        rarest = max((rarity[number] for number in self._number.values()), default=1.0)
        self._rarity = np.array([*rarity, rarest])
        self._share = np.array([*model.weights, 0.0])

    @staticmethod
    def train(data: TrainingData) -> Model:
        return rocchio.build(data.topic.keywords, data.positives, data.others, words=content_words)

    def decision(self) -> None:
        return None

    def score(self, page: Page) -> Relevance:
        held = tuple(sorted(set().union(*self.terms.count_each(page.groups))))
        words = self.words(" ".join(page.groups)[:LONGEST_TEXT], page.language)
        if not words:
            return Relevance(0.0, on_topic=False, matched_terms=held)
        single, pairs = Counter(words), Counter([pair for pair in pairwise(words) if pair in self._pairs])
        counts = [*single.values(), *pairs.values()]
        numbers = np.array(
            [*map(self._number.get, single, repeat(-1)), *map(self._pairs.__getitem__, pairs)], np.intp
        )
        weights = (1 + np.log(counts)) * self._rarity[numbers]
        length = sqrt(weights[: len(single)] @ weights[: len(single)]) or 1.0
        weights /= length
        products = weights * self._share[numbers]
        decision = float(products.sum())
        # The sigmoid, by the hyperbolic tangent, which never overflows.
        score = 0.5 * (1 + tanh(0.5 * (self._slope * decision + self._offset)))
        names = [*single, *map(" ".join, pairs)]
        largest = np.argsort(-np.abs(products), kind="stable")[:MOST]
        evidence = [
            TermEvidence(names[at], (counts[at],), weight, product)
            for at, weight, product in zip(
                largest.tolist(), weights[largest].tolist(), products[largest].tolist(), strict=True
            )
            if product
        ]
        return Relevance(score, score > self.threshold, tuple(evidence), held)
