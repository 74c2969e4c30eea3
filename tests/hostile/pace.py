"""Pace: pages a second from innocent hosts with an attacker in the crawl, against without."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.hostile.server import SEEDS, HostileWeb, Request

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.model import Topic
from honeyguide.web.live import LiveWeb

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
INNOCENT = tuple(f"http://good{number}.example/" for number in range(6))
"""Each a site of its own, at one address."""
SECONDS = 6.0


class Attack(NamedTuple):
    crawl: Crawl
    requests: list[Request]

    @property
    def innocent_pages(self) -> float:
        """A second, from the first one on that a link led to: until then workers start."""
        pages = (each for each in self.requests if f"http://{each.host}/" in INNOCENT)
        followed = [each.at for each in pages if each.path[1:].isdigit()]
        return len(followed) / (self.requests[0].at + SECONDS - followed[0]) if followed else 0.0

    def to(self, host: str) -> list[Request]:
        return [each for each in self.requests if each.host == host]


def run(web: HostileWeb, out: Path, seeds: Sequence[str], **changes: Any) -> Crawl:
    """A crawl from these seeds; it ends after `SECONDS`, or as the changes say."""
    given: dict[str, Any] = {"allow_private": True, "delay": 0.1, "time": SECONDS, "workers": 1, "strategy": "bfs"}
    settings = Settings(**{**given, "concurrency": 64, "pages": 0, "timeout": 5.0, "extract": False, **changes})
    made = Crawl(TOPIC, seeds, out, settings, web=LiveWeb(settings, resolver=web.resolver))
    made.finish()
    return made


def crawl(web: HostileWeb, out: Path, seeds: Sequence[str], **changes: Any) -> Attack:
    """What such a crawl asks the hostile web for."""
    web.take_requests()
    return Attack(run(web, out, seeds, **changes), web.take_requests())


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

    def _without(self, **changes: Any) -> float:
        key = str(changes)
        if key not in self._alone:
            self._alone[key] = self._pages(INNOCENT, **changes)
        return self._alone[key]

    def _pages(self, seeds: Sequence[str], **changes: Any) -> float:
        self._runs += 1
        return crawl(self._web, self._out / str(self._runs), seeds, **changes).innocent_pages
