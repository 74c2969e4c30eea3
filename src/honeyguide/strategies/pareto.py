"""What is best when several objectives count: fast non-dominated sorting, and NFCS or CDC among equals (WSE 6.2).

Points are rows, objectives are columns, and larger is better in each.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from honeyguide.strategies.resumable_random import ResumableRandom

Picker = Literal["nfcs", "cdc"]
"""Who picks among points that do not dominate one another."""
_BLOCK = 128


def dominates(one: NDArray[np.floating], other: NDArray[np.floating]) -> bool:
    """Nowhere worse, and somewhere better."""
    return bool((one >= other).all() and (one > other).any())


def fronts(points: NDArray[np.floating]) -> NDArray[np.intp]:
    """The front of each row: 0 for those that no other dominates, 1 for those that only these dominate, and so on.

    The front of a point is the longest chain of points that dominate one another up to it, and whoever dominates it
    precedes it in lexical order: so the rows are gone through once, a block at a time, against those before.
    """
    if not len(points):
        return np.zeros(0, np.intp)
    order = np.lexsort(points.T[::-1])[::-1]
    rows = points[order]
    is_new = np.ones(len(rows), bool)
    is_new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    columns = rows[is_new].T.copy()
    front = np.zeros(columns.shape[1], np.int32)
    for begin in range(0, len(front), _BLOCK):
        block = slice(begin, begin + _BLOCK)
        if begin:
            above = _no_worse(columns[:, :begin], columns[:, block])
            front[block] = ((front[:begin] + 1)[:, None] * above).max(axis=0)
        inside = np.triu(_no_worse(columns[:, block], columns[:, block]), 1)
        while True:
            longer = np.maximum(front[block], ((front[block] + 1)[:, None] * inside).max(axis=0))
            if (longer == front[block]).all():
                break
            front[block] = longer
    told = np.empty(len(points), np.intp)
    told[order] = front[np.cumsum(is_new) - 1]
    return told


def select(points: NDArray[np.floating], q: int, draws: ResumableRandom, picker: Picker = "nfcs") -> list[int]:
    """Up to `q` rows, front by front; of the front that is too large for what is left, those of the picker."""
    chosen: list[int] = []
    front = fronts(points)
    for number in range(int(front.max(initial=-1)) + 1):
        members = np.flatnonzero(front == number)
        if len(chosen) + len(members) > q:
            rows, left = points[members], q - len(chosen)
            members = members[nfcs(rows, left, draws) if picker == "nfcs" else cdc(rows, left)]
        chosen += members.tolist()
        if len(chosen) >= q:
            break
    return chosen


def nfcs(points: NDArray[np.floating], q: int, draws: ResumableRandom) -> list[int]:
    """Nearest and farthest candidate: `q` rows of one front, well spread, in the order in which they are picked.

    One row may be the best in several objectives, so that there are fewer extremes than objectives: then the rest are
    those that lie farthest, however many are left [ours]. Among equals, the first row.
    """
    extremes = list(dict.fromkeys(points.argmax(axis=0).tolist()))
    if q <= len(extremes):  # WSE 6.2, case 1; with q = m there is no choice
        return [extremes.pop(draws.below(len(extremes))) for _ in range(q)] if q < len(extremes) else extremes
    picked: list[int] = []
    nearest = np.full(len(points), np.inf)
    while len(picked) < min(q, len(points)):  # WSE 6.2, case 2
        farthest = extremes[len(picked)] if len(picked) < len(extremes) else int(nearest.argmax())
        distance = np.sqrt(((points - points[farthest]) ** 2).sum(axis=1))  # WSE eq. 15
        nearest = np.minimum(nearest, distance)
        nearest[farthest] = -1.0
        picked.append(farthest)
    return picked


def cdc(points: NDArray[np.floating], q: int) -> list[int]:
    """Crowded degree comparison: the `q` rows of one front with the widest gaps around them (NSGA-II, Deb 2002).

    The ends of every objective come first; among equals, the first row [ours].
    """
    crowding = np.zeros(len(points))
    for values in points.T.astype(np.float64):
        order = np.argsort(values, kind="stable")
        gaps = values[order[2:]] - values[order[:-2]]
        crowding[order[[0, -1]]] = np.inf
        crowding[order[1:-1]] += gaps / ((values.max() - values.min()) or 1.0)
    widest: list[int] = np.argsort(-crowding, kind="stable")[:q].tolist()
    return widest


def _no_worse(one: NDArray[np.floating], other: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Whether each point of `one` is nowhere worse than each of `other`; both come as columns."""
    told: NDArray[np.bool_] = one[0][:, None] >= other[0]
    for mine, theirs in zip(one[1:], other[1:], strict=True):
        told &= mine[:, None] >= theirs
    return told
