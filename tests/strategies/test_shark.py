"""Shark search, step by step."""

from collections.abc import Mapping, Sequence
from random import Random

import msgspec
import pytest
from tests.strategies.worked import WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import ScoredLink, Visit
from honeyguide.strategies.shark import Parameters, Shark


class Reef(WorkedWeb):
    """Every link as E, R(a) and the relevance of the text around it."""

    def __init__(
        self,
        told: Mapping[int, Mapping[int, tuple[float, float, float]]],
        relevance: Mapping[int, float],
        seeds: Sequence[int] = (0,),
    ) -> None:
        links = {page: {target: each[0] for target, each in targets.items()} for page, targets in told.items()}
        super().__init__(links, seeds=seeds, relevance=relevance)
        self.told = told

    def page(self, number: int) -> Visit:
        scored = (ScoredLink(self.link(t), *each) for t, each in self.told.get(number, {}).items())
        return msgspec.structs.replace(super().page(number), links=tuple(scored))


REEF = Reef(
    {
        0: {1: (0.5, 0.5, 0.4), 2: (0.1, 0.0, 0.3), 3: (0.1, 0.0, 0.0)},
        1: {4: (0.2, 0.2, 0.0), 3: (0.1, 0.0, 0.9)},
        4: {5: (0.3, 0.9, 0.9), 6: (0.1, 0.9, 0.9)},
        2: {6: (0.1, 0.0, 0.0), 7: (0.8, 1.0, 0.0)},
        3: {8: (0.1, 0.0, 0.5)},
        6: {9: (0.1, 0.0, 0.0)},
    },
    relevance={0: 0.8, 2: 0.1},
)


def started(reserve: bool = True) -> Shark:
    strategy = Shark(Parameters(depth=1, reserve=reserve))
    strategy.start(REEF.seeds, Random(0), REEF)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # δ = 0.5, β = 0.8, γ = 0.5, D = 1. Relevant is a page with R > 0.
    # 0  R = 0.8: its links inherit 0.5 · 0.8 = 0.4, with depth 1.
    #    1: anchor 0.5, so around counts as 1: 0.8 · 0.5 + 0.2 · 1 = 0.6; potential 0.5 · 0.4 + 0.5 · 0.6 = 0.5
    #    2: no anchor, around 0.3: 0.2 · 0.3 = 0.06;                      potential 0.2 + 0.03 = 0.23
    #    3: neither:                                                      potential 0.2
    # 1  R = 0, itself inherited 0.4: its links inherit 0.5 · 0.4 = 0.2, with depth 0.
    #    4: anchor 0.2: 0.16 + 0.2 = 0.36;                                potential 0.1 + 0.18 = 0.28
    #    3: around 0.9: 0.18; potential 0.1 + 0.09 = 0.19 is less than 0.2: it keeps 0.2, depth 1 and inherited 0.4
    # 4  R = 0 and no depth left: 5 (E 0.3) and 6 (E 0.1) go to the reserve.
    # 2  R = 0.1: its links inherit 0.05, with depth 1.
    #    6: neither: potential 0.025; it lives now.   7: anchor 1: 0.8 + 0.2 = 1; potential 0.025 + 0.5 = 0.525
    # 7  has no links.
    # 3  R = 0, itself inherited 0.4: 8, around 0.5: potential 0.5 · 0.2 + 0.5 · 0.1 = 0.15, depth 0.
    # 8  has no links.
    # 6  R = 0, depth 1, itself inherited 0.1 (from 4: 0.5 · 0.2): 9: potential 0.5 · 0.05 = 0.025, depth 0.
    # 9  has no links; 5 is reopened.
    strategy = started()
    assert list(REEF.order(strategy)) == [0, 1, 4, 2, 7, 3, 8, 6, 9, 5]
    assert strategy.reopened == 1


def test_without_a_reserve_it_ends_where_all_schools_died() -> None:
    strategy = started(reserve=False)
    assert list(REEF.order(strategy)) == [0, 1, 4, 2, 7, 3, 8, 6, 9]
    assert strategy.waiting == 1


def test_keeps_depth_and_potential_in_one_number_and_what_was_inherited_in_the_other() -> None:
    strategy = started()
    for number in (0, 1, 4):
        assert strategy.ask(1) == [number]
        strategy.tell(REEF.page(number))
    kept = {number: (one, other) for number, one, other in strategy.link_state()}
    # A link that lives: twice (depth + 1), and 0.5 + potential / 2. One of the reserve: 0.49 · E.
    assert kept[0] == (2 * 2 + 1.0, 0.0)
    assert kept[1] == pytest.approx((2 * 2 + 0.5 + 0.25, 0.4))
    assert kept[2] == pytest.approx((2 * 2 + 0.5 + 0.115, 0.4))
    assert kept[3] == pytest.approx((2 * 2 + 0.5 + 0.1, 0.4))
    assert kept[4] == pytest.approx((2 * 1 + 0.5 + 0.14, 0.2))
    assert kept[5] == pytest.approx((0.49 * 0.3, 0.1))
    assert kept[6] == pytest.approx((0.49 * 0.1, 0.1))


@pytest.mark.parametrize("pages", [(0, 1), (1, 0)])
def test_of_a_link_that_two_pages_hold_each_number_may_only_rise(pages: tuple[int, int]) -> None:
    # γ = 0.25. Page 0 hands down 0.5 · 0.8 = 0.4; anchor 1: 0.8 + 0.2 = 1; potential 0.25 · 0.4 + 0.75 · 1 = 0.85.
    # Page 1 hands down 0.5 · 0.9 = 0.45; no word at the link; potential 0.25 · 0.45 = 0.1125.
    reef = Reef({0: {2: (0.5, 1.0, 0.0)}, 1: {2: (0.5, 0.0, 0.0)}}, {0: 0.8, 1: 0.9}, seeds=(0, 1))
    strategy = Shark(Parameters(gamma=0.25))
    strategy.start(reef.seeds, Random(0), reef)
    assert strategy.ask(2) == [0, 1]
    for number in pages:
        strategy.tell(reef.page(number))
    kept = {number: (one, other) for number, one, other in strategy.link_state()}
    assert kept[2] == pytest.approx((2 * 4 + 0.5 + 0.425, 0.45))


def test_asks_for_the_text_around_links() -> None:
    assert strategies.make("shark").needs == {"context"}


def test_an_irrelevant_seed_hands_nothing_down() -> None:
    strategy = Shark(Parameters())
    assert strategy.inherit(Visit(REEF.link(0), REEF.page(0).outcome, relevance=0.0), 0.0) == 0.0


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("shark:delta=0", "delta must be a number above 0 and of at most 1, not '0'; by default it is 0.5"),
        ("shark:beta=1.2", "beta must be a number from 0 to 1, not '1.2'; by default it is 0.8"),
        ("shark:gamma=-0.1", "gamma must be a number from 0 to 1, not '-0.1'; by default it is 0.5"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        strategies.make(spec)
