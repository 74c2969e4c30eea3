"""Items as counts of words."""

import numpy as np
import pytest

from honeyguide.insight import vocabulary
from honeyguide.insight.vocabulary import Vocabulary, WordCounts, counted


def test_words_are_numbered_as_they_come_and_counted_item_by_item() -> None:
    words = Vocabulary()
    counts = WordCounts(words)
    first = counts.add([["rain", "flood", "rain"], []])
    counts.add([["暴雨", "rain"]])
    assert list(words) == ["rain", "flood", "暴雨"]
    assert first.toarray().tolist() == [[2, 1], [0, 0]]
    table = counts.matrix()
    assert table.toarray().tolist() == [[2, 1, 0], [0, 0, 0], [1, 0, 1]]
    assert table.dtype == np.int32


def test_no_items_make_an_empty_table() -> None:
    assert WordCounts(Vocabulary()).matrix().shape[0] == 0


def test_words_beyond_the_limit_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "MOST", 2)
    words = Vocabulary()
    rows = counted([["a", "b", "c", "c", "a"], ["c"], ["b"]], words)
    assert list(words) == ["a", "b"]
    assert rows.toarray().tolist() == [[2, 1], [0, 0], [0, 1]]


def test_only_so_many_words_of_an_item_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "LONGEST", 3)
    assert counted([["a"] * 10], Vocabulary()).toarray().tolist() == [[3]]
