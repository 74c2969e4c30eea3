import random
from collections.abc import Sequence

import numpy as np
import pytest
from tests.insight.by_hand import Told, analysis_of

from honeyguide.insight.stuffing import alike, outlying, ramp, simpson, stuffing

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


def test_how_far_a_text_lies_from_its_like_worked_by_hand() -> None:
    # 1 2 3 4 10: the median is 3, the median distance from it 1, so that 10 lies 7 / 1.4826 above.
    values = np.array([1.0, 2.0, 3.0, 4.0, 10.0])
    assert outlying(values, np.array([2, 4]), np.arange(5)) == pytest.approx([0.0, 7 / 1.4826])
    # All others alike: a tenth of the median counts as their spread, 7 is 2 / 0.5 above 5, and -7 as far below -5.
    same = np.array([5.0, 5.0, 5.0, 5.0, 7.0])
    assert outlying(same, np.array([4]), np.arange(5)) == pytest.approx([4.0])
    assert outlying(-same, np.array([4]), np.arange(5)) == pytest.approx([-4.0])
    # … and none of them may be less than chance: 2 above the median are 2 / 1 and 2 / 0.5.
    assert outlying(same, np.array([4]), np.arange(5), np.full(5, 1.0)) == pytest.approx([2.0])
    assert outlying(same, np.array([4]), np.arange(5), np.full(5, 0.1)) == pytest.approx([4.0])
    assert ramp(np.array([3.0, 4.0, 5.0, 8.0, 9.0]), 4.0, 8.0).tolist() == [0.0, 0.0, 0.25, 1.0, 1.0]


@pytest.mark.parametrize("n", [8, 12, 20, 30, 45])
def test_a_word_that_stands_twice_in_a_note_is_chance(n: int) -> None:
    rng = random.Random(n)
    found = degrees([prose(rng, n) for _ in range(300)])
    assert sum(degree > 0 for degree in found) <= 3
    # 60 notes of different words, in one a word stands twice: 1 pair, its root 2 × ½ from nought.
    notes = [ENGLISH[n * place : n * (place + 1)] for place in range(60)]
    assert degrees([*notes, [*ENGLISH[2_900 : 2_900 + n - 1], ENGLISH[2_900]]])[-1] == 0.0


def test_a_long_text_is_measured_by_its_like_worked_by_hand() -> None:
    # 30 texts of 100 different words, and one with a word five times: 10 pairs of 4950, √10 / ½ = 6.3 from nought,
    # (6.3 − 4) / 4 of the way; with a word six times 15 pairs, 7.7; seven times 21 pairs, 9.2.
    def stuffed(times: int) -> float:
        return degrees([ENGLISH[:100]] * 30 + [[*ENGLISH[: 100 - times], *["rain"] * times]])[-1]

    assert [stuffed(times) for times in (2, 5, 6, 7)] == pytest.approx(
        [0.0, (2 * 10**0.5 - 4) / 4, (2 * 15**0.5 - 4) / 4, 1.0]
    )


def test_texts_are_compared_with_150_of_their_language_that_are_as_long() -> None:
    # 400 English texts of 1000 … 1399 words, 20 Chinese ones, 19 French ones: too few, so compared with all.
    lengths = np.concatenate([np.arange(1_000.0, 1_400.0), np.full(20, 1_100.0), np.full(19, 1_050.0)])
    languages = np.array(["en"] * 400 + ["zh"] * 20 + ["fr"] * 19)
    found = list(alike(lengths, languages, np.arange(439)))
    assert sorted(np.concatenate([some for some, _ in found]).tolist()) == [*range(439)]
    english = [(some.tolist(), like.tolist()) for some, like in found if some[0] < 400]
    assert english[0] == ([*range(50)], [*range(150)])
    assert english[3] == ([*range(150, 200)], [*range(100, 250)])
    assert english[7] == ([*range(350, 400)], [*range(250, 400)])
    (chinese,), (french,) = ([like for some, like in found if some[0] == first] for first in (400, 420))
    assert sorted(chinese.tolist()) == [*range(400, 420)]
    # All in the order of their length: 50 English ones, then French from the 51st on, 75 on either side of that.
    assert {*range(420, 439), *range(101), *range(400, 420)} < {*french.tolist()}
    assert len(french) == 150
    assert list(alike(lengths[:19], languages[:19], np.arange(19))) == []


def test_short_and_empty_texts_are_not_judged() -> None:
    assert degrees([["rain"] * 7, [], ["rain"] * 8]) == [0.0, 0.0, 1.0]


def test_texts_that_are_all_the_same_are_all_plain() -> None:
    assert set(degrees([ENGLISH[:60]] * 50)) == {0.0}
