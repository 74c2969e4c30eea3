"""What to do when a proxy refuses our login: that says nothing of a link, so that none is given up for it."""

from __future__ import annotations

from collections import Counter

from honeyguide.config import Settings


class ProxyLogin:
    """Who is refused rests as after a 503. When nobody is let through any more, the crawl is to end; while somebody
    is, a site that is refused, or only pretends to be the proxy, keeps nobody else waiting."""

    def __init__(self, settings: Settings) -> None:
        self.was_good = False
        """Whether somebody was let through in this run."""
        self._settings = settings
        self._refused: Counter[int] = Counter()
        """By host, how often since it was last let through …"""
        self._in_a_row = 0
        """… and how often since anybody was."""

    def let_through(self, host: int) -> None:
        self.was_good = True
        self._in_a_row = 0
        del self._refused[host]

    def refuse(self, host: int) -> tuple[int, bool]:
        """How often that came of the host, and whether nobody is let through any more."""
        self._refused[host] += 1
        self._in_a_row += 1
        times, most = self._refused[host], self._settings.retries
        nobody = min(times, self._in_a_row) > most or self._in_a_row > max(self._settings.concurrency, most)
        return times, nobody
