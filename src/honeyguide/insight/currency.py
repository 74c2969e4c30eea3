"""How current an item is (NEWS 4.4): its age at a half-life, and whether a newer item tells its event further."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp2, isfinite

import numpy as np
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.insight.corroboration import LONGEST, times
from honeyguide.insight.days import day
from honeyguide.insight.model import DAY, Analysis, Currency
from honeyguide.insight.stuffing import STUFFED, stuffing
from honeyguide.model import Item
from honeyguide.reporting.text import counted
from honeyguide.reporting.text import plain as harmless
from honeyguide.timestamps import GRACE

AT_LEAST = 0.5
"""What being replaced leaves of a score."""
LATER = 2 * DAY
"""Texts that began closer to each other tell an event side by side: none goes further."""
LONGEST_TITLE = 80


def currency(analysis: Analysis, half_life: float = 14.0) -> list[Currency]:
    """2^(−age / half-life) × `replacement` of each item, by place; half-life and age in days [ours].

    The age runs from the last change that is not after now. An item is replaced by other texts of its event that
    began more than two days after its own text did, or after its last change; stuffed texts replace nothing.
    """
    if not (isfinite(half_life) and half_life > 0):
        raise BadSetting(f"the half-life must be more than 0 days, not {half_life:g}; 14 is the default")
    at = times(analysis)
    told = [_last_change(item, analysis.until) for item in analysis.items]
    newer = _newer(analysis, at, [changed for changed, _ in told])
    found = []
    for place, (changed, says) in enumerate(told):
        if changed is None:
            found.append(Currency(place, 0.0, None, None, (says,)))
            continue
        age = max(0.0, (analysis.until - changed) / DAY)
        score = exp2(-age / half_life)
        if place not in newer:
            found.append(Currency(place, score, age, None, (says,)))
            continue
        many, by, lead = newer[place]
        further = f"a newer item tells the event further: {_named(analysis, by, at[by])}"
        if many > 1:
            further += f", and {many - 1} more"
        found.append(Currency(place, score * replacement(many, lead), age, by, (says, further)))
    return found


def replacement(many: int, lead: float) -> float:
    """1 − ½ (1 − 2^−m) (1 − 2^−g) for m newer texts of the event, the newest g days newer: never below a half."""
    return 1.0 - (1.0 - AT_LEAST) * (1.0 - exp2(-many)) * (1.0 - exp2(-lead))


def _newer(
    analysis: Analysis, at: NDArray[np.float64], changed: Sequence[float | None]
) -> dict[int, tuple[int, int, float]]:
    """Item → how many texts of its event are newer than it, the newest, and how many days newer that is."""
    plain = stuffing(analysis).degree < STUFFED
    found = {}
    for event in analysis.events:
        places = np.array(event.items, np.int64)
        began = places[(analysis.stories[places] == places) & plain[places] & (at[places] <= analysis.until)]
        began = began[np.argsort(at[began], kind="stable")]
        starts = at[began]
        for place in event.items:
            last, item = changed[place], analysis.items[place]
            if last is None or not len(began):
                continue
            first = at[analysis.stories[place]]
            own = min(last, first) if last == item.published and not np.isnan(first) else last
            many = len(began) - int(np.searchsorted(starts, own + LATER, side="right"))
            if many:
                found[place] = (many, int(began[-1]), float(starts[-1] - own) / DAY)
    return found


def _last_change(item: Item, until: float) -> tuple[float | None, str]:
    """When an item last changed, None when that is not known or was not yet; and the same in words."""
    if item.published is None:
        return None, "it has no date"
    if item.published > item.fetched_at + GRACE:
        return None, f"it is dated {day(item.published)}, after it was read on {day(item.fetched_at)}"
    if item.published > until + GRACE:
        return None, f"published on {day(item.published)}: not yet on {day(until)}, which counts as now"
    latest = min(item.fetched_at, until) + GRACE
    if item.updated is not None and item.published < item.updated <= latest:
        return item.updated, f"updated {ago(until - item.updated)} ({day(item.updated)})"
    return item.published, f"published {ago(until - item.published)} ({day(item.published)})"


def ago(seconds: float) -> str:
    days = int(seconds // DAY)
    return f"{counted(days, 'day')} ago" if days >= 1 else "less than a day ago"


def _named(analysis: Analysis, place: int, at: float) -> str:
    item = analysis.items[place]
    title = harmless(item.title, LONGEST_TITLE) or harmless(item.url, LONGEST_TITLE)
    return f"{title} ({harmless(item.host, LONGEST)}, {day(at)})"
