"""Non-dominated sorting against moocore, and NFCS as WSE 6.2 and its Fig. 3 have it."""

from random import Random

import moocore
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.strategies.worked import Dice

from honeyguide.strategies.pareto import cdc, dominates, fronts, nfcs, select
from honeyguide.strategies.resumable_random import ResumableRandom


def test_who_dominates_is_nowhere_worse_and_somewhere_better() -> None:
    one, other, third = np.array([[0.5, 0.4], [0.5, 0.3], [0.2, 0.9]])
    assert dominates(one, other)
    assert not dominates(other, one)
    assert not dominates(one, one)
    assert not dominates(one, third)
    assert not dominates(third, one)


def test_fronts_worked_by_hand() -> None:
    # (3, 1), (1, 3) and (2, 2) are better than one another somewhere; (2, 2) dominates (1, 2) and (2, 1);
    # (1, 2) dominates (1, 1) and (0, 2), and of (1, 1) there are two.
    points = np.array([[1, 1], [3, 1], [1, 2], [2, 2], [0, 2], [2, 1], [1, 3], [1, 1]], float)
    assert fronts(points).tolist() == [2, 0, 1, 0, 2, 1, 0, 2]


@pytest.mark.parametrize("objectives", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("n", [1, 2, 127, 128, 129, 700])
def test_fronts_are_those_of_moocore(n: int, objectives: int) -> None:
    rng = np.random.default_rng(n * 10 + objectives)
    for points in (rng.random((n, objectives)).astype(np.float32), rng.integers(0, 6, (n, objectives)) / 5):
        assert fronts(points).tolist() == moocore.pareto_rank(points, maximise=True).tolist()


rows = st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=40)


@given(rows)
def test_each_front_is_dominated_by_the_one_before_and_by_none_of_its_own(values: list[list[int]]) -> None:
    points = np.array(values, float)
    front = fronts(points)
    for point, number in zip(points, front, strict=True):
        assert not any(dominates(other, point) for other in points[front >= number])
        assert number == 0 or any(dominates(other, point) for other in points[front == number - 1])


def test_no_points_have_no_fronts() -> None:
    assert fronts(np.zeros((0, 4))).tolist() == []
    assert select(np.zeros((0, 4)), 3, Dice([])) == []


def test_five_of_twelve_as_in_fig_3_are_the_extremes_and_then_the_farthest() -> None:
    # Twelve points on a line, evenly apart: distances are √2 times those of their numbers.
    points = np.array([[i, 11 - i] for i in range(12)], float)
    # Extremes: 11 (largest F1) and 0 (largest F2). The farthest from both are 5 and 6, at 5: the first. Between 5 and
    # 11 lies 8, at 3; between 0 and 5 only 2 and 3, at 2; after 8 was picked all are at 2 or less: the first is 2.
    assert nfcs(points, 5, Dice([])) == [11, 0, 5, 8, 2]


def test_crowding_takes_the_ends_and_then_the_widest_gaps() -> None:
    # Along F1 the points lie at 0, 1, 2, 6 and 10, along F2 the other way at 10, 9, 8, 4 and 0. The gaps around 1 are
    # (2 − 0)/10 in each, around 2 (6 − 1)/10, around 6 (10 − 2)/10: 0.4, 1.0 and 1.6; the ends are boundless.
    points = np.array([[1, 9], [0, 10], [2, 8], [10, 0], [6, 4]], float)
    assert cdc(points, 4) == [1, 3, 4, 2]
    assert cdc(points, 9) == [1, 3, 4, 2, 0]
    assert cdc(np.array([[0.5, 0.5], [0.5, 0.5]]), 1) == [0]


def test_crowding_passes_over_a_dense_region_that_nfcs_does_not() -> None:
    # WSE 6.2: between two ends all other points crowd in the middle third. CDC takes the outermost of them, with wide
    # gaps, and one beside them; NFCS the one in the middle, and then the outermost.
    middle = [[x, 1 - x] for x in (0.34, 0.44, 0.48, 0.5, 0.53, 0.57, 0.66)]
    points = np.array([[0.0, 1.0], *middle, [1.0, 0.0]])
    assert set(cdc(points, 5)) == {0, 8, 1, 7, 2}
    assert set(nfcs(points, 5, Dice([]))) == {0, 8, 4, 1, 7}


