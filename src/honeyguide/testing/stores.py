"""What every store must keep to: what was committed is there when it is opened again, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from unittest import TestCase

import numpy as np

from honeyguide.config import Settings
from honeyguide.core.referrals import FOREIGN
from honeyguide.model import CrawlEvent, EventKind, Outcome, Topic
from honeyguide.protocols import HearsMarks, KeepsMessages, Store
from honeyguide.records import Mark, Message
from honeyguide.storage.opening import open_store
from honeyguide.testing.contract import Contract, contract_of
from honeyguide.testing.records import COPY, FRONT, STATE, STORY, fill, out_link, page_record, referral_record, seed


def store_contract(store: str | type | Callable[[Path], Store]) -> type[TestCase]:
    """Over a store by its name or class, or by a function that opens it for a folder: the same one every time."""
    return contract_of(StoreContract, store)


class StoreContract(Contract):
    noun = "store"

    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self._folder = Path(folder.name, "crawl")

    def test_nothing_is_restored_from_a_new_store(self) -> None:
        store = self.opened()
        self.expect(store.restore() is None, "have no checkpoint when it is new")
        self.expect_equal(len(store.link_table), 0, "know no link when it is new")
        self.expect_equal(list(store.events()), [], "have no events when it is new")
        store.close()

    def test_what_was_never_committed_is_not_there(self) -> None:
        store = self.opened()
        fill(store)
        before = store.restore()
        known, happened = len(store.link_table), list(store.events())
        store.add(page_record(store, store.link(5), out_link(FRONT), out_link("http://new.example/")))
        store.event(20.0, EventKind.STOP, "never")
        store.keep([(2, 9.0, 9.0)])
        self.expect_equal(list(store.events()), happened, "show no event before it is committed")
        store = self.reopened(store)
        self.expect_equal(len(store.link_table), known, "forget links that were never committed")
        self.expect_equal(store.link_table.find("http://new.example/"), None, "not know such a link by its address")
        self.expect(store.restore() == before, "give the checkpoint of the last commit")
        self.expect_equal(list(store.events()), happened, "forget events that were never committed")
        store.close()

    def test_commit_hands_out_what_was_added_once(self) -> None:
        store = self.opened()
        record = page_record(store, seed(store), out_link(FRONT))
        store.add(record)
        self.expect_equal(store.commit(STATE), [record], "give from `commit` what was added")
        self.expect_equal(store.commit(STATE), [], "give it once")
        store.close()

    def test_links_keep_their_numbers_and_all_that_is_known_of_them(self) -> None:
        store = self.opened()
        fill(store)
        fresh = store.link_table.add("http://new.example/", "new.example", 1, 0)
        self.expect_equal(store.link(fresh.id), fresh, "know a link before it is committed")
        self.expect_equal(len(list(store.urls())), fresh.id, "give the addresses of links that were committed, alone")
        store.commit(STATE)
        links = [store.link(number) for number in range(len(store.link_table))]
        self.expect_equal([link.id for link in links], list(range(7)), "number links in the order of discovery")
        urls = [FRONT, "http://busy.example/", STORY, COPY]
        self.expect_equal([link.url for link in links[:4]], urls, "know the address of a link")
        self.expect_equal([link.hops for link in links], [0, 0, 0, 0, 0, 1, 0], "know the redirects in a row")
        self.expect_equal([link.parent for link in links], [-1, -1, 0, 0, 3, 3, 0], "know the parents of links")
        names = list(store.link_table.host_names)
        store = self.reopened(store)
        again = [store.link(number) for number in range(len(store.link_table))]
        self.expect_equal(again, links, "have the same links when it is opened again")
        self.expect_equal(list(store.urls()), [link.url for link in links], "give all addresses in order of numbers")
        self.expect_equal(store.link_table.host_names, names, "have the same hosts then")
        for link in links:
            self.expect_equal(store.link_table.find(link.url), link.id, "find a link by its address")
            known = store.link_table.add(link.url, names[link.host], 0, -1)
            came, wanted = ((each.id, each.host, each.depth) for each in (known, link))
            self.expect_equal(came, wanted, "not number a link that it knows again")
            self.expect_equal(store.link_table.parent(link.id), link.parent, "know the parent of a link")
        other = store.link_table.add("http://other.example/", "other.example", 1, 0)
        self.expect_equal(other.id, len(links), "go on counting links where it was")
        store.close()

    def test_a_checkpoint_is_the_same_after_opening_again(self) -> None:
        store = self.opened()
        fill(store)
        before = store.restore()
        store = self.reopened(store)
        self.expect(store.restore() == before, "give the same checkpoint when it is opened again")
        store.checkpoint()
        store.close()

    def test_a_checkpoint_holds_what_a_crawl_needs_to_go_on(self) -> None:
        store = self.opened()
        fill(store)
        store = self.reopened(store)
        found = store.restore()
        store.close()
        assert found is not None
        cited = found.citations
        expected: dict[str, tuple[Any, Any]] = {
            "state": (found.state, {**STATE, "strategy": {"drawn": 7}}),
            # a seed that failed for now, and a link that is tried again
            "waiting": (found.waiting.tolist(), [1, 5]),
            "attempts": (found.attempts, {4: 2, 5: 1}),
            "rests": (found.rests, [(1, 99.0), (3, 80.0)]),
            "seeds": (found.seeds.tolist(), [0, 1]),
            "pages": (found.pages.tolist(), [0, 2, 3]),
            "page_relevance": (found.page_relevance.tolist(), [0.25, 0.0, 0.75, 0.25, 0.0, 0.0]),
            "fingerprints": (found.fingerprints, [(b"\x00" * 8, 0), (b"\x02" * 8, 2)]),
            "canonicals": (found.canonicals, [(STORY, "http://a.example/s")]),
            "pages_by_host": (found.pages_by_host, {0: 2, 2: 1}),
            "requests_by_host": (found.requests_by_host, {0: (2, 1.0), 1: (1, 2.0), 2: (1, 0.5), 3: (3, 6.0)}),
            "on_topic": (found.on_topic.tolist(), [2]),
            "citations.sources": (cited.sources.tolist(), [0, 0, 3, 4]),
            "citations.targets": (cited.targets.tolist(), [2, 3, 4, 5]),
            "citations.relevance": (cited.relevance.tolist(), [0.5, 0.5, 0.5, 0.75]),
            "citations.redirect": (cited.redirect.tolist(), [False, False, False, True]),
            "citations.context_scores": (cited.context_scores.tolist(), [0.25, 0.25, 0.25, 0.0]),
        }
        for name, (came, wanted) in expected.items():
            self.expect_equal(came, wanted, f"have `{name}` in a checkpoint")
        kept = found.link_state_of(np.array([2, 3, 5, 99]))
        self.expect_equal(kept[:2].tolist(), [[1.5, 0.25], [2.5, 0.5]], "have what the strategy keeps with links")
        self.expect(np.isnan(kept[2:]).all(), "have NaN where the strategy keeps nothing")

    def test_what_links_look_like_is_given_back(self) -> None:
        store = self.opened()
        fill(store)
        store = self.reopened(store)
        pages = list(store.page_links())
        store.close()
        self.expect_equal([page.link for page in pages], [0, 2, 3], "give the links of all pages, in order")
        front, story, copy = pages
        judged = front.title, front.relevance.score, front.relevance.on_topic, front.relevance.matched_terms
        self.expect_equal(judged, ("Title", 0.25, False, (0, 2)), "say what the page was, with its links")
        self.expect_equal((front.positions, front.targets), ((1, 2), (2, 3)), "say where links stand and lead")
        looks = out_link(STORY, context="words", heading="News", path="body/p", rel="next"), out_link(COPY)
        self.expect_equal(front.links, looks, "give back what links look like")
        self.expect_equal((story.links, story.targets), ((), ()), "give a page without links none")
        self.expect(story.relevance.on_topic, "say which pages were on topic")
        self.expect_equal((copy.positions, copy.targets), ((1,), (4,)), "give back the links of a copy")

    def test_events_come_in_order_with_visits_among_them(self) -> None:
        store = self.opened()
        fill(store)
        store = self.reopened(store)
        store.event(30.0, EventKind.RESUME, "3 pages")
        store.commit(STATE)
        happened = list(store.events())
        page, failed, moved = EventKind.PAGE, EventKind.FAILURE, EventKind.RELEVANCE
        kinds = [EventKind.START, page, failed, moved, page, page, *4 * [failed], EventKind.RESUME]
        self.expect_equal([event.kind for event in happened], kinds, "give events and visits in one order")
        self.expect_equal([event.id for event in happened], list(range(1, 12)), "count events from 1, without gaps")
        first = CrawlEvent(2, 10.0, page, "", 0, FRONT, Outcome.PAGE, 0.25, on_topic=False)
        self.expect_equal(happened[1], first, "give a page as an event")
        self.expect_equal(happened[2].outcome, Outcome.TIMEOUT, "give a failure with its outcome")
        noted = CrawlEvent(4, 12.0, EventKind.RELEVANCE, "threshold 0.3", 2, STORY)
        self.expect_equal(happened[3], noted, "give an event with its link")
        for last in range(12):
            since = list(store.events(since=last))
            self.expect_equal(since, happened[last:], f"give what came after event {last}")
        store.close()

    def test_marks_are_told_once_where_a_store_takes_them(self) -> None:
        store = self.opened()
        fill(store)
        if not (hasattr(store, "new_marks") and hasattr(store, "mark")):  # in a folder others write them
            store.close()
            return
        self.expect_equal(list(store.new_marks()), [], "have no marks when nobody made any")
        store.mark(2, True)
        self.expect_equal(list(store.new_marks()), [Mark(2, True)], "tell a mark")
        self.expect_equal(list(store.new_marks()), [], "tell it once")
        store.mark(2, None)
        self.expect_equal(list(store.new_marks()), [Mark(2, None)], "tell that a mark was taken back")
        store.mark(0, False)
        store = self.reopened(store)
        self.expect_equal(
            list(cast("HearsMarks", store).new_marks()), [Mark(0, False)], "know marks when opened again"
        )
        store.close()

    def test_what_other_shards_are_to_hear_is_kept_until_they_have_stored_it(self) -> None:
        store = self.opened()
        if not hasattr(store, "messages"):
            store.close()
            return
        told = Message(1, b"one"), Message(2, b"two"), Message(1, b"\x00three")
        store.add(page_record(store, seed(store), out_link(FRONT), messages=told))
        self.expect_equal(self.outbox(store, 1), [], "have no message before its page is committed")
        store.commit(STATE)
        kept = {shard: self.outbox(store, shard) for shard in (1, 2, 3)}
        data = {shard: [each for _, each in messages] for shard, messages in kept.items()}
        self.expect_equal(data, {1: [b"one", b"\x00three"], 2: [b"two"], 3: []}, "keep messages for each shard")
        (first, _), (last, _) = kept[1]
        self.expect(0 < first < last, f"number messages upwards from 1, not {first}, {last}")
        self.expect_equal(self.outbox(store, 1, most=1), kept[1][:1], "give as many messages as asked for")
        self.expect_equal(self.outbox(store, 1, after=first), kept[1][1:], "give messages after a number")
        store = self.reopened(store)
        self.expect_equal(self.outbox(store, 1), kept[1], "have the same messages when it is opened again")
        cast("KeepsMessages", store).delivered(1, first)
        store.commit(STATE)
        self.expect_equal(self.outbox(store, 1), kept[1][1:], "forget what was delivered, with the next commit")
        self.expect_equal(self.outbox(store, 2), kept[2], "keep what is for others")
        for shard in (1, 2):
            cast("KeepsMessages", store).delivered(shard, last)
        store.commit(STATE)
        store = self.reopened(store)
        self.expect_equal(self.outbox(store, 2), [], "not know what was delivered when it is opened again")
        store.add(page_record(store, store.link(0), out_link(FRONT), messages=[Message(1, b"four")]))
        store.commit(STATE)
        ((number, _),) = self.outbox(store, 1)
        self.expect(number > last, f"never use the number of a message again: {number} came after {last}")
        store.add(page_record(store, store.link(0), out_link(FRONT), messages=[Message(1, b"never")]))
        store = self.reopened(store)
        self.expect_equal(self.outbox(store, 1), [(number, b"four")], "forget messages that were never committed")
        store.close()

    def test_pages_that_other_shards_fetched_are_among_those_that_hold_links_and_no_pages(self) -> None:
        store = self.opened()
        front = seed(store)
        store.add(page_record(store, front, out_link(FRONT), out_link(STORY)))
        foreign = store.link_table.add("http://far.example/", "far.example", 3, FOREIGN)
        store.add(referral_record(store, foreign, out_link(COPY, heading="News")))
        store.add(page_record(store, store.link(1), out_link(FRONT), at=12.0))
        store.commit(STATE)
        store = self.reopened(store)
        found, pages, happened = store.restore(), list(store.page_links()), list(store.events())
        store.close()
        assert found is not None
        kinds = [event.kind for event in happened]
        self.expect_equal(
            kinds, [EventKind.PAGE, EventKind.REFERRAL, EventKind.PAGE], "tell of them as what they are"
        )
        self.expect_equal(found.links_elsewhere, {foreign.id: 3}, "know how many links such a page has elsewhere")
        self.expect_equal(pages[1].links_elsewhere, 3, "know that of its links, too")
        self.expect_equal(pages[1].anchor, "Over there", "know the anchor that led to it")
        self.expect_equal(found.holders.tolist(), [0, foreign.id, 1], "have all that hold links, in order")
        self.expect_equal(found.pages.tolist(), [0, 1], "have the crawl's own pages in `pages`, and no other")
        self.expect_equal(found.page_relevance.tolist()[foreign.id], 0.875, "know how relevant they are")
        self.expect_equal(found.waiting.tolist(), [foreign.id + 1], "not let them wait")
        self.expect_equal(found.pages_by_host, {0: 2}, "not count them among the pages of a host")
        self.expect_equal([page.link for page in pages], [0, foreign.id, 1], "give their links, in order")
        told = pages[1]
        judged = told.title, told.relevance.score, told.relevance.on_topic, told.relevance.features
        self.expect_equal(judged, ("Far away", 0.875, True, b"\x01\x00"), "say what such a page was")
        self.expect_equal(told.links, (out_link(COPY, heading="News"),), "give back what its links look like")
        self.expect_equal(told.targets, (foreign.id + 1,), "say where they lead")

    def outbox(self, store: Store, shard: int, after: int = 0, most: int = 100) -> list[tuple[int, bytes]]:
        return [(number, bytes(each)) for number, each in cast("KeepsMessages", store).messages(shard, after, most)]

    def opened(self) -> Store:
        if not isinstance(self.part, str | type):
            store: Store = self.part(self._folder)
            return store
        topic = Topic("rain", {"rain": 1.0})
        return open_store(
            self.part,
            folder=self._folder,
            topic=topic,
            settings=Settings(),
            version="0.1",
            now=30.0,
            published_links="",
        )

    def reopened(self, store: Store) -> Store:
        """The same, closed without another commit."""
        store.close()
        return self.opened()
