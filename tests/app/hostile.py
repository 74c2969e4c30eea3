"""A crawl of pages whose every word is an attack on whoever shows it."""

from __future__ import annotations

from html import escape
from pathlib import Path

from tests.local_web import local_web
from tests.plain_choices import RAIN

from honeyguide import Crawl, Settings
from honeyguide.web.response import Answer

SITE = "http://news.example/"
RUN = "window.hacked = (window.hacked || 0) + 1"
TITLES = (
    f"<script>{RUN}</script> rainstorm",
    f'<img src=x onerror="{RUN}"> rainstorm',
    f'"><svg onload="{RUN}"> rainstorm',
    "{{ constructor.constructor('" + RUN + "')() }} rainstorm",
    "${" + RUN + "} {a} {b|rainstorm}",
    '=HYPERLINK("http://evil.example/","rainstorm")',
    "+1+cmd|' /C calc'!A0 rainstorm",
    "\u202e\u202emrotsniar \u2067مرحبا rainstorm",
    "W" * 3_000 + " rainstorm",
    "rainstorm `\\'\"&amp;</title></a></td></body>",
)


def _page(title: str, links: str = "") -> bytes:
    said = "".join(f"<p>{escape(title)} Heavy rain, rainstorm and flood, rainfall again: {n}.</p>" for n in range(4))
    head = f'<title>{escape(title)}</title><meta name="author" content="{escape(title)}">'
    return f"<html><head>{head}</head><body><h1>{escape(title)}</h1>{said}{links}</body></html>".encode()


def answer(url: str) -> Answer:
    number = url.rpartition("/")[2]
    kind = (("Content-Type", "text/html; charset=utf-8"),)
    if number.isdecimal() and int(number) < len(TITLES):
        out = f'<a href="javascript:{RUN}">{escape(TITLES[int(number)])}</a> <a href="/">{escape(TITLES[0])}</a>'
        return Answer(200, kind, _page(TITLES[int(number)], out))
    if url != SITE:
        return Answer(404, kind, b"")
    links = "".join(f'<li><a href="/{n}">{escape(title)}</a></li>' for n, title in enumerate(TITLES))
    return Answer(200, kind, _page("Rainstorm disaster", f"<ul>{links}</ul>"))


def crawl_hostile(folder: Path) -> None:
    with local_web(answer) as served:
        settings = Settings(strategy="bfs", pages=20, delay=0.0, workers=0, connect_to=served.address)
        Crawl(RAIN, [SITE], folder, settings).finish()
