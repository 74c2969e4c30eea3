"""What every strategy must keep to, whatever its idea of the next link."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec
import numpy as np
import pytest
from tests.strategies.graphs import Graph

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import Strategy, WaitingLinks

EVERY = pytest.mark.parametrize("name", strategies.names())
WALKING = [each.name for each in strategies.catalogue() if any(p.name == "walkers" for p in each.parameters)]


def started(spec: str, graph: Graph) -> Strategy:
    strategy = strategies.make(spec)
    strategy.start(graph.seeds, Random(1), graph)
    return strategy


def crawl(strategy: Strategy, graph: Graph, at_once: int = 1) -> Iterator[int]:
    """Pages in the order in which the strategy asked for them."""
    while asked := strategy.ask(at_once):
        assert len(asked) <= at_once
        for number in asked:
            strategy.tell(graph.visit(number))
            yield graph.page_of[number]


def waiting_links(still: Sequence[Link], graph: Graph, kept: Mapping[int, tuple[float, float]]) -> WaitingLinks:
    return WaitingLinks(
        ids=np.array([link.id for link in still], np.int64),
        hosts=np.array([link.host for link in still], np.int64),
        scores=np.array([graph.score(link) for link in still], np.float32),
        depths=np.array([link.depth for link in still], np.int64),
        known=len(graph.page_of),
        link_state=np.array([kept.get(link.id, (np.nan, np.nan)) for link in still]).reshape(-1, 2),
    )


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
    kept = {number: (one, other) for number, one, other in strategy.link_state()}
    still = [link for link in graph.found.values() if graph.page_of[link.id] not in before]
    waiting = waiting_links(still, graph, kept)
    state = msgspec.json.decode(msgspec.json.encode(strategy.state()))

    resumed = strategies.make(name)
    resumed.resume(waiting, state, Random(1), graph)
    assert before + list(crawl(resumed, graph)) == undisturbed


class Flight:
    """A crawl with many requests on their way, whose answers come in any order."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.rng, self.graph = name, Random(seed), Graph(seed)
        self.strategy = started(name, self.graph)
        self.out: list[int] = []
        self.named: set[int] = set()
        self.done: set[int] = set()
        self.stored: dict[int, tuple[float, float]] = {}

    def ask(self) -> None:
        busy = set(self.rng.sample(range(12), self.rng.choice([0, 6, 11])))
        waits = [n for n in range(len(self.graph.page_of)) if n not in self.named]
        assert self.strategy.waiting == len(waits)
        asked = self.strategy.ask(min(self.rng.choice([1, 20]), 60 - len(self.out)), busy=busy)
        free = {n for n in waits if self.graph.by_number(n).host not in busy}
        assert len(set(asked)) == len(asked)
        assert free >= set(asked)
        assert asked or not free or len(self.out) >= 60
        self.out += asked
        self.named.update(asked)

    def answer(self) -> None:
        number, chance = self.out.pop(self.rng.randrange(len(self.out))), self.rng.random()
        link = self.graph.by_number(number)
        if chance < 0.2:
            self.named.discard(number)
            self.strategy.tell(Visit(link, Outcome.HTTP_ERROR, again=True))
            return
        self.done.add(number)
        if chance < 0.3:
            self.strategy.tell(Visit(link, Outcome.TIMEOUT))
        elif chance < 0.4:
            target = self.graph.link(self.rng.randrange(300), link.depth, link.parent)
            scored = ScoredLink(target, self.graph.score(target))
            self.strategy.tell(Visit(link, Outcome.REDIRECT, links=(scored,)))
        else:
            self.strategy.tell(self.graph.visit(number))

    def stop(self) -> None:
        """What is on its way is lost and waits again."""
        self.stored |= {number: (one, other) for number, one, other in self.strategy.link_state()}
        still = [link for link in self.graph.found.values() if link.id not in self.done]
        state = msgspec.json.decode(msgspec.json.encode(self.strategy.state()))
        self.strategy = strategies.make(self.name)
        self.strategy.resume(waiting_links(still, self.graph, self.stored), state, Random(1), self.graph)
        self.named.difference_update(self.out)
        self.out.clear()


@EVERY
@pytest.mark.parametrize("seed", [10, 11])
def test_keeps_to_all_this_with_many_in_flight_and_stops_in_between(name: str, seed: int) -> None:
    crawl = Flight(name, seed)
    while crawl.strategy.waiting or crawl.out:
        crawl.ask()
        for _ in range(min(crawl.rng.randrange(5), len(crawl.out))):
            crawl.answer()
        if crawl.rng.random() < 0.03:
            crawl.stop()
    assert crawl.done == set(range(len(crawl.graph.page_of)))


@pytest.mark.parametrize("spec", [*WALKING, "moaco:ants=1"])
@pytest.mark.parametrize("walkers", [1, 3, 64])
def test_no_free_host_idles_unless_every_walker_waits_for_an_answer(spec: str, walkers: int) -> None:
    graph, rng = Graph(9), Random(9)
    strategy = started(f"{spec}{',' if ':' in spec else ':'}walkers={walkers}", graph)
    in_flight: list[int] = []
    named: list[int] = []
    while strategy.waiting or in_flight:
        busy = set(rng.sample(range(12), 9)) | {graph.by_number(number).host for number in in_flight}
        asked = strategy.ask(1, busy=busy)
        free = [n for n in range(len(graph.page_of)) if n not in named and graph.by_number(n).host not in busy]
        assert bool(asked) == (bool(free) and len(in_flight) < walkers)
        named += asked
        in_flight += asked
        if in_flight and rng.random() < 0.6:
            strategy.tell(graph.visit(in_flight.pop(rng.randrange(len(in_flight)))))
    assert sorted(named) == list(range(len(graph.page_of)))


@EVERY
def test_one_walker_with_many_requests_allowed_moves_exactly_as_one_page_at_a_time(name: str) -> None:
    one_by_one, side_by_side = Graph(8), Graph(8)
    exact = list(crawl(started(name, one_by_one), one_by_one))
    strategy = started(f"{name}:walkers=1" if name in WALKING else name, side_by_side)
    at_once = 50 if name in WALKING else 1
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
