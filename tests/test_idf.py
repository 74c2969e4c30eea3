"""How rare words are, with numbers worked by hand."""

import numpy as np
import pytest

from honeyguide.idf import DocumentFrequency, idf, idf_of_all, smoothed_idf


def test_the_forms_of_idf_worked_by_hand() -> None:
    assert idf(8, 2) == pytest.approx(1.386294, abs=1e-6)  # ln 4
    assert idf(8, 2, 0.1) == pytest.approx(1.410987, abs=1e-6)  # ln 4.1
    assert smoothed_idf(7, 1) == pytest.approx(1.386294, abs=1e-6)  # ln (8 / 2)
    assert smoothed_idf(7, 0) == pytest.approx(2.079442, abs=1e-6)  # ln 8


def test_idf_of_many_words_is_that_of_each_and_of_an_unseen_word_as_if_one_document_held_it() -> None:
    assert idf_of_all(8, np.array([2, 8, 0])).tolist() == pytest.approx([idf(8, 2), 0.0, idf(8, 1)])


def test_a_word_counts_once_for_each_document_that_holds_it() -> None:
    frequency = DocumentFrequency([("rain", "rain", "flood"), ("rain",), ("sun",)])
    assert frequency.documents == 3
    assert frequency.holding == {"rain": 2, "flood": 1, "sun": 1}
    # rain twice: (1 + ln 2) · ln (4 / 3); snow once: ln 4
    assert frequency.weigh(["rain", "snow", "rain"]) == pytest.approx({"rain": 0.487089, "snow": 1.386294}, abs=1e-6)


def test_without_documents_all_words_are_equally_rare() -> None:
    assert DocumentFrequency([]).weigh(["rain", "rain", "sun"]) == pytest.approx({"rain": 1.693147, "sun": 1.0})
