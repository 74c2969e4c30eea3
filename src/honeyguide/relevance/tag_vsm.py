"""Topic terms weighted by the tags they stand in, compared with the topic vector.

IELP eq. 1–2, WSE eq. 4–5; ALGORITHMS P1.
"""

from __future__ import annotations

from math import hypot
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import GROUPS, Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter
from honeyguide.relevance.evidence import PageModel, largest

Weight = Annotated[float, Meta(ge=0, le=100)]


class Parameters(Struct, frozen=True):
    threshold: Annotated[float, Meta(ge=0, le=1, description="On topic is what exceeds it (IELP r1).")] = 0.62
    title: Annotated[Weight, Meta(description="Weight of title, meta keywords, meta description and h1.")] = 2.0
    heading: Annotated[Weight, Meta(description="Weight of h2 and h3.")] = 1.5
    emphasis: Annotated[Weight, Meta(description="Weight of h4, h5, strong and b.")] = 1.2
    body: Annotated[Weight, Meta(description="Weight of p, td and li.")] = 1.0
    other: Annotated[Weight, Meta(description="Weight of all else.")] = 0.2


class TagVsm(PageModel):
    paper = "IELP eq. 1–2, Table 1"

    def __init__(self, parameters: Parameters, topic: Topic, terms: TermCounter) -> None:
        super().__init__(parameters.threshold, topic, terms)
        self.groups = {group: getattr(parameters, group) for group in GROUPS}
        self._group_weights = tuple(self.groups.values())
        self._topic: list[float] = terms.weights.tolist()
        self._topic_length = hypot(*self._topic)

    def score(self, page: Page) -> Relevance:
        """The cosine with the topic vector."""
        by_group = self.terms.count_each(page.groups)
        present = sorted(set().union(*by_group))
        if not present or not self._topic_length:
            return Relevance(0.0, on_topic=False)
        counts = [tuple([group.get(term, 0) for group in by_group]) for term in present]
        # IELP eq. 1
        weights = [
            sum([count * weight for count, weight in zip(tally, self._group_weights, strict=True)]) / max(tally)
            for tally in counts
        ]
        # IELP eq. 2
        lengths = self._topic_length * hypot(*weights) or 1.0
        shares = [self._topic[term] * weight / lengths for term, weight in zip(present, weights, strict=True)]
        score = min(1.0, sum(shares))
        if not self.explains:
            return Relevance(score, score > self.threshold)
        evidence = [
            TermEvidence(self.terms.names[term], tally, weight, share)
            for term, tally, weight, share in zip(present, counts, weights, shares, strict=True)
        ]
        return Relevance(score, score > self.threshold, largest(evidence), matched_terms=tuple(present))
