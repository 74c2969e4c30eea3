"""Fish search, step by step."""

from random import Random

import numpy as np
import pytest
from tests.strategies.worked import WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.fish import Fish, Parameters

POND = WorkedWeb(
    {
        0: {1: 0.1, 2: 0.1, 3: 0.1, 4: 0.9},
        1: {0: 1.0, 5: 0.1, 4: 0.9, 6: 0.9},
        3: {6: 0.9},
        6: {9: 0.1},
        4: {7: 0.1},
        5: {8: 0.1, 14: 0.1},
        8: {10: 0.3, 11: 0.6},
        14: {12: 0.1},
        11: {13: 0.1},
    },
    relevance={0: 0.8, 3: 0.7, 14: 0.9},
)


def started(reserve: bool = True) -> Fish:
    strategy = Fish(Parameters(width=2, depth=2, reserve=reserve))
    strategy.start(POND.seeds, Random(0), POND)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # width = 2, α = 1.5: of a relevant page the first 3 links have potential 1, of another the first 2 have 0.5.
    # 0  relevant, depth 2.   1, 2, 3 → 1; 4 → 0; all with depth D = 2.
    # 1  irrelevant, depth 2. 0 was named and does not count: 5, 4 → 0.5; 6 → 0; 5 and 6 with depth 1, while 4 keeps
    #    its depth 2 and rises.                          Waiting: 2 3 (1), 4 5 (0.5), 6 (0)
    # 2  has no links.
    # 3  relevant, depth 2.   6 → 1, depth 2.            Waiting: 6 (1), 4 5 (0.5)
    # 6  irrelevant, depth 2. 9 → 0.5, depth 1.          Waiting: 4 5 9 (0.5)
    # 4  irrelevant, depth 2. 7 → 0.5, depth 1.          Waiting: 5 7 9 (0.5)
    # 5  irrelevant, depth 1. 8, 14 → 0.5, depth 0.      Waiting: 7 8 9 14 (0.5)
    # 7  has no links.
    # 8  irrelevant, depth 0: the school dies.           Reserve: 11 (E 0.6), 10 (E 0.3)
    # 9  has no links.
    # 14 relevant, depth 0: it goes on. 12 → 1, depth 2.
    # 12 has no links, and nothing that lives waits.
    # 11 is reopened and begins anew with depth 2; irrelevant. 13 → 0.5, depth 1, and comes before 10.
    strategy = started()
    assert list(POND.order(strategy)) == [0, 1, 2, 3, 6, 4, 5, 7, 8, 9, 14, 12, 11, 13, 10]
    assert strategy.reopened == 2
    assert strategy.state() == {"reopened": 2}


def test_without_a_reserve_it_ends_where_all_schools_died() -> None:
    strategy = started(reserve=False)
    assert list(POND.order(strategy)) == [0, 1, 2, 3, 6, 4, 5, 7, 8, 9, 14, 12]
    assert strategy.waiting == 2
    assert strategy.reopened == 0


def test_by_default_seven_links_of_a_relevant_page_are_hoped_for_and_five_of_another() -> None:
    # α · width = 1.5 · 5 = 7.5
    links = dict.fromkeys(range(1, 10), 0.5)
    for relevance, hopes in ((1.0, [1.0] * 7 + [0.0] * 2), (0.0, [0.5] * 5 + [0.0] * 4)):
        pond = WorkedWeb({0: links}, relevance={0: relevance})
        strategy = Fish(Parameters())
        strategy.start(pond.seeds, Random(0), pond)
        strategy.ask(1)
        assert strategy.potentials(pond.page(0), 0.0) == hopes


def test_keeps_the_depth_and_the_standing_of_each_link_in_two_numbers() -> None:
    strategy = started()
    strategy.ask(1)
    strategy.tell(POND.page(0))
    # Two for each of depth + 1 and the standing: 0.5 + potential / 2 for a link that lives.
    living = 2 * 3 + 1.0
    assert strategy.link_state() == [(0, living, 0), (1, living, 0), (2, living, 0), (3, living, 0), (4, 6.5, 0)]
    assert strategy.link_state() == []
    strategy.ask(1)
    strategy.tell(POND.page(1))
    assert strategy.link_state() == [(4, 2 * 3 + 0.75, 0), (5, 2 * 2 + 0.75, 0), (6, 2 * 2 + 0.5, 0)]


def test_a_school_that_finds_food_has_its_whole_depth_again() -> None:
    # 0 irrelevant, depth 2; 1 relevant, depth 1: its link 2 has potential 1 and depth D = 2.
    pond = WorkedWeb({0: {1: 0.1}, 1: {2: 0.1}}, relevance={1: 0.9})
    strategy = Fish(Parameters(depth=2))
    strategy.start(pond.seeds, Random(0), pond)
    for number in (0, 1):
        assert strategy.ask(1) == [number]
        strategy.tell(pond.page(number))
    assert strategy.link_state() == [(0, 2 * 3 + 1.0, 0), (1, 2 * 2 + 0.75, 0), (2, 2 * 3 + 1.0, 0)]


def test_the_target_of_a_redirect_stands_where_the_link_to_it_stood() -> None:
    strategy = started()
    strategy.ask(1)
    strategy.tell(POND.page(0))
    assert strategy.ask(1) == [1]
    strategy.tell(Visit(POND.link(1), Outcome.REDIRECT, links=(ScoredLink(POND.link(8), 0.01),)))
    assert [row for row in strategy.link_state() if row[0] == 8] == [(8, 2 * 3 + 1.0, 0)]
    assert strategy.ask(9) == [2, 3, 8, 4]


def test_a_link_that_failed_for_now_waits_where_it_was() -> None:
    strategy = started()
    strategy.ask(1)
    strategy.tell(POND.page(0))
    assert strategy.ask(1) == [1]
    strategy.tell(Visit(POND.link(1), Outcome.TIMEOUT, again=True))
    assert strategy.ask(2) == [1, 2]


def test_seeds_that_are_added_for_a_resume_live_and_links_without_numbers_are_a_reserve() -> None:
    waiting = WaitingLinks(
        ids=np.array([1, 2, 3]),
        hosts=np.zeros(3, np.int64),
        scores=np.array([0.9, 0.1, 1.0], np.float32),
        depths=np.array([1, 1, 0]),
        known=4,
        link_state=np.array([[np.nan, np.nan], [2 * 1 + 0.5, 0.0], [np.nan, np.nan]]),
    )
    strategy = Fish(Parameters(reserve=False))
    strategy.resume(waiting, {"reopened": 4}, Random(0), POND)
    assert strategy.reopened == 4
    assert strategy.named(0)
    assert strategy.ask(9) == [3, 2]
    assert strategy.waiting == 1


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("fish:width=0", "width must be a whole number from 1 to 1000, not '0'; by default it is 5"),
        ("fish:depth=-1", "depth must be a whole number from 1 to 100, not '-1'; by default it is 3"),
        ("fish:alpha=0.5", "alpha must be a number from 1 to 100, not '0.5'; by default it is 1.5"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        strategies.make(spec)
