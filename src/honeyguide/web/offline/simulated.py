"""An off-line web in virtual time: what the live web would give, for the cost of the page."""

from __future__ import annotations

import zlib
from http import HTTPStatus
from typing import Protocol

from honeyguide.model import Fetched, Link, Outcome
from honeyguide.urls import canonical, host_of
from honeyguide.web.response import Answer, content_type, is_page, is_success
from honeyguide.web.robots import LARGEST, RobotsBook
from honeyguide.web.virtual_time import VirtualClock

_START = 1_735_689_600.0
_BYTES_A_SECOND = 2_000_000.0
_REASONS = {status.value: status.phrase for status in HTTPStatus}


class Answering(Protocol):
    def answer(self, url: str) -> Answer: ...

    def latency(self, host: str) -> float: ...


class SimulatedWeb:
    """A fetch takes as long as the host's latency, its body's bytes and a slow page's delay make it."""

    def __init__(self, web: Answering, *, delay: float = 1.0, robots: bool = True, start: float = _START) -> None:
        self.web = web
        self._delay = delay
        self._keeps_to_robots = robots
        self._clock = VirtualClock(start)
        self._robots = RobotsBook(self._robots_txt, self.now)

    async def fetch(self, link: Link) -> Fetched:
        if self._keeps_to_robots and link.url.startswith(("http://", "https://")):
            verdict = await self._robots.ask(canonical(link.url) or link.url)
            if not verdict.allowed:
                return Fetched(
                    link.url, verdict.outcome, detail=verdict.detail, retry_after=verdict.retry_after, at=self.now()
                )
        return await self._request(link.url)

    async def _request(self, url: str) -> Fetched:
        at = self.now()
        answer, seconds = await self._ask(url)
        return fetched(url, answer, at=at, seconds=seconds)

    async def _robots_txt(self, url: str) -> Fetched:
        answer, _ = await self._ask(url)
        return robots_txt(url, answer)

    async def _ask(self, url: str) -> tuple[Answer, float]:
        answer = self.web.answer(url)
        seconds = self.web.latency(host_of(url)) + transfer(answer)
        await self._clock.wait(seconds)
        return answer, seconds

    def now(self) -> float:
        return self._clock.now

    async def sleep(self, seconds: float) -> None:
        """Returns as soon as nothing else is due before; only the clock has moved."""
        await self._clock.wait(seconds)

    def delay(self, host: str) -> float:
        return max(self._delay, self._robots.delay(host))

    async def close(self) -> None:
        await self._robots.close()


def transfer(answer: Answer) -> float:
    """Seconds that a body takes to come, after the host's latency."""
    return len(answer.body) / _BYTES_A_SECOND + answer.delay


def robots_txt(url: str, answer: Answer) -> Fetched:
    """The answer to a request for robots.txt: rules are rules whatever they say their type is."""
    if not is_success(answer.status):
        return fetched(url, answer)
    return Fetched(url, Outcome.PAGE, answer.status, body=_plain(answer))


def fetched(url: str, answer: Answer, *, at: float = 0.0, seconds: float = 0.0) -> Fetched:
    """An answer as the live web would report it."""
    reason = _REASONS.get(answer.status, "")
    location = (canonical(answer.location, url) or "") if answer.location else ""
    outcome, detail = Outcome.HTTP_ERROR, f"{answer.status} {reason}".strip()
    if is_page(answer):
        outcome, detail = Outcome.PAGE, ""
    elif is_success(answer.status):
        outcome, detail = Outcome.NOT_HTML, content_type(answer)[:100]
    elif location:
        outcome, detail = Outcome.REDIRECT, ""
    return Fetched(
        url,
        outcome,
        answer.status,
        reason,
        (*answer.headers, ("Content-Length", str(len(answer.body)))),
        answer.body if outcome is Outcome.PAGE else b"",
        location,
        detail,
        None,
        at,
        seconds,
    )


def _plain(answer: Answer) -> bytes:
    """The start of the body, without gzip."""
    if answer.body[:2] != b"\x1f\x8b":
        return answer.body[:LARGEST]
    try:
        return zlib.decompressobj(31).decompress(answer.body, LARGEST)
    except zlib.error:
        return b""
