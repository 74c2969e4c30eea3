"""Shards of a patient crawl wait for the hosts of the links that are best among those of all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Set
from pathlib import Path
from random import Random
from typing import cast

import pytest
from tests.cluster.sharded import TOPIC, ShardedCrawl, seeds, settings
from tests.plain_choices import RAIN
from tests.test_patience import write_web

from honeyguide import __version__, links, strategies
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.cluster.actor import ShardActor, described
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.shard_settings import of_shard
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.core.referrals import Lease, Partition
from honeyguide.lab.pages import PageCache
from honeyguide.lab.sharded import ShardedSimulation
from honeyguide.lab.simulation import CachedWeb, Simulation
from honeyguide.model import Fetched, Outcome
from honeyguide.protocols import Patient
from honeyguide.storage.memory import MemoryStore
from honeyguide.web.offline import open_web

SHARDS = 3
"""The one that owns the start owns the pages about rain and some others, too."""
OWNER = Partition(0, SHARDS).owner("rain.test")


def fetched(tmp_path: Path, strategy: str, pages: int, delay: float = 1.0) -> Counter[str]:
    """How many pages of each kind of host shards fetch."""
    whole = Settings(concurrency=32, delay=delay, pages=pages, shards=SHARDS)
    web, came = CachedWeb(PageCache(open_web(write_web(tmp_path / "web"))), whole), Counter[str]()
    analyzer = PageAnalyzer(RAIN, whole)
    cores = [core_of(strategy, number, web, whole) for number in range(SHARDS)]
    shards = [
        Simulation(core, web, analyzer, lambda record, page: came.update([record.link.url[7:11]])) for core in cores
    ]
    ShardedSimulation(shards, Coordinator(whole.pages, whole.concurrency)).run(["http://start.test/"], Random(0))
    return came


def core_of(strategy: str, number: int, web: CachedWeb | None = None, whole: Settings | None = None) -> CrawlCore:
    own = of_shard(whole or Settings(concurrency=32, shards=SHARDS))
    made = strategies.make(strategy)
    decision, model = relevance_model(RAIN).decision(), links.make_for(made, RAIN)
    delay = web.delay if web else lambda host: 1.0
    partition = Partition(number, SHARDS)
    return CrawlCore(own, MemoryStore(records=False), made, model, decision, delay, partition=partition)


def test_no_shard_fetches_a_worse_link_while_the_host_of_better_ones_rests_in_another(tmp_path: Path) -> None:
    assert fetched(tmp_path, "guide", 12) == {"star": 1, "rain": 11}


def test_who_has_no_patience_takes_what_there_is(tmp_path: Path) -> None:
    came = fetched(tmp_path, "guide:patient=false", 12)
    assert came["othe"] > came["rain"]
    assert came.total() == 12


@pytest.mark.parametrize("delay", [0.0, 1.0])
@pytest.mark.parametrize("pages", [30, 46])
def test_patient_shards_reach_their_pages(tmp_path: Path, pages: int, delay: float) -> None:
    came = fetched(tmp_path, "guide", pages, delay)
    assert came == {"star": 1, "rain": 15, "othe": pages - 16}


def test_without_a_limit_of_pages_they_fetch_all(tmp_path: Path) -> None:
    assert fetched(tmp_path, "guide", 0) == {"star": 1, "rain": 15, "othe": 30}


def test_hosts_that_cannot_be_had_soon_take_no_room() -> None:
    core = core_of("guide", OWNER)
    core.begin(["http://rain.test/", "http://start.test/"], Random(0), 0.0)
    core.allow(1)
    (link,) = core.ask(0.0)
    core.answered(link, 0.0)
    core.postpone(link, Fetched(link.url, Outcome.ROBOTS, retry_after=60.0), 0.0)
    assert len(core.report(1.0).ladder) == 1
    assert len(core.report(55.0).ladder) == 2


def test_a_shard_without_room_waits_and_is_not_done() -> None:
    core = core_of("guide", OWNER)
    core.begin(["http://rain.test/", "http://start.test/"], Random(0), 0.0)
    core.allow(9, 0)
    assert list(core.ask(0.0)) == []
    assert not core.report(0.0).is_done
    core.allow(9, None)
    assert not core.report(0.0).is_done  # nobody has asked it for a link since
    assert len(list(core.ask(0.0))) == 2


@pytest.mark.parametrize("strategy", ["guide:patient=false", "ops"])
def test_who_is_not_patient_tells_no_ladder_and_minds_no_room(strategy: str) -> None:
    core = core_of(strategy, OWNER)
    core.begin(["http://rain.test/", "http://start.test/"], Random(0), 0.0)
    report = core.report(0.0)
    assert report.ladder == ()
    assert Coordinator(100, 32).plan([report]) == [Lease(2)]


def note_rooms(core: CrawlCore) -> list[int | None]:
    """What its strategy is told from now on."""
    strategy, rooms = cast("Patient", core.strategy), list[int | None]()
    keep_to = strategy.keep_to

    def noted(best: int | None, without: Set[int] = frozenset()) -> None:
        rooms.append(best)
        keep_to(best, without)

    strategy.keep_to = noted  # type: ignore[method-assign]
    return rooms


def test_a_live_crawl_in_shards_hands_rooms_on_and_reaches_its_pages(tmp_path: Path) -> None:
    crawl = ShardedCrawl(tmp_path / "crawl", settings(3, 60, strategy="guide", delay=1.0))
    rooms: dict[int, list[int | None]] = {}

    def each_round(number: int) -> None:
        for shard in crawl.shards:
            if shard._core and id(shard) not in rooms:
                rooms[id(shard)] = note_rooms(shard._core)

    crawl.run(each_round)
    assert crawl.why == "60 pages"
    assert sum(shard.pages for shard in crawl.shards) == 60
    assert all(any(room is not None for room in each) for each in rooms.values())


def test_an_actor_hands_its_lease_on(tmp_path: Path) -> None:
    given = settings(2, strategy="guide")
    Gatherer.begin(tmp_path / "crawl", TOPIC, given).close()

    async def told() -> list[int | None]:
        actor = ShardActor(__version__, str(tmp_path / "crawl"), 1, described(TOPIC, seeds(), given))
        await actor.begin([actor, actor])
        while not (await actor.look(None)).report:
            await asyncio.sleep(0)
        assert actor._shard._core is not None
        rooms = note_rooms(actor._shard._core)
        await actor.look(Lease(5, 0))
        while not rooms:
            await asyncio.sleep(0)
        await actor.end("enough")
        return rooms

    assert asyncio.run(asyncio.wait_for(told(), 60))[0] == 0
