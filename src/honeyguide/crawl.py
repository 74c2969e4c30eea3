"""The loop: strategy → fetch → parse → relevance → link scores → strategy, with everything kept on the way."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from honeyguide import __version__, links, strategies
from honeyguide.analysis import AnalyzedPage, keep_memory, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.errors import BadSeeds
from honeyguide.model import Article, Fetched, Link, Outcome, StoredPage, Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.protocols import LinkModel, Strategy, WaitingLinks, Web
from honeyguide.storage.checkpoint import Checkpoint
from honeyguide.storage.folder import is_crawl, lay_out_or_check, locked
from honeyguide.storage.store import Record, Store
from honeyguide.storage.warc import response_record
from honeyguide.timestamps import isoformat
from honeyguide.topics.files import require
from honeyguide.urls import canonical, host_of
from honeyguide.web.live import LiveWeb
from honeyguide.web.politeness import HostGate
from honeyguide.web.scope import Scope
from honeyguide.workers import readers

_COMMIT_VISITS = 32
_COMMIT_SECONDS = 0.25
_LONGEST_REST = 3600.0
_BACK_OFF = 4.0
"""Each further try waits this many times longer than the one before."""


def _as_seed(url: str) -> str:
    seed = canonical(url)
    if seed is None:
        raise BadSeeds(f"{url[:80]!r} is not the address of a web page: write it like 'https://example.org/'")
    return seed


class Crawl:
    """One run into one folder: begins there, or goes on where an earlier run stopped.

    Iterate over it: pages come once they are stored. The counters may be read while it runs.
    """

    def __init__(
        self, topic: Topic, seeds: Sequence[str], out: Path | str, settings: Settings, web: Web | None = None
    ) -> None:
        self.topic = require(topic)
        self.settings = settings
        self.out = Path(out)
        self.pages = 0
        """Pages stored, earlier runs included …"""
        self.on_topic = 0
        """… and of these on topic, duplicates not counted."""
        self.failures = 0
        self.started = 0.0
        self.why_stopped = ""
        self._seeds = [_as_seed(seed) for seed in seeds]
        self._web: Web = web or LiveWeb(settings)
        self._scope = Scope(settings)
        relevance_model(topic)  # refuses a relevance model that is not known or not taught
        self._strategy: Strategy = strategies.make(settings.strategy, r2=topic.thresholds.link, budget=settings.pages)
        self._links: LinkModel = links.make_for(self._strategy, topic, settings.links)
        self._gate = HostGate(self._delay, settings.connections_per_host, self._web.now)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._answers: deque[tuple[Link, Fetched, AnalyzedPage | None]] = deque()
        self._something = asyncio.Event()
        self._attempts: dict[int, int] = {}
        self._host_pages: dict[int, int] = {}
        self._unsettled: dict[int, int] = {}
        self._stopping = False
        self._crash: BaseException | None = None

    @property
    def waiting(self) -> int:
        return self._strategy.waiting

    @property
    def links(self) -> str:
        """The link model, with its parameters."""
        return self.settings.links or self._strategy.link_model

    @property
    def degraded_reason(self) -> str:
        """What the link model would need of the topic and does not get; empty when there is nothing."""
        return self._links.degraded_reason

    @property
    def hosts(self) -> int:
        """Hosts that gave a page."""
        return len(self._host_pages)

    @property
    def in_flight(self) -> int:
        return len(self._tasks)

    @property
    def seconds(self) -> float:
        return self._web.now() - self.started if self.started else 0.0

    def stop(self) -> None:
        """End soon and cleanly: what is in flight is dropped and stays in the queue."""
        self._stopping = True
        self._something.set()

    def __aiter__(self) -> AsyncGenerator[StoredPage, None]:
        return self.run()

    async def run(self) -> AsyncGenerator[StoredPage, None]:
        if not is_crawl(self.out):
            self._check_seeds()
        keep_memory()
        with locked(self.out):
            resuming = lay_out_or_check(self.out, self.topic, self.settings, __version__, self._strategy.link_model)
            cut = searchable if self.settings.elements else None
            self._store = Store(self.out, f"honeyguide/{__version__}", self._web.now(), cut)
            self._digest = CrawlCore(self.topic, self.settings, self._store.book, self._scope, self._links)
            self._reader = readers(self.topic, self.settings)
            try:
                self._begin(resuming)
                async for found in self._loop():
                    yield found
            finally:
                for task in self._tasks.values():
                    task.cancel()
                await asyncio.gather(*self._tasks.values(), return_exceptions=True)
                await self._reader.close()
                await self._web.close()
                self._store.close()

    def _check_seeds(self) -> None:
        if not self._seeds:
            raise BadSeeds("there are no seeds: name at least one page to start from")
        reasons = [self._scope.why_not(url, host_of(url)) for url in self._seeds]
        if all(reasons):
            raise BadSeeds(f"the scope excludes every seed: {self._seeds[0]}: {reasons[0]}")

    def _begin(self, resuming: bool) -> None:
        """Start the strategy from the seeds, or from what an earlier run left waiting."""
        rng = Random(self.settings.seed)  # noqa: S311
        self.started = self._web.now()
        if self.degraded_reason:
            self._store.event(self.started, "links", self.degraded_reason)
        book = self._store.book
        if not resuming:
            seeds = self._enter_seeds()
            self._strategy.start(seeds, rng, self._digest)
            self._strategy.rescore(self._links.scores(len(book)))
            self._store.event(self.started, "start", f"{len(seeds)} seeds, strategy {self.settings.strategy}")
            self._commit()
            return
        stored = Checkpoint(self._store)
        stored.fill_book()
        self._digest.restore(stored)
        self._attempts = stored.attempts()
        self._host_pages = stored.pages_by_host()
        self.pages, self.on_topic = stored.totals()
        for host in self._host_pages:
            self._mind_limit(host)
        for host, until in stored.rests():
            self._gate.rest(host, until - self.started)
        self._enter_seeds()
        ids = self._in_scope(stored.waiting())
        scores = self._links.scores(len(book))[ids]
        waiting = WaitingLinks(
            ids, book.hosts_of(ids), scores, book.depths_of(ids), len(book), stored.link_state(ids)
        )
        self._strategy.resume(waiting, stored.state["strategy"], rng, self._digest)
        self._store.event(self.started, "resume", f"{self.pages} pages, {len(ids)} links wait")
        self._commit()

    def _in_scope(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Links that wait and are allowed now: the settings may be narrower than when they were found."""
        if self.settings.depth >= 0:
            ids = ids[self._store.book.depths_of(ids) <= self.settings.depth]
        if self._scope.is_open:
            return ids
        allowed = [n for n in ids.tolist() if not self._scope.why_not(url := self._store.link(n).url, host_of(url))]
        return np.array(allowed, np.int64)

    def _enter_seeds(self) -> list[Link]:
        links = {}
        for url in self._seeds:
            if self._scope.allows(url, host_of(url)):
                link = self._store.book.add(url, host_of(url), 0, -1)
                self._links.set_prior(link.id)
                links[link.id] = link
        return list(links.values())

    async def _loop(self) -> AsyncIterator[StoredPage]:
        last_commit = self._web.now()
        while True:
            self._something.clear()
            rest = self._gate.release()
            self._ask()
            if self._is_cut_short() or not (
                self._tasks or self._answers or self._store.pending or (rest and not self.why_stopped)
            ):
                break
            await self._wait(rest)
            while self._answers:
                self._settle(*self._answers.popleft())
            pending = len(self._store.pending)
            due = self._web.now() - last_commit > _COMMIT_SECONDS
            if pending and (due or pending >= min(_COMMIT_VISITS, self.settings.concurrency / 4) or not self._tasks):
                for record in self._commit():
                    if record.page:
                        yield self._found(record)
                last_commit = self._web.now()
        if not self.why_stopped:
            left = self._strategy.waiting
            self.why_stopped = f"none of the {left:,} links left may be fetched" if left else "no link waits any more"
        self._store.event(self._web.now(), "stop", self.why_stopped)
        for record in self._commit():
            if record.page:
                yield self._found(record)
        self._store.checkpoint()

    def _ask(self) -> None:
        """Send out requests while there is room; what is not committed yet counts as in flight."""
        settings = self.settings
        while len(self._tasks) + len(self._store.pending) < settings.concurrency and not self._is_cut_short():
            if settings.pages and self.pages + len(self._tasks) >= settings.pages:
                self.why_stopped = f"{settings.pages} pages" if self.pages >= settings.pages else ""
                return
            asked = self._strategy.ask(1, busy=self._gate.busy)
            if not asked:
                return
            link = self._store.link(asked[0])
            if self._digest.is_alias(link.url):
                self._settle(link, Fetched(link.url, Outcome.ALIAS, at=self._web.now()), None)
                continue
            self._gate.begin(link.host)
            self._unsettled[link.host] = self._unsettled.get(link.host, 0) + 1
            self._mind_limit(link.host)
            task = asyncio.create_task(self._visit(link))
            task.add_done_callback(self._notice)
            self._tasks[link.id] = task

    def _is_cut_short(self) -> bool:
        if self._stopping:
            self.why_stopped = "stopped by the user"
        elif self.settings.time and self.seconds >= self.settings.time:
            self.why_stopped = f"{self.settings.time:g} seconds"
        else:
            return False
        return True

    async def _visit(self, link: Link) -> None:
        fetched = await self._web.fetch(link)
        self._gate.end(link.host)
        self._something.set()
        reading = await self._reader.read(fetched) if fetched.outcome is Outcome.PAGE else None
        self._answers.append((link, fetched, reading))
        self._something.set()

    def _notice(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            self._crash = task.exception()
            self._something.set()

    async def _wait(self, rest: float | None) -> None:
        """Until an answer comes, a host is free again, or it is time to commit."""
        if not self._tasks:
            if rest and not self._answers and not self._store.pending:
                await self._sleep(min(rest, self._time_left()))
            return
        waits = [rest] if rest else []
        if self._store.pending:
            waits.append(_COMMIT_SECONDS)
        if self.settings.time:
            waits.append(self._time_left())
        timer = asyncio.get_running_loop().call_later(min(waits), self._something.set) if waits else None
        await self._something.wait()
        if timer:
            timer.cancel()
        if self._crash:
            raise self._crash

    async def _sleep(self, seconds: float) -> None:
        """For as long as the web's clock says, or until `stop`."""
        waits = [asyncio.ensure_future(self._web.sleep(seconds)), asyncio.ensure_future(self._something.wait())]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    def _time_left(self) -> float:
        return max(0.0, self.settings.time - self.seconds) if self.settings.time else math.inf

    def _settle(self, link: Link, fetched: Fetched, reading: AnalyzedPage | None) -> None:
        """Keep what came and tell the strategy."""
        if self._tasks.pop(link.id, None):
            self._unsettled[link.host] -= 1
        if reading is not None:
            record, visit = self._digest.page(link, fetched, reading)
        elif fetched.outcome is Outcome.REDIRECT:
            record, visit = self._digest.redirect(link, fetched, response_record(fetched))
        else:
            again, at = self._try_again(link, fetched)
            record, visit = self._digest.failure(link, fetched, again=again, again_at=at)
        self._store.add(record)
        self._strategy.tell(visit)
        if record.page is None:
            self.failures += record.final and record.outcome is not Outcome.REDIRECT
            self._mind_limit(link.host)
            return
        self.pages += 1
        self.on_topic += bool(record.relevance and record.relevance.on_topic and record.duplicate_of is None)
        self._host_pages[link.host] = self._host_pages.get(link.host, 0) + 1
        self._mind_limit(link.host)
        scores = self._links.refresh()
        if scores is not None:
            self._strategy.rescore(scores)

    def _try_again(self, link: Link, fetched: Fetched) -> tuple[bool, float | None]:
        """Whether a link that failed for now is tried again in this run, and when that would be worth it.

        Its host rests until then.
        """
        if fetched.retry_after is None:
            return False, None
        tries = self._attempts.pop(link.id, 0) + 1
        seconds = min(_LONGEST_REST, fetched.retry_after * _BACK_OFF ** (tries - 1))
        again = tries <= self.settings.retries
        if again:
            self._attempts[link.id] = tries
            self._gate.rest(link.host, seconds)
        return again, self._web.now() + seconds

    def _mind_limit(self, host: int) -> None:
        """A host is closed while its pages, and what it was asked for and may become one, reach the limit."""
        if not self.settings.per_host:
            return
        if self._host_pages.get(host, 0) + self._unsettled.get(host, 0) >= self.settings.per_host:
            self._gate.close(host)
        else:
            self._gate.open(host)

    def _delay(self, host: int) -> float:
        return self._web.delay(self._store.book.host_names[host])

    def _commit(self) -> list[Record]:
        for move in self._digest.decision.moves() if self._digest.decision else ():
            self._store.event(self._web.now(), "relevance", move)
        self._store.keep(self._strategy.link_state())
        return self._store.commit({**self._digest.state(), "strategy": self._strategy.state()})

    def _found(self, record: Record) -> StoredPage:
        page, relevance, link = record.page, record.relevance, record.link
        assert page is not None
        assert relevance is not None
        known = record.extract.elements if record.extract and relevance.on_topic else Article(link.url)
        return StoredPage(
            url=link.url,
            title=known.title or page.title,
            relevance=relevance.score,
            on_topic=relevance.on_topic,
            language=page.language,
            description=page.description,
            host=self._store.book.host_names[link.host],
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
        )
