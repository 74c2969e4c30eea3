"""Content keywords with weights."""

from __future__ import annotations

from math import isclose, log

from honeyguide.parsing.article.keywords import content_keywords


def test_weights_are_those_worked_by_hand() -> None:
    # flood: 3 in the content, in the title: ln 4 · 2 = 2.7726, the largest.
    # bridge: 2, declared: ln 3 · 1.5 = 1.6479 → 0.5944.   river: 1: ln 2 = 0.6931 → 0.2500.
    found = content_keywords("Flood", "flood flood flood bridge bridge river", "en", ["bridge"])
    assert [(each.term, each.weight) for each in found] == [("flood", 1.0), ("bridge", 0.5944), ("river", 0.25)]
    assert isclose(log(2) / (2 * log(4)), 0.25)


def test_stop_words_are_none_and_the_best_are_kept() -> None:
    found = content_keywords("", "the rain and the rain and the wind", "en", most=1)
    assert [each.term for each in found] == ["rain"]


def test_chinese_words_are_cut_by_the_dictionary() -> None:
    found = content_keywords("暴雨预警", "气象台发布暴雨预警，暴雨将持续。", "zh")
    assert found[0].term == "暴雨"


def test_no_text_has_no_keywords() -> None:
    assert content_keywords("", "", "") == ()
