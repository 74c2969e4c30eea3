"""IELP 3.1, step by step."""

from math import exp
from random import Random

import numpy as np
import pytest
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.elp import Elp, Parameters
from honeyguide.strategies.walkers import Walker

WEB = WorkedWeb({0: {1: 0.05, 2: 0.6}, 2: {3: 0.62, 1: 0.05}, 3: {4: 0.5, 5: 0.6}, 5: {4: 0.5}})


def started(web: WorkedWeb, throws: list[float]) -> Elp:
    strategy = Elp(Parameters())
    strategy.start(web.seeds, Random(0), web)
    strategy.draws = Dice(throws)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # k_b·T = 0.0276, k = 0.05. All links enter the queue, and every trial counts in H, accepted or not.
    throws = [
        # The best is the seed 0: H = 1, Ẽ = 1 − 0.05 = 0.95. Its links: 1 (0.05) and 2 (0.6).
        0.0,  # draws 1: Ẽ = 0.05
        0.5,  # exp(−0.9 / 0.0276) = 7e-15: no; H(1) = 1
        0.0,  # draws 2: Ẽ = 0.6
        0.5,  # exp(−0.35 / 0.0276) = 3e-6: no; H(2) = 1
        # The best that waits is 2: H = 2, Ẽ = 0.6 − 0.1 = 0.5. Its links: 3 (0.62) and 1 (0.05).
        0.9,  # draws 1 again: Ẽ = 0.05 − 0.05 = 0
        0.5,  # exp(−0.5 / 0.0276) = 1e-8: no; H(1) = 2
        0.0,  # draws 3: Ẽ = 0.62 is above 0.5: accepted; H(3) = 1
        # 3: Ẽ = 0.62 − 0.05 = 0.57. Its links: 4 (0.5) and 5 (0.6).
        0.0,  # draws 4
        0.08,  # exp((0.5 − 0.57) / 0.0276) = 0.0791: no; H(4) = 1
        0.0,  # draws 5: 0.6 is above 0.57: accepted; H(5) = 1
        # 5: Ẽ = 0.6 − 0.05 = 0.55. Its link: 4, once more: Ẽ = 0.5 − 0.05 = 0.45.
        0.0,  # draws 4
        0.026,  # exp((0.45 − 0.55) / 0.0276) = 0.0267: accepted; H(4) = 2
        # 4 has no links. The best that waits is 1; nothing is discarded.
    ]
    strategy = started(WEB, throws)
    assert list(WEB.order(strategy)) == [0, 2, 3, 5, 4, 1]
    assert strategy.draws.left == []  # type: ignore[attr-defined]
    assert strategy.reopened == 0
    counted = {number: count for number, count, _ in strategy.link_state()}
    assert counted == {0: 1, 1: 3, 2: 2, 3: 1, 4: 2, 5: 1}
    assert strategy.link_state() == []


@pytest.mark.parametrize(("energy", "trials"), [(0.47, 0), (0.44, 0), (0.5, 1), (0.5, 2), (0.45, 2)])
def test_a_link_is_accepted_as_often_as_the_formula_says(energy: float, trials: int) -> None:
    n = 10_000
    web = WorkedWeb({0: dict.fromkeys(range(1, n + 1), energy)})
    strategy = Elp(Parameters())
    strategy.start(web.seeds, Random(4), web)
    strategy.ask(1)
    strategy.tell(web.page(0))
    head = Walker(head=0, energy=0.5, count=1)
    for number in range(1, n + 1):
        for _ in range(trials):
            strategy._count(number)
    accepted = sum(strategy.accepts(head, number) for number in range(1, n + 1)) / n
    p = min(1.0, exp((energy - 0.05 * trials - (0.5 - 0.05)) / 0.0276))  # IELP 3.1
    assert abs(accepted - p) < 4 * (p * (1 - p) / n) ** 0.5 + 1e-6


def test_remembers_after_a_resume_how_often_waiting_links_were_tried() -> None:
    waiting = WaitingLinks(
        ids=np.array([1, 3]),
        hosts=np.zeros(2, np.int64),
        scores=np.array([0.5, 0.5], np.float32),
        depths=np.ones(2, np.int64),
        known=4,
        link_state=np.array([[2.0, 0.0], [np.nan, np.nan]]),
    )
    strategy = Elp(Parameters())
    strategy.resume(waiting, {}, Random(0), WEB)
    strategy.draws = Dice([0.17])
    head = Walker(head=0, energy=0.5, count=1)
    assert not strategy.accepts(head, 1)  # H = 2: exp((0.5 − 0.1 − 0.45) / 0.0276) = 0.163
    assert strategy.accepts(head, 3)  # H = 0
    assert strategy.link_state() == [(1, 3.0, 0.0), (3, 1.0, 0.0)]
