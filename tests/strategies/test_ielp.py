"""IELP 3.2, step by step."""

from math import exp
from random import Random

import pytest
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.strategies.ielp import Ielp, Parameters
from honeyguide.strategies.walkers import Walker

WEB = WorkedWeb(
    {
        0: {1: 0.3, 2: 0.6, 3: 0.1},
        2: {6: 0.56, 4: 0.5},
        6: {7: 0.9},
        4: {5: 0.35, 1: 0.3},
    }
)


def started(web: WorkedWeb, throws: list[float], parameters: Parameters | None = None) -> Ielp:
    strategy = Ielp(parameters or Parameters())
    strategy.start(web.seeds, Random(0), web)
    strategy.draws = Dice(throws)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # k_b·T = 1.38e-23 · 2e21 = 0.0276, k = 0.05, r2 = 0.12; Ẽ(head) = E − k, because the head was downloaded once.
    throws = [
        # Step 2: the seed 0. Step 5: links 1 and 2; 3 scores no more than r2 and is discarded.
        # Step 6: E = 1, Ẽ = 0.95.
        0.5,  # step 7: the second of (1, 2) is 2; step 8: 0.6 < 1
        0.5,  # step 9: exp((0.6 − 0.95) / 0.0276) = 3e-6: no
        0.5,  # step 7: 1 is left; 0.3 < 1
        0.5,  # step 9: exp((0.3 − 0.95) / 0.0276) = 6e-11: no; step 10: nothing left
        # Step 2: the best that waits is 2 (0.6). Its links: 6 (0.56) and 4 (0.5). Ẽ = 0.55.
        0.9,  # step 7: 4
        0.17,  # step 9: exp((0.5 − 0.55) / 0.0276) = 0.163: no
        0.0,  # step 7: 6; step 8: 0.56 < 0.6; step 9: Ẽ(6) = 0.56 > Ẽ(head): certain
        # 6: its link 7.
        0.0,  # step 7: 7; step 8: 0.56 < 0.9: accepted outright
        # 7 has no links. Step 2: 4 (0.5), with links 5 (0.35) and 1 (0.3). Ẽ = 0.45.
        0.4,  # step 7: 5
        0.026,  # step 9: exp((0.35 − 0.45) / 0.0276) = 0.0267: accepted
        # 5 has no links. Step 2: 1 (0.3). Then only the reserve is left: 3 (0.1).
    ]
    strategy = started(WEB, throws)
    assert list(WEB.order(strategy)) == [0, 2, 6, 7, 4, 5, 1, 3]
    assert strategy.draws.left == []  # type: ignore[attr-defined]
    assert strategy.restarts == 5
    assert strategy.reopened == 1


@pytest.mark.parametrize("r2", [0.12, 0.2, 0.3])
def test_links_that_score_no_more_than_r2_are_not_drawn_and_only_reopened(r2: float) -> None:
    # In the 32 bits of the queue 0.12 is a little less, 0.2 and 0.3 a little more.
    web = WorkedWeb({0: {1: r2, 2: r2 + 0.001, 3: 0.01}})
    strategy = started(web, [0.0, 0.99], Parameters(r2=r2))
    assert strategy.ask(1) == [0]
    strategy.tell(web.page(0))
    assert strategy.state()["walkers"] == [[-1, 0, 1.0, 1, [2]]]  # page 0, E = 1, H = 1, and what is to be drawn
    assert list(web.order(strategy)) == [2, 1, 3]
    assert strategy.reopened == 2


def test_as_published_the_crawl_ends_where_only_discarded_links_are_left() -> None:
    strategy = started(WEB, [0.99] * 20, Parameters(reserve=False))
    order = list(WEB.order(strategy))
    assert 3 not in order
    assert len(order) == 7
    assert strategy.waiting == 1
    assert strategy.reopened == 0


@pytest.mark.parametrize("energy", [0.50, 0.46, 0.42, 0.38])
def test_a_worse_link_is_accepted_as_often_as_the_formula_says(energy: float) -> None:
    web = WorkedWeb({0: {1: 0.5, 2: energy}})
    strategy = Ielp(Parameters())
    strategy.start(web.seeds, Random(3), web)
    strategy.ask(1)
    strategy.tell(web.page(0))
    head = Walker(head=1, energy=0.5, count=1)
    n = 20_000
    accepted = sum(strategy.accepts(head, 2) for _ in range(n)) / n
    p = min(1.0, exp((energy - (0.5 - 0.05)) / 0.0276))  # IELP step 9
    assert abs(accepted - p) < 4 * (p * (1 - p) / n) ** 0.5 + 1e-6


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("ielp:T=-5", "T must be a number from 1 to 1e+30, not '-5'; by default it is 2e+21"),
        ("ielp:k=0", "k must be a number above 0 and of at most 1, not '0'; by default it is 0.05"),
        ("ielp:T=nan", "T must be"),
        ("ielp:r2=1.2", "r2 must be a number from 0 to 1"),
        ("ielp:walkers=0", "walkers must be a whole number from 1 to 1000, not '0'; by default it is 64"),
        ("elp:r2=0.1", "has no parameter 'r2'"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
