"""The live crawl: drives the core over real time, with worker processes that analyze and a folder that keeps."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from typing import cast

from msgspec.structs import replace

from honeyguide import __version__, encoders, known_places, strategies
from honeyguide import links as link_models
from honeyguide.analysis import AnalyzedPage, keep_memory, relevance_model
from honeyguide.config import Settings, changes
from honeyguide.core import CrawlCore
from honeyguide.core.answers import REJUDGED
from honeyguide.core.referrals import Partition
from honeyguide.core.rests import Rest
from honeyguide.core.seeds import as_seed, check_seeds
from honeyguide.encoders.vectors import Vectors
from honeyguide.errors import BadFolder, BadInput, BadSeeds, BadSetting, BadTopic, CannotRun, without_passwords
from honeyguide.event_loop import finish
from honeyguide.exposition import CONTENT_TYPE, Sample, exposition
from honeyguide.model import Article, EventKind, Fetched, Link, Outcome, StoredPage, Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.plugins import lasting, load_plugins
from honeyguide.protocols import (
    HearsMarks,
    KeepsScores,
    LinkModel,
    NamesSitemaps,
    RelevanceModel,
    ShowsTime,
    Store,
    Strategy,
    Web,
)
from honeyguide.records import JUDGED_BY, Mark, Record
from honeyguide.registry import name_of
from honeyguide.relevance import Judge
from honeyguide.reporting.text import plain
from honeyguide.storage.damage import sound
from honeyguide.storage.files import VECTORS
from honeyguide.storage.lock import holder
from honeyguide.storage.logs import logging_into
from honeyguide.storage.object_storage import checked_place
from honeyguide.storage.opening import open_store
from honeyguide.storage.postgres import checked_url
from honeyguide.storage.run_settings import keep_descriptions, settings_of
from honeyguide.storage.shard_folders import refuse_shard
from honeyguide.storage.store import FolderStore
from honeyguide.timestamps import isoformat
from honeyguide.topics.files import load_topic, require
from honeyguide.validation import shown
from honeyguide.web.address_shares import AddressShares
from honeyguide.web.byte_budget import ByteBudget
from honeyguide.web.live import LiveWeb
from honeyguide.web.making import make_web
from honeyguide.web.offline import PageSource
from honeyguide.web.offline import lasting as lasting_web
from honeyguide.web.response import Answer
from honeyguide.web.scope import Scope
from honeyguide.web.server import serving
from honeyguide.workers import analyzers

_log = logging.getLogger(__name__)
_MOST_RESTS = 100
"""Resting hosts that are named to who asks."""


def check_places(out: Path, settings: Settings, *, is_named: bool = True) -> None:
    """Those outside of the folder: who hands us settings names them; what was the folder's alone must be known."""
    if settings.store:
        checked_url(settings.store)
    if settings.raw:
        checked_place(settings.raw)
    check = known_places.given if is_named else known_places.require_all
    check(out, settings.store, settings.raw)


