"""The three stages of SVM and HITS, step by step."""

from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.worked import WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.svm_hits import MOST_PAGES, Parameters, SvmHits
from honeyguide.testing import strategy_contract
from honeyguide.testing.graph import Graph


def web() -> WorkedWeb:
    return WorkedWeb(
        {
            0: {1: 0.9, 2: 0.8, 3: 0.3, 9: 0.1},
            1: {2: 0.8, 4: 0.5},
            2: {5: 0.6, 6: 0.2},
            5: {2: 0.7, 7: 0.4},
            6: {8: 0.7, 4: 0.6},
            4: {10: 0.05},
            7: {11: 0.02},
        },
        hosts={1: 1, 2: 2, 5: 2, 6: 3, 4: 4, 8: 5},
        relevance={1: 0.9, 2: 0.9, 5: 0.9, 0: 0.1},
    )


def started(on: WorkedWeb, **given: object) -> SvmHits:
    strategy = SvmHits(msgspec.convert({"budget": 40, "n1": 1, "n2": 1, **given}, Parameters))
    strategy.start(on.seeds, Random(0), on)
    return strategy


def in_stage_3(on: WorkedWeb, **given: object) -> SvmHits:
    strategy = started(on, **given)
    for number in (0, 1, 2, 5):
        assert strategy.ask(1) == [number]
        strategy.tell(on.page(number))
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    order = [
        # Stage 1 is a tenth of 40 pages, best first by predicted relevance.
        0,
        1,  # 0.9
        2,  # 0.8
        5,  # 0.6
        # Stage 2: pages 1, 2 and 5 are on topic. 1 → 2 crosses hosts: 1; 2 → 5 and 5 → 2 stay on host 2: ε = 0.3.
        # Authorities: MᵀM has 1.09 for 2 and 0.09 for 5, so 2 is the first. Hubs: in the part that links to 2,
        # 1 has 1 and 5 has 0.3: 1 is the first.
        # Queue 1, links of 2: 6 (0.2); 5 was visited. Queue 2, links of 1: 4 (0.5).
        # Stage 3, the queues take turns.
        6,  # queue 1; its page brings 8 (0.7) and 4 (0.6) into queue 1, so 4 rises in both
        4,  # queue 2; its page brings 10 (0.05)
        8,  # queue 1: 4 was visited by the other
        10,  # queue 2
        # Both are empty. What is left waits since stage 1: 7 (0.4), 3 (0.3), 9 (0.1).
        7,  # the reserve's best joins queue 1; its page brings 11 (0.02)
        11,  # queue 2 is empty and passes its turn on
        3,  # reserve
        9,  # reserve
    ]
    on = web()
    strategy = started(on)
    assert list(on.order(strategy)) == order
    assert strategy.seeds == ([2], [1])
    assert strategy.reopened == 3
    assert strategy.waiting == 0


def test_as_published_it_ends_when_both_queues_are_empty() -> None:
    on = web()
    strategy = started(on, reserve=False)
    assert list(on.order(strategy)) == [0, 1, 2, 5, 6, 4, 8, 10]
    assert strategy.waiting == 3
    assert strategy.reopened == 0


@pytest.mark.parametrize("reserve", [True, False])
def test_each_queue_has_a_limit_of_its_own(reserve: bool) -> None:
    on = web()
    strategy = started(on, limit1=1, limit2=2, reserve=reserve)
    # As above; queue 1 ends after 6, so 8 is left and 10 follows 4 in queue 2. Then both limits are reached.
    assert list(on.order(strategy)) == [0, 1, 2, 5, 6, 4, 10]
    assert strategy.fetched == [1, 2]
    assert strategy.waiting == 4  # 8, 7, 3 and 9
    assert strategy.metrics() == {
        "stage": 3,
        "reopened": 0,
        "authorities": 1,
        "hubs": 1,
        "from_authorities": 1,
        "from_hubs": 2,
    }


