"""Page relevance: topic terms weighted by the tags they stand in (IELP eq. 1–2; ALGORITHMS P1)."""

from __future__ import annotations

from math import hypot

from honeyguide.model import Page, Relevance, TermEvidence
from honeyguide.protocols import TermCounter

GROUP_WEIGHTS = (2.0, 1.5, 1.2, 1.0, 0.2)  # IELP Table 1


class TagVsm:
    def __init__(
        self, terms: TermCounter, threshold: float, group_weights: tuple[float, ...] = GROUP_WEIGHTS
    ) -> None:
        self.terms = terms
        self.threshold = threshold
        self.group_weights = group_weights
        self._topic: list[float] = terms.weights.tolist()
        self._topic_length = hypot(*self._topic)

    def score(self, page: Page) -> Relevance:
        """The cosine with the topic vector; its evidence names every term that the page holds."""
        by_group = self.terms.count_each(page.groups)
        present = sorted(set().union(*by_group))
        if not present or not self._topic_length:
            return Relevance(0.0, on_topic=False)
        counts = [tuple([group.get(term, 0) for group in by_group]) for term in present]
        # IELP eq. 1
        weights = [
            sum([count * weight for count, weight in zip(tally, self.group_weights, strict=True)]) / max(tally)
            for tally in counts
        ]
        # IELP eq. 2
        lengths = self._topic_length * hypot(*weights) or 1.0
        shares = [self._topic[term] * weight / lengths for term, weight in zip(present, weights, strict=True)]
        score = min(1.0, sum(shares))
        evidence = [
            TermEvidence(self.terms.names[term], tally, weight, share)
            for term, tally, weight, share in zip(present, counts, weights, shares, strict=True)
        ]
        return Relevance(score, score > self.threshold, tuple(evidence))
