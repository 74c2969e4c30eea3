"""HYB eq. 1–3, by hand and for any hierarchy."""

from __future__ import annotations

from itertools import product
from math import log, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lexicons import tiny

from honeyguide.lexicons.adding import add
from honeyguide.lexicons.drafting import Draft
from honeyguide.lexicons.opening import Lexicon, Lexicons, open_lexicons


def weather(folder: Path) -> Lexicons:
    """entity ─ weather ─ storm ─ rainstorm, hurricane;  entity ─ instrument ─ piano."""
    add("en", tiny.wordnet(folder / "wn", {"noun": tiny.NOUNS}), folder=folder)
    return open_lexicons(folder=folder, with_vectors=False)


def test_the_information_of_a_concept_worked_by_hand(tmp_path: Path) -> None:
    # 7 concepts, ln 7 = 1.945910. Below entity 6: 1 − ln 7 / ln 7 = 0. Below storm 2: 1 − ln 3 / ln 7 = 0.435425.
    # Below piano none: 1 − ln 1 / ln 7 = 1.
    (lexicon,) = weather(tmp_path).lexicons
    told = [lexicon.similarity.information(lexicon.senses(word)[0]) for word in ("entity", "storm", "piano")]
    assert told == pytest.approx([0.0, 0.435425, 1.0], abs=1e-6)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("rainstorm", "hurricane", 0.435425),  # storm lies above both, and weather, and entity: storm says most
        ("storm", "hurricane", 0.435425),  # storm itself is the lowest above both
        ("rainstorm", "weather", 0.287585),  # 3 below weather: 1 − ln 4 / ln 7
        ("rainstorm", "piano", 0.0),  # only entity lies above both
        ("rainstorm", "cloudburst", 1.0),  # two words of one concept
        ("piano", "piano", 1.0),
        ("Rainstorms", "STORM", 0.435425),  # forms of words
    ],
)
def test_two_words_worked_by_hand(tmp_path: Path, one: str, other: str, expected: float) -> None:
    lexicons = weather(tmp_path)
    assert lexicons.similarity(one, other) == pytest.approx(expected, abs=1e-6)
    assert lexicons.similarity(other, one) == lexicons.similarity(one, other)


def test_a_concept_with_others_below_it_is_1_with_itself(tmp_path: Path) -> None:
    assert weather(tmp_path).similarity("storm", "storms") == 1.0


