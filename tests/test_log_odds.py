from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.log_odds import contrast, telling


def numbers(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, np.float64)


def test_contrast_worked_by_hand() -> None:
    # All 5 of 5 here, none of 5 there: the share is 5.5 / 11, a story of the prior on each side.
    # Odds 6 : 1 against 1 : 6, ln 36 = 3.58; √(1/6 + 1 + 1 + 1/6) = 1.53.
    assert contrast(numbers(5), 5, numbers(0), 5) == pytest.approx([log(36) / sqrt(7 / 3)])
    # A prior of 4 stories: 7 : 2 against 2 : 7.
    assert contrast(numbers(5), 5, numbers(0), 5, 4.0) == pytest.approx([log(49 / 4) / sqrt(9 / 7)])


def test_what_nearly_all_hold_tells_nothing() -> None:
    assert contrast(numbers(23), 23, numbers(23), 25)[0] < 1.0


def test_telling_words_come_first_and_words_of_one_story_never() -> None:
    # Four stories here, six there: word 0 in all, 1 in all here, 2 in three here, 3 in one here, 4 only there.
    assert telling(numbers(4, 4, 3, 1, 0), 4, numbers(6, 0, 0, 0, 6), 6) == [1, 2]
    # Both of two here and none of six there: 3.17 / 1.74 = 1.82.
    assert telling(numbers(2), 2, numbers(0), 6) == [0]


@given(st.integers(1, 50), st.integers(1, 50), st.data())
def test_contrast_turns_round_with_its_sides(among: int, of: int, data: st.DataObject) -> None:
    here, there = data.draw(st.integers(0, among)), data.draw(st.integers(0, of))
    one = contrast(numbers(here), among, numbers(there), of)[0]
    assert np.isfinite(one)
    assert contrast(numbers(there), of, numbers(here), among)[0] == pytest.approx(-one)
