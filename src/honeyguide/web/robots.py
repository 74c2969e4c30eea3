"""Which URLs a site lets us fetch: its robots.txt, by RFC 9309 (Koster et al., 2022)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.model import Fetched, Outcome
from honeyguide.urls import host_of
from honeyguide.web.robots_rules import Rules, read_rules

_KEPT_FOR = 24 * 3600.0
MOST_REDIRECTS = 5
_LONGEST_WAIT = 600.0
_READ_AT_ONCE = 16 * 1024
"""Bytes of a robots.txt that take no longer to read than it takes to have them read elsewhere."""


class RobotsAnswer(Struct, frozen=True):
    allowed: bool
    outcome: Outcome = Outcome.ROBOTS
    """How the visit ends when it is not allowed."""
    retry_after: float | None = None
    """Seconds until it may be asked again, when robots.txt could not be read for now."""
    detail: str = ""
    status: int = 0
    """What a proxy answered in place of the site."""

    def refusal(self, url: str, at: float) -> Fetched:
        """What a fetch of the URL gives when it is not allowed."""
        return Fetched(url, self.outcome, self.status, detail=self.detail, retry_after=self.retry_after, at=at)


_ALLOWED = RobotsAnswer(True)
_DISALLOWED = RobotsAnswer(False, detail="robots.txt disallows it")


class _Site(Struct):
    expires: float
    rules: Rules | None = None
    """None when everything is allowed."""
    refusal: RobotsAnswer | None = None
    """When there are no rules to go by: the host is gone, or the file cannot be read for now."""
    failures: int = 0
    weight: int = 200


class RobotsBook:
    """Rules by origin (scheme, host and port), read once a day; the least recently used are forgotten.

    `fetch` makes one request and gives its outcome: redirects are values, the body is decoded.
    """

    def __init__(
        self,
        fetch: Callable[[str, bool], Awaitable[Fetched]],
        now: Callable[[], float],
        *,
        why_not: Callable[[str], str] = lambda url: "",
        share: SharedTasks | None = None,
        read: Callable[[bytes], Awaitable[Rules]] | None = None,
        capacity: int = 4_000_000,
    ) -> None:
        """`fetch` is told whether the URL is of another host than that whose robots.txt it shall be. `why_not` says
        what keeps us from following a redirect. `share` lets those who ask at the same time wait for the same answer;
        without it each one fetches. `read` reads a file elsewhere; without it, that is done at once."""
        self._fetch = fetch
        self._now = now
        self._why_not = why_not
        self._share = share
        self._read_elsewhere = read
        self._capacity = capacity
        """Characters of rules that are kept in all."""
        self._sites: OrderedDict[str, _Site] = OrderedDict()
        self._delays: dict[str, float] = {}
        """Of origins …"""
        self._host_delays: dict[str, float] = {}
        """… and of hosts: the longer one of http and https."""
        self._weight = 0

    async def ask(self, url: str) -> RobotsAnswer:
        """May a canonical URL be fetched?"""
        origin = url[: url.index("/", 8)]
        now = self._now()
        site = self._sites.get(origin)
        if site is None or site.expires <= now:
            site = await (self._share.run(origin, self._read) if self._share else self._read(origin))
        else:
            self._sites.move_to_end(origin)
        if site.refusal is not None:
            if site.refusal.retry_after is None:
                return site.refusal
            wait = max(site.expires - self._now(), 0.1)
            return replace(site.refusal, retry_after=wait)
        return _ALLOWED if site.rules is None or site.rules.allow(url) else _DISALLOWED

    def delay(self, host: str) -> float:
        """The Crawl-delay that a host asks for, in seconds; 0 when it is not known to ask for any."""
        return self._host_delays.get(host, 0.0)

    def sitemaps(self, host: str) -> Sequence[str]:
        """Those that the robots.txt of a host names, as far as it is known."""
        sites = (self._sites.get(f"{scheme}://{host}") for scheme in ("https", "http"))
        return [url for site in sites if site and site.rules for url in site.rules.sitemaps]

    async def close(self) -> None:
        if self._share:
            await self._share.close()

    async def _read(self, origin: str) -> _Site:
        url = f"{origin}/robots.txt"
        redirects = 0
        away = False
        while (fetched := await self._fetch(url, away)).outcome is Outcome.REDIRECT and redirects < MOST_REDIRECTS:
            url = fetched.location
            away = host_of(url) != host_of(f"{origin}/")
            redirects += 1
            if problem := self._why_not(url):
                refusal = RobotsAnswer(False, detail=f"robots.txt leads to {url}: {problem}")
                site = _Site(self._now() + _KEPT_FOR, None, refusal)
                self._keep(origin, site, 0.0)
                return site
        rules = await self._rules(fetched.body) if fetched.outcome is Outcome.PAGE else None
        site, delay = self._judged(fetched, rules, redirects, self._sites.get(origin))
        self._keep(origin, site, delay)
        return site

    async def _rules(self, body: bytes) -> Rules:
        if self._read_elsewhere and len(body) > _READ_AT_ONCE:
            return await self._read_elsewhere(body)
        return read_rules(body)

    def _judged(
        self, fetched: Fetched, rules: Rules | None, redirects: int, before: _Site | None
    ) -> tuple[_Site, float]:
        """RFC 9309 2.3.1: 2xx is read, 4xx and endless redirects mean free, the rest means not for now."""
        now = self._now()
        lost = fetched.is_of_proxy or (fetched.status == 0 and fetched.outcome is not Outcome.REDIRECT)
        if rules is not None and rules.why_closed:
            return _Site(now + _KEPT_FOR, None, RobotsAnswer(False, detail=rules.why_closed)), 0.0
        if rules is not None:
            return _Site(now + _KEPT_FOR, rules, weight=200 + rules.weight), rules.delay
        if lost and fetched.retry_after is None and not redirects and fetched.outcome is not Outcome.BROKEN:
            return _Site(now + _LONGEST_WAIT, None, RobotsAnswer(False, fetched.outcome, None, fetched.detail)), 0.0
        if (lost and fetched.outcome is not Outcome.ADDRESS) or is_for_now(fetched.status):
            failures = before.failures + 1 if before else 1
            wait = max(fetched.retry_after or 0.0, min(2.0 ** min(failures, 30), _LONGEST_WAIT))
            if before is not None and before.refusal is None:  # RFC 9309 2.4: old rules are better than none
                return _Site(now + wait, before.rules, None, failures, before.weight), -1.0
            why = fetched.detail or f"status {fetched.status}"
            outcome = fetched.outcome if lost else Outcome.ROBOTS
            told = RobotsAnswer(False, outcome, wait, f"robots.txt cannot be read for now: {why}")
            refusal = replace(told, detail=why, status=fetched.status) if fetched.is_of_proxy else told
            return _Site(now + wait, None, refusal, failures), 0.0
        return _Site(now + _KEPT_FOR), 0.0

    def _keep(self, origin: str, site: _Site, delay: float) -> None:
        before = self._sites.pop(origin, None)
        self._weight += site.weight - (before.weight if before else 0)
        self._sites[origin] = site
        if delay >= 0:
            self._set_delay(origin, delay)
        while self._weight > self._capacity and len(self._sites) > 1:
            oldest, gone = self._sites.popitem(last=False)
            self._weight -= gone.weight
            self._set_delay(oldest, 0.0)

    def _set_delay(self, origin: str, delay: float) -> None:
        if delay:
            self._delays[origin] = delay
        else:
            self._delays.pop(origin, None)
        host = origin.partition("//")[2]
        longest = max(self._delays.get(f"https://{host}", 0.0), self._delays.get(f"http://{host}", 0.0))
        if longest:
            self._host_delays[host] = longest
        else:
            self._host_delays.pop(host, None)


class SharedTasks:
    """Work in an event loop that everybody who asks for it meanwhile shares."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[_Site]] = {}

    async def run(self, name: str, work: Callable[[str], Coroutine[None, None, _Site]]) -> _Site:
        task = self._tasks.get(name)
        if task is None:
            task = self._tasks[name] = asyncio.create_task(work(name))
            task.add_done_callback(lambda _: self._tasks.pop(name, None))
        return await asyncio.shield(task)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def is_for_now(status: int) -> bool:
    """Whether robots.txt with this status cannot be read for now, so that nothing may be fetched.

    429 counts: a site that asks us to slow down has not said that it has no rules.
    """
    return status == 429 or status >= 500
