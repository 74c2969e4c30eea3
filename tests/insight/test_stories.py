"""Copies of one text are one story."""

import numpy as np
from tests.insight.by_hand import Told, item_of

from honeyguide.insight.stories import StoryFinder, originals
from honeyguide.parsing.fingerprint import fingerprint

TEXT = " ".join(f"Sentence {number} tells of the river and of bridge {number * 7}." for number in range(60))


def drifted(text: str, sentences: int, start: int = 0) -> str:
    parts = text.split(". ")
    parts[start : start + sentences] = [f"Something else altogether, number {n} of it" for n in range(sentences)]
    return ". ".join(parts)


def placed(*texts: str) -> list[int]:
    finder = StoryFinder()
    return [finder.add(fingerprint(text)) for text in texts]


def originals_of(*published: str) -> int:
    items = [item_of(Told("a.example", each), number) for number, each in enumerate(published)]
    found = originals(items, np.zeros(len(items), np.int64)).tolist()
    assert len(set(found)) == 1
    return int(found[0])


def test_a_copy_with_a_changed_sentence_is_of_the_story_of_the_first() -> None:
    other = TEXT.replace("river", "mountain").replace("bridge", "tunnel").replace("tells", "speaks")
    assert placed(TEXT, other, TEXT, drifted(TEXT, 1), other) == [0, 1, 0, 0, 1]


def test_texts_that_drift_from_copy_to_copy_do_not_end_up_as_one_story() -> None:
    texts = [
        TEXT,
        drifted(TEXT, 6),
        drifted(drifted(TEXT, 6), 6, 20),
        drifted(drifted(drifted(TEXT, 6), 6, 20), 12, 35),
    ]
    assert placed(*texts)[-1] != 0


def test_texts_too_short_to_tell_are_stories_of_their_own() -> None:
    assert placed("Rain.", "Rain.", "") == [0, 1, 2]


def test_a_story_began_with_the_item_of_the_earliest_day() -> None:
    assert originals_of("2025-03-02", "", "2025-03-01", "2025-03-01") == 2


def test_hours_decide_only_when_all_of_that_day_tell_them() -> None:
    assert originals_of("2025-03-01T10:00:00Z", "2025-03-01T08:00:00Z") == 1
    assert originals_of("2025-03-01T10:00:00Z", "2025-03-01") == 0
    assert originals_of("2025-03-01", "2025-03-01T08:00:00Z", "2025-03-02") == 0


def test_without_dates_the_first_that_came_began_it() -> None:
    assert originals_of("", "", "") == 0


def test_every_story_has_its_own_original() -> None:
    items = [item_of(Told("a.example", day)) for day in ("2025-03-05", "2025-03-04", "2025-03-03", "2025-03-09")]
    assert originals(items, np.array([0, 1, 0, 1])).tolist() == [2, 1, 2, 1]
