"""The lab's driver of the core: virtual time, any number of requests at a time, pages that are parsed already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.lab.pages import PageCache, Seen
from honeyguide.model import Fetched, Link, Outcome, Page
from honeyguide.records import Record
from honeyguide.web.offline.simulated import START, SimulatedWeb
from honeyguide.web.scope import Scope
from honeyguide.web.virtual_time import SteppedClock


class CachedWeb(SimulatedWeb):
    """A simulated web whose pages come parsed out of a cache."""

    def __init__(self, cache: PageCache, settings: Settings) -> None:
        self.clock: SteppedClock
        clock, scope = SteppedClock(START), Scope(settings)
        super().__init__(cache.web, delay=settings.delay, robots=settings.robots, scope=scope, clock=clock)
        self.seen: dict[str, Seen] = {}
        """What was fetched and not analyzed yet."""
        self._cache = cache

    def look(self, url: str) -> tuple[Fetched, float]:
        seen = self.seen[url] = self._cache.see(url)
        came = Fetched(
            url, seen.outcome, seen.status, location=seen.location, detail=seen.detail, retry_after=seen.retry_after
        )
        return came, seen.seconds


class Simulation:
    """One crawl, from seeds to its end."""

    def __init__(
        self, core: CrawlCore, web: CachedWeb, analyzer: PageAnalyzer, watch: Callable[[Record, Page | None], None]
    ) -> None:
        """`watch` is told of every visit, with the page that came."""
        self.core = core
        self.web = web
        self._analyzer = analyzer
        self._watch = watch
        self.on_record: Callable[[Record], None] = lambda record: None
        """Told of every record, before anybody else is."""
        self.on_event: Callable[[], None] = lambda: None
        """Told when an answer came, and when there is something to do that no answer brings."""
        self.settles_after = 0.0
        """Seconds that an answer waits for others to be settled with it: in a shard it does."""
        self._alarm_at = float("inf")

    def run(self, seeds: Sequence[str], rng: Random) -> None:
        core, clock = self.core, self.web.clock
        core.begin(seeds, rng, clock.now)
        while True:
            self.begin_fetches()
            if core.is_over(clock.now):
                return
            if not core.must_store(clock.now):
                self.set_alarm()
                clock.step()
            self.store()

    def begin_fetches(self) -> None:
        now = self.web.clock.now
        for link in self.core.ask(now):
            self.web.clock.start(self.web.fetch(link), partial(self._came, link))

    def store(self) -> None:
        now = self.web.clock.now
        if self.core.must_store(now):
            self.core.let_go(now)

    def _came(self, link: Link, fetched: Fetched) -> None:
        self.on_event()
        now = self.web.clock.now
        self.core.answered(link, now)
        if fetched.postponed:
            self.core.postpone(link, fetched, now)
        elif self.settles_after:
            self.web.clock.call_later(self.settles_after, partial(self._settle, link, fetched))
        else:
            self._settle(link, fetched)

    def _settle(self, link: Link, fetched: Fetched) -> None:
        self.on_event()
        seen = self.web.seen.pop(link.url, None)
        analyzed = None
        if fetched.outcome is Outcome.PAGE and seen and seen.page:
            relevance = self._analyzer.judge(seen.page)
            analyzed = AnalyzedPage(Outcome.PAGE, "", seen.page, relevance, seen.fingerprint)
        record = self.core.settle(link, fetched, analyzed, self.web.clock.now)
        self.on_record(record)
        self._watch(record, seen.page if seen else None)

    def set_alarm(self) -> None:
        """For when there is something to do that no answer brings."""
        due, clock = self.core.due(), self.web.clock
        if due is not None and due < self._alarm_at:
            self._alarm_at = due
            clock.call_later(due - clock.now, partial(self._ring, due))

    def _ring(self, due: float) -> None:
        if due == self._alarm_at:
            self._alarm_at = float("inf")
            self.on_event()
