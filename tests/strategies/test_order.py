"""The order of each strategy on a small graph, worked by hand.

0 ─▶ 1 (0.3), 2 (0.9)      1 ─▶ 3 (0.05), 4 (0.8)      2 ─▶ 5 (0.1), 1 (0.6)      4 ─▶ 6 (0.7)
"""

from random import Random

import pytest

from honeyguide import strategies
from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.testing.graph import Graph

LINKS = {0: {1: 0.3, 2: 0.9}, 1: {3: 0.05, 4: 0.8}, 2: {5: 0.1, 1: 0.6}, 4: {6: 0.7}}
DEPTH = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3}


def link(number: int) -> Link:
    return Link(number, f"http://a.example/{number}", 0, DEPTH[number])


@pytest.mark.parametrize(
    ("spec", "order"),
    [
        # Level by level, and within a level as found.
        ("bfs", [0, 1, 2, 3, 4, 5, 6]),
        # 2 (0.9); its page raises 1 to 0.6; 4 (0.8); 6 (0.7); then the reserve: 5 (0.1), 3 (0.05).
        ("ops", [0, 2, 1, 4, 6, 5, 3]),
        # Published: what scores no more than r2 = 0.12 is discarded.
        ("ops:reserve=false", [0, 2, 1, 4, 6]),
        ("ops:reserve=false,r2=0.75", [0, 2]),
        # 1 scores 0.6, which is no more than r2.
        ("ops:reserve=false,r2=0.6", [0, 2]),
    ],
)
def test_the_order_is_the_one_worked_by_hand(spec: str, order: list[int]) -> None:
    strategy = strategies.make(spec)
    strategy.start([link(0)], Random(0), Graph(0))
    asked: list[int] = []
    while numbers := strategy.ask(1):
        asked += numbers
        scored = tuple(ScoredLink(link(t), e) for t, e in LINKS.get(numbers[0], {}).items())
        strategy.tell(Visit(link(numbers[0]), Outcome.PAGE, links=scored))
    assert asked == order


def test_ops_says_how_often_it_had_to_reopen_the_reserve() -> None:
    strategy = strategies.make("ops")
    strategy.start([link(0)], Random(0), Graph(0))
    strategy.tell(Visit(link(0), Outcome.PAGE, links=(ScoredLink(link(1), 0.1), ScoredLink(link(2), 0.5))))
    strategy.ask(3)
    assert strategy.state() == {"reopened": 1}
