"""What a shard says of the machine that it runs on, and how a crawl in shards is made."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from logging import getLogger
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from types import SimpleNamespace

import pytest
from tests.cluster.sharded import TOPIC, crawled, seeds, settings
from tests.encoders.test_vectors import Counting

from honeyguide import BadInput, CannotRun, Crawl, __version__, make_crawl
from honeyguide.cli.run import Progress
from honeyguide.cluster import engine
from honeyguide.cluster.actor import ShardActor, ShardState, described
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.crawl import ShardedCrawl
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.shard import Shard
from honeyguide.core.referrals import ShardReport
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.encoders.vectors import Vectors
from honeyguide.model import EventKind


def wrong(folder: Path, version: str, given: bytes = b"what another version says") -> str:
    return asyncio.run(ShardActor(version, str(folder), 1, given).look(None)).wrong


def test_a_machine_without_the_folder_or_with_another_version_is_named(tmp_path: Path) -> None:
    away = tmp_path / "away"
    assert f"{away} is not there; on a cluster the folder of a crawl must be on a disk" in wrong(away, __version__)
    folder = tmp_path / "crawl"
    Gatherer.begin(folder, TOPIC, settings(2)).close()
    assert wrong(folder, __version__, described(TOPIC, seeds(), settings(2))) == ""
    plain = settings(2, plugins=("./not_there.py",))
    assert "not_there.py" in wrong(folder, __version__, described(TOPIC, seeds(), plain))
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
    pytest.importorskip("ray")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(
        engine, "_of_this_machine", list
    )  # others may run a Ray on this machine, which would be found
    with pytest.raises(CannotRun, match=r"^no Ray cluster runs on this machine: start one \(ray start --head\), or "):
        ShardedCrawl(TOPIC, seeds(), tmp_path / "crawl", settings(2, cluster=engine.AUTO)).finish()
    assert not list(tmp_path.iterdir())


SETTINGS = bytes((0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 64, 0, 0))
"""What a server of HTTP/2 says first: its settings, here that of a window of 4 MB."""


@contextmanager
def answering(says: bytes) -> Iterator[str]:
    """The address of a server that says this to everybody who says something."""

    class Says(BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1024)
            self.request.sendall(says)

    with ThreadingTCPServer(("127.0.0.1", 0), Says) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("says", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""])
def test_what_listens_and_is_no_ray_is_told_at_once(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(says) as address:
        with pytest.raises(
            CannotRun, match=f"^the Ray cluster at {address} cannot be reached: what listens there is no"
        ):
            engine.found(address)
        monkeypatch.setenv("RAY_USE_TLS", "1")
        assert engine.found(address) == address, "within TLS it cannot be seen"


def test_auto_is_a_cluster_where_somebody_listens_and_never_the_ray_of_another_crawl(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("ray")
    from ray._private import services, utils

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with answering(SETTINGS) as open_, closing(socket.socket()) as deaf:
        deaf.bind(("127.0.0.1", 0))
        closed = f"127.0.0.1:{deaf.getsockname()[1]}"
        last = ""
        monkeypatch.setattr(utils, "read_ray_address", lambda: last)
        monkeypatch.setattr(services, "get_node_ip_address", lambda: "127.0.0.1")
        monkeypatch.setattr(services, "find_gcs_addresses", lambda: {open_})
        with pytest.raises(CannotRun, match="no Ray cluster runs on this machine"):
            engine.found(engine.AUTO)  # a machine without the world, where another crawl has a Ray of its own
        monkeypatch.setattr(services, "get_node_ip_address", lambda: "127.0.0.2")
        with pytest.raises(CannotRun, match="no Ray cluster runs on this machine"):
            engine.found(engine.AUTO)  # nobody listens at the address in the world
        last = closed
        with pytest.raises(CannotRun, match="no Ray cluster runs on this machine"):
            engine.found(engine.AUTO)  # that of a `ray start` which is over
        last = open_
        assert engine.found(engine.AUTO) == open_
        monkeypatch.setenv("RAY_ADDRESS", closed)
        with pytest.raises(CannotRun, match=f"^the Ray cluster at {closed} cannot be reached: Connection refused$"):
            engine.found(engine.AUTO)
        assert engine.found(open_) == open_
    assert engine.found("") == ""


def test_what_ray_writes_while_it_connects_is_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with engine._silent():
        os.write(2, b"rpc_client.h:153: Failed to connect to GCS")
    os.write(2, b"ours")
    assert capfd.readouterr().err == "ours"


def test_shards_that_do_not_answer_are_told_of_after_ten_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("ray")
    monkeypatch.setattr("honeyguide.cluster.crawl._SOON", 0.1)
    monkeypatch.setattr("honeyguide.cluster.crawl._BEGINS", 0.3)
    monkeypatch.setattr("honeyguide.cluster.crawl.ROUND_SECONDS", 0.02)
    crawl = ShardedCrawl(TOPIC, seeds(), tmp_path / "crawl", settings(2))
    crawl._log = getLogger("honeyguide.test")
    answers = [True, True]

    def handle(number: int) -> SimpleNamespace:
        async def look(*_: object) -> ShardState:
            while not answers[number]:
                await asyncio.sleep(0.01)
            return ShardState(None, began=True)

        return SimpleNamespace(look=SimpleNamespace(remote=look))

    crawl._handles = [handle(0), handle(1)]

    async def told(whole: Gatherer) -> list[str]:
        watching = asyncio.create_task(crawl._warn_of_trouble())
        said = []
        await crawl._round(whole, Coordinator(10, 1), [None, None])
        said.append(crawl.trouble)
        answers[1] = False
        waits = asyncio.create_task(crawl._round(whole, Coordinator(10, 1), [None, None]))
        await asyncio.sleep(0.25)
        said += [crawl.trouble, Progress(crawl, quiet=False).line()]
        answers[1] = True
        await waits
        said.append(crawl.trouble)
        watching.cancel()
        return said

    with Gatherer.begin(tmp_path / "crawl", TOPIC, settings(2)) as whole:
        before, then, line, after = asyncio.run(told(whole))
    assert before == after == ""
    assert then == "1 of 2 shards does not answer, for 0 seconds now"
    assert line.endswith(then)
    assert [record.getMessage() for record in caplog.records if "not answer" in record.getMessage()] == [then]


def test_progress_of_a_crawl_that_goes_on_begins_with_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    crawled(tmp_path / "crawl", 2, 40)
    told = CrawlFolder(tmp_path / "crawl").status()
    reports: list[ShardReport | None] = [None, None]

    def handle(number: int) -> SimpleNamespace:
        async def look(*_: object) -> ShardState:
            return ShardState(reports[number], began=True)

        async def end(*_: object) -> tuple[int, int]:
            return 0, 0

        return SimpleNamespace(look=SimpleNamespace(remote=look), end=SimpleNamespace(remote=end))

    monkeypatch.setattr(engine, "started", lambda *_: nullcontext())
    monkeypatch.setattr(engine, "shard_actors", lambda *_: [handle(0), handle(1)])
    monkeypatch.setattr("honeyguide.cluster.crawl.ROUND_SECONDS", 0.02)
    crawl = ShardedCrawl(TOPIC, seeds(), tmp_path / "crawl", settings(2, 90))

    async def watched() -> list[tuple[int, int, int, int]]:
        async def run() -> None:
            async for _ in crawl:
                pass

        running, seen = asyncio.create_task(run()), []
        for report in ({}, {0: 30}, {0: 30, 1: 15}):
            for number, pages in report.items():
                reports[number] = ShardReport(pages, 2, 0, 0, 7, 3, (), is_done=False)
            await asyncio.sleep(0.3)
            seen.append((crawl.pages, crawl.on_topic, crawl.waiting, crawl.hosts))
        crawl.stop()
        await running
        return seen

    stored = (40, told.on_topic, told.waiting, told.hosts)
    assert asyncio.run(watched()) == [stored, stored, (45, 4, 14, 6)]


def test_the_settings_of_a_run_that_did_not_begin_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")
    crawled(tmp_path / "crawl", 2, 20)
    kept = (tmp_path / "crawl" / "settings.toml").read_text()

    def no_start(**_: object) -> None:
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", no_start)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for changes, says in (
            ({"metrics_port": port}, f"metrics_port: {port} cannot be served"),
            ({"metrics_port": port, "shards": 3}, f"metrics_port: {port} cannot be served"),
            ({"pages": 70}, "Ray on this machine cannot be used"),
        ):
            with pytest.raises(CannotRun, match=says):
                CrawlFolder(tmp_path / "crawl").resume(**changes).finish()
            assert (tmp_path / "crawl" / "settings.toml").read_text() == kept
        Crawl(TOPIC, seeds(), tmp_path / "one", settings(1, 5)).finish()
        kept = (tmp_path / "one" / "settings.toml").read_text()
        with pytest.raises(CannotRun, match="cannot be served"):
            CrawlFolder(tmp_path / "one").resume(metrics_port=port).finish()
        assert (tmp_path / "one" / "settings.toml").read_text() == kept


def test_a_shard_that_cannot_go_on_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    Gatherer.begin(folder, TOPIC, settings(2)).close()
    damaged = folder / "shards" / "1"
    damaged.mkdir(parents=True)
    (damaged / "crawl.db").write_bytes(b"no database at all" * 100)

    async def told() -> str:
        actor = ShardActor(__version__, str(folder), 1, described(TOPIC, seeds(), settings(2)))
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
