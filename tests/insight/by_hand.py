"""A small analysis put together by hand: every site, story and event as a test wants it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Analysis, Event
from honeyguide.model import Item
from honeyguide.sites import site_of
from honeyguide.timestamps import parse as parse_time

FETCHED = "2025-04-01T00:00:00Z"
PROSE = tuple(f"word{number}" for number in range(40))


class Told(Struct, frozen=True):
    """One item, in short."""

    host: str
    published: str = ""
    event: int = 0
    story: int = -1
    """Place of the item that its text began with; -1 for its own."""
    words: Sequence[str] = PROSE
    url: str = ""
    title: str = ""
    updated: str = ""
    source: str = ""
    author: str = ""
    language: str = "en"
    fetched: str = FETCHED


def item_of(told: Told, number: int = 0) -> Item:
    fetched = parse_time(told.fetched)
    assert fetched is not None
    return Item(
        number=number,
        url=told.url or f"http://{told.host}/{number}",
        host=told.host,
        title=told.title,
        language=told.language,
        source=told.source or told.host,
        author=told.author,
        published=parse_time(told.published),
        updated=parse_time(told.updated),
        fetched_at=fetched,
        relevance=1.0,
        fingerprint=b"",
        content="",
        day_only=len(told.published) == len("2025-01-01"),
    )


def analysis_of(told: Sequence[Told], until: str = "2025-03-31T12:00:00Z") -> Analysis:
    items = [item_of(each, number) for number, each in enumerate(told)]
    now = parse_time(until)
    assert now is not None
    vocabulary: dict[str, int] = {}
    rows, columns = [], []
    for row, each in enumerate(told):
        for word in each.words:
            rows.append(row)
            columns.append(vocabulary.setdefault(word, len(vocabulary)))
    words = csr_matrix((np.ones(len(rows), np.int32), (rows, columns)), shape=(len(told), max(1, len(vocabulary))))
    return Analysis(
        items=items,
        vocabulary=list(vocabulary),
        words=words,
        sites=[site_of(item.host) for item in items],
        stories=np.array([row if each.story < 0 else each.story for row, each in enumerate(told)], np.int64),
        event_of=np.array([each.event for each in told], np.int64),
        events=_events(told, items),
        until=now,
        undated=sum(item.published is None for item in items),
        unread=0,
    )


def _events(told: Sequence[Told], items: Sequence[Item]) -> list[Event]:
    members: Mapping[int, list[int]] = {
        number: [] for number in range(1, max((t.event for t in told), default=0) + 1)
    }
    for place, each in enumerate(told):
        if each.event:
            members[each.event].append(place)
    events = []
    for number, places in members.items():
        places.sort(key=lambda place: (items[place].published is None, items[place].published or 0.0))
        dated = [at for place in places if (at := items[place].published) is not None]
        events.append(Event(number, tuple(places), (), dated[0] if dated else None, dated[-1] if dated else None))
    return events
