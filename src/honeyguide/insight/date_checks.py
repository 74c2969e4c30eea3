"""Dates that agree: an item is not published after it was read, nor changed before, nor at odds with its address."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from honeyguide.insight.days import day
from honeyguide.insight.model import DAY
from honeyguide.model import Item
from honeyguide.timestamps import GRACE

CLOSE, FAR = 2 * DAY, 30 * DAY
"""Up to here the address and the page agree; from there on they tell of different times."""
_YEAR, _MONTH = r"((?:19|20)\d{2})", r"(0[1-9]|1[0-2])"
DAY_IN_ADDRESS = re.compile(rf"[/_-]t?{_YEAR}[/-]?{_MONTH}[/-]?(0[1-9]|[12]\d|3[01])(?!\d)")
"""`/2025/03/02/`, `/20250302/`, `/2025-03/02/`, `/t20250302_17.html` …"""
MONTH_IN_ADDRESS = re.compile(rf"/{_YEAR}[/-]?{_MONTH}/")
"""… and `/2025/03/`, `/202503/`."""
UNKNOWN = 0.5
"""What an item without a date gets: it does not contradict itself, and nothing speaks for it."""
NO_DATE = (UNKNOWN, "there is no date to compare")


def agreement(item: Item) -> tuple[float, str]:
    """How far the dates of an item agree, in [0, 1], and the worst of what does not, in words."""
    if item.published is None:
        return NO_DATE
    if ahead(item):
        return 0.0, f"it is dated {day(item.published)}, after it was read on {day(item.fetched_at)}"
    if item.updated is not None and item.updated > item.fetched_at + GRACE:
        return 0.0, f"its last change is dated {day(item.updated)}, after it was read on {day(item.fetched_at)}"
    if item.updated is not None and item.updated < item.published - GRACE:
        return 0.0, f"its last change is dated {day(item.updated)}, before it was published on {day(item.published)}"
    told = in_address(item.url)
    if told is None:
        return 1.0, "its dates agree"
    says, begin, end = told
    apart = min(max(begin - at, at - end, 0.0) for at in (item.published, item.updated) if at is not None)
    if apart <= CLOSE:
        return 1.0, "its dates agree, that of its address too"
    return max(0.0, (FAR - apart) / (FAR - CLOSE)), f"the address says {says}, the page {day(item.published)}"


def ahead(item: Item) -> bool:
    """Whether it is dated after it was read: the date is wrong, and nobody knows the right one."""
    return item.published is not None and item.published > item.fetched_at + GRACE


def in_address(url: str) -> tuple[str, float, float] | None:
    """The day or month that a URL names, its begin and end; None when it names none."""
    for form in (DAY_IN_ADDRESS, MONTH_IN_ADDRESS):
        found = form.search(url)
        if found:
            year, month, *rest = map(int, found.groups())
            try:
                begin = datetime(year, month, rest[0] if rest else 1, tzinfo=UTC)
            except ValueError:
                continue
            end = begin + timedelta(days=1) if rest else datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
            return "-".join(found.groups()), begin.timestamp(), end.timestamp()
    return None
