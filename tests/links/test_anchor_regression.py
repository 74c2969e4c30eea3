"""Ridge regression, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from honeyguide.links.anchor_regression import direction


def test_coefficients_are_those_of_the_penalized_squares() -> None:
    # One row (1, 0, 0) that says 1, penalty 2: 1 / (1 + 2).
    assert direction(np.array([[1, 0, 0]], np.float32), np.array([1], np.float32), 0) == pytest.approx([1 / 3, 0, 0])
    # Of 100 pages the penalty is 2 · (1 + 3) = 8.
    assert direction(np.array([[1, 0, 0]], np.float32), np.array([1], np.float32), 100) == pytest.approx(
        [1 / 9, 0, 0]
    )


def test_more_rows_than_dimensions_say_the_same() -> None:
    rng = np.random.default_rng(1)
    rows, values = rng.standard_normal((7, 4)).astype(np.float32), rng.standard_normal(7).astype(np.float32)
    penalty = 2.0 * (1 + 0.03 * 5)
    wanted = np.linalg.lstsq(
        np.concatenate([rows, np.sqrt(penalty) * np.eye(4)]), np.concatenate([values, np.zeros(4)]), rcond=None
    )[0]
    assert direction(rows, values, 5) == pytest.approx(wanted, abs=1e-5)
    wide = np.concatenate([rows, np.zeros((7, 6), np.float32)], axis=1)  # fewer rows than dimensions
    assert direction(wide, values, 5)[:4] == pytest.approx(wanted, abs=1e-5)
