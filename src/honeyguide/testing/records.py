"""A small crawl's records, by hand: a bit of everything that a store keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from honeyguide.model import EventKind, Fetched, Link, Outcome, OutLink, Page, Relevance
from honeyguide.protocols import Store
from honeyguide.records import Citation, Record
from honeyguide.storage.page_links import pack

STATE: Mapping[str, object] = {"strategy": {"drawn": 3}, "scorer": {"counts": [1, 2]}}
FRONT, STORY, COPY = "http://a.example/", "http://a.example/story", "http://b.example/copy"


def out_link(url: str, **more: Any) -> OutLink:
    given = {"url": url, "host": url.split("/")[2], "anchor": f"to {url}", **more}
    return OutLink(**given)


def seed(store: Store, url: str = FRONT) -> Link:
    return store.link_table.add(url, url.split("/")[2], 0, -1)


def page_record(store: Store, link: Link, *links: OutLink, at: float = 10.0, **more: object) -> Record:
    """A page with these links, all but the first of which may be followed."""
    page = Page(link.url, "Title", "text", (), links, canonical=str(more.pop("canonical", "")))
    relevance = Relevance(0.25 * (1 + link.id % 3), on_topic=link.id % 3 > 0, matched_terms=(0, 2))
    targets = store.link_table.add_all(links[1:], link.depth + 1, link.id)
    cited = [
        Citation(link.id, target.id, out.anchor, 0.5, 0.25, place)
        for place, (target, out) in enumerate(zip(targets, links[1:], strict=True), start=1)
    ]
    record = Record(
        link,
        Fetched(link.url, Outcome.PAGE, 200, body=b"<html>", at=at, seconds=0.5),
        Outcome.PAGE,
        "",
        final=True,
        citations=cited,
        page=page,
        relevance=relevance,
        fingerprint=bytes([link.id % 256]) * 8,
        packed_links=pack(page, relevance),
    )
    return msgspec.structs.replace(record, **more)


def referral_record(store: Store, link: Link, *links: OutLink) -> Record:
    """A page that another shard of the crawl fetched, with links of this one."""
    page = Page(link.url, "Far away", "", (), links, anchor="Over there")
    relevance = Relevance(0.875, on_topic=True, features=b"\x01\x00")
    targets = store.link_table.add_all(links, link.depth + 1, link.id)
    cited = [
        Citation(link.id, target.id, out.anchor, 0.5, 0.25, place)
        for place, (target, out) in enumerate(zip(targets, links, strict=True))
    ]
    return Record(
        link,
        Fetched(link.url, Outcome.REFERRAL, at=11.0),
        Outcome.REFERRAL,
        "",
        final=True,
        citations=cited,
        relevance=relevance,
        packed_links=pack(page, relevance),
        title=page.title,
        links_elsewhere=3,
    )


def failure(link: Link, *, final: bool, again_at: float | None = None, at: float = 11.0) -> Record:
    fetched = Fetched(link.url, Outcome.TIMEOUT, detail="no answer", at=at, seconds=2.0)
    return Record(link, fetched, Outcome.TIMEOUT, "no answer", final=final, again_at=again_at)


def fill(store: Store) -> None:
    """A bit of everything, committed twice."""
    front = seed(store)
    store.event(1.0, EventKind.START, "2 seeds")
    busy = seed(store, "http://busy.example/")
    store.commit(STATE)
    links = [
        out_link(FRONT),
        out_link(STORY, context="words", heading="News", path="body/p", rel="next"),
        out_link(COPY),
    ]
    store.add(page_record(store, front, *links))
    story, copy = store.link(2), store.link(3)
    store.add(failure(busy, final=True, again_at=99.0))
    store.event(12.0, EventKind.RELEVANCE, "threshold 0.3", link=story.id)
    store.add(page_record(store, story, out_link(FRONT), at=12.0, canonical="http://a.example/s"))
    store.add(page_record(store, copy, out_link(STORY), out_link("http://c.example/"), duplicate_of=story.id))
    last = store.link(4)
    store.add(failure(last, final=False, again_at=70.0))
    store.add(failure(last, final=False, again_at=80.0))
    moved = store.link_table.add("http://c.example/moved", "c.example", 2, copy.id, 1)
    fetched = Fetched(last.url, Outcome.REDIRECT, 301, location=moved.url, at=15.0)
    passed_on = [Citation(last.id, moved.id, None, 0.75)]
    store.add(Record(last, fetched, Outcome.REDIRECT, moved.url, final=True, citations=passed_on))
    store.add(failure(moved, final=False, again_at=60.0))
    store.keep([(2, 1.5, 0.25), (3, 2.0, 0.0)])
    store.keep([(3, 2.5, 0.5)])
    store.commit({**STATE, "strategy": {"drawn": 7}})
