"""Feeds and sitemaps: which of them are read, and which that pages and robots.txt name are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from honeyguide.config import Settings
from honeyguide.link_table import LinkTable
from honeyguide.model import FEED, SITEMAP, Link, Page
from honeyguide.parsing.lists import MOST_SITEMAPS
from honeyguide.sites import site_of
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope

MOST_FEEDS = 10
"""Feeds of one site that are asked for because pages name them; many blogs have one for the comments on each page."""
_MOST = {FEED: MOST_FEEDS, SITEMAP: MOST_SITEMAPS}

Sitemaps = Callable[[str], Sequence[str]]
"""Those that the robots.txt of a host names."""


class Lists:
    def __init__(self, settings: Settings, scope: Scope, table: LinkTable, sitemaps: Sitemaps) -> None:
        self._settings = settings
        self._scope = scope
        self._table = table
        self._sitemaps = sitemaps
        self._asked: dict[str, dict[str, int]] = {FEED: {}, SITEMAP: {}}
        """By kind and site."""

    def reads(self, link: Link, page: Page) -> bool:
        """Whether what came is read. A list that a person named as a seed is, and so is what an index among these
        names."""
        wanted = {FEED: self._settings.feeds, SITEMAP: self._settings.sitemaps}
        return link.depth == 0 or wanted.get(page.kind, True)

    def named(self, link: Link, page: Page) -> Iterator[tuple[str, int]]:
        """Lists to ask for, that nobody knew before, and redirects in a row that lead there. They are no click away:
        what they name is one."""
        settings = self._settings
        if 0 <= settings.depth <= link.depth or (page.nofollow and settings.honour_nofollow):
            return
        if settings.feeds and not page.is_list:
            yield from self._new(FEED, page.feeds)
        if settings.sitemaps and link.parent == -1:
            yield from self._new(SITEMAP, self._sitemaps(host_of(link.url)))
        if page.sitemaps and link.hops < settings.max_redirects:
            own = site_of(host_of(link.url))
            nested = [url for url in page.sitemaps if site_of(host_of(url)) == own]
            yield from self._new(SITEMAP, nested, link.hops + 1)

    def state(self) -> dict[str, object]:
        return {"lists": self._asked} if any(self._asked.values()) else {}

    def restore(self, state: dict[str, Any]) -> None:
        self._asked |= state.get("lists", {})

    def _new(self, kind: str, urls: Iterable[str], hops: int = 0) -> Iterator[tuple[str, int]]:
        asked, most = self._asked[kind], _MOST[kind]
        for url in urls:
            host = host_of(url)
            site = site_of(host)
            if asked.get(site, 0) < most and self._table.find(url) is None and self._scope.allows(url, host):
                asked[site] = asked.get(site, 0) + 1
                yield url, hops
