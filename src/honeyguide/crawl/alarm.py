"""Wakes a crawl that waits: when something came, or when the clock of its web shows a time."""

from __future__ import annotations

import asyncio

from honeyguide.protocols import Web


class Alarm:
    def __init__(self, web: Web) -> None:
        self._web = web
        self._rings = asyncio.Event()
        self._timer: asyncio.Task[None] | None = None
        self._due = 0.0

    def ring(self) -> None:
        self._rings.set()

    def clear(self) -> None:
        self._rings.clear()

    async def wait(self, due: float | None = None) -> None:
        """Until it rings; at this time by the web's clock it does."""
        if due is not None and (self._timer is None or self._timer.done() or due < self._due):
            if self._timer:
                self._timer.cancel()
            self._due = due
            self._timer = asyncio.create_task(self._ring_after(due - self._web.now()))
        await self._rings.wait()

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """For who ends it."""
        return [self._timer] if self._timer else []

    async def _ring_after(self, seconds: float) -> None:
        await self._web.sleep(seconds)
        self._rings.set()
