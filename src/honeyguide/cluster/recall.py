"""Is enough found by all shards together? One test over what they drew from their links: no Ray, no clock, no file.

All shards draw each of their waiting links with the same chance, by themselves. Given how many these are, they are a
sample without replacement of all links that waited, so the test is that of a crawl in one (`core.recall_test`). What
was on its way between shards when they drew counts as what came since. The test is kept by the shards, each its part,
with the pages that it is about: a coordinator that is started anew hears from them how far it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from honeyguide.core.coverage import BINS, LEAST_LINKS, Calibration, expected
from honeyguide.core.recall_shares import RecallOrder, RecallShare, Scores
from honeyguide.core.recall_test import RecallTest, Sample
from honeyguide.core.stop_rules import StopRules


class WholeRecallTest:
    def __init__(self, rules: StopRules) -> None:
        self._test = RecallTest(rules.recall, rules.confidence, 0)
        self.moves: list[str] = []
        """Tests that began or ended, in words; for whoever takes them away."""
        self._share = 0.0
        self._is_over = True
        self._is_told = True
        """Whether it was said that the last test began."""
        self._asks = False
        self._looked = False

    @property
    def order(self) -> RecallOrder:
        """What all shards are to be told, until it is another."""
        test = self._test
        return RecallOrder(test.tests, self._share, self._is_over, test.said, test.reached, self._asks)

    def look(self, pages: int, shares: Sequence[RecallShare]) -> str:
        """Begin a test or end it, when it is time; why it is enough, if it is."""
        test = self._test
        self._hear(shares)
        found = sum(share.found for share in shares)
        if not self._looked:
            self._looked = True
            test.reached = min(share.reached for share in shares)
            if test.reached >= test.target:
                return test.why_enough(found)
        if any(share.test < test.tests for share in shares):
            return ""
        test.sample = _together([share.sample for share in shares], is_over=self._is_over)
        if test.is_running:
            return self._end(shares, found)
        scores = [share.scores for share in shares if share.scores]
        if not self._asks:
            self._asks = test.looks(pages)
        elif len(scores) == len(shares):
            self._asks = False
            self._begin(scores, found)
        return ""

    def _hear(self, shares: Sequence[RecallShare]) -> None:
        """Of a test that a former coordinator began."""
        last = max(share.test for share in shares)
        if last > self._test.tests:
            samples = [share.sample for share in shares if share.test == last]
            self._test.tests, self._is_told = last, True
            self._is_over = any(sample is None or sample.is_over for sample in samples)
            self._share = next((sample.share for sample in samples if sample), 0.0)
            self._test.said = next((share.said for share in shares if share.said), "")

    def _begin(self, scores: Sequence[Scores], found: int) -> None:
        test, calibration = self._test, _pooled(scores)
        if calibration.links < LEAST_LINKS:
            return
        left = expected(calibration, _sums([each.waiting for each in scores]))
        since = expected(calibration, _sums([each.since for each in scores]))
        if left.links and test.should_begin(found, left.pages, lambda _: since.pages):
            size = test.count(left.links, found, left.pages)
            self._share = min(1.0, (size + sqrt(size)) / left.links)  # how many these are is chance, too [ours]
            self._is_over = self._is_told = False

    def _end(self, shares: Sequence[RecallShare], found: int) -> str:
        test = self._test
        assert test.sample is not None
        if not self._is_told:
            self._is_told = True
            self.moves.append(test.begun(test.sample.size, test.sample.urn))
        left = sum(share.draws_left for share in shares)
        scores = [share.scores for share in shares if share.scores]
        if not left and len(scores) < len(shares):
            self._asks = True
            return ""
        since = 0.0 if left else expected(_pooled(scores), _sums([each.since for each in scores])).pages
        passed = test.judge(found, left, since)
        if passed is None:
            return ""
        self._is_over, self._asks = True, False
        self.moves.append(test.ended(passed))
        return test.why_enough(found) if passed else ""


def _together(samples: Sequence[Sample | None], *, is_over: bool) -> Sample | None:
    """What all shards drew, as one sample; None where one drew nothing, because it is new."""
    drawn = [sample for sample in samples if sample]
    if len(drawn) < len(samples):
        return None
    return Sample(
        known=0,
        urn=sum(sample.urn for sample in drawn),
        size=sum(sample.size for sample in drawn),
        came=sum(sample.came for sample in drawn),
        on_topic=sum(sample.on_topic for sample in drawn),
        taken=sum(sample.taken for sample in drawn),
        is_over=is_over,
    )


def _pooled(scores: Sequence[Scores]) -> Calibration:
    """What links of each score turned out to be in all shards."""
    pooled = Calibration()
    pooled.links = sum(each.links for each in scores)
    pooled.tries, pooled.hits = _sums([each.tries for each in scores]), _sums([each.hits for each in scores])
    return pooled


def _sums(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)] or [0.0] * BINS
