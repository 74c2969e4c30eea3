"""A crawl in shards: to who follows it like any other. It coordinates the shards and gathers what they find."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from honeyguide.cluster import engine
from honeyguide.cluster.actor import ShardState
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.deal import deal, must_deal
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.rounds import GATHER_SECONDS, RETURN_SECONDS, ROUND_SECONDS
from honeyguide.config import Settings
from honeyguide.core.referrals import Lease, ShardReport
from honeyguide.core.seeds import check_seeds
from honeyguide.crawl import Crawl
from honeyguide.errors import CannotRun
from honeyguide.model import STOPPED_BY_USER, EventKind, StoredPage, Topic
from honeyguide.storage.database import outlasting
from honeyguide.storage.failures import failures
from honeyguide.storage.logs import logging_into
from honeyguide.storage.results import newest_visit, pages_since, status, visits
from honeyguide.storage.run_settings import keep_descriptions
from honeyguide.storage.store import FolderStore

_SOON = 10.0
"""Seconds after which it is said that shards wait for free cores of the cluster, or do not answer."""
_BEGINS = 30.0
"""The same for shards that never answered: Ray starts their processes first."""
_log = logging.getLogger(__name__)
_NOTHING = ShardReport(0, 0, 0, 0, 0, 0, (), is_done=False)


class ShardedCrawl(Crawl):
    """`Crawl` over several processes; its parts are those that topic and settings name."""

    _may_have_shards = True
    _visits_are = "Visits of this run that were gathered: some seconds behind pages_total, which the shards tell."

    def __init__(
        self, topic: Topic, seeds: Sequence[str] | Mapping[str, str], out: Path | str, settings: Settings
    ) -> None:
        super().__init__(topic, seeds, out, settings)
        engine.check_installed()
        self._reports = [_NOTHING] * self.settings.shards
        self._stored = _NOTHING
        """All shards together, as the folder says."""
        self._messages = [(0, 0)] * self.settings.shards
        self._why = ""
        self._handles: Sequence[Any] = ()
        self._down: dict[int, float] = {}
        """Shards that died and are not there again, since when."""
        self._unanswered: dict[int, float] = {}
        """Shards that were asked how they stand and did not say, since when."""
        self._answered: set[int] = set()
        self._short_of_cores = ""
        self._first_visit = 0
        """Of this run."""
        self._would_change = (0, 0)

    @property
    def _told(self) -> Sequence[ShardReport]:
        """How the shards stand; until each of them said so, what is stored."""
        return [self._stored] if any(report is _NOTHING for report in self._reports) else self._reports

    @property
    def pages(self) -> int:
        return sum(report.pages for report in self._told)

    @property
    def on_topic(self) -> int:
        return sum(report.on_topic for report in self._told)

    @property
    def failures(self) -> int:
        return sum(report.failures for report in self._told)

    @property
    def waiting(self) -> int:
        return sum(report.waiting for report in self._told)

    @property
    def hosts(self) -> int:
        return sum(report.hosts for report in self._told)

    @property
    def hosts_beyond_seeds(self) -> int:
        return sum(report.hosts_beyond_seeds for report in self._told)

    @property
    def resting(self) -> int:
        return sum(report.resting for report in self._told)

    @property
    def retrying(self) -> int:
        return sum(report.retrying for report in self._reports)

    @property
    def in_flight(self) -> int:
        return sum(report.in_flight for report in self._told)

    @property
    def simulated(self) -> bool:
        """No: it goes by the clock of this process, also where shards live in the time of an off-line web."""
        return False

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started if self.started else 0.0

    @property
    def metrics(self) -> dict[str, float]:
        """What the shards told each other in this run."""
        messages, size = map(sum, zip(*self._messages, strict=True))
        return {"messages": messages, "message_bytes": size}

    @property
    def why_stopped(self) -> str:
        return self._why

    @property
    def changed_verdicts(self) -> tuple[int, int]:
        """As each shard knows of its own pages, once the crawl has ended by itself."""
        return self._would_change

    @property
    def has_changed_verdicts(self) -> bool:
        """By the first pages of each shard."""
        return any(self._would_change)

    async def run(self) -> AsyncGenerator[StoredPage, None]:
        settings = self.settings
        cluster = engine.found(settings.cluster)  # else nothing is laid out, and nothing dealt
        is_new = not FolderStore.exists(self.out)
        if is_new:
            check_seeds(self._seeds, settings)
        try:
            async with AsyncExitStack() as held:
                is_free = self._is_free()
                if is_free:
                    await self._expose(held)
                if not is_new and must_deal(self.out, settings.shards):
                    deal(self.out, settings.shards)
                ray = engine.started(cluster, settings.shards)
                if is_new:  # where there is no Ray, no folder is left behind; what is wrong with one is told at once
                    held.enter_context(ray)
                whole = held.enter_context(Gatherer.begin(self.out, self.topic, settings, keep=False))
                if not is_new:
                    held.enter_context(ray)
                if not is_free:
                    await self._expose(held)
                whole.keep_settings(settings)
                self._log = held.enter_context(logging_into(self.out, settings.log_level))
                if self._described:
                    keep_descriptions(self.out, self._described)
                self.started = time.monotonic()
                held.callback(asyncio.create_task(self._warn_of_trouble()).cancel)
                async for found in self._follow(whole, is_new=is_new):
                    yield found
        finally:
            await self._web.close()
            if self._vectors:
                self._vectors.close()

    @property
    def trouble(self) -> str:
        if self._short_of_cores:
            return self._short_of_cores
        now, shards = time.monotonic(), self.settings.shards
        late = [
            now - since
            for number, since in self._unanswered.items()
            if now - since > (_SOON if number in self._answered else _BEGINS)
        ]
        if not late:
            return ""
        verb = "does" if len(late) == 1 else "do"
        return f"{len(late)} of {shards} shards {verb} not answer, for {max(late):.0f} seconds now"

    async def _warn_of_trouble(self) -> None:
        """Once, when it begins."""
        was = ""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            trouble = self.trouble
            if trouble and not was:
                _log.warning("%s", trouble)
            was = trouble

    async def _follow(self, whole: Gatherer, *, is_new: bool) -> AsyncIterator[StoredPage]:
        coordinator = Coordinator(self.settings.pages, self.settings.concurrency, self.settings.stop_when)
        self._handles = engine.shard_actors(self.topic, self._seeds, self.out, self.settings)
        whole.gather()  # what an earlier run left was not visited by this one, and is none of its pages
        self._stored = outlasting(lambda: _stands(self.out))
        self._first_visit = outlasting(lambda: visits(self.out))
        seen, gathered_at = self._first_visit, time.monotonic()
        shards = f"{self.settings.shards} shards, strategy {self.settings.strategy}"
        self._tell_of(whole, EventKind.START if is_new else EventKind.RESUME, shards)
        for name, change in self._changed.items():
            self._tell_of(whole, EventKind.SETTINGS, f"{name} = {change}")
        plan: Sequence[Lease | None] = [None] * self.settings.shards
        was_paused = False
        if self.settings.cluster:
            await self._wait_for_cores(whole)
        while not self._why:
            self._alarm.clear()
            if self._paused is not was_paused:
                was_paused = self._paused
                kind = EventKind.PAUSE if was_paused else EventKind.PROCEED
                self._tell_of(whole, kind, f"{self.pages} pages, {self.waiting} links wait")
            plan = await self._round(whole, coordinator, plan)
            if time.monotonic() - gathered_at >= GATHER_SECONDS:
                self._outcomes.counted += whole.gather().outcomes
                for found in self._new_pages(seen):
                    yield found
                seen, gathered_at = outlasting(lambda: visits(self.out)), time.monotonic()
            if not self._why:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._alarm.wait(), ROUND_SECONDS)
        self._unanswered.clear()
        why = "" if self._stopping else self._why
        changes = await engine.all_of(handle.end.remote(why, coordinator.order) for handle in self._handles)
        told = [each for each in changes if each]
        self._would_change = sum(join for join, _ in told), sum(leave for _, leave in told)
        self._outcomes.counted += whole.gather().outcomes
        self._tell_of(whole, EventKind.STOP, self._why)
        for found in self._new_pages(seen):
            yield found
        self._warn_of_no_page()

    async def _wait_for_cores(self, whole: Gatherer) -> None:
        """Until each shard has one, somebody stops the crawl, or that takes too long."""
        waiting, ends = set(engine.placing(self._handles)), time.monotonic() + RETURN_SECONDS
        while waiting := (await asyncio.wait(waiting, timeout=ROUND_SECONDS))[1]:
            late = time.monotonic() > ends
            says = f"{len(waiting)} of {len(self._handles)} shards wait for a core each: {engine.free_cores()}"
            if late or self._stopping:
                for each in waiting:
                    each.cancel()
                self._handles = ()  # they have begun nothing
            if self._stopping:
                self._why = STOPPED_BY_USER
                return
            if late:
                raise CannotRun(f"the Ray cluster at {self.settings.cluster} is too small, or busy: {says}")
            if not self._short_of_cores and time.monotonic() > ends - RETURN_SECONDS + _SOON:
                self._tell_of(whole, EventKind.SHARD, says)
                self._short_of_cores = says
        self._short_of_cores = ""

    @property
    def failed(self) -> Mapping[str, str]:
        met = outlasting(lambda: failures(self.out, since=self._first_visit))
        return {each.outcome: f"{each.examples[0]}: {each.detail}" for each in sorted(met, key=lambda kind: kind.at)}

    def _new_pages(self, seen: int) -> list[StoredPage]:
        """Gathered since so many visits."""
        return outlasting(lambda: list(pages_since(self.out, seen)))

    def _tell_of(self, whole: Gatherer, kind: EventKind, detail: str) -> None:
        whole.note(self._time_of_visits(), kind, detail)
        self._log.info("%s: %s", kind, detail)

    def _time_of_visits(self) -> float:
        """Now, by the clock of visits: that of an off-line web stands where those of this run do."""
        if not getattr(self._web, "virtual", False):
            return time.time()
        return outlasting(lambda: newest_visit(self.out, self._first_visit)) or self._wall()

    async def _answer(self, number: int, call: Awaitable[ShardState]) -> ShardState:
        self._unanswered.setdefault(number, time.monotonic())
        state = await call
        self._unanswered.pop(number, None)
        self._answered.add(number)
        return state

    async def _round(
        self, whole: Gatherer, coordinator: Coordinator, plan: Sequence[Lease | None]
    ) -> Sequence[Lease | None]:
        """Hear how all shards stand, and say how many pages each may have."""
        engine.check_alive()
        calls = [
            self._answer(number, handle.look.remote(lease, coordinator.order))
            for number, (handle, lease) in enumerate(zip(self._handles, plan, strict=True))
        ]
        states = await engine.all_of(calls)
        now = time.monotonic()
        for number, state in enumerate(states):
            if state is None:
                if number not in self._down:
                    self._tell_of(whole, EventKind.SHARD, f"the process of shard {number} died; it is started again")
                if now - self._down.setdefault(number, now) > RETURN_SECONDS:
                    logs = engine.logs()
                    see = f"Ray's logs are in {logs}" if logs else "see Ray's logs"
                    raise CannotRun(f"the process of shard {number} died and does not come back; {see}")
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
        return [Lease(0)] * len(self._reports) if self._paused else coordinator.plan(self._reports)


def _stands(folder: Path) -> ShardReport:
    """How a crawl stood when it was last gathered."""
    now = status(folder)
    return replace(
        _NOTHING,
        pages=now.pages,
        on_topic=now.on_topic,
        waiting=now.waiting,
        hosts=now.hosts,
        hosts_beyond_seeds=now.hosts_beyond_seeds or 0,
    )
