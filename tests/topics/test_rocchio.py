"""What example pages have in common and other pages have not."""

from __future__ import annotations

from math import log

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide import relevance
from honeyguide.errors import BadInput
from honeyguide.model import Document, Model, Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.rocchio import MOST_PAIRS, build
from honeyguide.topics.terms import Terms

SOME = ("rain", "storm", "flood", "levee", "river", "page", "pot", "rose")
WORDS = st.lists(st.sampled_from(SOME), min_size=1, max_size=30)


def document(words: str) -> Document:
    return Document("page", tuple(words.split()))


def weights(model: Model) -> dict[str, float]:
    return dict(zip(model.words, model.weights, strict=True))


def score(model: Model, words: str) -> float:
    topic = Topic("t", {"rain": 1.0}, relevance="rocchio", model=model)
    page = Page("http://a.test/", "", "", ("", "", "", words, ""), ())
    return relevance.make(topic, Terms(topic), content_words).score(page).score


def test_agreement_worked_by_hand_without_background() -> None:
    # Every word counts 1. First example: rain twice, storm once: (1 + ln 2, 1) = (1.693147, 1), length 1.966405:
    # (0.861037, 0.508542). Second: rain, flood: (0.707107, 0.707107).
    # Mean times share of the two: rain 0.784072 · 1, storm 0.254271 · ½ = 0.127136, flood 0.353553 · ½ = 0.176777;
    # length √(0.614768 + 0.016164 + 0.031250) = 0.813745.
    model = build({}, [document("rain storm rain"), document("rain flood")])
    assert model.kind == "rocchio"
    assert weights(model) == pytest.approx({"rain": 0.963535, "flood": 0.217239, "storm": 0.156236}, abs=2e-6)
    assert model.rarity == ()
    # Held out, each shares rain with the other: 0.861037 · 0.707107 = 0.608845. That is to score 0.9 and nothing
    # at all 0.1: slope 2 ln 9 / 0.608845 = 7.217680, offset −ln 9.
    assert model.slope == pytest.approx(7.21768, abs=1e-4)
    assert model.offset == pytest.approx(-log(9))
    assert model.examples == pytest.approx((0.9, 0.9))


def test_pairs_that_examples_share_worked_by_hand() -> None:
    # First: three words of 1/√3 = 0.577350, second: two of 1/√2 = 0.707107; so is the pair in each. Means: heavy,
    # rain and the pair 0.642228, fell 0.288675. Times share: fell 0.144338. Length of the words
    # √(2 · 0.412457 + 0.020833) = 0.919645. The pair counts twice: 2 · 0.642228 · 1² / 0.919645.
    model = build({}, [document("heavy rain fell"), document("heavy rain")])
    expected = {"heavy": 0.698344, "rain": 0.698344, "fell": 0.156949, "heavy rain": 1.396687}
    assert weights(model) == pytest.approx(expected, abs=2e-6)


def test_background_counts_against_worked_by_hand() -> None:
    # Three background pages: page in all, rarity ln(4/4) = 0; river in two, ln(4/3); storm in none, ln 4. Their unit
    # vectors: river, river, once; once is on one page and no example: not named. Mean of what is: river, of length 1.
    background = [document("page river"), document("page river"), document("page once")]
    model = build({}, [document("storm page")], background)
    assert weights(model) == {"storm": 1.0, "page": 0.0, "river": -0.4}
    assert dict(zip(model.words, model.rarity, strict=True)) == pytest.approx(
        {"storm": log(4), "page": 0.0, "river": log(4 / 3)}, abs=1e-4
    )
    # A single example counts to be 0.2 above what 97 in 100 of the background stay below, here 0.
    assert (model.slope, model.offset) == pytest.approx((2 * log(9) / 0.2, -log(9)))
    assert model.examples == ()


def test_keywords_count_beside_the_examples_and_phrases_among_them_are_cut_into_words() -> None:
    examples = [document("rain flood"), document("rain pot")]
    plain = weights(build({}, examples))
    steered = weights(build({"Flood": 1.0, "暴雨灾害": 1.0}, examples, words=content_words))
    assert steered["flood"] > plain["flood"]
    assert steered["rain"] == plain["rain"]
    assert steered["暴雨"] == steered["灾害"] > 0


def test_an_example_scores_what_a_page_does_that_had_no_part_in_the_model() -> None:
    pages = ["rain storm flood levee page", "rain rain flood page river", "storm levee page rain river"]
    background = [
        document(words) for words in ("page river pot", "page pot rose", "rose soil page", "river boat page")
    ]
    whole = build({}, [document(words) for words in pages], background)
    without_first = build({}, [document(words) for words in pages[1:]], background)
    left_out = msgspec.structs.replace(without_first, slope=whole.slope, offset=whole.offset)
    assert score(left_out, pages[0]) == pytest.approx(whole.examples[0], abs=2e-3)


def test_what_examples_share_scores_high_and_the_background_low() -> None:
    examples = [document(words) for words in ("rain storm flood levee", "rain storm dam", "rain storm gale")]
    background = [document(f"page rose soil number{number} rain") for number in range(30)]
    model = build({}, examples, background)
    assert score(model, "rain storm wind") > 0.5 > score(model, "page rose soil")


def test_chinese_pairs_are_found_on_pages() -> None:
    examples = [
        Document(name, tuple(content_words(name, "zh"))) for name in ("暴雨预警发布", "暴雨预警解除", "今晨暴雨预警")
    ]
    model = build({}, examples)
    assert "暴雨 预警" in model.words
    assert score(model, "暴雨预警") > score(model, "预警暴雨")


def test_examples_without_words_are_refused() -> None:
    with pytest.raises(BadInput, match="the example pages hold no words"):
        build({"rain": 1.0}, [document("")])


def test_pairs_are_bounded() -> None:
    many = document(" ".join(f"w{number}" for number in range(3 * MOST_PAIRS)))
    model = build({}, [many, many])
    assert sum(" " in word for word in model.words) == MOST_PAIRS


@pytest.mark.slow
@given(st.lists(WORDS, min_size=1, max_size=12), st.lists(WORDS, max_size=25))
def test_every_model_is_finite_and_scores_stay_between_0_and_1(
    examples: list[list[str]], background: list[list[str]]
) -> None:
    made = [[Document("page", tuple(words)) for words in part] for part in (examples, background)]
    model = build({}, *made)
    assert len(set(model.words)) == len(model.words) == len(model.weights)
    assert model.slope > 0
    assert all(0 <= each <= 1 for each in model.examples)
    assert all(0 <= score(model, " ".join(words)) <= 1 for words in (*examples, *background))
