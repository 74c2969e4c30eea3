"""Days of the calendar (UTC), and how a person says them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.insight.model import DAY
from honeyguide.timestamps import isoformat

_EPOCH = date(1970, 1, 1)


def days_of(at: NDArray[Any]) -> NDArray[np.int64]:
    """Days since 1970 of moments."""
    return np.asarray(np.floor_divide(at, DAY), np.int64)


def day(at: float) -> str:
    """`2025-12-03`."""
    return isoformat(at)[:10]


def said(first: int, last: int, now: float) -> str:
    """`3–5 December`, `30 November–2 December`; with the year where it is not that of `now`."""
    start, end = (_EPOCH + timedelta(days=day) for day in (first, last))
    this_year = datetime.fromtimestamp(now, UTC).year
    tail = f"{end.day} {end:%B}" + ("" if end.year == this_year else f" {end.year}")
    if start == end:
        return tail
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day}–{tail}"
    head = f"{start.day} {start:%B}"
    return f"{head} {start.year}–{tail}" if start.year != end.year else f"{head}–{tail}"


def said_length(seconds: float) -> str:
    """`7 days`, `1 day`, `36 hours`."""
    unit, size = ("day", DAY) if seconds % DAY == 0 else ("hour", 3600.0)
    many = f"{seconds / size:g}"
    return f"{many} {unit}" if many == "1" else f"{many} {unit}s"
