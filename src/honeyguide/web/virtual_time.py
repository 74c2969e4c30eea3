"""A clock for webs that are not live: time passes when everybody waits, and costs nothing."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

_PATIENCE = 4
"""Turns of the event loop after a waiter has gone on, so that what it does next is counted from its own time."""


class VirtualClock:
    """Waiters are woken in the order of their times; the clock then shows the time of the one that was woken."""

    def __init__(self, start: float) -> None:
        self.now = start
        self._waiters: list[tuple[float, int, asyncio.Future[None]]] = []
        self._serial = count()
        self._turning = False

    async def wait(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        woken = loop.create_future()
        heapq.heappush(self._waiters, (self.now + max(seconds, 0.0), next(self._serial), woken))
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop, _PATIENCE)
        await woken

    def _turn(self, loop: asyncio.AbstractEventLoop, patience: int) -> None:
        if patience:
            loop.call_soon(self._turn, loop, patience - 1)
            return
        while self._waiters:
            due, _, woken = heapq.heappop(self._waiters)
            if not woken.done():
                self.now = max(self.now, due)
                woken.set_result(None)
                break
        if self._waiters:
            loop.call_soon(self._turn, loop, _PATIENCE)
        else:
            self._turning = False
