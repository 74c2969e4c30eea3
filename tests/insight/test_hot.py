"""Hot events: the formula by hand, and small crawls put together for it."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.insight.by_hand import Told, analysis_of

from honeyguide.errors import BadInput
from honeyguide.insight.hot import busiest, exposure, hot, score, surprise
from honeyguide.insight.model import DAY, Analysis


def told(event: int, days: list[int], sites: int, month: str = "2025-03") -> list[Told]:
    """A story a day of the month, on so many sites in turn."""
    return [Told(f"s{place % sites}.example", f"{month}-{day:02}T08:00:00Z", event) for place, day in enumerate(days)]


def test_surprise_worked_by_hand() -> None:
    # Nothing known, e = 0: x = 1/2, P(X ≥ n) = 1/2^n; given that there is one, 1/2^(n − 1).
    assert surprise(3, 0, 0.0) == pytest.approx(log10(4))
    # b = 1 in e = 2 windows: x = 1/4. P(X ≥ 1) = 1 − (3/4)² = 0.4375;
    # P(X ≥ 2) = 0.4375 − 2 × 1/4 × (3/4)² = 0.15625; 0.4375 / 0.15625 = 2.8.
    assert surprise(2, 1, 2.0) == pytest.approx(log10(2.8))
    assert surprise(1, 5, 3.0) == 0.0


def test_a_surprise_too_small_for_a_float_is_still_told() -> None:
    # b = 0: P(X ≥ n | X ≥ 1) = x^(n − 1); its first term alone is (1 − x) of that: log10(9/10) = 0.05 off.
    assert surprise(1001, 0, 8.0) == pytest.approx(1000.0, abs=0.1)
    # b = 2: n or more of n + 2 draws hit, C(n + 2, 2) x^n 0.9² + (n + 2) x^(n + 1) 0.9 + x^(n + 2);
    # P(X ≥ 1) = 1 − 0.9³.
    tail = 402 * 401 / 2 * 0.81 + 402 * 0.09 + 0.01
    assert surprise(400, 2, 8.0) == pytest.approx(400 - log10(tail) + log10(0.271), abs=0.1)


def test_score_worked_by_hand() -> None:
    # 4 stories where nothing was in 8 windows: x = 1/10, 3 powers of ten. From one site they count half:
    # 1.5 / (1.5 + 3) = 1/3; from three sites 5/6: 2.5 / 5.5.
    assert score(4, 1, 0, 8.0) == pytest.approx(1 / 3)
    assert score(4, 3, 0, 8.0) == pytest.approx(2.5 / 5.5)


def test_exposure_worked_by_hand() -> None:
    # The crawl has 30 stories in eight windows and 60 in the last: (30 + 80) / (60 + 10).
    assert exposure(8.0, 30, 60) == pytest.approx(110 / 70)
    assert exposure(8.0, 0, 0) == 8.0
    assert exposure(8.0, 500, 2) == 8.0  # a thin window: not more than the time
    assert exposure(0.0, 0, 50) == 0.0


def test_a_new_event_and_a_burst_of_an_old_one_are_hot_and_a_steady_one_is_not() -> None:
    steady = told(1, [*range(3, 32, 2)], 5) + told(1, [*range(1, 28, 2)], 5, "2025-02")
    old = told(2, [2, 9, 16], 3) + told(2, [28] * 6 + [29] * 9 + [30] * 3, 6)
    new = told(3, [26, 27, 27, 28, 28, 28, 29, 30], 5)
    ranked = hot(analysis_of(steady + old + new))
    assert [each.event for each in ranked] == [2, 3, 1]
    assert ranked[0].score > 0.5
    assert ranked[1].score > 0.5
    assert ranked[2].score < 0.1
    assert all(0.0 <= each.score <= 1.0 for each in ranked)


def test_what_it_says_worked_by_hand() -> None:
    # Window 24 March noon … 31 March noon, nothing before: e = 0, expected (1 + 0) / (1 + 0) = 1. Half of the five
    # stories are three: 28–29 March is the shortest run with three, 27–28 March has two.
    analysis = analysis_of(told(1, [25, 27, 28, 29, 29], 4))
    (only,) = hot(analysis)
    assert only.says == "5 stories from 4 sites in 7 days where 1.0 would be expected; busiest 28–29 March"
    assert (only.items, only.stories, only.sites, only.expected) == (5, 5, 4, 1.0)


def test_expected_worked_by_hand() -> None:
    # Four windows before, 3 stories of event 1 in them, 2 of event 2; in the window 2 of event 1, none of others.
    # e = min(4, (2 + 10 × 4) / (0 + 10)) = 4; (1 + 3) / (1 + 4).
    before = [Told("a.example", f"2025-02-{day}T12:00:00Z", 1) for day in (24, 25, 26)]
    others = [Told("b.example", f"2025-03-{day}T12:00:00Z", 2) for day in (10, 11)]
    (only,) = hot(analysis_of([*before, *others, *told(1, [27, 28], 2)]))
    assert (only.event, only.stories) == (1, 2)
    assert only.expected == pytest.approx(0.8)


def test_expected_in_a_crawl_that_brings_more_of_late_worked_by_hand() -> None:
    # Event 1 has 2 stories in the eight windows before, one older, one on a page not read before it was written,
    # one after now; the crawl beside it 6 in the background and 20 in the window:
    # e = min(8, (6 + 10 × 8) / (20 + 10)) = 86 / 30; (1 + 2) / (1 + e) = 90 / 116.
    own = [Told("a.example", f"2025-{day}T12:00:00Z", 1) for day in ("01-13", "02-25", "03-01", "03-26", "03-27")]
    wrong = Told("a.example", "2025-03-02", 1, fetched="2025-02-01T00:00:00Z")
    ahead = Told("a.example", "2025-03-31T12:00:01Z", 1)
    beside = [Told("b.example", f"2025-03-{day}T12:00:00Z") for day in [10] * 6 + [28] * 20]
    (only,) = hot(analysis_of([*own, wrong, ahead, *beside]))
    assert (only.items, only.stories) == (2, 2)
    assert only.expected == pytest.approx(90 / 116)
    assert only.says == "2 stories from 1 site in 7 days where 0.8 would be expected; busiest 26 March"


def test_the_window_holds_its_first_and_its_last_moment() -> None:
    first, last = Told("a.example", "2025-03-24T12:00:00Z", 1), Told("b.example", "2025-03-31T12:00:00Z", 1)
    (only,) = hot(analysis_of([first, last]))
    assert (only.stories, only.expected) == (2, 1.0)


def test_many_are_expected_in_whole_numbers() -> None:
    # One window before, 19 stories in it and nothing beside: (1 + 19) / (1 + 1).
    (only,) = hot(analysis_of([Told("a.example", "2025-03-17T12:00:00Z", 1)] * 19 + told(1, [28], 1)))
    assert only.says == "1 story from 1 site in 7 days where 10 would be expected"


def test_copies_count_once_and_one_site_counts_less() -> None:
    copies = [Told(f"c{n}.example", "2025-03-28T12:00:00Z", 1, story=0) for n in range(6)]
    own = [Told(f"o{n}.example", "2025-03-28T12:00:00Z", 2) for n in range(6)]
    one_site = [Told("one.example", "2025-03-28T12:00:00Z", 3) for n in range(6)]
    ranked = hot(analysis_of([*copies, *own, *one_site]))
    assert [(each.event, each.items, each.stories, each.sites) for each in ranked] == [
        (2, 6, 6, 6),
        (3, 6, 6, 1),
        (1, 6, 1, 6),
    ]
    assert ranked[2].says == "1 story from 6 sites in 7 days where 1.0 would be expected"


def test_few_stories_do_not_beat_many_by_a_small_denominator() -> None:
    many = told(1, [3, 10, 17], 3) + told(1, [28] * 10, 8)
    few = told(2, [28, 28], 2)
    first, second = hot(analysis_of(many + few))
    assert (first.event, second.event) == (1, 2)
    assert second.expected < first.expected


def test_events_without_a_dated_item_in_the_window_are_not_listed() -> None:
    undated = [Told("a.example", "", 1) for _ in range(3)]
    past = told(2, [1, 2, 3], 3)
    ahead = [Told("a.example", "2031-01-01", 3) for _ in range(3)]
    assert hot(analysis_of(undated + past + ahead)) == []
    assert hot(analysis_of([])) == []


def test_a_single_wrong_date_long_ago_changes_little() -> None:
    stories = [*told(1, [28] * 5, 5), *(Told("b.example", "2025-03-27T12:00:00Z") for _ in range(200))]
    plain = hot(analysis_of(stories))[0]
    with_one = hot(analysis_of([*stories, Told("b.example", "1999-01-01")]))[0]
    assert with_one.score == pytest.approx(plain.score, abs=0.1)


def test_a_burst_is_told_in_whole_days() -> None:
    background = [Told("b.example", f"2025-03-{day:02}T10:00:00Z") for day in range(1, 32) for _ in range(10)]
    (only,) = hot(analysis_of(told(1, [5, 12], 2) + told(1, [28] * 6 + [29] * 6, 6) + background))
    ((start, end),) = only.bursts
    assert end - start == 2 * DAY
    assert start % DAY == 0
    assert only.says.endswith("busiest 28 March")


def test_a_window_of_no_length_is_refused() -> None:
    with pytest.raises(BadInput, match="longer than nothing"):
        hot(analysis_of(told(1, [28], 1)), 0.0)


def test_busiest_is_the_shortest_then_the_fullest_then_the_first_run() -> None:
    assert busiest(np.array([1, 1, 1, 9, 9])) == (1, 1)
    assert busiest(np.array([1, 3, 4, 5, 9])) == (3, 5)
    assert busiest(np.array([1, 2, 5, 6])) == (1, 2)
    assert busiest(np.array([1, 2, 2, 3, 3])) == (2, 3)


@given(st.integers(1, 60), st.integers(1, 20), st.integers(0, 60), st.floats(0.0, 8.0))
def test_more_stories_and_more_sites_are_hotter_and_more_background_is_less_so(
    n: int, sites: int, b: int, e: float
) -> None:
    here = score(n, sites, b, e)
    assert 0.0 <= here < 1.0
    assert score(n + 1, sites, b, e) >= here
    assert score(n, sites + 1, b, e) >= here
    assert score(n, sites, b + 1, e) <= here + 1e-12


def same(one: Analysis, window: float) -> bool:
    return hot(one, window) == hot(one, window)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 31), st.integers(0, 3)), max_size=30), st.integers(1, 40))
def test_every_event_of_the_window_is_listed_once(rows: list[tuple[int, int, int]], window: int) -> None:
    analysis = analysis_of(
        [Told(f"s{site}.example", f"2025-03-{day:02}T06:00:00Z", event) for event, day, site in rows]
    )
    listed = hot(analysis, window * DAY)
    start = analysis.until - window * DAY
    expected = {
        int(event)
        for event, item in zip(analysis.event_of, analysis.items, strict=True)
        if event and item.published is not None and start <= item.published <= analysis.until
    }
    assert sorted(each.event for each in listed) == sorted(expected)
    assert [each.score for each in listed] == sorted((each.score for each in listed), reverse=True)
    assert same(analysis, window * DAY)
