"""What insight answers, as plain values: pages by their URL, moments as ISO 8601."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import isinf
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from honeyguide.insight.corroboration import times
from honeyguide.insight.model import Analysis, Currency, Event, Evolution, Hot, Phase, Reason, Thread, Trust
from honeyguide.insight.summary import headline, story_count
from honeyguide.timestamps import isoformat


class PageSummary(Struct, frozen=True):
    """A page on topic, as the answers name it."""

    url: str
    title: str
    host: str
    site: str
    """The domain that its host belongs to."""
    language: str
    source: str
    author: str
    published: str | None
    """A bare date where the page tells no hour; None without a date."""
    updated: str | None
    event: int | None
    """The number of its event …"""
    terms: tuple[str, ...]
    """… and the words that set that event apart."""


class TrustedPage(PageSummary, frozen=True, kw_only=True):
    score: float
    """In [0, 1]: how far it can be trusted."""
    event_title: str
    """What its event is called; empty without one."""
    reasons: tuple[Reason, ...]


class CurrentPage(PageSummary, frozen=True, kw_only=True):
    score: float
    """In [0, 1]: how current it is."""
    event_title: str
    """What its event is called; empty without one."""
    age_days: float | None
    replaced_by: PageSummary | None
    """A newer page that tells the same event further."""
    says: tuple[str, ...]
    """The reasons in words."""


class EventSummary(Struct, frozen=True):
    """Pages that tell of one thing that happened."""

    event: int
    """Its number."""
    title: str
    """What it is called: the headline of one of its pages."""
    terms: tuple[str, ...]
    """Words that set it apart, the best first."""
    items: int
    """Pages …"""
    stories: int
    """… copies of one text counted once …"""
    sites: int
    """… and on how many sites."""
    started: str | None
    ended: str | None
    first: PageSummary | None


class Span(Struct, frozen=True, rename={"start": "from", "end": "until"}):
    """A stretch of time; in JSON `from` and `until`."""

    start: str
    end: str


class HotEvent(Struct, frozen=True):
    """An event that stands out in a window of time; counts are those of the window."""

    score: float
    event: int
    title: str
    terms: tuple[str, ...]
    items: int
    stories: int
    sites: int
    expected: float
    """Stories that the background would bring in as long a time."""
    bursts: tuple[Span, ...]
    """When it was busy."""
    says: str
    window: Span
    started: str | None
    ended: str | None
    first: PageSummary | None


class DayCount(Struct, frozen=True):
    day: str
    items: int
    stories: int


class EventPhase(Struct, frozen=True):
    phase: int
    start: str
    end: str
    stories: int
    appears: tuple[str, ...]
    """Words that come up in it."""
    disappears: tuple[str, ...]
    """Words of the phase before that are gone."""
    sites: tuple[str, ...]
    new_sites: tuple[str, ...]
    begun_by: tuple[PageSummary, ...]
    """The pages that started it."""
    items: tuple[PageSummary, ...]


class EventThread(Struct, frozen=True):
    """Pages of one phase that speak of the same side of an event."""

    thread: int
    phase: int
    terms: tuple[str, ...]
    follows: tuple[int, ...]
    """Threads of the phase before that it goes on with."""
    items: tuple[str, ...]
    """Their URLs."""


class EventHistory(EventSummary, frozen=True):
    """How an event went on."""

    undated: int
    """Pages without a date: they are in no phase."""
    volume: tuple[DayCount, ...]
    phases: tuple[EventPhase, ...]
    threads: tuple[EventThread, ...]


class Overview(Struct, frozen=True):
    """What was found, counted."""

    items: int
    """Pages on topic, with those that results and exports leave out …"""
    near_duplicates: int
    """… as near-duplicates of others."""
    stories: int
    """Copies of one text counted once."""
    events: int
    in_events: int
    """Pages that belong to one."""
    sites: int
    languages: dict[str, int]
    """Pages by language, most first; an empty name where it cannot be told."""
    first: str | None
    """The earliest publication …"""
    last: str | None
    """… and the latest, up to now."""
    undated: int
    later: int
    """Pages that are dated after now."""
    unread: int
    """Pages on topic whose date and main text were not extracted: `CrawlFolder.index` does it."""


def page_summary(analysis: Analysis, place: int) -> PageSummary:
    return PageSummary(**_page(analysis, place))


def trusted_page(analysis: Analysis, found: Trust, titles: Mapping[int, str]) -> TrustedPage:
    """`titles` says what each event is called, by number."""
    about = _page(analysis, found.item)
    title = titles.get(about["event"], "")
    return TrustedPage(**about, score=found.score, event_title=title, reasons=found.reasons)


def current_page(analysis: Analysis, found: Currency, titles: Mapping[int, str]) -> CurrentPage:
    newer = None if found.replaced_by is None else page_summary(analysis, found.replaced_by)
    about = _page(analysis, found.item)
    title = titles.get(about["event"], "")
    return CurrentPage(
        **about, score=found.score, event_title=title, age_days=found.age, replaced_by=newer, says=found.says
    )


def event_summary(analysis: Analysis, found: Event) -> EventSummary:
    return EventSummary(
        event=found.number,
        title=headline(analysis, found),
        terms=found.terms,
        items=len(found.items),
        stories=story_count(analysis, found.items),
        sites=len({analysis.sites[place] for place in found.items}),
        started=_moment(found.started),
        ended=_moment(found.ended),
        first=page_summary(analysis, found.items[0]) if found.items else None,
    )


def hot_event(analysis: Analysis, found: Hot, window: float) -> HotEvent:
    about = event_summary(analysis, analysis.events[found.event - 1])
    return HotEvent(
        **asdict(found)
        | {
            "title": about.title,
            "terms": about.terms,
            "bursts": tuple(Span(isoformat(start), isoformat(end)) for start, end in found.bursts),
            "window": Span(isoformat(analysis.until - window), isoformat(analysis.until)),
            "started": about.started,
            "ended": about.ended,
            "first": about.first,
        }
    )


def event_history(analysis: Analysis, found: Evolution) -> EventHistory:
    return EventHistory(
        **asdict(event_summary(analysis, analysis.events[found.event - 1])),
        undated=found.undated,
        volume=tuple(DayCount(isoformat(at)[:10], items, stories) for at, items, stories in found.volume),
        phases=tuple(_phase(analysis, number, each) for number, each in enumerate(found.phases, start=1)),
        threads=tuple(_thread(analysis, number, each) for number, each in enumerate(found.threads, start=1)),
    )


def overview(analysis: Analysis) -> Overview:
    moments = times(analysis)
    known = moments[moments <= analysis.until]  # false for what is not dated
    return Overview(
        items=len(analysis.items),
        near_duplicates=analysis.near_duplicates,
        stories=len(np.unique(analysis.stories)),
        events=len(analysis.events),
        in_events=int(np.count_nonzero(analysis.event_of)),
        sites=len(set(analysis.sites)),
        languages=dict(Counter(item.language for item in analysis.items).most_common()),
        first=_moment(known.min(initial=np.inf)),
        last=_moment(known.max(initial=-np.inf)),
        undated=analysis.undated,
        later=int((moments > analysis.until).sum()),
        unread=analysis.unread,
    )


def _phase(analysis: Analysis, number: int, phase: Phase) -> EventPhase:
    start, end = isoformat(phase.start), isoformat(phase.end)
    begun, items = (
        tuple(page_summary(analysis, place) for place in places) for places in (phase.begun_by, phase.items)
    )
    told = asdict(phase) | {"start": start, "end": end, "begun_by": begun, "items": items}
    return EventPhase(phase=number, **told)


def _thread(analysis: Analysis, number: int, thread: Thread) -> EventThread:
    follows = tuple(place + 1 for place in thread.follows)
    urls = tuple(analysis.items[place].url for place in thread.items)
    return EventThread(number, thread.phase + 1, thread.terms, follows, urls)


def _page(analysis: Analysis, place: int) -> dict[str, Any]:
    item, number = analysis.items[place], int(analysis.event_of[place])
    published = _moment(item.published)
    return {
        "url": item.url,
        "title": item.title,
        "host": item.host,
        "site": analysis.sites[place],
        "language": item.language,
        "source": item.source,
        "author": item.author,
        "published": published[:10] if published and item.day_only else published,
        "updated": _moment(item.updated),
        "event": number or None,
        "terms": analysis.events[number - 1].terms if number else (),
    }


def _moment(at: float | None) -> str | None:
    return None if at is None or isinf(at) else isoformat(at)
