"""What every `protocols.Store` keeps to. A case takes a function that opens the same store once more.

The store before is closed by then, without another commit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import numpy as np

from honeyguide.model import CrawlEvent, EventKind, Fetched, Link, Outcome, OutLink, Page, Relevance
from honeyguide.protocols import Store
from honeyguide.records import Citation, Record
from honeyguide.storage.page_links import pack

Opens = Callable[[], Store]

STATE: Mapping[str, object] = {"strategy": {"drawn": 3}, "scorer": {"counts": [1, 2]}}
FRONT, STORY, COPY = "http://a.example/", "http://a.example/story", "http://b.example/copy"


def out_link(url: str, **more: object) -> OutLink:
    given = {"url": url, "host": url.split("/")[2], "anchor": f"to {url}", **more}
    return msgspec.convert(given, OutLink)


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
        Fetched(link.url, Outcome.PAGE, 200, body=b"<html>", at=at),
        Outcome.PAGE,
        "",
        final=True,
        citations=cited,
        page=page,
        relevance=relevance,
        fingerprint=bytes([link.id]) * 8,
        packed_links=pack(page, relevance),
    )
    return msgspec.structs.replace(record, **more)


def failure(link: Link, *, final: bool, again_at: float | None = None, at: float = 11.0) -> Record:
    fetched = Fetched(link.url, Outcome.TIMEOUT, detail="no answer", at=at)
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


def reopened(store: Store, opens: Opens) -> Store:
    store.close()
    return opens()


def nothing_is_restored_from_a_new_store(opens: Opens) -> None:
    store = opens()
    assert store.restore() is None
    assert len(store.link_table) == 0
    assert list(store.events()) == []
    store.close()


def what_was_never_committed_is_not_there(opens: Opens) -> None:
    store = opens()
    fill(store)
    before = store.restore()
    known, happened = len(store.link_table), list(store.events())
    store.add(page_record(store, store.link(5), out_link(FRONT), out_link("http://new.example/")))
    store.event(20.0, EventKind.STOP, "never")
    store.keep([(2, 9.0, 9.0)])
    assert list(store.events()) == happened
    store = reopened(store, opens)
    assert len(store.link_table) == known
    assert store.link_table.find("http://new.example/") is None
    assert store.restore() == before
    assert list(store.events()) == happened
    store.close()


def commit_hands_out_what_was_added_once(opens: Opens) -> None:
    store = opens()
    record = page_record(store, seed(store), out_link(FRONT))
    store.add(record)
    assert store.commit(STATE) == [record]
    assert store.commit(STATE) == []
    store.close()


def links_keep_their_numbers_and_all_that_is_known_of_them(opens: Opens) -> None:
    store = opens()
    fill(store)
    fresh = store.link_table.add("http://new.example/", "new.example", 1, 0)
    assert store.link(fresh.id) == fresh
    store.commit(STATE)
    links = [store.link(number) for number in range(len(store.link_table))]
    assert [link.id for link in links] == list(range(7))
    assert [link.url for link in links[:4]] == [FRONT, "http://busy.example/", STORY, COPY]
    assert [link.hops for link in links] == [0, 0, 0, 0, 0, 1, 0]
    assert [link.parent for link in links] == [-1, -1, 0, 0, 3, 3, 0]
    names = list(store.link_table.host_names)
    store = reopened(store, opens)
    assert [store.link(number) for number in range(len(store.link_table))] == links
    assert store.link_table.host_names == names
    for link in links:
        assert store.link_table.find(link.url) == link.id
        again = store.link_table.add(link.url, names[link.host], 0, -1)
        assert (again.id, again.host, again.depth) == (link.id, link.host, link.depth)
        assert store.link_table.parent(link.id) == link.parent
    assert store.link_table.add("http://other.example/", "other.example", 1, 0).id == len(links)
    store.close()


def a_checkpoint_is_the_same_after_opening_again(opens: Opens) -> None:
    store = opens()
    fill(store)
    before = store.restore()
    store = reopened(store, opens)
    assert store.restore() == before
    store.checkpoint()
    store.close()


def a_checkpoint_holds_what_a_crawl_needs_to_go_on(opens: Opens) -> None:
    store = opens()
    fill(store)
    store = reopened(store, opens)
    found = store.restore()
    store.close()
    assert found is not None
    assert found.state == {**STATE, "strategy": {"drawn": 7}}
    assert found.waiting.tolist() == [1, 5]  # a seed that failed for now, and a link that is tried again
    assert found.attempts == {4: 2, 5: 1}
    assert found.rests == [(3, 80.0)]
    assert found.seeds.tolist() == [0, 1]
    assert found.pages.tolist() == [0, 2, 3]
    assert found.page_relevance.tolist() == [0.25, 0.0, 0.75, 0.25, 0.0, 0.0]
    assert found.fingerprints == [(b"\x00" * 8, 0), (b"\x02" * 8, 2)]
    assert found.canonicals == [(STORY, "http://a.example/s")]
    assert found.pages_by_host == {0: 2, 2: 1}
    assert found.on_topic == 1
    assert found.citations.sources.tolist() == [0, 0, 3, 4]
    assert found.citations.targets.tolist() == [2, 3, 4, 5]
    assert found.citations.relevance.tolist() == [0.5, 0.5, 0.5, 0.75]
    assert found.citations.redirect.tolist() == [False, False, False, True]
    assert found.citations.context_scores.tolist() == [0.25, 0.25, 0.25, 0.0]
    kept = found.link_state_of(np.array([2, 3, 5, 99]))
    assert kept[:2].tolist() == [[1.5, 0.25], [2.5, 0.5]]
    assert np.isnan(kept[2:]).all()


def what_links_look_like_is_given_back(opens: Opens) -> None:
    store = opens()
    fill(store)
    store = reopened(store, opens)
    front, story, copy = store.page_links()
    store.close()
    assert (front.link, front.matched_terms, front.positions, front.targets) == (0, (0, 2), (1, 2), (2, 3))
    assert front.links == (
        out_link(STORY, context="words", heading="News", path="body/p", rel="next"),
        out_link(COPY),
    )
    assert (story.link, story.links, story.targets) == (2, (), ())
    assert (copy.link, copy.positions, copy.targets) == (3, (1,), (4,))


def events_come_in_order_with_visits_among_them(opens: Opens) -> None:
    store = opens()
    fill(store)
    store = reopened(store, opens)
    store.event(30.0, EventKind.RESUME, "3 pages")
    store.commit(STATE)
    happened = list(store.events())
    page, failed, moved = EventKind.PAGE, EventKind.FAILURE, EventKind.RELEVANCE
    assert [event.kind for event in happened] == [
        EventKind.START, page, failed, moved, page, page, failed, failed, failed, failed, EventKind.RESUME
    ]  # fmt: skip
    assert [event.id for event in happened] == list(range(1, 12))
    assert happened[1] == CrawlEvent(2, 10.0, page, "", 0, FRONT, Outcome.PAGE, 0.25, on_topic=False)
    assert happened[2].outcome is Outcome.TIMEOUT
    assert happened[3] == CrawlEvent(4, 12.0, EventKind.RELEVANCE, "threshold 0.3", 2, STORY)
    for last in range(12):
        assert list(store.events(since=last)) == happened[last:]
    store.close()


CASES = (
    nothing_is_restored_from_a_new_store,
    what_was_never_committed_is_not_there,
    commit_hands_out_what_was_added_once,
    links_keep_their_numbers_and_all_that_is_known_of_them,
    a_checkpoint_is_the_same_after_opening_again,
    a_checkpoint_holds_what_a_crawl_needs_to_go_on,
    what_links_look_like_is_given_back,
    events_come_in_order_with_visits_among_them,
)
