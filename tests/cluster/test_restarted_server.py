"""Shards and coordinator wait for a PostgreSQL server that is restarted, and go on."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.cluster.sharded import TOPIC, ShardedCrawl, seeds, settings
from tests.postgres_server import PASSWORD, Server, Unavailable, restartable

from honeyguide import CannotRun, __version__, known_places
from honeyguide.cluster.actor import ShardActor, described
from honeyguide.cluster.gather import Gatherer
from honeyguide.config import Settings
from honeyguide.core.referrals import Referral, packed
from honeyguide.crawl_folder import CrawlFolder

pytestmark = [pytest.mark.slow]
PAGES = 40


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    try:
        with restartable() as running:
            yield running
    except Unavailable as reason:
        pytest.skip(f"no PostgreSQL server to test against: {reason}")


@pytest.fixture
def wanted(server: Server, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    made = settings(2, PAGES, store=server.address.replace(f":{quote(PASSWORD, safe='')}@", "@"))
    known_places.name(made.store)
    return made


def start_later(server: Server) -> threading.Thread:
    def start() -> None:
        time.sleep(0.5)
        server.start()

    thread = threading.Thread(target=start)
    thread.start()
    return thread


def test_a_crawl_in_shards_goes_on_when_its_server_is_restarted(
    server: Server, wanted: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "crawl"
    starting: list[threading.Thread] = []
    with Gatherer.begin(folder, TOPIC, wanted) as whole:
        crawl = ShardedCrawl(folder, wanted)

        def restart(number: int) -> None:
            if number == 10:
                server.stop()
                starting.append(start_later(server))
                whole.gather()

        crawl.run(restart)
        whole.gather()
        server.stop()
    server.start()
    starting[0].join()
    pages = [page.url for page in CrawlFolder(folder).pages()]
    assert len(set(pages)) == len(pages) == PAGES
    said = [record.getMessage() for record in caplog.records]
    assert any("cannot be opened" in line and "it is tried again for 60 seconds" in line for line in said)


def test_what_a_shard_was_told_before_it_lost_its_server_is_to_be_told_again(
    server: Server, wanted: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    Gatherer.begin(folder, TOPIC, wanted).close()

    async def told() -> tuple[int, int]:
        """Up to which number all is stored that came while there was no server, and when it came once more."""
        actor = ShardActor(__version__, str(folder), 1, described(TOPIC, seeds(), wanted))
        messages = [(7, packed(Referral("http://a.example/", "a.example", 0)))]
        await actor.begin([actor, actor])
        first = asyncio.create_task(actor.receive(0, messages))
        while not first.done():
            await actor.look(None)
            await asyncio.sleep(0.01)
        server.start()
        again = asyncio.create_task(actor.receive(0, messages))
        while not again.done():
            if not (await actor.look(None)).began:
                await actor.begin([actor, actor])
            await asyncio.sleep(0.01)
        await actor.end("")
        return first.result(), again.result()

    server.stop()
    assert asyncio.run(asyncio.wait_for(told(), 60)) == (-1, 7)


def test_a_shard_that_finds_no_server_waits_for_it(
    server: Server, wanted: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "crawl"
    Gatherer.begin(folder, TOPIC, wanted).close()

    async def found(actor: ShardActor) -> int:
        """Looks until it has begun or cannot."""
        lost = 0
        while True:
            state = await actor.look(None)
            if state.wrong:
                raise CannotRun(state.wrong)
            if state.report:
                await actor.end("")
                return lost
            if not state.began:
                await actor.begin([actor, actor])
                lost += 1
            await asyncio.sleep(0.01)

    server.stop()
    starting = start_later(server)
    actor = ShardActor(__version__, str(folder), 1, described(TOPIC, seeds(), wanted))
    assert asyncio.run(found(actor)) > 1
    starting.join()
    server.stop()
    try:
        monkeypatch.setattr("honeyguide.cluster.actor.PATIENCE", 0.1)
        actor = ShardActor(__version__, str(folder), 1, described(TOPIC, seeds(), wanted))
        with pytest.raises(CannotRun, match="the database cannot be opened"):
            asyncio.run(found(actor))
    finally:
        server.start()