def test_sets_of_sememes_worked_by_hand(tmp_path: Path) -> None:
    # 5 sememes, ln 5 = 1.609438; below entity 4, below nature 2: 1 − ln 3 / ln 5 = 0.317394.
    # 洪水 {water, fact}, 台风 {wind}: water–wind 0.317394 (nature), fact–wind 0 (entity);
    # min(2, 1) / √(2·1) · 0.317394 = 0.707107 · 0.317394 = 0.224431, of two pairs: half of it, 0.112216.
    # 洪水, 暴雨 {water, wind}: water–water 1, water–wind 0.317394, fact–water 0, fact–wind 0; 2 / √4 · 1.317394 > 1,
    # of four pairs: 0.329349.
    (tmp_path / "hownet.txt").write_text(tiny.RECORDS, "utf-8")
    (tmp_path / "WHOLE.DAT").write_text(tiny.SEMEMES, "utf-8")
    add("zh", tmp_path, folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.similarity("洪水", "台风") == pytest.approx(0.112216, abs=1e-6)
    assert lexicons.similarity("洪水", "暴雨") == pytest.approx(0.329349, abs=1e-6)
    assert lexicons.similarity("暴雨", "骤雨") == 1.0
    printed = open_lexicons(folder=tmp_path, with_vectors=False, sememes="sum")
    nature = 1 - log(3) / log(5)
    assert printed.similarity("洪水", "台风") == pytest.approx(nature / sqrt(2))
    assert printed.similarity("洪水", "台风") == pytest.approx(0.224431, abs=1e-6)
    assert printed.similarity("洪水", "暴雨") == 1.0
    assert printed.similarity("暴雨", "骤雨") == 1.0


def test_unrelated_words_of_three_sememes_are_1_by_the_printed_sum_alone() -> None:
    # 12 sememes: 0 above 1 and 8 to 11, 1 above 2 to 7. Two words of three sememes each have only 1 above both:
    # 1 − ln 7 / ln 12 = 0.216909 for each of nine pairs, 1.952182 in all.
    draft = Draft("zh", "hownet", "drawn")
    for sememe in range(12):
        draft.concept(sememe)
        if sememe:
            draft.above(sememe, 1 if 2 <= sememe <= 7 else 0)
    for word, parts in (("钢琴", (2, 3, 4)), ("洪水", (5, 6, 7))):
        concept = draft.concept(word)
        draft.made_of(concept, parts)
        draft.sense(word, concept)
    file = draft.compiled()
    assert Lexicons([Lexicon(file)]).similarity("钢琴", "洪水") == pytest.approx(0.216909, abs=1e-6)
    assert Lexicons([Lexicon(file, "sum")]).similarity("钢琴", "洪水") == 1.0


def test_words_that_nothing_lies_above_cannot_be_compared(tmp_path: Path) -> None:
    add("en", tiny.wordnet(tmp_path / "wn"), folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.similarity("stormy", "piano") is None
    assert lexicons.similarity("stormy", "calm") is None
    assert not lexicons.unknown


@st.composite
def lexicons(draw: st.DrawFn) -> tuple[Lexicons, list[str]]:
    """Any hierarchy, cycles and several roots too, and words of several senses; some made of sememes."""
    count = draw(st.integers(1, 12))
    numbers = st.integers(0, count - 1)
    draft = Draft("en", "wordnet", "drawn")
    for concept in range(count):
        draft.concept(concept)
    for concept, parent in draw(st.lists(st.tuples(numbers, numbers), max_size=20)):
        draft.above(concept, parent)
    words = [chr(ord("a") + number) * 3 for number in range(draw(st.integers(1, 6)))]
    composed = draw(st.booleans())
    for word in words:
        for number, parts in enumerate(
            draw(st.lists(st.sets(numbers, min_size=1, max_size=3), min_size=1, max_size=3))
        ):
            concept = draft.concept((word, number)) if composed else min(parts)
            if composed:
                draft.made_of(concept, sorted(parts))
            draft.sense(word, concept)
    return Lexicons([Lexicon(draft.compiled(), draw(st.sampled_from(("mean", "sum"))))]), words


@given(lexicons())
def test_similarity_is_symmetric_within_0_and_1_and_1_with_itself(drawn: tuple[Lexicons, list[str]]) -> None:
    asked, words = drawn
    (lexicon,) = asked.lexicons
    for one, other in product(words, repeat=2):
        similarity = asked.similarity(one, other)
        assert similarity == asked.similarity(other, one)
        assert similarity is None or 0.0 <= similarity <= 1.0
        assert one != other or similarity == 1.0
        senses = lexicon.senses(one), lexicon.senses(other)
        assert lexicon.similarity.of_words(*senses) == lexicon.similarity.of_words(*reversed(senses))
        assert lexicon.similarity.of_words(senses[0], senses[0]) == 1.0
    for concept in {sense for word in words for sense in lexicon.senses(word)}:
        assert lexicon.similarity.of_concepts(concept, concept) == 1.0
        assert 0.0 <= lexicon.similarity.information(concept) <= 1.0


@given(lexicons(), st.data())
def test_the_nearest_of_many_is_the_largest_similarity(
    drawn: tuple[Lexicons, list[str]], data: st.DataObject
) -> None:
    asked, words = drawn
    others = data.draw(st.lists(st.sampled_from([*words, "zzz"]), max_size=4))
    nearest = asked.nearest(others)
    for word in (*words, "yyy", ""):
        found = [value for other in others if (value := asked.similarity(word, other)) is not None]
        assert nearest(word) == max(found, default=None)
