"""What was found, counted and named: the moments that pictures count, the events that matter, dates in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple, TypeVar

import numpy as np

from honeyguide.insight.corroboration import times
from honeyguide.insight.events import EARLY
from honeyguide.insight.model import EVEN, Analysis, Currency, Event, Hot, Numbers, Places, Reason, Trust
from honeyguide.reporting.text import counted
from honeyguide.timestamps import parse

Scored = TypeVar("Scored", Trust, Currency)
COLOURED = 7
"""Events that have a colour of their own."""


class Stories(NamedTuple):
    """When each story was first told, and in which event; those without a date are left out."""

    times: Numbers
    events: Places


def stories(analysis: Analysis) -> Stories:
    moments = times(analysis)
    dated = np.flatnonzero(~np.isnan(moments))
    order = dated[np.argsort(moments[dated], kind="stable")]
    _, first = np.unique(analysis.stories[order], return_index=True)
    told = order[first]
    return Stories(moments[told], analysis.event_of[told])


def story_count(analysis: Analysis, items: Sequence[int]) -> int:
    return len(np.unique(analysis.stories[np.array(items, np.int64)])) if items else 0


def headline(analysis: Analysis, event: Event) -> str:
    """What an event is called: the title of its pages that says most of the words which set it apart, the first of
    those; the words themselves where no page has a title."""
    titles = [title for place in event.items if (title := analysis.items[place].title.strip())]
    return max(titles, key=lambda title: _said(title, event.terms), default=", ".join(event.terms[:4]))


def _said(title: str, terms: Sequence[str]) -> int:
    low = title.casefold()
    return sum(term.casefold() in low for term in terms)


def largest(analysis: Analysis, top: int) -> list[Event]:
    """Events with the most stories."""
    sizes = {event.number: story_count(analysis, event.items) for event in analysis.events}
    return sorted(analysis.events, key=lambda event: (-sizes[event.number], event.number))[:top]


def chief(analysis: Analysis, hots: Sequence[Hot], top: int = COLOURED) -> list[int]:
    """The numbers of the events that a report tells of: the hottest, for half of the places, then the largest."""
    hottest = [hot.event for hot in hots if hot.score > 0][: -(-top // 2)]
    return list(dict.fromkeys([*hottest, *(event.number for event in largest(analysis, top))]))[:top]


def for_it(reasons: Sequence[Reason]) -> list[Reason]:
    """What speaks for an item, the weightiest first …"""
    strong = (each for each in reasons if each.known and each.value >= EVEN)
    return sorted(strong, key=lambda each: -each.weight * each.value)


def against_it(reasons: Sequence[Reason]) -> list[Reason]:
    """… and what against it."""
    weak = (each for each in reasons if each.known and each.value < EVEN)
    return sorted(weak, key=lambda each: -each.weight * (1.0 - each.value))


def highest(scored: Sequence[Scored], top: int) -> list[Scored]:
    return sorted(scored, key=lambda each: (-each.score, each.item))[:top]


def lowest(scored: Sequence[Scored], top: int) -> list[Scored]:
    return sorted(scored, key=lambda each: (each.score, each.item))[:top]


def no_events(items: int) -> str:
    """Why there are none."""
    if items >= EARLY:
        return "no two items report the same event"
    are = "is" if items == 1 else "are"
    return (
        f"{counted(items, 'item')} {are} too few to tell events by: with fewer than {EARLY:.0f}, only items that are "
        "very much alike report the same one, and no two are"
    )


def undated(many: int) -> str:
    has, is_ = ("has", "is") if many == 1 else ("have", "are")
    return f"{counted(many, 'item')} {has} no date and {is_} in no time line"


Moment = float | str | None
"""In seconds since 1970 or as ISO 8601."""


def day(at: Moment) -> str:
    """For a person: 3 July 2026."""
    when = _date(at)
    return f"{when.day} {when:%B %Y}" if when else "no date"


def span(start: Moment, end: Moment) -> str:
    """For a person: 28 June – 3 July 2026."""
    first, last = _date(start), _date(end)
    if first is None or last is None:
        return "no date"
    if first == last:
        return day(end)
    short = f"{first.day}" if (first.year, first.month) == (last.year, last.month) else f"{first.day} {first:%B}"
    return f"{short if first.year == last.year else day(start)} – {day(end)}"


def _date(at: Moment) -> date | None:
    moment = parse(at) if isinstance(at, str) else at
    return None if moment is None else datetime.fromtimestamp(moment, UTC).date()
