"""Running a crawl from the command line: progress beside it, Ctrl-C stops it cleanly, a second one at once.

SIGUSR1 pauses it, SIGUSR2 lets it go on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct
from rich.console import RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from honeyguide.cli.summary import clock
from honeyguide.cli.terminal import say, stderr, styled
from honeyguide.process_limits import open_many_files
from honeyguide.reporting.text import counted, number

if TYPE_CHECKING:
    from honeyguide.crawl import Crawl
    from honeyguide.model import StoredPage

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_REDRAW_SECONDS = 0.2
_PLAIN_SECONDS = 10.0


class Progress:
    """Watches one crawl, live on a terminal, by a plain line now and then elsewhere; `watch` ends when cancelled."""

    def __init__(self, crawl: Crawl, *, quiet: bool, preface: Callable[[], None] = lambda: None) -> None:
        """`preface` says what is to be known of the crawl, once it has begun: a refused one has changed nothing."""
        self.fresh = 0
        """Pages of this run."""
        self._crawl = crawl
        self._quiet = quiet
        self._latest = ""
        self._preface = preface
        self._told_scope = quiet

    def note(self, found: StoredPage) -> None:
        self.tell_scope()
        self.fresh += 1
        if found.on_topic and not found.duplicate_of:
            self._latest = found.title or found.url

    def tell_scope(self) -> None:
        """Once, where it goes from the seeds: a crawl that could not begin goes nowhere."""
        if self._told_scope or not self._crawl.started:
            return
        self._told_scope = True
        self._preface()
        crawl = self._crawl
        wanders = not (crawl.settings.stay or crawl.settings.allow_hosts)
        say(crawl.scope + ("; --stay keeps to the hosts of the seeds" if wanders else ""), "dim")

    async def watch(self) -> None:
        if self._quiet:
            return
        console = stderr()
        if not console.is_terminal:
            while True:
                await asyncio.sleep(_PLAIN_SECONDS)
                self.tell_scope()
                say(self.line())
        with Live(console=console, auto_refresh=False, transient=True) as live:
            while True:
                self.tell_scope()
                live.update(self._picture(), refresh=True)
                await asyncio.sleep(_REDRAW_SECONDS)

    def line(self) -> str:
        return " · ".join(self._found_and_pace())

    def _found_and_pace(self) -> tuple[str, str]:
        crawl = self._crawl
        harvest = crawl.on_topic / crawl.pages if crawl.pages else 0.0
        rate = self.fresh / crawl.seconds if crawl.seconds else 0.0
        of = f" of {crawl.settings.pages:,}" if crawl.settings.pages >= max(1, crawl.pages) else ""
        minutes, seconds = divmod(int(crawl.seconds), 60)
        hosts = counted(crawl.hosts, "host") + (f", {crawl.resting:,} resting" if crawl.resting else "")
        hosts += f" · waits {crawl.waits_for}" if crawl.waits_for else ""
        trouble = f" · {crawl.trouble}" if crawl.trouble else ""
        return (
            f"{crawl.pages:,}{of} pages · {crawl.on_topic:,} on topic · harvest rate {harvest:.3f}",
            f"{number(rate)} pages/s · {crawl.waiting:,} links wait · {hosts} · {minutes}:{seconds:02}{clock(crawl)}"
            f"{trouble}",
        )

    def _picture(self) -> RenderableType:
        goal = self._crawl.settings.pages
        picture = Table.grid()
        picture.add_column(no_wrap=True, overflow="ellipsis")
        picture.add_row(ProgressBar(goal or None, self._crawl.pages, width=60, pulse=not goal))
        for line in self._found_and_pace():
            picture.add_row(styled(line))
        picture.add_row(styled(f"latest on topic: {self._latest}" if self._latest else "", "dim"))
        return picture


class Run(Struct, frozen=True):
    """What one run did; what the folder holds is for `storage.results.status` to say."""

    fresh: int
    """Pages of this run."""
    seconds: float
    why_stopped: str
    interrupted: bool
    simulated: bool = False
    """Whether its seconds are those of an off-line web."""

    @property
    def pages_per_second(self) -> float:
        return self.fresh / self.seconds if self.seconds else 0.0


def run(crawl: Crawl, *, quiet: bool = False, preface: Callable[[], None] = lambda: None) -> Run:
    open_many_files()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_run(crawl, quiet, preface))


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C and SIGTERM raise `KeyboardInterrupt` in what is under way, at once; a second one ends the process."""
    came: list[int] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        if came:
            _leave(number)
        came.append(number)
        raise KeyboardInterrupt

    before = {each: signal.signal(each, interrupt) for each in _SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, signal.SIG_DFL if handler is None else handler)  # None: it was not of Python


def _leave(number: int) -> NoReturn:
    stderr().show_cursor(True)
    os._exit(128 + number)


def _said_by_the_command(warning: logging.LogRecord) -> bool:
    """That a crawl fetched nothing is told by its command, in a sentence of its own."""
    return False


async def _run(crawl: Crawl, quiet: bool, preface: Callable[[], None]) -> Run:
    progress = Progress(crawl, quiet=quiet, preface=preface)
    interrupted = asyncio.Event()

    def interrupt(came: signal.Signals) -> None:
        if interrupted.is_set():
            _leave(came)
        interrupted.set()
        crawl.stop()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, crawl.pause)
    loop.add_signal_handler(signal.SIGUSR2, crawl.proceed)
    for each in _SIGNALS:
        loop.add_signal_handler(each, interrupt, each)
    watching = asyncio.create_task(progress.watch())
    told = logging.getLogger("honeyguide.crawl")
    told.addFilter(_said_by_the_command)
    try:
        async with aclosing(crawl.run()) as pages:
            async for found in pages:
                progress.note(found)
        seconds = crawl.seconds
        progress.tell_scope()
    finally:
        told.removeFilter(_said_by_the_command)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        for each in _SIGNALS:
            loop.remove_signal_handler(each)  # uvloop leaves them deaf
    if not quiet and not stderr().is_terminal:
        say(progress.line())
    return Run(progress.fresh, seconds, crawl.why_stopped, interrupted.is_set(), crawl.simulated)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop
