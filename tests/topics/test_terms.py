from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.model import Topic
from honeyguide.topics.terms import LONGEST_TEXT, Terms, fold


def terms(**forms: list[str]) -> Terms:
    """One keyword a keyword argument, underscores standing for spaces, with its synonyms."""
    synonyms = {name.replace("_", " "): tuple(others) for name, others in forms.items()}
    return Terms(Topic(name="test", keywords=dict.fromkeys(synonyms, 1.0), synonyms=synonyms))


def test_dimensions_are_the_keywords_in_their_order() -> None:
    made = Terms(Topic(name="t", keywords={"rain": 0.8, "flood": 0.5}, synonyms={"flood": ("洪水",)}))
    assert made.names == ("rain", "flood")
    assert made.weights.dtype == np.float64
    assert made.weights.tolist() == [0.8, 0.5]
    assert made.count("洪水 flood RAIN") == {0: 1, 1: 2}


@pytest.mark.parametrize(
    "text",
    [
        "rain",
        "Rain",
        "RAIN",
        "rains",
        "rain's",
        "rain’s",
        "rains'",
        "(rain)",
        "rain_gauge",
        "heavy-rain-fall",
        "大rain雨",
        "ＲＡＩＮ",
        "ra\u00adin",
        "\ufeffrain",
    ],
)
def test_a_word_is_found_whole_in_any_case_and_with_its_ending(text: str) -> None:
    assert terms(rain=[]).count(text) == {0: 1}


@pytest.mark.parametrize(
    "text", ["", "train", "rainy", "brains", "rain2", "4rain", "érain", "rainé", "raines2", "ra in"]
)
def test_a_word_inside_another_word_is_not_found(text: str) -> None:
    assert terms(rain=[]).count(text) == {}


def test_a_word_may_end_in_es() -> None:
    assert terms(flash=[]).count("flashes flashing flashed") == {0: 1}


def test_chinese_forms_are_found_anywhere() -> None:
    assert terms(rain=["暴雨"]).count("昨日暴雨成灾，ABC暴雨DEF") == {0: 2}


def test_other_scripts_with_spaces_match_whole_words_and_any_case() -> None:
    made = terms(flood=["ливень", "überschwemmung", "straße"])
    assert made.count("ЛИВЕНЬ, Überschwemmung") == {0: 2}
    assert made.count("Straße STRASSE") == {0: 2}
    assert made.count("ливеньшина") == {}


def test_forms_of_one_keyword_that_overlap_count_once_as_the_longest() -> None:
    made = terms(rainstorm=["暴雨", "大暴雨", "特大暴雨", "heavy rain", "rain storm", "rain"])
    assert made.count("特大暴雨") == {0: 1}
    assert made.count("特大暴雨和大暴雨和暴雨") == {0: 3}
    assert made.count("heavy rain storm") == {0: 1}
    assert made.count("heavy rain and rain") == {0: 2}


def test_a_longer_form_that_is_no_whole_word_does_not_hide_a_shorter_one() -> None:
    assert terms(rain=["rain sto"]).count("rain storm") == {0: 1}


def test_forms_of_different_keywords_may_overlap() -> None:
    assert terms(rainstorm=[], disaster=[], rainstorm_disaster=[]).count("A rainstorm disaster.") == {
        0: 1,
        1: 1,
        2: 1,
    }


@pytest.mark.parametrize(
    "gap", [" ", "  ", "\n", "\r\n\t ", "\u00a0", "\u3000", "-", " - ", "\u2011", "\u2009\u2009"]
)
def test_phrases_match_over_any_white_space_and_hyphens(gap: str) -> None:
    assert terms(flash_flood=[]).count(f"a flash{gap}flood came") == {0: 1}
    assert Terms(Topic(name="t", keywords={f"flash{gap}flood": 1.0})).count("flash flood") == {0: 1}


def test_each_text_gets_its_own_counts() -> None:
    made = terms(rain=["雨"], flash_flood=[])
    texts = ["rain", "", "flash", "flood", "雨 雨\nrain", "none", "a\0rain\0b flash\0flood"]
    assert list(made.count_each(texts)) == [{0: 1}, {}, {}, {}, {0: 3}, {}, {0: 1, 1: 1}]
    assert list(made.count_each([])) == []


@pytest.mark.slow
def test_no_text_costs_more_than_its_bound() -> None:
    made = terms(rain=["雨"])
    assert made.count("雨" * (LONGEST_TEXT + 100)) == {0: LONGEST_TEXT}
    assert list(made.count_each(["雨" * LONGEST_TEXT] * 3 + ["rain"])) == [{0: LONGEST_TEXT}] * 3 + [{0: 1}]


def test_broken_text_is_no_error() -> None:
    assert terms(rain=["暴雨"]).count("\ud800rain\udfff暴雨\0\x01\uffff") == {0: 2}


def test_a_topic_without_usable_forms_counts_nothing() -> None:
    assert Terms(Topic(name="t", keywords={})).count("rain") == {}
    assert Terms(Topic(name="t", keywords={"-": 1.0})).count("rain - -") == {}


@pytest.mark.parametrize(
    ("form", "folded"),
    [
        ("Flash-Flood", "flash flood"),
        ("  a\n b ", "a b"),
        ("ＡＢＣ１", "abc1"),
        ("暴雨", "暴雨"),
        (" - ", ""),
    ],
)
def test_fold_takes_away_what_makes_no_difference(form: str, folded: str) -> None:
    assert fold(form) == folded


words = st.text(st.sampled_from("ab 暴雨\n-é"), max_size=40)


@given(st.lists(words, max_size=6))
def test_counting_many_texts_is_counting_each(texts: list[str]) -> None:
    made = terms(a=["ab", "b a"], bb=["暴雨", "雨"], cc=["é"])
    assert list(made.count_each(texts)) == [made.count(text) for text in texts]


@given(st.text(st.sampled_from("abs Ea.-\n2"), max_size=60))
def test_a_single_word_is_counted_as_a_regular_expression_would(text: str) -> None:
    expected = len(re.findall(r"(?<![a-z0-9])ab(?=(?:e?s)?(?![a-z0-9]))", text.lower()))
    assert terms(ab=[]).count(text).get(0, 0) == expected


LETTERS = st.text("ab 雨", min_size=1, max_size=6).filter(str.strip)


@given(st.sets(LETTERS, min_size=1, max_size=6), st.text("ab 雨", max_size=60))
def test_every_occurrence_is_seen_also_those_within_others(forms: set[str], text: str) -> None:
    made = Terms(Topic(name="t", keywords=dict.fromkeys(forms, 1.0)))
    data = text.encode()
    patterns = [fold(form).encode() for form in made.names]
    everywhere = {
        (number, start, start + len(pattern))
        for number, pattern in enumerate(patterns)
        for start in range(len(data))
        if data.startswith(pattern, start)
    }
    seen = made._occurrences(data)
    assert set(seen) == everywhere
    assert len(seen) == len(everywhere)
    assert [end for _, _, end in seen] == sorted(end for _, _, end in seen)
