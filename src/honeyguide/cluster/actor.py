"""A shard as an actor of Ray: what other processes may ask of it. Ray starts it anew when its process dies.

Only plain values and bytes go from one to another.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from socket import gethostname
from typing import Any

from msgspec import Struct, msgpack
from msgspec.structs import replace

from honeyguide import __version__, known_places
from honeyguide.cluster.rounds import FORWARD_MESSAGES, FORWARD_SECONDS
from honeyguide.cluster.shard import Shard
from honeyguide.config import Settings
from honeyguide.core.recall_shares import RecallOrder
from honeyguide.core.referrals import Lease, ShardReport
from honeyguide.errors import HoneyguideError
from honeyguide.model import Topic
from honeyguide.process_limits import open_many_files
from honeyguide.storage.database import PATIENCE, ConnectionLost
from honeyguide.storage.files import SHARDS, has_database


class ShardState(Struct, frozen=True):
    """What the coordinator hears of a shard."""

    report: ShardReport | None
    """None before it has begun."""
    began: bool
    """Whether it was told to begin, since its process started."""
    wrong: str = ""
    """Why it cannot go on."""
    messages: int = 0
    """That other shards took from this one, since its process started …"""
    message_bytes: int = 0
    """… and how many bytes these were."""


def _why_not_here(folder: Path, version: str) -> str:
    """Why no shard of the crawl in this folder can run on this machine."""
    if not has_database(folder):
        return f"{folder} is not there; on a cluster the folder of a crawl must be on a disk that all machines share"
    if version != __version__:
        return f"Honeyguide {__version__} is installed there, and the crawl is run by {version}"
    return ""


def described(topic: Topic, seeds: Sequence[str], settings: Settings) -> bytes:
    """A crawl, for its shards: another version, which may know other settings, need not be able to read it."""
    return msgpack.encode((topic, list(seeds), settings))


class ShardActor:
    def __init__(
        self, version: str, folder: str, number: int, crawl: bytes = b"", places: Sequence[str] = ()
    ) -> None:
        """Honeyguide's version, folder and `described` crawl are those of the whole; `places`: those that are known
        where it was started."""
        known_places.inherit(places)
        open_many_files()
        self._number = number
        self._wrong = _why_not_here(Path(folder), version)
        if self._wrong:
            return
        topic, seeds, settings = msgpack.decode(crawl, type=tuple[Topic, list[str], Settings])
        self._make = partial(Shard, topic, seeds, Path(folder, SHARDS, str(number)), settings, number)
        try:
            self._shard = self._make()
        except HoneyguideError as wrong:  # a part that is where the crawl was started, and not here
            self._wrong = str(wrong)
            return
        self._peers: Sequence[Any] = ()
        self._running: asyncio.Task[None] | None = None
        self._messages = self._message_bytes = 0
        self._sent: dict[int, int] = {}
        """By shard, up to which number it has stored what it was told."""
        self._lost_at = 0.0
        """Since when it has no database to go on from; 0 while it has."""

    async def begin(self, peers: Sequence[Any]) -> None:
        """`peers`: handles of all shards by number."""
        self._peers = peers
        if self._running is None:
            self._running = asyncio.create_task(self._run())

    async def look(self, lease: Lease | None, order: RecallOrder | None = None) -> ShardState:
        """How it stands, once it did what it is told; `lease`: what it may fetch from now on; `order`: of the test on
        recall."""
        if self._wrong:
            return ShardState(None, began=False, wrong=f"shard {self._number} on {gethostname()}: {self._wrong}")
        if self._running is None:
            return ShardState(None, began=False)
        if self._running.done() and (wrong := self._running.exception()):
            while isinstance(wrong, BaseExceptionGroup):
                wrong = wrong.exceptions[0]
            if isinstance(wrong, ConnectionLost) and self._is_patient():
                lost, self._shard, self._running = self._shard, self._make(), None  # from its store, as after a kill
                lost.let_go()
                self._sent.clear()
                return ShardState(None, began=False)
            if isinstance(wrong, HoneyguideError):
                return ShardState(None, began=True, wrong=str(wrong))
            raise wrong
        if order is not None and self._shard.started:
            self._shard.obey(order)
        report = self._shard.report()
        if report is None:
            return ShardState(None, began=True)
        self._lost_at = 0.0
        if lease is not None:
            self._shard.allow(lease)
        report = replace(report, undelivered=self._undelivered())
        return ShardState(report, began=True, messages=self._messages, message_bytes=self._message_bytes)

    async def receive(self, shard: int, messages: Sequence[tuple[int, bytes]]) -> int:
        """What another shard tells; the number up to which all of it is stored here."""
        return await self._shard.receive(shard, messages)

    async def end(self, why: str, order: RecallOrder | None = None) -> tuple[int, int]:
        """Stop cleanly, for this reason, or because the user wants it when there is none. How many of its own pages
        would join those on topic, and leave them, if they were judged again; who stops it does not wait for that."""
        if self._wrong:
            return 0, 0
        if order is not None and self._shard.started:
            self._shard.obey(order)
        if why:
            self._shard.end(why)
        else:
            self._shard.stop()
        if self._running:
            await asyncio.wait([self._running])
        return self._shard.changed_verdicts if why else (0, 0)

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            forwarding = tasks.create_task(self._forward())
            async for _ in self._shard:
                pass
            forwarding.cancel()

    async def _forward(self) -> None:
        """Tell the others what is for them, all at the same time; who cannot be reached is told later."""
        others = [number for number in range(len(self._peers)) if number != self._number]
        while True:
            await asyncio.sleep(FORWARD_SECONDS)
            if self._shard.started:
                await asyncio.gather(*map(self._tell, others))

    async def _tell(self, other: int) -> None:
        from ray.exceptions import RayActorError  # noqa: PLC0415

        while messages := self._shard.messages(other, self._sent.get(other, -1), FORWARD_MESSAGES):
            try:
                upto = self._sent[other] = await self._peers[other].receive.remote(self._number, messages)
            except RayActorError:
                return
            self._shard.delivered(other, upto)
            taken = [data for number, data in messages if number <= upto]
            self._messages += len(taken)
            self._message_bytes += sum(map(len, taken))

    def _is_patient(self) -> bool:
        """Whether a database that it lost may come back."""
        now = time.monotonic()
        self._lost_at = self._lost_at or now
        return now - self._lost_at <= PATIENCE

    def _undelivered(self) -> int:
        """Shards that something waits for."""
        others = (number for number in range(len(self._peers)) if number != self._number)
        return sum(bool(self._shard.messages(other, self._sent.get(other, -1), 1)) for other in others)
