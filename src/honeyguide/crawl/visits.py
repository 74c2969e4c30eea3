"""The visits of a crawl that are under way: links that are fetched, and pages that are read."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator

from honeyguide.analysis import AnalyzedPage
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.crawl.alarm import Alarm
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.protocols import Web
from honeyguide.web.address_shares import AddressShares
from honeyguide.web.byte_budget import ByteBudget
from honeyguide.web.live import LiveWeb
from honeyguide.workers import Analyzer


class Visits:
    def __init__(self, web: Web, alarm: Alarm, settings: Settings, *, simulated: bool) -> None:
        """The alarm rings when something came. `simulated`: the time of the web passes when everybody waits."""
        self.tasks: dict[int, asyncio.Task[None]] = {}
        """By link, until what came is taken."""
        self.answers: deque[tuple[Link, Fetched, AnalyzedPage | None]] = deque()
        self.crash: BaseException | None = None
        self._web = web
        self._alarm = alarm
        self._simulated = simulated
        self._bodies = ByteBudget()
        self._addresses = AddressShares(settings.concurrency, settings.connections_per_host)
        if isinstance(web, LiveWeb):
            web.keep_within(self._bodies, self._addresses)

    def begin(self, core: CrawlCore, link: Link, reader: Analyzer) -> None:
        task = asyncio.create_task(self._visit(core, link, reader))
        task.add_done_callback(self._notice)
        self.tasks[link.id] = task

    def take(self) -> Iterator[tuple[Link, Fetched, AnalyzedPage | None]]:
        """What came since."""
        while self.answers:
            link, fetched, analyzed = self.answers.popleft()
            self.tasks.pop(link.id, None)
            yield link, fetched, analyzed

    async def _visit(self, core: CrawlCore, link: Link, reader: Analyzer) -> None:
        try:
            fetched = await self._web.fetch(link)
            if self._simulated and core.limits.is_over(self._web.now()):
                self._alarm.ring()  # on a real clock the crawl would have ended before the answer came
                return
            core.answered(link, self._web.now())
            if core.has_place:
                self._alarm.ring()
            analyzed = await reader.read(fetched) if fetched.outcome is Outcome.PAGE else None
        finally:
            self._bodies.give_back(link.id)
            self._addresses.give_back(link.id)
        self.answers.append((link, fetched, analyzed))
        self._alarm.ring()

    def _notice(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            self.crash = task.exception()
            self._alarm.ring()
