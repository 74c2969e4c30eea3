"""Text of crawled pages: shown as text whatever stands in it, with pieces of it marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

_LONG = "[overflow-wrap:anywhere] min-w-0 max-w-full"
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d|)")
_PROSE = "m-0 w-[65ch]"
MOST_MARKED = 400
"""Pieces of a text that are marked: each is an element of its own."""


def foreign(text: str, tag: str = "div", classes: str = "") -> TextElement:
    """Text of others; it keeps its own direction, and its longest word does not widen the page."""
    shown = TextElement(tag=tag, text=text)
    shown.classes(f"{_LONG} {classes}").props('dir="auto"')
    return shown


def outside(url: str, text: str = "", classes: str = "") -> None:
    """A link that leads out; what is no web address is only shown."""
    if url.startswith(("http://", "https://")):
        link = ui.link(text or url, url, new_tab=True)
        link.props('rel="noopener noreferrer" dir="auto"').classes(f"{_LONG} {classes}")
    else:
        foreign(text or url, "span", classes)


def inside(path: str, text: str, classes: str = "") -> None:
    """A link to a page of ours that is called by text of others."""
    ui.link(text, path).props('dir="auto"').classes(f"{_LONG} {classes}")


def kept(crawl: str, url: str, text: str, classes: str = "") -> None:
    """A link to what the crawl kept of a page, by its address: that may be gone, or be of a web that is made up."""
    inside(f"/crawls/{crawl}/page?{urlencode({'url': url})}", text, classes)


def moment(value: str) -> str:
    """ISO 8601 as people read it, to the minute; anything else as it is."""
    found = _MOMENT.fullmatch(value)
    if found is None:
        return value
    zone = {"+00:00": " UTC", "Z": " UTC", "": ""}.get(found[3], f" {found[3]}")
    return f"{found[1]} {found[2]}{zone}"


def marked(text: str, hits: Sequence[tuple[int, int]], against: Sequence[tuple[int, int]] = ()) -> None:
    """A text of several paragraphs, a line each, with what made its score set off."""
    spans = sorted([*((*hit, True) for hit in hits), *((*hit, False) for hit in against)])[:MOST_MARKED]
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        inside = [span for span in spans if span[0] < end and span[1] > start]
        if line.strip():
            _paragraph(line, [(max(a - start, 0), min(b - start, len(line)), good) for a, b, good in inside])
        start = end + 1


def _paragraph(line: str, spans: Sequence[tuple[int, int, bool]]) -> None:
    if not spans:
        foreign(line, "p", _PROSE)
        return
    with ui.element("p").classes(f"{_LONG} {_PROSE}").props('dir="auto"'):
        at = 0
        for start, end, good in spans:
            if start < at:
                continue
            TextElement(tag="span", text=line[at:start])
            colour = "bg-amber-300/60 dark:bg-amber-500/50" if good else "bg-sky-300/60 dark:bg-sky-600/50"
            TextElement(tag="mark", text=line[start:end]).classes(f"rounded px-0.5 text-inherit {colour}")
            at = end
        TextElement(tag="span", text=line[at:])
