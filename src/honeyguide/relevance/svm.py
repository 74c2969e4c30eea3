"""Probability that a linear support vector machine gives the topic's class (SVM abstract; ALGORITHMS P3).

A page's vector has (1 + ln tf) · rarity for each word that the model knows, and length 1. A page without any has
probability 0 [ours]: nothing speaks for it.
"""

from __future__ import annotations

from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.model import Model, Page, Relevance, Topic, TrainingData
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import Threshold, WordModel
from honeyguide.topics.classifier import train as train_classifier
from honeyguide.topics.discriminative_terms import draw_negatives


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.5


class Svm(WordModel):
    paper = "SVM abstract"
    unit = "decision value"
    kind = "classifier"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters, topic, terms, words)
        self.learn(self.model.weights, unknown=0.0)

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
        vector = self.vector(page)
        if not vector.length:
            return Relevance(0.0, on_topic=False, matched_terms=held)
        score = self.model.probability(vector.product + self.model.bias)
        evidence = vector.evidence(of_unit=True) if self.explains else ()
        return Relevance(score, score > self.threshold, evidence, held)
