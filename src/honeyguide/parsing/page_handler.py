"""One pass over a page as the browser would build it: text in reading order, by tag group, and where links are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from turbohtml.saxparse import SaxHandler

from honeyguide.model import GROUPS

Attributes = tuple[tuple[str, str | None], ...]

OTHER = len(GROUPS) - 1
PATH_LEVELS = 12
LONGEST_HREF = 4096
FEEDS = frozenset(("application/rss+xml", "application/atom+xml", "application/rdf+xml"))
MOST_FEEDS = 5

# What a tag does, in the bits of a number; the lowest three are its tag group (IELP Table 1).
GROUPED, BLOCK, HIDDEN, TITLE, OPENS, CLOSES = 8, 16, 32, 64, 128, 256
PLAIN = HIDDEN - 1
_TAGS_BY_BITS = (
    (GROUPED | 0, "h1"),
    (GROUPED | 1, "h2 h3"),
    (GROUPED | 2, "h4 h5 strong b"),
    (GROUPED | 3, "p td li"),
    (BLOCK, "h1 h2 h3 h4 h5 h6 p td th li body div ul ol dl dt dd menu table caption tr tbody thead tfoot"),
    (BLOCK, "section article aside nav header footer main address blockquote pre figure figcaption hgroup search"),
    (BLOCK, "form fieldset legend details summary dialog center br hr option optgroup select textarea button"),
    (HIDDEN, "script style template noscript svg iframe noframes noembed datalist"),
    (TITLE, "title"),
    (OPENS | CLOSES, "a h1 h2 h3 h4 h5 h6"),
    (OPENS, "html meta base link area frame iframe img"),
)
TAGS: dict[str, int] = {}
for _bits, _tags in _TAGS_BY_BITS:
    for _tag in _tags.split():
        TAGS[_tag] = TAGS.get(_tag, 0) | _bits


class FoundLink(Struct, gc=False):
    """A link where it stands; `start` and `stop` are places in `PageHandler.parts`, `heading` numbers a heading."""

    href: str
    start: int
    stop: int
    path: str
    heading: int
    rel: str
    instead: str
    """What to call the link when it has no text."""


class PageHandler(SaxHandler):
    """What was found is in `parts` (the text, every block led by a newline), `groups`, `found` and the rest."""

    __slots__ = (
        "base", "beside", "canonical", "feeds", "found", "gap", "group", "groups", "headings", "last", "left_out",
        "locale", "meta", "open_headings", "open_links", "outer", "outline", "parts", "refresh", "robots", "skip",
        "tags", "title", "tries",
    )  # fmt: skip

    comment = staticmethod(len)  # type: ignore[assignment]  # the cheapest way to do nothing
    bits_of = staticmethod(TAGS.get)

    def __init__(self, tries: int) -> None:
        self.tries = tries
        """Links looked at; those beyond are only counted, in `left_out`."""
        self.left_out = 0
        self.tags: list[str] = []
        self.skip = 0
        """Depth inside an element whose content is no text; below zero inside the title."""
        self.gap = True
        """A block began or ended since the last text."""
        self.group = self.last = OTHER
        self.outer: list[int] = []
        self.parts: list[str] = []
        self.groups: tuple[list[str], ...] = tuple([] for _ in GROUPS)
        self.found: list[FoundLink] = []
        self.open_links: list[FoundLink | None] = []
        self.beside = 0
        """Parts when the last link with a text ended: one that begins there stands beside it."""
        self.headings: list[tuple[int, int]] = []
        self.open_headings: list[tuple[int, int]] = []
        self.outline = [-1] * 7
        """The heading in force at each level, and at 0 the last of any level."""
        self.title = self.locale = self.base = self.canonical = self.refresh = ""
        self.meta: dict[str, str] = {}
        self.robots: list[str] = []
        self.feeds: list[str] = []

    def start_element(self, tag: str, attrs: Attributes) -> None:
        if self.skip:
            self.skip += 1 if self.skip > 0 else -1
            return
        bits = self.bits_of(tag)
        if bits is not None:
            if bits > PLAIN:
                if bits & OPENS:
                    OPENERS[tag](self, tag, attrs)
                if bits & (HIDDEN | TITLE):
                    self.skip = 1 if bits & HIDDEN else -1
                    return
            if bits & BLOCK:
                self.gap = True
            if bits & GROUPED:
                self.outer.append(self.group)
                self.group = bits & 7
        self.tags.append(tag)

    def end_element(self, tag: str) -> None:
        if self.skip:
            self.skip -= 1 if self.skip > 0 else -1
            return
        self.tags.pop()
        bits = self.bits_of(tag)
        if bits is not None:
            if bits & BLOCK:
                self.gap = True
            if bits & GROUPED:
                self.group = self.outer.pop()
            if bits & CLOSES:
                self._close(tag)

    def characters(self, data: str) -> None:
        if self.skip:
            if self.skip < 0:
                self.title = self.title or data
            return
        group = self.group
        if self.gap:
            data = data.lstrip()
            if not data:
                return
            self.gap = False
            self.last = group
            data = "\n" + (_collapsed(data) if "\n" in data else data)
        else:
            if "\n" in data:
                data = _collapsed(data)
            if group != self.last:
                self.last = group
                self.groups[group].append("\n")
        self.parts.append(data)
        self.groups[group].append(data)

    def join(self) -> str:
        """The text as a whole, no space doubled within a part. (In `groups` they do not matter.)"""
        codes = np.frombuffer("\n".join(self.parts).encode("utf-8", "replace"), np.uint8)
        space = codes == ord(" ")
        if (space[1:] & space[:-1]).any():  # 8 µs a page; `"  " in part`, part by part, 45
            self.parts = [_single_spaced(part) if "  " in part else part for part in self.parts]
        return "".join(self.parts)

    def _close(self, tag: str) -> None:
        if tag == "a":
            link = self.open_links.pop()
            if link is not None:
                link.stop = len(self.parts)
                if link.start < link.stop:
                    self.beside = link.stop
            return
        level, start = self.open_headings.pop()
        self.outline[level:] = [-1] * (7 - level)
        self.outline[level] = self.outline[0] = len(self.headings)
        self.headings.append((start, len(self.parts)))

    def _find(self, href: str | None, rel: str, instead: str) -> FoundLink | None:
        if not href or len(href) > LONGEST_HREF:
            return None
        if len(self.found) >= self.tries:
            self.left_out += 1
            return None
        tags, outline = self.tags, self.outline
        above = outline[0]
        if self.open_headings:  # part of a heading itself: the one over that
            above = max(outline[1 : self.open_headings[-1][0]], default=-1)
        path = "/".join(tags[-PATH_LEVELS:] if len(tags) > PATH_LEVELS else tags[1:])
        link = FoundLink(href, len(self.parts), len(self.parts), path, above, rel, instead)
        self.found.append(link)
        return link

    def _open_anchor(self, tag: str, attrs: Attributes) -> None:
        if 0 < self.beside == len(self.parts) and not self.gap and not self.parts[-1].endswith(" "):
            self.parts.append(" ")  # `<a>News</a><a>Sport</a>`: a browser shows two, by the style of the page
            self.groups[self.group].append(" ")
        href, rel, title = None, "", ""
        for name, value in attrs:  # half the time of a dict
            if name == "href":
                href = value
            elif name == "rel":
                rel = value or ""
            elif name == "title":
                title = value or ""
        self.open_links.append(self._find(href, rel, title))

    def _open_frame(self, tag: str, attrs: Attributes) -> None:
        got = dict(attrs)
        self._find(got.get("src"), "", got.get("title") or "")

    def _open_area(self, tag: str, attrs: Attributes) -> None:
        got = dict(attrs)
        self._find(got.get("href"), got.get("rel") or "", got.get("alt") or got.get("title") or "")

    def _open_image(self, tag: str, attrs: Attributes) -> None:
        if self.open_links and (link := self.open_links[-1]) is not None and not link.instead:
            got = dict(attrs)
            link.instead = got.get("alt") or got.get("title") or ""

    def _open_heading(self, tag: str, attrs: Attributes) -> None:
        self.open_headings.append((int(tag[1]), len(self.parts)))

    def _open_html(self, tag: str, attrs: Attributes) -> None:
        got = dict(attrs)
        self.locale = got.get("lang") or got.get("xml:lang") or ""

    def _open_base(self, tag: str, attrs: Attributes) -> None:
        self.base = self.base or dict(attrs).get("href") or ""

    def _open_link(self, tag: str, attrs: Attributes) -> None:
        got = dict(attrs)
        rel = (got.get("rel") or "").lower().split()
        if "canonical" in rel and not self.parts:  # below the first text a visitor may have put it there
            self.canonical = self.canonical or got.get("href") or ""
        if "alternate" in rel and (got.get("type") or "").strip().lower() in FEEDS and len(self.feeds) < MOST_FEEDS:
            self.feeds.append(got.get("href") or "")
        if "next" in rel:
            self._find(got.get("href"), got.get("rel") or "", got.get("title") or "")

    def _open_meta(self, tag: str, attrs: Attributes) -> None:
        got = dict(attrs)
        name = (got.get("name") or got.get("http-equiv") or "").strip().lower()
        content = got.get("content") or ""
        if name in ("keywords", "description"):
            self.meta.setdefault(name, content)
        elif name in ("robots", "honeyguide"):
            self.robots.append(content)
        elif name == "refresh":
            self.refresh = self.refresh or content
        elif name == "content-language":
            self.locale = self.locale or content


def _single_spaced(part: str) -> str:
    return "\n" + _collapsed(part[1:]) if part[0] == "\n" else _collapsed(part)


def _collapsed(data: str) -> str:
    words = " ".join(data.split())
    if not words:
        return " "
    return f"{' ' * data[0].isspace()}{words}{' ' * data[-1].isspace()}"


OPENERS: dict[str, Callable[[PageHandler, str, Attributes], None]] = {
    "a": PageHandler._open_anchor,
    "area": PageHandler._open_area,
    "base": PageHandler._open_base,
    "frame": PageHandler._open_frame,
    "html": PageHandler._open_html,
    "iframe": PageHandler._open_frame,
    "img": PageHandler._open_image,
    "link": PageHandler._open_link,
    "meta": PageHandler._open_meta,
    **{f"h{level}": PageHandler._open_heading for level in range(1, 7)},
}
