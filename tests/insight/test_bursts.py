"""Kleinberg's automaton: by hand, and against every state sequence that there is."""

from __future__ import annotations

from itertools import product
from math import comb, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.insight.bursts import Burst, bursts


def found(relevant: list[int], total: list[int], s: float = 2.0, gamma: float = 1.0) -> list[Burst]:
    counts = np.array(relevant, np.int64)
    at = np.flatnonzero(counts)
    return bursts(at, counts[at], np.array(total, np.int64), s, gamma)


def cost(states: tuple[int, ...], relevant: list[int], total: list[int], s: float, gamma: float) -> float:
    """As published: σ of every batch and τ of every change, low before the first."""
    low = sum(relevant) / sum(total)
    p = (low, s * low if s * low < 1 else (1 + low) / 2)
    fit = sum(
        -log(comb(d, r) * p[i] ** r * (1 - p[i]) ** (d - r)) for i, r, d in zip(states, relevant, total, strict=True)
    )
    rises = sum(one < other for one, other in zip((0, *states), states, strict=False))
    return fit + rises * gamma * log(len(total))


def test_a_burst_worked_by_hand() -> None:
    # 8 of 40: p0 = 0.2, p1 = 0.4. A relevant document gains ln 2 = 0.693 by the high state, another loses
    # ln(0.8 / 0.6) = 0.288. Day 3: 5 × 0.693 − 5 × 0.288 = 2.027, more than the rise costs, ln 4 = 1.386; the
    # others: 0.693 − 9 × 0.288 < 0.
    (burst,) = found([1, 1, 5, 1], [10, 10, 10, 10])
    assert (burst.first, burst.last) == (2, 2)
    assert burst.weight == pytest.approx(5 * log(2) - 5 * log(4 / 3))


def test_a_burst_must_pay_for_the_rise() -> None:
    # γ = 2: the rise costs 2.773, the day gains 2.027
    assert found([1, 1, 5, 1], [10, 10, 10, 10], gamma=2.0) == []


def test_a_quiet_day_within_a_burst_does_not_end_it() -> None:
    (burst,) = found([0, 8, 0, 8, 0, 0, 0], [20, 10, 2, 10, 20, 20, 20])
    assert (burst.first, burst.last) == (1, 3)


def test_what_is_always_there_has_no_burst() -> None:
    assert found([3, 9, 2], [3, 9, 2]) == []
    assert found([2, 2, 2, 2], [10, 10, 10, 10]) == []


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 12)), min_size=1, max_size=7),
    st.sampled_from([1.5, 2.0, 3.0]),
    st.sampled_from([0.3, 1.0]),
)
def test_no_state_sequence_is_cheaper(batches: list[tuple[int, int]], s: float, gamma: float) -> None:
    relevant, total = [r for r, _ in batches], [r + rest for r, rest in batches]
    if not 0 < sum(relevant) < sum(total):
        return
    states = [0] * len(total)
    for burst in found(relevant, total, s, gamma):
        assert relevant[burst.first] > 0
        assert relevant[burst.last] > 0
        states[burst.first : burst.last + 1] = [1] * (burst.last + 1 - burst.first)
    least = min(cost(each, relevant, total, s, gamma) for each in product((0, 1), repeat=len(total)))
    assert cost(tuple(states), relevant, total, s, gamma) == pytest.approx(least, abs=1e-9)
