"""Cosine with TF-IDF feature words, wherever they stand: the baseline of `gini-cosine`.

HYB eq. 5 and 6; ALGORITHMS P2. Vectors have the feature words as dimensions, and no others.
"""

from __future__ import annotations

from collections import Counter
from math import hypot

from msgspec import Struct

from honeyguide.model import Model, Page, Relevance, TermEvidence, Topic, TrainingData
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import Threshold, TrainedModel, largest
from honeyguide.topics.features import tf_idf, train_features


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.3


class TfidfCosine(TrainedModel):
    paper = "HYB eq. 5–6"
    kind = "features"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters, topic, terms, words)
        length = hypot(*self.model.weights) or 1.0
        self._known = self.with_rarity(weight / length for weight in self.model.weights)

    @staticmethod
    def train(data: TrainingData) -> Model:
        return train_features(tf_idf, data)

    def score(self, page: Page) -> Relevance:
        known = self._known
        words = self.words_of(page)
        counts = Counter([word for word in words if word in known])
        weights = {word: count / (1 + len(words)) * known[word][0] for word, count in counts.items()}  # HYB eq. 6
        length = hypot(*weights.values()) or 1.0
        shares = [weight * known[word][1] / length for word, weight in weights.items()]  # HYB eq. 5
        score = max(0.0, min(1.0, sum(shares)))
        if not self.explains:
            return Relevance(score, score > self.threshold)
        evidence = [
            TermEvidence(word, (counts[word],), weight, share)
            for (word, weight), share in zip(weights.items(), shares, strict=True)
        ]
        return Relevance(score, score > self.threshold, largest(evidence), self.matched_terms(page))
