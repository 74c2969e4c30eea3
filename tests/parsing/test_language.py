"""Which language a text is in."""

from __future__ import annotations

import pytest

from honeyguide.parsing.language import language_of

ENGLISH = (
    "Heavy rain fell over the northern hills during the night and the rivers rose quickly. People left their homes. "
)
GERMAN = (
    "In der Nacht fiel starker Regen über den nördlichen Hügeln, und die Flüsse stiegen schnell an. Viele flohen. "
)
FRENCH = "De fortes pluies sont tombées dans la nuit sur les collines du nord et les rivières ont monté rapidement. "
RUSSIAN = "Ночью на северных холмах прошёл сильный дождь, и реки быстро поднялись. Люди покинули свои дома. "
CHINESE = "昨夜北部山区普降暴雨，河水迅速上涨，沿岸居民已经转移到安全地带。气象部门提醒市民注意防范。"
TRADITIONAL = "昨夜北部山區普降暴雨，河水迅速上漲，沿岸居民已經轉移到安全地帶。氣象部門提醒民眾注意防範。"
JAPANESE = "昨夜、北部の山地で大雨が降り、川の水位が急に上がりました。住民は安全な場所に避難しています。"
KOREAN = "어젯밤 북부 산간 지역에 폭우가 내려 강물이 빠르게 불어났습니다. 주민들은 안전한 곳으로 대피했습니다."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en"),
        (GERMAN, "de"),
        (FRENCH, "fr"),
        (RUSSIAN, "ru"),
        (CHINESE, "zh"),
        (TRADITIONAL, "zh"),
        (JAPANESE, "ja"),
        (KOREAN, "ko"),
    ],
)
def test_tells_the_language_of_a_text_that_declares_none(text: str, language: str) -> None:
    assert language_of(text * 3, "") == language


@pytest.mark.parametrize(
    ("declared", "language"),
    [
        ("de-AT", "de"),
        ("EN_us", "en"),
        (" fr ", "fr"),
        ("deu", "de"),
        ("en, fr", "en"),
        ("x", "en"),
        ("english", "en"),
    ],
)
def test_believes_what_is_declared_when_the_script_allows_it(declared: str, language: str) -> None:
    assert language_of(ENGLISH * 3, declared) == language


@pytest.mark.parametrize(
    ("text", "declared", "language"),
    [
        (CHINESE, "en", "zh"),
        (JAPANESE, "zh-CN", "ja"),
        (KOREAN, "ja", "ko"),
        (ENGLISH, "zh-CN", "en"),
        (RUSSIAN, "en-US", "ru"),
        (RUSSIAN, "uk", "uk"),
    ],
)
def test_the_script_outweighs_what_is_declared(text: str, declared: str, language: str) -> None:
    assert language_of(text * 3, declared) == language


def test_chinese_with_much_english_in_it_is_chinese_when_it_says_so() -> None:
    mixed = ENGLISH * 3 + CHINESE[:30]
    assert language_of(mixed, "zh-Hans") == "zh"
    assert language_of(mixed, "") == "en"


def test_a_foreign_quotation_in_the_middle_does_not_decide() -> None:
    assert language_of(ENGLISH * 20 + JAPANESE * 2 + ENGLISH * 20, "en") == "en"


@pytest.mark.parametrize("text", ["", "42", "... --- ...", "\n", "Ok", "12:30 (7)"])
def test_too_little_text_tells_nothing(text: str) -> None:
    assert language_of(text, "") == ""
    assert language_of(text, "fr") == "fr"
    assert language_of(text, "\0junk" * 1000) == ""


def test_a_huge_text_is_only_sampled() -> None:
    assert language_of(CHINESE * 50_000, "") == "zh"
    assert language_of(ENGLISH * 50_000, "") == "en"
