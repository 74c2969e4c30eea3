"""Do two groups of items tell of one event?"""

import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide.insight.model import DAY
from honeyguide.insight.similarity import LEAST, REACH, cohesion, kinship, nearness, reliability


def one(value: float) -> NDArray[np.float64]:
    return np.array([value])


def test_cohesion_worked_by_hand() -> None:
    # Nothing known: 0.2. Three stories of which each pair is alike by 0.3: |sum|² = 3 + 2 · 3 · 0.3 = 4.8,
    # (0.9 + 3 · 0.2) / (3 + 3) = 0.25.
    assert cohesion(np.array([1.0, 3.0]), np.array([1.0, 4.8])).tolist() == pytest.approx([0.2, 0.25])


def test_kinship_of_two_items_worked_by_hand() -> None:
    # Alike by 0.3; corrected 0.3 / √(0.2 · 0.2) = 1.5; the bar is 0.55 · (1 + 0.5) = 0.825.
    assert kinship(one(0.3), one(1), one(0.2), one(1), one(0.2))[0] == pytest.approx(1.5 / 0.825)


def test_kinship_of_two_groups_worked_by_hand() -> None:
    # Ten and ten, alike by 20 / 100; corrected 0.2 / √(0.25 · 0.16) = 1; the bar is 0.55 · (1 + 0.5 / 10) = 0.5775.
    assert kinship(one(20.0), one(10), one(0.25), one(10), one(0.16))[0] == pytest.approx(1.0 / 0.5775)
    # Five and five with the same mean and cohesion 0.3: 0.667 / (0.55 · 1.1).
    assert kinship(one(5.0), one(5), one(0.3), one(5), one(0.3))[0] == pytest.approx(1.1019, abs=1e-4)


def test_the_same_mean_likeness_speaks_louder_for_larger_groups() -> None:
    sizes = np.array([1.0, 4.0, 16.0])
    values = kinship(0.15 * sizes * sizes, sizes, np.full(3, 0.3), sizes, np.full(3, 0.3))
    assert values[0] < values[1] < values[2]


def test_groups_that_hang_together_loosely_do_not_take_in_everything() -> None:
    assert kinship(one(0.9 * LEAST * 100), one(10), one(0.05), one(10), one(0.05))[0] < 1.0


def test_nearness_in_time_worked_by_hand() -> None:
    starts, ends = np.array([0.0, 5 * DAY, 60 * DAY, -80 * DAY]), np.array([1 * DAY, 9 * DAY, 90 * DAY, -30 * DAY])
    # A span from day 0 to day 15: overlaps, overlaps, 45 days later, 30 days before.
    found = nearness(0.0, 15 * DAY, starts, ends)
    assert REACH == 45 * DAY
    assert found.tolist() == pytest.approx([1.0, 1.0, np.exp(-1.0), np.exp(-30 / 45)])


def test_time_does_not_speak_for_items_without_a_date() -> None:
    assert nearness(np.nan, np.nan, np.array([0.0, np.nan]), np.array([0.0, np.nan])).tolist() == [0.8, 0.8]
    assert nearness(0.0, 0.0, np.array([np.nan]), np.array([np.nan])).tolist() == [0.8]


def test_reliability_worked_by_hand() -> None:
    # Three stories alike by 0.44: |sum|² = 3 + 6 · 0.44 = 5.64; 1.32 / 1.88. Ten by 0.19: 10 + 90 · 0.19; 1.9 / 2.71.
    assert reliability(3.0, 5.64) == pytest.approx(0.7021, abs=1e-4)
    assert reliability(10.0, 27.1) == pytest.approx(0.7011, abs=1e-4)
    assert reliability(1.0, 1.0) == 0.0
    assert reliability(2.0, 1.9) == 0.0
