"""The lab's driver of a crawl in shards: all of them in one process and one virtual time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.rounds import FORWARD_SECONDS, ROUND_SECONDS, SETTLE_SECONDS
from honeyguide.core.recall_shares import RecallOrder
from honeyguide.core.referrals import Lease, ShardReport
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
        self._moved: set[int] = set()
        """Shards that something happened to since they were last asked for links …"""
        self._to_report: set[int] = set()
        """… and since they last said how they stand."""
        self._reports: list[ShardReport] = []
        self._leases = [Lease(0)] * len(shards)
        self._order: RecallOrder | None = None
        for number, shard in enumerate(shards):
            shard.on_record = partial(self._forward, number)
            shard.on_event = partial(self._move, number)
            shard.settles_after = SETTLE_SECONDS

    def run(self, seeds: Sequence[str], rng: Random) -> None:
        clock = self._clock
        for shard in self._shards:
            shard.core.begin(seeds, Random(rng.random()), clock.now)  # noqa: S311
        self._reports = [shard.core.report(clock.now) for shard in self._shards]
        self._round()
        while not self._over:
            asked, self._moved = sorted(self._moved), set()
            for number in asked:
                self._shards[number].begin_fetches()
                self._shards[number].set_alarm()
            clock.step()
            for number in sorted(self._moved):
                self._shards[number].store()

    def _move(self, number: int) -> None:
        self._moved.add(number)
        self._to_report.add(number)

    def _round(self) -> None:
        clock = self._clock
        for number in self._to_report:
            self._reports[number] = self._shards[number].core.report(clock.now)
        self._to_report.clear()
        first, *others = self._reports
        if self._coordinator.why_over([replace(first, undelivered=self._under_way), *others]):
            self._over = True
            return
        order = self._coordinator.order
        if order != self._order and order is not None:
            self._order = order
            for number, shard in enumerate(self._shards):
                shard.core.obey(order)
                self._move(number)
        for number, lease in enumerate(self._coordinator.plan(self._reports)):
            if lease != self._leases[number]:
                self._leases[number] = lease
                self._shards[number].core.allow(*lease)
                self._move(number)
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
        self._move(message.shard)
        self._shards[message.shard].core.receive([(sender, number, message.data)], self._clock.now)
