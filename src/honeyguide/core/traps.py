"""Crawler traps: links of one shape that bring nothing get a smaller and smaller share of the crawl.

A calendar links to the next month for ever, a broken relative link to `/news/news/news/`, a session id or a list of
filters makes ever new addresses of one page. Such links are alike once numbers, repetitions and whatever is too much
are folded away: that is their shape. A shape may have some pages for nothing, more for each page on topic that it
brought, and beyond that as many as the root of all pages. Its other links are held back, not dropped: each comes
when the crawl has grown, or when nothing better is there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from heapq import heappop, heappush, nlargest
from typing import NamedTuple
from urllib.parse import unquote

from xxhash import xxh3_64_intdigest

from honeyguide.model import Link, Trap

FREE = 20
"""Links of a shape that are fetched whatever they bring …"""
PAID = 20
"""… and for each page on topic: a shape that brings one in so many is never held back."""
FREE_ODD = 2
"""The same for one that repeats itself or has too many parts, which innocent links hardly ever do. It earns nothing:
the page that such links show again and again may be on topic."""
ANCESTORS = 3
"""A page on topic also counts for the pages that led to it, so many clicks back: a list brings nothing itself."""
REPEATS = 3
MOST_PARTS = 20
"""Of a path, or of a query; Heritrix' limit as well."""
ALIKE = "alike"
_LONG_PATH, _PREFIX, _LONG_QUERY, _LONG_PART = 6, 1, 6, 200
_RECENT = 4_096
"""Shapes that are kept at hand."""
_LOOKS = 32
"""Shapes that are due and whose host may be busy."""
_TOLD = 20
_NUMBER = re.compile(r"(?<![A-Za-z])[A-Za-z]*+[0-9]++[A-Za-z][A-Za-z0-9]*+|[0-9]++")
"""`page12` is `page#`; what mixes letters and digits, like the id of a session, is `#`."""


class Shape(NamedTuple):
    text: str
    """The address with `#` for what counts or is drawn, each part once, `…` for what is too much."""
    kind: str
    """`repeats`, `grows`, or `alike` for links that only look alike."""
    key: int
    """A hash of both."""


class _Held:
    """The links of a shape that are held back."""

    __slots__ = ("due", "host", "links", "shape", "waiting")

    def __init__(self, shape: Shape, host: int) -> None:
        self.shape = shape
        self.host = host
        self.links: list[tuple[float, int]] = []
        """A heap, the best first; some have left since."""
        self.waiting = 0
        self.due = -1.0
        """Pages of the crawl at which the next one comes; of its entry in the queue."""


