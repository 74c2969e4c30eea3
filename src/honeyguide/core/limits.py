"""How far a crawl may go: pages, seconds, pages of one host."""

from __future__ import annotations

from honeyguide.config import Settings


class Limits:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pages = 0
        """Pages so far, earlier runs included."""
        self.host_pages: dict[int, int] = {}
        self.why_stopped = ""
        self._started = 0.0
        self._stopped = False
        self._in_flight: dict[int, int] = {}

    def start(self, now: float, host_pages: dict[int, int]) -> None:
        self._started = now
        self.host_pages = host_pages
        self.pages = sum(host_pages.values())

    def request(self, host: int) -> None:
        """One goes out, which may become a page."""
        self._in_flight[host] = self._in_flight.get(host, 0) + 1

    def settled(self, host: int, *, requested: bool, page: bool) -> None:
        self._in_flight[host] = self._in_flight.get(host, 0) - requested
        if page:
            self.pages += 1
            self.host_pages[host] = self.host_pages.get(host, 0) + 1

    def closes(self, host: int) -> bool:
        """Whether a host's pages, and what it was asked for and may become one, reach its limit."""
        limit = self.settings.per_host
        return bool(limit) and self.host_pages.get(host, 0) + self._in_flight.get(host, 0) >= limit

    def is_full(self, in_flight: int) -> bool:
        """Whether another request could bring a page too many."""
        limit = self.settings.pages
        if not limit or self.pages + in_flight < limit:
            return False
        self.why_stopped = f"{limit} pages" if self.pages >= limit else ""
        return True

    def is_over(self, now: float) -> bool:
        """Whether the user stopped the crawl, or the time is up."""
        if self._stopped:
            self.why_stopped = "stopped by the user"
        elif (end := self.ends_at()) is not None and now >= end:
            self.why_stopped = f"{self.settings.time:g} seconds"
        else:
            return False
        return True

    def stop(self) -> None:
        self._stopped = True

    def ends_at(self) -> float | None:
        return self._started + self.settings.time if self.settings.time else None
