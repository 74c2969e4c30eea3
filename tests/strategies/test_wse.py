"""WSE Algorithm 1, step by step."""

from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.wse import Parameters, Wse
from honeyguide.testing.graph import Graph

WEB = WorkedWeb(
    {
        0: {2: 0.5, 3: 0.1, 4: 0.3},
        1: {4: 0.4, 5: 0.6},
        2: {6: 0.7, 7: 0.15},
        4: {13: 0.3},
        5: {8: 0.5, 9: 0.25},
        8: {12: 0.25},
        9: {10: 0.1, 11: 0.6},
        11: {14: 0.2},
        13: {15: 0.22},
    },
    seeds=(0, 1),
    relevance={0: 0.71, 1: 0.7, 2: 0.8},
    factors={
        0: (0.5, 0.5, 0.5, 0.5),
        1: (0.4, 0.3, 0.3, 0.1),
        2: (0.8, 0.5, 0.1, 0.2),
        4: (0.3, 0.5, 0.6, 0.3),
        5: (0.6, 0.4, 0.4, 0.1),
        8: (0.7, 0.6, 0.3, 0.2),
        9: (0.1, 0.6, 0.2, 0.2),
        11: (0.05, 0.6, 0.0, 0.0),
    },
)


def started(web: WorkedWeb, throws: list[float] | None = None, **parameters: float) -> Wse:
    strategy = Wse(msgspec.convert(parameters, Parameters))
    strategy.start(web.seeds, Random(0), web)
    if throws is not None:
        strategy.draws = strategy.seeds.draws = strategy.retrieved.draws = Dice(throws)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    throws = [
        # Step 3: the seeds 0 and 1. Step 4: they are two edges apart (virtual page, or 4): d_ave = 2, d_space = 1.
        # Steps 5 and 6: of their links 2 (0.5), 4 (0.4 since page 1) and 5 (0.6) exceed τ = 0.2; 3 (0.1) does not.
        # Step 7: 2k = 4, so all three. Step 8: the anchors of 4 (0.6) and 5 (0.4) are best: they test.
        # Step 9: 4 is one edge from 0 and one from 1, 0 comes first. Neither dominates the other:
        0.7,  # heads or tails: 0 stays
        # 5 is one edge from 1 and dominates it: the bank is 0, 5. Step 10: d_space = 2.
        # Steps 5 and 6: 8 (0.5) and 9 (0.25). Step 7: 2, 8 and 9. Step 8: anchors 0.1, 0.3, 0.2: 8 and 9 test.
        # Step 9: 8 is one edge from 5, and neither dominates the other:
        0.2,  # 5 gives way: the bank is 0, 8
        # 9 is two edges from 8 (through 5), which is d_space, and 8 dominates it:
        0.05,  # less than P_t = 0.1: 8 gives way all the same: the bank is 0, 9. Step 10: d_space = 4.
        # Steps 5 and 6: of 0 nothing, of 9 11 (0.6), not 10 (0.1). Steps 7 and 8: 2 and 11 test, 2 first (0.1 > 0).
        0.9,  # step 9: 2 is one edge from 0, neither dominates the other: 0 stays
        0.5,  # 11 is one edge from 9, which dominates it: 9 stays. Step 10: d_space = 8.
        # Step 5: the bank is dry, and nobody is left to test. It begins again with the best waiting links above τ:
        # 6 (0.7) and 13 (0.3); 6 – 2 – 0 – 4 – 13 are four edges: d_space = 2. Steps 5 and 6: 15 (0.22).
        0.6,  # step 9: 15 is one edge from 13; both have no factors: 13 stays
        # Dry again: 12 (0.25) is alone above τ, and has no links. Then the reserve, one by one:
        # 14 (0.2, not above τ), 7 (0.15), 3 and 10 (0.1).
    ]
    strategy = started(WEB, throws, k=2)
    radius, order = [], []
    for number in WEB.order(strategy):
        order.append(number)
        radius.append(strategy.seeds.d_space)
    assert order == [0, 1, 2, 4, 5, 8, 9, 11, 6, 13, 15, 12, 14, 7, 3, 10]
    assert radius[2:11] == [1, 1, 1, 2, 2, 4, 8, 8, 2]
    assert strategy.draws.left == []  # type: ignore[attr-defined]
    assert strategy.generations == 4
    assert strategy.restarts == 6
    assert strategy.reopened == 4
    assert (strategy.pages, strategy.relevant) == (16, 2)  # N, and M: R(0) and R(2) exceed η = 0.7


def test_as_published_the_crawl_ends_where_no_link_exceeds_tau() -> None:
    strategy = started(WEB, None, k=2, reserve=False)
    assert not {3, 7, 10, 14} & set(WEB.order(strategy))
    assert strategy.waiting == 4
    assert strategy.reopened == 0


def test_of_more_seeds_than_the_bank_holds_sorting_and_nfcs_pick() -> None:
    # Seed 0 is dominated by 1 and 2: the bank is 1, 2; 0 was retrieved and may test it later.
    web = WorkedWeb(
        {0: {3: 0.9}, 1: {4: 0.3}, 2: {5: 0.4}},
        seeds=(0, 1, 2),
        factors={0: (0.1, 0.1, 0, 0), 1: (0.2, 0.1, 0, 0), 2: (0.1, 0.3, 0, 0)},
    )
    strategy = started(web, [0.9] * 9, k=2)
    assert list(strategy.ask(3)) == [0, 1, 2]
    fetched(strategy, web, 0, 1, 2)
    assert list(strategy.ask(2)) == [4, 5]
    assert list(strategy.seeds.pages) == [1, 2]
    assert list(strategy.retrieved.pages) == [0]


def test_the_bank_is_picked_as_the_parameter_says() -> None:
    # Six seeds on a line, three places: NFCS takes the ends and the middle one, CDC the one with the widest gaps.
    along = (0.0, 0.3, 0.5, 0.52, 0.54, 1.0)
    factors = {page: (x, 1 - x, 0, 0) for page, x in enumerate(along)}
    web = WorkedWeb({page: {page + 10: 0.9} for page in factors}, seeds=range(6), factors=factors)
    for spec, bank in (("wse:k=3", [5, 0, 2]), ("wse:k=3,picker=cdc", [0, 5, 1])):
        strategy = strategies.make(spec)
        assert isinstance(strategy, Wse)
        strategy.start(web.seeds, Random(0), web)
        fetched(strategy, web, *strategy.ask(9))
        strategy.ask(1)
        assert list(strategy.seeds.pages) == bank


def fetched(strategy: Wse, web: WorkedWeb, *numbers: int) -> None:
    for number in numbers:
        strategy.tell(web.page(number))


def test_a_generation_is_named_at_once_and_while_it_is_out_the_best_waiting_links() -> None:
    strategy = started(WEB, [], k=2)
    assert list(strategy.ask(2)) == [0, 1]
    fetched(strategy, WEB, 0, 1)
    assert list(strategy.ask(3)) == [2, 4, 5]
    assert list(strategy.ask(5)) == [3]
    fetched(strategy, WEB, 2)
    assert list(strategy.ask(5)) == [6, 7]
    fetched(strategy, WEB, 6, 3)
    assert list(strategy.retrieved.pages) == [2, 6, 3]
    assert strategy.generations == 0
    assert strategy.reopened == 2


def test_no_more_are_out_than_there_are_walkers() -> None:
    strategy = started(WEB, [], k=2, walkers=2)
    assert list(strategy.ask(9)) == [0, 1]
    assert list(strategy.ask(9)) == []
    fetched(strategy, WEB, 0, 1)
    assert list(strategy.ask(9)) == [2, 4]
    fetched(strategy, WEB, 4)
    assert list(strategy.ask(9)) == [5]


def test_links_of_busy_hosts_come_later_and_stay_in_their_generation() -> None:
    web = WorkedWeb({0: {1: 0.9, 2: 0.8, 3: 0.7}, 2: {4: 0.95}}, hosts={1: 1, 2: 2, 3: 1, 4: 3})
    strategy = started(web, [], k=2)
    strategy.ask(1)
    fetched(strategy, web, 0)
    assert list(strategy.ask(1, busy={1})) == [2]
    fetched(strategy, web, 2)
    assert list(strategy.ask(1, busy={1})) == [4]  # ahead: nothing else is free
    fetched(strategy, web, 4)
    assert list(strategy.ask(1, busy={1})) == []
    assert list(strategy.ask(3)) == [1, 3]
    assert strategy.generations == 0


def test_a_link_that_failed_for_now_takes_its_old_place_in_the_generation() -> None:
    web = WorkedWeb({0: {1: 0.5, 2: 0.9}, 1: {3: 0.95}})
    strategy = started(web, None, k=2)
    strategy.ask(1)
    fetched(strategy, web, 0)
    assert list(strategy.ask(1)) == [1]
    strategy.tell(Visit(web.link(1), Outcome.TIMEOUT, again=True))
    assert strategy.state()["generation"] == [1, 2]
    assert list(web.order(strategy)) == [1, 2, 3]
    assert strategy.restarts == 0


def test_a_generation_of_which_nothing_is_ever_free_ends_at_last() -> None:
    # 0 ─▶ 1 on a host that rests for ever, and 2 ─▶ 3 ─▶ 4 ─▶ … on others.
    links = {0: {1: 0.9, 2: 0.5}, **{page: {page + 1: 0.5} for page in range(2, 30)}}
    web = WorkedWeb(links, hosts={1: 1})
    strategy = started(web, None, k=4)
    order: list[int] = []
    while asked := strategy.ask(1, busy={1}):
        order += asked
        fetched(strategy, web, *asked)
    assert sorted(order) == [0, *range(2, 31)]
    assert strategy.generations > 1
    assert list(strategy.ask(1)) == [1]


def test_a_redirect_leads_straight_to_its_target() -> None:
    web = WorkedWeb({0: {1: 0.5, 2: 0.9}, 1: {3: 0.3}})
    strategy = started(web, [], k=2)
    strategy.ask(1)
    fetched(strategy, web, 0)
    assert list(strategy.ask(2)) == [1, 2]
    moved = Visit(web.link(1), Outcome.REDIRECT, links=(ScoredLink(web.link(3), 0.1),))
    strategy.tell(moved)
    fetched(strategy, web, 2)
    assert list(strategy.ask(1)) == [3]
    assert strategy.reopened == 0


def test_the_retrieved_bank_keeps_the_best_when_it_is_full() -> None:
    # 41 pages come in one generation: the bank is full at 20, and then keeps the 10 that dominate the others.
    web = WorkedWeb(
        {0: dict.fromkeys(range(1, 42), 0.9)},
        factors={page: (page / 100, page / 100, 0, 0) for page in range(1, 42)},
    )
    strategy = started(web, None, k=2, retrieved=10)
    order = web.order(strategy)
    for _ in range(22):
        next(order)
    assert next(order) == 22
    assert list(strategy.retrieved.pages) == list(range(12, 22))


def test_links_that_were_out_when_it_stopped_are_named_first() -> None:
    graph = Graph(3)
    strategy = strategies.make("wse:k=2,tau=0.3")
    strategy.start(graph.seeds, Random(1), graph)
    generation: list[int] = []
    while len(generation) < 3 or len(graph.visited) < 40:
        strategy.tell(graph.visit(strategy.ask(1)[0]))
        generation = strategy.state()["generation"]  # type: ignore[assignment]
    out = list(strategy.ask(2))
    assert out == generation[:2]
    still = [link for link in graph.found.values() if link.id not in graph.visited]
    waiting = WaitingLinks(
        ids=np.array([link.id for link in still]),
        hosts=np.array([link.host for link in still]),
        scores=np.array([graph.score(link) for link in still], np.float32),
        depths=np.array([link.depth for link in still]),
        known=len(graph.page_of),
        link_state=np.full((len(still), 2), np.nan),
    )
    resumed = strategies.make("wse:k=2,tau=0.3")
    resumed.resume(waiting, strategy.state(), Random(1), graph)
    assert list(resumed.ask(2)) == out


def test_wseo_is_the_same_search() -> None:
    one, other = Graph(2), Graph(2)
    orders: list[list[int]] = []
    for name, graph in (("wse", one), ("wseo", other)):
        strategy = strategies.make(name)
        strategy.start(graph.seeds, Random(1), graph)
        orders.append([])
        while asked := strategy.ask(1):
            orders[-1] += asked
            strategy.tell(graph.visit(asked[0]))
    assert orders[0] == orders[1]
    assert strategies.entry("wseo").parameters == strategies.entry("wse").parameters


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("wse:k=0", "k must be a whole number from 1 to 300, not '0'; by default it is 30"),
        ("wse:tau=0.5,eta=0.4", "eta must exceed tau, but 0.4 <= 0.5; by default they are 0.7 and 0.2"),
        ("wseo:tau=0.7", "'wseo': eta must exceed tau, but 0.7 <= 0.7"),
        ("wse:P_t=1.5", "P_t must be a number from 0 to 1, not '1.5'; by default it is 0.1"),
        ("wse:k=200,retrieved=300", "retrieved must be at least twice k, but 300 < 2 · 200; by default they are 500"),
        ("wse:walkers=0", "walkers must be a whole number from 1 to 1000"),
        ("wse:tau=-1", "tau must be"),
        ("wse:τ=0.1", "has no parameter 'τ'"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
