"""What shards tell each other of pages and redirects, and what becomes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide import links, strategies
from honeyguide.analysis import AnalyzedPage
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.core.answers import Answers
from honeyguide.core.lessons import show_again
from honeyguide.core.referrals import FOREIGN, LESSONS, Partition, Passed, Referral, packed, unpacked
from honeyguide.encoders.vectors import Vectors
from honeyguide.links.comprehensive import Comprehensive
from honeyguide.links.guide import Guide
from honeyguide.model import Fetched, Link, Outcome, OutLink, Page, Relevance, Topic
from honeyguide.protocols import LinkHistory
from honeyguide.records import Record
from honeyguide.storage.memory import MemoryStore
from honeyguide.storage.page_links import together, unpack
from honeyguide.web.scope import Scope

TOPIC = Topic("rain", {"storm": 1.0, "rain": 1.0}, relevance="tag-vsm")
SHARDS = 3


def host_of_shard(number: int, nth: int = 0) -> str:
    """A host that this shard owns."""
    names = (f"site{n}.example" for n in range(10_000))
    owned = (name for name in names if Partition(number, SHARDS).owns(name))
    return [next(owned) for _ in range(nth + 1)][nth]


HOSTS = [host_of_shard(number) for number in range(SHARDS)]
SEED = f"http://{HOSTS[0]}/"
ON_TOPIC = Relevance(0.75, on_topic=True, matched_terms=(0,))


def out(host: str, path: str = "x", anchor: str = "rain") -> OutLink:
    return OutLink(f"http://{host}/{path}", host, anchor)


class OneShard:
    """The core of one, with a store that keeps what it says."""

    def __init__(self, number: int, **settings: object) -> None:
        self.store = MemoryStore()
        own = msgspec.structs.replace(Settings(pages=0, shards=SHARDS), **settings)
        strategy = strategies.make("ops")
        model = links.make_for(strategy, TOPIC)
        assert isinstance(model, Comprehensive)
        self.model = model
        partition = Partition(number, SHARDS)
        self.core = CrawlCore(own, self.store, strategy, model, None, lambda host: 0.0, partition=partition)
        self.core.begin([SEED], Random(1), 0.0)
        self.core.allow(100)

    def ask(self) -> Link:
        (link,) = self.core.ask(1.0)
        return link

    def settle(self, fetched: Fetched, page: Page | None = None, relevance: Relevance = ON_TOPIC) -> Record:
        """What came of the one link that it asks for."""
        link = self.ask()
        self.core.answered(link, 1.0)
        analyzed = AnalyzedPage(Outcome.PAGE, "", page, relevance, b"\x01" * 8) if page else None
        return self.core.settle(link, fetched, analyzed, 1.0)

    def page(self, *outs: OutLink, relevance: Relevance = ON_TOPIC, **more: object) -> Record:
        fetched = Fetched(SEED, Outcome.PAGE, 200)
        page = msgspec.structs.replace(Page(SEED, "Rain today", "text", (), outs), **more)
        return self.settle(fetched, page, relevance)

    def redirect(self, target: str) -> Record:
        return self.settle(Fetched(SEED, Outcome.REDIRECT, 301, location=target))

    def hear(self, record: Record, number: int = 1, sender: int = 0) -> None:
        """What the record has for it."""
        for message in record.messages:
            if Partition(message.shard, SHARDS) == self.core._partition:
                self.core.receive([(sender, number, message.data)], 2.0)

    def known(self) -> list[Link]:
        return [self.store.link(number) for number in range(len(self.store.link_table))]


def told(record: Record) -> dict[int, Referral]:
    return {message.shard: unpacked(message.data) for message in record.messages}


def test_hosts_of_one_registrable_domain_belong_to_one_shard() -> None:
    for site in (f"paper{n}.co.uk" for n in range(50)):
        owners = {Partition(0, 16).owner(host) for host in (site, f"www.{site}", f"a.b.{site}", f"{site}:8080")}
        assert len(owners) == 1
    assert len({Partition(0, 16).owner(f"paper{n}.co.uk") for n in range(200)}) == 16


def test_every_site_has_one_owner_and_sites_are_spread_evenly() -> None:
    parts = [Partition(number, 16) for number in range(16)]
    owned = Counter[int]()
    for n in range(8_000):
        (owner,) = [part.number for part in parts if part.owns(f"site{n}.example")]
        owned[owner] += 1
    assert min(owned.values()) > 400  # 500 each, give or take four standard deviations
    assert max(owned.values()) < 600


def test_a_referral_is_what_it_was_after_its_way() -> None:
    whole = Referral(
        "http://a.example/",
        "a.example",
        3,
        "标题",
        Relevance(0.5, on_topic=True, matched_terms=(1, 4), features=b"\x00\xff"),
        (OutLink("http://b.example/", "b.example", "洪水", "context", "heading", "body/p", rel="next"),),
        (Passed("http://b.example/feed", "b.example", 3, 1, 0.25, seed=True),),
    )
    assert unpacked(packed(whole)) == whole
    assert unpacked(packed(Referral("http://a.example/", "a.example", 0))).relevance is None


def test_of_a_page_each_owner_hears_its_own_links_and_what_the_page_was() -> None:
    sender = OneShard(0)
    outs = [out(HOSTS[1], "a"), out(HOSTS[0], "own"), out(HOSTS[2], "b"), out(HOSTS[1], "c")]
    record = sender.page(*outs, relevance=msgspec.structs.replace(ON_TOPIC, why_not="", features=b""))
    referrals = told(record)
    assert {shard: [each.url for each in referral.links] for shard, referral in referrals.items()} == {
        1: [outs[0].url, outs[3].url],
        2: [outs[2].url],
    }
    for referral in referrals.values():
        assert (referral.url, referral.host, referral.depth, referral.title) == (SEED, HOSTS[0], 0, "Rain today")
        assert referral.relevance == ON_TOPIC
    assert [each.url for each in sender.known()] == [SEED, outs[1].url]
    assert len(record.citations) == 1


def test_the_owner_scores_links_as_if_it_had_fetched_the_page() -> None:
    outs = [out(HOSTS[1], "a"), out(HOSTS[1], "b", "about us")]
    record = OneShard(0).page(*outs)
    owner = OneShard(1)
    owner.hear(record)
    foreign, first, second = owner.known()
    assert (foreign.url, foreign.parent) == (SEED, FOREIGN)
    assert [(each.url, each.parent, each.depth) for each in (first, second)] == [
        (each.url, foreign.id, 1) for each in outs
    ]
    assert owner.core.waiting == 2
    assert owner.ask().url == outs[0].url
    (taken,) = owner.core.pending
    assert taken.is_referral
    assert taken.final
    assert taken.title == "Rain today"
    assert owner.core.limits.pages == 0


def test_a_vote_is_divided_by_all_links_of_a_page_whoever_owns_them() -> None:
    record = OneShard(0).page(*(out(HOSTS[shard], path) for shard, path in ((1, "a"), (0, "b"), (1, "c"), (2, "d"))))
    assert record.links_elsewhere == 3
    assert {shard: each.links_elsewhere for shard, each in told(record).items()} == {1: 2, 2: 3}
    owner = OneShard(1)
    owner.hear(record)
    (taken,) = owner.core.pending
    assert taken.links_elsewhere == 2
    rank = owner.model.pagerank.compute()
    assert rank.tolist() == pytest.approx([0.15, *2 * [0.15 + 0.85 * 0.15 * (1 + 0.15) / 4]], abs=0.01)


def test_shards_divide_ranks_by_the_largest_of_all() -> None:
    sender, owner = OneShard(0), OneShard(1)
    sender.model._largest = 5.0
    owner.hear(sender.page(out(HOSTS[1], "a")))
    assert owner.model.largest == 5.0
    owner.model._renew(1)
    own = float(owner.model.pagerank.compute()[1])
    assert owner.model.rank_of(1) == pytest.approx(own / 5)
    again = OneShard(1).model
    columns = ([0], [0.75], [1], [1], [1.0], [0.0], [0, 1], [0])
    again.restore(owner.model.state(), LinkHistory(*map(np.array, columns)))
    assert again.rank_of(1) == pytest.approx(own / 5, rel=0.05)  # anchors aside


def test_a_page_without_links_of_others_tells_nobody_anything() -> None:
    assert not OneShard(0).page(out(HOSTS[0], "own")).messages


def test_a_redirect_to_a_foreign_site_is_passed_on_with_its_worth() -> None:
    sender = OneShard(1)
    first = OneShard(0).page(out(HOSTS[1], "a"))
    sender.hear(first)
    target = f"http://{HOSTS[2]}/moved"
    record = sender.redirect(target)
    (referral,) = told(record).values()
    (passed,) = referral.passed
    assert (passed.url, passed.host, passed.hops, passed.seed) == (target, HOSTS[2], 1, False)
    assert referral.relevance is None
    assert not record.citations
    owner = OneShard(2)
    owner.hear(record, sender=1)
    moved = owner.store.link(1)
    assert (moved.url, moved.hops, moved.depth) == (target, 1, 1)
    assert owner.core._answers.links.prior(moved.id) == passed.worth > 0
    assert owner.ask().url == target


def test_a_seed_that_redirects_to_a_foreign_site_is_a_seed_there() -> None:
    sender, owner = OneShard(0, stay=True), OneShard(1, stay=True)
    target = f"http://{HOSTS[1]}/home"
    owner.hear(sender.redirect(target))
    moved = owner.ask()
    assert (moved.url, moved.parent, moved.depth) == (target, -1, 0)
    owner.core.answered(moved, 3.0)
    page = Page(target, "Home", "text", (), (out(HOSTS[1], "more"), out(HOSTS[2], "beyond")))
    analyzed = AnalyzedPage(Outcome.PAGE, "", page, ON_TOPIC, b"\x02" * 8)
    record = owner.core.settle(moved, Fetched(target, Outcome.PAGE, 200), analyzed, 3.0)
    assert not record.messages  # it stays on the hosts of seeds
    assert owner.ask().url == f"http://{HOSTS[1]}/more"


def test_where_a_page_leads_by_itself_and_its_feeds_are_passed_on() -> None:
    refresh, feed = f"http://{HOSTS[1]}/next", f"http://{HOSTS[2]}/feed.xml"
    record = OneShard(0, feeds=True).page(refresh=refresh, feeds=(feed, f"http://{HOSTS[0]}/own.xml"))
    referrals = told(record)
    assert [(each.url, each.hops) for each in referrals[1].passed] == [(refresh, 1)]
    assert [(each.url, each.hops) for each in referrals[2].passed] == [(feed, 0)]
    owner = OneShard(2)
    owner.hear(record)
    listed = owner.ask()
    assert (listed.url, listed.depth) == (feed, 0)


def test_a_message_that_comes_twice_counts_once() -> None:
    record = OneShard(0).page(out(HOSTS[1], "a"))
    owner = OneShard(1)
    for number in (5, 5, 4):
        owner.hear(record, number)
    assert len(owner.core.pending) == 1
    assert owner.core.taken == {0: 5}
    owner.hear(record, 1, sender=2)  # numbers of another sender are others
    assert len(owner.core.pending) == 2
    assert owner.core.waiting == 1


def test_seeds_are_for_their_owners_alone() -> None:
    assert [OneShard(number).core.waiting for number in range(SHARDS)] == [1, 0, 0]


def test_all_shards_learn_from_the_first_pages_of_each_where_pages_leave_features() -> None:
    sender = OneShard(0)
    lesson = msgspec.structs.replace(ON_TOPIC, features=b"features")
    record = sender.page(out(HOSTS[1], "a"), out(HOSTS[0], "b"), relevance=lesson)
    referrals = told(record)
    assert {shard: len(each.links) for shard, each in referrals.items()} == {1: 1, 2: 0}
    assert all(each.relevance == lesson for each in referrals.values())
    owner = OneShard(2)
    owner.hear(record)
    assert owner.core.waiting == 0
    assert len(owner.core.pending) == 1
    sender.core._answers._pages.update(range(100, 100 + Partition(0, SHARDS).lessons))
    assert not sender.page(out(HOSTS[0], "c"), relevance=lesson).messages


class Learns:
    """A decision that learns from all that it judges, and finds nothing on topic."""

    def __init__(self) -> None:
        self.judged = 0

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        self.judged += 1
        return msgspec.structs.replace(relevance, score=0.0, on_topic=False)

    def revise(self) -> None:
        return None

    def settle(self) -> None:
        """All is learnt."""

    def verdict(self, number: int) -> Relevance:
        return ON_TOPIC


def test_of_pages_beyond_the_lessons_the_verdict_of_who_fetched_them_counts() -> None:
    decision = Learns()
    answers = Answers(Settings(), MemoryStore(), Scope(Settings()), links.make("cre", TOPIC), decision)  # type: ignore[arg-type]
    verdict = msgspec.structs.replace(ON_TOPIC, features=b"features")
    for number in range(LESSONS + 1):
        record, _ = answers.referral(Referral(f"http://a.example/{number}", "a.example", 0, "", verdict), 0.0)
        assert record.relevance is not None
        assert record.relevance.on_topic == (number == LESSONS)
    assert decision.judged == LESSONS
    assert answers.verdicts.changed() == (0, 0), "who fetched them says how they would be judged now"


class Counting:
    """An encoder that notes what it is asked for at a time."""

    name = "counting"
    dimensions = 4

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.append(list(texts))
        return np.ones((len(texts), 4), np.float32)


def test_anchors_of_messages_that_come_together_are_encoded_together() -> None:
    encoder = Counting()
    strategy = strategies.make("guide")
    model = links.make_for(strategy, TOPIC, encoder=Vectors(encoder))
    core = CrawlCore(
        Settings(pages=0), MemoryStore(), strategy, model, None, lambda host: 0.0, partition=Partition(1, SHARDS)
    )
    core.begin([], Random(1), 0.0)
    told = [
        (
            0,
            n,
            packed(
                Referral(f"{SEED}{n}", HOSTS[0], 0, "", ON_TOPIC, (out(HOSTS[1], f"{n}", f"anchor {n}"),), (), (0,))
            ),
        )
        for n in range(5)
    ]
    encoder.asked.clear()
    core.receive(told, 1.0)
    assert [len(texts) for texts in encoder.asked] == [5]
    refused = OutLink(f"http://{HOSTS[1]}/no", HOSTS[1], "not to be followed", nofollow=True)
    own = Page(SEED, "", "", (), (out(HOSTS[1], anchor="its own"), out(HOSTS[0], anchor="another's"), refused))
    core.receive([(1, 0, told[0][2])], 1.0, 2 * [(Link(0, SEED, 0), own)])
    assert encoder.asked[1:] == [["its own"]], "pages that are settled next count, with what will be scored here"


def guided(number: int, encoder: Counting) -> tuple[CrawlCore, Guide]:
    """The core of a shard whose link model learns from anchors."""
    strategy = strategies.make("guide")
    model = links.make_for(strategy, TOPIC, encoder=Vectors(encoder))
    assert isinstance(model, Guide)
    partition = Partition(number, SHARDS)
    core = CrawlCore(Settings(pages=0), MemoryStore(), strategy, model, None, lambda host: 0.0, partition=partition)
    core.begin([SEED], Random(1), 0.0)
    core.allow(100)
    return core, model


def fetched(core: CrawlCore, *outs: OutLink) -> Record:
    (link,) = core.ask(100.0 * core.limits.pages)
    core.answered(link, 0.0)
    page = AnalyzedPage(Outcome.PAGE, "", Page(link.url, "Rain", "", (), outs), ON_TOPIC, bytes(8))
    return core.settle(link, Fetched(link.url, Outcome.PAGE, 200), page, 0.0)


def test_the_anchor_that_led_to_a_page_is_told_and_kept_with_it() -> None:
    """Who fetched the page has the links that lead there: others would learn from its title alone."""
    owner, _ = guided(0, Counting())
    (first,) = fetched(owner, out(HOSTS[0], "storms", "all storms"), out(HOSTS[1])).messages
    assert unpacked(first.data).anchor == "", "no anchor led to a seed"
    itself = out(HOSTS[0], "storms", "to the top")
    (message,) = fetched(owner, itself, out(HOSTS[1], "y")).messages
    assert unpacked(message.data).anchor == "all storms", "not one of the page itself"
    encoder = Counting()
    hearer, model = guided(1, encoder)
    encoder.asked.clear()
    hearer.receive([(0, 1, message.data)], 1.0)
    assert model.directions is not None
    assert model.directions.anchor_of(0) == "all storms"
    assert ["rain", "all storms"] in encoder.asked, "it is encoded with those of the page"
    (record,) = hearer.pending
    _, again = guided(1, Counting())
    packed_links = unpack(record.packed_links)
    stored = together(record.link.id, record.title, ON_TOPIC, packed_links, ())
    show_again(again, stored, ON_TOPIC, hearer.links.link)  # type: ignore[arg-type]
    assert again.directions is not None
    assert again.directions.anchor_of(0) == "all storms", "a shard that goes on has forgotten it"


def test_lessons_are_no_more_however_many_shards_there_are() -> None:
    for shards in (2, 3, 16, 1_000):
        parts = [Partition(number, shards) for number in range(shards)]
        assert sum(part.lessons for part in parts) == LESSONS
        assert list(parts[1].others()) == [0, *range(2, shards)]


def test_a_shard_is_done_only_when_it_was_asked_in_vain() -> None:
    owner = OneShard(1)
    assert owner.core.report(1.0).is_done
    owner.hear(OneShard(0).page(out(HOSTS[1], "a"), out(HOSTS[1], "b")))
    owner.core.let_go(1.0)
    assert not owner.core.report(1.0).is_done  # nobody has asked it for a link yet
    owner.core.allow(0)
    assert not list(owner.core.ask(1.0))
    assert not owner.core.report(1.0).is_done  # it waits for pages, not for links


def test_a_shard_that_had_its_pages_for_now_has_not_stopped() -> None:
    shard = OneShard(0)
    shard.core.allow(1)
    shard.page(out(HOSTS[0]))
    assert list(shard.core.ask(1.0)) == []
    assert shard.core.limits.why_stopped == ""


def test_a_shard_says_how_many_hosts_rest_and_are_not_of_the_seeds() -> None:
    shard = OneShard(0)
    shard.page(out(host_of_shard(0, 1)))
    shard.page(out(host_of_shard(0, 2)))
    shard.settle(Fetched(f"http://{host_of_shard(0, 2)}/x", Outcome.HTTP_ERROR, 503, retry_after=5.0))
    said = shard.core.report(1.0)
    assert (said.hosts, said.hosts_beyond_seeds, said.resting) == (2, 1, 1)
    assert shard.core.report(7.0).resting == 0
