from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight import phases
from honeyguide.insight.phases import LEAST, MOST_BINS, MOST_FINE, alone, borders, cheapest


def texts(which: list[int], seed: int = 1, words: int = 30, own: int = 12) -> csr_matrix:
    """Unit vectors of stories, each with half of the words of its phase and some that anybody may have."""
    rng = np.random.default_rng(seed)
    table = np.zeros((len(which), words + own * (max(which) + 1)))
    for row, phase in enumerate(which):
        table[row, rng.choice(words, words // 3, replace=False)] = 1.0
        table[row, words + phase * own + rng.choice(own, own // 2, replace=False)] = 1.0
    return csr_matrix(table / np.linalg.norm(table, axis=1)[:, None])


def days(*numbers: int) -> NDArray[np.int64]:
    return np.array(numbers, np.int64)


def test_a_change_of_words_is_a_border() -> None:
    at = np.repeat(np.arange(100, 112), 2)
    assert borders(at, texts([0] * 12 + [1] * 12)) == [100, 106]


def test_one_way_of_telling_is_one_phase() -> None:
    at = np.repeat(np.arange(100, 112), 3)
    assert all(borders(at, texts([0] * 36, seed)) == [100] for seed in range(10))


def test_a_burst_that_fades_is_one_phase_and_a_second_burst_another() -> None:
    fading = np.repeat(np.arange(100, 107), [16, 11, 8, 5, 4, 3, 2])
    assert borders(fading, texts([0] * len(fading))) == [100]
    twice = np.concatenate([fading, fading + 7])
    assert borders(twice, texts([0] * len(twice))) == [100, 107]


def test_a_follow_up_after_a_silence_is_a_phase() -> None:
    at = np.concatenate([np.repeat(np.arange(100, 104), 3), np.repeat(np.arange(160, 164), 3)])
    assert borders(at, texts([0] * 12 + [1] * 12)) == [100, 160]


def test_few_stories_on_one_day_or_without_words_are_one_phase() -> None:
    assert borders(days(100), texts([0])) == [100]
    assert borders(days(100, 101, 110, 120, 121), texts([0, 0, 0, 1, 1])) == [100]
    assert borders(np.full(40, 100), texts([0] * 20 + [1] * 20)) == [100]
    assert borders(days(*range(100, 108)), csr_matrix((8, 1))) == [100]


def test_three_stories_are_a_phase_and_two_are_not() -> None:
    at = np.concatenate([np.repeat(np.arange(100, 110), 3), [110, 110, 110]])
    assert borders(at, texts([0] * 30 + [1] * 3, words=3)) == [100, 110]
    assert borders(at[:-1], texts([0] * 30 + [1] * 2, words=3)) == [100]


def test_a_stretch_of_too_few_stories_goes_with_its_nearer_neighbour() -> None:
    assert phases._large_enough([0, 3, 4], days(0, 0, 0, 5, 6, 6, 6)) == [0, 3]
    assert phases._large_enough([0, 3, 4], days(0, 0, 0, 1, 6, 6, 6)) == [0, 4]
    assert phases._large_enough([0, 1, 4], days(0, 5, 5, 5, 9, 9, 9)) == [0, 4]
    assert phases._large_enough([0, 3, 6], days(0, 0, 0, 5, 5, 5, 9)) == [0, 3]
    assert phases._large_enough([0, 3], days(0, 0, 0, 5, 5, 5)) == [0, 3]


def test_wrong_dates_set_no_border() -> None:
    at = np.concatenate([[-265, 60, 82], np.repeat(np.arange(100, 112), 2)])
    assert borders(at, texts([1, 0, 1] + [0] * 12 + [1] * 12)) == [-265, 106]


def test_alone_is_who_has_no_second_within_reach() -> None:
    # The second nearest: 10, 9 and 9 days for 0, 9 and 10 … against 0 for most; 2 for 22: not more than two days.
    assert alone(days(0, 9, 10, 20, 20, 20, 20, 20, 20, 22)).tolist() == [True] * 3 + [False] * 7
    # 10 has one two days before and one two days after it; 8 and 12 have their second four days away.
    singles = [False] * 6 + [True, False, True] + [False] * 6
    assert alone(days(*[0] * 6, 8, 10, 12, *[20] * 6)).tolist() == singles
    # A story a day, the second nearest usually one day away: more than five days are alone.
    assert alone(days(*range(10), 14)).tolist() == [False] * 10 + [True]
    assert not alone(days(*range(10), 13)).any()
    # In an event that brings a story every ten days nobody is alone.
    assert not alone(days(*range(0, 100, 10))).any()


def test_a_border_among_thousands_of_days_is_found_to_the_day() -> None:
    at = np.arange(0, 4_000, 2)
    assert borders(at, texts([0] * 1_000 + [1] * 1_000)) == [0, 2_000]


@pytest.mark.slow
def test_an_event_of_many_years_and_phases_is_cut_at_bounded_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[int] = []
    costs = phases._costs

    def watched(*given: Any) -> Any:
        weighed.append(len(given[2]))
        return costs(*given)

    monkeypatch.setattr(phases, "_costs", watched)
    at = np.arange(4_000)
    found = borders(at, texts((at // 25).tolist(), own=4))
    assert len(found) > 20
    assert MOST_BINS < max(weighed) <= MOST_BINS + MOST_FINE


@pytest.mark.slow
@given(st.integers(1, 7), st.randoms(use_true_random=False))
def test_no_partition_is_cheaper(many: int, rng: np.random.Generator) -> None:
    costs = np.array([[rng.random() for _ in range(many + 1)] for _ in range(many + 1)])

    def total(cuts: list[int]) -> float:
        return float(sum(costs[start, end] for start, end in zip(cuts, [*cuts[1:], many], strict=True)))

    found = cheapest(costs)
    every = [[0, *(cut for cut in range(1, many) if mask >> cut & 1)] for mask in range(0, 1 << many, 2)]
    assert found in every
    assert total(found) <= min(map(total, every)) + 1e-9


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 2)), min_size=1, max_size=40), st.integers(0, 5))
def test_phases_begin_on_days_of_stories_and_hold_enough_of_them(stories: list[tuple[int, int]], seed: int) -> None:
    stories.sort()
    at = days(*(day for day, _ in stories))
    vectors = texts([phase for _, phase in stories], seed)
    found = borders(at, vectors)
    assert found[0] == at[0]
    assert found == sorted(set(found))
    assert set(found) <= set(at.tolist())
    if len(found) > 1:
        assert np.diff([*np.searchsorted(at, found), len(at)]).min() >= LEAST
    assert borders(at, vectors) == found
