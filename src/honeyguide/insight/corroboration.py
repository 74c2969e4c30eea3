"""Who else tells it: sites that tell the same event at about the same time, each in a text of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.insight.model import DAY, Analysis, Numbers
from honeyguide.model import Item
from honeyguide.reporting.text import plain as harmless
from honeyguide.timestamps import GRACE

NEAR = 14 * DAY
"""Farther apart two items tell of an event at different stages of it."""
NAMED = 3
"""Names in a list; the rest is counted."""
LONGEST = 60
"""Characters of a name that are shown, be it of a site, a host, an author or a source."""


class Others(NamedTuple):
    many: int
    """Independent sites that tell the same."""
    names: tuple[str, ...]
    """The first of them."""


NOBODY = Others(0, ())


def times(analysis: Analysis) -> Numbers:
    return believed(analysis.items)


def believed(items: Sequence[Item]) -> Numbers:
    """Publication by item; NaN without a date, or with one after the page was read: that cannot be."""
    at = np.array([np.nan if item.published is None else item.published for item in items], np.float64)
    read = np.array([item.fetched_at for item in items], np.float64)
    return np.where(at <= read + GRACE, at, np.nan)


def others(analysis: Analysis, at: Numbers, plain: NDArray[np.bool_], near: float = NEAR) -> list[Others]:
    """Of each item: the other sites that tell its event within `near`, or at any time for an item without a date.

    A text counts once, for the site that it began on; texts that are not `plain` (stuffed) or without a date do not
    count, nor do texts of the site that the item's own text began on.
    """
    found = [NOBODY] * len(analysis.items)
    for event in analysis.events:
        places = np.array(event.items, np.int64)
        began = places[(analysis.stories[places] == places) & plain[places] & ~np.isnan(at[places])]
        began = began[np.argsort(at[began], kind="stable")]
        tellers = [analysis.sites[place] for place in began.tolist()]
        dated = places[~np.isnan(at[places])]
        dated = dated[np.argsort(at[dated], kind="stable")]
        starts = np.searchsorted(at[began], at[dated] - near).tolist()
        ends = np.searchsorted(at[began], at[dated] + near, side="right").tolist()
        window: Counter[str] = Counter()
        left = right = 0
        for place, start, end in zip(dated.tolist(), starts, ends, strict=True):
            window.update(tellers[right:end])
            for site in tellers[left:start]:
                window[site] -= 1
                if not window[site]:
                    del window[site]
            left, right = start, end
            found[place] = _besides(window, analysis, place)
        ever = Counter(tellers)
        for place in places[np.isnan(at[places])].tolist():
            found[place] = _besides(ever, analysis, place)
    return found


def _besides(window: Counter[str], analysis: Analysis, place: int) -> Others:
    own = {analysis.sites[place], analysis.sites[analysis.stories[place]]}
    many = len(window) - sum(site in window for site in own)
    return Others(many, tuple(islice((site for site in window if site not in own), NAMED)))


def listed(names: Iterable[str], many: int) -> str:
    """`a, b, c and 2 more`."""
    shown = [harmless(name, LONGEST) for name in names]
    more = many - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
