"""The ant colony (MOACO), step by step."""

from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.sites import Sites
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, Visit
from honeyguide.strategies.moaco import Ant, Moaco, Parameters
from honeyguide.strategies.resumable_random import ResumableRandom
from honeyguide.strategies.walkers import path_of
from honeyguide.testing.graph import Graph

WEB = Sites(
    {0: "a/1", 1: "b/1", 2: "c/1", 3: "d/1", 4: "d/1", 5: "c/1", 6: "d/1", 7: "c/1", 8: "d/2"},
    {
        0: {2: 0.4, 3: 0.3, 4: 0.2},
        1: {5: 0.3},
        3: {6: 0.3, 7: 0.4},
        6: {8: 0.2},
    },
    seeds=(0, 1),
    factors={
        2: (0.4, 0.2, 0.6, 0.2),
        3: (0.5, 0.2, 0.3, 0.1),
        4: (0.3, 0.1, 0.3, 0.1),
        5: (0.2, 0.2, 0.2, 0.2),
        6: (0.6, 0.3, 0.3, 0.1),
        7: (0.2, 0.3, 0.6, 0.2),
        8: (0.7, 0.3, 0.2, 0.1),
    },
)
D1, D2, C1 = (path_of(WEB.link(number).url) for number in (3, 8, 2))
C, D = ord("c"), ord("d")


def started(web: WorkedWeb, throws: list[float], parameters: Parameters) -> Moaco:
    strategy = Moaco(parameters)
    strategy.start(web.seeds, Random(0), web)
    strategy.draws = Dice(throws)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # Two ants, ρ = 0.5, α = 1, β = 2, r2 = 0.12; where nothing was laid, τ = 0.1.
    strategy = started(WEB, [0.9, 0.0, 0.5, 0.0], Parameters(ants=2, evaporation=0.5))
    order = WEB.order(strategy)
    # Cycle 1: the ants start from the best waiting links, the seeds. Seeds do not enter the archive.
    assert [next(order), next(order)] == [0, 1]
    # The first ant on 0: 4 is dominated by 3. τ·E²: 2 pulls with 0.1 · 0.16 = 0.016, 3 with 0.1 · 0.09 = 0.009.
    # 0.9 · 0.025 = 0.0225 is beyond 0.016: 3; if 4 counted, it would be 4. The second ant on 1 has 5 alone.
    assert [next(order), next(order)] == [3, 5]
    # The end of cycle 2: neither dominates the other (F1 0.5 > 0.2, F4 0.1 < 0.2).
    # d and d/1: 0.5 · 0.1 + 0.5 · 0.5 = 0.3; c and c/1: 0.5 · 0.1 + 0.5 · 0.2 = 0.15.
    # The first ant on 3: 6 (d/1) pulls with 0.3 · 0.09 = 0.027, 7 (c/1) with 0.15 · 0.16 = 0.024.
    # 0.5 · 0.051 = 0.0255: 6. Without pheromone it would have been 7.
    assert next(order) == 6
    assert [(page.host, page.path) for page in strategy.archive] == [(D, D1), (C, C1)]
    assert strategy.archive[0].factors == pytest.approx((0.5, 0.2, 0.3, 0.1))
    assert strategy.hosts.strength == {C: pytest.approx(0.15), D: pytest.approx(0.3)}
    # 5 has no links: the second ant ends. The first goes on from 6 to 8.
    assert next(order) == 8
    # The end of cycle 3: 6 (0.6, 0.3, 0.3, 0.1) dominates 3, so 5, 6 and 8 are left.
    # d: 0.5 · 0.3 + 0.5 · 0.7 = 0.5; d/1: 0.15 + 0.5 · 0.6 = 0.45; d/2: 0.05 + 0.5 · 0.7 = 0.4.
    # c and c/1: 0.5 · 0.15 + 0.5 · 0.2 = 0.175.
    # An ant is missing: a new one starts from the best waiting link, 2 or 7 (0.4): 2 was found first.
    assert next(order) == 2
    assert [page.path for page in strategy.archive] == [C1, D1, D2]
    assert strategy.hosts.strength == {C: pytest.approx(0.175), D: pytest.approx(0.5)}
    assert strategy.paths.strength == {C1: pytest.approx(0.175), D1: pytest.approx(0.45), D2: pytest.approx(0.4)}
    # Neither 8 nor 2 has links: ants start from the best waiting links.
    assert list(order) == [7, 4]
    assert strategy.draws.left == []  # type: ignore[attr-defined]
    assert strategy.cycles == 4
    assert strategy.restarts == 5  # 0, 1, 2, 7, 4


def test_as_published_the_crawl_ends_where_only_discarded_links_are_left() -> None:
    strategy = started(WEB, [0.0] * 9, Parameters(r2=0.35, reserve=False))
    assert sorted(WEB.order(strategy)) == [0, 1, 2]
    assert strategy.waiting == 3  # 3, 4 and 5
    assert strategy.reopened == 0


