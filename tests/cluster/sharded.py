"""A crawl in shards without Ray: all of them in one event loop, over a simulated web, into real folders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from honeyguide import known_places
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.shard import Shard
from honeyguide.config import Settings
from honeyguide.core.referrals import ShardReport
from honeyguide.model import EventKind, Topic
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import open_web
from honeyguide.web.offline.synthetic import SyntheticSource

TOPIC = load_topic("rainstorm-disaster")
WEB = "synthetic:seed=5,pages=600,hosts=20,words=120"
MESSAGES = 64


def settings(shards: int, pages: int = 150, **more: object) -> Settings:
    plain = Settings(web=WEB, shards=shards, pages=pages, workers=0, concurrency=16, encoder="none", strategy="ops")
    return replace(plain, **more)


def seeds() -> list[str]:
    source = open_web(WEB)
    assert isinstance(source, SyntheticSource)
    return source.web.seeds(4)


class ShardedCrawl:
    def __init__(self, folder: Path, settings: Settings, topic: Topic = TOPIC) -> None:
        self.folder = folder
        self._settings = settings
        self.shards = [
            Shard(topic, seeds(), folder / "shards" / str(number), settings, number)
            for number in range(settings.shards)
        ]
        self.coordinator = Coordinator(settings.pages, settings.concurrency, settings.stop_when)
        self.why = ""
        self.deliver = True
        self.rounds = 0
        self._delivered: dict[tuple[int, int], int] = {}
        self._over = False

    def run(self, each_round: Callable[[int], object] = lambda number: None) -> None:
        asyncio.run(self._run(each_round))

    def stop(self) -> None:
        """As the user does."""
        self._over = True
        for shard in self.shards:
            shard.stop()

    async def _run(self, each_round: Callable[[int], object]) -> None:
        tasks = [asyncio.create_task(_finish(shard)) for shard in self.shards]
        try:
            while not all(task.done() for task in tasks):
                for _ in range(20):
                    await asyncio.sleep(0)
                for task in tasks:
                    if task.done():
                        task.result()
                if not self._over:
                    await self._round()
                self.rounds += 1
                each_round(self.rounds)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _round(self) -> None:
        if not all(shard.started for shard in self.shards):
            return
        if self.deliver:
            await self._exchange()
        reports = [report for shard in self.shards if (report := shard.report())]
        told = [replace(report, undelivered=self._undelivered(n)) for n, report in enumerate(reports)]
        self.why = self.coordinator.why_over(told)
        if order := self.coordinator.order:
            for shard in self.shards:
                shard.obey(order)
        if self.why:
            self._over = True
            for shard in self.shards:
                shard.end(self.why)
        else:
            self._allow(told)

    def _allow(self, told: Sequence[ShardReport]) -> None:
        for shard, lease in zip(self.shards, self.coordinator.plan(told), strict=True):
            shard.allow(lease)

    async def _exchange(self) -> None:
        for number, shard in enumerate(self.shards):
            for to, other in enumerate(self.shards):
                if some := shard.messages(to, self._delivered.get((number, to), 0), MESSAGES):
                    upto = self._delivered[number, to] = await other.receive(number, some)
                    shard.delivered(to, upto)

    def _undelivered(self, number: int) -> int:
        if not self.deliver:
            return 0
        after = [(to, self._delivered.get((number, to), 0)) for to in range(len(self.shards))]
        return sum(len(self.shards[number].messages(to, upto, 1)) for to, upto in after)


async def _finish(shard: Shard) -> None:
    async for _ in shard:
        pass


def crawled(folder: Path, shards: int, pages: int = 150, *, gather_every: int = 0, **more: object) -> None:
    """A whole crawl, gathered now and then and in the end."""
    wanted = settings(shards, pages, **more)
    known_places.name(wanted.store, wanted.raw)
    with Gatherer.begin(folder, TOPIC, wanted) as whole:
        crawl = ShardedCrawl(folder, wanted)
        whole.note(1_735_689_600.0, EventKind.START, f"{shards} shards")
        crawl.run(lambda n: whole.gather() if gather_every and n % gather_every == 0 else None)
        whole.gather()
        whole.note(1_735_689_700.0, EventKind.STOP, "done")
