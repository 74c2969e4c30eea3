import random
from collections.abc import Sequence

import numpy as np
import pytest
from tests.insight.by_hand import Told, analysis_of

from honeyguide.insight.stuffing import simpson, stuffing

ENGLISH = [f"word{number}" for number in range(3_000)]
CHINESE = [chr(0x4E00 + number) + chr(0x4E80 + number) for number in range(1_500)]


def prose(rng: random.Random, n: int, vocabulary: Sequence[str] = ENGLISH) -> list[str]:
    """Words by Zipf's law, flattened at its head: the small words are not among those that count."""
    return rng.choices(vocabulary, [1 / (20 + rank) for rank in range(len(vocabulary))], k=n)


def degrees(texts: Sequence[Sequence[str]], languages: Sequence[str] = ()) -> list[float]:
    chosen = languages or ["en"] * len(texts)
    items = [Told("a.example", words=words, language=each) for words, each in zip(texts, chosen, strict=True)]
    return list(map(float, stuffing(analysis_of(items)).degree))


def test_repetition_is_how_likely_two_words_are_the_same() -> None:
    # rain rain rain flood: 3 of the 6 pairs are the same: Σ c (c − 1) = 6, n (n − 1) = 12.
    assert simpson(np.array([4.0]), np.array([9.0 + 1.0])) == pytest.approx([0.5])
    assert simpson(np.array([0.0, 1.0]), np.array([0.0, 1.0])).tolist() == [0.0, 0.0]


def test_repetition_does_not_depend_on_the_length() -> None:
    rng = random.Random(6)

    def mean(n: int) -> float:
        texts = [prose(rng, n) for _ in range(400)]
        squares = np.array([sum(text.count(word) ** 2 for word in set(text)) for text in texts], np.float64)
        return float(simpson(np.full(400, float(n)), squares).mean())

    assert mean(40) == pytest.approx(mean(160), rel=0.1)


def test_stuffed_texts_stand_out_among_texts_of_any_length() -> None:
    rng = random.Random(6)
    plain = [prose(rng, rng.randint(40, 900)) for _ in range(300)]
    stuffed = [prose(rng, n) + ["insurance", "cheap", "flood", "claim"] * (n // 6) for n in (60, 200, 500)]
    found = degrees(plain + stuffed)
    assert all(degree > 0.5 for degree in found[300:])
    assert sum(degree > 0 for degree in found[:300]) <= 3


def test_a_text_of_few_different_words_stands_out_too() -> None:
    rng = random.Random(6)
    few = prose(rng, 30) * 12
    found = degrees([prose(rng, rng.randint(200, 600)) for _ in range(100)] + [few])
    assert found[-1] > 0.5


def test_chinese_is_compared_with_chinese() -> None:
    rng = random.Random(6)
    english = [prose(rng, rng.randint(100, 400)) for _ in range(100)]
    chinese = [prose(rng, rng.randint(100, 400), CHINESE[:200]) for _ in range(100)]
    stuffed = [prose(rng, 150, CHINESE[:200]) + ["保险", "理赔", "暴雨"] * 40]
    found = degrees(english + chinese + stuffed, ["en"] * 100 + ["zh"] * 101)
    assert max(found[:200]) < 0.5
    assert found[-1] == 1.0


def test_few_texts_are_judged_by_repetition_alone() -> None:
    # Half of 40 words are one: Σ c (c − 1) = 20 × 19 = 380 of 40 × 39 = 1560, 0.24 and beyond 0.15.
    assert degrees([ENGLISH[:40], ENGLISH[:20] + ["rain"] * 20]) == [0.0, 1.0]
    # 12 of 40: 132 of 1560 is 0.0846, (0.0846 − 0.06) / 0.09 of the way.
    assert degrees([ENGLISH[:28] + ["rain"] * 12]) == pytest.approx([(132 / 1560 - 0.06) / 0.09])


def test_short_and_empty_texts_are_not_judged() -> None:
    assert degrees([["rain"] * 7, [], ["rain"] * 8]) == [0.0, 0.0, 1.0]


def test_texts_that_are_all_the_same_are_all_plain() -> None:
    assert set(degrees([ENGLISH[:60]] * 50)) == {0.0}
