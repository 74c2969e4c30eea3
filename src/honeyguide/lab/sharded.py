"""The lab's driver of a crawl in shards: all of them in one process and one virtual time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.rounds import FORWARD_SECONDS, ROUND_SECONDS
from honeyguide.lab.simulation import Simulation
from honeyguide.records import Message, Record


class ShardedSimulation:
    def __init__(self, shards: Sequence[Simulation], coordinator: Coordinator) -> None:
        """All over one web."""
        self._shards = shards
        self._coordinator = coordinator
        self._clock = shards[0].web.clock
        self._sent: Counter[int] = Counter()
        self._under_way = 0
        self._over = False
        self.bytes = 0
        """Of all messages …"""
        self.messages = 0
        """… and how many these were."""
        for number, shard in enumerate(shards):
            shard.on_record = partial(self._forward, number)

    def run(self, seeds: Sequence[str], rng: Random) -> None:
        clock = self._clock
        for shard in self._shards:
            shard.core.begin(seeds, Random(rng.random()), clock.now)  # noqa: S311
        self._round()
        while not self._over:
            for shard in self._shards:
                shard.begin_fetches()
                shard.set_alarm()
            clock.step()
            for shard in self._shards:
                shard.store()

    def _round(self) -> None:
        clock = self._clock
        reports = [shard.core.report(clock.now) for shard in self._shards]
        if not self._under_way and self._coordinator.why_over(reports):
            self._over = True
            return
        for shard, pages in zip(self._shards, self._coordinator.plan(reports), strict=True):
            shard.core.allow(pages)
        clock.call_later(ROUND_SECONDS, self._round)

    def _forward(self, sender: int, record: Record) -> None:
        for message in record.messages:
            self._sent[sender] += 1
            self._under_way += 1
            self._clock.call_later(FORWARD_SECONDS, partial(self._deliver, sender, self._sent[sender], message))

    def _deliver(self, sender: int, number: int, message: Message) -> None:
        self._under_way -= 1
        self.messages += 1
        self.bytes += len(message.data)
        self._shards[message.shard].core.receive(sender, number, message.data, self._clock.now)
