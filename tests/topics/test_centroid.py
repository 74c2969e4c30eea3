"""The middle of example pages."""

from __future__ import annotations

from math import hypot, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide import relevance
from honeyguide.errors import BadInput
from honeyguide.model import Document, Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.centroid import build
from honeyguide.topics.terms import Terms


def document(words: str) -> Document:
    return Document("page", tuple(words.split()))


def test_worked_by_hand_without_background() -> None:
    # Every word counts 1. First example: rain twice, storm once: (1 + ln 2, 1) = (1.693147, 1), length 1.966405:
    # (0.861037, 0.508542). Second: rain, flood: (0.707107, 0.707107).
    # Mean: rain 0.784072, storm 0.254271, flood 0.353553. Topic: rain 1, half of it added: rain 1.284072.
    # Length √(1.648841 + 0.064654 + 0.125) = 1.355911.
    model = build({"rain": 1.0}, [document("rain storm rain"), document("rain flood")])
    assert model.kind == "centroid"
    assert dict(zip(model.words, model.weights, strict=True)) == pytest.approx(
        {"rain": 0.947017, "flood": 0.260750, "storm": 0.187527}, abs=2e-6
    )
    assert model.rarity == ()
    # What the first scores with the middle of the second and the topic: (rain 1.207107, flood 0.707107) / 1.398966
    # = (0.862856, 0.505449): 0.861037 · 0.862856 = 0.742951.
    # The second with (rain 1.361037, storm 0.508542) / 1.452941 = 0.936746: 0.707107 · 0.936746 = 0.662380.
    assert model.examples == pytest.approx((0.742951, 0.662380), abs=1e-4)


def test_rarity_worked_by_hand() -> None:
    # Three background pages: page in all of them ln(4/4) = 0, river in two ln(4/3), storm in none ln 4.
    background = [document("page river"), document("page river"), document("page once")]
    model = build({}, [document("storm page")], background)
    assert dict(zip(model.words, model.weights, strict=True)) == {"storm": 1.0, "page": 0.0, "river": 0.0}
    assert model.rarity == pytest.approx((log(4), 0.0, log(4 / 3)), abs=1e-4)
    assert model.examples == ()  # a single example and no keywords: nothing is left when it is left out


def test_phrases_among_the_keywords_are_cut_into_words() -> None:
    one = build({"Heavy Rain": 1.0, "暴雨灾害": 1.0}, [document("pot")], words=content_words)
    assert {"heavy", "rain", "暴雨", "灾害"} <= set(one.words)


def test_examples_score_what_the_relevance_model_gives_a_page_that_it_was_not_taught_by() -> None:
    pages = ["rain storm flood levee page", "rain rain flood page river", "storm levee page rain river"]
    background = [
        document(words) for words in ("page river pot", "page pot rose", "rose soil page", "river boat page")
    ]
    keywords = {"rain": 1.0, "flood": 0.5}
    whole = build(keywords, [document(words) for words in pages], background)
    for left_out, score in zip(pages, whole.examples, strict=True):
        rest = [document(words) for words in pages if words != left_out]
        topic = Topic("t", keywords, relevance="centroid", model=build(keywords, rest, background))
        scorer = relevance.make(topic, Terms(topic), content_words)
        page = Page("http://a.example/", "", "", ("", "", "", left_out, ""), (), "en")
        assert scorer.score(page).score == pytest.approx(score, abs=2e-4)


def test_example_pages_without_words_are_refused() -> None:
    with pytest.raises(BadInput, match="hold no words"):
        build({"rain": 1.0}, [document("")])


WORDS = st.lists(st.sampled_from(["rain", "storm", "rose", "soil", "pot", "暴雨"]), min_size=1, max_size=12)


@given(st.lists(WORDS, min_size=1, max_size=5), st.lists(WORDS, max_size=5), st.booleans())
def test_the_centroid_has_length_1_and_examples_score_in_0_to_1(
    examples: list[list[str]], background: list[list[str]], with_topic: bool
) -> None:
    keywords = {"rain": 0.8, "暴雨": 0.3} if with_topic else {}
    texts = [[Document("x", tuple(words)) for words in each] for each in (examples, background)]
    model = build(keywords, texts[0], texts[1])
    length = hypot(*model.weights)
    assert length == pytest.approx(1.0, abs=1e-4) or (length == 0.0 and not keywords)
    assert all(0.0 <= score <= 1.0 for score in model.examples)
    assert len(set(model.words)) == len(model.words) == len(model.weights)
    assert not background or len(model.rarity) == len(model.words)
