"""The life of walkers: sent, free, blocked, ended, stored and woken again."""

from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.resumable_random import ResumableRandom
from honeyguide.strategies.walkers import MOST_LINKS, Walker, Walking, metropolis


class Eager(Walking):
    """Takes the first link that it draws."""

    paper = "none"

    def accepts(self, walker: Walker, number: int) -> bool:
        return True


# Seed 0 leads to host 1 (links 1 and 2), host 2 (3) and host 3 (4); 1 leads to 5 on host 1.
WEB = WorkedWeb(
    {0: {1: 0.4, 2: 0.3, 3: 0.6, 4: 0.5}, 1: {5: 0.2}},
    hosts={1: 1, 2: 1, 3: 2, 4: 3, 5: 1},
)


def walking(*throws: float, walkers: int = 64) -> Eager:
    strategy = Eager(walkers)
    strategy.start(WEB.seeds, Random(0), WEB)
    strategy.draws = Dice(throws)
    return strategy


def on_the_seed(*throws: float, walkers: int = 64) -> Eager:
    """One walker that stands on page 0."""
    strategy = walking(*throws, walkers=walkers)
    assert strategy.ask(1) == [0]
    strategy.tell(WEB.page(0))
    return strategy


def test_a_walker_goes_on_from_its_page_and_not_from_the_best_waiting_link() -> None:
    # Links 1, 2, 3, 4: a throw of 0.3 draws the second; the best that waits is 3.
    assert on_the_seed(0.3).ask(1) == [2]


def test_while_it_waits_for_an_answer_others_start_from_the_best_waiting_link() -> None:
    assert on_the_seed(0.0).ask(3) == [1, 3, 4]


def test_one_walker_names_nothing_more_until_the_answer_came() -> None:
    strategy = on_the_seed(0.0, 0.0, walkers=1)
    assert strategy.ask(50) == [1]
    assert strategy.ask(50) == []
    strategy.tell(WEB.page(1))
    assert strategy.ask(50) == [5]


def test_a_walker_whose_links_are_used_up_ends_and_the_best_waiting_link_is_next() -> None:
    strategy = on_the_seed(0.0, 0.0, walkers=1)
    strategy.ask(1)
    strategy.tell(WEB.page(1))
    assert strategy.ask(1) == [5]
    strategy.tell(WEB.page(5))
    assert strategy.ask(1) == [3]
    assert strategy.restarts == 2


def test_a_blocked_walker_keeps_its_choice_and_others_go_on() -> None:
    strategy = on_the_seed(0.0)
    assert strategy.ask(1, busy={1}) == [3]
    assert strategy.ask(1, busy={1}) == [4]
    assert strategy.ask(1, busy={1}) == []
    assert strategy.ask(2) == [1, 2]


def test_when_no_walker_may_start_the_one_that_is_blocked_longest_lets_go() -> None:
    strategy = on_the_seed(0.0, walkers=1)
    assert strategy.ask(1, busy={1}) == [3]
    strategy.tell(WEB.page(3))
    assert strategy.ask(1, busy={1}) == [4]


def test_a_blocked_walker_stays_in_front_of_those_that_had_no_turn() -> None:
    web = WorkedWeb({0: {1: 0.4}, 10: {11: 0.4}, 20: {21: 0.4}}, seeds=(0, 10, 20), hosts={1: 1, 11: 2, 21: 3})
    strategy = Eager(3)
    strategy.start(web.seeds, Random(0), web)
    assert strategy.ask(3) == [0, 10, 20]
    for number in (0, 10, 20):
        strategy.tell(web.page(number))
    assert strategy.ask(1, busy={1}) == [11]
    walkers: list[list[int]] = strategy.state()["walkers"]  # type: ignore[assignment]
    assert [walker[1] for walker in walkers] == [10, 0, 20]  # their heads: the one that is sent, then the others


def test_a_blocked_walker_does_not_let_go_for_nothing() -> None:
    strategy = on_the_seed(0.0, walkers=1)
    assert strategy.ask(1, busy={1, 2, 3}) == []
    assert strategy.ask(1) == [1]


