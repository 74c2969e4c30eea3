"""Hot events: those that bring more in a window of time than their own past and the crawl's lead one to expect.

A Poisson process whose rate is learned from the background: rate ~ Gamma(1, 1) before, Gamma(1 + b, 1 + e) after
b stories in e windows. What the next window brings is then negative binomial with mean (1 + b) / (1 + e), and its
tail P(X ≥ n) = I_1/(2+e)(n, 1 + b), the regularised incomplete beta function [ours].
"""

from __future__ import annotations

from math import log, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.errors import BadInput
from honeyguide.insight.bursts import bursts
from honeyguide.insight.corroboration import times
from honeyguide.insight.days import days_of, said, said_length
from honeyguide.insight.model import DAY, Analysis, Hot, Numbers, Places

BACKGROUND = 8.0
"""Windows before the window that are the background: an event that was silent all that time is new again."""
EVEN = 10.0
"""Stories a window, evenly spread, that the crawl's own course is smoothed with."""
HALF = 3.0
"""Powers of ten of surprise that score one half: one in a thousand."""


class _Told(NamedTuple):
    """Stories of events in background and window, copies counted once; a story in two events counts in both."""

    event: Places
    day: Places
    """Of its first item."""
    before: NDArray[np.bool_]
    """Began before the window …"""
    within: NDArray[np.bool_]
    """… has an item in it."""


def hot(analysis: Analysis, window: float = 7 * DAY) -> list[Hot]:
    """Events with a dated item in the window that ends at `analysis.until`, the hottest first."""
    if not window > 0.0:
        raise BadInput(f"the window is {window:g} seconds long; it must be longer than nothing")
    at = times(analysis)
    start = analysis.until - window
    known = at <= analysis.until
    if not (known & (at >= start)).any():
        return []
    windows = min(BACKGROUND, max(0.0, (start - float(at[known].min())) / window))
    recent = np.flatnonzero(known & (at >= start - BACKGROUND * window))
    recent = recent[np.argsort(at[recent], kind="stable")]
    told = _told(analysis, recent, at, start)
    every = len(analysis.events) + 1
    in_window, in_background = (np.bincount(told.event[mask], minlength=every) for mask in (told.within, told.before))
    all_window, all_background = int(in_window.sum()), int(in_background.sum())
    days, totals = np.unique(told.day, return_counts=True)
    found: list[Hot] = []
    for number, places, stories in _by_event(analysis, recent[at[recent] >= start], told):
        n, b = int(in_window[number]), int(in_background[number])
        e = exposure(windows, all_background - b, all_window - n)
        sites = len({analysis.sites[place] for place in places.tolist()})
        batches, relevant = np.unique(np.searchsorted(days, told.day[stories]), return_counts=True)
        busy = (
            (float(days[each.first]) * DAY, float(days[each.last] + 1) * DAY)
            for each in bursts(batches, relevant, totals)
        )
        expected = (1.0 + b) / (1.0 + e)
        found.append(
            Hot(
                event=number,
                score=score(n, sites, b, e),
                items=len(places),
                stories=n,
                sites=sites,
                expected=expected,
                bursts=tuple(each for each in busy if each[1] > start),
                says=_says(n, sites, expected, window, _days_told(analysis, places, at), analysis.until),
            )
        )
    return sorted(found, key=lambda each: (-each.score, -each.stories, each.event))


def exposure(windows: float, background: int, window: int) -> float:
    """How many windows the background is worth, from the stories that the crawl has *beside* the event.

    A crawl brings more of what is new, so that eight weeks may hold less of it than the last one: they are then worth
    less than one. A window in which the crawl is thin does not make an old event hot: not more than the time.
    """
    return min(windows, (background + EVEN * windows) / (window + EVEN))


def surprise(n: int, b: int, e: float) -> float:
    """−log10 P(X ≥ n | X ≥ 1) after b stories in e windows: an event is only seen in a window that it has a story in,
    so that a single one is no surprise."""
    from scipy.special import betainc, gammaln  # noqa: PLC0415

    x = 1.0 / (2.0 + e)
    tail, seen = float(betainc(n, 1.0 + b, x)), float(betainc(1, 1.0 + b, x))
    if tail > 1e-290:
        return max(0.0, log10(seen) - log10(tail))
    # Too small for a float: its first term, P(X = n).
    first = gammaln(n + b + 1) - gammaln(n + 1) - gammaln(b + 1) + n * log(x) + (1 + b) * log(1.0 - x)
    return float(log10(seen) - first / log(10.0))


def score(n: int, sites: int, b: int, e: float) -> float:
    """Surprise, at half its worth where a single site tells it, mapped to [0, 1]."""
    told = surprise(n, b, e) * (1.0 - 0.5 / sites)
    return told / (told + HALF)


def busiest(days: Places) -> tuple[int, int]:
    """The shortest run of days with at least half of the stories; of several the fullest, then the first."""
    which, many = np.unique(days, return_counts=True)
    before = np.concatenate([[0], np.cumsum(many)])
    ends = np.searchsorted(before, before[:-1] + len(days) / 2.0)
    starts = np.flatnonzero(ends < len(before))
    ends = ends[starts]
    fullest = np.lexsort((which[starts], before[starts] - before[ends], which[ends - 1] - which[starts]))[0]
    return int(which[starts[fullest]]), int(which[ends[fullest] - 1])


def _told(analysis: Analysis, recent: Places, at: Numbers, start: float) -> _Told:
    keys = analysis.event_of[recent] * np.int64(len(analysis.items) + 1) + analysis.stories[recent]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    within = np.bincount(which, at[recent] >= start) > 0.0
    began = recent[first]
    return _Told(analysis.event_of[began], days_of(at[began]), at[began] < start, within)


def _by_event(analysis: Analysis, places: Places, told: _Told) -> list[tuple[int, Places, Places]]:
    """Number, items in the window, stories in background and window."""
    numbers = analysis.event_of[places]
    order, told_order = np.argsort(numbers, kind="stable"), np.argsort(told.event, kind="stable")
    present = np.unique(numbers[numbers > 0])
    mine = [np.searchsorted(numbers[order], present, side=side) for side in ("left", "right")]
    stories = [np.searchsorted(told.event[told_order], present, side=side) for side in ("left", "right")]
    rows = zip(present.tolist(), *mine, *stories, strict=True)
    return [(number, places[order[a:b]], told_order[c:d]) for number, a, b, c, d in rows]


def _days_told(analysis: Analysis, places: Places, at: Numbers) -> Places:
    """The day of each story's first item in the window."""
    _, first = np.unique(analysis.stories[places], return_index=True)
    return days_of(at[places[first]])


def _says(stories: int, sites: int, expected: float, window: float, days: Places, now: float) -> str:
    many = "1 story" if stories == 1 else f"{stories} stories"
    where = "1 site" if sites == 1 else f"{sites} sites"
    usual = f"{expected:.1f}" if expected < 9.95 else f"{expected:.0f}"
    words = f"{many} from {where} in {said_length(window)} where {usual} would be expected"
    return f"{words}; busiest {said(*busiest(days), now)}" if stories > 1 else words