def test_the_picker_is_asked_where_a_front_is_too_large() -> None:
    points = np.array([[0, 5], [1, 4], [1.2, 3.8], [1.4, 3.6], [5, 0]])
    assert select(points, 3, Dice([]), "nfcs") == [4, 0, 3]
    assert select(points, 3, Dice([]), "cdc") == [0, 4, 3]
    assert select(points, 4, Dice([]), "nfcs") == [4, 0, 3, 1]
    assert select(points, 4, Dice([]), "cdc") == [0, 4, 3, 1]


def test_a_dense_region_is_not_passed_over_nor_taken_whole() -> None:
    # Eight of ten points crowd around the middle: one of them is picked before a second, and the gaps come first.
    middle = [[0.48 + i / 200, 0.52 - i / 200] for i in range(8)]
    points = np.array([[0.0, 1.0], *middle, [1.0, 0.0]])
    # Extremes 9 and 0; of the middle ones, point 5 at (0.5, 0.5) is farthest from the nearer of the two, at 0.5√2.
    assert nfcs(points, 3, Dice([])) == [9, 0, 5]


def test_with_no_more_places_than_objectives_extremes_are_drawn() -> None:
    points = np.array([[0.9, 0.1, 0.1], [0.1, 0.9, 0.1], [0.1, 0.1, 0.9], [0.5, 0.5, 0.5]])
    assert nfcs(points, 2, Dice([0.5, 0.6])) == [1, 2]  # the second of (0, 1, 2), then the second of (0, 2)
    assert nfcs(points, 3, Dice([])) == [0, 1, 2]
    draws = ResumableRandom(Random(1))
    drawn = [nfcs(points, 1, draws)[0] for _ in range(3000)]
    assert all(abs(drawn.count(extreme) - 1000) < 4 * (3000 * 2 / 9) ** 0.5 for extreme in (0, 1, 2))


def test_a_point_that_is_best_twice_leaves_a_place_for_the_farthest() -> None:
    # 0 has the largest F1 and F2, 1 the largest F3; q = 3 = m: one place is left, and 3 is farther from both than 2.
    points = np.array([[0.9, 0.9, 0.1], [0.1, 0.1, 0.9], [0.8, 0.8, 0.2], [0.5, 0.5, 0.5]])
    assert nfcs(points, 3, Dice([])) == [0, 1, 3]


def test_more_places_than_points_take_all() -> None:
    points = np.array([[0.9, 0.1], [0.5, 0.5], [0.1, 0.9]])
    assert nfcs(points, 7, Dice([])) == [0, 2, 1]


@given(st.integers(0, 10**6), st.integers(3, 12))
@settings(max_examples=60)
def test_after_the_extremes_every_pick_is_the_farthest_from_its_nearest(seed: int, q: int) -> None:
    points: NDArray[np.float64] = np.random.default_rng(seed).random((30, 2))
    picked = nfcs(points, q, Dice([]))
    extremes = len(set(points.argmax(axis=0).tolist()))
    assert len(set(picked)) == q
    for at in range(extremes, q):
        near = [min(float(np.linalg.norm(point - points[p])) for p in picked[:at]) for point in points]
        assert near[picked[at]] == pytest.approx(max(near))


def test_fronts_are_taken_whole_until_one_is_too_large() -> None:
    # Front 0: 1. Front 1: 0, 2, 3 on a line; two places are left: the extremes 3 (F1) and 0 (F2).
    points = np.array([[0.1, 0.9], [1.0, 1.0], [0.5, 0.5], [0.9, 0.1], [0.0, 0.0]])
    assert select(points, 3, Dice([])) == [1, 3, 0]
    assert select(points, 4, Dice([])) == [1, 0, 2, 3]
    assert select(points, 9, Dice([])) == [1, 0, 2, 3, 4]
    assert select(points, 1, Dice([])) == [1]
