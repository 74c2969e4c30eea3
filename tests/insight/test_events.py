"""Events, found as items come."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight import events
from honeyguide.insight.events import EventFinder
from honeyguide.insight.model import DAY
from honeyguide.insight.vocabulary import Vocabulary, counted

Places = NDArray[np.int64]


class Made(NamedTuple):
    counts: csr_matrix
    titles: csr_matrix
    at: NDArray[np.float64]
    firsts: Places
    event: list[int]
    languages: list[str]

    def fed(self, finder: EventFinder, start: int, end: int) -> None:
        part = slice(start, end)
        finder.add(self.counts[part], self.titles[part], self.languages[part], self.at[part], self.firsts[part])


def made(
    texts: list[list[str]],
    days: list[float],
    event: list[int],
    copies: dict[int, int] | None = None,
    languages: list[str] | None = None,
) -> Made:
    words = Vocabulary()
    firsts = np.arange(len(texts), dtype=np.int64)
    for copy, original in (copies or {}).items():
        firsts[copy] = original
    counts = counted(texts, words)
    titles = counted([[] for _ in texts], words)
    return Made(counts, titles, np.array(days) * DAY, firsts, event, languages or ["en"] * len(texts))


def text(rng: Random, own: str = "") -> list[str]:
    """70 general words of 3,000, 25 of a subject that all items share, and 25 of an event's own 16."""
    general = [f"general{int(3_000 * rng.random() ** 2)}" for _ in range(70)]
    subject = [f"subject{rng.randrange(30)}" for _ in range(25)]
    return general + subject + [f"{own}{rng.randrange(16)}" for _ in range(25 if own else 0)]


def stream(seed: int, several: int = 5, each: int = 14, background: int = 90) -> Made:
    rng = Random(seed)
    event = [number for number in range(1, several + 1) for _ in range(each)] + [0] * background
    rng.shuffle(event)
    days = [10.0 * number + 6 * rng.random() if number else 60 * rng.random() for number in event]
    return made([text(rng, f"event{number}word" if number else "") for number in event], days, event)


def found(items: Made) -> Places:
    finder = EventFinder()
    items.fed(finder, 0, len(items.event))
    finder.settle()
    return finder.numbers


def matches(items: Made, numbers: Places) -> dict[int, int]:
    """Planted events and the number under which nine in ten of their items were found, among few others."""
    pairs: dict[int, int] = {}
    for planted in sorted(set(items.event) - {0}):
        places = [place for place, event in enumerate(items.event) if event == planted]
        number, many = Counter(numbers[places].tolist()).most_common(1)[0]
        if number and many >= 0.9 * len(places) and many >= 0.9 * int((numbers == number).sum()):
            pairs[planted] = number
    return pairs


@pytest.mark.parametrize("seed", range(3))
def test_planted_events_are_found_and_nothing_else(seed: int) -> None:
    items = stream(seed)
    numbers = found(items)
    assert sorted(matches(items, numbers).values()) == [1, 2, 3, 4, 5]
    assert numbers.max() == 5


def test_a_subject_that_all_items_share_is_no_event() -> None:
    assert not found(stream(1, several=0, background=150)).any()


def test_few_items_are_no_event_and_none_are_none() -> None:
    assert found(made([], [], [])).tolist() == []
    assert found(made([["a"], ["b"]], [1.0, 2.0], [0, 0])).tolist() == [0, 0]
    assert found(made([[], [], []], [1.0, 2.0, 3.0], [0, 0, 0])).tolist() == [0, 0, 0]


def test_events_are_numbered_in_the_order_in_which_they_became_events() -> None:
    items = stream(2)
    finder = EventFinder()
    seen: list[int] = []
    for place in range(len(items.event)):
        items.fed(finder, place, place + 1)
        new = set(finder.numbers.tolist()) - {0, *seen}
        seen += sorted(new)
    assert seen == [1, 2, 3, 4, 5]


