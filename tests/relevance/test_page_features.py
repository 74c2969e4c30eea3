"""What is kept of a page to judge it by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.links.shown_pages import Written

from honeyguide.model import ExamplePage, Model, Topic
from honeyguide.relevance.page_features import (
    LEAD,
    MOST_WORDS,
    SENTENCE,
    TOP,
    PageFeatures,
    beginning,
    counted,
    examples_of,
    features_of,
    hints_of,
    other_pages_of,
    pack,
    unit,
    unpack,
)

ENCODER = Written({"Rain. ": (3.0, 4.0, 0.0, 0.0), "Rain": (0.0, 0.0, 2.0, 0.0)})
SAYS = "The river rose by two metres in one night, and the old bridge was closed at noon."
SAGT = "这座城市的老港口昨夜被洪水淹没，桥梁关闭，居民撤离到附近的学校。"


def test_what_is_packed_is_there_again() -> None:
    features = features_of("Rain. ", "Rain", {"rain": 3, "暴雨": 1}, ENCODER, 0.25)
    again = unpack(pack(features))
    assert again == features
    assert again == PageFeatures(("rain", "暴雨"), (3, 1), 0.25, "written-1", again.lead, again.title)
    # 3 : 4 in steps of a 127th of the largest is 95 : 127.
    assert np.frombuffer(again.lead, np.int8).tolist() == [95, 127, 0, 0]
    assert unit(again.lead).tolist() == pytest.approx([0.6, 0.8, 0.0, 0.0], abs=0.003)


def test_without_an_encoder_there_are_words_alone() -> None:
    features = unpack(pack(features_of("Rain", "Rain", {"rain": 3}, None)))
    assert (features.encoder, features.lead, features.title) == ("", b"", b"")


def test_a_vector_of_nothing_is_nothing() -> None:
    nothing = bytes(4)
    assert unit(nothing).tolist() == [0.0] * 4
    assert unit(b"").tolist() == []


def test_the_words_that_are_used_most_are_kept_and_no_more() -> None:
    words = [f"w{number}" for number in range(10_000)] + ["rain"] * 3
    kept = counted(words)
    assert len(kept) == MOST_WORDS
    assert list(kept.items())[:2] == [("rain", 3), ("w0", 1)]
    assert len(pack(features_of("", "", counted([f"x{n}" * 9 for n in range(10_000)]), None))) < 8_000


@pytest.mark.parametrize("sentence", [SAYS, SAGT])
def test_the_beginning_is_title_top_and_the_first_sentences(sentence: str) -> None:
    top = "Home\nNews\n" + "x" * (TOP - 10)
    text = f"{top}\nMenu\nAbout us\n\n{sentence}\nContact\n{sentence}\n"
    assert beginning("Rain", text) == f"Rain. {top} {sentence} {sentence}"


def test_sentences_are_cut_where_there_is_no_more_room() -> None:
    found = beginning("T", "t" * TOP + "\n" + "\n".join(["s" * 100] * 5))
    assert found == "T. " + "t" * TOP + " " + "s" * 100 + " " + "s" * (LEAD - 100)


def test_a_page_without_sentences_has_its_top() -> None:
    assert beginning("T", "a\nb\nc") == "T. a\nb\nc "
    assert beginning("", "") == ".  "
    short = "\n".join(["w" * (SENTENCE - 1)] * 20)
    assert beginning("", "t" * TOP + "\n" + short) == ". " + "t" * TOP + " "


@settings(max_examples=100)
@given(st.text(max_size=400), st.text(max_size=3_000))
def test_any_text_has_a_beginning_of_bounded_length(title: str, text: str) -> None:
    assert len(beginning(title, text)) <= len(title) + TOP + LEAD + LEAD // 20 + 4


@pytest.mark.parametrize("text", ["\n" * 100_000, "x" * 1_000_000, "\0\n" * 1_000, "字" * 100_000, "\ud800" * 900])
def test_hostile_text_is_read_to_a_limit(text: str) -> None:
    assert len(beginning("t", text)) <= TOP + LEAD + LEAD // 20 + 5


def test_a_topic_of_keywords_is_a_page_of_each_language_that_says_them() -> None:
    keywords = {"rain": 0.5, "heavy flood": 1.0, "snow": 0.01, "football": 0.0}
    topic = Topic("rain", keywords, synonyms={"rain": ("暴雨",)})
    said = [dict(zip(each.words, each.counts, strict=True)) for each in examples_of(topic, None)]
    assert said == [{"rain": 5, "heavy": 10, "flood": 10}, {"暴雨": 5}]
    assert other_pages_of(topic, None) == hints_of(topic, None) == []
    (chinese,) = examples_of(Topic("rain", {"洪水": 1.0}), None)
    assert chinese.words == ("洪水",)


def test_weights_of_keywords_count_beside_each_other_alone() -> None:
    few, many = (examples_of(Topic("rain", {"rain": by, "storm": by / 2}), ENCODER) for by in (0.04, 1.0))
    assert few == many
    (only,) = examples_of(Topic("rain", {"rain": 1.0, "roses": 0.0}), ENCODER)
    (alone,) = examples_of(Topic("rain", {"rain": 1.0}), ENCODER)
    assert only == alone


def test_a_topic_of_examples_is_these() -> None:
    model = Model(
        "judge",
        ("rain",),
        (1.0,),
        pages=(ExamplePage("Rain. ", {"rain": 2}),),
        other_pages=(ExamplePage("Roses. ", {"rose": 1}),),
    )
    topic = Topic("rain", {"rain": 1.0}, model=model)
    (example,) = examples_of(topic, ENCODER)
    (other,) = other_pages_of(topic, ENCODER)
    assert hints_of(topic, ENCODER) == []  # its keywords may be drawn from the examples
    given = replace(topic, model=replace(model, keywords={"rain": 1.0, "暴雨": 0.5}))
    assert hints_of(given, ENCODER) == examples_of(Topic("", {"rain": 1.0, "暴雨": 0.5}), ENCODER)
    assert example == features_of("Rain. ", "Rain", {"rain": 2}, ENCODER)
    assert unit(example.title).tolist() == [0.0, 0.0, 1.0, 0.0]
    assert other.words == ("rose",)
