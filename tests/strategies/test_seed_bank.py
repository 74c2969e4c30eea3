"""Who gives way in the seed bank: each case of WSE 6.3, by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide.strategies.seed_bank import WIDEST, SeedBank

# Seeds 0, 1 and 2; 0 ─▶ 3 ─▶ 4 ─▶ 5.
WEB = WorkedWeb({0: {3: 1}, 3: {4: 1}, 4: {5: 1}}, seeds=(0, 1, 2))


def bank(throws: list[float], *pages: int, **rows: list[float]) -> SeedBank:
    """A bank of three with these pages; `_4` are F1 to F4 of page 4."""
    WEB.rows = {int(name[1:]): row for name, row in rows.items()}
    told = SeedBank(3, 0.1, Dice(throws), WEB)
    told.seat({page: links(page) for page in pages})
    told.draw_circles()
    return told


def links(page: int) -> NDArray[np.int32]:
    return np.array(list(WEB.links.get(page, ())), np.int32)


def test_the_radius_is_half_the_mean_distance_at_first_and_doubles() -> None:
    told = bank([], 0, 1, 2)
    assert told.d_space == 1.0  # seeds are two edges apart, through the virtual page
    told.widen()
    told.widen()
    assert told.d_space == 4.0
    for _ in range(100):
        told.widen()
    assert told.d_space == WIDEST


def test_its_links_are_those_of_its_pages() -> None:
    assert bank([], 4, 1, 0).links.tolist() == [5, 3]
    assert bank([]).links.tolist() == []


def test_case_1_a_page_outside_all_circles_displaces_one_of_the_lowest_layer() -> None:
    # 5 is 3 edges from 0, and farther from the others: more than 1. 0 dominates 1 and 2, which do not dominate one
    # another: both are in the lowest layer, and 1 came first.
    told = bank([], 0, 1, 2, _0=[0.9, 0.9, 0.9, 0.9], _1=[0.5, 0.1, 0, 0], _2=[0.1, 0.5, 0, 0])
    told.test({5: links(5)})
    assert list(told.pages) == [0, 2, 5]


def test_case_1_ends_where_the_circle_begins() -> None:
    # 4 is 2 edges from 0. With d_space = 2 it lies in the circle of 0 and dominates it: 0 gives way, and not 1.
    told = bank([], 0, 1, 2, _0=[0.4, 0.4, 0, 0], _1=[0.1, 0.1, 0, 0], _2=[0.1, 0.5, 0, 0], _4=[0.4, 0.5, 0, 0])
    told.widen()
    told.test({4: links(4)})
    assert list(told.pages) == [1, 2, 4]


@pytest.mark.parametrize(("throw", "left"), [(0.09, [1, 2, 3]), (0.11, [0, 1, 2])])
def test_case_2_a_page_gives_way_now_and_then_to_one_that_it_dominates(throw: float, left: list[int]) -> None:
    told = bank([throw], 0, 1, 2, _0=[0.4, 0.4, 0, 0], _3=[0.4, 0.3, 0, 0])
    told.test({3: links(3)})
    assert list(told.pages) == left


@pytest.mark.parametrize("row", [[0.3, 0.5, 0, 0], [0.4, 0.4, 0, 0]])
@pytest.mark.parametrize(("throw", "left"), [(0.49, [1, 2, 3]), (0.51, [0, 1, 2])])
def test_case_2_between_equals_a_coin_decides(throw: float, left: list[int], row: list[float]) -> None:
    told = bank([throw], 0, 1, 2, _0=[0.4, 0.4, 0, 0], _3=row)
    told.test({3: links(3)})
    assert list(told.pages) == left


def test_who_took_a_place_is_in_the_bank_when_the_next_one_tests() -> None:
    # 3 dominates 0 and takes its place; 4 is one edge from 3, and dominates it.
    told = bank([], 0, 1, 2, _3=[0.1, 0, 0, 0], _4=[0.2, 0, 0, 0])
    told.test({3: links(3), 4: links(4)})
    assert list(told.pages) == [1, 2, 4]


def test_while_there_are_fewer_than_k_a_page_is_added_and_nobody_gives_way() -> None:
    told = bank([], 0, _0=[0.9, 0.9, 0.9, 0.9])
    told.test({3: links(3), 4: links(4)})
    assert list(told.pages) == [0, 3, 4]
