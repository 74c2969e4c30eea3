"""What robots.txt of an off-line web allows, read as the live crawl reads it, but at once (RFC 9309)."""

from __future__ import annotations

from msgspec import Struct
from protego import Protego

from honeyguide.model import Outcome
from honeyguide.web.offline.simulated import Answering, robots_txt
from honeyguide.web.robots import MOST_REDIRECTS, TOKEN, is_for_now, read_rules


class _Site(Struct, frozen=True):
    rules: Protego | None = None
    delay: float = 0.0
    closed: bool = False
    """The file cannot be read, and an off-line web will not change its mind."""


class Permission:
    """Rules by origin, each read when it is first asked for."""

    def __init__(self, web: Answering) -> None:
        self.web = web
        self._sites: dict[str, _Site] = {}

    def allows(self, url: str) -> bool:
        """May a canonical URL be fetched?"""
        site = self._site(url)
        return not site.closed and (site.rules is None or bool(site.rules.can_fetch(url, TOKEN)))

    def delay(self, url: str) -> float:
        """Seconds that the site of this URL asks for between two requests."""
        return self._site(url).delay

    def _site(self, url: str) -> _Site:
        origin = url[: url.index("/", 8)]
        site = self._sites.get(origin)
        if site is None:
            site = self._sites[origin] = self._read(f"{origin}/robots.txt")
        return site

    def _read(self, url: str) -> _Site:
        came = robots_txt(url, self.web.answer(url))
        for _ in range(MOST_REDIRECTS):
            if came.outcome is not Outcome.REDIRECT:
                break
            came = robots_txt(came.location, self.web.answer(came.location))
        if came.outcome is Outcome.PAGE:
            rules, delay, _ = read_rules(came.body)
            return _Site(rules, delay)
        return _Site(closed=is_for_now(came.status))
