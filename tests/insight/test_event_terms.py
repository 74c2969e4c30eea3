"""Words that set an event apart."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from honeyguide.insight.event_terms import characteristic, event_terms, is_name

Table = list[list[int]]


def named(
    event_of: list[int], table: Table, vocabulary: list[str], copies: tuple[int, ...] = ()
) -> list[tuple[str, ...]]:
    counts = np.array([place not in copies for place in range(len(event_of))], np.bool_)
    return event_terms(np.array(event_of, np.int64), csr_matrix(np.array(table, np.int32)), counts, vocabulary)


def test_an_event_is_named_by_what_its_stories_hold_and_others_do_not() -> None:
    words = ["all", "dam", "水库", "once"]
    first, second = [[3, 1, 0, 0]] * 4 + [[1, 2, 0, 9]], [[1, 0, 1, 0]] * 3
    one, two = named([1] * 5 + [2] * 3 + [0], [*first, *second, [1, 0, 0, 0]], words)
    assert one == ("dam", "all")  # `once` stands in a fifth of its stories, less than three in ten
    assert two == ("水库", "all")


def test_words_come_in_the_order_of_their_log_odds_worked_by_hand() -> None:
    # 10 of 100 stories are the event's. `a`: 10 here, 40 in all; `b`: 6 here, 6 in all; `c`: 10 here, 100 in all.
    # Prior 50. a: share 40.5 / 101 = 0.401, 30.05 : 29.95 against 50.05 : 89.95, ln 1.803 / √0.0977 = 1.89;
    # b: share 0.0644, 9.22 : 50.78 against 3.22 : 136.78, ln 7.71 / √0.4460 = 3.06; c: 0.
    here, every = np.array([10.0, 6.0, 10.0]), np.array([40.0, 6.0, 100.0])
    assert characteristic(np.arange(3, dtype=np.int32), here, 10.0, every, 100.0, ["aa", "bb", "cc"]) == (
        "bb",
        "aa",
        "cc",
    )


def test_copies_of_a_text_say_nothing_new() -> None:
    # A text about a `goat` and its three copies are one story of five: a fifth, too few to name the event.
    table = [[1, 1], *[[0, 1]] * 4, *[[1, 1]] * 3]
    assert named([1] * 8, table, ["goat", "dam"], copies=(5, 6, 7)) == [("dam",)]
    assert named([1] * 8, table, ["goat", "dam"]) == [("dam", "goat")]


def test_an_event_that_is_the_whole_crawl_has_a_name_too() -> None:
    assert named([1, 1, 1], [[0, 1, 1], [1, 1, 1], [0, 1, 1]], ["mayor", "dam", "river"]) == [
        ("dam", "river", "mayor")
    ]


def test_six_words_name_an_event_and_one_without_words_has_none() -> None:
    words = [f"word{letter}" for letter in "abcdefgh"]
    assert named([1, 1, 2], [[1] * 8, [1] * 8, [0] * 8], words) == [tuple(words[:6]), ()]
    assert named([0, 0], [[1] * 8] * 2, words) == []


@pytest.mark.parametrize(
    ("word", "says"),
    [("洪水", True), ("水", False), ("a", False), ("covid19", True), ("win10", True), ("5g", False), ("2025", False)],
)
def test_a_name_says_something_alone(word: str, says: bool) -> None:
    assert is_name(word) is says
