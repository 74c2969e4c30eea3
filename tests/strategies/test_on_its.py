"""Tabu search (On-ITS), step by step."""

from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.sites import Sites
from tests.strategies.worked import WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.on_its import OnIts, Parameters
from honeyguide.strategies.walkers import path_of

WEB = Sites(
    dict(enumerate(["a/1", "b/1", "a/1", "c/1", "c/1", "a/2", "b/2", "b/1", "a/3", "b/2", "b/3", "d/1"])),
    {
        0: {1: 0.5, 2: 0.4, 3: 0.3, 4: 0.1},
        1: {2: 0.4, 5: 0.45, 6: 0.35},
        6: {7: 0.3, 8: 0.6, 9: 0.2},
        8: {2: 0.4, 7: 0.3, 10: 0.55},
        2: {10: 0.55},
        10: {5: 0.45, 11: 0.2},
    },
)


def started(web: WorkedWeb, parameters: Parameters) -> OnIts:
    strategy = OnIts(parameters)
    strategy.start(web.seeds, Random(0), web)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # Tenure 2: the two places before the head are remembered. r2 = 0.12.
    worked = [
        0,  # the seed, on a/1. Its links: 1 (b/1, 0.5), 2 (a/1, 0.4), 3 (c/1, 0.3); 4 scores no more than r2
        1,  # nothing is tabu yet: the best. Best so far 0.5; a and a/1 are left and tabu
        6,  # 5 (a/2, 0.45) and 2 (a/1, 0.4) lead back to a and do not beat 0.5; 6 (b/2, 0.35) is free
        8,  # 8 (a/3, 0.6) leads back to a and beats 0.5: aspiration. Best so far 0.6
        2,  # a/1 was left three pages ago: free. 10 (b/3, 0.55) and 7 (b/1, 0.3) lead back to b
        10,  # 2 links to 10 alone, tabu: the walk ends. 10 is the best that waits; the list goes on: a/3, a/1, b/3
        11,  # 5 (a/2, 0.45) leads back to a and does not beat 0.55; 11 (d/1, 0.2) is free
        5,  # 11 has no links: the best that waits
        3,
        7,
        9,
        4,  # from the reserve
    ]
    strategy = started(WEB, Parameters(tenure=2))
    assert list(WEB.order(strategy)) == worked
    assert strategy.aspired == 1
    assert strategy.restarts == 7  # 0, 10, 5, 3, 7, 9, 4
    assert strategy.reopened == 1


def test_with_a_longer_tenure_the_walk_does_not_go_back_so_soon() -> None:
    # With tenure 3, on 8 (a/3), a/1 is still tabu: the walk ends, and the best that waits is 10.
    assert list(WEB.order(started(WEB, Parameters(tenure=3))))[:6] == [0, 1, 6, 8, 10, 11]


def test_as_published_the_crawl_ends_where_only_discarded_links_are_left() -> None:
    strategy = started(WEB, Parameters(tenure=2, reserve=False))
    assert 4 not in list(WEB.order(strategy))
    assert strategy.waiting == 1
    assert strategy.reopened == 0


def test_looks_at_no_more_links_of_a_page_than_candidates() -> None:
    # From a to b; b's two best lead back to a, the third is free: with two candidates the walk ends.
    web = Sites(
        {0: "a/1", 1: "b/1", 2: "a/2", 3: "a/3", 4: "b/1", 5: "e/1"},
        {0: {1: 0.9, 5: 0.85}, 1: {2: 0.8, 3: 0.7, 4: 0.2}},
    )
    assert list(web.order(started(web, Parameters(candidates=3))))[:3] == [0, 1, 4]
    assert list(web.order(started(web, Parameters(candidates=2))))[:3] == [0, 1, 5]


@pytest.mark.parametrize("again", [False, True])
def test_after_a_failure_the_next_best_link_of_the_page_is_tried(again: bool) -> None:
    strategy = started(WEB, Parameters(walkers=1))
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.ask(1) == [1]
    strategy.tell(Visit(WEB.link(1), Outcome.TIMEOUT, again=again))
    assert strategy.ask(1) == [2]


