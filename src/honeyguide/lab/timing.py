"""How long a crawl would have taken: latency, politeness and so many requests at a time, in virtual seconds."""

from __future__ import annotations

from array import array
from heapq import heapify, heapreplace

from honeyguide.model import Link
from honeyguide.web.offline import PageSource
from honeyguide.web.offline.permission import Permission


class VirtualTime:
    """Requests go out in the order in which the strategy named their links, at most `concurrency` at a time.

    A request waits for its host to have rested `delay` seconds since its last answer (or as long as robots.txt
    asks), and for the page that named its link; while it waits, it holds its place among the requests.
    """

    def __init__(self, web: PageSource, permission: Permission, concurrency: int, delay: float) -> None:
        self.web = web
        self.permission = permission
        self.delay = delay
        self.now = 0.0
        """When the last answer so far had come."""
        self._free = [0.0] * concurrency
        heapify(self._free)
        self._hosts: dict[str, _Host] = {}
        self._came = array("d")
        """By link number, when its page had come."""

    def fetch(self, link: Link, host: str, seconds: float) -> float:
        """Send the request; when its answer has come, `seconds` after the host's latency."""
        place = self._host(link.url, host)
        parent = self._came[link.parent] if 0 <= link.parent < len(self._came) else 0.0
        start = max(self._free[0], place.ready, parent)
        if not place.asked:
            place.asked = True
            start += place.latency  # of robots.txt
        came = start + place.latency + seconds
        heapreplace(self._free, came)
        place.ready = came + place.delay
        if link.id >= len(self._came):
            self._came.extend([0.0] * (link.id + 1 - len(self._came)))
        self._came[link.id] = came
        self.now = max(self.now, came)
        return came

    def _host(self, url: str, host: str) -> _Host:
        found = self._hosts.get(host)
        if found is None:
            found = self._hosts[host] = _Host(self.web.latency(host), max(self.delay, self.permission.delay(url)))
        return found


class _Host:
    __slots__ = ("asked", "delay", "latency", "ready")

    def __init__(self, latency: float, delay: float) -> None:
        self.latency = latency
        self.delay = delay
        self.ready = 0.0
        self.asked = False
