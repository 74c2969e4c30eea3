"""How densely the topic's terms stand in a page, each by its weight [ours].

D = Σ weight · (1 + ln tf) / √(words of the page), and the score is D / (1 + D). The cosine of `tag-vsm` asks whether
the terms that are there are the right ones; a long page on something else holds many of them, too, and loses here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance import Words
from honeyguide.relevance.evidence import LONGEST_TEXT, PageModel, largest


class Parameters(Struct, frozen=True):
    threshold: Annotated[float, Meta(ge=0, le=1, description="On topic is what exceeds it.")] = 0.3


class TermDensity(PageModel):
    paper = "none [ours]"
    unit = "density"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter, words: Words) -> None:
        super().__init__(parameters.threshold, topic, terms)
        self._words = words
        self._weights: list[float] = terms.weights.tolist()

    def score(self, page: Page) -> Relevance:
        text = "\n".join(page.groups)[:LONGEST_TEXT]
        counts = self.terms.count(text)
        if not counts:
            return Relevance(0.0, on_topic=False)
        parts = densities(counts, self._weights, len(self._words(text, page.language)))
        score = score_of(sum(parts.values()))
        if not self.explains:
            return Relevance(score, score > self.threshold)
        evidence = [
            TermEvidence(self.terms.names[term], (counts[term],), self._weights[term], part)
            for term, part in parts.items()
        ]
        return Relevance(score, score > self.threshold, largest(evidence), matched_terms=tuple(sorted(counts)))


def densities(counts: Mapping[int, int], weights: Sequence[float], words: int) -> dict[int, float]:
    """What each term adds to D."""
    length = sqrt(max(1, words))
    return {term: weights[term] * (1 + log(count)) / length for term, count in counts.items()}


def score_of(density: float) -> float:
    return density / (1 + density)
