"""A queue that serves sites fairly by the time that their pages take, not by how many they bring.

Start-time fair queueing (Goyal, Vin and Cheng 1996): each site has a clock of the time that it used, the one that is
furthest behind is served, and a site that begins to wait begins at the clock of the one being served, so that nobody
saves up time. Any number of registered domains may live at one address: all sites of an address that is known have
together what a few sites have, and those of which nothing was served yet (`flow_of`) what one has.
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
        """The clock of each flow, and of each address, as far as it is ahead."""
        self._address: dict[str, str] = {}
        """Where flows come from that wait or were served lately."""
        self._heap: list[tuple[float, int, str]] = []
        """One entry for each flow that waits, perhaps of before its last page was read."""
        self._takes: dict[str, float] = {}
        """Seconds that pages of a site take …"""
        self._first = _EXPECTED
        """… and the first ones of sites, lately."""
        self._now = 0.0
        self._entries = 0
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def flow_of(self, site: str, address: str) -> str:
        """What its pages wait as: the site, or all sites at its address that nothing was served of."""
        return site if not address or site in self._takes else f"new at {address}"

    def push(self, flow: str, item: T, address: str = "") -> None:
        if address:
            self._address[flow] = address
        self._queue_of(flow).append(item)
        self._size += 1

    def push_back(self, flow: str, item: T) -> None:
        """One that was served and is to be served again, before others of its flow."""
        self._queue_of(flow).appendleft(item)
        self._size += 1

    def pop(self) -> T:
        while True:
            clock, _, flow = heappop(self._heap)
            if clock >= self._clock(flow):
                break
            self._enter(flow)
        self._now = clock
        queue = self._waiting[flow]
        item = queue.popleft()
        self._size -= 1
        self._charge(flow, _EXPECTED)
        if queue:
            self._enter(flow)
        else:
            del self._waiting[flow]
        return item

    def expected(self, site: str) -> float:
        """Seconds that a page of the site will probably take."""
        return self._takes.get(site, self._first)

    def took(self, site: str, seconds: float, flow: str = "") -> None:
        """What a page of the site took that was served; `flow`: what it waited as, if not as its site."""
        if site not in self._takes:
            self._first = _FORGIVES * self._first + (1 - _FORGIVES) * seconds
            if len(self._takes) == _REMEMBERED:
                del self._takes[next(iter(self._takes))]
        self._takes[site] = max(seconds, _FORGIVES * self._takes.get(site, 0.0))
        self._charge(flow or site, max(0.0, seconds - _EXPECTED))
        if len(self._used) > _REMEMBERED:
            self._used = {each: clock for each, clock in self._used.items() if clock > self._now}
            kept = self._used.keys() | self._waiting.keys()
            self._address = {each: address for each, address in self._address.items() if each in kept}

    def _queue_of(self, flow: str) -> deque[T]:
        queue = self._waiting.get(flow)
        if queue is None:
            queue = self._waiting[flow] = deque()
            self._enter(flow)
        return queue

    def _clock(self, flow: str) -> float:
        """Its own or its address's, whichever is ahead."""
        return max(self._used.get(flow, 0.0), self._used.get(self._address.get(flow, ""), 0.0))

    def _charge(self, flow: str, seconds: float) -> None:
        for whose, share in ((flow, 1), (self._address.get(flow, ""), SITES)):
            if whose:
                self._used[whose] = max(self._used.get(whose, 0.0), self._now) + seconds / share

    def _enter(self, flow: str) -> None:
        self._entries += 1
        heappush(self._heap, (max(self._clock(flow), self._now), self._entries, flow))
