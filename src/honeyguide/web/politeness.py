"""When a host may be asked again: one timer heap over all resting hosts, never a scan."""

from __future__ import annotations

import heapq
from collections.abc import Callable


class HostGate:
    """Whoever asks says what time it is."""

    def __init__(self, delay: Callable[[int], float], connections_per_host: int) -> None:
        self.busy: set[int] = set()
        """Hosts that may not be asked now: asked at the limit, resting, or closed. Kept up to date."""
        self._delay = delay
        self._limit = connections_per_host
        self._asked: dict[int, int] = {}
        self._until: dict[int, float] = {}
        self._closed: set[int] = set()
        self._timers: list[tuple[float, int]] = []

    def begin(self, host: int) -> None:
        """A request goes out."""
        asked = self._asked.get(host, 0) + 1
        self._asked[host] = asked
        if asked >= self._limit:
            self.busy.add(host)

    def end(self, host: int, now: float) -> None:
        """A request is over: the host rests for its delay."""
        asked = self._asked.pop(host, 0) - 1
        if asked > 0:
            self._asked[host] = asked
        self.rest(host, self._delay(host), now)
        self._free(host)

    def rest(self, host: int, seconds: float, now: float) -> None:
        """Leave the host alone for at least this long from now."""
        until = now + seconds
        if seconds <= 0 or until <= self._until.get(host, float("-inf")):
            return
        self._until[host] = until
        self.busy.add(host)
        if host not in self._closed:
            heapq.heappush(self._timers, (until, host))

    def close(self, host: int) -> None:
        """Do not ask the host, until it is opened; nobody waits for its rest to end."""
        self._closed.add(host)
        self.busy.add(host)

    def open(self, host: int, now: float) -> None:
        """A closed host may be asked again, when it has rested."""
        if host in self._closed:
            self._closed.remove(host)
            self.rest(host, self._delay(host), now)
            if host in self._until:
                heapq.heappush(self._timers, (self._until[host], host))
            self._free(host)

    def release(self, now: float) -> float | None:
        """Free the hosts whose rest is over; when the next one is due, or None when none rests."""
        timers = self._timers
        while timers:
            due, host = timers[0]
            if self._until.get(host) == due and host not in self._closed:
                if due > now:
                    return due
                del self._until[host]
                self._free(host)
            heapq.heappop(timers)
        return None

    def _free(self, host: int) -> None:
        if host not in self._until and host not in self._closed and self._asked.get(host, 0) < self._limit:
            self.busy.discard(host)
