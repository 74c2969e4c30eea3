"""One pass over a page for what its elements are found in: metadata, headings, times, bylines and lines of text."""

from __future__ import annotations

import re

from msgspec import Struct
from turbohtml.saxparse import SaxHandler, sax_parse

from honeyguide.parsing.html import bounded
from honeyguide.parsing.page_handler import BLOCK, HIDDEN, TAGS, Attributes

LONGEST_HTML = 2_000_000
"""Characters of a page that are read for elements."""
LINES, LONGEST_LINE = 2000, 400
META, SCRIPTS, LONGEST_SCRIPT = 300, 20, 500_000
"""How many are kept, and characters of one JSON-LD script."""
MARKED, INSIDE, LONGEST_MARKED = 60, 6, 200
"""Elements that say what they hold: how many, how many within each other, and characters of one."""
HEADINGS = 40
NAMED = {"author": "author", "byline": "author", "writer": "author", "datepublished": "date", "pubdate": "date",
         "source": "source", "laiyuan": "source", "zuozhe": "author"}  # fmt: skip
CHANGES = frozenset(("updated", "modified", "lastmod", "dateupdated", "datemodified", "lastupdated", "lastmodified"))
NAME = re.compile(
    r"(?:^|[-_\s])(?:(?:article|post|entry|news|info|c|blog)[-_]*)?(?:"
    r"(?P<author>authors?|byline|writers?|zuozhe)|"
    r"(?P<date>date|pub-?date|published|publish-?time|pub-?time|posted-?on|datetime|time|shijian)|"
    r"(?P<source>source|laiyuan|ly)"
    r")(?:[-_]*(?:name|text|info|link|line))?(?=$|[-_\s])",
    re.IGNORECASE,
)


class Marked(Struct, frozen=True):
    """Text of an element whose name, class or attribute says what it is."""

    kind: str
    """`author`, `date`, `source`, or `time` for a `<time>` element."""
    text: str
    value: str = ""
    """What it says to machines: `datetime` or `content`."""
    sure: bool = False
    """By `itemprop`, `rel` or `pubdate`; else by a class that is only a custom."""
    after: int = 0
    """Lines before it."""
    changed: bool = False
    """It tells of a change, not of the publication."""


