"""Probability that a linear support vector machine gives the topic's class (SVM abstract; ALGORITHMS P3).

A page's vector has (1 + ln tf) · rarity for each word that the model knows, and length 1. A page without any has
probability 0 [ours]: nothing speaks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from heapq import nlargest
from math import log, sqrt, tanh

from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.model import Model, Page, Relevance, TermEvidence, Topic, TrainingData
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, MOST, Threshold, threshold_of, trained
from honeyguide.topics.classifier import train as train_classifier
from honeyguide.topics.discriminative_terms import draw_negatives

_TF = [0.0, *(1 + log(count) for count in range(1, 1000))]


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.5


class Svm:
    paper = "SVM abstract"
    layout = "tag-groups"
    unit = "decision value"
    groups: Mapping[str, float] = {"text": 1.0}

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        self.terms = terms
        self.words = words
        model = trained(topic, "classifier")
        self.threshold = threshold_of(topic, model, parameters.threshold)
        self._bias, self._slope, self._offset = model.bias, model.slope, model.offset
        rarity = model.rarity or (1.0,) * len(model.words)
        self._known = dict(zip(model.words, zip(rarity, model.weights, strict=True), strict=True))

    @staticmethod
    def train(data: TrainingData) -> Model:
        if not data.others:
            raise BadInput(
                "a classifier with one class cannot tell anything apart: give documents that are off topic, too, or "
                "a sample of other pages to draw them from (--background)"
            )
        others = data.others if data.negative else draw_negatives(data.positives, data.others)
        return train_classifier(data.positives, others)

    def decision(self) -> None:
        return None

    def score(self, page: Page) -> Relevance:
        held = tuple(sorted(set().union(*self.terms.count_each(page.groups))))
        known = self._known
        counts = Counter(self.words(" ".join(page.groups)[:LONGEST_TEXT], page.language))
        squares = 0.0
        found = []
        for word, count in counts.items():
            if word in known:
                rarity, coefficient = known[word]
                weight = (_TF[count] if count < 1000 else 1 + log(count)) * rarity
                squares += weight * weight
                found.append((weight * coefficient, word, count, weight))
        if not squares:
            return Relevance(0.0, on_topic=False, matched_terms=held)
        length = sqrt(squares)
        decision = sum([each[0] for each in found]) / length + self._bias
        # The sigmoid, by the hyperbolic tangent, which never overflows.
        score = 0.5 * (1 + tanh(0.5 * (self._slope * decision + self._offset)))
        evidence = [
            TermEvidence(word, (count,), weight / length, product / length)
            for product, word, count, weight in nlargest(MOST, found, key=_size)
        ]
        return Relevance(score, score > self.threshold, tuple(evidence), held)


def _size(found: tuple[float, str, int, float]) -> float:
    return abs(found[0])
