"""A crawl in shards: to who follows it like any other. It coordinates the shards and gathers what they find."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from honeyguide.cluster import engine
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.deal import deal, must_deal
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.rounds import GATHER_SECONDS, RETURN_SECONDS, ROUND_SECONDS
from honeyguide.config import Settings
from honeyguide.core.crawl_core import check_seeds
from honeyguide.core.referrals import ShardReport
from honeyguide.crawl import Crawl
from honeyguide.errors import CannotRun
from honeyguide.model import STOPPED_BY_USER, EventKind, StoredPage, Topic
from honeyguide.storage.database import outlasting
from honeyguide.storage.failures import failures
from honeyguide.storage.folder import keep_descriptions
from honeyguide.storage.logs import logging_into
from honeyguide.storage.results import pages_since, visits
from honeyguide.storage.store import FolderStore

_NOTHING = ShardReport(0, 0, 0, 0, 0, 0, (), is_done=False)


class ShardedCrawl(Crawl):
    """`Crawl` over several processes; its parts are those that topic and settings name."""

    _may_have_shards = True

    def __init__(
        self, topic: Topic, seeds: Sequence[str] | Mapping[str, str], out: Path | str, settings: Settings
    ) -> None:
        super().__init__(topic, seeds, out, settings)
        engine.check_installed()
        self._reports = [_NOTHING] * self.settings.shards
        self._messages = [(0, 0)] * self.settings.shards
        self._why = ""
        self._handles: Sequence[Any] = ()
        self._down: dict[int, float] = {}
        """Shards that died and are not there again, since when."""
        self._first_visit = 0
        """Of this run."""

    @property
    def pages(self) -> int:
        return sum(report.pages for report in self._reports)

    @property
    def on_topic(self) -> int:
        return sum(report.on_topic for report in self._reports)

    @property
    def failures(self) -> int:
        return sum(report.failures for report in self._reports)

    @property
    def waiting(self) -> int:
        return sum(report.waiting for report in self._reports)

    @property
    def hosts(self) -> int:
        return sum(report.hosts for report in self._reports)

    @property
    def hosts_beyond_seeds(self) -> int:
        return sum(report.hosts_beyond_seeds for report in self._reports)

    @property
    def resting(self) -> int:
        return sum(report.resting for report in self._reports)

    @property
    def in_flight(self) -> int:
        return sum(report.in_flight for report in self._reports)

    @property
    def seconds(self) -> float:
        """By the clock of this process, also where shards live in the time of an off-line web."""
        return time.monotonic() - self.started if self.started else 0.0

    @property
    def metrics(self) -> dict[str, float]:
        """What the shards told each other in this run."""
        messages, size = map(sum, zip(*self._messages, strict=True))
        return {"messages": messages, "message_bytes": size}

    @property
    def why_stopped(self) -> str:
        return self._why

    async def run(self) -> AsyncGenerator[StoredPage, None]:
        settings = self.settings
        is_new = not FolderStore.exists(self.out)
        if is_new:
            check_seeds(self._seeds, settings)
        elif must_deal(self.out, settings.shards):
            deal(self.out, settings.shards)
        try:
            async with AsyncExitStack() as held:
                whole = held.enter_context(Gatherer.begin(self.out, self.topic, settings))
                held.enter_context(engine.started(settings.cluster, settings.shards))
                self._log = held.enter_context(logging_into(self.out, settings.log_level))
                if self._described:
                    keep_descriptions(self.out, self._described)
                if settings.metrics_port:
                    await self._expose(held)
                self.started = time.monotonic()
                async for found in self._follow(whole, is_new=is_new):
                    yield found
        finally:
            await self._web.close()
            if self._vectors:
                self._vectors.close()

    async def _follow(self, whole: Gatherer, *, is_new: bool) -> AsyncIterator[StoredPage]:
        coordinator = Coordinator(self.settings.pages, self.settings.concurrency, self.settings.stop_when)
        self._handles = engine.shard_actors(self.topic, self._seeds, self.out, self.settings)
        shards = f"{self.settings.shards} shards, strategy {self.settings.strategy}"
        self._tell_of(whole, EventKind.START if is_new else EventKind.RESUME, shards)
        for name, change in self._changed.items():
            self._tell_of(whole, EventKind.SETTINGS, f"{name} = {change}")
        plan: Sequence[int | None] = [None] * self.settings.shards
        seen, gathered_at = outlasting(lambda: visits(self.out)), time.monotonic()
        whole.gather()  # what an earlier run left was not visited by this one
        self._first_visit = outlasting(lambda: visits(self.out))
        was_paused = False
        while not self._why:
            self._something.clear()
            if self._paused is not was_paused:
                was_paused = self._paused
                kind = EventKind.PAUSE if was_paused else EventKind.PROCEED
                self._tell_of(whole, kind, f"{self.pages} pages, {self.waiting} links wait")
            plan = await self._round(whole, coordinator, plan)
            if time.monotonic() - gathered_at >= GATHER_SECONDS:
                self._outcomes += whole.gather().outcomes
                for found in self._new_pages(seen):
                    yield found
                seen, gathered_at = outlasting(lambda: visits(self.out)), time.monotonic()
            if not self._why:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._something.wait(), ROUND_SECONDS)
        why = "" if self._stopping else self._why
        await engine.all_of(handle.end.remote(why, coordinator.order) for handle in self._handles)
        self._outcomes += whole.gather().outcomes
        self._tell_of(whole, EventKind.STOP, self._why)
        for found in self._new_pages(seen):
            yield found
        self._warn_of_no_page()

    def _why_no_page(self) -> str:
        failed = outlasting(lambda: failures(self.out, since=self._first_visit))
        for each in sorted(failed, key=lambda kind: kind.at):
            self._failed[each.outcome] = f"{each.examples[0]}: {each.detail}"
        return super()._why_no_page()

    def _new_pages(self, seen: int) -> list[StoredPage]:
        """Gathered since so many visits."""
        return outlasting(lambda: list(pages_since(self.out, seen)))

    def _tell_of(self, whole: Gatherer, kind: EventKind, detail: str) -> None:
        whole.note(time.time(), kind, detail)
        self._log.info("%s: %s", kind, detail)

    async def _round(
        self, whole: Gatherer, coordinator: Coordinator, plan: Sequence[int | None]
    ) -> Sequence[int | None]:
        """Hear how all shards stand, and say how many pages each may have."""
        told = zip(self._handles, plan, strict=True)
        states = await engine.all_of(handle.look.remote(pages, coordinator.order) for handle, pages in told)
        now = time.monotonic()
        for number, state in enumerate(states):
            if state is None:
                if number not in self._down:
                    self._tell_of(whole, EventKind.SHARD, f"the process of shard {number} died; it is started again")
                if now - self._down.setdefault(number, now) > RETURN_SECONDS:
                    raise CannotRun(f"the process of shard {number} died and does not come back; see Ray's logs")
                continue
            self._down.pop(number, None)
            if state.wrong:
                raise CannotRun(state.wrong)
            if not state.began:
                await engine.all_of([self._handles[number].begin.remote(list(self._handles))])
            elif state.report is not None:
                self._reports[number] = state.report
                self._messages[number] = state.messages, state.message_bytes
        if self._stopping:
            self._why = STOPPED_BY_USER
        elif self.settings.time and now - self.started >= self.settings.time:
            self._why = f"{self.settings.time:g} seconds"
        if self._why or any(state is None or state.report is None for state in states):
            return plan
        self._why = coordinator.why_over(self._reports)
        for move in coordinator.take_moves():
            self._tell_of(whole, EventKind.RECALL, move)
        return [0] * len(self._reports) if self._paused else coordinator.plan(self._reports)
