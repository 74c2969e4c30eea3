"""Findings put together by hand, for tests of what is drawn and written; `marked` is in everything from pages."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from honeyguide.insight.model import (
    DAY,
    Analysis,
    Currency,
    Event,
    Evolution,
    Hot,
    Phase,
    Reason,
    Thread,
    Trust,
)
from honeyguide.insight.report_page import write_report
from honeyguide.model import Item

UNTIL = 1_782_907_200.0  # 2026-07-01T12:00:00Z
TERMS = (
    ("flood", "river", "dam"),
    ("暴雨", "红色预警", "内涝"),
    ("landslide", "village", "rescue"),
    ("洪水", "水库", "转移"),
    ("storm", "harbour", "surge"),
)
SITES = ("herald.example", "ribao.example", "gazette.example", "tiandi.example", "blog.example", "notes.example")


class Made(NamedTuple):
    analysis: Analysis
    trusts: list[Trust]
    currencies: list[Currency]
    hots: list[Hot]
    evolutions: list[Evolution]

    def write(self, path: Path, name: str = "floods: rain") -> str:
        write_report(path, *self, name=name, window=7 * DAY, half_life=14.0)
        return path.read_text("utf-8")


def findings(many: int = 60, *, events: int = 5, dated: bool = True, marked: str = "", url: str = "") -> Made:
    """So many items, two in three in an event, the events one after the other; every seventh has no date."""
    items, event_of, stories = [], [], []
    for place in range(many):
        event = place * 3 // 2 % events + 1 if events and place % 3 else 0
        at = UNTIL - (events - event) * 9 * DAY - (place % 11) * DAY if dated and place % 7 else None
        items.append(item(place, event, at, marked, url))
        event_of.append(event)
        stories.append(place - 15 if place % 15 == 8 and place > 15 else place)
    analysis = Analysis(
        items=items,
        vocabulary=[term for terms in TERMS for term in terms],
        words=words(event_of),
        sites=[each.host.removeprefix("www.") for each in items],
        stories=np.array(stories, np.int64),
        event_of=np.array(event_of, np.int64),
        events=[event_of_items(number, items, event_of, marked) for number in range(1, events + 1)],
        until=UNTIL,
        undated=sum(each.published is None for each in items),
        unread=3,
    )
    return Made(
        analysis,
        [trust(place, marked) for place in range(many)],
        [currency(each, place, marked) for place, each in enumerate(items)],
        [hot(event, marked) for event in reversed(analysis.events) if event.started is not None],
        [evolution(analysis, event, marked) for event in analysis.events[2:4] if event.started is not None],
    )


def item(place: int, event: int, at: float | None, marked: str, url: str) -> Item:
    host = f"{marked}www.{SITES[place % len(SITES)]}"
    language = ("zh" if event % 2 == 0 else "en") if event else marked
    title = f"{' '.join(TERMS[event % len(TERMS)])} {place}{marked}"
    return Item(
        number=place,
        url=url or f"http://{SITES[place % len(SITES)]}/{place}{marked}",
        host=host,
        title=title,
        language=language,
        source=f"Source {marked}",
        author=f"Author {marked}",
        published=at,
        updated=None,
        fetched_at=UNTIL + DAY,
        relevance=0.9,
        fingerprint=b"",
        content="",
    )


def words(event_of: list[int]) -> csr_matrix:
    """An item of event n holds the three words of n, and one of n + 1."""
    every = len(TERMS) * 3
    rows = [place for place, event in enumerate(event_of) if event for _ in range(4)]
    columns = [(3 * (event - 1) + k) % every for event in event_of if event for k in range(4)]
    return csr_matrix((np.ones(len(rows), np.int32), (rows, columns)), (len(event_of), every))


def event_of_items(number: int, items: list[Item], event_of: list[int], marked: str) -> Event:
    mine = [place for place, event in enumerate(event_of) if event == number]
    mine.sort(key=lambda place: (items[place].published is None, items[place].published or 0.0, place))
    dated = [at for place in mine if (at := items[place].published) is not None]
    terms = tuple(term + marked for term in TERMS[(number - 1) % len(TERMS)])
    return Event(number, tuple(mine), terms, dated[0] if dated else None, dated[-1] if dated else None)


def trust(place: int, marked: str) -> Trust:
    value = (place * 7 % 20) / 20
    reasons = (
        Reason("corroboration", value, 0.5, f"told by {place} other sites {marked}"),
        Reason("authority", 1.0 - value, 0.3, f"the links say so {marked}"),
        Reason("author", float(place % 2), 0.2, f"the author is {marked}"),
    )
    return Trust(place, sum(each.value * each.weight for each in reasons), reasons)


def currency(of: Item, place: int, marked: str) -> Currency:
    if of.published is None:
        return Currency(place, 0.0, None, None, ("it has no date",))
    age = (UNTIL - of.published) / DAY
    return Currency(place, 2 ** (-age / 14), age, place // 2, (f"published {age:.0f} days ago", f"newer: {marked}"))


def hot(event: Event, marked: str) -> Hot:
    burst = (event.started or 0.0, (event.started or 0.0) + 3 * DAY)
    says = f"9 stories from 4 sites in 7 days where 0.5 would be expected {marked}"
    return Hot(event.number, event.number / 6, len(event.items), 9, 4, 0.5, (burst,), says)


def evolution(analysis: Analysis, event: Event, marked: str) -> Evolution:
    """Two phases; one thread in the first, which splits, and a third that merges what it split into."""
    dated = [place for place in event.items if analysis.items[place].published is not None]
    halves = [part for part in (dated[: len(dated) // 2], dated[len(dated) // 2 :]) if part]
    days: dict[float, int] = {}
    for place in dated:
        at = (analysis.items[place].published or 0.0) // DAY * DAY
        days[at] = days.get(at, 0) + 1
    terms = tuple(f"{term}{marked}" for term in event.terms)
    phases = tuple(
        Phase(
            start=analysis.items[half[0]].published or 0.0,
            end=analysis.items[half[-1]].published or 0.0,
            items=tuple(half),
            stories=len(half),
            appears=terms,
            disappears=terms[:1],
            sites=tuple(dict.fromkeys(analysis.sites[place] for place in half)),
            new_sites=(analysis.sites[half[0]],),
            begun_by=tuple(half[:2]),
        )
        for half in halves
    )
    threads = (
        Thread(0, tuple(halves[0]), terms, ()),
        Thread(1, tuple(halves[-1][:2]), terms, (0,)),
        Thread(1, tuple(halves[-1][2:]), terms, (0,)),
    )
    volume = tuple((at, many, many) for at, many in sorted(days.items()))
    return Evolution(event.number, volume, phases, threads, len(event.items) - len(dated))
