"""How rare words are among the stories so far."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from honeyguide.idf import idf_by_language
from honeyguide.insight.idf import Rarities


def test_rarities_hold_until_they_are_renewed() -> None:
    words = Rarities(least=2)
    spoken = words.numbers(["en", "en", "zh"])
    assert spoken.tolist() == [0, 0, 1]
    words.count(csr_matrix([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), spoken)
    before = words.rare.copy()
    assert not words.shared.any()
    words.count(csr_matrix([[1.0, 0.0, 0.0]]), words.numbers(["en"]))
    assert np.array_equal(words.rare, before)
    words.renew()
    holding = np.array([[3.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert words.rare.tolist() == idf_by_language(holding, np.array([3.0, 1.0])).tolist()
    assert words.shared.tolist() == [True, False, False]


def test_new_words_are_as_rare_as_what_nobody_held_and_known_ones_stay_as_they_are() -> None:
    words = Rarities(least=2)
    for _ in range(4):
        words.count(csr_matrix([[1.0]]), words.numbers(["en"]))
    words.renew()
    before = float(words.rare[0, 0])
    rows = words.count(csr_matrix([[1.0, 2.0]]), words.numbers(["fr"]))
    assert rows.shape == (1, 2)
    assert words.rare.shape == (2, 2)
    assert float(words.rare[0, 0]) == before
    # Nobody of 4 held it: (2 + ½) / 5 = 0.5 of all, borrowed 50 times of 54: 0.463, −ln of it 0.770.
    assert float(words.rare[0, 1]) == pytest.approx(0.7700, abs=1e-2)


def test_rows_come_back_among_all_words() -> None:
    words = Rarities(least=2)
    words.count(csr_matrix([[1.0, 1.0, 1.0]]), words.numbers(["en"]))
    assert words.count(csr_matrix([[1.0]]), words.numbers(["en"])).shape == (1, 3)
