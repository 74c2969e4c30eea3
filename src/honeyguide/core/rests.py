"""Which hosts are left alone, for how long and why, and whether a link that failed is tried again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from honeyguide.config import Settings
from honeyguide.core.broken_pages import BrokenPages
from honeyguide.core.limits import Limits
from honeyguide.core.turned_away import TurnedAway
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.records import Checkpoint
from honeyguide.web.politeness import HostGate
from honeyguide.web.response import LOGIN

LONGEST_REST = 3600.0
"""Seconds that a crawl waits for when it has nothing else to do, and that tries of a link are apart at most, unless
the server asks for more."""
MOST_DELAYS = 5_000
"""Hosts whose Crawl-delay is kept for the next run."""
BACK_OFF = 4.0
"""Each further try waits this many times longer than the one before."""
_ROUNDED = 0.01
"""Seconds by which two sums of the same moments may differ."""


class Rest(NamedTuple):
    """A host that is left alone for longer than its delay."""

    host: int
    until: float
    why: str


class Rests:
    def __init__(
        self,
        settings: Settings,
        host_names: Sequence[str],
        limits: Limits,
        delay: Callable[[str], float],
        *,
        is_shard: bool = False,
    ) -> None:
        """`delay` says how long a host must rest between two requests, as far as this run knows."""
        self.gate = HostGate(self.delay, settings.connections_per_host, settings.concurrency, host_names)
        self.next_end: float | None = None
        """When the next host has rested, or the next broken page is to be asked for; None when none is."""
        self.broken = BrokenPages()
        self._settings = settings
        self._host_names = host_names
        self._limits = limits
        self._is_shard = is_shard
        self._delay_now = delay
        self._delays: dict[int, float] = {}
        """Hosts that ask for more than the usual delay; those of an earlier run until they tell again."""
        self._delays_moved = False
        self._attempts: dict[int, int] = {}
        """By link, tries that failed for now."""
        self._proxy, self._listeners = TurnedAway(settings), TurnedAway(settings)
        self._rests: dict[int, Rest] = {}

    def know(self, stored: Checkpoint) -> None:
        """Know again what an earlier run knew of delays and of links that failed for now."""
        self._attempts = stored.attempts
        self._delays = dict(stored.state.get("delays", ()))

    def begin(self, stored: Checkpoint, reached: Iterable[int], now: float) -> None:
        """Leave hosts alone as an earlier run would; `reached`: those that may have reached a limit."""
        for host in reached:
            self.mind_limit(host, now)
        for host in range(len(self._host_names)):  # nobody knows what was on its way when the earlier run was killed
            self.gate.rest(host, self.delay(host), now)
        for host, until in stored.rests:
            self.gate.rest(host, until - now, now)
            self._rests[host] = Rest(host, until, "it failed, or asked for it, in an earlier run")

    def release(self, now: float) -> float | None:
        """Free the hosts that have rested; when the next one will have."""
        host_rested = self.gate.release(now)
        ends = (host_rested, self.broken.next_due())
        self.next_end = min((end for end in ends if end is not None), default=None)
        return host_rested

    def end_soon(self, now: float, within: float) -> bool:
        """Whether some host has rested, or a broken page is due, within so many seconds."""
        return self.next_end is not None and self.next_end - now <= within

    def delay(self, host: int) -> float:
        return max(self._delay_now(self._host_names[host]), self._delays.get(host, 0.0))

    def heard(self, host: int, *, well: bool) -> None:
        """It answers; `well`: not that it should be asked again later."""
        self.gate.heard(host)
        self._note_delay(host)
        self._proxy.let_through(host)
        self._listeners.let_through(host)
        if well:
            self.broken.answered_well(host)

    def postpone(self, host: int, seconds: float, now: float) -> None:
        """It must rest before it is asked."""
        self._note_delay(host)
        self.gate.rest(host, seconds, now)

    def mind_limit(self, host: int, now: float) -> None:
        """Leave a host alone while it has reached a limit."""
        if self._limits.of_hosts:
            if self._limits.closes(host):
                self.gate.close(host)
            else:
                self.gate.open(host, now)
        if self._limits.of_sites:
            self.gate.set_site(host, closed=self._limits.closes_site(host))

    def try_again(self, link: Link, fetched: Fetched, now: float) -> tuple[bool, float | None]:
        """Whether a link that failed for now is tried again in this run, and when that would be worth it.

        Its host rests until then, also when this link is given up; between two tries of one link longer and longer.
        Where the page is to blame, only the first rest is its host's, and then it waits by itself.
        """
        if fetched.retry_after is None:
            return False, None
        if fetched.is_of_proxy:
            return self._wait_for_proxy(link, fetched, fetched.retry_after, now)
        if fetched.outcome is Outcome.REFUSED:
            return self._wait_for_listener(link, fetched, fetched.retry_after, now)
        if fetched.status == LOGIN and link.host not in self._limits.host_pages:
            return False, now  # the login never worked, and will not by waiting
        tries = self._attempts.pop(link.id, 0) + 1
        seconds = fetched.retry_after
        again = tries <= self._settings.retries
        is_broken = self.broken.is_to_blame(link, fetched) and link.host in self._limits.host_pages
        if again:
            self._attempts[link.id] = tries
            longer = max(seconds, min(LONGEST_REST, seconds * BACK_OFF ** (tries - 1)))
            if is_broken:
                self.broken.wait(link, now + longer, fetched)
            else:
                seconds = longer
        self.gate.rest(link.host, seconds, now)
        before = self._rests.get(link.host)
        if before is None or before.until < now + seconds:
            self._rests[link.host] = Rest(
                link.host, now + seconds, f"{fetched.detail or fetched.outcome}: {link.url}"
            )
        return again, now + seconds

    def after_failures(self, now: float) -> list[Rest]:
        """Hosts that are left alone now on account of a failure, the one that rests longest first."""
        self._rests = {host: rest for host, rest in self._rests.items() if rest.until > now}
        return sorted(self._rests.values(), key=lambda rest: -rest.until)

    def waited_for(self, now: float) -> Rest | None:
        """That of the host, or of the broken page, that is waited for, where nothing is in flight; None where another
        host has rested before."""
        retries = [Rest(each.link.host, each.until, each.why) for each in self.broken.retries()]
        first = min([*self.after_failures(now), *retries], key=lambda rest: rest.until, default=None)
        if first is None or self.next_end is None or self.next_end < first.until - _ROUNDED:
            return None
        return first

    def take_delays(self) -> dict[str, object]:
        """What is to be stored, where it moved since this was last asked."""
        if not self._delays_moved:
            return {}
        self._delays_moved = False
        return {"delays": list(self._delays.items())}

    @property
    def why_nobody_is_let_through(self) -> str:
        """What a proxy says that refuses everybody; empty where none does."""
        return self._proxy.why_nobody

    def _wait_for_proxy(self, link: Link, fetched: Fetched, seconds: float, now: float) -> tuple[bool, float | None]:
        """The link waits, however often the proxy refuses our login. A shard, which others end, has nothing to do
        then within the hour."""
        times, is_over = self._proxy.count(link.host)
        if is_over and not self._is_shard:
            self._limits.enough(fetched.detail)
        if not (self._proxy.was_good or self._limits.pages):  # the login never worked, and will not by waiting
            if not self._is_shard:
                return False, now  # seeds are tried by the next run
            is_over = True  # it may have worked for others, who told of the link
        if is_over:
            self._proxy.why_nobody = fetched.detail
        seconds = 2 * LONGEST_REST if is_over else min(LONGEST_REST, seconds * BACK_OFF ** min(times - 1, 9))
        self.gate.rest(link.host, seconds, now)
        if not is_over:
            self._rests[link.host] = Rest(link.host, now + seconds, f"{fetched.detail}: {link.url}")
        return True, now  # the next run need not wait: the login may be mended

    def _wait_for_listener(
        self, link: Link, fetched: Fetched, seconds: float, now: float
    ) -> tuple[bool, float | None]:
        """The link waits, however often its host refuses the connection. A host that goes on refusing has its turn in
        the next run; where all requests go to one place, and nobody listens there, the crawl ends."""
        way = self._settings.connect_to or self._settings.proxy
        if not (way or self._has_answered(link.host)):
            return False, now  # nobody is there to wait for; a seed is tried again by the next run
        times, is_over = self._listeners.count(link.host)
        is_over = is_over or not self._listeners.was_good
        if way and is_over and not self._is_shard:
            self._limits.enough(f"nobody listens at {way}")
        is_gone = is_over if way else times > self._settings.retries
        seconds = 2 * LONGEST_REST if is_gone else min(LONGEST_REST, seconds * BACK_OFF ** min(times - 1, 9))
        self.gate.rest(link.host, seconds, now)
        self._rests[link.host] = Rest(link.host, now + seconds, f"{fetched.detail}: {link.url}")
        return True, now  # the next run need not wait: somebody may listen then

    def _has_answered(self, host: int) -> bool:
        """In this run, or with a page in an earlier one."""
        return self.gate.has_answered(host) or host in self._limits.host_pages

    def _note_delay(self, host: int) -> None:
        """Keep what a host asks for, now that its robots.txt was read."""
        delay = self._delay_now(self._host_names[host])
        if delay <= self._settings.delay:
            self._delays_moved = self._delays.pop(host, None) is not None or self._delays_moved
        elif self._delays.get(host) != delay and len(self._delays) < MOST_DELAYS:
            self._delays[host] = delay
            self._delays_moved = True
