"""Worker processes that read pages: all cores help, and a page that stalls or crashes its reader costs one page."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Protocol

import msgspec

from honeyguide import encoders, relevance
from honeyguide.analysis import READY, AnalyzedPage, PageAnalyzer, Setup, frame
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.model import Fetched, Outcome, Topic
from honeyguide.plugins import address_of
from honeyguide.protocols import Encoder, RelevanceModel
from honeyguide.relevance import Judge

_BATCH_PAGES = 16
_BATCH_BYTES = 160_000
"""About what a socket takes at once, so that sending does not wait for the worker."""
_START_SECONDS = 60.0
_STARTS = 3
"""Times in a row that a worker may fail to start before that is for good: one may be killed meanwhile."""
_AHEAD = 2
"""Batches that a worker has at a time: it reads one while the next is on its way."""


class Analyzer(Protocol):
    async def read(self, fetched: Fetched) -> AnalyzedPage: ...

    async def close(self) -> None: ...


class InlineAnalyzer:
    """Reads in this process: for small crawls and experiments."""

    def __init__(self, reader: PageAnalyzer) -> None:
        self._reader = reader

    async def read(self, fetched: Fetched) -> AnalyzedPage:
        return self._reader.read(fetched)

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
        return InlineAnalyzer(reader)
    return AnalyzerPool(Setup(topic, settings, extract_all, anchors_only, address, name, encoder_address), processes)


class _Job:
    __slots__ = ("alone", "answer", "crashed", "fetched")

    def __init__(self, fetched: Fetched, answer: asyncio.Future[AnalyzedPage]) -> None:
        self.fetched = fetched
        self.answer = answer
        self.alone = False
        """A batch failed with it: it is read by itself, so that only the guilty page is lost."""
        self.crashed = False
        """A worker ended with it alone. That may be the page's doing or a stranger's: it is read once more."""


class AnalyzerPool:
    def __init__(self, setup: Setup, processes: int) -> None:
        self._setup = msgspec.msgpack.encode(setup)
        self._seconds = setup.settings.parse_seconds
        self._processes = processes
        self._jobs: deque[_Job] = deque()
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._broken: CannotRun | None = None

    async def read(self, fetched: Fetched) -> AnalyzedPage:
        if self._broken:
            raise self._broken
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._keep_working()) for _ in range(self._processes)]
        job = _Job(fetched, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._wanted.set()
        return await job.answer

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_working(self) -> None:
        failures = 0
        while failures < _STARTS:
            try:
                with _Worker(self._setup) as worker:
                    await worker.start()
                    failures = 0
                    await asyncio.gather(*(self._feed(worker) for _ in range(_AHEAD)))
            except (OSError, EOFError, TimeoutError) as wrong:
                failures += 1
                why = str(wrong) or "it ended at once"
        self._broken = CannotRun(f"a process that reads pages cannot be started: {why}")
        for job in self._jobs:
            if not job.answer.done():
                job.answer.set_exception(self._broken)

    async def _feed(self, worker: _Worker) -> None:
        """Hand batches to a worker until it fails."""
        while True:
            while not self._jobs and not worker.failed:
                self._wanted.clear()
                await self._wanted.wait()
            if worker.failed:
                return
            batch = self._next_batch()
            try:
                answers = await worker.read([job.fetched for job in batch], self._seconds)
            except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as wrong:
                if worker.failed:
                    self._put_back(batch)
                else:
                    worker.give_up()
                    self._blame(batch, wrong)
                self._wanted.set()
                return
            for job, answer in zip(batch, answers, strict=True):
                if not job.answer.done():
                    job.answer.set_result(answer)

    def _next_batch(self) -> list[_Job]:
        first = self._jobs.popleft()
        batch, size = [first], len(first.fetched.body)
        share = min(_BATCH_PAGES, len(self._jobs) // self._processes)
        while not first.alone and len(batch) < share and not self._jobs[0].alone and size < _BATCH_BYTES:
            batch.append(self._jobs.popleft())
            size += len(batch[-1].fetched.body)
        return batch

    def _put_back(self, batch: list[_Job]) -> None:
        self._jobs.extendleft(reversed(batch))

    def _blame(self, batch: list[_Job], wrong: Exception) -> None:
        """Answers come in order, so the batch in front is the one that failed."""
        if len(batch) > 1:
            for job in batch:
                job.alone = True
            self._put_back(batch)
        elif not isinstance(wrong, TimeoutError) and not batch[0].crashed:
            batch[0].alone = batch[0].crashed = True
            self._put_back(batch)
        elif not batch[0].answer.done():
            why = "took too long to read" if isinstance(wrong, TimeoutError) else "crashed its reader"
            batch[0].answer.set_result(AnalyzedPage(Outcome.BROKEN, f"the page {why}"))


def _package_path() -> str:
    """So that a worker finds this very package, wherever it was imported from."""
    return os.pathsep.join(filter(None, (str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", ""))))


class _Worker:
    """One process and our end of the socket to it."""

    _answers = msgspec.msgpack.Decoder(list[AnalyzedPage])

    def __init__(self, setup: bytes) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                # -P: a file in the working directory must not stand for a module.
                [sys.executable, "-P", "-m", "honeyguide.analysis", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={
                    **os.environ,
                    "OPENBLAS_NUM_THREADS": "1",
                    "PYTHONPATH": _package_path(),
                },
            )
        self._setup = setup
        self._sending, self._receiving = asyncio.Lock(), asyncio.Lock()
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
            if await self._exactly(len(READY)) != READY:
                raise EOFError

    def give_up(self) -> None:
        """Its end of the socket closes with it, so nobody waits for it any more."""
        self.failed = True
        self._process.kill()

    async def read(self, batch: list[Fetched], seconds: float) -> list[AnalyzedPage]:
        """Both locks are taken in the order of the calls, and the worker answers in that order.

        Sending may take as long as the pages before, too: the worker takes in no more than it can hold.
        """
        async with self._sending:
            self._unanswered += len(batch)
            data = frame(msgspec.msgpack.encode(batch))
            async with asyncio.timeout(seconds * self._unanswered):
                await asyncio.get_running_loop().sock_sendall(self._socket, data)
        async with self._receiving:
            if self.failed:
                raise EOFError
            async with asyncio.timeout(seconds * len(batch)):
                size = int.from_bytes(await self._exactly(4))
                answers = self._answers.decode(await self._exactly(size))
            self._unanswered -= len(batch)
            return answers

    async def _exactly(self, size: int) -> bytearray:
        loop = asyncio.get_running_loop()
        buffer = bytearray(size)
        view, got = memoryview(buffer), 0
        while got < size:
            n = await loop.sock_recv_into(self._socket, view[got:])
            if not n:
                raise EOFError
            got += n
        return buffer
