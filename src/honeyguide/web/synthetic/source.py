"""The synthetic web without a network, in virtual time: what the live web would give, for the cost of the page."""

from __future__ import annotations

from http import HTTPStatus

from honeyguide.model import Fetched, Link, Outcome
from honeyguide.urls import canonical
from honeyguide.web.robots import RobotsBook
from honeyguide.web.synthetic.locations import split
from honeyguide.web.synthetic.web import SyntheticWeb
from honeyguide.web.virtual_time import VirtualClock

_START = 1_735_689_600.0
_BYTES_A_SECOND = 2_000_000.0


class SyntheticSource:
    """A fetch takes as long as the host's latency, its body's bytes and a slow page's delay make it."""

    def __init__(self, web: SyntheticWeb, *, delay: float = 1.0, robots: bool = True, start: float = _START) -> None:
        self.web = web
        self._delay = delay
        self._keeps_to_robots = robots
        self._clock = VirtualClock(start)
        self._robots = RobotsBook(self._request, self.now)

    async def fetch(self, link: Link) -> Fetched:
        if self._keeps_to_robots and link.url.startswith("http://"):
            verdict = await self._robots.ask(canonical(link.url) or link.url)
            if not verdict.allowed:
                return Fetched(
                    link.url, verdict.outcome, detail=verdict.detail, retry_after=verdict.retry_after, at=self.now()
                )
        return await self._request(link.url)

    async def _request(self, url: str) -> Fetched:
        at = self.now()
        answer = self.web.answer(url)
        seconds = self.web.latency(split(url)[0]) + len(answer.body) / _BYTES_A_SECOND + answer.delay
        await self._clock.wait(seconds)
        reason = HTTPStatus(answer.status).phrase
        location = (canonical(answer.location, url) or "") if answer.location else ""
        outcome = Outcome.PAGE if answer.status == 200 else Outcome.REDIRECT if location else Outcome.HTTP_ERROR
        return Fetched(
            url,
            outcome,
            answer.status,
            reason,
            (*answer.headers, ("Content-Length", str(len(answer.body)))),
            answer.body if outcome is Outcome.PAGE else b"",
            location,
            f"{answer.status} {reason}" if outcome is Outcome.HTTP_ERROR else "",
            None,
            at,
            seconds,
        )

    def now(self) -> float:
        return self._clock.now

    async def sleep(self, seconds: float) -> None:
        """Returns as soon as nothing else is due before; only the clock has moved."""
        await self._clock.wait(seconds)

    def delay(self, host: str) -> float:
        return max(self._delay, self._robots.delay(host))

    async def close(self) -> None:
        await self._robots.close()
