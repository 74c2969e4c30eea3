"""Which page lies where: host, class and address of any page, found by arithmetic."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from honeyguide.web.synthetic import chinese, english
from honeyguide.web.synthetic.draws import number
from honeyguide.web.synthetic.hosts import GENERAL, ISLAND, MAIN, OTHERS, SPAM, Census, chinese_hosts
from honeyguide.web.synthetic.names import SECTIONS, host_name, host_number
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.vocabulary import MAIN_SUBJECT, listed

_QUIET_SECTIONS = (listed(english.LANGUAGE.sections), listed(chinese.LANGUAGE.sections))


class Host(NamedTuple):
    """What is true of one host. Its pages are start … start + size - 1: home, lists, hubs, then class by class."""

    number: int
    start: int
    size: int
    bounds: tuple[int, ...]
    """First page of each class within the host, and the end."""
    listed: tuple[int, ...]
    """Classes that have a page listing them: pages 1, 2, … of the host."""
    chinese: bool
    name: str
    sections: tuple[str, ...]
    style: int
    """How addresses and pages look, 0 to 3."""
    gbk: bool
    disallows: bool
    """robots.txt keeps crawlers out of /private/."""
    crawl_delay: float
    has_robots: bool
    base: int
    """What the numbers in addresses start from."""
    latency: float
    """Seconds until it answers."""


class Place(NamedTuple):
    host: Host
    kind: int
    """Class of the page, see `census`."""
    at: int
    """Which of the pages of that class on the host."""


class Layout:
    """A table of the hosts; what is known of a page is worked out from its number."""

    def __init__(self, parameters: SyntheticParameters) -> None:
        self.seed = parameters.seed
        self.subjects = tuple(english.SUBJECTS)[: parameters.subjects]
        self.labels = ("general", MAIN_SUBJECT, MAIN_SUBJECT, "spam", *self.subjects[1:])
        census = Census(parameters, self.subjects)
        self.starts = array("q", accumulate(census.sizes.tolist(), initial=0))
        self._counts = census.counts
        self._listed = census.listed
        self.members = [array("q", accumulate(column.tolist(), initial=0)) for column in census.counts.T]
        """For each class: how many of its pages lie on the hosts before."""
        self._chinese = chinese_hosts(parameters, census.sizes)
        self.host = lru_cache(20_000)(self._host)

    def _host(self, at: int) -> Host:
        bits = number(self.seed, at, b"host")
        speaks_chinese = self._chinese[at]
        quiet = _QUIET_SECTIONS[speaks_chinese]
        turn = bits % len(quiet)
        sections = tuple(
            SECTIONS[label]
            if label in SECTIONS and not speaks_chinese and (bits >> 20 + kind) & 1
            else quiet[(kind + turn) % len(quiet)]
            for kind, label in enumerate(self.labels)
        )
        counts = self._counts[at].tolist()
        return Host(
            number=at,
            start=self.starts[at],
            size=self.starts[at + 1] - self.starts[at],
            bounds=tuple(accumulate(counts, initial=0)),
            listed=tuple(self._listed[at].nonzero()[0].tolist()),
            chinese=speaks_chinese,
            name=host_name(at, chinese=speaks_chinese, www=bits >> 40 & 3 == 0, test=bits >> 42 & 7 == 0),
            sections=sections,
            style=bits >> 45 & 3,
            gbk=speaks_chinese and bits >> 47 & 3 < 2,
            disallows=bits >> 49 & 3 == 0 and bits >> 56 & 7 != 0,
            crawl_delay=(0.05, 0.1)[bits >> 51 & 1] if bits >> 52 & 15 == 0 else 0.0,
            has_robots=bits >> 56 & 7 != 0,
            base=1_000 * (1 + (bits >> 8) % 9),
            latency=0.02 + (bits >> 59) / 32 * 0.18,
        )

    def host_of(self, page: int) -> Host:
        return self.host(bisect_right(self.starts, page) - 1)

    def place(self, page: int) -> Place:
        host = self.host_of(page)
        local = page - host.start
        kind = bisect_right(host.bounds, local) - 1
        return Place(host, kind, local - host.bounds[kind])

    def member(self, kind: int, at: int) -> int:
        """The page that is number `at` of its class in the whole web."""
        members = self.members[kind]
        host = self.host(bisect_right(members, at) - 1)
        return int(host.start + host.bounds[kind] + at - members[host.number])

    def size(self, kind: int) -> int:
        return int(self.members[kind][-1])

    def named(self, name: str) -> Host | None:
        """The host of that name, with or without `www.` at its front."""
        at = host_number(name)
        if at is None or at >= len(self.starts) - 1:
            return None
        host = self.host(at)
        return host if host.name.removeprefix("www.") == name.removeprefix("www.") else None

    def hubs(self, host: Host) -> range:
        """The host's hub pages."""
        return range(host.start + 1 + len(host.listed), host.start + host.bounds[1])


def topic_of(kind: int) -> int:
    """Islands are on the main topic too."""
    return MAIN if kind == ISLAND else kind


__all__ = ["GENERAL", "ISLAND", "MAIN", "OTHERS", "SPAM", "Host", "Layout", "Place", "topic_of"]
