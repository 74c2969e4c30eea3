"""What robots.txt of an off-line web allows, asked without waiting: for the truth about what can be crawled."""

from __future__ import annotations

from honeyguide.model import Fetched
from honeyguide.urls import host_of
from honeyguide.web.offline.simulated import Answering, robots_txt
from honeyguide.web.robots import RobotsBook
from honeyguide.web.virtual_time import at_once


class Permission:
    """The rules that a crawl reads; time stands still, so a file that cannot be read for now never can."""

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

    async def _fetch(self, url: str) -> Fetched:
        return robots_txt(url, self.web.answer(url))
