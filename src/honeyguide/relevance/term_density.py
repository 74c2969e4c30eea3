"""How densely the topic's terms stand in a page, each by its weight [ours].

D = Σ weight · (1 + ln tf) / √(words of the page), and the score is D / (1 + D). The cosine of `tag-vsm` asks whether
the terms that are there are the right ones; a long page on something else holds many of them, too, and loses here.

A topic may bring a model, as those have that were made from documents and a background: then what all words of the
page say for and against the topic is added to D, as `svm` adds it up, and D below 0 counts as 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, TF, PageModel, largest, trained


class Parameters(Struct, frozen=True):
    threshold: Annotated[float, Meta(ge=0, le=1, description="On topic is what exceeds it.")] = 0.3


class TermDensity(PageModel):
    paper = "none [ours]"
    unit = "density"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters.threshold, topic, terms)
        self._words = words
        self._weights: list[float] = terms.weights.tolist()
        model = trained(topic, "classifier") if topic.model else None
        self._bias = model.bias if model else 0.0
        rarity = (model.rarity or (1.0,) * len(model.words)) if model else ()
        self._known = dict(zip(model.words, zip(rarity, model.weights, strict=True), strict=True)) if model else {}

    def score(self, page: Page) -> Relevance:
        text = "\n".join(page.groups)[:LONGEST_TEXT]
        counts = self.terms.count(text)
        if not counts:
            return Relevance(0.0, on_topic=False)
        words = self._words(text, page.language)
        parts = densities(counts, self._weights, len(words))
        said = self._said(words) if self._known else []
        density = sum(parts.values()) + self._bias + sum([each.contribution for each in said])
        score = score_of(max(0.0, density))
        if not self.explains:
            return Relevance(score, score > self.threshold)
        evidence = [
            TermEvidence(self.terms.names[term], (counts[term],), self._weights[term], part)
            for term, part in parts.items()
        ]
        return Relevance(score, score > self.threshold, largest([*evidence, *said]), tuple(sorted(counts)))

    def _said(self, words: Sequence[str]) -> list[TermEvidence]:
        """What each word says for or against the topic, beside the terms."""
        found = [
            (word, count, (TF[count] if count < len(TF) else 1 + log(count)) * self._known[word][0])
            for word, count in Counter(words).items()
            if word in self._known
        ]
        length = sqrt(sum([weight * weight for *_, weight in found])) or 1.0
        return [
            TermEvidence(word, (count,), weight / length, weight / length * self._known[word][1])
            for word, count, weight in found
        ]


def densities(counts: Mapping[int, int], weights: Sequence[float], words: int) -> dict[int, float]:
    """What each term adds to D."""
    length = sqrt(max(1, words))
    return {term: weights[term] * (1 + log(count)) / length for term, count in counts.items()}


def score_of(density: float) -> float:
    return density / (1 + density)
