"""When a host may be asked again: one timer heap over all resting hosts, never a scan.

A site (registrable domain) may own any number of hosts: it has a share of what is in flight, pages included that wait
for their reader, and a small one for hosts that never answered, so that no site takes the place of all others.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from honeyguide.sites import site_of

SITES = 8
"""A site may have as much in flight as if there were so many sites, or fewer where there are fewer."""
UNHEARD = 32
"""The same for those of its hosts that never answered."""


class HostGate:
    """Whoever asks says what time it is."""

    def __init__(
        self,
        delay: Callable[[int], float],
        connections_per_host: int,
        concurrency: int = 1,
        names: Sequence[str] = (),
    ) -> None:
        """`names`: of the hosts by number, as far as they are known; more may come."""
        self.busy: set[int] = set()
        """Hosts that may not be asked now: asked at the limit, resting, closed, or of a site that has its share.
        Kept up to date."""
        self._delay = delay
        self._limit = connections_per_host
        self._asked: dict[int, int] = {}
        self._until: dict[int, float] = {}
        self._closed: set[int] = set()
        self._held: set[int] = set()
        """Those that are busy by themselves, whatever their site has."""
        self._timers: list[tuple[float, int]] = []
        self._sites = SiteShares(max(concurrency, connections_per_host), connections_per_host, names)

    def begin(self, host: int) -> None:
        """A request goes out."""
        asked = self._asked.get(host, 0) + 1
        self._asked[host] = asked
        if asked >= self._limit:
            self._hold(host)
        self.busy |= self._sites.begin(host)

    def end(self, host: int, now: float) -> None:
        """A request is over: the host rests for its delay."""
        asked = self._asked.pop(host, 0) - 1
        if asked > 0:
            self._asked[host] = asked
        self.rest(host, self._delay(host), now)
        self._free(host)

    def settled(self, host: int) -> None:
        """What a request brought is read: its site may send another."""
        if freed := self._sites.end(host):
            self.busy -= freed - self._held

    def heard(self, host: int) -> None:
        """It answers."""
        if freed := self._sites.heard(host):
            self.busy -= freed - self._held

    def has_answered(self, host: int) -> bool:
        """In this run."""
        return self._sites.has_answered(host)

    def rest(self, host: int, seconds: float, now: float) -> None:
        """Leave the host alone for at least this long from now."""
        until = now + seconds
        if seconds <= 0 or until <= self._until.get(host, float("-inf")):
            return
        self._until[host] = until
        self._hold(host)
        if host not in self._closed:
            heapq.heappush(self._timers, (until, host))

    def close(self, host: int) -> None:
        """Do not ask the host, until it is opened; nobody waits for its rest to end."""
        self._closed.add(host)
        self._hold(host)

    def open(self, host: int, now: float) -> None:
        """A closed host may be asked again, when it has rested."""
        if host in self._closed:
            self._closed.remove(host)
            self.rest(host, self._delay(host), now)
            if host in self._until:
                heapq.heappush(self._timers, (self._until[host], host))
            self._free(host)

    def set_site(self, host: int, *, closed: bool) -> None:
        """Whether any host of its site may be asked, those included that will come to be known; nobody waits for
        their rests to end."""
        self.busy |= self._sites.learn()
        if not self._sites.set_closed(host, closed):
            return
        hosts = self._sites.hosts_with(host)
        if closed:
            self.busy |= hosts
            return
        for each in hosts:
            if each in self._until:
                heapq.heappush(self._timers, (self._until[each], each))
            self._free(each)

    def out_of_reach(self, now: float, within: float) -> set[int]:
        """Hosts that may not be asked within so many seconds, whatever comes: closed, or resting for longer."""
        closed = {host for host in self.busy if host in self._closed or self._sites.is_closed(host)}
        return closed | {host for host, until in self._until.items() if until > now + within}

    def release(self, now: float) -> float | None:
        """Free the hosts whose rest is over; when the next one is due, or None when none rests."""
        self.busy |= self._sites.learn()
        timers = self._timers
        while timers:
            due, host = timers[0]
            if self._until.get(host) == due and host not in self._closed and not self._sites.is_closed(host):
                if due > now:
                    return due
                del self._until[host]
                self._free(host)
            heapq.heappop(timers)
        return None

    def _hold(self, host: int) -> None:
        self._held.add(host)
        self.busy.add(host)

    def _free(self, host: int) -> None:
        if host not in self._until and host not in self._closed and self._asked.get(host, 0) < self._limit:
            self._held.discard(host)
            if not self._sites.holds(host):
                self.busy.discard(host)


class _Site:
    __slots__ = ("closed", "hosts", "in_flight", "unheard", "unheard_in_flight")

    def __init__(self) -> None:
        self.closed = False
        self.hosts: set[int] = set()
        self.unheard: set[int] = set()
        """Hosts that never answered."""
        self.in_flight = 0
        self.unheard_in_flight = 0


class SiteShares:
    """Which hosts their site's share holds back."""

    def __init__(self, concurrency: int, least: int, names: Sequence[str]) -> None:
        self._concurrency = concurrency
        self._least = least
        self._names = names
        self._share = max(least, concurrency)
        """How much a site may have in flight."""
        self._known: list[_Site] = []
        """The site of each host."""
        self._sites: dict[str, _Site] = {}
        self._unheard_asked: dict[int, int] = {}
        """Requests in flight that were sent to a host before it had answered."""

    def learn(self) -> set[int]:
        """Hosts that came to be known since, and are held back."""
        held: set[int] = set()
        for host in range(len(self._known), len(self._names)):
            site = self._sites.setdefault(site_of(self._names[host]), _Site())
            self._share = max(self._least, self._concurrency // min(SITES, len(self._sites)))
            self._known.append(site)
            site.hosts.add(host)
            site.unheard.add(host)
            if self.holds(host):
                held.add(host)
        return held

    def begin(self, host: int) -> set[int]:
        """A request goes out; hosts that are held back from now on."""
        site = self._site(host)
        if site is None:
            return set()
        site.in_flight += 1
        if host in site.unheard:
            site.unheard_in_flight += 1
            self._unheard_asked[host] = self._unheard_asked.get(host, 0) + 1
        if self._is_full(site):
            return site.hosts
        return site.unheard if self._is_full_of_unheard(site) else set()

    def end(self, host: int) -> set[int]:
        """What a request brought is read; hosts that are held back no more."""
        site = self._site(host)
        if site is None:
            return set()
        was_full, was_full_of_unheard = self._is_full(site), self._is_full_of_unheard(site)
        site.in_flight -= 1
        if self._unheard_asked.get(host):
            self._unheard_asked[host] -= 1
            site.unheard_in_flight -= 1
        if self._is_full(site) or not (was_full or was_full_of_unheard):
            return set()
        if self._is_full_of_unheard(site):
            return site.hosts - site.unheard if was_full else set()
        return site.hosts if was_full else site.unheard

    def heard(self, host: int) -> set[int]:
        """A host answers; hosts that are held back no more."""
        site = self._site(host)
        if site is None or host not in site.unheard:
            return set()
        was_full = self._is_full_of_unheard(site)
        site.unheard.discard(host)
        site.unheard_in_flight -= self._unheard_asked.pop(host, 0)
        if not was_full or self._is_full(site):
            return set()
        return {host} if self._is_full_of_unheard(site) else {host, *site.unheard}

    def has_answered(self, host: int) -> bool:
        site = self._site(host)
        return site is not None and host not in site.unheard

    def set_closed(self, host: int, closed: bool) -> bool:
        """Whether that changes anything."""
        site = self._site(host)
        if site is None or site.closed == closed:
            return False
        site.closed = closed
        return True

    def is_closed(self, host: int) -> bool:
        site = self._site(host)
        return site is not None and site.closed

    def hosts_with(self, host: int) -> set[int]:
        """Those of the same site, itself among them."""
        site = self._site(host)
        return set() if site is None else site.hosts

    def holds(self, host: int) -> bool:
        site = self._site(host)
        return site is not None and (self._is_full(site) or (host in site.unheard and self._is_full_of_unheard(site)))

    def _site(self, host: int) -> _Site | None:
        """None for a host without a name: it is its own."""
        return self._known[host] if host < len(self._known) else None

    def _is_full(self, site: _Site) -> bool:
        return site.closed or site.in_flight >= self._share

    def _is_full_of_unheard(self, site: _Site) -> bool:
        return site.unheard_in_flight >= max(1, self._concurrency // UNHEARD)
