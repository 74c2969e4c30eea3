"""Cosine with TF-Gini feature words, weighted by the labels that they stand in.

HYB eq. 18 and Table 1; ALGORITHMS P2. The paper says that w is the word's TF-Gini weight, on both sides; on the page
it counts once for every occurrence [ours]. Vectors have the feature words as dimensions, and no others.
"""

from __future__ import annotations

from math import hypot
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import LABELS, Model, Page, Relevance, TermEvidence, Topic, TrainingData
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, Threshold, TrainedModel, largest
from honeyguide.topics.features import tf_gini, train_features

Weight = Annotated[float, Meta(ge=0, le=100)]


class Parameters(Struct, frozen=True):
    threshold: Threshold = 0.3
    title: Annotated[Weight, Meta(description="Weight of the title.")] = 5.0
    h1: Annotated[Weight, Meta(description="Weight of h1 and font size 7.")] = 4.0
    h2_b: Annotated[Weight, Meta(description="Weight of h2, b and font size 6.")] = 3.0
    h3_i_u_big: Annotated[Weight, Meta(description="Weight of h3 to h6, i, u, big and font size 5.")] = 2.0
    other: Annotated[Weight, Meta(description="Weight of sup, sub, small, font size 4 and text in no label.")] = 1.0
    small_font: Annotated[Weight, Meta(description="Weight of font sizes 1 to 3.")] = 0.5


class GiniCosine(TrainedModel):
    paper = "HYB eq. 12–18, Table 1"
    layout = "labels"
    kind = "features"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters, topic, terms, words)
        weights = [getattr(parameters, name) for name in Parameters.__struct_fields__[1:]]
        self.groups = dict(zip(LABELS, weights, strict=True))
        self._places = tuple(enumerate(weights))
        self._known = dict(zip(self.model.words, self.model.weights, strict=True))
        self._topic_length = hypot(*self.model.weights)

    @staticmethod
    def train(data: TrainingData) -> Model:
        return train_features(tf_gini, data)

    def score(self, page: Page) -> Relevance:
        known = self._known
        counts: dict[str, list[int]] = {}
        room = LONGEST_TEXT
        for place, _ in self._places:
            text = page.groups[place][:room]
            room -= len(text)
            for word in [word for word in self.words(text, page.language) if word in known] if text else ():
                tally = counts.get(word)
                if tally is None:
                    tally = counts[word] = [0] * len(LABELS)
                tally[place] += 1
        # w' = w × μ of HYB eq. 18
        weights = {
            word: known[word] * sum([tally[place] * weight for place, weight in self._places])
            for word, tally in counts.items()
        }
        lengths = hypot(*weights.values()) * self._topic_length or 1.0
        shares = [weight * known[word] / lengths for word, weight in weights.items()]
        score = max(0.0, min(1.0, sum(shares)))
        if not self.explains:
            return Relevance(score, score > self.threshold)
        evidence = [
            TermEvidence(word, tuple(counts[word]), weight, share)
            for (word, weight), share in zip(weights.items(), shares, strict=True)
        ]
        return Relevance(score, score > self.threshold, largest(evidence), self.matched_terms(page))
