"""A shard that is killed comes back from its store with the very queue that it had, and knows what it was told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from tests.local_web import small_synthetic

from honeyguide import links, strategies
from honeyguide.analysis import AnalyzedPage, PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.core.referrals import Partition
from honeyguide.lab.pages import PageCache
from honeyguide.model import Fetched, Outcome
from honeyguide.protocols import KeepsMessages, Store
from honeyguide.relevance import layout_of, reads_text
from honeyguide.storage.memory import MemoryStore
from honeyguide.storage.page_links import pack
from honeyguide.storage.store import FolderStore
from honeyguide.topics.files import load_topic
from honeyguide.web.offline.synthetic import SyntheticSource

SHARDS, ROUNDS = 3, 20
SETTINGS = Settings(pages=0, concurrency=1, delay=0.0, shards=SHARDS, encoder="none", retries=1)
WEB = SyntheticSource(small_synthetic(seed=3, hosts=50, share=0.2).parameters)
SEEDS = WEB.web.seeds(4)
JUDGED = load_topic("rainstorm-disaster")
PLAIN = replace(JUDGED, relevance="tag-vsm")

Opened = Callable[[int, Store | None], Store]
"""The store of a shard, gone on from what another committed."""


class Reader:
    """Pages of the web, parsed and judged."""

    def __init__(self, strategy: str) -> None:
        self.topic = JUDGED if strategy == "guide" else PLAIN
        self.analyzer = PageAnalyzer(self.topic, SETTINGS)
        self.cache = PageCache(WEB, layout_of(self.topic.relevance), text=reads_text(self.topic.relevance))


reader = functools.cache(Reader)


class OneShard:
    """One page at a time, every one committed."""

    def __init__(self, number: int, strategy: str, opened: Opened) -> None:
        self.number, self.strategy, self.reader = number, strategy, reader(strategy)
        self.opened = opened
        self.store = opened(number, None)
        self.core = self._core()
        self.core.begin(SEEDS, Random(1), 0.0)
        self.core.allow(1_000)
        self.visits: list[tuple[object, ...]] = []
        self._commit(0.0)

    def _core(self) -> CrawlCore:
        strategy = strategies.make(self.strategy, budget=100)
        model = links.make_for(strategy, self.reader.topic, "", None)
        decision = relevance_model(self.reader.topic, encoder=SETTINGS.encoder).decision()
        partition = Partition(self.number, SHARDS)
        return CrawlCore(SETTINGS, self.store, strategy, model, decision, lambda host: 0.0, partition=partition)

    def fetch(self, now: float, *, stored: bool = True) -> None:
        """The next link; or all of it up to the commit, which never comes."""
        for link in self.core.ask(now):
            seen = self.reader.cache.see(link.url)
            fetched = Fetched(link.url, seen.outcome, seen.status, location=seen.location, at=now)
            analyzed = None
            if fetched.outcome is Outcome.PAGE and seen.page:
                relevance = self.reader.analyzer.judge(seen.page)
                packed = pack(seen.page, relevance)
                analyzed = AnalyzedPage(Outcome.PAGE, "", seen.page, relevance, seen.fingerprint, packed_links=packed)
            self.core.answered(link, now)
            record = self.core.settle(link, fetched, analyzed, now)
            if not stored:
                return
            self.visits.append((link.url, record.outcome, record.relevance and record.relevance.score, now))
            self._commit(now)
            break

    def hear(self, other: OneShard, now: float, *, stored: bool = True) -> None:
        """What another has for it, also what was heard and not stored before a kill."""
        outbox: KeepsMessages = other.store  # type: ignore[assignment]
        self.core.receive([(other.number, *each) for each in outbox.messages(self.number, 0, 1_000)], now)
        if stored and self.core.pending:
            self._commit(now)
            outbox.delivered(self.number, self.core.taken[other.number])

    def kill(self, now: float) -> None:
        """With a page, and with messages, that were never committed."""
        self.fetch(now, stored=False)
        self.store = self.opened(self.number, self.store)
        checkpoint = self.store.restore()
        assert checkpoint is not None
        self.core = self._core()
        self.core.restore(checkpoint, SEEDS, Random(1), now, self.store.page_links)
        self.core.allow(1_000)

    def _commit(self, now: float) -> None:
        batch = self.core.take(now)
        for record in batch.records:
            self.store.add(record)
        self.store.keep(batch.link_state)
        self.store.commit(batch.state)

    def knows(self) -> tuple[object, ...]:
        book = self.core.links.link_table
        scores = self.core._answers.links.scores(len(book)).tolist()
        urls = [self.store.link(number).url for number in range(len(book))]
        return *self.visits, urls, scores, self.core.waiting, self.core.taken, self.core.report(0.0).best


def crawl(strategy: str, opened: Opened, kills: dict[int, list[int]]) -> list[object]:
    """Three shards in turn; `kills`: after so many rounds, these."""
    shards = [OneShard(number, strategy, opened) for number in range(SHARDS)]
    for turn in range(ROUNDS):
        now = float(turn)
        for shard in shards:
            shard.fetch(now)
        for number in kills.get(turn, ()):
            for other in shards:
                if other.number != number:
                    shards[number].hear(other, now, stored=False)
            shards[number].kill(now)
        for shard in shards:
            for other in shards:
                if other is not shard:
                    shard.hear(other, now)
    known = [part for shard in shards for part in shard.knows()]
    for shard in shards:
        shard.store.close()
    return known


def in_memory(number: int, before: Store | None) -> Store:
    assert before is None or isinstance(before, MemoryStore)
    return MemoryStore(before)


def same(came: list[object], wanted: list[object]) -> None:
    """One by one: the whole would be compared letter by letter."""
    assert len(came) == len(wanted)
    for one, other in zip(came, wanted, strict=True):
        assert one == other


KILLS = {0: [1], 7: [0, 2], 15: [2], 16: [2]}


@pytest.mark.parametrize("strategy", [pytest.param("guide", marks=pytest.mark.slow), "ops", "ielp"])
def test_a_killed_shard_goes_on_as_if_nothing_had_happened(strategy: str) -> None:
    same(crawl(strategy, in_memory, KILLS), crawl(strategy, in_memory, {}))


def test_the_same_from_a_folder(tmp_path: Path) -> None:
    def opened(number: int, before: Store | None) -> Store:
        if before:
            before.close()
        return FolderStore.open(tmp_path / str(number), PLAIN, SETTINGS, version="0.1", now=0.0)

    same(crawl("ops", opened, KILLS), crawl("ops", in_memory, {}))
