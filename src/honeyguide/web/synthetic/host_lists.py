"""What a host lists its pages in: a sitemap of sitemaps, packed, and a feed of its latest articles (RSS 2.0)."""

from __future__ import annotations

import gzip
import re
from email.utils import format_datetime
from html import escape

from honeyguide.web.response import Answer
from honeyguide.web.synthetic.layout import GENERAL, Host
from honeyguide.web.synthetic.rendering import FEED, Renderer

SITEMAP = "/sitemap.xml"
PAGES = 1_000
"""Of a sitemap …"""
ITEMS = 20
"""… and of a feed, the latest of this many:"""
LOOKED_AT = 200
_PART = re.compile(r"/sitemap-([0-9]{1,9})\.xml\.gz")
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


class HostLists:
    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._locations = renderer.locations

    def answer(self, host: Host, path: str) -> Answer | None:
        if path == SITEMAP:
            return _answer("application/xml", self._index(host).encode())
        if path == FEED:
            return _answer("application/rss+xml; charset=utf-8", self._feed(host).encode())
        part = _PART.fullmatch(path)
        if part is None or not 0 <= PAGES * (int(part[1]) - 1) < host.size:
            return None
        return _answer("application/gzip", gzip.compress(self._sitemap(host, int(part[1])).encode(), mtime=0))

    def _index(self, host: Host) -> str:
        parts = range(1, (host.size - 1) // PAGES + 2)
        named = "".join(f"<sitemap><loc>http://{host.name}/sitemap-{n}.xml.gz</loc></sitemap>\n" for n in parts)
        return f'{_XML}<sitemapindex xmlns="{_NAMESPACE}">\n{named}</sitemapindex>\n'

    def _sitemap(self, host: Host, part: int) -> str:
        first = host.start + PAGES * (part - 1)
        pages = range(first, min(first + PAGES, host.start + host.size))
        urls = "".join(
            f"<url><loc>{escape(self._locations.url(page))}</loc><lastmod>{self._locations.day(page)}</lastmod></url>\n"
            for page in pages
        )
        return f'{_XML}<urlset xmlns="{_NAMESPACE}">\n{urls}</urlset>\n'

    def _feed(self, host: Host) -> str:
        pages = range(host.start, host.start + min(host.size, LOOKED_AT))
        articles = [page for page in pages if self._renderer.layout.place(page).kind != GENERAL]
        latest = sorted(articles, key=self._locations.changed, reverse=True)[:ITEMS]
        title = escape(host.name.removeprefix("www."))
        language = "zh-CN" if host.chinese else "en"
        channel = f"<title>{title}</title><link>http://{host.name}/</link><language>{language}</language>\n"
        return f'{_XML}<rss version="2.0"><channel>{channel}{"".join(map(self._item, latest))}</channel></rss>\n'

    def _item(self, page: int) -> str:
        return (
            f"<item><title>{escape(self._renderer.text.title(page))}</title><link>{escape(self._locations.url(page))}</link>"
            f"<description>{escape(self._renderer.summary(page))}</description>"
            f"<pubDate>{format_datetime(self._locations.changed(page), usegmt=True)}</pubDate></item>\n"
        )


def _answer(kind: str, body: bytes) -> Answer:
    return Answer(200, (("Content-Type", kind),), body)
