"""A plain function from a page to a number in [0, 1] as a relevance model."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from honeyguide.errors import BadSetting
from honeyguide.model import Page, Relevance, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance.evidence import PageModel

THRESHOLD = 0.5
"""On topic is what exceeds it, when the topic names no threshold."""


class FunctionRelevance(PageModel):
    def __init__(self, function: Callable[[Page], float], topic: Topic, terms: TermCounter) -> None:
        if not callable(function):
            raise BadSetting(
                f"a relevance model has a method 'score', or is a function of a page; not {function!r:.80}"
            )
        super().__init__(THRESHOLD, topic, terms)
        self.function = function

    def score(self, page: Page) -> Relevance:
        score = float(self.function(page))
        if not isfinite(score):
            raise BadSetting(
                f"the relevance function gave {score} for {page.url[:200]}: it must be a number in [0, 1]"
            )
        score = min(1.0, max(0.0, score))
        return Relevance(score, score > self.threshold, matched_terms=self.matched_terms(page))
