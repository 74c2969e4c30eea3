"""Items as short unit vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.idf import idf_by_language
from honeyguide.insight import vectors as vectors_module
from honeyguide.insight.vectors import (
    LENGTH,
    MEASURED,
    heightened,
    story_vectors,
    term_weights,
    trimmed,
    unit_vectors,
    widened,
)

ENGLISH = np.zeros(2, np.int64)


def test_words_of_the_title_count_three_times_worked_by_hand() -> None:
    # Once in the text: 1 + ln 1. Three times, one of them in the title: 1 + ln (3 + 2).
    counts, titles = csr_matrix([[1, 3]]), csr_matrix([[0, 1]])
    assert term_weights(counts, titles).toarray()[0].tolist() == pytest.approx([1.0, 1.0 + np.log(5.0)])


def test_a_title_may_hold_words_that_no_text_before_it_held() -> None:
    assert term_weights(csr_matrix([[1, 0]]), csr_matrix([[1]])).shape == (1, 2)


def test_rarity_worked_by_hand() -> None:
    # 9 items in one language, 50 borrowed. A new word: share (0 + 50 · 2.5 / 10) / 59 = 0.2119, −ln of it 1.5518. One
    # that 4 hold: (4 + 50 · 4.5 / 10) / 59 = 0.4492, 0.8004. One that 5 or all hold: above a half, nothing.
    (found,) = idf_by_language(np.array([[0.0, 4.0, 5.0, 9.0]]), np.array([9.0]))
    assert found.tolist() == pytest.approx([1.5518, 0.8004, 0.0, 0.0], abs=1e-4)


def test_a_word_that_all_items_of_a_language_hold_tells_nothing_in_it() -> None:
    # 暴雨 stands in all 100 Chinese items of 1,000: (100 + 50 · 0.1004) / 150 = 0.70; in an English one it would be
    # rare: 50 · 0.1004 / 950. With four Chinese items there is no telling yet: (4 + 50 · 0.0045) / 54 = 0.0782.
    chinese, english = idf_by_language(np.array([[100.0], [0.0]]), np.array([100.0, 900.0]))
    assert chinese[0] == 0.0
    assert english[0] == pytest.approx(5.2431, abs=1e-3)
    assert idf_by_language(np.array([[4.0], [0.0]]), np.array([4.0, 996.0]))[0, 0] == pytest.approx(2.5484, abs=1e-3)


def test_a_unit_vector_keeps_its_heaviest_words_worked_by_hand() -> None:
    # 1·1, 2·1, 2·0.5: the second, and of two that weigh the same the first; √(1 + 4) = 2.236.
    weights = csr_matrix(np.array([[1.0, 2.0, 2.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0]], np.float32))
    vectors = unit_vectors(weights, np.array([1.0, 1.0, 0.5]), 2).toarray()
    assert vectors[0].tolist() == pytest.approx([0.4472, 0.8944, 0.0], abs=1e-4)
    assert vectors[1:].tolist() == [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]


def shared(*words: int) -> NDArray[np.bool_]:
    return np.array(words, np.bool_)


def row_of(vectors: csr_matrix, row: int = 0) -> list[float]:
    values: list[float] = vectors.toarray()[row].tolist()
    return values


def test_a_vector_holds_its_heaviest_words_by_their_rarity_worked_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    # 1·1, 2·1, 2·0.5: the second, and of two that weigh the same the first; √(1 + 4) = 2.236.
    # The other row is short, and a word that says nothing is not in it.
    monkeypatch.setattr(vectors_module, "LENGTH", 2)
    monkeypatch.setattr(vectors_module, "MEASURED", 2)
    weights = csr_matrix(np.array([[1.0, 2.0, 2.0, 0.0], [0.0, 0.0, 3.0, 1.0]], np.float32))
    vectors = story_vectors(weights, np.array([[1.0, 1.0, 0.5, 0.0]]), ENGLISH, shared(1, 1, 1, 1))
    assert row_of(vectors) == pytest.approx([0.4472, 0.8944, 0.0, 0.0], abs=1e-4)
    assert row_of(vectors, 1) == [0.0, 0.0, 1.0, 0.0]
    assert vectors.nnz == 3


def test_words_that_only_one_text_says_take_no_place_but_make_the_rest_lighter_worked_by_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 12, 4, 3 and 1; nobody shares the first. Measured by the two heaviest: √(144 + 16) = 12.649; 4, 3 and 1 of that.
    monkeypatch.setattr(vectors_module, "MEASURED", 2)
    weights = csr_matrix(np.array([[12.0, 4.0, 3.0, 1.0]], np.float32))
    found = row_of(story_vectors(weights, np.ones((1, 4)), ENGLISH, shared(0, 1, 1, 1)))
    assert found == pytest.approx([0.0, 0.3162, 0.2372, 0.0791], abs=1e-4)


def test_no_vector_is_longer_than_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors_module, "MEASURED", 1)
    weights = csr_matrix(np.array([[3.0, 4.0]], np.float32))
    assert row_of(story_vectors(weights, np.ones((1, 2)), ENGLISH, shared(1, 1))) == pytest.approx([0.6, 0.8])


def test_every_row_goes_by_the_rarities_of_its_language() -> None:
    weights = csr_matrix(np.array([[3.0, 4.0], [3.0, 4.0]], np.float32))
    vectors = story_vectors(weights, np.array([[1.0, 1.0], [1.0, 0.0]]), np.array([0, 1]), shared(1, 1))
    assert row_of(vectors) == pytest.approx([0.6, 0.8])
    assert row_of(vectors, 1) == pytest.approx([1.0, 0.0])


def test_an_item_without_words_that_tell_has_no_vector() -> None:
    one = csr_matrix(np.array([[1.0]], np.float32))
    assert story_vectors(one, np.zeros((1, 1)), ENGLISH, shared(1)).nnz == 0
    assert story_vectors(one, np.ones((1, 1)), ENGLISH, shared(0)).nnz == 0
    assert story_vectors(csr_matrix(np.zeros((1, 3), np.float32)), np.ones((1, 3)), ENGLISH, shared(1, 1, 1)).nnz == 0


@given(st.integers(0, 1_000))
def test_trimmed_rows_have_the_same_vectors(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = csr_matrix(rng.random((3, 120)).astype(np.float32))
    rare, languages, known = rng.random((2, 120)), rng.integers(2, size=3), rng.random(120) < 0.5
    less = trimmed(weights, rare, languages, known)
    assert less.nnz <= 3 * (LENGTH + MEASURED)
    whole, cut = (story_vectors(each, rare, languages, known).toarray() for each in (weights, less))
    assert np.array_equal(whole, cut)


def test_tables_grow_by_empty_columns_and_rows() -> None:
    table = csr_matrix([[1, 2]])
    assert widened(table, 3).toarray().tolist() == [[1, 2, 0]]
    assert heightened(table, 2).toarray().tolist() == [[1, 2], [0, 0]]
