"""How far a crawl may go: pages, seconds, those of one host or site, a harvest that has dried up."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from honeyguide.config import Settings
from honeyguide.core.stop_rules import stop_rules
from honeyguide.model import STOPPED_BY_USER
from honeyguide.sites import site_of

FIRST_PAGES = 100
"""That a host may have where hosts earn their pages …"""
EARNED = 20
"""… and so many more for each page on topic that it gave."""


class Limits:
    def __init__(self, settings: Settings, *, hosts_earn_pages: bool = False, host_names: Sequence[str] = ()) -> None:
        """`hosts_earn_pages`: unless the settings say how many pages a host may have. `host_names` by number, more
        may come."""
        self.settings = settings
        self.of_hosts = settings.per_host > 0 or (settings.per_host < 0 and hosts_earn_pages)
        """Whether there is a limit for each host."""
        self.of_sites = settings.per_site > 0 or settings.per_site_time > 0
        """Whether there is one for each site."""
        self._names = host_names
        self._site_pages: Counter[str] = Counter()
        self._site_in_flight: Counter[str] = Counter()
        self._site_seconds: dict[str, float] = {}
        self.pages = 0
        """Pages so far, earlier runs included."""
        self.host_pages: dict[int, int] = {}
        self.host_found: dict[int, int] = {}
        """Of these on topic and no duplicates."""
        self.most_pages: int | None = settings.pages or None
        """In all; None for any number. A shard of a crawl is told how many these are."""
        self._earned_times = 1
        self.why_stopped = ""
        self._nothing_to_do = ""
        """Why no page can come of this run, where it begins beyond its limit."""
        self._started = 0.0
        self._stopped = False
        self._enough = ""
        self._rules = stop_rules(settings.stop_when)
        self._recent: deque[bool] = deque(maxlen=self._rules.over)
        """Of the last pages, whether they are on topic and no duplicates …"""
        self._harvest = 0
        """… and how many are."""
        self._in_flight: dict[int, int] = {}

    def start(
        self,
        now: float,
        host_pages: dict[int, int],
        found: Sequence[bool] = (),
        host_found: Mapping[int, int] | None = None,
        host_seconds: Mapping[int, float] | None = None,
    ) -> None:
        """`found`: of the pages so far in order, whether each is on topic and no duplicate. `host_seconds`: spent on
        each host."""
        self._started = now
        self.host_pages = host_pages
        self.host_found = dict(host_found or {})
        self.pages = sum(host_pages.values())
        if self.of_sites:
            for host, pages in host_pages.items():
                self._site_pages[self._site(host)] += pages
            for host, seconds in (host_seconds or {}).items():
                self.spend(host, seconds)
        limit = self.settings.pages
        if limit and self.pages >= limit:
            self._nothing_to_do = (
                f"{self.pages:,} pages were stored before this run, and the limit of {limit:,} counts them: to go "
                f"on, ask for more than {self.pages:,} pages in all"
            )
        for each in found[-self._rules.over :]:
            self._page(each)

    def request(self, host: int) -> None:
        """One goes out, which may become a page."""
        self._in_flight[host] = self._in_flight.get(host, 0) + 1
        if self.of_sites:
            self._site_in_flight[self._site(host)] += 1

    def spend(self, host: int, seconds: float) -> None:
        """A request and the rest after it took so long; only where there is a limit for each site."""
        site = self._site(host)
        self._site_seconds[site] = self._site_seconds.get(site, 0.0) + seconds

    def settled(self, host: int, *, requested: bool, page: bool, found: bool) -> None:
        self._in_flight[host] = self._in_flight.get(host, 0) - requested
        if self.of_sites:
            self._site_in_flight[self._site(host)] -= requested
            self._site_pages[self._site(host)] += page
        if page:
            self.pages += 1
            self.host_pages[host] = self.host_pages.get(host, 0) + 1
            self.host_found[host] = self.host_found.get(host, 0) + found
            self._page(found)

    def closes(self, host: int) -> bool:
        """Whether a host's pages, and what it was asked for and may become one, reach its limit."""
        pages = self.host_pages.get(host, 0) + self._in_flight.get(host, 0)
        return self.of_hosts and pages >= self._limit(host)

    def closes_site(self, host: int) -> bool:
        """The same for the site of a host, and for the time that was spent on it."""
        return self._site_is_done(host, self._site_in_flight[self._site(host)])

    def reached(self) -> str:
        """The limits for hosts and sites that some have reached, as the settings say them; empty where none is."""
        set_to, hosts = self.settings, self.host_pages
        limits = {
            "per_host": set_to.per_host if set_to.per_host > 0 and any(map(self.closes, hosts)) else 0,
            "per_site": set_to.per_site if any(map(self._site_is_done, hosts)) else 0,
            "per_site_time": set_to.per_site_time if any(map(self._site_is_done, hosts)) else 0,
        }
        return ", ".join(f"{name} = {limit:g}" for name, limit in limits.items() if limit)

    def has_all_of(self, host: int) -> bool:
        """Whether a host gave all the pages that it may ever give."""
        limit = self.settings.per_host
        return (limit > 0 and self.host_pages.get(host, 0) >= limit) or self._site_is_done(host)

    def widen(self) -> bool:
        """There is nothing but what limits for hosts forbid: let those that earn their pages have more; whether any
        does."""
        closed = self.settings.per_host < 0 and any(map(self.closes, self.host_pages))
        self._earned_times <<= closed
        return closed

    def _site(self, host: int) -> str:
        return site_of(self._names[host])

    def _site_is_done(self, host: int, more: int = 0) -> bool:
        """With so many more pages."""
        if not self.of_sites:
            return False
        site, pages, seconds = self._site(host), self.settings.per_site, self.settings.per_site_time
        return 0 < pages <= self._site_pages[site] + more or 0 < seconds <= self._site_seconds.get(site, 0.0)

    def _limit(self, host: int) -> int:
        if self.settings.per_host > 0:
            return self.settings.per_host
        return self._earned_times * (FIRST_PAGES + EARNED * self.host_found.get(host, 0))

    def is_full(self, in_flight: int) -> bool:
        """Whether another request could bring a page too many."""
        limit = self.most_pages
        if limit is None or self.pages + in_flight < limit:
            return False
        if self.settings.pages:  # else it is what a shard may have for now
            self.why_stopped = "" if self.pages < limit else self._nothing_to_do or f"{limit} pages"
        return True

    def is_over(self, now: float) -> bool:
        """Whether the user stopped the crawl, it is enough, or the time is up."""
        if self._stopped:
            self.why_stopped = STOPPED_BY_USER
        elif self._enough:
            self.why_stopped = self._enough
        elif (end := self.ends_at()) is not None and now >= end:
            self.why_stopped = f"{self.settings.time:g} seconds"
        else:
            return False
        return True

    def stop(self) -> None:
        self._stopped = True

    def enough(self, why: str) -> None:
        """It has found what it was asked for."""
        self._enough = why

    def ends_at(self) -> float | None:
        return self._started + self.settings.time if self.settings.time else None

    def _page(self, found: bool) -> None:
        rules, recent = self._rules, self._recent
        if not rules.harvest:
            return
        self._harvest += found - (recent[0] if len(recent) == rules.over else 0)
        recent.append(found)
        if len(recent) == rules.over and self._harvest < rules.harvest * rules.over:
            self.enough(
                f"the harvest has dried up: {self._harvest:,} of the last {rules.over:,} pages are on topic, "
                f"a share of less than {rules.harvest:g}"
            )


def why_left(links: int, kept: str = "") -> str:
    """Why a crawl ends that has nothing left to do; `kept`: why links that wait are not fetched."""
    return f"none of the {links:,} links left may be fetched{kept}" if links else "no link waits any more"