class Traps:
    """Counts what each shape was given and what it brought, and keeps the links that it holds back."""

    def __init__(self) -> None:
        self._given: dict[int, int] = {}
        """By the key of a shape: links that were fetched or are in flight."""
        self._brought: dict[int, int] = {}
        """Pages on topic."""
        self._held: dict[int, _Held] = {}
        self._where: dict[int, int] = {}
        """Of each link that is held back, the key of its shape."""
        self._queue: list[tuple[float, int]] = []
        """By when the next link of a shape is due."""

    def __len__(self) -> int:
        """How many links are held back."""
        return len(self._where)

    def admits(self, link: Link, pages: int) -> bool:
        """Whether a link may be fetched now, with so many pages in the crawl. A seed may: a person named it."""
        if link.depth == 0:
            return True
        shape = shape_of(link.url)
        return self._due(shape.key, shape.kind) <= pages

    def hold(self, link: Link, score: float) -> None:
        shape = shape_of(link.url)
        held = self._held.setdefault(shape.key, _Held(shape, link.host))
        heappush(held.links, (-score, link.id))
        held.waiting += 1
        self._where[link.id] = shape.key
        self._enqueue(shape.key)

    def next(self, pages: int, busy: Set[int], *, anyway: bool = False) -> int | None:
        """The best link that is held back of a shape whose turn has come; `anyway`: of the one whose turn is next."""
        passed: list[tuple[float, int]] = []
        number = None
        while number is None and self._queue and len(passed) < _LOOKS:
            due, key = self._queue[0]
            held = self._held.get(key)
            if held is not None and held.due == due:
                if due > pages and not anyway:
                    break
                if held.host in busy:
                    passed.append((due, key))
                else:
                    number = self._best(held)
            heappop(self._queue)
        for entry in passed:
            heappush(self._queue, entry)
        if number is not None:
            held = self._held[key]
            held.due = -1.0
            self.remove(number)
            self._enqueue(key)
        return number

    def remove(self, number: int) -> bool:
        """Hold this link back no more; whether it was."""
        key = self._where.pop(number, None)
        if key is None:
            return False
        self._held[key].waiting -= 1
        if not self._held[key].waiting:
            del self._held[key]
        return True

    def give(self, link: Link, links: int = 1) -> None:
        """A link is fetched; or, with -1, it was not and waits again."""
        key = shape_of(link.url).key
        self._given[key] = self._given.get(key, 0) + links
        self._enqueue(key)

    def brought(self, links: Sequence[Link]) -> None:
        """The first is a page on topic; the others led to it."""
        for key in {shape_of(link.url).key for link in links}:
            self._brought[key] = self._brought.get(key, 0) + 1
            self._enqueue(key)

    def restore(self, given: Mapping[int, int], brought: Mapping[int, int]) -> None:
        """What shapes, by their keys, were given and brought in earlier runs."""
        self._given.update(given)
        self._brought.update(brought)

    def told(self) -> list[Trap]:
        """The shapes that hold most links back."""
        most = nlargest(_TOLD, self._held.items(), key=lambda item: item[1].waiting)
        return [
            Trap(
                held.shape.text.encode(errors="replace").decode(),
                held.shape.kind,
                self._given.get(key, 0),
                self._brought.get(key, 0),
                held.waiting,
            )
            for key, held in most
        ]

    def _due(self, key: int, kind: str) -> float:
        """At how many pages of the crawl the next link of a shape may be fetched."""
        room = FREE + PAID * self._brought.get(key, 0) if kind == ALIKE else FREE_ODD
        return float(max(0, self._given.get(key, 0) + 1 - room)) ** 2

    def _enqueue(self, key: int) -> None:
        held = self._held.get(key)
        if held is not None:
            due = self._due(key, held.shape.kind)
            if held.due != due:
                held.due = due
                heappush(self._queue, (due, key))

    def _best(self, held: _Held) -> int:
        while True:
            _, number = heappop(held.links)
            if number in self._where:
                return number


@lru_cache(_RECENT)
def shape_of(url: str) -> Shape:
    """5 µs; a link is looked at when it is named, when it is fetched, and for pages on topic that it leads to."""
    place, _, query = url.partition("?")
    root = place.index("/", 8)
    segments = unquote(place[root + 1 :], errors="surrogateescape").split("/")
    parts = unquote(query, errors="surrogateescape").split("&") if query else []
    path = list(dict.fromkeys([_folded(segment) for segment in segments]))
    asked = sorted({_folded(part) for part in parts})
    kind = ALIKE
    if len(segments) > MOST_PARTS or len(parts) > MOST_PARTS:
        kind = "grows"
    elif len(segments) >= REPEATS and any(segment and segments.count(segment) >= REPEATS for segment in segments):
        kind = "repeats"
    if len(path) > (_LONG_PATH if kind == ALIKE else _PREFIX):
        path = [*path[:_PREFIX], "…"]
    if len(parts) > _LONG_QUERY:
        asked = ["…"]
    text = f"{place[:root]}/{'/'.join(path)}{'?' if asked else ''}{'&'.join(asked)}"
    return Shape(text, kind, xxh3_64_intdigest(f"{kind} {text}".encode(errors="surrogateescape")))


def _folded(part: str) -> str:
    if len(part) > _LONG_PART:
        return "…"
    return part if part.isalpha() else _NUMBER.sub("#", part)
