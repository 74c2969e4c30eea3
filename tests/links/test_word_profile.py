"""The profile of words, worked by hand."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from honeyguide.links.word_profile import WordProfile


def test_nothing_is_like_an_empty_profile() -> None:
    profile = WordProfile()
    assert profile.likeness(["rain", ""]).tolist() == [0.0, 0.0]
    profile.add({})
    profile.see((), ())
    profile.weigh(np.array([0]), np.array([1.0]))
    assert profile.likeness(["rain"]).tolist() == [0.0]


def test_rare_words_count_most() -> None:
    profile = WordProfile()
    profile.add({"rain": 1, "city": 1})  # alike while no page came: 1/√2 each
    for words in (("city",), ("city", "rose"), ("city",)):
        profile.see(words, [1] * len(words))
    rain, city, rose, unknown = log(6 / 3) + 0.1, log(6 / 6) + 0.1, log(6 / 4) + 0.1, log(6 / 3) + 0.1
    found = profile.likeness(["Rain in the city", "rain: rose, rose", "city unknown", "unknown"])
    assert found.tolist() == pytest.approx(
        [
            (rain + city) / sqrt(2) / sqrt(rain**2 + city**2),
            rain / sqrt(2) / sqrt(rain**2 + rose**2),
            city / sqrt(2) / sqrt(city**2 + unknown**2),
            0.0,
        ],
        abs=1e-6,
    )


def test_a_page_counts_by_how_often_it_uses_words_up_to_255() -> None:
    profile = WordProfile()
    profile.see(("暴雨", "洪水"), (1_000, 1))
    profile.weigh(np.array([0]), np.array([0.5]))
    often = 1 + log(255)
    assert profile.likeness(["暴雨", "洪水"]).tolist() == pytest.approx(
        [often / sqrt(often**2 + 1), 1 / sqrt(often**2 + 1)], abs=1e-6
    )


def test_what_is_taken_back_is_gone_and_pages_together_are_pages_one_by_one() -> None:
    one, all_at_once = WordProfile(), WordProfile()
    pages = [("ab", "bc"), (), ("bc", "cd", "de"), ("de",)]
    for profile in (one, all_at_once):
        for page in pages:
            profile.see(page, range(1, len(page) + 1))
    changes = np.array([0.5, 0.3, 0.4, 0.25])
    for number, change in enumerate(changes):
        one.weigh(np.array([number]), np.array([change]))
    all_at_once.weigh(np.arange(4), changes)
    texts = ["ab", "bc", "cd", "de"]
    before = one.likeness(texts).tolist()
    assert all_at_once.likeness(texts).tolist() == pytest.approx(before, abs=1e-6)
    one.weigh(np.array([3, 0]), np.array([0.1, -0.2]))
    assert one.likeness(texts).tolist() != pytest.approx(before, abs=1e-3)
    one.weigh(np.array([0, 3]), np.array([0.2, -0.1]))
    assert one.likeness(texts).tolist() == pytest.approx(before, abs=1e-6)


def test_a_word_that_pages_come_to_have_counts_from_then_on() -> None:
    profile = WordProfile()
    profile.add({"rain": 1})
    text = "rain, a flood's rain, flood, 暴雨洪水"
    rain = unknown = log(3 / 3) + 0.1
    before = rain**2 / sqrt(rain**2) / sqrt(rain**2 + 3 * unknown**2)
    for _ in range(2):
        assert profile.likeness([text]).tolist() == pytest.approx([before], abs=1e-6)
    profile.see(("flood", "洪水"), (1, 1))
    profile.weigh(np.array([0]), np.array([1.0]))
    flood, unknown = log(4 / 4) + 0.1, log(4 / 3) + 0.1
    weights = [1.0, sqrt(0.5), sqrt(0.5)]
    products = unknown * weights[0] + flood * weights[1] + flood * weights[2]
    length = sqrt(2 * unknown**2 + 2 * flood**2) * sqrt(sum(weight**2 for weight in weights))
    assert profile.likeness([text]).tolist() == pytest.approx([products / length], abs=1e-6)


def test_what_is_remembered_of_texts_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"rain word{number} flood the word{number // 2}" for number in range(60)]
    found = []
    for remembered in (100_000, 10):
        monkeypatch.setattr("honeyguide.links.word_profile._REMEMBERED", remembered)
        profile = WordProfile()
        profile.add({"rain": 2, "word7": 1})
        found.append(profile.likeness(texts).tolist())
    assert found[0] == found[1]
    assert len(profile._of_piece) < 20
    assert len(profile._unknown) < 20
