"""Closeness to what example pages share, away from what other pages have: Rocchio's vector [ours].

A page's vector has (1 + ln tf) · rarity for each word, divided by the length that its words give it; a word that the
model does not name is as rare as the rarest that it does. The decision value is its product with the weights, where
pairs of neighbouring words that the model names (with a space between them) count like words. A sigmoid makes a score
of it. Words are those of all of `Page.groups`, in any language; a page without any has score 0.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, repeat
from math import sqrt

import numpy as np
from msgspec import Struct

from honeyguide.model import Model, Page, Relevance, TermEvidence, Topic, TrainingData
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import MOST, Threshold, TrainedModel
from honeyguide.topics import rocchio


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.5


class Rocchio(TrainedModel):
    paper = "Rocchio 1971, with a background for negatives, agreement of the examples and shared pairs of words"
    unit = "decision value"
    kind = "rocchio"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters, topic, terms, words)
        model, rarity = self.model, self.rarity
        self._number = {word: number for number, word in enumerate(model.words)}
        self._pairs = {tuple(word.split(" ")): self._number.pop(word) for word in model.words if word.count(" ") == 1}
        rarest = max((rarity[number] for number in self._number.values()), default=1.0)
        self._rarity = np.array([*rarity, rarest])
        self._share = np.array([*model.weights, 0.0])

    @staticmethod
    def train(data: TrainingData) -> Model:
        return rocchio.build(data.topic.keywords, data.positives, data.others, words=content_words)

    def score(self, page: Page) -> Relevance:
        held = self.matched_terms(page)
        words = self.words_of(page)
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
        score = self.model.probability(float(products.sum()))
        if not self.explains:
            return Relevance(score, score > self.threshold)
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