@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 2.0), (0.0, 1.0), (2.0, 0.0)])
def test_ants_choose_in_proportion_to_pheromone_and_priority(alpha: float, beta: float) -> None:
    # None dominates another; τ of 1 is (0.9 + 0.5) / 2 = 0.7, of 2 (0.9 + 0.1) / 2 = 0.5, of 3 0.1.
    web = Sites(
        {0: "a/1", 1: "b/1", 2: "b/2", 3: "c/1"},
        {0: {1: 0.3, 2: 0.5, 3: 0.8}},
        factors={1: (0.3, 0, 0, 0), 2: (0, 0.2, 0, 0), 3: (0, 0, 0.1, 0)},
    )
    strategy = started(web, [], Parameters(alpha=alpha, beta=beta))
    strategy.draws = ResumableRandom(Random(5))
    strategy.ask(1)
    strategy.tell(web.page(0))
    paths = [path_of(web.link(number).url) for number in (1, 2, 3)]
    strategy.hosts.strength, strategy.paths.strength = {ord("b"): 0.9}, {paths[0]: 0.5}
    n = 4000
    counts = dict.fromkeys((1, 2, 3), 0)
    for _ in range(n):
        counts[strategy.choose(Ant(links=[1, 2, 3], paths=list(paths)))] += 1
    pulls = {1: 0.7**alpha * 0.3**beta, 2: 0.5**alpha * 0.5**beta, 3: 0.1**alpha * 0.8**beta}
    for number, pull in pulls.items():
        p = pull / sum(pulls.values())
        assert abs(counts[number] / n - p) < 4 * (p * (1 - p) / n) ** 0.5


def test_links_that_are_worth_nothing_draw_no_ant() -> None:
    web = Sites({0: "a/1", 1: "b/1"}, {0: {1: 0.0}})
    strategy = started(web, [], Parameters(r2=0.0))
    assert list(web.order(strategy)) == [0, 1]
    assert strategy.restarts == 2
    assert strategy.reopened == 1


def test_the_archive_stays_small_and_keeps_its_extremes() -> None:
    # All on one front: the more F1, the less F2.
    pages = range(1, 31)
    web = Sites(
        {0: "a/1", **{n: f"b/{n}" for n in pages}},
        {0: dict.fromkeys(pages, 0.5)},
        factors={n: (n / 31, 1 - n / 31, 0.5, 0.5) for n in pages},
    )
    strategy = started(web, [0.5] * 40, Parameters(archive=4, ants=5))
    list(web.order(strategy))
    first = sorted(round(page.factors[0] * 31) for page in strategy.archive)
    assert len(first) == 4
    assert {first[0], first[-1]} == {1, 29}  # of 31 pages, the last is in no whole cycle
    assert strategy.cycles == 6


def test_ants_take_turns_and_one_walker_names_one_link_at_a_time() -> None:
    # Ants start from 0 and 1, then the first goes on from 0, then the second from 1.
    strategy = started(WEB, [0.0, 0.0], Parameters(ants=2, walkers=1))
    for expected in (0, 1, 2, 5):
        assert strategy.ask(50) == [expected]
        assert strategy.ask(50) == []
        strategy.tell(WEB.page(expected))


def test_when_all_ants_wait_for_an_answer_more_start_up_to_the_number_of_walkers() -> None:
    graph = Graph(3)
    strategy = strategies.make("moaco:ants=2,walkers=5")
    strategy.start(graph.seeds, Random(1), graph)
    assert len(strategy.ask(9)) == 3
    for seed in graph.seeds:
        strategy.tell(graph.visit(seed.id))
    assert len(strategy.ask(9)) == 5


def test_a_page_that_failed_is_no_page_of_the_cycle() -> None:
    strategy = started(WEB, [0.0], Parameters(ants=2))
    assert strategy.ask(2) == [0, 1]
    strategy.tell(Visit(WEB.link(0), Outcome.TIMEOUT))
    strategy.tell(WEB.page(1))
    assert strategy.cycles == 0
    assert strategy.ask(1) == [5]
    strategy.tell(WEB.page(5))
    assert strategy.cycles == 1
    assert [page.host for page in strategy.archive] == [C]


def test_what_is_stored_stays_within_a_few_kilobytes_a_walker() -> None:
    links = dict.fromkeys(range(100, 1100), 0.5)
    web = Sites(
        {n: f"{chr(97 + n % 26)}/{n}" for n in [*range(100), *links]},
        dict.fromkeys(range(100), links),
        seeds=range(100),
        factors={n: np.random.default_rng(n).random(4).tolist() for n in links},
    )
    strategy = strategies.make("moaco")
    strategy.start(web.seeds, Random(0), web)
    for _ in range(20):
        for number in strategy.ask(64):
            strategy.tell(web.page(number))
    assert len(msgspec.json.encode(strategy.state())) < 64 * 2000


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("moaco:ants=0", "ants must be a whole number from 1 to 1000, not '0'; by default it is 10"),
        (
            "moaco:evaporation=1",
            "evaporation must be a number above 0 and below 1, not '1'; by default it is 0.1",
        ),
        ("moaco:alpha=-1", "alpha must be a number from 0 to 10, not '-1'; by default it is 1.0"),
        ("moaco:beta=much", "beta must be a number from 0 to 10, not 'much'; by default it is 2.0"),
        ("moaco:rho=0.1", "has no parameter 'rho'"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
