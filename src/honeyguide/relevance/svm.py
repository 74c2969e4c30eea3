"""Probability that a linear support vector machine gives the topic's class (SVM abstract; ALGORITHMS P3).

A page's vector has (1 + ln tf) · rarity for each word that the model knows, and length 1. A page without any has
probability 0 [ours]: nothing speaks for it.
"""

from __future__ import annotations

from collections import Counter
from heapq import nlargest
from math import log, sqrt

from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.model import Model, Page, Relevance, TermEvidence, Topic, TrainingData
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import MOST, TF, Threshold, TrainedModel, contribution
from honeyguide.topics.classifier import train as train_classifier
from honeyguide.topics.discriminative_terms import draw_negatives


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.5


class Svm(TrainedModel):
    paper = "SVM abstract"
    unit = "decision value"
    kind = "classifier"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters, topic, terms, words)
        self._known = self.with_rarity(self.model.weights)

    @staticmethod
    def train(data: TrainingData) -> Model:
        if not data.others:
            raise BadInput(
                "a classifier with one class cannot tell anything apart: give documents that are off topic, too, or "
                "a sample of other pages to draw them from (--background)"
            )
        others = data.others if data.negative else draw_negatives(data.positives, data.others)
        return train_classifier(data.positives, others)

    def score(self, page: Page) -> Relevance:
        held = self.matched_terms(page)
        known = self._known
        counts = Counter(self.words_of(page))
        squares = 0.0
        found = []
        for word, count in counts.items():
            if word in known:
                rarity, coefficient = known[word]
                weight = (TF[count] if count < 1000 else 1 + log(count)) * rarity
                squares += weight * weight
                found.append((weight * coefficient, word, count, weight))
        if not squares:
            return Relevance(0.0, on_topic=False, matched_terms=held)
        length = sqrt(squares)
        decision = sum([each[0] for each in found]) / length + self.model.bias
        score = self.model.probability(decision)
        evidence = [
            TermEvidence(word, (count,), weight / length, product / length)
            for product, word, count, weight in nlargest(MOST if self.explains else 0, found, key=contribution)
        ]
        return Relevance(score, score > self.threshold, tuple(evidence), held)
