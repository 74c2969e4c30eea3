"""A clock for webs that are not live: time passes when everybody waits, and costs nothing."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Coroutine, Generator
from itertools import count
from types import coroutine
from typing import Any, TypeVar

_PATIENCE = 8
"""Turns of the event loop after a waiter has gone on, so that what it does next is counted from its own time."""

Result = TypeVar("Result")


class VirtualClock:
    """Waiters are woken in the order of their times; the clock then shows the time of the one that was woken."""

    def __init__(self, start: float) -> None:
        self.now = start
        self._waiters: list[tuple[float, int, Callable[[], None]]] = []
        self._serial = count()
        self._turning = False

    def call_later(self, seconds: float, wake: Callable[[], None]) -> None:
        heapq.heappush(self._waiters, (self.now + max(seconds, 0.0), next(self._serial), wake))

    def step(self) -> bool:
        """Wake who is due next; False when nobody waits."""
        if not self._waiters:
            return False
        due, _, wake = heapq.heappop(self._waiters)
        self.now = max(self.now, due)
        wake()
        return True

    def wait(self, seconds: float) -> Awaitable[None]:
        """In an event loop, which turns the clock as soon as nothing else is left to do."""
        loop = asyncio.get_running_loop()
        woken = loop.create_future()
        self.call_later(seconds, lambda: None if woken.done() else woken.set_result(None))
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop, _PATIENCE)
        return woken

    def _turn(self, loop: asyncio.AbstractEventLoop, patience: int) -> None:
        if patience:
            loop.call_soon(self._turn, loop, patience - 1)
            return
        self.step()
        if self._waiters:
            loop.call_soon(self._turn, loop, _PATIENCE)
        else:
            self._turning = False


class SteppedClock(VirtualClock):
    """The same without an event loop: runs coroutines that wait for nothing but this clock."""

    def wait(self, seconds: float) -> Awaitable[None]:
        return _pause(seconds)

    def start(self, work: Coroutine[Any, Any, Result], done: Callable[[Result], None]) -> None:
        """Run until it waits; `done` is told what it returns in the end."""
        try:
            seconds: float = work.send(None)
        except StopIteration as end:
            done(end.value)
            return
        self.call_later(seconds, lambda: self.start(work, done))


@coroutine
def _pause(seconds: float) -> Generator[float, None, None]:
    yield seconds


def at_once(work: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine returns that need not wait."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    work.close()
    raise RuntimeError("it waits for something")
