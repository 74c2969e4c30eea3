"""When something is busier than its share: a two-state automaton over batches (Kleinberg 2002, section 4).

Batch t holds d_t documents, r_t of them relevant. In the low state a document is relevant with probability
p0 = Σ r_t / Σ d_t, in the high state with p1 = s · p0. The state sequence of least cost

    Σ_t σ(i_t, r_t, d_t) + Σ_t τ(i_t, i_t+1)      σ(i, r, d) = −ln [ C(d, r) p_i^r (1 − p_i)^(d − r) ]
                                                  τ(0, 1) = γ ln n, τ(1, 0) = 0, n batches, low before the first

is high in a burst; the weight of a burst is Σ σ(0, r_t, d_t) − σ(1, r_t, d_t) over its batches.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np

from honeyguide.insight.model import Places

S = 2.0
GAMMA = 1.0
"""Both as published."""


class Burst(NamedTuple):
    first: int
    """Batch …"""
    last: int
    weight: float


def bursts(at: Places, relevant: Places, total: Places, s: float = S, gamma: float = GAMMA) -> list[Burst]:
    """`relevant[k]` documents of batch `at[k]` are relevant, in order, and none of other batches; `total` by batch.

    A batch without a relevant document never gains by the high state. So the automaton is walked from one batch that
    has one to the next: it stays high all the way between them, or falls at once, which is free [exact].
    """
    every, held = int(total.sum()), int(relevant.sum())
    if held in (0, every):
        return []
    low = held / every
    high = s * low if s * low < 1.0 else (1.0 + low) / 2.0  # [ours]: the automaton as published has no such state
    hit, miss = log(high / low), log((1.0 - high) / (1.0 - low))
    rise = gamma * log(len(total))
    before = np.concatenate([[0], np.cumsum(total)])
    gains = (relevant * hit + (total[at] - relevant) * miss).tolist()  # σ(0, r, d) − σ(1, r, d)
    between = (miss * (before[at[1:]] - before[at[:-1] + 1])).tolist()
    in_low, in_high = 0.0, gains[0] - rise
    rises, falls = [True], []
    for gain, stay in zip(gains[1:], between, strict=True):
        falls.append(in_high > in_low)
        out = max(in_low, in_high)
        rises.append(out - rise >= in_high + stay)
        in_low, in_high = out, gain + max(out - rise, in_high + stay)
    return _traced(at.tolist(), gains, between, rises, [*falls, in_high > in_low])


def _traced(
    at: list[int], gains: list[float], between: list[float], rises: list[bool], falls: list[bool]
) -> list[Burst]:
    found: list[Burst] = []
    k = len(at) - 1
    while k >= 0:
        if not falls[k]:
            k -= 1
            continue
        last, weight = k, gains[k]
        while not rises[k]:
            weight += between[k - 1] + gains[k - 1]
            k -= 1
        found.append(Burst(at[k], at[last], weight))
        k -= 1
    return found[::-1]
