"""One shard of a crawl: a live crawl of the sites that it owns, which tells other shards of links to theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from honeyguide.cluster.rounds import SETTLE_SECONDS
from honeyguide.cluster.shard_settings import of_shard
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.core.recall_shares import RecallOrder
from honeyguide.core.referrals import Lease, Partition, ShardReport
from honeyguide.crawl import Crawl
from honeyguide.encoders.vectors import Vectors
from honeyguide.model import Topic
from honeyguide.protocols import KeepsMessages
from honeyguide.storage.files import VECTORS

_WRITE_VECTORS_AFTER = 16
"""Vectors: to write one costs far less than to make it in a second shard, too."""


class Shard(Crawl):
    """It ends when it is told to."""

    _may_have_shards = True
    _is_shard = True

    def __init__(
        self, topic: Topic, seeds: Sequence[str] | Mapping[str, str], out: Path, settings: Settings, number: int
    ) -> None:
        """`out` is its own folder; topic, seeds and settings are those of the whole crawl."""
        super().__init__(topic, seeds, out, of_shard(settings))
        self._partition = Partition(number, settings.shards)
        self._on_cluster = bool(settings.cluster)
        self._inbox: list[tuple[int, int, bytes]] = []
        self._stored_from: dict[int, int] = {}
        """By shard, the number of its last message that is stored."""
        self._told = asyncio.Event()
        self._is_lost = False
        self._came_at: float | None = None
        """Since when something waits to be settled."""

    def _keep_vectors(self, vectors: Vectors) -> None:
        """Those of one machine share a file: what one of them encodes, none does again."""
        if self._on_cluster:
            super()._keep_vectors(vectors)
        else:
            vectors.keep_in(self.out.parent.parent / VECTORS, _WRITE_VECTORS_AFTER)

    def allow(self, lease: Lease) -> None:
        assert self._core is not None
        self._core.allow(*lease)
        self._alarm.ring()

    def obey(self, order: RecallOrder) -> None:
        """What it is to do for the test on recall of all shards."""
        if self._core:
            self._core.obey(order)
        self._alarm.ring()

    def end(self, why: str) -> None:
        """There is no more to do for anybody."""
        if self._core:
            self._core.limits.enough(why)
        self._alarm.ring()

    def report(self) -> ShardReport | None:
        """How it stands; None before it has begun."""
        return self._core.report(self._web.now()) if self._core and self.started else None

    async def receive(self, shard: int, messages: Sequence[tuple[int, bytes]]) -> int:
        """What another shard tells, by number; the number up to which all of it is stored here."""
        last = max(number for number, _ in messages)
        self._inbox.extend((shard, number, message) for number, message in messages)
        while self._stored_from.get(shard, -1) < last and not self._is_lost:
            self._told.clear()
            self._alarm.ring()
            await self._told.wait()
        return self._stored_from.get(shard, -1)

    def let_go(self) -> None:
        """It lost its store, and another one takes its place: who waits for it to store something tells it again."""
        self._is_lost = True
        self._told.set()

    def messages(self, shard: int, after: int, most: int) -> Sequence[tuple[int, bytes]]:
        """What is stored for another shard and was not delivered yet."""
        return cast("KeepsMessages", self._store).messages(shard, after, most)

    def delivered(self, shard: int, upto: int) -> None:
        """Another shard has stored all up to this number."""
        cast("KeepsMessages", self._store).delivered(shard, upto)

    def _settle(self, core: CrawlCore) -> None:
        """What others tell as well; while more is under way, what comes within a moment together: their anchors are
        encoded in one call, which costs as much as ten of them."""
        now = self._web.now()
        if not self._inbox and not self._visits.answers:
            return
        if self._came_at is None:
            self._came_at = now
        more_comes = len(self._visits.tasks) > len(self._visits.answers) and not self._paused
        if more_comes and now < self._came_at + SETTLE_SECONDS:
            return
        self._came_at = None
        told, self._inbox = self._inbox, []
        core.receive(told, now, [(link, read.page) for link, _, read in self._visits.answers if read and read.page])
        super()._settle(core)

    def _due(self, core: CrawlCore) -> float | None:
        due = super()._due(core)
        if self._came_at is None:
            return due
        settled = self._came_at + SETTLE_SECONDS
        return settled if due is None else min(due, settled)

    def _committed(self, core: CrawlCore) -> None:
        self._stored_from = dict(core.taken)
        self._told.set()
