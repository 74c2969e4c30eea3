"""What every strategy must keep to, whatever its idea of the next link."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.protocols import Strategy
from honeyguide.testing import strategy_contract
from honeyguide.testing.graph import Graph

globals().update({f"Test_{name}": strategy_contract(name) for name in strategies.names()})

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
