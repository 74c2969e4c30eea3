"""What was found, counted: the figures at the head of a report, and the moments that its pictures count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.insight.corroboration import times
from honeyguide.insight.model import Analysis, Event, Hot

COLOURED = 7
"""Events that have a colour of their own."""


class Glance(Struct, frozen=True):
    items: int
    stories: int
    """Copies of one text counted once."""
    events: int
    in_events: int
    """Items that belong to one."""
    sites: int
    languages: tuple[tuple[str, int], ...]
    """Items by language, most first; an empty name where it cannot be told."""
    first: float | None
    """The earliest publication …"""
    last: float | None
    """… and the latest, up to now."""
    undated: int
    later: int
    """Items that are dated after now."""
    unread: int


def glance(analysis: Analysis) -> Glance:
    moments = times(analysis)
    known = moments[moments <= analysis.until]  # false for what is not dated
    return Glance(
        items=len(analysis.items),
        stories=len(np.unique(analysis.stories)),
        events=len(analysis.events),
        in_events=int(np.count_nonzero(analysis.event_of)),
        sites=len(set(analysis.sites)),
        languages=tuple(Counter(item.language for item in analysis.items).most_common()),
        first=float(known.min()) if len(known) else None,
        last=float(known.max()) if len(known) else None,
        undated=analysis.undated,
        later=int((moments > analysis.until).sum()),
        unread=analysis.unread,
    )


class Stories(NamedTuple):
    """When each story was first told, and in which event; those without a date are left out."""

    times: NDArray[np.float64]
    events: NDArray[np.int64]


def stories(analysis: Analysis) -> Stories:
    moments = times(analysis)
    dated = np.flatnonzero(~np.isnan(moments))
    order = dated[np.argsort(moments[dated], kind="stable")]
    _, first = np.unique(analysis.stories[order], return_index=True)
    told = order[first]
    return Stories(moments[told], analysis.event_of[told])


def story_count(analysis: Analysis, items: Sequence[int]) -> int:
    return len(np.unique(analysis.stories[np.array(items, np.int64)])) if items else 0


def largest(analysis: Analysis, top: int) -> list[Event]:
    """Events with the most stories."""
    sizes = {event.number: story_count(analysis, event.items) for event in analysis.events}
    return sorted(analysis.events, key=lambda event: (-sizes[event.number], event.number))[:top]


def chief(analysis: Analysis, hots: Sequence[Hot], top: int = COLOURED) -> list[int]:
    """The numbers of the events that a report tells of: the hottest, for half of the places, then the largest."""
    hottest = [hot.event for hot in hots if hot.score > 0][: -(-top // 2)]
    return list(dict.fromkeys([*hottest, *(event.number for event in largest(analysis, top))]))[:top]


def counted(many: int, one: str, several: str = "") -> str:
    """`1 item`, `1,200 items`."""
    return f"{many:,} {one if many == 1 else several or one + 's'}"


def undated(many: int) -> str:
    return (
        "1 item has no date and is in no time line"
        if many == 1
        else f"{many:,} items have no date and are in no time line"
    )


def day(at: float | None) -> str:
    """For a person: 3 July 2026."""
    if at is None:
        return "no date"
    when = datetime.fromtimestamp(at, UTC)
    return f"{when.day} {when:%B %Y}"


def span(start: float | None, end: float | None) -> str:
    """For a person: 28 June – 3 July 2026."""
    if start is None or end is None:
        return "no date"
    first, last = datetime.fromtimestamp(start, UTC), datetime.fromtimestamp(end, UTC)
    if first.date() == last.date():
        return day(end)
    short = f"{first.day}" if (first.year, first.month) == (last.year, last.month) else f"{first.day} {first:%B}"
    return f"{short if first.year == last.year else day(start)} – {day(end)}"
