"""What every strategy must keep to, whatever its idea of the next link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from unittest import TestCase

import msgspec
import numpy as np

from honeyguide import strategies
from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import Strategy, WaitingLinks
from honeyguide.testing.contract import Contract, contract_of
from honeyguide.testing.graph import Graph


def strategy_contract(strategy: str | type | Any, stops: Sequence[int] = (0, 1, 17, 120)) -> type[TestCase]:
    """Over a strategy by its name, its class, or a function that makes one; stopped after so many pages of 300."""
    return contract_of(StrategyContract, strategy, stops=stops)


def made(part: str | type | Any) -> Strategy:
    return strategies.make(part if isinstance(part, str | type) else part())


def waiting_links(still: Sequence[Link], graph: Graph, kept: Mapping[int, tuple[float, float]]) -> WaitingLinks:
    """What a store would give back of these links."""
    return WaitingLinks(
        ids=np.array([link.id for link in still], np.int64),
        hosts=np.array([link.host for link in still], np.int64),
        scores=np.array([graph.score(link) for link in still], np.float32),
        depths=np.array([link.depth for link in still], np.int64),
        known=len(graph.page_of),
        link_state=np.array([kept.get(link.id, (np.nan, np.nan)) for link in still]).reshape(-1, 2),
    )


class StrategyContract(Contract):
    noun = "strategy"
    stops: Sequence[int] = ()

    def test_never_asks_for_the_same_url_twice_and_ends_when_nothing_is_left(self) -> None:
        graph = Graph(1)
        order = list(self.crawl(self.started(graph), graph, at_once=5))
        self.expect(len(order) == len(set(order)), f"name no link twice: {_twice(order)} were")
        self.expect_equal(set(order), graph.reachable(), "name every link that it was told of")

    def test_the_same_seed_gives_the_same_order(self) -> None:
        one, other = Graph(2), Graph(2)
        first = list(self.crawl(self.started(one), one))
        second = list(self.crawl(self.started(other), other))
        self.expect_equal(second, first, "draw what it draws from `rng`: the same seed gives the same order")

    def test_leaves_busy_hosts_alone(self) -> None:
        graph, rng = Graph(3), Random(3)
        strategy = self.started(graph)
        for _ in range(400):
            busy = set(rng.sample(range(12), 6))
            for number in strategy.ask(3, busy=busy):
                host = graph.by_number(number).host
                self.expect(host not in busy, f"leave busy hosts alone: link {number} is on host {host} of {busy}")
                strategy.tell(graph.visit(number))

    def test_never_starves_while_a_link_of_a_free_host_waits(self) -> None:
        graph = Graph(4)
        strategy = self.started(graph)
        while strategy.waiting:
            asked = strategy.ask(1)
            self.expect(asked, f"name a link while links wait and no host is busy: {strategy.waiting} wait")
            strategy.tell(graph.visit(asked[0]))

    def test_survives_failures_and_tries_again_what_failed_for_now(self) -> None:
        graph, rng = Graph(5), Random(5)
        strategy = self.started(graph)
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
        everything = list(range(len(graph.page_of)))
        self.expect_equal(sorted(finished), everything, "name a link again after a visit with `again`")
        self.expect_equal(strategy.waiting, 0, "have nothing waiting when it names nothing more")

    def test_counts_what_waits(self) -> None:
        graph = Graph(6)
        strategy = self.started(graph)
        self.expect_equal(strategy.waiting, 3, "count the seeds as `waiting`")
        for visited, _ in enumerate(self.crawl(strategy, graph), start=1):
            left = len(graph.page_of) - visited
            self.expect_equal(strategy.waiting, left, f"count what is `waiting` after {visited} pages")

    def test_leaves_alone_what_the_crawl_fetches_by_itself(self) -> None:
        graph, rng = Graph(8), Random(8)
        strategy = self.started(graph)
        own: list[int] = []
        named: list[int] = []
        while strategy.waiting:
            left = [n for n in range(len(graph.page_of)) if n not in {*own, *named}]
            if rng.random() < 0.2:
                number = rng.choice(left)
                self.expect(strategy.remove(number), f"`remove` link {number}, which waits")
                self.expect(not strategy.remove(number), f"not `remove` link {number} twice")
                self.expect_equal(strategy.waiting, len(left) - 1, "count no link as `waiting` that was removed")
                own.append(number)
                strategy.tell(graph.visit(number))
            asked = strategy.ask(1)
            self.expect(not set(asked) & set(own), f"not name what was removed: {asked} were")
            named += asked
            for number in asked:
                strategy.tell(graph.visit(number))
        self.expect_equal(sorted(own + named), list(range(len(graph.page_of))), "follow the links of removed ones")

    def test_goes_on_after_a_stop_as_if_there_had_been_none(self) -> None:
        whole = Graph(7)
        undisturbed = list(self.crawl(self.started(whole), whole))
        for stop_after in self.stops:
            graph = Graph(7)
            strategy = self.started(graph)
            before = [page for _, page in zip(range(stop_after), self.crawl(strategy, graph), strict=False)]
            kept = {number: (one, other) for number, one, other in strategy.link_state()}
            still = [link for link in graph.found.values() if graph.page_of[link.id] not in before]
            resumed = made(self.part)
            resumed.resume(waiting_links(still, graph, kept), _stored(strategy), Random(1), graph)
            self.expect_equal(_told(resumed), _told(strategy), "say the same of itself after a stop (metrics, roles)")
            order = before + list(self.crawl(resumed, graph))
            what = f"go on after a stop at {stop_after} pages as if there had been none (state, link_state, resume)"
            self.expect_equal(order, undisturbed, what)

    def test_takes_the_links_of_pages_that_other_shards_of_the_crawl_fetched(self) -> None:
        whole = list(self.shard(Graph(9), Random(9)))
        for stop_after in (0, 1, 40):
            order = list(self.shard(Graph(9), Random(9), stop_after))
            what = f"go on after a stop at {stop_after} pages of a shard as if there had been none"
            self.expect_equal(order, whole, what)

    def test_keeps_to_all_this_with_many_in_flight_and_stops_in_between(self) -> None:
        for seed in (10, 11):
            flight = Flight(self, seed)
            while flight.strategy.waiting or flight.out:
                flight.ask()
                for _ in range(min(flight.rng.randrange(5), len(flight.out))):
                    flight.answer()
                chance = flight.rng.random()
                if chance < 0.03:
                    flight.stop()
                elif chance > 0.97:
                    flight.rescore()
            everything = set(range(len(flight.graph.page_of)))
            self.expect_equal(flight.done, everything, "name every link, with many requests on their way")

    def started(self, graph: Graph) -> Strategy:
        strategy = made(self.part)
        strategy.start(graph.seeds, Random(1), graph)
        return strategy

    def shard(self, graph: Graph, rng: Random, stop_after: int = -1) -> Iterator[int]:
        """Pages in the order in which the strategy of a shard without seeds asked for them, at last one by one."""
        graph.forget_seeds()
        strategy = self.started(graph)
        strategy.rescore(np.zeros(0, np.float32))
        self.expect_equal(list(strategy.ask(1)), [], "name nothing when it was told of no link")
        named: list[int] = []
        kept: dict[int, tuple[float, float]] = {}
        for turn in range(graph.own):
            if turn % 4 == 0:
                strategy.tell(graph.referral(rng))
            if turn % 20 == 0:
                strategy.rescore(graph.scores())
            if len(named) == stop_after:
                kept |= {number: (one, other) for number, one, other in strategy.link_state()}
                still = [link for link in graph.found.values() if link.id not in {*named, *graph.foreign}]
                resumed = made(self.part)
                resumed.resume(waiting_links(still, graph, kept), _stored(strategy), Random(1), graph)
                strategy, stop_after = resumed, -1
            left = len(graph.page_of) - len(named) - len(graph.foreign)
            self.expect_equal(strategy.waiting, left, "count what is `waiting` of what it was told of, and no more")
            for number in strategy.ask(1):
                self.expect(number not in {*named, *graph.foreign}, f"not name link {number}, which is not its own")
                named.append(number)
                strategy.tell(graph.visit(number))
                yield graph.page_of[number]

    def crawl(self, strategy: Strategy, graph: Graph, at_once: int = 1) -> Iterator[int]:
        """Pages in the order in which the strategy asked for them."""
        while asked := strategy.ask(at_once):
            self.expect(len(asked) <= at_once, f"name at most {at_once} links when asked for so many: {asked} came")
            for number in asked:
                strategy.tell(graph.visit(number))
                yield graph.page_of[number]


class Flight:
    """A crawl with many requests on their way, whose answers come in any order."""

    def __init__(self, case: StrategyContract, seed: int) -> None:
        self.case, self.rng, self.graph = case, Random(seed), Graph(seed)
        self.strategy = case.started(self.graph)
        self.out: list[int] = []
        self.named: set[int] = set()
        self.done: set[int] = set()
        self.stored: dict[int, tuple[float, float]] = {}

    def ask(self) -> None:
        case, busy = self.case, set(self.rng.sample(range(12), self.rng.choice([0, 6, 11])))
        waits = [n for n in range(len(self.graph.page_of)) if n not in self.named]
        case.expect_equal(self.strategy.waiting, len(waits), "count what is `waiting`, with requests on their way")
        asked = self.strategy.ask(min(self.rng.choice([1, 20]), 60 - len(self.out)), busy=busy)
        free = {n for n in waits if self.graph.by_number(n).host not in busy}
        case.expect(len(set(asked)) == len(asked), f"name no link twice in one answer: {_twice(asked)} were")
        wrong = sorted(set(asked) - free)
        case.expect(not wrong, f"name only links that wait on hosts that are not busy: {wrong} are none")
        case.expect(asked or not free or len(self.out) >= 60, "name a link while one of a free host waits")
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

    def rescore(self) -> None:
        """All scores move at once, as after a new PageRank."""
        self.strategy.rescore(self.graph.scores())

    def stop(self) -> None:
        """What is on its way is lost and waits again."""
        self.stored |= {number: (one, other) for number, one, other in self.strategy.link_state()}
        still = [link for link in self.graph.found.values() if link.id not in self.done]
        state = _stored(self.strategy)
        self.strategy = made(self.case.part)
        waiting = waiting_links(still, self.graph, self.stored)
        self.strategy.resume(waiting, state, Random(1), self.graph)
        self.named.difference_update(self.out)
        self.out.clear()


def _stored(strategy: Strategy) -> dict[str, object]:
    """Its state as it comes back from a store."""
    state: dict[str, object] = msgspec.json.decode(msgspec.json.encode(strategy.state()))
    return state


def _told(strategy: Strategy) -> list[Any]:
    """What it says of itself, where it does."""
    return [getattr(strategy, name, dict)() for name in ("metrics", "roles")]


def _twice(numbers: Sequence[int]) -> list[int]:
    return sorted({number for number in numbers if numbers.count(number) > 1})