def test_walkers_have_lists_of_their_own_and_hand_them_on() -> None:
    strategy = started(WEB, Parameters(tenure=2))
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.ask(2) == [1, 2]
    strategy.tell(WEB.page(1))
    strategy.tell(WEB.page(2))
    # The first walked a/1, b/1 and goes on inside b; the second began on a/1 and is free to go to b.
    assert strategy.ask(2) == [6, 10]
    strategy.tell(WEB.page(6))
    state = strategy.state()
    walkers = state["walkers"]
    assert isinstance(walkers, list)
    places = [[(chr(host), path) for host, path in walker[-1][0]] for walker in walkers]
    a1, b1, b2 = (path_of(WEB.link(number).url) for number in (0, 1, 6))
    assert places == [[("a", a1)], [("a", a1), ("b", b1), ("b", b2)]]


def test_goes_on_after_a_stop_with_lists_best_so_far_and_candidates() -> None:
    strategy = started(WEB, Parameters(tenure=2))
    order = WEB.order(strategy)
    assert [next(order) for _ in range(4)] == [0, 1, 6, 8]
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))
    # 8 was named and not told: it waits again, and is named first.
    scores = {2: 0.4, 3: 0.3, 4: 0.1, 5: 0.45, 7: 0.3, 8: 0.6, 9: 0.2}
    waiting = WaitingLinks(
        ids=np.array(list(scores)),
        hosts=np.array([WEB.link(number).host for number in scores]),
        scores=np.array(list(scores.values()), np.float32),
        depths=np.ones(len(scores), np.int64),
        known=10,
        link_state=np.full((len(scores), 2), np.nan),
    )
    woken = OnIts(Parameters(tenure=2))
    woken.resume(waiting, state, Random(0), WEB)
    assert list(WEB.order(woken)) == [8, 2, 10, 11, 5, 3, 7, 9, 4]
    assert woken.aspired == 1


def test_lists_of_walks_that_ended_are_stored_for_those_to_come() -> None:
    # Page 0 has no links: that walk ended, and the other one went on to 2.
    web = Sites({0: "a/1", 1: "b/1", 2: "c/1"}, {1: {2: 0.5}}, seeds=(0, 1))
    strategy = started(web, Parameters())
    assert strategy.ask(2) == [0, 1]
    for number in (0, 1):
        strategy.tell(web.page(number))
    assert strategy.ask(1) == [2]
    state = msgspec.json.encode(strategy.state())
    none = np.zeros(0, np.int64)
    woken = OnIts(Parameters())
    woken.resume(
        WaitingLinks(none, none, none.astype(np.float32), none, 3, np.zeros((0, 2))),
        msgspec.json.decode(state),
        Random(0),
        web,
    )
    assert msgspec.json.encode(woken.state()["idle"]) == b"[[[[97,%d]]]]" % path_of(web.link(0).url)


def test_a_redirect_leads_straight_to_its_target_even_where_that_is_tabu() -> None:
    strategy = started(WEB, Parameters(walkers=1))
    for number in (0, 1):
        assert strategy.ask(1) == [number]
        strategy.tell(WEB.page(number))
    assert strategy.ask(1) == [6]
    strategy.tell(Visit(WEB.link(6), Outcome.REDIRECT, links=(ScoredLink(WEB.link(8), 0.2),)))
    assert strategy.ask(1) == [8]


def test_what_is_stored_stays_within_a_few_kilobytes_a_walker() -> None:
    links = dict.fromkeys(range(100, 1100), 0.5)
    web = Sites(
        {n: f"{chr(97 + n % 26)}/{n}" for n in [*range(100), *links]},
        dict.fromkeys(range(100), links),
        seeds=range(100),
    )
    strategy = started(web, Parameters())
    for number in strategy.ask(64):
        strategy.tell(web.page(number))
    assert len(msgspec.json.encode(strategy.state())) < 64 * 2000


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("on-its:tenure=0", "tenure must be a whole number from 1 to 200, not '0'; by default it is 20"),
        ("on-its:candidates=0", "candidates must be a whole number from 1 to 500, not '0'; by default it is 50"),
        ("on-its:r2=-1", "r2 must be a number from 0 to 1, not '-1'; by default it is 0.12"),
        ("on-its:tabu=3", "has no parameter 'tabu'"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
