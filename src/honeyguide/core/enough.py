"""Follows a crawl and says how much is left; by a rule for recall it fetches links of its own and ends the crawl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.config import Settings
from honeyguide.core.coverage import LEAST_LINKS, CoverageEstimator
from honeyguide.core.limits import Limits
from honeyguide.core.recall_shares import RecallOrder, RecallShare, Scores
from honeyguide.core.recall_test import RecallTest
from honeyguide.core.stop_rules import stop_rules
from honeyguide.link_table import LinkTable
from honeyguide.model import Coverage, Outcome
from honeyguide.protocols import LinkModel
from honeyguide.records import Checkpoint, Record

GROWTH = 1.1
"""What is left is estimated for the store when the crawl has so many times the pages: the cost a page is constant."""


class Enough:
    def __init__(
        self,
        settings: Settings,
        table: LinkTable,
        links: LinkModel,
        limits: Limits,
        takes: Callable[[int], bool],
        shard: int | None = None,
    ) -> None:
        """`takes` takes a link away from the strategy, if it waits there and may be fetched now. `shard`: its number,
        for one; tests are then begun and ended by the coordinator."""
        rules = stop_rules(settings.stop_when)
        seed = settings.seed if shard is None else f"{settings.seed}:{shard}"
        self.test = RecallTest(rules.recall, rules.confidence, seed) if rules.recall else None
        self._is_shard = shard is not None
        self._asked = False
        self.moves: list[str] = []
        """Tests that began or ended, in words; for whoever takes them away."""
        self._coverage = CoverageEstimator(table, links)
        self._table = table
        self._limits = limits
        self._takes = takes
        self._last: Coverage | None = None
        self._next_pages = 0.0

    def name(self) -> int | None:
        """A link to fetch instead of what the strategy would name; mostly none."""
        return self.test.next(len(self._table), self._takes) if self.test else None

    def settled(self, record: Record, score: float) -> bool:
        """What came of a link that scored so much; whether it is a page on topic and no duplicate."""
        return self._coverage.settled(record, score)

    def look(self, record: Record, found: bool) -> None:
        """Begin a recall test or end it, when it is time."""
        test = self.test
        if test is None or not record.final:
            return
        elsewhere = record.outcome is Outcome.REDIRECT and not record.citations
        moved = test.settled(record.link.id, found, self._leads_to(record), elsewhere=elsewhere)
        if self._limits.has_all_of(record.link.host):
            test.give_up(self._is_lost)
            moved = True
        if self._is_shard:
            return
        if test.is_running:
            if moved:
                self._end(test)
        elif test.looks(self._limits.pages) and self._coverage.calibration.links >= LEAST_LINKS:
            expected = self._expected(0)
            if test.should_begin(self._coverage.found, expected, self._expected):
                self.moves.append(test.begin(self._urn(), len(self._table), self._coverage.found, expected))

    def referred(self, number: int) -> None:
        """The page of another shard, that it told of: nobody waits for it here."""
        self._coverage.settle(number)

    def obey(self, order: RecallOrder) -> None:
        """For a shard: the coordinator says which test there is, and what came of it."""
        test = self.test
        if test is None:
            return
        self._asked = order.asks
        if order.test > test.tests:
            test.draw(order.test, order.share, self._urn(), len(self._table))
        if order.is_over and order.test == test.tests:
            test.end(order.said, order.reached)

    def share(self) -> RecallShare | None:
        """What the coordinator hears of a shard; None without a rule for recall."""
        test, coverage = self.test, self._coverage
        if test is None:
            return None
        scores = None
        if self._asked:
            known = test.sample.known if test.sample else 0
            kept = coverage.calibration
            scores = Scores(kept.links, kept.tries, kept.hits, coverage.by_score(), coverage.by_score(known))
        return RecallShare(test.tests, test.sample, test.draws_left, coverage.found, test.said, test.reached, scores)

    def estimate(self) -> Coverage | None:
        """As of now; None when there is too little to say."""
        return self._coverage.estimate(self._limits.pages, self.test.said if self.test else "")

    def state(self) -> dict[str, object]:
        pages = self._limits.pages
        if self._limits.why_stopped or pages >= self._next_pages:
            self._last = self.estimate()
            self._next_pages = max(pages + 1, GROWTH * pages)
        state: dict[str, object] = {"calibration": self._coverage.state(), "coverage": self._last}
        if self.test:
            state |= {"recall": self.test.state(), "recall_draws": self.test.draws()}
        return state

    def restore(self, stored: Checkpoint, waiting: NDArray[np.int64], *, more: bool) -> None:
        """Go on with these links; `more`: seeds were added, so what was enough need not be enough now."""
        state: dict[str, Any] = stored.state
        self._coverage.restore(stored, waiting, state.get("calibration", {}))
        if self.test and "recall" in state:
            self.test.restore(state["recall"], state["recall_draws"], self._coverage.waits)
            if more:
                self.test.reached = 0.0
            elif self.test.reached >= self.test.target and not self._is_shard:
                self._stop(self.test)

    def _end(self, test: RecallTest) -> None:
        passed = test.passes(self._coverage.found, self._expected)
        if passed is not None:
            self.moves.append(test.ended(passed))
        if passed:
            self._stop(test)

    def _stop(self, test: RecallTest) -> None:
        self._limits.enough(test.why_enough(self._coverage.found))

    def _leads_to(self, record: Record) -> int | None:
        if record.outcome is not Outcome.REDIRECT or not record.citations:
            return None
        target = record.citations[0].target
        return target if self._coverage.waits(target) else None

    def _urn(self) -> list[int]:
        return [number for number in self._coverage.waiting().tolist() if not self._is_lost(number)]

    def _is_lost(self, number: int) -> bool:
        return self._limits.has_all_of(self._table.host(number))

    def _expected(self, since: int) -> float:
        return self._coverage.expected(since).pages
