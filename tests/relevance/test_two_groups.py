"""The cut between two groups, and skewness, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from honeyguide.relevance.two_groups import cut, skewness


def test_the_cut_parts_what_is_most_apart() -> None:
    """Of 0, 1, 5, 6 the variance between groups is 3·(0 − 4)² = 48, 4·(0.5 − 5.5)² = 100 and 3·(2 − 6)² = 48 (each
    times the weights of both groups), so it is cut midway between 1 and 5, in whatever order they come."""
    numbers = np.array([5.0, 0.0, 6.0, 1.0])
    assert cut(numbers, np.ones(4)) == 3.0


def test_what_weighs_more_draws_the_cut_away() -> None:
    """0, 4 and 10: cut after 0 that is w·2·(0 − 7)² = 98 w, cut after 4 (w + 1)·1·(4/(w + 1) − 10)²: with w = 1
    98 and 128, with w = 0.2 19.6 and 53.3, with w = 9 882 and 921.6, with w = 20 1,960 and 2,021."""
    for weight in (0.2, 1.0, 9.0, 20.0):
        assert cut(np.array([0.0, 4.0, 10.0]), np.array([weight, 1.0, 1.0])) == 7.0
    """0, 6 and 10: after 0 it is 2 w·64 = 128 w, after 6 (w + 1)·(6/(w + 1) − 10)²: 128 and 98 with w = 1."""
    assert cut(np.array([0.0, 6.0, 10.0]), np.ones(3)) == 3.0
    """With w = 0.2: 25.6 and 30."""
    assert cut(np.array([0.0, 6.0, 10.0]), np.array([0.2, 1.0, 1.0])) == 8.0


def test_numbers_that_are_all_the_same_are_cut_there() -> None:
    assert cut(np.full(5, 2.0), np.ones(5)) == 2.0


def test_skewness_by_hand() -> None:
    """Of 0, 0, 0, 4: middle 1, spread √3, third moment (3·(−1) + 27)/4 = 6, and 6/3√3 = 1.1547."""
    assert skewness(np.array([0.0, 0.0, 0.0, 4.0])) == pytest.approx(1.1547, abs=1e-4)
    assert skewness(np.array([4.0, 4.0, 4.0, 0.0])) == pytest.approx(-1.1547, abs=1e-4)
    assert skewness(np.array([1.0, 2.0, 3.0])) == pytest.approx(0.0)
    assert skewness(np.full(4, 7.0)) == 0.0
