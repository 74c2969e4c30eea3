"""A queue that serves sites fairly by the time that their pages take, not by how many they bring.

Start-time fair queueing (Goyal, Vin and Cheng 1996): each site has a clock of the time that it used, the one that is
furthest behind is served, and a site that begins to wait begins at the clock of the one being served, so that nobody
saves up time. Any number of registered domains may live at one address: all sites of an address that is known have
together what a few sites have.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import Generic, TypeVar

T = TypeVar("T")
SITES = 8
"""An address has as much time as so many sites."""
_EXPECTED = 0.005
"""Seconds that a page takes until it is known better."""
_REMEMBERED = 10_000
_FORGIVES = 0.8
"""With each further page of a site, what the slowest one took counts so much; among sites, what first pages took."""


class FairQueue(Generic[T]):
    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        self._used: dict[str, float] = {}
        """The clock of each site, and of each address, as far as it is ahead."""
        self._address: dict[str, str] = {}
        """Where sites live that wait or were served lately."""
        self._heap: list[tuple[float, int, str]] = []
        """One entry for each site that waits, perhaps of before its last page was read."""
        self._takes: dict[str, float] = {}
        """Seconds that pages of a site take …"""
        self._first = _EXPECTED
        """… and the first ones of sites, lately."""
        self._now = 0.0
        self._entries = 0
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def push(self, site: str, item: T, address: str = "") -> None:
        if address:
            self._address[site] = address
        self._queue_of(site).append(item)
        self._size += 1

    def push_back(self, site: str, item: T) -> None:
        """One that was served and is to be served again, before others of its site."""
        self._queue_of(site).appendleft(item)
        self._size += 1

    def pop(self) -> T:
        while True:
            clock, _, site = heappop(self._heap)
            if clock >= self._clock(site):
                break
            self._enter(site)
        self._now = clock
        queue = self._waiting[site]
        item = queue.popleft()
        self._size -= 1
        self._charge(site, _EXPECTED)
        if queue:
            self._enter(site)
        else:
            del self._waiting[site]
        return item

    def knows(self, site: str) -> bool:
        """Whether a page of the site was served lately."""
        return site in self._takes

    def expected(self, site: str) -> float:
        """Seconds that a page of the site will probably take."""
        return self._takes.get(site, self._first)

    def took(self, site: str, seconds: float) -> None:
        """What a page of the site took that was served."""
        if site not in self._takes:
            self._first = _FORGIVES * self._first + (1 - _FORGIVES) * seconds
            if len(self._takes) == _REMEMBERED:
                del self._takes[next(iter(self._takes))]
        self._takes[site] = max(seconds, _FORGIVES * self._takes.get(site, 0.0))
        self._charge(site, max(0.0, seconds - _EXPECTED))
        if len(self._used) > _REMEMBERED:
            self._used = {each: clock for each, clock in self._used.items() if clock > self._now}
            kept = self._used.keys() | self._waiting.keys()
            self._address = {each: address for each, address in self._address.items() if each in kept}

    def _queue_of(self, site: str) -> deque[T]:
        queue = self._waiting.get(site)
        if queue is None:
            queue = self._waiting[site] = deque()
            self._enter(site)
        return queue

    def _clock(self, site: str) -> float:
        """Its own or its address's, whichever is ahead."""
        return max(self._used.get(site, 0.0), self._used.get(self._address.get(site, ""), 0.0))

    def _charge(self, site: str, seconds: float) -> None:
        for whose, share in ((site, 1), (self._address.get(site, ""), SITES)):
            if whose:
                self._used[whose] = max(self._used.get(whose, 0.0), self._now) + seconds / share

    def _enter(self, site: str) -> None:
        self._entries += 1
        heappush(self._heap, (max(self._clock(site), self._now), self._entries, site))
