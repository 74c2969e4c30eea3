from math import e, log

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from honeyguide.insight.phase_costs import volume_costs, volume_noise, word_costs, word_noise


def numbers(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, np.float64)


def test_even_volume_worked_by_hand() -> None:
    # 6 stories in 3 days, then 2 in 4, each about the middle of its days: −6 ln(6/3), −2 ln(2/4).
    costs = volume_costs(numbers(6, 2), numbers(0, 3, 7), numbers(1.5, 5.0))
    assert costs[0, 1] == pytest.approx(-6 * log(2))
    assert costs[1, 2] == pytest.approx(2 * log(2))


def test_fading_volume_worked_by_hand() -> None:
    # The exponential law of rate θ = 1 on [0, 1] has the mean 1 − 1 / (e − 1) = 0.418 and there the likelihood
    # −0.418 − ln(1 − 1/e) = 0.0407 a story over the even law; its mirror image fits a volume that grows.
    m = 1 - 1 / (e - 1)
    gain = -m - log(1 - 1 / e)
    for middle in (m, 1 - m):
        costs = volume_costs(numbers(2), numbers(0, 1), numbers(middle))
        assert costs[0, 1] == pytest.approx(-2 * (log(2) + gain), abs=1e-5)


def test_words_worked_by_hand() -> None:
    # (1, 0), (1, 0), (0, 1): all three 3 − (2² + 1²) / 3 = 4/3; the first two 0; the last two 2 − 2 / 2 = 1.
    costs = word_costs(csr_matrix(numbers(1, 0, 1, 0, 0, 1).reshape(3, 2)), np.ones(3), np.ones(3))
    assert costs[0, 3] == pytest.approx(4 / 3)
    assert costs[0, 2] == pytest.approx(0.0)
    assert costs[1, 3] == pytest.approx(1.0)


def test_the_noise_of_words_worked_by_hand() -> None:
    # Two texts in turn: every step is ±(1, −1) / √2, of length 1, and all steps lie on one line: tr Σ = tr Σ² = 1.
    assert np.allclose(word_noise(csr_matrix(np.tile(np.eye(2), (4, 1)))), 1.0)
    # One text again and again: none.
    assert word_noise(csr_matrix(np.ones((6, 1)))) == (0.0, 0.0)
    # Five texts without a word in common: two steps are only alike where they share a story, which does not count.
    assert word_noise(csr_matrix(np.eye(5))) == pytest.approx((1.0, 0.0))


def test_a_step_hides_in_the_noise_of_neighbours() -> None:
    # 50 times one text, 50 times another: one step of 99 is of length 1.
    step = csr_matrix(np.repeat(np.eye(2), 50, axis=0))
    assert word_noise(step)[0] == pytest.approx(1 / 99)


def test_the_noise_of_volume_worked_by_hand() -> None:
    # 3, 3, 3: no more than Poisson. 4, 0, 4: (4 − 0)² / 4 twice. 1, 9: 8² / 10.
    assert volume_noise(np.repeat([10, 11, 12], 3), 1) == 1.0
    assert volume_noise(np.repeat([10, 12], 4), 1) == 4.0
    assert volume_noise(np.repeat([10, 11], [1, 9]), 1) == pytest.approx(6.4)
    # By twos 10 and 10; day by day 8² / 10, 0 and 8² / 10.
    uneven = np.repeat([10, 11, 12, 13], [9, 1, 1, 9])
    assert volume_noise(uneven, 2) == 1.0
    assert volume_noise(uneven, 1) == pytest.approx(12.8 / 3)