def _checked(topic: object, seeds: object, settings: object) -> Topic:
    """The topic, once all three are what they ought to be."""
    if isinstance(topic, str):
        topic = load_topic(topic)
    if not isinstance(topic, Topic):
        raise BadTopic(f"topic: must be a Topic, or the name of a shipped topic or a file, not {shown(topic)}")
    wanted = "seeds: must be a list of URLs, such as ['https://example.org/']"
    if isinstance(seeds, str | bytes) or not isinstance(seeds, Iterable):
        raise BadSeeds(f"{wanted}, not {shown(seeds)}")
    for seed in seeds if isinstance(seeds, Sequence | Mapping) else ():
        if not isinstance(seed, str):
            raise BadSeeds(f"{wanted}; {shown(seed)} is no text")
    if settings is not None and not isinstance(settings, Settings):
        raise BadSetting(f"settings: must be Settings, as honeyguide.settings(…) makes them, not {shown(settings)}")
    return topic


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
        topic = _checked(topic, seeds, settings)
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
        self._bodies = ByteBudget()
        self._addresses = AddressShares(given.concurrency, given.connections_per_host)
        if isinstance(self._web, LiveWeb):
            self._web.keep_within(self._bodies, self._addresses)
        self._core: CrawlCore | None = None
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._answers: deque[tuple[Link, Fetched, AnalyzedPage | None]] = deque()
        self._something = asyncio.Event()
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_at = 0.0
        self._stopping = False
        self._paused = False
        self._crash: BaseException | None = None
        self._outcomes: Counter[str] = Counter()
        self._failed: dict[str, str] = {}
        self._rests: dict[int, float] = {}

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
        return self._failed

    @property
    def why_no_page(self) -> str:
        """How often this run met what instead of pages, each kind with its last example; or what ended it."""
        met = (f"{self._outcomes[outcome]:,} × {outcome}, as in {last}" for outcome, last in self.failed.items())
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
        """How many of its first pages would join those on topic, and leave them, if they were judged again now; of a
        crawl in shards nothing is said."""
        return self._core.changed_verdicts() if self._core else (0, 0)

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
        return len(self._tasks)

    @property
    def seconds(self) -> float:
        return self._web.now() - self.started if self.started else 0.0

    def stop(self) -> None:
        """End soon and cleanly: what is in flight is dropped and stays in the queue."""
        self._stopping = True
        if self._core:
            self._core.stop()
        self._something.set()

    def pause(self) -> None:
        """Ask for nothing more until `proceed`; what is in flight is stored first. A time limit runs on."""
        self._paused = True
        self._something.set()

    def proceed(self) -> None:
        """Go on after `pause`."""
        self._paused = False
        self._something.set()

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
                if wrong is self._crash:
                    self._note(EventKind.STOP, str(wrong) or type(wrong).__name__)
                    self._commit(core)
                raise
            finally:
                tasks = [*self._tasks.values(), *([self._alarm] if self._alarm else [])]
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
        if not self.settings.metrics_port:
            return
        headers = (("Content-Type", CONTENT_TYPE),)
        port = self.settings.metrics_port
        answers = serving(lambda _: Answer(200, headers, exposition(self._samples()).encode()), port)
        try:
            await held.enter_async_context(answers)
        except OSError as wrong:
            raise CannotRun(f"metrics_port: {port} cannot be served: {wrong.strerror or wrong}") from None

    def _samples(self) -> list[Sample]:
        return [
            Sample("pages_total", "Pages stored, earlier runs included.", self.pages),
            Sample("on_topic_pages_total", "Pages on topic, near-duplicates left out.", self.on_topic),
            *(Sample("visits_total", self._visits_are, n, "outcome", of) for of, n in self._outcomes.items()),
            Sample("page_limit", "Pages to stop after; 0 for no limit.", self.settings.pages),
            Sample("waiting_links", "Links that wait.", self.waiting),
            Sample("in_flight_requests", "Requests under way, and pages that are read.", self.in_flight),
            Sample("hosts", "Hosts that gave a page.", self.hosts),
            Sample("hosts_beyond_seeds", "Of these, hosts that no seed names.", self.hosts_beyond_seeds),
            Sample("resting_hosts", "Hosts left alone on account of a failure.", self.resting),
            Sample("run_seconds", "Seconds of this run.", self.seconds),
            *(Sample("metric", "What the strategy counts.", n, "name", of) for of, n in self.metrics.items()),
        ]

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
            self._note(EventKind.LINKS, self.degraded_reason)
        stored = self._store.restore()
        if stored:
            with sound(self.out):
                waiting = core.restore(
                    dataclasses.replace(
                        stored, rests=[(host, until - self._ahead()) for host, until in stored.rests]
                    ),
                    self._seeds,
                    rng,
                    self.started,
                    self._store.page_links,
                )
            self._note(EventKind.RESUME, f"{self.pages} pages, {waiting} links wait")
            for name, change in self._changed.items():
                self._note(EventKind.SETTINGS, f"{name} = {change}")
            self._take_marks(core)
        else:
            check_seeds(self._seeds, self.settings)  # a crawl that was killed while it was laid out has none
            seeds = core.begin(self._seeds, rng, self.started)
            self._note(EventKind.START, f"{seeds} seeds, strategy {self.settings.strategy}")
        self._log.info("scope: %s", self.scope)
        self._commit(core)

    async def _loop(self, core: CrawlCore) -> AsyncIterator[StoredPage]:
        while True:
            self._something.clear()
            if self._paused and not self._tasks and not core.limits.is_over(self._web.now()):
                self._note(EventKind.PAUSE, f"{self.pages} pages, {self.waiting} links wait")
                for found in self._commit(core):
                    yield found
                await self._rest(core)
                self._note(EventKind.PROCEED, f"{self.pages} pages, {self.waiting} links wait")
                self._commit(core)
            for link in () if self._paused else core.ask(self._web.now()):
                task = asyncio.create_task(self._visit(core, link))
                task.add_done_callback(self._notice)
                self._tasks[link.id] = task
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
        if not (self._outcomes[Outcome.PAGE] or self._stopping):
            _log.warning("no page was fetched: %s", plain(without_passwords(self.why_no_page)))

    def _keep_vectors(self, vectors: Vectors) -> None:
        vectors.keep_in(self.out / VECTORS)

    def _settle(self, core: CrawlCore) -> None:
        """Have the core draw its conclusions from all that came."""
        while self._answers:
            link, fetched, analyzed = self._answers.popleft()
            self._tasks.pop(link.id, None)
            if fetched.postponed:
                core.postpone(link, fetched, self._web.now())
            else:
                core.settle(link, fetched, analyzed, self._web.now())

    def _committed(self, core: CrawlCore) -> None:
        """All that was settled and taken in is stored."""

    async def _rest(self, core: CrawlCore) -> None:
        """Until somebody lets a paused crawl go on, or ends it."""
        while self._paused and not core.limits.is_over(self._web.now()):
            self._something.clear()
            await self._wait(core.limits.ends_at())

    async def _visit(self, core: CrawlCore, link: Link) -> None:
        try:
            fetched = await self._web.fetch(link)
            if self.simulated and core.limits.is_over(self._web.now()):
                self._something.set()  # on a real clock the crawl would have ended before the answer came
                return
            core.answered(link, self._web.now())
            if core.has_place:
                self._something.set()
            analyzed = await self._reader.read(fetched) if fetched.outcome is Outcome.PAGE else None
        finally:
            self._bodies.give_back(link.id)
            self._addresses.give_back(link.id)
        self._answers.append((link, fetched, analyzed))
        self._something.set()

    def _notice(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            self._crash = task.exception()
            self._something.set()

    def _due(self, core: CrawlCore) -> float | None:
        """When there is something to do that no answer brings. Virtual time would pass to the end of the crawl's time
        while another process reads a page; the answer wakes the crawl without that."""
        due = core.due()
        return None if self.simulated and self._tasks and due == core.limits.ends_at() else due

    async def _wait(self, due: float | None) -> None:
        """Until an answer comes, the web's clock shows this time, or somebody stops the crawl."""
        if due is not None and (self._alarm is None or self._alarm.done() or due < self._alarm_at):
            if self._alarm:
                self._alarm.cancel()
            self._alarm_at = due
            self._alarm = asyncio.create_task(self._ring(due - self._web.now()))
        await self._something.wait()
        if self._crash:
            raise self._crash

    async def _ring(self, seconds: float) -> None:
        await self._web.sleep(seconds)
        self._something.set()

    def _ahead(self) -> float:
        """How far what is stored is ahead of the time that the core lives in."""
        return self._wall() - self._web.now()

    def _take_marks(self, core: CrawlCore) -> list[Mark]:
        """What people said of pages since this was last done: used at once."""
        if not hasattr(self._store, "new_marks"):
            return []
        marks = list(cast("HearsMarks", self._store).new_marks())
        core.mark(marks)
        return marks

    def _commit(self, core: CrawlCore, *, stopped: bool = False) -> list[StoredPage]:
        for mark in self._take_marks(core):
            says = "taken back" if mark.on_topic is None else "on topic" if mark.on_topic else "off topic"
            self._note(EventKind.MARK, says, mark.link)
        batch = core.take(self._web.now())
        for record in batch.records:
            again_at = None if record.again_at is None else record.again_at + self._ahead()
            self._store.add(record if again_at is None else replace(record, again_at=again_at))
            self._tell(record)
        for move in batch.moves:
            self._note(EventKind.RELEVANCE, move)
        if batch.strategy_move:
            self._note(EventKind.STRATEGY, batch.strategy_move)
        for move in batch.recall_moves:
            self._note(EventKind.RECALL, move)
        if stopped:
            self._note(EventKind.STOP, self.why_stopped)
        self._store.keep(batch.link_state)
        state = batch.state | {"resting": self._resting(batch.rests), JUDGED_BY: name_of(self._judge)}
        if self.simulated:
            state["simulated"] = True
        if batch.rescored and hasattr(self._store, "rescore"):
            cast("KeepsScores", self._store).rescore(batch.rescored)
            state[REJUDGED] = False
        stored = self._store.commit(state)
        self._committed(core)
        return [self._found(record) for record in stored if record.page]

    def _note(self, kind: EventKind, detail: str, link: int | None = None) -> None:
        """Something happened: for the events of the crawl and for its log."""
        self._store.event(self._wall(), kind, detail, link)
        self._log.info("%s: %s%s", kind, detail, f" {self._store.link(link).url}" if link is not None else "")

    def _tell(self, record: Record) -> None:
        """What came of a visit, for the log and the counters of this run."""
        self._outcomes[record.outcome] += 1
        if record.relevance is not None:
            self._log.debug("page: relevance %.3f: %s", record.relevance.score, record.link.url)
        elif record.outcome in {Outcome.REDIRECT, Outcome.ALIAS}:
            self._log.debug("%s: %s: %s", record.outcome, record.detail, record.link.url)
        else:
            self._failed[record.outcome] = f"{record.link.url}: {record.detail}"
            again = "" if record.final else "; it is tried again"
            self._log.info("%s: %s: %s%s", record.outcome, record.detail, record.link.url, again)

    def _resting(self, rests: Sequence[Rest]) -> list[tuple[int, float, str]]:
        """Hosts that rest, by the clock that is stored; the log is told of those that are new."""
        now, names = self._web.now(), self._store.link_table.host_names
        for host, until, why in rests:
            if self._rests.get(host) != until:
                self._log.info("%s rests for %.0f seconds: %s", names[host], until - now, why)
        self._rests = {host: until for host, until, _ in rests}
        return [(host, until + self._ahead(), why) for host, until, why in rests[:_MOST_RESTS]]

    def _found(self, record: Record) -> StoredPage:
        page, relevance, link = record.page, record.relevance, record.link
        assert page is not None
        assert relevance is not None
        known = record.extract.article if record.extract and relevance.on_topic else Article(link.url)
        return StoredPage(
            url=link.url,
            title=known.title or page.title,
            relevance=relevance.score,
            on_topic=relevance.on_topic,
            language=page.language,
            description=page.description,
            host=self._store.link_table.host_names[link.host],
            depth=link.depth,
            parent=self._store.link(link.parent).url if link.parent >= 0 else "",
            fetched_at=isoformat(record.fetched.at),
            status=record.fetched.status,
            duplicate_of="" if record.duplicate_of is None else self._store.link(record.duplicate_of).url,
            text=page.text if relevance.on_topic else "",
            published=known.published,
            updated=known.updated,
            source=known.source,
            author=known.author,
            keywords=tuple(each.term for each in known.keywords),
            content=known.content,
            kind=page.kind,
        )
