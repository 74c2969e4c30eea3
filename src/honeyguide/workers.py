"""Worker processes that read pages: all cores help, and a page that stalls or crashes its reader costs one page.

Sites whose pages take long have a queue and a worker of their own, so that nobody else waits for such a page. The
other workers help there when they have nothing else to do, all but one.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec.structs import replace

from honeyguide import encoders, relevance
from honeyguide.analysis import (
    QUICK_BYTES,
    QUICK_SECONDS,
    READY,
    STOP,
    TOO_SLOW,
    AnalyzedPage,
    PageAnalyzer,
    Setup,
    Task,
    frame,
    read_in_time,
)
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.fair_queue import FairQueue
from honeyguide.model import NO_TOPIC, Fetched, Outcome, Topic
from honeyguide.plugins import address_of
from honeyguide.process_limits import ONE_THREAD
from honeyguide.protocols import Encoder, RelevanceModel
from honeyguide.relevance import Judge
from honeyguide.sites import site_of
from honeyguide.urls import host_of

_BATCH_PAGES = 16
_BATCH_SECONDS = 0.1
"""That the pages of a batch will probably take: what comes meanwhile must wait for all of them."""
_BATCH_BYTES = 160_000
"""About what a socket takes at once, so that sending does not wait for the worker."""
_RECEIVED_BYTES = 1 << 18
"""At a time, at most: an answer, or several."""
_START_SECONDS = 60.0
_STARTS = 3
"""Times in a row that a worker may fail to start before that is for good: one may be killed meanwhile."""
_PATIENCE = 4
"""A worker that gives a page up by itself after so much processor time gets so many times as long by the clock."""
_LONG_SECONDS = 0.05
"""New sites of an address are slow from here on: there may be any number, and each is waited for once."""
_FORGIVES = 0.8
"""With each further page of a site, what the slowest one took counts so much."""
_AHEAD = 2
"""Batches that a worker has at a time: it reads one while the next is on its way."""


class Analyzer(Protocol):
    async def read(self, fetched: Fetched) -> AnalyzedPage: ...

    async def close(self) -> None: ...


class InlineAnalyzer:
    """Reads in this process: for small crawls and experiments."""

    def __init__(self, reader: PageAnalyzer, seconds: float) -> None:
        self._reader = reader
        self._seconds = seconds

    async def read(self, fetched: Fetched) -> AnalyzedPage:
        return read_in_time(self._reader, fetched, self._seconds)

    async def close(self) -> None:
        pass


def analyzers(
    topic: Topic,
    settings: Settings,
    *,
    extract_all: bool = False,
    anchors_only: bool = False,
    model: RelevanceModel | Judge | type | None = None,
    encoder: Encoder | None = None,
) -> Analyzer:
    """As many processes as the settings say; what follows the settings is as `PageAnalyzer` takes it.

    A model that other processes cannot import, or whose encoder they cannot, judges in this one; other processes open
    an encoder of their own.
    """
    if topic == NO_TOPIC:  # nothing is judged: what a folder names for that is not even loaded
        settings = replace(settings, plugins=(), encoder="none")
    processes = settings.workers if settings.workers >= 0 else max(1, (os.cpu_count() or 1) - 1)
    name, registered = relevance.registry.registered(topic.relevance) if model is None else ("", None)
    address = address_of(model or registered)
    _, other_encoder = encoders.registry.registered(settings.encoder)
    encoder_address = address_of(other_encoder)
    apart = any(
        part is not None and at is None
        for part, at in ((model or registered, address), (other_encoder, encoder_address))
    )
    if processes == 0 or apart:
        reader = PageAnalyzer(
            topic, settings, extract_all=extract_all, anchors_only=anchors_only, model=model, encoder=encoder
        )
        return InlineAnalyzer(reader, settings.parse_seconds)
    return AnalyzerPool(Setup(topic, settings, extract_all, anchors_only, address, name, encoder_address), processes)


class _Job:
    __slots__ = ("answer", "crashed", "fetched", "flow", "site", "slow")

    def __init__(self, fetched: Fetched, answer: asyncio.Future[AnalyzedPage]) -> None:
        self.fetched = fetched
        self.flow = self.site = site_of(host_of(fetched.url))
        self.answer = answer
        self.crashed = False
        """A worker ended with it. That may be the page's doing or a stranger's: it is read once more."""
        self.slow = len(fetched.body) > QUICK_BYTES


class _SlowFlows:
    """Sites, and new sites of an address, with a page that took long, until many others of them did not."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def __contains__(self, flow: str) -> bool:
        return flow in self._seconds

    def took(self, flow: str, seconds: float, limit: float) -> None:
        remembered = max(seconds, _FORGIVES * self._seconds.get(flow, 0.0))
        if remembered >= limit / (2 if flow in self._seconds else 1):
            self._seconds[flow] = remembered
        else:
            self._seconds.pop(flow, None)


