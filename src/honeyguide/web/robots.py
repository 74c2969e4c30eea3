"""Which URLs a site lets us fetch: its robots.txt, by RFC 9309 (Koster et al., 2022)."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine

from msgspec import Struct
from protego import Protego

from honeyguide.model import Fetched, Outcome

TOKEN = "honeyguide"  # noqa: S105
"""The name under which robots.txt speaks to us."""
LARGEST = 512 * 1024
"""Bytes of a robots.txt that are read; the rest does not count."""
LONGEST_DELAY = 60.0
"""Seconds: a longer Crawl-delay counts as this much, or one file could hold a host for hours."""
_KEPT_FOR = 24 * 3600.0
MOST_REDIRECTS = 5
_LONGEST_WAIT = 600.0

# The fields that matter to us, with the misspellings that are common.
_LINE = re.compile(
    r"\s*(?:(user[ -]?agent)|(disall?ow|dissall?ow|diasllow|disallaw)|(allow)|(crawl[ -]delay))(?:\s*:|\s)([^#]*)",
    re.IGNORECASE,
)
_PRODUCT = re.compile(r"\*|[a-z_-]*", re.IGNORECASE)


class RobotsAnswer(Struct, frozen=True):
    allowed: bool
    outcome: Outcome = Outcome.ROBOTS
    """How the visit ends when it is not allowed."""
    retry_after: float | None = None
    """Seconds until it may be asked again, when robots.txt could not be read for now."""
    detail: str = ""

    def refusal(self, url: str, at: float) -> Fetched:
        """What a fetch of the URL gives when it is not allowed."""
        return Fetched(url, self.outcome, detail=self.detail, retry_after=self.retry_after, at=at)


_ALLOWED = RobotsAnswer(True)
_DISALLOWED = RobotsAnswer(False, detail="robots.txt disallows it")


class _Site(Struct):
    expires: float
    rules: Protego | None = None
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
        fetch: Callable[[str], Awaitable[Fetched]],
        now: Callable[[], float],
        *,
        share: SharedTasks | None = None,
        capacity: int = 4_000_000,
    ) -> None:
        """`share` lets those who ask at the same time wait for the same answer; without it each one fetches."""
        self._fetch = fetch
        self._now = now
        self._share = share
        self._capacity = capacity
        """Characters of rules that are kept in all."""
        self._sites: OrderedDict[str, _Site] = OrderedDict()
        self._delays: dict[str, float] = {}
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
            return RobotsAnswer(False, site.refusal.outcome, wait, site.refusal.detail)
        return _ALLOWED if site.rules is None or site.rules.can_fetch(url, TOKEN) else _DISALLOWED

    def delay(self, host: str) -> float:
        """The Crawl-delay that a host asks for, in seconds; 0 when it is not known to ask for any."""
        if not self._delays:
            return 0.0
        return max(self._delays.get(f"https://{host}", 0.0), self._delays.get(f"http://{host}", 0.0))

    async def close(self) -> None:
        if self._share:
            await self._share.close()

    async def _read(self, origin: str) -> _Site:
        url = f"{origin}/robots.txt"
        redirects = 0
        while (fetched := await self._fetch(url)).outcome is Outcome.REDIRECT and redirects < MOST_REDIRECTS:
            url = fetched.location
            redirects += 1
        site, delay = self._judged(fetched, redirects, self._sites.get(origin))
        self._keep(origin, site, delay)
        return site

    def _judged(self, fetched: Fetched, redirects: int, before: _Site | None) -> tuple[_Site, float]:
        """RFC 9309 2.3.1: 2xx is read, 4xx and endless redirects mean free, the rest means not for now."""
        now = self._now()
        lost = fetched.status == 0 and fetched.outcome is not Outcome.REDIRECT
        if fetched.outcome is Outcome.PAGE:
            rules, delay, weight = read_rules(fetched.body)
            return _Site(now + _KEPT_FOR, rules, weight=200 + weight), delay
        if lost and fetched.retry_after is None and not redirects and fetched.outcome is not Outcome.BROKEN:
            return _Site(now + _LONGEST_WAIT, None, RobotsAnswer(False, fetched.outcome, None, fetched.detail)), 0.0
        if (lost and fetched.outcome is not Outcome.ADDRESS) or is_for_now(fetched.status):
            failures = before.failures + 1 if before else 1
            wait = max(fetched.retry_after or 0.0, min(2.0 ** min(failures, 30), _LONGEST_WAIT))
            if before is not None and before.refusal is None:  # RFC 9309 2.4: old rules are better than none
                return _Site(now + wait, before.rules, None, failures, before.weight), -1.0
            why = fetched.detail or f"status {fetched.status}"
            refusal = RobotsAnswer(False, retry_after=wait, detail=f"robots.txt cannot be read for now: {why}")
            return _Site(now + wait, None, refusal, failures), 0.0
        return _Site(now + _KEPT_FOR), 0.0

    def _keep(self, origin: str, site: _Site, delay: float) -> None:
        before = self._sites.pop(origin, None)
        self._weight += site.weight - (before.weight if before else 0)
        self._sites[origin] = site
        if delay > 0:
            self._delays[origin] = delay
        elif delay == 0:
            self._delays.pop(origin, None)
        while self._weight > self._capacity and len(self._sites) > 1:
            oldest, gone = self._sites.popitem(last=False)
            self._weight -= gone.weight
            self._delays.pop(oldest, None)


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


def read_rules(body: bytes) -> tuple[Protego | None, float, int]:
    """The rules of a robots.txt (None: all is allowed), its Crawl-delay, and how many characters speak to us."""
    text = rules_for_us(body[:LARGEST].decode("utf-8-sig", "replace"))
    rules = Protego.parse(text) if text else None
    return rules, min(rules.crawl_delay(TOKEN) or 0.0, LONGEST_DELAY) if rules else 0.0, len(text)


def rules_for_us(text: str) -> str:
    """The groups that speak to us, or else those for everybody, as one group for everybody.

    A parser of the whole file would keep every rule once for every name above it, which a hostile file makes many.
    """
    ours: list[str] = []
    everybody: list[str] = []
    names: set[str] = set()
    in_header = spoken_to = False
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        agent, disallow, allow, _, value = match.groups()
        value = value.strip()
        if agent:
            if not in_header:
                names = set()
            in_header = True
            product = _PRODUCT.match(value)
            names.add(product[0].lower() if product else "")
            spoken_to = spoken_to or TOKEN in names
            continue
        in_header = False
        if value:
            rule = f"{'Disallow' if disallow else 'Allow' if allow else 'Crawl-delay'}: {value}"
            if TOKEN in names:
                ours.append(rule)
            elif "*" in names:
                everybody.append(rule)
    rules = ours if spoken_to else everybody
    return "\n".join(["User-agent: *", *rules]) if rules else ""
