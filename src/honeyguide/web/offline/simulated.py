"""An off-line web in virtual time: what the live web would give, for the cost of the page."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import cache
from http import HTTPStatus
from typing import Protocol

import msgspec

from honeyguide.content_types import can_be_list
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.urls import host_of
from honeyguide.web.response import Answer, content_type, is_page, is_success
from honeyguide.web.robots import MOST_REDIRECTS, RobotsBook, SharedTasks
from honeyguide.web.robots_rules import LARGEST
from honeyguide.web.scope import Scope
from honeyguide.web.status import classify_response
from honeyguide.web.turns import Turns, postponed
from honeyguide.web.virtual_time import VirtualClock, at_once

START = 1_735_689_600.0
_BYTES_A_SECOND = 2_000_000.0
_REASONS = {status.value: status.phrase for status in HTTPStatus}


class Answering(Protocol):
    def answer(self, url: str) -> Answer: ...

    def latency(self, host: str) -> float: ...


class SimulatedWeb:
    """A fetch takes as long as the host's latency, its body's bytes and a slow page's delay make it."""

    virtual = True

    def __init__(
        self,
        web: Answering,
        *,
        delay: float = 1.0,
        robots: bool = True,
        scope: Scope | None = None,
        start: float = START,
        clock: VirtualClock | None = None,
    ) -> None:
        """In an event loop with a clock of its own, or by a `SteppedClock` without one."""
        self.web = web
        self.clock = clock or VirtualClock(start)
        self._latency = cache(web.latency)
        self._delay = delay
        self._keeps_to_robots = robots
        self._turns = Turns(delay, self.delay)
        self._robots = RobotsBook(
            self._robots_txt,
            self.now,
            why_not=lambda url: scope.why_not_host(url, host_of(url)) if scope else "",
            share=None if clock else SharedTasks(),
        )

    async def fetch(self, link: Link) -> Fetched:
        if self._keeps_to_robots and link.url.startswith(("http://", "https://")):
            decision = await self._robots.ask(link.url)
            if not decision.allowed:
                return decision.refusal(link.url, self.now())
        host = host_of(link.url)
        wait, may_ask = self._turns.begin(host, self.now())
        if not may_ask:
            return postponed(link.url, host, wait, self.now())
        if wait:
            await self.clock.wait(wait)
        at = self.now()
        came, seconds = self.look(link.url)
        seconds += self._latency(host)
        await self.clock.wait(seconds)
        self._turns.end(host, self.now(), came.retry_after or 0.0)
        return msgspec.structs.replace(came, at=at, seconds=seconds, virtual=True)

    def look(self, url: str) -> tuple[Fetched, float]:
        """What a request for a page gives, and how long its body takes to come."""
        answer = self.web.answer(url)
        return fetched(url, answer, now=self.now()), transfer(answer)

    async def _robots_txt(self, url: str, away: bool) -> Fetched:
        host = host_of(url)
        wait, may_ask = self._turns.begin(host, self.now(), away=away)
        if not may_ask:
            return postponed(url, host, wait, self.now())
        if wait:
            await self.clock.wait(wait)
        answer = self.web.answer(url)
        await self.clock.wait(self._latency(host) + transfer(answer))
        self._turns.end(host, self.now())
        return robots_txt(url, answer)

    def now(self) -> float:
        return self.clock.now

    async def sleep(self, seconds: float) -> None:
        """Returns as soon as nothing else is due before; only the clock has moved."""
        await self.clock.wait(seconds)

    def delay(self, host: str) -> float:
        return max(self._delay, self._robots.delay(host))

    def sitemaps(self, host: str) -> Sequence[str]:
        return self._robots.sitemaps(host)

    async def close(self) -> None:
        await self._robots.close()


class Permission:
    """What robots.txt allows, asked without waiting: for the truth about what can be crawled.

    Time stands still, so a file that cannot be read for now never can.
    """

    def __init__(self, web: Answering) -> None:
        self.web = web
        self._robots = RobotsBook(self._fetch, lambda: 0.0)

    def allows(self, url: str) -> bool:
        """May a canonical URL be fetched?"""
        return at_once(self._robots.ask(url)).allowed

    def delay(self, url: str) -> float:
        """Seconds that the site of this URL asks for between two requests."""
        at_once(self._robots.ask(url))
        return self._robots.delay(host_of(url))

    async def _fetch(self, url: str, _away: bool) -> Fetched:
        return robots_txt(url, self.web.answer(url))


def led_to(
    web: Answering, url: str, is_known: Callable[[str], bool], may_fetch: Callable[[str], bool] = lambda url: True
) -> str:
    """The first known address on the way over redirects from a canonical URL, which may be itself; as far as a crawl
    would follow them. Empty when there is none, or when a redirect on the way may not be fetched."""
    for redirects in range(MOST_REDIRECTS + 1):
        if is_known(url):
            return url
        if redirects == MOST_REDIRECTS or not may_fetch(url):
            break
        came = fetched(url, web.answer(url))
        if came.outcome is not Outcome.REDIRECT:
            break
        url = came.location
    return ""


def transfer(answer: Answer) -> float:
    """Seconds that a body takes to come, after the host's latency."""
    return len(answer.body) / _BYTES_A_SECOND + answer.delay


def robots_txt(url: str, answer: Answer) -> Fetched:
    """The answer to a request for robots.txt: rules are rules whatever they say their type is."""
    if not is_success(answer.status):
        return fetched(url, answer)
    return Fetched(url, Outcome.PAGE, answer.status, body=_plain(answer))


def fetched(url: str, answer: Answer, *, now: float = 0.0) -> Fetched:
    """An answer as the live web would report it."""
    reason = _REASONS.get(answer.status, "")
    retry = next((value for name, value in answer.headers if name.lower() == "retry-after"), "")
    outcome, detail, location, again = classify_response(url, answer.status, reason, answer.location, retry, now)
    kind = content_type(answer)
    if outcome is Outcome.PAGE and not is_page(answer) and not can_be_list(kind, url):
        outcome, detail = Outcome.NOT_HTML, kind[:100]
    return Fetched(
        url,
        outcome,
        answer.status,
        reason,
        (*answer.headers, ("Content-Length", str(len(answer.body)))),
        answer.body if outcome is Outcome.PAGE else b"",
        location,
        detail,
        again,
    )


def _plain(answer: Answer) -> bytes:
    """The start of the body, without gzip."""
    if answer.body[:2] != b"\x1f\x8b":
        return answer.body[:LARGEST]
    try:
        return zlib.decompressobj(31).decompress(answer.body, LARGEST)
    except zlib.error:
        return b""
