"""Words that tell examples from others, and others that are far from the examples; numbers worked by hand."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.topics import discriminative_terms
from honeyguide.topics.discriminative_terms import apart_from, discriminative_words, distinct, draw_negatives


def said(*texts: str) -> list[Document]:
    return [Document(text, tuple(text.split())) for text in texts]


def test_telling_words_are_rare_elsewhere_and_frequent_in_the_examples() -> None:
    # Of 3 other documents 1 holds rain and none flood or river: rarity ln(4/2) = ln 2 and ln(4/1) = 2 ln 2.
    # rain: (1 + ln 2) ln 2 + ln 2 = (2 + ln 2) ln 2; flood and river: 2 ln 2 each.
    # The weights of flood and river are 2 / (2 + ln 2) = 0.7426 of that of rain.
    words = discriminative_words(said("rain rain flood", "rain river"), said("rain", "snow", "snow ice"))
    assert words == {"rain": 1.0, "flood": 0.7426, "river": 0.7426}
    assert round(2 / (2 + log(2)), 4) == 0.7426


def test_without_others_all_words_are_as_rare() -> None:
    # rain: (1 + ln 2) + 1; flood and river: 1 each.
    words = discriminative_words(said("rain rain flood", "rain river"), limit=2)
    assert words == {"rain": 1.0, "flood": round(1 / (2 + log(2)), 4)}


def test_examples_without_a_word_of_their_own_are_refused() -> None:
    with pytest.raises(BadInput, match="hold no word that other documents do not"):
        discriminative_words(said("rain"), said("rain snow", "rain"))


def test_negatives_are_far_from_the_examples() -> None:
    examples = said("rain flood river", "rain flood storm", "rain flood rain")
    background = said(
        "rain flood", "tea cup", "rain flood river", "music band", "stone hill", "rain flood rain storm"
    )
    assert [each.name for each in draw_negatives(examples, background)] == ["tea cup", "music band", "stone hill"]


def test_half_of_the_others_remain_however_near_they_are() -> None:
    # The examples have no word in common, so that every document is nearer than the farthest example.
    drawn = draw_negatives(said("rain", "flood"), said("rain a", "b c", "flood a a", "tea", "cup"))
    assert [each.name for each in drawn] == ["b c", "tea", "cup"]


def test_one_example_is_enough_to_draw_negatives(monkeypatch: pytest.MonkeyPatch) -> None:
    background = said("rain flood today", *(f"tea{number} cup" for number in range(9)))
    drawn = draw_negatives(said("rain flood"), background)
    assert [each.name for each in drawn] == [each.name for each in background[1:]]
    monkeypatch.setattr(discriminative_terms, "MOST_NEGATIVES", 4)
    assert len(draw_negatives(said("rain flood"), background)) == 4
    assert draw_negatives(said("rain flood"), background) == draw_negatives(said("rain flood"), background)


TEXTS = st.lists(st.sampled_from(["rain", "flood", "tea", "cup", "暴雨"]), min_size=1, max_size=6).map(" ".join)


@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, max_size=12))
def test_negatives_are_never_examples_and_never_fewer_than_half(ours: list[str], theirs: list[str]) -> None:
    examples = said(*ours)
    background = [Document(str(number), tuple(text.split())) for number, text in enumerate(theirs)]
    others = apart_from(examples, background)
    drawn = draw_negatives(examples, background)
    assert 2 * len(drawn) >= len(others)
    assert not {each.words for each in examples} & {each.words for each in drawn}
    assert drawn == [each for each in others if each in drawn]


def test_words_that_a_topic_takes_for_one_are_one() -> None:
    assert distinct({"rain-fall": 1.0, "暴雨": 0.9, "rain fall": 0.5, "Ｒain": 0.4, "rain": 0.3}) == {
        "rain-fall": 1.0,
        "暴雨": 0.9,
        "Ｒain": 0.4,
    }