class AnalyzerPool:
    def __init__(self, setup: Setup, processes: int) -> None:
        self._setup = msgspec.msgpack.encode(setup)
        self._seconds = setup.settings.parse_seconds
        self._processes = processes
        self._quick: FairQueue[_Job] = FairQueue()
        self._slow: FairQueue[_Job] = FairQueue()
        self._slow_flows = _SlowFlows()
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._broken: CannotRun | None = None

    async def read(self, fetched: Fetched) -> AnalyzedPage:
        if self._broken:
            raise self._broken
        if not self._tasks:
            quick, slow = self._quick, self._slow
            queues = [(quick,), *[(quick, slow)] * (self._processes - 1)]
            self._tasks = [asyncio.create_task(self._keep_working(each)) for each in queues]
        job = _Job(fetched, asyncio.get_running_loop().create_future())
        job.slow = job.slow or self._is_slow(job.site, fetched.address)
        self._queue(job)
        return await job.answer

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _is_slow(self, site: str, address: str) -> bool:
        """A site that nothing was read of is as slow as the last new ones at its address."""
        return site in self._slow_flows or self._quick.flow_of(site, address) in self._slow_flows

    def _queue(self, job: _Job) -> None:
        if job.slow and len(self._tasks) == self._processes:
            self._tasks.append(asyncio.create_task(self._keep_working((self._slow,))))
        queue, address = self._slow if job.slow else self._quick, job.fetched.address
        job.flow = queue.flow_of(job.site, address)
        queue.push(job.flow, job, address)
        self._wanted.set()

    async def _keep_working(self, queues: tuple[FairQueue[_Job], ...]) -> None:
        failures = 0
        while failures < _STARTS and not self._broken:
            try:
                with _Worker(self._setup, slow=queues == (self._slow,)) as worker:
                    await worker.start()
                    failures = 0
                    await asyncio.gather(*(self._feed(worker, queues) for _ in range(_AHEAD)))
            except CannotRun as wrong:
                self._broken = wrong
            except (OSError, EOFError, TimeoutError) as wrong:
                failures += 1
                why = str(wrong) or "it ended at once"
        self._broken = self._broken or CannotRun(f"a process that reads pages cannot be started: {why}")
        for queue in (self._quick, self._slow):
            while queue:
                if not (job := queue.pop()).answer.done():
                    job.answer.set_exception(self._broken)

    async def _feed(self, worker: _Worker, queues: tuple[FairQueue[_Job], ...]) -> None:
        """Hand batches to a worker until it fails."""
        while True:
            while not any(queues) and not worker.failed:
                self._wanted.clear()
                await self._wanted.wait()
            if worker.failed:
                return
            queue = next(filter(len, queues))
            left = deque(self._next_batch(queue))
            if not left:
                continue
            task = Task([job.fetched for job in left], quick=queue is self._quick)
            try:
                async for answer in worker.read(task, _PATIENCE * self._seconds):
                    self._answer(left.popleft(), answer)
            except (TimeoutError, OSError, EOFError, msgspec.MsgspecError, CannotRun) as wrong:
                if isinstance(wrong, CannotRun):
                    self._broken = wrong
                    worker.give_up()
                elif not worker.failed:  # answers come in order: the first that has none is the one that failed
                    worker.give_up()
                    self._blame(left[0], wrong)
                for job in reversed(left):
                    if not job.answer.done():
                        queue.push_back(job.flow, job)
                self._wanted.set()
                return

    def _answer(self, job: _Job, answer: AnalyzedPage) -> None:
        (self._slow if job.slow else self._quick).took(job.site, answer.seconds, job.flow)
        seconds = max(answer.seconds, QUICK_SECONDS) if answer.slow else answer.seconds
        self._slow_flows.took(job.site, seconds, QUICK_SECONDS)
        if job.flow != job.site:
            self._slow_flows.took(job.flow, seconds, _LONG_SECONDS)
        if job.answer.done():
            return
        if answer.slow:
            job.slow = True
            self._queue(job)
        else:
            job.answer.set_result(answer)

    def _next_batch(self, queue: FairQueue[_Job]) -> list[_Job]:
        """None, where all that waited proved to be slow meanwhile."""
        if queue is self._slow:
            return [queue.pop()]
        batch: list[_Job] = []
        share = max(1, min(_BATCH_PAGES, len(queue) // self._processes))
        size, seconds = 0, 0.0
        while queue and len(batch) < share and size < _BATCH_BYTES and seconds < _BATCH_SECONDS:
            job = queue.pop()
            if self._is_slow(job.site, job.fetched.address):
                job.slow = True
                self._queue(job)
            else:
                batch.append(job)
                size += len(job.fetched.body)
                seconds += queue.expected(job.site)
        return batch

    def _blame(self, job: _Job, wrong: Exception) -> None:
        if isinstance(wrong, TimeoutError):
            self._answer(job, AnalyzedPage(Outcome.BROKEN, TOO_SLOW, seconds=_PATIENCE * self._seconds))
        elif job.crashed:
            self._answer(job, AnalyzedPage(Outcome.BROKEN, "the page crashed its reader"))
        job.crashed = True


def _package_path() -> str:
    """So that a worker finds this very package, wherever it was imported from."""
    return os.pathsep.join(filter(None, (str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", ""))))


class _Worker:
    """One process and our end of the socket to it."""

    _answers = msgspec.msgpack.Decoder(AnalyzedPage)

    def __init__(self, setup: bytes, *, slow: bool) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                # -P: a file in the working directory must not stand for a module.
                [sys.executable, "-P", "-m", "honeyguide.analysis", str(theirs.fileno()), *["slow"] * slow],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={
                    **os.environ,
                    **ONE_THREAD,
                    "PYTHONPATH": _package_path(),
                },
            )
        self._setup = setup
        self._sending, self._receiving = asyncio.Lock(), asyncio.Lock()
        self._received = bytearray()
        """Of answers that nobody has read yet."""
        self._unanswered = 0
        self.failed = False

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    async def start(self) -> None:
        """Until the worker has understood its setup; imports may take a while on a busy machine."""
        async with asyncio.timeout(_START_SECONDS):
            await asyncio.get_running_loop().sock_sendall(self._socket, frame(self._setup))
            said = await self._exactly(len(READY))
            if said == STOP:
                raise await self._reason()
            if said != READY:
                raise EOFError

    def give_up(self) -> None:
        """Its end of the socket closes with it, so nobody waits for it any more."""
        self.failed = True
        self._process.kill()

    async def read(self, task: Task, seconds: float) -> AsyncIterator[AnalyzedPage]:
        """An answer for each, in at most so long; both locks are taken in the order of the calls.

        Sending may take as long as the pages before, too: the worker takes in no more than it can hold.
        """
        async with self._sending:
            self._unanswered += len(task.pages)
            data = frame(msgspec.msgpack.encode(task))
            async with asyncio.timeout(seconds * self._unanswered):
                await asyncio.get_running_loop().sock_sendall(self._socket, data)
        async with self._receiving:
            if self.failed:
                raise EOFError
            for _ in task.pages:
                async with asyncio.timeout(seconds):
                    size = await self._exactly(4)
                    if size == STOP:
                        raise await self._reason()
                    answer = self._answers.decode(await self._exactly(int.from_bytes(size)))
                self._unanswered -= 1
                yield answer

    async def _reason(self) -> CannotRun:
        return CannotRun((await self._exactly(int.from_bytes(await self._exactly(4)))).decode())

    async def _exactly(self, size: int) -> bytearray:
        received = self._received
        while len(received) < size:
            more = await asyncio.get_running_loop().sock_recv(self._socket, _RECEIVED_BYTES)
            if not more:
                raise EOFError
            received += more
        said = received[:size]
        del received[:size]
        return said
