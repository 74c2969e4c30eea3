"""What to do when requests are turned away on their way, by a proxy that refuses our login or where nobody listens:
that says nothing of a link, so that none is given up for it."""

from __future__ import annotations

from collections import Counter

from honeyguide.config import Settings


class TurnedAway:
    """Who is turned away rests as after a 503. When nobody is let through any more, the crawl is to end; while
    somebody is, a site that is turned away, or only pretends to be the proxy, keeps nobody else waiting."""

    def __init__(self, settings: Settings) -> None:
        self.was_good = False
        """Whether somebody was let through in this run."""
        self.why_nobody = ""
        """What the proxy says, once nobody is let through any more."""
        self._settings = settings
        self._times: Counter[int] = Counter()
        """By host, how often since it was last let through …"""
        self._in_a_row = 0
        """… and how often since anybody was."""

    def let_through(self, host: int) -> None:
        self.was_good = True
        self._in_a_row = 0
        self.why_nobody = ""
        del self._times[host]

    def count(self, host: int) -> tuple[int, bool]:
        """How often that came of the host, and whether nobody is let through any more."""
        self._times[host] += 1
        self._in_a_row += 1
        times, most = self._times[host], self._settings.retries
        nobody = min(times, self._in_a_row) > most or self._in_a_row > max(self._settings.concurrency, most)
        return times, nobody
