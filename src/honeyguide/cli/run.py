"""Running a crawl from the command line: progress beside it, Ctrl-C stops it cleanly, a second one at once."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from msgspec import Struct

from honeyguide.cli.progress import Progress
from honeyguide.cli.terminal import say, stderr

if TYPE_CHECKING:
    from honeyguide.crawl import Crawl

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Run(Struct, frozen=True):
    """What one run did; what the folder holds is for `storage.results.status` to say."""

    fresh: int
    """Pages of this run."""
    seconds: float
    why_stopped: str
    interrupted: bool

    @property
    def pages_per_second(self) -> float:
        return self.fresh / self.seconds if self.seconds else 0.0


def run(crawl: Crawl, *, quiet: bool = False) -> Run:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a wide crawl keeps a connection open to many hosts
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_run(crawl, quiet))


async def _run(crawl: Crawl, quiet: bool) -> Run:
    progress = Progress(crawl, quiet=quiet)
    interrupted = asyncio.Event()

    def interrupt(number: signal.Signals) -> None:
        if interrupted.is_set():
            stderr().show_cursor(True)
            os._exit(128 + number)
        interrupted.set()
        crawl.stop()

    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, interrupt, number)
    watching = asyncio.create_task(progress.watch())
    try:
        async with aclosing(crawl.run()) as pages:
            async for found in pages:
                progress.note(found)
        seconds = crawl.seconds
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    if not quiet and not stderr().is_terminal:
        say(progress.line())
    return Run(progress.fresh, seconds, crawl.why_stopped, interrupted.is_set())


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop
