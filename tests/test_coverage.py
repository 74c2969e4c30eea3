"""What is probably left, with numbers worked by hand."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from honeyguide.config import Settings
from honeyguide.core.coverage import BINS, LEAST_LINKS, Calibration, CoverageEstimator, bin_of, bins_of, chao1
from honeyguide.core.limits import Limits
from honeyguide.core.recall_test import RecallTest, least_missed, p_value, sample_size
from honeyguide.core.stop_rules import StopRules, stop_rules
from honeyguide.link_table import LinkTable
from honeyguide.links.best_score import BestScore
from honeyguide.model import Fetched, Link, Outcome, Page, Relevance
from honeyguide.protocols import LinkModel
from honeyguide.records import Citation, Record


def calibrated(**counts: tuple[float, float]) -> Calibration:
    """Tries and hits by score: `_30=(20, 2)` for 0.30."""
    made = Calibration()
    for score, (tries, hits) in counts.items():
        place = bin_of(int(score[1:]) / 100)
        made.tries[place], made.hits[place] = tries, hits
    return made


def test_scores_are_counted_by_bins_that_keep_their_order() -> None:
    scores = np.array([0.0, 1e-9, 0.0003, 0.1, 0.11, 0.5, 0.51, 0.57, 0.99, 1.0], np.float32)
    bins = [bin_of(score) for score in scores.tolist()]
    assert bins == sorted(bins)
    assert (bins[0], bins[-1]) == (0, BINS - 1)
    assert bins_of(scores).tolist() == bins


def test_chances_rise_with_the_score_and_those_that_break_the_order_are_pooled() -> None:
    # 3 of 30 at 0.1 and 1 of 30 at 0.3 are out of order: together 4 of 60; by Jeffreys' prior 4.5/61 and 15.5/31
    chance, error, lowest = calibrated(_10=(30, 3), _30=(30, 1), _60=(30, 15)).chances()
    assert chance[bin_of(0.1)] == chance[bin_of(0.3)] == pytest.approx(4.5 / 61)
    assert chance[bin_of(0.6)] == pytest.approx(15.5 / 31)
    assert error[bin_of(0.6)] == pytest.approx((0.25 / 32) ** 0.5)
    assert lowest == bin_of(0.1)


def test_scores_that_were_never_tried_count_like_the_next_that_was_and_never_more() -> None:
    chance, _, _ = calibrated(_30=(30, 3), _60=(30, 15)).chances()
    assert chance[bin_of(0.01)] == chance[bin_of(0.3)] == pytest.approx(3.5 / 31)
    assert chance[bin_of(0.45)] == chance[bin_of(0.6)] == chance[BINS - 1] == pytest.approx(0.5)


def test_a_chance_is_taken_from_no_fewer_than_25_links() -> None:
    chance, _, _ = calibrated(_10=(5, 0), _30=(30, 3), _60=(10, 10)).chances()
    assert chance == pytest.approx(
        np.full(BINS, 13.5 / 46)
    )  # 10 of 10 with 3 of 30, and the 5 that are left join them
    assert not Calibration().chances().chance.any()


def test_what_was_tried_lately_counts_more() -> None:
    tried = Calibration()
    for on_topic in (True, False):
        for _ in range(1000):
            tried.add(0.5, on_topic)
    place = bin_of(0.5)
    assert tried.hits[place] / tried.tries[place] == pytest.approx(
        1 / 3
    )  # the first thousand counts half of the second


def test_chaos_bound_from_what_was_seen_once_and_twice() -> None:
    assert chao1(10, 4) == 10 * 9 / (2 * 5)
    assert (chao1(1, 0), chao1(0, 7)) == (0, 0)


def test_the_p_value_is_hypergeometric() -> None:
    # of 10 links 3 are on topic, 4 are drawn: C(7,4) / C(10,4) = 35/210 for none, 3 C(7,3) = 105 more for one
    assert p_value(10, 3, 4, 0) == pytest.approx(35 / 210)
    assert p_value(10, 3, 4, 1) == pytest.approx(140 / 210)
    assert p_value(10, 11, 4, 0) == 0.0  # the urn is too small for so many


def test_how_many_the_urn_must_hold_for_too_little_to_be_found() -> None:
    assert least_missed(18, 0.9, 0) == 3  # 18 of 20 is the target: with 3 in the urn it is missed
    assert least_missed(18, 0.9, 2) == 5  # two of the 18 were in it; the paper's ⌊18/0.9 − 16⌋ + 1
    assert least_missed(18, 0.9, 0, expected=1.0) == 2
    assert least_missed(18, 0.9, 2, expected=2.5) == 0  # missed whatever the urn holds: p is 1
    assert p_value(50, 0, 20, 0) == 1.0


def test_a_sample_is_as_large_as_the_test_needs() -> None:
    size = sample_size(1000, 10, 0.0, 0.05)
    assert p_value(1000, 10, size, 0) <= 0.05 < p_value(1000, 10, int(size / 1.1) - 1, 0)
    assert sample_size(1000, 1, 0.0, 0.05) > 900  # to rule out a single page, nearly all must be seen
    assert sample_size(7, 1, 0.0, 0.05) == 7


def test_the_level_of_all_tests_together_is_what_was_asked_for() -> None:
    test = RecallTest(0.9, 0.95, 0)
    levels = []
    for test.tests in range(1, 200):
        levels.append(test.level)
    assert levels[:2] == pytest.approx([0.025, 0.05 / 6])
    assert 0.049 < sum(levels) < 0.05


def test_a_test_counts_its_draws_what_else_the_urn_gave_and_what_a_redirect_leads_to() -> None:
    test = RecallTest(0.5, 0.5, 0)
    test.begin(range(20), 20, 10, 0.0)
    draws = test.draws()
    sample = test.sample
    assert sample is not None
    assert len(draws) == len(set(draws)) == sample.size == 20
    assert test.settled(draws[0], on_topic=True)
    assert not test.settled(draws[1], on_topic=False, leads_to=33)
    assert test.settled(33, on_topic=True)
    assert not test.settled(40, on_topic=True)  # came since the test began
    assert (sample.came, sample.on_topic, sample.taken) == (2, 2, 2)


def test_rules_are_taken_apart() -> None:
    assert stop_rules("") == StopRules(0.0, 0.95, 0.0, 200)
    assert stop_rules("recall 0.9") == StopRules(0.9)
    assert stop_rules("harvest .02 over 50 or recall 0.8 confidence 0.99") == StopRules(0.8, 0.99, 0.02, 50)


@pytest.mark.parametrize("rule", ["recall", "recall 1.5", "recall 0", "harvest 2%", "recall 0.9 over 20", "enough"])
def test_other_rules_are_refused_in_a_sentence(rule: str) -> None:
    with pytest.raises(Exception, match=r"'stop_when' must be like 'recall 0.9', .*, not '") as caught:
        Settings(stop_when=rule)
    assert "\n" not in str(caught.value)


def test_a_harvest_dries_up_over_its_last_pages() -> None:
    limits = Limits(Settings(stop_when="harvest 0.5 over 4"))
    limits.start(0.0, {})
    for found in (False, True, True, False, False):
        assert not limits.is_over(0.0)
        limits.settled(0, requested=False, page=True, found=found)
    assert not limits.is_over(0.0)  # two of four
    limits.settled(0, requested=False, page=True, found=False)
    assert limits.is_over(0.0)
    assert limits.why_stopped.startswith("the harvest has dried up: 1 of the last 4 pages are on topic")
    resumed = Limits(Settings(stop_when="harvest 0.5 over 4"))
    resumed.start(0.0, {0: 6}, [False, True, True, False, False, False])
    assert resumed.is_over(0.0)


class Told(BestScore):
    """Scores are as they were set."""


def page_of(link: Link, *targets: int, on_topic: bool = False, duplicate_of: int | None = None) -> Record:
    return Record(
        link,
        Fetched(link.url, Outcome.PAGE),
        Outcome.PAGE,
        "",
        final=True,
        citations=[Citation(link.id, target, "", 0.0) for target in targets],
        page=Page(link.url, "", "", (), ()),
        relevance=Relevance(1.0, on_topic=on_topic),
        duplicate_of=duplicate_of,
    )


def test_waiting_links_are_expected_to_be_what_links_of_their_score_were() -> None:
    table, model = LinkTable(), Told()
    estimator = CoverageEstimator(table, cast("LinkModel", model))
    links = [table.add(f"http://h.test/{n}", "h.test", 1, 0) for n in range(LEAST_LINKS + 40)]
    for link in links:
        model.set_prior(link.id, 0.5 if link.id % 2 else 0.125)
    assert estimator.estimate(0) is None
    small = CoverageEstimator(LinkTable(), cast("LinkModel", Told()))
    told = small.estimate(0)
    assert told is not None, "that nothing is left is known, however little was tried"
    assert (told.waiting, told.expected, told.high, told.recall) == (0, 0.0, 0.0, 0.0)
    estimator.calibration = calibrated(_50=(30, 15))
    estimator.calibration.links = LEAST_LINKS
    assert estimator.estimate(0) is None  # nothing is found
    assert estimator.settled(page_of(links[0], 1, 1, 2, on_topic=True), 0.0)
    assert not estimator.settled(page_of(links[3], 1, 2, on_topic=True, duplicate_of=0), 0.0)
    failed = Record(links[5], Fetched(links[5].url, Outcome.TIMEOUT), Outcome.TIMEOUT, "", final=False)
    assert not estimator.settled(failed, 0.5)
    assert estimator.settled(page_of(links[1], 2, 1, on_topic=True), 0.5)
    assert estimator.settled(page_of(links[2], on_topic=True), 0.125)
    told = estimator.estimate(3)
    assert told is not None
    assert (told.found, told.waiting, told.untried) == (3, LEAST_LINKS + 36, 0)
    chance = estimator.calibration.chances().chance
    high = LEAST_LINKS // 2 + 20 - 2
    assert told.expected == pytest.approx(high * chance[bin_of(0.5)] + high * chance[bin_of(0.125)], rel=1e-6)
    assert told.recall == pytest.approx(3 / (3 + told.expected))
    # links 0, 1, 2 are found; pages 0 and 3 hold 1, pages 0, 1 and 3 hold 2, none holds 0: nobody was seen once
    assert told.undiscovered == chao1(0, 1) == 0.0