class Scan(SaxHandler):
    """What was found is in the attributes."""

    __slots__ = (
        "capturing", "deepest", "depth", "elements", "gap", "headings", "lines", "marked", "meta", "parts", "scripts",
        "skip", "title", "title_depth", "wanted",
    )  # fmt: skip

    comment = staticmethod(len)  # type: ignore[assignment]

    def __init__(self) -> None:
        self.depth = self.deepest = self.elements = 0
        self.skip = self.title_depth = 0
        self.wanted = False
        """Inside a JSON-LD script."""
        self.gap = True
        self.title = ""
        self.meta: list[tuple[str, str]] = []
        self.scripts: list[str] = []
        self.headings: list[tuple[int, str, int]] = []
        """Level, text, and lines before it."""
        self.marked: list[Marked] = []
        self.lines: list[str] = []
        self.parts: list[str] = []
        self.capturing: list[tuple[int, int, list[str], Marked]] = []

    def start_element(self, tag: str, attrs: Attributes) -> None:
        self.depth += 1
        self.elements += 1
        self.deepest = max(self.deepest, self.depth)
        if self.skip:
            return
        bits = TAGS.get(tag, 0)
        if bits & HIDDEN:
            self.skip = self.depth
            self.wanted = tag == "script" and "ld+json" in (dict(attrs).get("type") or "").lower()
            return
        if tag == "title" and not self.title_depth:
            self.title_depth = self.depth
        elif tag == "meta":
            self._meta(dict(attrs))
        if bits & BLOCK:
            self._end_line()
        if tag in ("h1", "h2"):
            self._capture(Marked(tag, "", after=len(self.lines)))
        elif attrs and len(self.marked) < MARKED and (mark := _mark(tag, dict(attrs), len(self.lines))):
            self._capture(mark)

    def end_element(self, tag: str) -> None:
        if self.skip == self.depth:
            self.skip = 0
            self.wanted = False
        elif not self.skip:
            if self.capturing and self.capturing[-1][0] == self.depth:
                self._captured()
            if self.title_depth == self.depth:
                self.title_depth = -1
            if TAGS.get(tag, 0) & BLOCK:
                self._end_line()
        self.depth -= 1

    def characters(self, data: str) -> None:
        if self.skip:
            if self.wanted and len(self.scripts) < SCRIPTS and len(data) <= LONGEST_SCRIPT:
                self.scripts.append(data)
            return
        if self.title_depth > 0:
            self.title = self.title or " ".join(data[:2000].split())
            return
        if len(self.lines) < LINES and len(self.parts) < LONGEST_LINE:
            self.parts.append(data[:LONGEST_LINE])
        for _, _, pieces, _ in self.capturing:
            if len(pieces) < LONGEST_MARKED:
                pieces.append(data[: 5 * LONGEST_MARKED])

    def _end_line(self) -> None:
        if self.parts:
            line = " ".join("".join(self.parts).split())[:LONGEST_LINE]
            self.parts.clear()
            if line:
                self.lines.append(line)
        for _, _, pieces, _ in self.capturing:
            if pieces and len(pieces) < LONGEST_MARKED:
                pieces.append(" ")

    def _capture(self, mark: Marked) -> None:
        if len(self.capturing) < INSIDE:
            self.capturing.append((self.depth, len(self.lines), [], mark))

    def _captured(self) -> None:
        _, before, pieces, mark = self.capturing.pop()
        text = " ".join("".join(pieces).split())
        if mark.kind in ("h1", "h2"):
            if text and len(self.headings) < HEADINGS:
                self.headings.append((int(mark.kind[1]), text[:LONGEST_LINE], before))
        elif (text or mark.value) and len(text) <= LONGEST_MARKED:
            self.marked.append(Marked(mark.kind, text, mark.value, mark.sure, before, mark.changed))

    def _meta(self, attrs: dict[str, str | None]) -> None:
        name = attrs.get("property") or attrs.get("name") or attrs.get("itemprop") or ""
        content = " ".join((attrs.get("content") or "")[:4000].split())
        if name and content and len(self.meta) < META:
            self.meta.append((name.strip().lower(), content))


def scan(html: str) -> Scan:
    """What stands on the page, as far as it is read."""
    found = Scan()
    sax_parse(bounded(html[:LONGEST_HTML]), found)
    found._end_line()
    return found


def _mark(tag: str, attrs: dict[str, str | None], after: int) -> Marked | None:
    if tag in ("body", "html", "main", "article", "meta", "link", "input", "img"):
        return None
    value = (attrs.get("datetime") or attrs.get("content") or "")[:100]
    said = (attrs.get("itemprop") or "").strip().lower()
    if said in NAMED:
        return Marked(NAMED[said], "", value, True, after)
    changed = said == "datemodified" or _tells_of_a_change(attrs.get("class") or "")
    if "author" in (attrs.get("rel") or "").lower().split():
        return Marked("author", "", "", True, after)
    if tag == "time":
        sure = "pubdate" in attrs or "published" in (attrs.get("class") or "").lower().replace("-", " ").split()
        return Marked("time", "", value, sure, after, changed and not sure)
    if changed:
        return Marked("date", "", value, False, after, True)
    for name in (attrs.get("class"), attrs.get("id")):
        if name and "comment" not in name and (custom := NAME.search(name[:200])):
            return Marked(custom.lastgroup or "", "", value, False, after)
    return None


def _tells_of_a_change(name: str) -> bool:
    """`<time class="published updated">` tells of both, so of none."""
    words = frozenset(re.split(r"[-_\s]+", name[:200].lower()))
    return bool(words & CHANGES) and not words & {"published", "publish"}
