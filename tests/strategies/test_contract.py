"""What every strategy must keep to, whatever its idea of the next link."""

import re
from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.graphs import Graph

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, Visit
from honeyguide.protocols import Strategy, WaitingLinks

EVERY = pytest.mark.parametrize("name", strategies.names())


def started(name: str, graph: Graph, rng: Random | None = None) -> Strategy:
    strategy = strategies.make(name)
    strategy.start(graph.seeds, rng or Random(1), graph)
    return strategy


def crawl(strategy: Strategy, graph: Graph, at_once: int = 1) -> Iterator[int]:
    """Pages in the order in which the strategy asked for them."""
    while asked := strategy.ask(at_once):
        assert len(asked) <= at_once
        for number in asked:
            strategy.tell(graph.visit(number))
            yield graph.page_of[number]


@EVERY
def test_never_asks_for_the_same_url_twice_and_ends_when_nothing_is_left(name: str) -> None:
    graph = Graph(1)
    order = list(crawl(started(name, graph), graph, at_once=5))
    assert len(order) == len(set(order))
    assert set(order) == graph.reachable()


@EVERY
def test_the_same_seed_gives_the_same_order(name: str) -> None:
    one, other = Graph(2), Graph(2)
    assert list(crawl(started(name, one), one)) == list(crawl(started(name, other), other))


@EVERY
def test_leaves_busy_hosts_alone(name: str) -> None:
    graph, rng = Graph(3), Random(3)
    strategy = started(name, graph)
    for _ in range(400):
        busy = set(rng.sample(range(12), 6))
        for number in strategy.ask(3, busy=busy):
            assert graph.by_number(number).host not in busy
            strategy.tell(graph.visit(number))


@EVERY
def test_never_starves_while_a_link_of_a_free_host_waits(name: str) -> None:
    graph = Graph(4)
    strategy = started(name, graph)
    while strategy.waiting:
        asked = strategy.ask(1)
        assert asked
        strategy.tell(graph.visit(asked[0]))


@EVERY
def test_survives_failures_and_tries_again_what_failed_for_now(name: str) -> None:
    graph, rng = Graph(5), Random(5)
    strategy = started(name, graph)
    finished: list[int] = []
    while asked := strategy.ask(4):
        for number in asked:
            chance = rng.random()
            if chance < 0.3:
                strategy.tell(Visit(graph.by_number(number), Outcome.HTTP_ERROR, again=True))
                continue
            finished.append(number)
            failed = Visit(graph.by_number(number), Outcome.TIMEOUT)
            strategy.tell(failed if chance < 0.4 else graph.visit(number))
    assert sorted(finished) == list(range(len(graph.page_of)))
    assert strategy.waiting == 0


@EVERY
def test_counts_what_waits(name: str) -> None:
    graph = Graph(6)
    strategy = started(name, graph)
    assert strategy.waiting == 3
    for visited, _ in enumerate(crawl(strategy, graph), start=1):
        assert strategy.waiting == len(graph.page_of) - visited


@EVERY
@pytest.mark.parametrize("stop_after", [0, 1, 17, 120])
def test_goes_on_after_a_stop_as_if_there_had_been_none(name: str, stop_after: int) -> None:
    whole = Graph(7)
    undisturbed = list(crawl(started(name, whole), whole))

    graph = Graph(7)
    strategy = started(name, graph)
    before = [page for _, page in zip(range(stop_after), crawl(strategy, graph), strict=False)]
    kept = {number: (one, other) for number, one, other in strategy.kept()}
    still = [link for link in graph.found.values() if graph.page_of[link.id] not in before]
    waiting = WaitingLinks(
        ids=np.array([link.id for link in still]),
        hosts=np.array([link.host for link in still]),
        scores=np.array([graph.score(link) for link in still], np.float32),
        depths=np.array([link.depth for link in still]),
        known=len(graph.page_of),
        kept=np.array([kept.get(link.id, (np.nan, np.nan)) for link in still]).reshape(-1, 2),
    )
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))

    resumed = strategies.make(name)
    resumed.resume(waiting, state, Random(1), graph)
    assert before + list(crawl(resumed, graph)) == undisturbed


@EVERY
def test_one_walker_with_many_requests_allowed_moves_exactly_as_one_page_at_a_time(name: str) -> None:
    one_by_one, side_by_side = Graph(8), Graph(8)
    has_walkers = any(parameter.name == "walkers" for parameter in strategies.entry(name).parameters)
    exact = list(crawl(started(name, one_by_one), one_by_one))
    strategy = strategies.make(f"{name}:walkers=1" if has_walkers else name)
    strategy.start(side_by_side.seeds, Random(1), side_by_side)
    at_once = 50 if has_walkers else 1
    assert list(crawl(strategy, side_by_side, at_once)) == exact


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("osp", "did you mean 'ops'"),
        ("ops:r3=0.1", "no parameter 'r3'"),
        ("ops:r2=3", "r2 must be a number from 0 to 1, not '3'; by default it is 0.12"),
        ("ops:r2=much", "r2 must be a number from 0 to 1, not 'much'; by default it is 0.12"),
        ("ops:reserve=7", "reserve must be true or false, not '7'; by default it is true"),
        ("ops:r2", "parameter=value"),
        ("bfs:r2=0.1", "it has none"),
    ],
)
def test_a_wrong_strategy_or_parameter_is_named(spec: str, says: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(says)):
        strategies.make(spec)


def test_every_parameter_says_what_it_means() -> None:
    for entry in strategies.catalogue():
        assert entry.says
        assert entry.paper
        assert all(parameter.meaning for parameter in entry.parameters)