def test_a_limit_counts_pages_that_came_and_those_that_may_come() -> None:
    on = web()
    strategy = in_stage_3(on, limit1=1, limit2=1)
    assert strategy.ask(9) == [6, 4]
    assert strategy.ask(9) == []
    strategy.tell(Visit(on.link(6), Outcome.TIMEOUT))
    assert strategy.ask(9) == [7]  # queue 1 has its page still to come: the best of the reserve
    strategy.tell(on.page(7))
    strategy.tell(on.page(4))
    assert strategy.ask(9) == []


def test_the_reserve_joins_the_queue_whose_limit_is_not_reached() -> None:
    on = web()
    strategy = started(on, limit1=1)
    # Queue 2 alone goes on: 4, 10, then the reserve with what queue 1 had left: 8 (0.7), 7 (0.4), its 11, 3 and 9.
    assert list(on.order(strategy)) == [0, 1, 2, 5, 6, 4, 10, 8, 7, 11, 3, 9]
    assert strategy.fetched == [1, 7]


def test_the_authorities_and_hubs_are_named() -> None:
    assert started(web()).roles() == {"authority": [], "hub": []}
    assert in_stage_3(web()).roles() == {"authority": [2], "hub": [1]}


@pytest.mark.parametrize(("epsilon", "authority"), [(0.3, 5), (0.9, 4)])
def test_a_site_vouches_for_itself_as_much_as_epsilon_says(epsilon: float, authority: int) -> None:
    # 1 and 2 link to 4 on their own host: MᵀM has 2 ε² for it, 0.18 or 1.62. 3 links to 5 on another host: 1.
    on = WorkedWeb(
        {0: {1: 0.9, 2: 0.8, 3: 0.7}, 1: {4: 0.6}, 2: {4: 0.6}, 3: {5: 0.5}},
        hosts={1: 1, 2: 1, 4: 1, 3: 3, 5: 4},
        relevance={0: 0.1, **dict.fromkeys(range(1, 6), 0.9)},
    )
    strategy = started(on, budget=60, epsilon=epsilon)
    assert list(on.order(strategy)) == [0, 1, 2, 3, 4, 5]
    assert strategy.roles()["authority"] == [authority]


def test_more_authorities_and_hubs_than_pages_on_topic_are_all_of_them() -> None:
    strategy = in_stage_3(web(), n1=20, n2=20)
    # Authorities 2, then 5 and 1 in the limit 0: the share of 5 falls by 0.09 / 1.09 every other step.
    assert [sorted(seeds) for seeds in strategy.seeds] == [[1, 2, 5], [1, 2, 5]]


def test_when_no_page_of_stage_1_is_on_topic_the_best_waiting_links_are_next() -> None:
    on = web()
    on.relevance = {}
    strategy = in_stage_3(on)
    assert strategy.seeds == ([], [])
    assert strategy.ask(1) == [4]
    assert strategy.reopened == 1


def test_a_queue_whose_hosts_are_busy_passes_its_turn_on() -> None:
    on = web()
    strategy = in_stage_3(on)
    assert strategy.ask(1, busy={3}) == [4]  # 6 of queue 1 is on host 3
    assert strategy.ask(1) == [6]
    strategy = in_stage_3(web())
    assert strategy.ask(9, busy={3, 4}) == [7, 3, 9]  # host 0 is free: the reserve


def test_what_failed_for_now_goes_back_to_the_queues_it_was_in() -> None:
    on = web()
    strategy = in_stage_3(on)
    assert strategy.ask(1) == [6]
    strategy.tell(on.page(6))
    assert strategy.ask(1) == [4]  # in both queues
    strategy.tell(Visit(on.link(4), Outcome.TIMEOUT, again=True))
    assert strategy.ask(1) == [8]
    assert strategy.ask(1) == [4]
    strategy.tell(Visit(on.link(4), Outcome.TIMEOUT))
    assert strategy.ask(1) == [7]


def test_a_redirect_keeps_to_its_queue() -> None:
    on = web()
    strategy = in_stage_3(on)
    assert strategy.ask(1) == [6]
    strategy.tell(Visit(on.link(6), Outcome.REDIRECT, links=(ScoredLink(on.link(11), 0.01),)))
    assert strategy.ask(2) == [4, 11]
    assert strategy.reopened == 0


