"""The user's keywords steer, example pages refine."""

from __future__ import annotations

from math import hypot, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.errors import BadInput
from honeyguide.model import Document, Topic
from honeyguide.topics.checks import validate
from honeyguide.topics.class_weights import refine


def document(words: str, text: str = "") -> Document:
    return Document("page", tuple(words.split()), text=text)


def test_worked_by_hand() -> None:
    # Training texts: one example, the user's list, two background pages: N = 4.
    # Documents that hold them: rain 2 (example, list), flood 1 (list), river 2 (example, background).
    # Weight(KeyWord, Class): rain 1, flood 0.5, river 0.5 · 1/2 = 0.25 (least weight, in one text of two).
    # Example: rain 2 · log(4/2 + 0.1) · 1 = 2 · 0.741937 = 1.483875, river 1 · 0.741937 · 0.25 = 0.185484
    # List:    rain 0.741937, flood 1 · log(4/1 + 0.1) · 0.5 = 0.705493
    # Each divided by its length and added:
    rarity = log(2.1)
    example, listed = hypot(2 * rarity, 0.25 * rarity), hypot(rarity, 0.5 * log(4.1))
    rain = 2 * rarity / example + rarity / listed
    river = 0.25 * rarity / example
    flood = 0.5 * log(4.1) / listed
    assert (rain, river, flood) == pytest.approx((1.716959, 0.124035, 0.689085), abs=1e-5)
    refined = refine(
        {"rain": 1.0, "flood": 0.5}, [document("rain river rain")], [document("river bank"), document("rose")]
    )
    assert refined == {"rain": 1.0, "flood": round(flood / rain, 4), "river": round(river / rain, 4)}


def test_words_of_the_examples_come_in_and_common_ones_do_not_lead() -> None:
    examples = [document("storm damage page levee"), document("storm flood page levee"), document("flood page levee")]
    background = [document(f"page other{n}") for n in range(50)]
    refined = refine({"storm": 1.0}, examples, background)
    assert refined["levee"] > refined["page"]
    assert next(iter(refined)) == "storm"


def test_the_users_weights_steer() -> None:
    examples = [document("storm flood levee")]
    background = [document(f"other{n}") for n in range(9)]
    one = refine({"storm": 1.0, "flood": 0.1}, examples, background)
    other = refine({"storm": 0.1, "flood": 1.0}, examples, background)
    assert one["storm"] == other["flood"] == 1.0
    assert one["flood"] == other["storm"] < 0.5


def test_a_keyword_that_no_example_holds_is_kept() -> None:
    assert refine({"storm": 1.0, "typhoon": 0.5}, [document("storm levee")])["typhoon"] > 0


def test_phrases_synonyms_plurals_and_chinese_count_as_their_keyword() -> None:
    text = "Flash floods and 暴雨灾害 after the cloudburst; storms"
    refined = refine(
        {"flash flood": 0.2, "storm": 0.2, "暴雨": 0.2, "rare": 1.0},
        [document("flash floods 暴雨 灾害 cloudburst storms", text)],
        [document(f"other{n}") for n in range(5)],
        synonyms={"storm": ("cloudburst",)},
    )
    # storm stands there twice (cloudburst, storms), flash flood and 暴雨 once
    assert refined["storm"] > refined["flash flood"] == refined["暴雨"]
    assert "storms" not in refined
    assert "cloudburst" not in refined
    assert "灾害" in refined


def test_the_limit_holds_and_all_keywords_stay() -> None:
    examples = [document(" ".join(f"word{n}" for n in range(30)))]
    keywords = {f"key{n}": 1.0 for n in range(5)}
    assert len(refine(keywords, examples, limit=12)) == 12
    assert refine(keywords, examples, limit=3).keys() == keywords.keys()


def test_no_keywords_or_no_examples_are_refused() -> None:
    with pytest.raises(BadInput, match="no keywords to refine"):
        refine({}, [document("storm")])
    with pytest.raises(BadInput, match="no example pages"):
        refine({"storm": 1.0}, [])


WORD = st.sampled_from(["rain", "storm", "rose", "soil", "pot", "暴雨", "flood"])
WORDS = st.lists(WORD, max_size=12)


@given(
    st.dictionaries(WORD, st.floats(0.001, 1e6), min_size=1),
    st.lists(WORDS, min_size=1, max_size=4),
    st.lists(WORDS, max_size=4),
)
def test_what_comes_out_is_a_valid_topic_that_keeps_every_keyword(
    keywords: dict[str, float], examples: list[list[str]], background: list[list[str]]
) -> None:
    documents, others = ([Document("x", tuple(words)) for words in texts] for texts in (examples, background))
    refined = refine(keywords, documents, others)
    assert refined.keys() >= keywords.keys()
    assert max(refined.values()) == 1.0
    assert not validate(Topic("refined", refined), "test")
