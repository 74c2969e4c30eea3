"""Simulated annealing with a memory of hosts, step by step."""

from math import exp
from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.fcsa import Fcsa, Parameters
from honeyguide.strategies.walkers import Walker

# F1 to F4 of each link, and E = 0.3 F1 + 0.15 F2 + 0.35 F3 + 0.2 F4 (WSE eq. 10):
#   0: 0.3 · 0.6 + 0.15       + 0.35                    = 0.68
#   1: 0.3 · 0.1 + 0.15 · 0.6 + 0.35 · 0.2              = 0.19
#   2: 0.3 · 0.2 + 0.15 · 0.6 + 0.35 · 0.4              = 0.29
#   3: 0.3 · 0.2 + 0.15 · 0.1 + 0.35 · 0.3              = 0.18
#   4: 0.3 · 0.5 + 0.15 · 0.1 + 0.35 · 0.4 + 0.2 · 0.025 = 0.31
WEB = WorkedWeb(
    {0: {1: 0.19, 2: 0.29}, 1: {3: 0.18, 4: 0.31}},
    hosts={0: 0, 1: 0, 2: 1, 3: 0, 4: 2, 5: 0},
    relevance={0: 0.6, 1: 0.1},
    factors={
        0: (0.6, 1.0, 1.0, 0.0),
        1: (0.1, 0.6, 0.2, 0.0),
        2: (0.2, 0.6, 0.4, 0.0),
        3: (0.2, 0.1, 0.3, 0.0),
        4: (0.5, 0.1, 0.4, 0.025),
    },
)
TO_PAGE_1 = [
    # The seed 0, E = 0.68; its host 0 has one page of relevance 0.6. T = 0.1.
    # Link 1 is on host 0, so 0.6 stands in for F1 = 0.1: E = 0.19 + 0.3 · 0.5 = 0.34. Host 1 is not known, so link 2
    # keeps its E = 0.29.
    0.9,  # draws 2
    0.03,  # exp((0.29 − 0.68) / 0.1) = 0.0202: no
    0.0,  # draws 1
    0.03,  # exp((0.34 − 0.68) / 0.1) = 0.0334: accepted
]


def started(throws: list[float], **given: object) -> Fcsa:
    """Of three pages: T is 0.1, 0.1 · √(0.001 / 0.1) = 0.01 and 0.001."""
    strategy = Fcsa(msgspec.convert({"budget": 3, **given}, Parameters))
    strategy.start(WEB.seeds, Random(0), WEB)
    strategy.draws = Dice(throws)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    throws = [
        *TO_PAGE_1,
        # Page 1 is worse than its host promised: the head keeps E = 0.34. T = 0.01. Host 0: (0.6 + 0.1) / 2 = 0.35.
        # Link 3 is on host 0: E = 0.18 + 0.3 · 0.15 = 0.225. Link 4: host 2 is not known, E = 0.31.
        0.0,  # draws 3
        0.001,  # exp((0.225 − 0.34) / 0.01) = 0.00001: no
        0.0,  # draws 4
        0.04,  # exp((0.31 − 0.34) / 0.01) = 0.0498: accepted
        # Page 4 has no links. Waiting: 2 (0.29) and 3 (0.18, as in the queue).
    ]
    strategy = started(throws)
    order = WEB.order(strategy)
    assert [next(order), next(order)] == [0, 1]
    assert strategy.temperature == pytest.approx(0.1)
    assert next(order) == 4
    assert strategy.temperature == pytest.approx(0.01)
    assert strategy.metrics()["temperature"] == strategy.temperature
    assert list(order) == [2, 3]
    assert strategy.draws.left == []  # type: ignore[attr-defined]


def test_a_head_that_is_measured_makes_the_links_of_a_bad_page_better() -> None:
    throws = [
        *TO_PAGE_1,
        # Page 1 by its own F1: E = 0.19.
        0.0,  # draws 3: 0.225 is better, accepted
        # Page 3 has no links. Waiting: 4 (0.31) and 2 (0.29).
    ]
    assert list(WEB.order(started(throws, head="measured"))) == [0, 1, 3, 4, 2]


def test_without_a_memory_of_hosts_links_are_compared_by_cpe_alone() -> None:
    throws = [
        0.0,  # draws 1
        0.01,  # exp((0.19 − 0.68) / 0.1) = 0.0074: no
        0.0,  # draws 2
        0.03,  # exp((0.29 − 0.68) / 0.1) = 0.0202: no
        # Waiting: 2 (0.29) and 1 (0.19). Page 2 has no links; 1 is next.
    ]
    order = WEB.order(started(throws, hosts=0))
    assert [next(order) for _ in range(3)] == [0, 2, 1]


def test_the_head_stays_what_it_is_when_its_choice_cannot_be_fetched() -> None:
    throws = [*TO_PAGE_1[2:], 0.03]  # then 2: exp((0.29 − 0.68) / 0.1) = 0.0202: no. By 0.34 it would be 0.61.
    strategy = started(throws)
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.ask(1) == [1]
    strategy.tell(Visit(WEB.link(1), Outcome.TIMEOUT))
    strategy.draws.left.insert(0, 0.0)  # type: ignore[attr-defined]
    assert strategy.ask(1) == [2]
    assert strategy.restarts == strategy.metrics()["restarts"] == 2  # the seed, and 2 from the queue


