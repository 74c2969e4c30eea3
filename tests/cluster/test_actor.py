"""What a shard says of the machine that it runs on, and how a crawl in shards is made."""

from __future__ import annotations

import asyncio
import time
from logging import getLogger
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cluster.sharded import TOPIC, seeds, settings
from tests.encoders.test_vectors import Counting

from honeyguide import BadInput, CannotRun, Crawl, __version__, make_crawl
from honeyguide.cluster import engine
from honeyguide.cluster.actor import ShardActor, ShardState
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.crawl import ShardedCrawl
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.shard import Shard
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.encoders.vectors import Vectors
from honeyguide.model import EventKind


def wrong(folder: Path, version: str) -> str:
    actor = ShardActor(TOPIC, seeds(), str(folder), settings(2), 1, version)
    return asyncio.run(actor.look(None)).wrong


def test_a_machine_without_the_folder_or_with_another_version_is_named(tmp_path: Path) -> None:
    away = tmp_path / "away"
    assert f"{away} is not there; on a cluster the folder of a crawl must be on a disk" in wrong(away, __version__)
    folder = tmp_path / "crawl"
    Gatherer.begin(folder, TOPIC, settings(2)).close()
    assert wrong(folder, __version__) == ""
    assert wrong(folder, "0.0.9").endswith(f"{__version__} is installed there, and the crawl is run by 0.0.9")


def test_a_crawl_in_one_process_refuses_shards_and_says_who_makes_them(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="make_crawl"):
        Crawl(TOPIC, seeds(), tmp_path / "crawl", settings(2))
    assert type(make_crawl(TOPIC, seeds(), tmp_path / "crawl", settings(1))) is Crawl
    pytest.importorskip("ray")
    assert type(make_crawl(TOPIC, seeds(), tmp_path / "crawl", settings(2))) is ShardedCrawl


def test_a_ray_that_does_not_start_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")

    def too_slow(**_: object) -> None:
        raise Exception("The current node timed out during startup.\nMore of it")

    monkeypatch.setattr(ray, "init", too_slow)
    with pytest.raises(
        CannotRun, match=r"^Ray on this machine cannot be used: The current node timed out during startup$"
    ):
        engine.started("", 2).__enter__()


def test_a_cluster_that_is_to_be_found_and_is_not_there_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")

    def nobody(**_: object) -> None:  # others may run a Ray on this machine, which would be found
        raise ConnectionError("Could not find any running Ray instance. Please specify the one to connect to by …")

    monkeypatch.setattr(ray, "init", nobody)
    with pytest.raises(CannotRun, match=r"^no Ray cluster runs on this machine: start one \(ray start --head\), or "):
        ShardedCrawl(TOPIC, seeds(), tmp_path / "crawl", settings(2, cluster=engine.AUTO)).finish()
    assert not list(tmp_path.iterdir())


def test_a_shard_that_cannot_go_on_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    Gatherer.begin(folder, TOPIC, settings(2)).close()
    damaged = folder / "shards" / "1"
    damaged.mkdir(parents=True)
    (damaged / "crawl.db").write_bytes(b"no database at all" * 100)

    async def told() -> str:
        actor = ShardActor(TOPIC, seeds(), str(folder), settings(2), 1, __version__)
        await actor.begin([actor, actor])
        while not (wrong := (await actor.look(None)).wrong):
            await asyncio.sleep(0.01)
        return wrong

    assert "is not the database of a crawl" in asyncio.run(told())


def test_a_shard_that_died_may_come_back_within_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exceptions = pytest.importorskip("ray.exceptions")
    folder = tmp_path / "crawl"
    crawl = ShardedCrawl(TOPIC, seeds(), folder, settings(2))
    crawl._log = getLogger("honeyguide.test")
    ray = SimpleNamespace(has_shards=False)

    async def look(*_: object) -> ShardState:
        if not ray.has_shards:
            raise exceptions.RayActorError
        return ShardState(None, began=True)

    crawl._handles = [SimpleNamespace(look=SimpleNamespace(remote=look))] * 2

    def one_round(whole: Gatherer) -> None:
        asyncio.run(crawl._round(whole, Coordinator(10, 1), [None, None]))

    with Gatherer.begin(folder, TOPIC, settings(2)) as whole:
        for has_shards in (False, False, True, False):
            ray.has_shards = has_shards
            one_round(whole)
        died = [event.detail for event in CrawlFolder(folder).events() if event.kind is EventKind.SHARD]
        assert sorted(died) == [f"the process of shard {n} died; it is started again" for n in (0, 0, 1, 1)]
        monkeypatch.setattr("honeyguide.cluster.crawl.RETURN_SECONDS", -1.0)
        with pytest.raises(CannotRun, match=r"^the process of shard 0 died and does not come back; see Ray's logs$"):
            one_round(whole)


def test_shards_of_one_machine_soon_have_what_another_encoded(tmp_path: Path) -> None:
    texts = [f"{letter} rain" for letter in "abcdefghijklmnop"]
    encoders = Counting(), Counting()
    for number, encoder in enumerate(encoders):
        vectors = Vectors(encoder)
        Shard(TOPIC, seeds(), tmp_path / "shards" / str(number), settings(2), number)._keep_vectors(vectors)
        vectors.encode(texts)  # and nobody closes it
    assert (len(encoders[0].asked), encoders[1].asked) == (16, [])


def test_time_passes_for_the_coordinator_also_where_that_of_the_shards_is_simulated(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    crawl = ShardedCrawl(TOPIC, seeds(), tmp_path / "crawl", settings(2, time=5.0))
    crawl.started = time.monotonic() - 10.0
    assert crawl.seconds >= 10.0
    with Gatherer.begin(tmp_path / "crawl", TOPIC, settings(2)) as whole:
        asyncio.run(crawl._round(whole, Coordinator(10, 1), []))
    assert crawl.why_stopped == "5 seconds"
