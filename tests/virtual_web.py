"""A web in virtual time: what a test of its own says of `fetch` is all that it lacks."""

from __future__ import annotations

from honeyguide.web.virtual_time import VirtualClock

BEGUN = 1_000_000.0
HTML = (("Content-Type", "text/html; charset=utf-8"),)


class VirtualWeb:
    def __init__(self, start: float = BEGUN) -> None:
        self.clock = VirtualClock(start)
        self.asked: list[tuple[str, float]] = []
        """What was asked for, and when."""

    def now(self) -> float:
        return self.clock.now

    async def sleep(self, seconds: float) -> None:
        await self.clock.wait(seconds)

    def delay(self, host: str) -> float:
        return 0.0

    async def close(self) -> None:
        pass
