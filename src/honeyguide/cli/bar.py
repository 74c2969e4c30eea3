"""How far long work is: a bar on a terminal; elsewhere a line when it changes what it does, and now and then."""

from __future__ import annotations

import time

from honeyguide.cli.terminal import say, stderr

SECONDS = 10.0
"""Between two lines on one thing, where there is no terminal."""


class Bar:
    """A `progress.Progress`; with a `first` word it is there at once, else when there is something to tell."""

    def __init__(self, first: str = "", *, lines: bool = True, quick: bool = False) -> None:
        """Without `lines`, nothing is said where there is no terminal; if `quick`, nothing in the first seconds."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        terminal = stderr().is_terminal
        self._drawn = Progress(*columns, console=stderr(), transient=True, disable=not terminal)
        self._lines = lines and not terminal
        self._what = first
        self._begins = time.monotonic() + (SECONDS if quick else 0.0)
        self._told = (-1, 0.0)
        """What was last said to be done, and when."""
        self._task = self._drawn.add_task(first, total=None)

    def __enter__(self) -> Bar:
        if self._what:
            self._drawn.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._drawn.stop()

    def __call__(self, what: str, done: int, of: int) -> None:
        last, when = self._told
        now = time.monotonic()
        goes_on = done != last and (done == of or now - when >= SECONDS)
        if self._lines and now >= self._begins and (what != self._what or goes_on):
            say(f"{what}: {done:,} of {of:,}" if of else f"{what}: {done:,}", "dim")
            self._told = (done, now)
        if what != self._what:
            self._what = what
            self._drawn.remove_task(self._task)
            self._task = self._drawn.add_task(what, total=None)
        self._drawn.start()
        self._drawn.update(self._task, completed=done, total=of or None, refresh=True)