def test_what_is_in_flight_when_stage_1_ends_waits_in_the_reserve() -> None:
    on = web()
    strategy = started(on)
    strategy.ask(1)
    strategy.tell(on.page(0))
    assert strategy.ask(4) == [1, 2, 3, 9]
    strategy.tell(on.page(1))
    strategy.tell(on.page(2))
    strategy.tell(on.page(3))
    assert strategy.stage == 3
    strategy.tell(Visit(on.link(9), Outcome.PAGE, links=(ScoredLink(on.link(7), 0.99),)))
    assert strategy.ask(9) == [5, 4, 6, 7]  # authorities: 2; hubs: 1; 7 comes last


STOPS = (1, 29, 30, 31, 60, 200)
TestInAllItsStages = strategy_contract("svm-hits:budget=300,n1=3,n2=3", STOPS)
TestInItsLastStageAtOnce = strategy_contract("svm-hits:budget=1", STOPS)


def test_links_in_flight_at_a_stop_wait_again_in_their_queues() -> None:
    on = web()
    strategy = in_stage_3(on)
    assert strategy.ask(2) == [6, 4]
    kept = {number: one for number, one, _ in strategy.link_state()}
    assert kept == {6: 1.0, 4: 2.0}
    assert strategy.link_state() == []
    ids = [3, 4, 6, 7, 9]
    waiting = WaitingLinks(
        ids=np.array(ids),
        hosts=np.array([0, 4, 3, 0, 0]),
        scores=np.array([0.3, 0.5, 0.2, 0.4, 0.1], np.float32),
        depths=np.ones(5, np.int64),
        known=10,
        link_state=np.array([[kept.get(number, np.nan), 0.0] for number in ids]),
    )
    woken = SvmHits(Parameters(budget=40))
    woken.resume(waiting, msgspec.json.decode(msgspec.json.encode(strategy.state())), Random(0), on)
    assert woken.waiting == 5
    assert woken.seeds == ([2], [1])
    assert woken.ask(3) == [6, 4, 7]


def test_side_by_side_both_queues_are_served_in_turn() -> None:
    graph = Graph(4)
    strategy = SvmHits(Parameters(budget=300, n1=3, n2=3))
    strategy.start(graph.seeds, Random(1), graph)
    while strategy.stage == 1:
        strategy.tell(graph.visit(strategy.ask(1)[0]))
    named = strategy.ask(6)
    assert [strategy._sent[number] for number in named] == [0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("budget", "pages"), [(0, 1_000), (5, 1), (19, 1), (1_000, 100), (15_000, 1_500), (10_000_000, MOST_PAGES)]
)
def test_stage_1_lasts_for_a_tenth_of_the_budget(budget: int, pages: int) -> None:
    strategy = strategies.make("svm-hits", budget=budget)
    assert isinstance(strategy, SvmHits)
    assert strategy.first == pages


def test_what_is_stored_stays_small_however_long_stage_1_is() -> None:
    strategy = SvmHits(Parameters(budget=10_000_000))
    strategy._on_topic = bytearray([0, 1] * (MOST_PAGES // 2))
    stored = msgspec.json.encode(strategy.state())
    assert len(stored) < 6_000
    woken = SvmHits(Parameters())
    nothing = np.zeros(0, np.int64)
    waiting = WaitingLinks(nothing, nothing, nothing.astype(np.float32), nothing, 0, np.zeros((0, 2)))
    woken.resume(waiting, msgspec.json.decode(stored), Random(0), Graph(0))
    assert woken._on_topic == strategy._on_topic


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("svm-hits:epsilon=1", "epsilon must be a number above 0 and below 1, not '1'; by default it is 0.3"),
        ("svm-hits:epsilon=0", "epsilon must be a number above 0 and below 1"),
        ("svm-hits:n1=0", "n1 must be a whole number from 1 to 1000, not '0'; by default it is 20"),
        ("svm-hits:n2=x", "n2 must be a whole number from 1 to 1000"),
        ("svm-hits:limit1=-1", "limit1 must be a whole number of at least 0, not '-1'; by default it is 0"),
        ("svm-hits:budget=-1", "budget must be a whole number of at least 0"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
