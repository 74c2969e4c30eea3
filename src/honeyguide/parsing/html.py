"""From HTML to a Page: what it says, by tag group (IELP Table 1) or label (HYB Table 1), and where it leads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

from turbohtml.saxparse import sax_parse

from honeyguide.model import LABELS, OutLink, Page
from honeyguide.parsing.language import language_of
from honeyguide.parsing.page_handler import PageHandler
from honeyguide.parsing.tag_weights import ONE, TagWeightHandler
from honeyguide.urls import resolve

ANCHOR = 200
"""Longest anchor or heading, in characters."""
TEXT = 500_000
"""Longest text of a page, in characters: a few kilobytes can unpack to many megabytes of it."""
LINKS = 600_000
"""Characters of addresses, anchors and what stands around them, of all links of a page: those beyond are left out."""
HEAD = 2000
"""Longest title, description or list of keywords."""
AROUND, WORD = 66, 20
"""Characters around a link on each side, about ten words; and the longest word that is left whole there."""
TRIES = 4
"""Links looked at for each one that may be kept: many are repetitions or lead nowhere."""

REFRESH = re.compile(r"[\s\d.]*[;,\s]\s*(?:url\s*=\s*|(?!url\s*=))(?:'([^']*)|\"([^\"]*)|(\S+))", re.IGNORECASE)
ROOT = re.compile("<[hHbB][tToO][mMdD][lLyY]")
REL = 80
NO_FOLLOW = frozenset(("nofollow", "ugc", "sponsored"))
ROBOTS = ("*", "robots", "honeyguide")
WITH_VALUE = ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview")
WALKS = {"tag-groups": PageHandler, "labels": TagWeightHandler}


def parse(html: str, url: str, *, max_links: int, x_robots: str = "", layout: str = "tag-groups") -> Page:
    """The page at the canonical `url`; `x_robots` is its X-Robots-Tag headers, one a line."""
    walk = WALKS[layout](max_links * TRIES)
    sax_parse(bounded(html), walk)
    raw = walk.join()
    base = _target(walk.base, url) or url
    links, left_out = _out_links(walk, raw, url, base, max_links)
    text = raw[1 : TEXT + 1].rstrip()
    title = _line(walk.title, HEAD)
    description = _line(walk.meta.get("description", ""), HEAD)
    keywords = _line(walk.meta.get("keywords", ""), HEAD)
    groups = ["".join(parts).strip() for parts in walk.groups]
    if layout == "labels":
        groups = [title, *groups[1 : len(LABELS)]]
        groups[ONE] = "\n".join(filter(None, (keywords, description, groups[ONE])))
    else:
        groups[0] = "\n".join(filter(None, (title, keywords, description, groups[0])))
    refresh = REFRESH.match(walk.refresh.strip()[:HEAD])
    refresh_url = _target(refresh[1] or refresh[2] or refresh[3] or "", base) if refresh else ""
    feeds = dict.fromkeys(_target(href, base) for href in walk.feeds)
    directives = {*_directives(walk.robots), *_directives(x_robots.splitlines())}
    return Page(
        url=url,
        title=title,
        text=text,
        groups=tuple(groups),
        links=links,
        language=language_of(text, walk.locale),
        description=description,
        canonical=_target(walk.canonical, base),
        refresh=refresh_url if refresh_url != url else "",
        noindex=not directives.isdisjoint(("noindex", "none")),
        nofollow=not directives.isdisjoint(("nofollow", "none")),
        feeds=tuple(feed for feed in feeds if feed and feed != url),
        links_left_out=left_out + walk.left_out,
    )


def _out_links(walk: PageHandler, raw: str, url: str, base: str, limit: int) -> tuple[tuple[OutLink, ...], int]:
    kept: list[OutLink] = []
    left_out = size = 0
    targets: dict[str, tuple[str, str] | None] = {}
    seen: set[tuple[str, str]] = set()
    headings: dict[int, str] = {-1: ""}
    flat = raw.replace("\n", " ")
    places = list(accumulate(map(len, walk.parts), initial=0))
    for link in walk.found:
        href = link.href
        if href in targets:
            target = targets[href]
        else:
            target = targets[href] = None if href[0] == "#" and not walk.base else resolve(href, base)
        if target is None or target[0] == url:
            continue
        start, stop = places[link.start], places[link.stop]
        anchor = _cut(flat, start, stop) or _line(link.instead)
        known = (target[0], anchor)
        if known in seen:
            continue
        seen.add(known)
        around = _around(flat, start, stop)
        size += len(target[0]) + len(anchor) + len(around)
        if len(kept) >= limit or size > LINKS:
            left_out += 1
            continue
        heading = headings.get(link.heading)
        if heading is None:
            first, last = walk.headings[link.heading]
            heading = headings[link.heading] = _cut(flat, places[first], places[last])
        rel = link.rel.lower().split() if link.rel else ()
        nofollow = rel != () and not NO_FOLLOW.isdisjoint(rel)
        path = link.path[:ANCHOR]
        kept.append(OutLink(*target, anchor, around, heading, path, nofollow, " ".join(rel)[:REL] if rel else ""))
    return tuple(kept), left_out


def _around(flat: str, start: int, stop: int) -> str:
    first, last = max(0, start - AROUND), stop + AROUND
    if first:  # begin and end with whole words, where there are spaces
        first = flat.find(" ", first, first + WORD) + 1 or first
    if last < len(flat):
        space = flat.rfind(" ", last - WORD, last)
        last = space if space >= 0 else last
    before, after = flat[first:start].strip(), flat[stop:last].strip()
    return f"{before} … {after}" if before and after else before or after


def _cut(flat: str, start: int, stop: int) -> str:
    if stop - start > ANCHOR:
        return _line(flat[start : min(stop, start + 5 * ANCHOR)])
    return " ".join(flat[start:stop].split())


def _line(text: str, limit: int = ANCHOR) -> str:
    return " ".join(visible(text[: 5 * limit]).split())[:limit].rstrip()


def _target(href: str, base: str) -> str:
    target = resolve(href, base) if href else None
    return target[0] if target else ""


def _directives(lines: Iterable[str]) -> Iterable[str]:
    """What robots are told: `noindex, nofollow`, or `somebot: noindex` for one of them."""
    for line in lines:
        for_us = True
        for part in line.lower().split(","):
            name, colon, value = part.partition(":")
            if colon and name.strip() not in WITH_VALUE:
                for_us = name.strip() in ROBOTS
                name = value
            if for_us:
                yield name.strip()


def visible(text: str) -> str:
    """Without the signs that take no room and that no script needs: a space without width and the mark of the bytes'
    order. Those that join and part letters stay."""
    return text if text.isascii() else text.replace("\u200b", "").replace("\ufeff", "")


def bounded(html: str, *, tabs: bool = False) -> str:
    """Without tabs and soft hyphens, which cut words, and thousands of root tags, which cost the parser n².

    With `tabs` they stay, for code.
    """
    if not tabs and "\t" in html:
        html = html.replace("\t", " ")
    if "\xad" in html or html.rfind("&shy;") >= 0:  # `in` takes three times as long
        html = html.replace("\xad", "").replace("&shy;", "")
    if len(html) > 20_000 and len(ROOT.findall(html)) > 1000:
        html = ROOT.sub("</x", html)  # an end tag of nothing is dropped
    return html
