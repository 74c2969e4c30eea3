"""Simulated annealing with a memory of hosts, step by step."""

from math import exp
from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.strategies.fcsa import Fcsa, Parameters
from honeyguide.strategies.walkers import Walker

# F1 to F4 of each link, and E = 0.3 F1 + 0.15 F2 + 0.35 F3 + 0.2 F4 (WSE eq. 10):
#   0: 0.3 · 0.6 + 0.15 + 0.35            = 0.68
#   1: 0.3 · 0.9 + 0.15 · 0.6 + 0.35 · 0.2 = 0.43
#   2: 0.3 · 0.2 + 0.15 · 0.6 + 0.35 · 0.4 = 0.29
#   3: 0.3 · 0.5 + 0.15 · 0.3 + 0.35 · 1.0 = 0.545
#   4:             0.15 · 0.3 + 0.2 · 0.175 = 0.08
WEB = WorkedWeb(
    {0: {1: 0.43, 2: 0.29}, 2: {3: 0.545, 4: 0.08}},
    hosts={0: 0, 1: 0, 2: 1, 3: 1, 4: 2},
    relevance={0: 0.6, 2: 0.3},
    factors={
        0: (0.6, 1.0, 1.0, 0.0),
        1: (0.9, 0.6, 0.2, 0.0),
        2: (0.2, 0.6, 0.4, 0.0),
        3: (0.5, 0.3, 1.0, 0.0),
        4: (0.0, 0.3, 0.0, 0.175),
    },
)


def started(throws: list[float]) -> Fcsa:
    strategy = Fcsa(Parameters())
    strategy.start(WEB.seeds, Random(0), WEB)
    strategy.draws = Dice(throws)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    throws = [
        # The seed 0, E = 0.68; its host 0 has one page of relevance 0.6. T = 0.1.
        # Link 1 is on host 0, so 0.6 stands in for F1 = 0.9: E = 0.43 − 0.3 · 0.3 = 0.34. Host 1 is not known, so
        # link 2 keeps its E = 0.29.
        0.0,  # draws 1
        0.04,  # exp((0.34 − 0.68) / 0.1) = 0.0334: no
        0.0,  # draws 2
        0.02,  # exp((0.29 − 0.68) / 0.1) = 0.0202: accepted
        # Page 2, measured F1 = 0.2: E = 0.29; host 1: relevance 0.3. T = 0.099.
        # Link 3 is on host 1: E = 0.545 − 0.3 · 0.2 = 0.485. Link 4: host 2 is not known, E = 0.08.
        0.9,  # draws 4
        0.13,  # exp((0.08 − 0.29) / 0.099) = 0.1199: no
        0.0,  # draws 3: better, accepted
        # Page 3 has no links. Waiting: 1 (0.43, as in the queue) and 4 (0.08).
    ]
    strategy = started(throws)
    order = WEB.order(strategy)
    assert [next(order), next(order)] == [0, 2]
    assert strategy.temperature == pytest.approx(0.1)
    assert next(order) == 3
    assert strategy.temperature == pytest.approx(0.099)
    assert list(order) == [1, 4]
    assert strategy.draws.left == []  # type: ignore[attr-defined]


def test_cools_by_a_hundredth_a_page_down_to_the_floor() -> None:
    strategy = Fcsa(Parameters())
    for pages, temperature in ((0, 0.1), (1, 0.1), (2, 0.099), (3, 0.09801), (459, 0.1 * 0.99**458), (10_000, 0.001)):
        strategy.pages = pages
        assert strategy.temperature == pytest.approx(temperature)


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
    assert strategy.frontier.score_of(1) == pytest.approx(0.43)
    strategy.rescore(np.zeros(5, np.float32))
    # Host 0 has one page of relevance 0.6: E(1) = 0.43 − 0.3 · (0.9 − 0.6). Host 1 has none yet.
    assert strategy.frontier.score_of(1) == pytest.approx(0.34)
    assert strategy.frontier.score_of(2) == pytest.approx(0.29)
    assert strategy.ask(1) == [1]


def test_stores_what_it_remembers() -> None:
    strategy = started([])
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    strategy.rescore(np.zeros(5, np.float32))
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))
    assert state["pages"] == 1
    assert state["hosts"] == {"seen": [[0, 1, 0.6]], "settled": [[0, 0.6]]}


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("fcsa:T0=-1", "T0 must be a number from 1e-06 to 1,000,000, not '-1'; by default it is 0.1"),
        ("fcsa:floor=0.2", "floor must not exceed T0, but 0.2 > 0.1; by default they are 0.001 and 0.1"),
        ("fcsa:cooling=1.1", "cooling must be a number above 0 and of at most 1, not '1.1'; by default it is 0.99"),
        ("fcsa:hosts=0", "hosts must be a whole number from 1 to 10,000, not '0'; by default it is 1000"),
    ],
)
def test_parameters_that_cannot_be_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