@pytest.mark.slow
@settings(max_examples=10)
@given(st.integers(0, 2), st.lists(st.integers(0, 160), max_size=8))
def test_it_does_not_matter_how_many_items_come_at_once(seed: int, cuts: list[int]) -> None:
    items = stream(seed)
    finder = EventFinder()
    for start, end in pairwise(sorted({0, *cuts, len(items.event)})):
        items.fed(finder, start, end)
    finder.settle()
    assert finder.numbers.tolist() == found(items).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_items_that_come_later_only_merge_what_there_was(seed: int) -> None:
    items = stream(seed)
    finder = EventFinder()
    before: list[int] = []
    for start in range(0, len(items.event), 7):
        items.fed(finder, start, min(start + 7, len(items.event)))
        now = finder.numbers.tolist()
        # What was one event is one event, and under its number unless two turned out to be one.
        moved = {(old, new) for old, new in zip(before, now, strict=False) if old}
        assert len(moved) == len({old for old, _ in moved})
        assert all(new and new <= old for old, new in moved)
        before = now


def test_the_first_items_get_the_same_events_whatever_follows() -> None:
    items = stream(0)
    alone, more = EventFinder(), EventFinder()
    items.fed(alone, 0, 100)
    items.fed(more, 0, 100)
    before = more.numbers
    items.fed(more, 100, 160)
    assert before.tolist() == alone.numbers.tolist()
    shown = before > 0
    assert more.numbers[:100][shown].tolist() == before[shown].tolist()


def test_the_same_words_a_year_apart_are_two_events() -> None:
    rng = Random(4)
    event = [1] * 12 + [2] * 12 + [0] * 150
    rng.shuffle(event)
    days = [370.0 * number + 3 * rng.random() if number else 700 * rng.random() for number in event]
    texts = [text(rng, "flood") + text(rng, "flood")[-25:] if number else text(rng) for number in event]
    items = made(texts, days, event)
    assert len(matches(items, found(items))) == 2


def test_items_without_a_date_are_found_by_their_text() -> None:
    items = stream(3)
    rng = Random(3)
    undated = np.array([rng.random() < 0.3 for _ in items.event])
    items.at[undated] = np.nan
    numbers = found(items)
    assert len(matches(items, numbers)) == 5
    assert not numbers[[place for place, event in enumerate(items.event) if not event]].any()


def test_copies_are_of_the_event_of_their_story_and_weigh_nothing() -> None:
    rng = Random(5)
    event = [1] * 10 + [0] * 60
    rng.shuffle(event)
    original = event.index(1)
    texts = [text(rng, "flood" if number else "") for number in event] + [["other", "words"]] * 20
    items = made(texts, [3 * rng.random() for _ in texts], event + [1] * 20, dict.fromkeys(range(70, 90), original))
    numbers = found(items)
    assert set(numbers[70:].tolist()) == {numbers[original]}
    assert len(matches(items, numbers)) == 1


def test_events_in_two_languages_stay_apart() -> None:
    rng = Random(6)
    event = [1] * 12 + [2] * 12 + [0] * 60
    rng.shuffle(event)
    chinese = [number == 2 or (not number and rng.random() < 0.5) for number in event]
    texts = [
        [f"字{word}" if foreign else word for word in text(rng, "flood" if number else "")]
        for number, foreign in zip(event, chinese, strict=True)
    ]
    languages = ["zh" if foreign else "en" for foreign in chinese]
    items = made(texts, [3 * rng.random() for _ in event], event, languages=languages)
    numbers = found(items)
    assert len(matches(items, numbers)) == 2
    assert numbers.max() == 2


def test_what_all_items_of_a_rarer_language_share_is_no_event() -> None:
    rng = Random(7)
    chinese = [rng.random() < 0.25 for _ in range(240)]
    texts = [[f"字{word}" if foreign else word for word in text(rng)] for foreign in chinese]
    languages = ["zh" if foreign else "en" for foreign in chinese]
    assert not found(made(texts, [3 * rng.random() for _ in texts], [0] * 240, languages=languages)).any()


def test_stories_that_are_kept_cut_give_the_same_events(monkeypatch: pytest.MonkeyPatch) -> None:
    items = stream(1)
    monkeypatch.setattr(events, "FULL", 60)
    assert len(matches(items, found(items))) == 5
