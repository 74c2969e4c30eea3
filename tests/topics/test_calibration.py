"""From decision values to probabilities."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.topics.calibration import area_under_curve, platt, probability


def test_one_page_of_each_class_worked_by_hand() -> None:
    # Laplace's targets: (1+1)/(1+2) = 2/3 for the positive, 1/(1+2) = 1/3 for the negative. Two points can be met
    # exactly: slope · 1 + offset = ln 2, slope · −1 + offset = −ln 2: slope ln 2, offset 0.
    slope, offset = platt(np.array([1.0, -1.0]), np.array([True, False]))
    assert (slope, offset) == pytest.approx((log(2), 0.0), abs=1e-6)
    assert probability(np.array([1.0, -1.0]), slope, offset) == pytest.approx([2 / 3, 1 / 3])


def test_both_classes_weigh_the_same_whatever_their_number() -> None:
    # Three positives at 1 (target 4/5), nine negatives at −1 (target 1/11): again two points, met exactly.
    decisions = np.array([1.0] * 3 + [-1.0] * 9)
    slope, offset = platt(decisions, decisions > 0)
    assert probability(np.array([1.0, -1.0]), slope, offset) == pytest.approx([4 / 5, 1 / 11])


def test_decisions_that_are_separated_do_not_make_certain() -> None:
    decisions = np.array([2.0, 3.0, 4.0, -4.0, -3.0, -2.0])
    likely = probability(decisions, *platt(decisions, decisions > 0))
    assert likely[:3].min() > 0.5 > likely[3:].max()
    assert likely.max() < 0.99


def test_area_under_curve_worked_by_hand() -> None:
    # Pairs (0.9 > 0.5), (0.9 > 0.1), (0.5 = 0.5: half), (0.5 > 0.1): 3.5 of 4
    assert area_under_curve(np.array([0.9, 0.5]), np.array([0.5, 0.1])) == pytest.approx(3.5 / 4)


@given(
    st.lists(st.floats(-50, 50), min_size=1, max_size=20),
    st.lists(st.floats(-50, 50), min_size=1, max_size=20),
)
def test_probabilities_are_finite_in_0_to_1_and_on_average_what_they_should_be(
    positives: list[float], negatives: list[float]
) -> None:
    decisions = np.array([*positives, *negatives])
    positive = np.arange(len(decisions)) < len(positives)
    slope, offset = platt(decisions, positive)
    likely = probability(decisions, slope, offset)
    assert np.isfinite([slope, offset]).all()
    assert ((likely >= 0) & (likely <= 1)).all()
    wanted = (len(positives) + 1) / (len(positives) + 2) + 1 / (len(negatives) + 2)
    assert likely[positive].mean() + likely[~positive].mean() == pytest.approx(wanted, abs=1e-3)
