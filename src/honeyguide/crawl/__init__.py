"""The live crawl: drives the core over real time, with worker processes that analyze and a folder that keeps."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from typing import cast

from msgspec.structs import replace

from honeyguide import __version__, encoders, strategies
from honeyguide import links as link_models
from honeyguide.analysis import keep_memory, relevance_model
from honeyguide.config import Settings, changes
from honeyguide.core import CrawlCore
from honeyguide.core.referrals import Partition
from honeyguide.core.seeds import as_seed, check_seeds
from honeyguide.crawl.alarm import Alarm
from honeyguide.crawl.commits import Commits
from honeyguide.crawl.inputs import check_places, checked
from honeyguide.crawl.journal import Journal, Outcomes
from honeyguide.crawl.metrics import expose, samples_of
from honeyguide.crawl.visits import Visits
from honeyguide.encoders.vectors import Vectors
from honeyguide.errors import BadFolder, BadInput, without_passwords
from honeyguide.event_loop import finish
from honeyguide.model import EventKind, Outcome, StoredPage, Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.plugins import lasting, load_plugins
from honeyguide.protocols import (
    LinkModel,
    NamesSitemaps,
    RelevanceModel,
    ShowsTime,
    Store,
    Strategy,
    Web,
)
from honeyguide.registry import name_of
from honeyguide.relevance import Judge
from honeyguide.reporting.text import plain
from honeyguide.storage.damage import sound
from honeyguide.storage.files import VECTORS
from honeyguide.storage.lock import holder
from honeyguide.storage.logs import logging_into
from honeyguide.storage.opening import open_store
from honeyguide.storage.run_settings import keep_descriptions, settings_of
from honeyguide.storage.shard_folders import refuse_shard
from honeyguide.storage.store import FolderStore
from honeyguide.topics.files import require
from honeyguide.web.making import make_web
from honeyguide.web.offline import PageSource
from honeyguide.web.offline import lasting as lasting_web
from honeyguide.web.scope import Scope
from honeyguide.workers import analyzers

_log = logging.getLogger(__name__)


class Crawl:
    """One run into one folder: begins there, or goes on where an earlier run stopped.

    Iterate over it: pages come once they are stored. The counters may be read while it runs.
    """

    _partition: Partition | None = None
    """For one that is a shard, see `honeyguide.cluster`."""
    _may_have_shards = False
    _is_shard = False
    _visits_are = "Visits of this run."
    """For who reads its numbers."""

    def __init__(
        self,
        topic: Topic | str,
        seeds: Sequence[str] | Mapping[str, str],
        out: Path | str | None = None,
        settings: Settings | None = None,
        *,
        strategy: Strategy | type | str | None = None,
        links: LinkModel | type | str | None = None,
        relevance: RelevanceModel | Judge | type | str | None = None,
        web: Web | PageSource | type | str | None = None,
        store: Store | type | str | None = None,
    ) -> None:
        """Parts may be objects, classes or names; what is left out is as the settings and the topic say. Without
        settings, those of the folder hold, or the defaults.

        `topic` may be the name of a shipped one, or a file; `seeds` a mapping of URLs to what they are. `out` is the
        folder of the crawl, unless a `store` keeps it elsewhere. `relevance`: a relevance model, or just a function
        from a page to a number in [0, 1].
        """
        self.out = self._folder(out, store)
        topic = checked(topic, seeds, settings)
        kept = settings_of(Path(out)) if out is not None and store is None else None
        given = settings or kept or Settings()
        given = replace(given, plugins=tuple(map(lasting, given.plugins)), web=lasting_web(given.web))
        if given.shards > 1 and not self._may_have_shards:
            raise BadInput("shards: a Crawl runs in one process; honeyguide.make_crawl makes one in shards")
        check_places(self.out, given, is_named=settings is not None)
        load_plugins(given.plugins)
        if isinstance(relevance, str):
            topic, relevance = replace(topic, relevance=relevance), None
        self.topic = require(topic)
        self.settings = given = replace(
            given, strategy=name_of(strategy, given.strategy), links=name_of(links, given.links)
        )
        self._changed = changes(kept, given) if kept else {}
        self._given_store = store
        self.started = 0.0
        self._seeds = [as_seed(seed) for seed in seeds]
        said = seeds.values() if isinstance(seeds, Mapping) else ()
        self._described = {url: text for url, text in zip(self._seeds, said, strict=False) if text}
        self._scope = Scope(given)
        self._web: Web = make_web(given, web, self._scope)
        self._wall = cast("ShowsTime", self._web).wall if hasattr(self._web, "wall") else self._web.now
        self._judge = relevance
        self._vectors = encoders.open_vectors(given.encoder)
        self._relevance = relevance_model(
            topic, relevance, self._vectors
        )  # refuses one that is not known or not trained
        chosen = given.strategy if strategy is None else strategy
        self._strategy: Strategy = strategies.make(chosen, r2=topic.thresholds.link, budget=given.pages)
        self._links: LinkModel = link_models.make_for(
            self._strategy, topic, given.links if links is None else links, self._vectors
        )
        self._core: CrawlCore | None = None
        self._alarm = Alarm(self._web)
        self._visits = Visits(self._web, self._alarm, given, simulated=self.simulated)
        self._stopping = False
        self._paused = False
        self._outcomes = Outcomes()

    def _folder(self, out: Path | str | None, store: object) -> Path:
        if out is None and store is None:
            raise BadFolder("a crawl must be kept somewhere: name a folder, or give a store")
        folder = Path(out or "")
        if store is None and not self._is_shard:
            refuse_shard(folder)
        return folder

    @property
    def pages(self) -> int:
        """Pages stored, earlier runs included …"""
        return self._core.limits.pages if self._core else 0

    @property
    def on_topic(self) -> int:
        """… and of these on topic, duplicates not counted."""
        return self._core.on_topic if self._core else 0

    @property
    def failures(self) -> int:
        """Links that this run gave up, redirects not counted."""
        return self._core.failures if self._core else 0

    @property
    def failed(self) -> Mapping[str, str]:
        """What this run met instead of pages: by kind, the last example."""
        return self._outcomes.failed

    @property
    def why_no_page(self) -> str:
        """How often this run met what instead of pages, each kind with its last example; or what ended it."""
        met = (
            f"{self._outcomes.counted[outcome]:,} × {outcome}, as in {last}" for outcome, last in self.failed.items()
        )
        return "; ".join(met) or self.why_stopped

    @property
    def why_stopped(self) -> str:
        return self._core.limits.why_stopped if self._core else ""

    @property
    def waiting(self) -> int:
        return self._core.waiting if self._core else 0

    @property
    def links(self) -> str:
        """The link model, with its parameters."""
        return self.settings.links or link_models.published_with(self._strategy)

    @property
    def changed_settings(self) -> dict[str, str]:
        """Those that differ from the last run's in this folder, by name: `2.0, was 1.0`."""
        return self._changed

    @property
    def degraded_reason(self) -> str:
        """What the link model would need of the topic and does not get, and whether the encoder does not understand
        its language; empty when there is nothing."""
        return "; ".join(filter(None, (self._links.degraded_reason, encoders.unfit(self._vectors, self.topic))))

    @property
    def learns(self) -> bool:
        """Whether its relevance model knows more at the end than at the start: then pages can be judged again."""
        return bool(getattr(self._relevance, "learns", False))

    @property
    def changed_verdicts(self) -> tuple[int, int]:
        """How many of its first pages would join those on topic, and leave them, if they were judged again now."""
        return self._core.changed_verdicts() if self._core else (0, 0)

    @property
    def has_changed_verdicts(self) -> bool:
        """Whether any page would join those on topic, or leave them, if all were judged again now."""
        return self._core.has_changed_verdicts() if self._core else False

    @property
    def hosts(self) -> int:
        """Hosts that gave a page."""
        return len(self._core.limits.host_pages) if self._core else 0

    @property
    def hosts_beyond_seeds(self) -> int:
        """Of these, hosts that no seed names or redirects to."""
        return self._core.hosts_beyond_seeds if self._core else 0

    @property
    def scope(self) -> str:
        """Where it may go, in words: `follows links to any host`."""
        return str(self._scope)

    @property
    def resting(self) -> int:
        """Hosts that are left alone on account of a failure."""
        return len(self._core.rests(self._web.now())) if self._core else 0

    @property
    def retrying(self) -> int:
        """Pages that failed for now and are tried again while their hosts go on."""
        return self._core.retrying if self._core else 0

    @property
    def waits_for(self) -> str:
        """The host whose rest is all that it waits for, `47 s for a.example (503 Service Unavailable)`; or empty."""
        rest = self._core.waits_for(now := self._web.now()) if self._core else None
        if rest is None:
            return ""
        why = rest.why.partition(": http")[0]
        return f"{rest.until - now:,.0f} s for {self._store.link_table.host_names[rest.host]} ({plain(why, 80)})"

    @property
    def metrics(self) -> dict[str, float]:
        """What the strategy, and a threshold that moves, say of themselves: restarts, temperature, …"""
        return self._core.metrics() if self._core else {}

    @property
    def simulated(self) -> bool:
        """Whether its time is that of an off-line web, which passes when everybody waits."""
        return bool(getattr(self._web, "virtual", False))

    @property
    def trouble(self) -> str:
        """What keeps it from going on at the moment, for who watches it; empty where there is nothing."""
        return ""

    @property
    def in_flight(self) -> int:
        return len(self._visits.tasks)

    @property
    def seconds(self) -> float:
        return self._web.now() - self.started if self.started else 0.0

    def stop(self) -> None:
        """End soon and cleanly: what is in flight is dropped and stays in the queue."""
        self._stopping = True
        if self._core:
            self._core.stop()
        self._alarm.ring()

    def pause(self) -> None:
        """Ask for nothing more until `proceed`; what is in flight is stored first. A time limit runs on."""
        self._paused = True
        self._alarm.ring()

    def proceed(self) -> None:
        """Go on after `pause`."""
        self._paused = False
        self._alarm.ring()

    def finish(self) -> None:
        """Run to the end, for callers that are not asynchronous."""

        async def run() -> None:
            async for _ in self:
                pass

        finish(run())

    def __aiter__(self) -> AsyncGenerator[StoredPage, None]:
        return self.run()

    async def run(self) -> AsyncGenerator[StoredPage, None]:
        keep_memory()
        async with AsyncExitStack() as held:
            is_new = self._given_store is None and not FolderStore.exists(self.out)
            if is_new:
                check_seeds(self._seeds, self.settings)
            is_free = self._is_free()
            if is_free:  # a port that is taken leaves no folder, and no settings, behind
                await self._expose(held)
            self._store = held.enter_context(closing(self._open_store()))
            folder = self.out if self._given_store is None else None
            self._log = held.enter_context(logging_into(folder, self.settings.log_level))
            self._journal = Journal(self._store, self._log, self._outcomes, self._wall)
            judge = name_of(self._judge)
            self._commits = Commits(
                self._store, self._journal, self._web, self._wall, judge, simulated=self.simulated
            )
            core = CrawlCore(
                self.settings,
                self._store,
                self._strategy,
                self._links,
                self._relevance.decision(),
                self._web.delay,
                self._scope,
                cast("NamesSitemaps", self._web).sitemaps if hasattr(self._web, "sitemaps") else lambda host: (),
                self._partition,
            )
            self._core = core
            if self._stopping:
                core.stop()
            anchors_only = getattr(self._links, "anchors_only", False)
            self._reader = analyzers(
                self.topic, self.settings, anchors_only=anchors_only, model=self._judge, encoder=self._vectors
            )
            if self._vectors and self._given_store is None:
                self._keep_vectors(self._vectors)
            if self._described and self._given_store is None:
                keep_descriptions(self.out, self._described)
            if not is_free:
                await self._expose(held)
            try:
                self._begin(core)
                async for found in self._loop(core):
                    yield found
            except Exception as wrong:
                if wrong is self._visits.crash:
                    self._journal.note(EventKind.STOP, str(wrong) or type(wrong).__name__)
                    self._commit(core)
                raise
            finally:
                tasks = [*self._visits.tasks.values(), *self._alarm.tasks]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self._reader.close()
                await self._web.close()
                if self._vectors:
                    self._vectors.close()

    def _is_free(self) -> bool:
        """Whether nobody else crawls into its folder, as far as can be seen: else that is what must be told."""
        return self._given_store is not None or holder(self.out) is None

    async def _expose(self, held: AsyncExitStack) -> None:
        """The numbers of this run, at a port of this machine where one is named."""
        if port := self.settings.metrics_port:
            await expose(lambda: samples_of(self, self._outcomes.counted, self._visits_are), port, held)

    def _open_store(self) -> Store:
        return open_store(
            self._given_store or "folder",
            folder=self.out,
            topic=self.topic,
            settings=self.settings,
            version=__version__,
            now=self._wall(),
            searchable=searchable if self.settings.extract and not self._partition else None,
            published_links=link_models.published_with(self._strategy),
        )

    def _begin(self, core: CrawlCore) -> None:
        """Start the strategy from the seeds, or from what an earlier run left waiting."""
        rng = Random(self.settings.seed)  # noqa: S311
        self.started = self._web.now()
        if self.degraded_reason:
            self._journal.note(EventKind.LINKS, self.degraded_reason)
        stored = self._store.restore()
        if stored:
            with sound(self.out):
                rests = [(host, until - self._commits.ahead()) for host, until in stored.rests]
                stored = dataclasses.replace(stored, rests=rests)
                waiting = core.restore(stored, self._seeds, rng, self.started, self._store.page_links)
            self._journal.note(EventKind.RESUME, f"{self.pages} pages, {waiting} links wait")
            for name, change in self._changed.items():
                self._journal.note(EventKind.SETTINGS, f"{name} = {change}")
            self._commits.take_marks(core)
        else:
            check_seeds(self._seeds, self.settings)  # a crawl that was killed while it was laid out has none
            seeds = core.begin(self._seeds, rng, self.started)
            self._journal.note(EventKind.START, f"{seeds} seeds, strategy {self.settings.strategy}")
        self._log.info("scope: %s", self.scope)
        self._commit(core)

    async def _loop(self, core: CrawlCore) -> AsyncIterator[StoredPage]:
        while True:
            self._alarm.clear()
            if self._paused and not self._visits.tasks and not core.limits.is_over(self._web.now()):
                self._journal.note(EventKind.PAUSE, f"{self.pages} pages, {self.waiting} links wait")
                for found in self._commit(core):
                    yield found
                await self._rest(core)
                self._journal.note(EventKind.PROCEED, f"{self.pages} pages, {self.waiting} links wait")
                self._commit(core)
            for link in () if self._paused else core.ask(self._web.now()):
                self._visits.begin(core, link, self._reader)
            if core.is_over(self._web.now()):
                break
            if not core.must_store(self._web.now()):
                await self._wait(None if self._paused else self._due(core))
            self._settle(core)
            if core.must_store(self._web.now()):
                for found in self._commit(core):
                    yield found
        for found in self._commit(core, stopped=True):
            yield found
        self._store.checkpoint()
        if not self._partition:
            self._warn_of_no_page()

    def _warn_of_no_page(self) -> None:
        """Where this run fetched none, and nobody stopped it."""
        if not (self._outcomes.counted[Outcome.PAGE] or self._stopping):
            _log.warning("no page was fetched: %s", plain(without_passwords(self.why_no_page)))

    def _keep_vectors(self, vectors: Vectors) -> None:
        vectors.keep_in(self.out / VECTORS)

    def _settle(self, core: CrawlCore) -> None:
        """Have the core draw its conclusions from all that came."""
        for link, fetched, analyzed in self._visits.take():
            if fetched.postponed:
                core.postpone(link, fetched, self._web.now())
            else:
                core.settle(link, fetched, analyzed, self._web.now())

    def _committed(self, core: CrawlCore) -> None:
        """All that was settled and taken in is stored."""

    async def _rest(self, core: CrawlCore) -> None:
        """Until somebody lets a paused crawl go on, or ends it."""
        while self._paused and not core.limits.is_over(self._web.now()):
            self._alarm.clear()
            await self._wait(core.limits.ends_at())

    def _due(self, core: CrawlCore) -> float | None:
        """When there is something to do that no answer brings. Virtual time would pass to the end of the crawl's time
        while another process reads a page; the answer wakes the crawl without that."""
        due = core.due()
        return None if self.simulated and self._visits.tasks and due == core.limits.ends_at() else due

    async def _wait(self, due: float | None) -> None:
        """Until an answer comes, the web's clock shows this time, or somebody stops the crawl."""
        await self._alarm.wait(due)
        if self._visits.crash:
            raise self._visits.crash

    def _commit(self, core: CrawlCore, *, stopped: bool = False) -> list[StoredPage]:
        found = self._commits.commit(core, self.why_stopped if stopped else None)
        self._committed(core)
        return found
