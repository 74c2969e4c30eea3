"""Time cut into days, weeks, months or years of UTC, so that a picture has not too many of them, and its ticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np

from honeyguide.insight.model import DAY, Numbers, Places

MOST = 130
"""Cuts of a picture."""
LEFT_OUT = 0.5
"""At most this share of the moments, the oldest, may be left of a picture."""
_WORTH = 1.25
_MONDAY = 4
"""Day 0, 1 January 1970, was a Thursday."""

Moments = Sequence[float] | Numbers


class Axis(NamedTuple):
    edges: Numbers
    """One more than there are cuts."""
    unit: str
    """`day`, `week`, `month` or `year`."""
    before: int
    """Moments that are earlier than the first edge."""

    def counts(self, moments: Moments) -> Places:
        return np.histogram(np.asarray(moments, np.float64), self.edges)[0].astype(np.int64)


def axis(moments: Moments, until: float, *, least: int = 1, left_out: float = LEFT_OUT) -> Axis | None:
    """From the first of these moments to the last that is not after `until`; None when there is none.

    Where few very old ones would press all others together, they are left out. Fewer days than `least` are filled up
    on both sides.
    """
    seen = np.sort(np.asarray(moments, np.float64))
    seen = seen[seen <= until]
    if not len(seen):
        return None
    begin, end = _begin(seen, left_out), float(seen[-1])
    unit, edges = next((unit, edges) for unit, edges in _cuts(begin, end) if unit == "year" or len(edges) <= MOST + 1)
    if unit == "day" and (short := least + 1 - len(edges)) > 0:
        edges = edges[0] + DAY * np.arange(-(short // 2), len(edges) + short - short // 2)
    return Axis(edges, unit, int((seen < edges[0]).sum()))


def _begin(seen: Numbers, left_out: float) -> float:
    """Where share of the moments kept × √(how much wider they are drawn) is highest, and at least `_WORTH`; keeping
    all is worth 1, and evenly spread moments are all kept [ours]."""
    whole = max(float(seen[-1] - seen[0]), DAY)
    starts = np.arange(0, int(len(seen) * left_out) + 1)
    wider = whole / np.maximum(seen[-1] - seen[starts], DAY)
    worth = (1.0 - starts / len(seen)) * np.sqrt(wider)
    best = int(np.argmax(worth))
    return float(seen[best if worth[best] >= _WORTH else 0])


def _cuts(begin: float, end: float) -> Iterator[tuple[str, Numbers]]:
    first, last = int(begin // DAY), int(end // DAY)
    yield "day", np.arange(first, last + 2, dtype=np.float64) * DAY
    week = (first - _MONDAY) // 7 * 7 + _MONDAY
    yield "week", np.arange(week, last + 8, 7, dtype=np.float64) * DAY
    for unit, step in (("month", 1), ("year", 12)):
        start, stop = _month_of(begin) // step * step, _month_of(end)
        yield unit, np.array([_month(each) for each in range(start, stop + step + 1, step)])


def ticks(first: float, last: float, most: int = 9) -> tuple[list[float], list[str]]:
    """Moments at which an axis is marked, and their names: 8 Oct, Nov, 2026; the year where it is new."""
    day, past = int(-(-first // DAY)), int(last // DAY)
    for step in (1, 2, 7, 14):
        if (past - day) // step < most:
            at = [each * DAY for each in range(day, past + 1, step)]
            return at, _named(at, "day")
    month, end = _month_of(first), _month_of(last)
    month += _month(month) < first
    step = next((each for each in (1, 2, 3, 6) if (end - month) // each < most), 12)
    while step * most <= end - month:
        step += 12
    at = [_month(each) for each in range(-(-month // step) * step, end + 1, step)]
    return at, _named(at, "month" if step < 12 else "year")


def _named(moments: Sequence[float], unit: str) -> list[str]:
    named, year = [], 0
    for at in moments:
        when = datetime.fromtimestamp(at, UTC)
        short = f"{when.day} {when:%b}" if unit == "day" else f"{when:%b}"
        named.append(f"{when.year}" if unit == "year" else short if when.year == year else f"{short} {when.year}")
        year = when.year
    return named


def _month_of(at: float) -> int:
    when = datetime.fromtimestamp(at, UTC)
    return when.year * 12 + when.month - 1


def _month(number: int) -> float:
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC).timestamp()