def test_a_choice_that_somebody_else_took_is_drawn_anew() -> None:
    # The walker on page 0 chose 1 and is blocked; 1 is taken from the queue; of 4, 2, 3 it then draws 4.
    strategy = on_the_seed(0.0, 0.0)
    assert strategy.ask(1, busy={1, 2, 3}) == []
    assert strategy.frontier.remove(1)
    assert strategy.ask(1) == [4]


@pytest.mark.parametrize("again", [False, True])
def test_after_a_failure_it_draws_on_from_the_page_before(again: bool) -> None:
    strategy = on_the_seed(0.0, 0.0, walkers=1)
    assert strategy.ask(1) == [1]
    strategy.tell(Visit(WEB.link(1), Outcome.TIMEOUT, again=again))
    assert strategy.frontier.waits(1) is again
    assert strategy.ask(1) == [4]  # of 4, 2, 3


def test_a_redirect_leads_straight_to_its_target() -> None:
    strategy = on_the_seed(0.0, walkers=1)
    assert strategy.ask(1) == [1]
    strategy.tell(Visit(WEB.link(1), Outcome.REDIRECT, links=(ScoredLink(WEB.link(5), 0.01),)))
    assert strategy.ask(1) == [5]


def test_draws_every_link_with_the_same_chance() -> None:
    draws, counts = ResumableRandom(Random(1)), dict.fromkeys(range(4), 0)
    strategy = on_the_seed()
    strategy.draws = draws
    for _ in range(8000):
        counts[strategy.choose(Walker(links=[1, 2, 3, 4])) - 1] += 1
    # 8000 throws, p = 1/4: standard deviation 39.
    assert all(abs(count - 2000) < 4 * 39 for count in counts.values())


def test_the_links_of_a_huge_page_are_not_all_carried_along() -> None:
    web = WorkedWeb({0: dict.fromkeys(range(1, MOST_LINKS + 100), 0.5)})
    strategy = Eager(1)
    strategy.start(web.seeds, Random(0), web)
    strategy.ask(1)
    strategy.tell(web.page(0))
    assert strategy.waiting == MOST_LINKS + 99
    walkers = strategy.state()["walkers"]
    assert isinstance(walkers, list)
    assert len(walkers[0][-1]) == MOST_LINKS


def test_walkers_in_flight_and_blocked_ones_are_woken_again_with_their_choice() -> None:
    # On page 0 (links 1 to 4) the walker chose 1, whose host is busy; a second one is on its way to 3.
    strategy = on_the_seed(0.0)
    assert strategy.ask(1, busy={1}) == [3]
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))
    assert state["walkers"] == [[3, -1, 0.0, 0, []], [1, 0, 1.0, 1, [4, 2, 3]]]

    ids = np.array([1, 2, 3, 4])
    scores = np.array([0.4, 0.3, 0.6, 0.5], np.float32)
    waiting = WaitingLinks(ids, np.array([1, 1, 2, 3]), scores, np.ones(4, np.int64), 5, np.full((4, 2), np.nan))
    woken = Eager(64)
    woken.resume(waiting, state, Random(0), WEB)
    assert woken.waiting == 4
    assert woken.restarts == 2
    assert woken.ask(9, busy={1}) == [3, 4]
    assert woken.ask(1) == [1]


@pytest.mark.parametrize(("gain", "heat"), [(-0.01, 0.0276), (-0.05, 0.0276), (-0.1, 0.1), (-0.0002, 0.001)])
def test_metropolis_accepts_with_the_probability_of_the_formula(gain: float, heat: float) -> None:
    # exp(−0.01/0.0276) = 0.696, exp(−0.05/0.0276) = 0.163, exp(−1) = 0.368, exp(−0.2) = 0.819
    p = {-0.01: 0.6961, -0.05: 0.1634, -0.1: 0.3679, -0.0002: 0.8187}[gain]
    draws, n = ResumableRandom(Random(2)), 40_000
    accepted = sum(metropolis(gain, heat, draws) for _ in range(n))
    assert abs(accepted / n - p) < 4 * (p * (1 - p) / n) ** 0.5 + 1e-4


def test_metropolis_takes_what_is_no_worse_and_survives_any_temperature() -> None:
    dice = Dice([0.0, 0.5])
    assert metropolis(0.0, 0.1, dice)
    assert metropolis(0.9, 1e-23, dice)
    assert dice.count == 0
    assert not metropolis(-0.9, 1e-23, dice)
    assert metropolis(-0.9, 1e6, dice)
