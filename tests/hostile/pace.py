"""Pace: pages a second from innocent hosts with an attacker in the crawl, against without."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.hostile.server import SEEDS, HostileWeb, Request

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.event_loop import finish
from honeyguide.model import Topic
from honeyguide.web.live import LiveWeb

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
INNOCENT = tuple(f"http://good{number}.example/" for number in range(6))
"""Each a site of its own, at one address."""
SECONDS = 6.0
"""A pace is measured for so long, from the first page on that a link led to: until then workers start."""
LONGEST = 240.0
"""Seconds after which a crawl ends that a machine, however slow, should have ended before."""


class Attack(NamedTuple):
    crawl: Crawl
    requests: list[Request]

    @property
    def innocent_pages(self) -> float:
        """A second."""
        followed = _followed(self.requests)
        return sum(at < followed[0] + SECONDS for at in followed) / SECONDS if followed else 0.0

    def to(self, host: str) -> list[Request]:
        return [each for each in self.requests if each.host == host]


def _followed(requests: list[Request]) -> list[float]:
    """When pages of innocent hosts were asked for that a link led to."""
    pages = (each for each in requests if f"http://{each.host}/" in INNOCENT)
    return [each.at for each in pages if each.path[1:].isdigit()]


def _measured(requests: list[Request]) -> bool:
    followed = _followed(requests)
    return bool(followed) and time.monotonic() > followed[0] + SECONDS


def make(web: HostileWeb, out: Path, seeds: Sequence[str], **changes: Any) -> Crawl:
    """A crawl from these seeds."""
    given: dict[str, Any] = {"allow_private": True, "delay": 0.1, "time": LONGEST, "workers": 1, "strategy": "bfs"}
    settings = Settings(**{**given, "concurrency": 64, "pages": 0, "timeout": 5.0, "extract": False, **changes})
    return Crawl(TOPIC, seeds, out, settings, web=LiveWeb(settings, resolver=web.resolver))


def run(web: HostileWeb, out: Path, seeds: Sequence[str], **changes: Any) -> Crawl:
    """Such a crawl to its end, for which the changes should give a reason that does not depend on the machine."""
    made = make(web, out, seeds, **changes)
    made.finish()
    return made


def crawl(
    web: HostileWeb,
    out: Path,
    seeds: Sequence[str],
    enough: Callable[[list[Request]], bool] | None = None,
    **changes: Any,
) -> Attack:
    """What such a crawl asks the hostile web for, until that is enough."""
    web.take_requests()
    if not enough:
        return Attack(run(web, out, seeds, **changes), web.take_requests())
    made, requests = make(web, out, seeds, **changes), list[Request]()

    async def watch() -> None:
        while not enough(requests):
            await asyncio.sleep(0.1)
            requests.extend(web.take_requests())
        made.stop()

    async def go() -> None:
        watching = asyncio.create_task(watch())
        async for _ in made:
            pass
        watching.cancel()

    finish(go())
    return Attack(made, requests + web.take_requests())


class Pace:
    """Measures attackers one after the other, each against a run of the same settings without any."""

    def __init__(self, web: HostileWeb, out: Path) -> None:
        self._web = web
        self._out = out
        self._alone: dict[str, float] = {}
        self._runs = 0

    def of(self, case: str, name: str = "{number}.{case}.evil.example", **changes: Any) -> float:
        """`name`: of the attacker's hosts."""
        seeds = (f"http://{name.format(number=number, case=case)}/" for number in range(SEEDS))
        return self._pages((*INNOCENT, *seeds), **changes) / self._without(**changes)

    def forget(self) -> None:
        """How fast it went without any, since the machine may have other work now."""
        self._alone.clear()

    def _without(self, **changes: Any) -> float:
        key = str(changes)
        if key not in self._alone:
            self._alone[key] = self._pages(INNOCENT, **changes)
        return self._alone[key]

    def _pages(self, seeds: Sequence[str], **changes: Any) -> float:
        self._runs += 1
        return crawl(self._web, self._out / str(self._runs), seeds, _measured, **changes).innocent_pages
