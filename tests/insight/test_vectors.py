"""Items as short unit vectors."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from honeyguide.insight.vectors import heightened, rarity, term_weights, unit_vectors, widened


def test_words_of_the_title_count_three_times_worked_by_hand() -> None:
    # Once in the text: 1 + ln 1. Three times, one of them in the title: 1 + ln (3 + 2).
    counts, titles = csr_matrix([[1, 3]]), csr_matrix([[0, 1]])
    assert term_weights(counts, titles).toarray()[0].tolist() == pytest.approx([1.0, 1.0 + np.log(5.0)])


def test_a_title_may_hold_words_that_no_text_before_it_held() -> None:
    assert term_weights(csr_matrix([[1, 0]]), csr_matrix([[1]])).shape == (1, 2)


def test_rarity_worked_by_hand() -> None:
    # 9 items: a new word −ln(0.5 / 10); one in four of them −ln(4.5 / 10); one in five or more says nothing.
    assert rarity(np.array([0.0, 4.0, 5.0, 9.0]), 9).tolist() == pytest.approx([2.9957, 0.7985, 0.0, 0.0], abs=1e-4)


def test_a_vector_keeps_its_heaviest_words_and_has_length_1_worked_by_hand() -> None:
    # 1·1, 2·1, 2·0.5: the second, and of two that weigh the same the first; √(1 + 4) = 2.236.
    # The other row is short, and a word that says nothing is not in it.
    weights = csr_matrix(np.array([[1.0, 2.0, 2.0, 0.0], [0.0, 0.0, 3.0, 1.0]], np.float32))
    vectors = unit_vectors(weights, np.array([1.0, 1.0, 0.5, 0.0]), length=2)
    assert vectors.toarray()[0].tolist() == pytest.approx([0.4472, 0.8944, 0.0, 0.0], abs=1e-4)
    assert vectors.toarray()[1].tolist() == [0.0, 0.0, 1.0, 0.0]
    assert vectors.nnz == 3


def test_an_item_without_words_that_tell_has_no_vector() -> None:
    assert unit_vectors(csr_matrix(np.array([[1.0]], np.float32)), np.zeros(1)).nnz == 0
    assert unit_vectors(csr_matrix((1, 3), dtype=np.float32), np.ones(3)).nnz == 0


def test_tables_grow_by_empty_columns_and_rows() -> None:
    table = csr_matrix([[1, 2]])
    assert widened(table, 3).toarray().tolist() == [[1, 2, 0]]
    assert heightened(table, 2).toarray().tolist() == [[1, 2], [0, 0]]
