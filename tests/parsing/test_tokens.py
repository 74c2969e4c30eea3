"""Words of English, Chinese and mixed text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honeyguide.parsing.tokens import (
    STOP_WORDS,
    by_character,
    content_words,
    main_terms,
    searchable,
    segmented,
    tokens,
)


def test_english_words_are_in_small_letters_without_punctuation() -> None:
    assert tokens("Heavy RAIN -- (storm/flood), e-mail_me.") == ["heavy", "rain", "storm", "flood", "e", "mail", "me"]


def test_apostrophes_stay_inside_words_and_possessives_go() -> None:
    assert tokens("Don't cross the river's edge; it’s the people’s 'choice'.") == [
        "don't", "cross", "the", "river", "edge", "it", "the", "people", "choice",
    ]  # fmt: skip


def test_digits_belong_to_words_but_numbers_are_none() -> None:
    assert tokens("COVID19 H5N1 2023 12.5 ３ 5g") == ["covid19", "h5n1", "5g"]


def test_chinese_is_cut_by_the_dictionary() -> None:
    assert tokens("今天北京发布暴雨红色预警信号") == ["今天", "北京", "发布", "暴雨", "红色", "预警", "信号"]


def test_traditional_chinese_is_cut_like_simplified() -> None:
    traditional = tokens("氣象局發布暴雨警報，水庫洩洪，災情持續擴大")
    simplified = tokens("气象局发布暴雨警报，水库泄洪，灾情持续扩大")
    assert traditional == ["氣象局", "發布", "暴雨", "警報", "水庫", "洩洪", "災情", "持續", "擴大"]
    assert [len(word) for word in traditional] == [len(word) for word in simplified]


def test_mixed_text_works() -> None:
    assert tokens("北京Rainstorm预警level 3发布。") == ["北京", "rainstorm", "预警", "level", "发布"]


def test_stop_words_and_single_letters_carry_no_content() -> None:
    assert content_words("The rain and a flood of x were in it, don't you think?") == ["rain", "flood", "think"]
    assert content_words("我们的城市已经被暴雨淹没了") == ["城市", "暴雨", "淹没"]
    assert {"the", "的", "們".replace("們", "我們")} <= STOP_WORDS


def test_main_terms_are_the_most_used_content_words() -> None:
    text = "Rain, rain and the rain! Flood 暴雨 flood. 暴雨。暴雨，暴雨 river"
    assert main_terms(text, "en", 3) == [("暴雨", 4), ("rain", 3), ("flood", 2)]
    assert main_terms("", "", 5) == []


def test_japanese_is_not_cut_by_the_chinese_dictionary() -> None:
    assert tokens("東京都知事", "ja") == ["東京都知事"]


def test_survives_text_without_words() -> None:
    assert tokens("\0 \n\t … ！？ ___ ''' 　") == []
    assert tokens("x" * 1_000_000) == []
    assert len(tokens("龘" * 100_000)) >= 1


def test_texts_for_search_have_long_words_after_those_that_they_hold_and_numbers_too() -> None:
    assert segmented("特大暴雨, Floods of 2026", "zh") == "特 暴雨 大暴雨 floods of 2026"
    assert segmented("颱風") == "台风"


def test_spelt_texts_are_chinese_character_by_character_and_only_where_there_is_any() -> None:
    assert by_character("颱風Mangkhut's 暴雨！") == "台 风 mangkhut 暴 雨"
    assert by_character("No Chinese here") == ""
    assert searchable("大暴雨", "Rain", "zh") == ("暴雨 大暴雨", "rain", "大 暴 雨", "")


ODD = st.sampled_from(
    [*"aZ9'’_-.,\x00\x85\xa0\u3000\ud800İßΣς你们暴雨災害カé\u0301", "don't ", "rock’n’roll", "'s", "storm's "]
)


@given(st.lists(st.one_of(ODD, st.characters()), max_size=60).map("".join), st.sampled_from(["", "en", "ja", "zh"]))
def test_content_words_are_the_words_without_those_that_carry_no_meaning(text: str, language: str) -> None:
    kept = [word for word in tokens(text, language) if word not in STOP_WORDS and (len(word) > 1 or word >= "\u3400")]
    for _ in range(2):  # the second time what was cut is known
        assert content_words(text, language) == kept