def test_a_redirect_leads_to_a_head_with_the_energy_of_the_link() -> None:
    strategy = started(TO_PAGE_1)
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.ask(1) == [1]
    target = Link(5, "http://a.example/5", 0, 2, 1)
    strategy.tell(Visit(WEB.link(1), Outcome.REDIRECT, links=(ScoredLink(target, 0.05),)))
    assert strategy.ask(1) == [5]
    strategy.tell(Visit(target, Outcome.PAGE, 0.1))
    (walker,) = strategy._free
    assert walker.head == 5
    assert walker.energy == pytest.approx(0.34)


@pytest.mark.parametrize(
    ("given", "temperatures"),
    [
        ({"budget": 3}, {0: 0.1, 1: 0.1, 2: 0.01, 3: 0.001, 4: 0.001}),
        ({"budget": 1}, {1: 0.1, 2: 0.001}),
        ({}, {1: 0.1, 7_501: 0.1 * 0.01 ** (7_500 / 14_999), 15_000: 0.001, 20_000: 0.001}),
        ({"budget": 3, "cooling": 0.99}, {1: 0.1, 2: 0.099, 3: 0.09801, 459: 0.1 * 0.99**458, 10_000: 0.001}),
    ],
)
def test_cools_to_the_floor_in_the_pages_of_the_crawl_or_by_what_is_given(
    given: dict[str, float], temperatures: dict[int, float]
) -> None:
    strategy = Fcsa(msgspec.convert(given, Parameters))
    for pages, temperature in temperatures.items():
        strategy.pages = pages
        assert strategy.temperature == pytest.approx(temperature)


def test_the_pages_of_the_crawl_are_its_budget() -> None:
    strategy = strategies.make("fcsa", budget=3)
    assert isinstance(strategy, Fcsa)
    assert strategy.parameters.budget == 3


@pytest.mark.parametrize("gain", [-0.02, -0.1, -0.2, 0.0, 0.1])
def test_a_worse_link_is_accepted_as_often_as_the_temperature_says(gain: float) -> None:
    strategy = Fcsa(Parameters())
    strategy.start(WEB.seeds, Random(5), WEB)
    strategy._energies = {1: 0.5 + gain}
    n = 20_000
    accepted = sum(strategy.accepts(Walker(energy=0.5), 1) for _ in range(n)) / n
    p = min(1.0, exp(gain / 0.1))
    assert abs(accepted - p) < 4 * (p * (1 - p) / n) ** 0.5 + 1e-6


def test_links_wait_by_what_is_known_of_their_hosts_when_all_scores_move() -> None:
    strategy = started([0.0, 0.9, 0.0, 0.9])
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.frontier.score_of(1) == pytest.approx(0.19)
    strategy.rescore(np.zeros(5, np.float32))
    # Host 0 has one page of relevance 0.6: E(1) = 0.19 + 0.3 · (0.6 − 0.1). Host 1 has none yet.
    assert strategy.frontier.score_of(1) == pytest.approx(0.34)
    assert strategy.frontier.score_of(2) == pytest.approx(0.29)
    assert strategy.ask(1) == [1]
    strategy.tell(WEB.page(1))
    (walker,) = strategy._free
    assert walker.energy == pytest.approx(0.34)  # a walker starts with the E by which its link waited


def test_stores_what_it_remembers() -> None:
    strategy = started([])
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    strategy.rescore(np.zeros(5, np.float32))
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))
    assert state["pages"] == 1
    assert state["hosts"] == {"seen": [[0, 1, 0.6]], "settled": [[0, 0.6]]}


def test_a_choice_in_flight_at_a_stop_keeps_the_energy_by_which_it_was_accepted() -> None:
    strategy = started(TO_PAGE_1)
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.ask(1) == [1]
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))
    scores = np.array([0.19, 0.29], np.float32)
    waiting = WaitingLinks(
        np.array([1, 2]), np.array([0, 1]), scores, np.ones(2, np.int64), 3, np.full((2, 2), np.nan)
    )
    woken = Fcsa(Parameters(budget=3))
    woken.resume(waiting, state, Random(0), WEB)
    assert woken.ask(1) == [1]
    woken.tell(WEB.page(1))
    assert [walker.energy for walker in woken._free] == [pytest.approx(0.34)]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("fcsa:T0=-1", "T0 must be a number from 1e-06 to 1,000,000, not '-1'; by default it is 0.1"),
        ("fcsa:floor=0.2", "floor must not exceed T0, but 0.2 > 0.1; by default they are 0.001 and 0.1"),
        ("fcsa:cooling=1.1", "cooling must be a number from 0 to 1, not '1.1'; by default it is 0"),
        ("fcsa:hosts=-1", "hosts must be a whole number from 0 to 10,000, not '-1'; by default it is 1000"),
        ("fcsa:head=best", "head must be 'accepted' or 'measured', not 'best'; by default it is accepted"),
        ("fcsa:budget=-1", "budget must be a whole number of at least 0"),
    ],
)
def test_parameters_that_cannot_be_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
