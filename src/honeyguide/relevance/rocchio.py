"""Closeness to what example pages share, away from what other pages have: Rocchio's vector [ours].

A page's vector has (1 + ln tf) · rarity for each word, divided by the length that its words give it; a word that the
model does not name is as rare as the rarest that it does. The decision value is its product with the weights, where
pairs of neighbouring words that the model names (with a space between them) count like words. A sigmoid makes a score
of it. Words are those of all of `Page.groups`, in any language; a page without any has score 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from heapq import nlargest
from itertools import pairwise
from math import log, sqrt, tanh
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, MOST, taught

_TF = [0.0, *(1 + log(count) for count in range(1, 1000))]


class Parameters(Struct, frozen=True):
    threshold: Annotated[
        float, Meta(ge=0, le=1, description="On topic is what exceeds it, when neither topic nor model says another.")
    ] = 0.5


class Rocchio:
    paper = "Rocchio 1971, with a background for negatives, agreement of the examples and shared pairs of words"
    layout = "tag-groups"
    unit = "decision value"
    groups: Mapping[str, float] = {"text": 1.0}

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        self.terms = terms
        self.words = words
        model = taught(topic, "rocchio")
        suggested = parameters.threshold if model.threshold is None else model.threshold
        self.threshold = suggested if topic.thresholds.page is None else topic.thresholds.page
        self._slope, self._offset = model.slope, model.offset
        rarity = model.rarity or (1.0,) * len(model.words)
        known = dict(zip(model.words, zip(rarity, model.weights, strict=True), strict=True))
        self._pairs = {tuple(word.split(" ")): known.pop(word) for word in model.words if word.count(" ") == 1}
        self._known = known
        self._unknown = (max((rare for rare, _ in known.values()), default=1.0), 0.0)

    def verdict(self) -> None:
        return None

    def score(self, page: Page) -> Relevance:
        held = tuple(sorted(set().union(*self.terms.count_each(page.groups))))
        words = self.words(" ".join(page.groups)[:LONGEST_TEXT], page.language)
        known, unknown, pairs = self._known, self._unknown, self._pairs
        squares = 0.0
        found = []
        for word, count in Counter(words).items():
            rarity, share = known.get(word, unknown)
            weight = (_TF[count] if count < 1000 else 1 + log(count)) * rarity
            squares += weight * weight
            if share:
                found.append((weight * share, word, count, weight))
        if not squares:
            return Relevance(0.0, on_topic=False, held=held)
        for pair, count in Counter([pair for pair in pairwise(words) if pair in pairs]).items():
            rarity, share = pairs[pair]
            weight = (_TF[count] if count < 1000 else 1 + log(count)) * rarity
            found.append((weight * share, " ".join(pair), count, weight))
        length = sqrt(squares)
        decision = sum([each[0] for each in found]) / length
        # The sigmoid, by the hyperbolic tangent, which never overflows.
        score = 0.5 * (1 + tanh(0.5 * (self._slope * decision + self._offset)))
        evidence = [
            TermEvidence(word, (count,), weight / length, product / length)
            for product, word, count, weight in nlargest(MOST, found, key=_size)
        ]
        return Relevance(score, score > self.threshold, tuple(evidence), held)


def _size(found: tuple[float, str, int, float]) -> float:
    return abs(found[0])
