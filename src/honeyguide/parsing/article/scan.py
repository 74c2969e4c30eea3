"""One pass over a page for what its elements are found in: metadata, headings, times, bylines and lines of text."""

from __future__ import annotations

import re

from msgspec import Struct, structs
from turbohtml.saxparse import SaxHandler, sax_parse

from honeyguide.parsing.html import bounded, visible
from honeyguide.parsing.page_handler import BLOCK, HIDDEN, TAGS, Attributes
from honeyguide.parsing.structure import ENDS_HEADING

LONGEST_HTML = 2_000_000
"""Characters of a page that are read for elements."""
LINES, LONGEST_LINE = 2000, 400
META, SCRIPTS, LONGEST_SCRIPT = 300, 20, 500_000
"""How many are kept, and characters of one JSON-LD script."""
MARKED, INSIDE, LONGEST_MARKED = 60, 6, 200
"""Elements that say what they hold: how many, how many within each other, and characters of one."""
HEADINGS = 40
HEADED = frozenset(("h1", "h2", "h3"))
NAMES_THE_SITE = re.compile(
    r"(?:^|\s)(?:site-(?:title|name|logo)|logo|menu-title|masthead-title|navbar-brand)(?:\s|$)", re.IGNORECASE
)
"""Classes of a heading that stands on every page of a site or book, as in the bar above the text."""
SEAM = "\ue000"
"""Where an element within a line begins or ends: `<span>作者：林一</span><span>评论</span>` shows a gap there."""
GLUED = re.compile(rf"(?<=[^\W\d_]){SEAM}(?=[A-Z])")
"""A seam between words: `<span>By</span><span>Ann Example</span>`."""
BREAK = "\ue001"
"""Where a line ends within an element that is kept."""
INLINE = frozenset(("a", "b", "cite", "em", "font", "i", "label", "small", "span", "strong", "time", "u"))
NAMED = {"author": "author", "byline": "author", "writer": "author", "datepublished": "date", "pubdate": "date",
         "source": "source", "laiyuan": "source", "zuozhe": "author"}  # fmt: skip
CHANGES = frozenset(("updated", "modified", "lastmod", "dateupdated", "datemodified", "lastupdated", "lastmodified"))
MEMBER = re.compile(
    r"/(?:members?|users?|u|people|authors?|profiles?|space)/(?![^/?#]+\.s?html?$)[^/?#]+/?$|space-uid|/@[\w.-]+$",
    re.IGNORECASE,
)
"""Addresses of the members of a site."""
BEFORE, AFTER = (
    r"(?:(?:article|post|entry|news|info|c|blog|story|meta|detail|content|page|single|p|a|la|td|ep|js)[-_]*){0,3}",
    r"(?:[-_]*(?:name|text|info|link|line|baidu|box|block|span|wrap|vcard|meta|content|item|title|url|container|wrapper|details|desktop|top)){0,2}",
)
NAME = re.compile(
    BEFORE + r"(?:(?P<author>(?:[\w-]{1,40}[-_])?(?:authors?|byline)|writers?|zuozhe)|"
    r"(?:[\w-]{1,40}[-_])?(?P<date>date|pub-?date|published|publish-?time|pub-?time|posted-?on|datetime|time|shijian)|"
    r"(?P<source>source|laiyuan|ly)|(?P<account>js_name|rich_media_meta_nickname)|"
    r"(?P<nick>(?:follow-?)?nick-?name|user-?name|bigusername|postauthor|authi|userlink-link|xw1))" + AFTER,
    re.IGNORECASE,
)
"""Names that classes and ids have by custom; the whole of one must say it: `WAL-WRITER-DELAY` names nobody."""


STATE = re.compile(
    r"""datePublished(?:\\?["']|&quot;)\s?:\s?(?:\\?["']|&quot;)((?:19|20)\d\d-\d\d-\d\d[T\d:.+Z-]{0,24})"""
)
"""A date among the data of a page, wherever they stand, as scripts or attributes have them."""
WEAK_STATE = re.compile(
    r"""\b(?:createTime|create_time|pubTime|pub_time|publishTime|publish_time|newsTime)(?:\\?["'])?\s?[:=]\s?\\?["']"""
    r"""((?:19|20)\d\d-\d\d-\d\d[T\d:.+Z -]{0,24})"""
)
"""The same under names that may mean something else too: comments and accounts are created as well."""
TOOLTIP = re.compile(
    r"(?:[发發编編][布佈表辑輯](?:于|於)\s?)?(?:19|20)\d\d-\d{1,2}-\d{1,2}[T\s]{1,2}\d{1,2}:\d\d(?::\d\d)?"
)
"""What stands behind a text such as 昨天 21:07 or "3 years ago"."""


class Marked(Struct, frozen=True):
    """Text of an element whose name, class or attribute says what it is."""

    kind: str
    """`author`, `date`, `source`, `time` for a `<time>` element, `nick` for the name of a member, or `account` for
    who publishes on a platform."""
    text: str
    value: str = ""
    """What it says to machines: `datetime` or `content`."""
    sure: bool = False
    """By `itemprop`, `rel` or `pubdate`; else by a class that is only a custom."""
    after: int = 0
    """Lines before it."""
    changed: bool = False
    """It tells of a change, not of the publication."""
    lines: tuple[str, ...] = ()
    """The text as it stands in lines."""
    anchor: str = ""
    """The id that says what it is, where that does."""


class Scan(SaxHandler):
    """What was found is in the attributes."""

    __slots__ = (
        "capturing", "deepest", "depth", "elements", "gap", "headings", "lines", "marked", "meta", "parts", "scripts",
        "seamed", "sites", "skip", "states", "title", "title_depth", "wanted", "weak_states",
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
        self.sites: list[str] = []
        """What headings call the site or the book that the page is of."""
        self.marked: list[Marked] = []
        self.lines: list[str] = []
        self.seamed: list[str] = []
        """The same lines with their seams."""
        self.states: tuple[str, ...] = ()
        """The date of publication in the data of a page that scripts put together, where there is only one."""
        self.weak_states: tuple[str, ...] = ()
        self.parts: list[str] = []
        self.capturing: list[tuple[int, int, list[str], Marked]] = []

    def start_element(self, tag: str, attrs: Attributes) -> None:
        self.depth += 1
        self.elements += 1
        self.deepest = max(self.deepest, self.depth)
        if self.skip:
            return
        bits = TAGS.get(tag, 0)
        if bits & HIDDEN or (tag == "button" and self.capturing):
            self.skip = self.depth
            self.wanted = tag == "script" and "ld+json" in (dict(attrs).get("type") or "").lower()
            return
        if tag == "title" and not self.title_depth:
            self.title_depth = self.depth
        elif tag == "meta":
            self._meta(dict(attrs))
        elif tag in INLINE:
            self._seam()
            if attrs and (tooltip := _tooltip(dict(attrs))):
                self.characters(tooltip)
                self._seam()
        if bits & BLOCK:
            self._end_line()
        if tag in ENDS_HEADING and self.capturing and self.capturing[-1][3].kind in HEADED:
            self._end_heading()
        if tag in HEADED:
            of_site = attrs and NAMES_THE_SITE.search(dict(attrs).get("class") or "")
            self._capture(Marked("site" if of_site else tag, "", after=len(self.lines)))
        elif attrs and self.capturing and self._is_name(dict(attrs)):
            self._capture(Marked("name", ""))
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
            elif tag in INLINE:
                self._seam()
        self.depth -= 1

    def characters(self, data: str) -> None:
        if self.skip:
            if self.wanted and len(self.scripts) < SCRIPTS and len(data) <= LONGEST_SCRIPT:
                self.scripts.append(data)
            return
        if self.title_depth > 0:
            self.title = self.title or " ".join(visible(data[:2000]).split())
            return
        data = visible(data)
        if len(self.lines) < LINES and len(self.parts) < LONGEST_LINE:
            self.parts.append(data[:LONGEST_LINE])
        for _, _, pieces, _ in self.capturing:
            if len(pieces) < LONGEST_MARKED:
                pieces.append(data[: 5 * LONGEST_MARKED])

    def _seam(self) -> None:
        if self.parts and self.parts[-1] != SEAM and len(self.parts) < LONGEST_LINE:
            self.parts.append(SEAM)
        for _, _, pieces, _ in self.capturing:
            if pieces and pieces[-1] != SEAM and len(pieces) < LONGEST_MARKED:
                pieces.append(SEAM)

    def _end_line(self) -> None:
        if self.parts:
            seamed = " ".join("".join(self.parts).split())[: 2 * LONGEST_LINE]
            line = _whole(seamed)[:LONGEST_LINE]
            self.parts.clear()
            if line:
                self.lines.append(line)
                self.seamed.append(seamed)
        for _, _, pieces, _ in self.capturing:
            if pieces and len(pieces) < LONGEST_MARKED:
                pieces.append(BREAK)

    def _end_heading(self) -> None:
        """What stands in no heading ends one that says something and was left open."""
        if "".join(self.capturing[-1][2]).strip(f" \t\r\n{SEAM}{BREAK}"):
            self._captured()

    def _is_name(self, attrs: dict[str, str | None]) -> bool:
        """Whether it is the name of the author whom an element around it tells of."""
        named = "name" in (attrs.get("itemprop") or "").lower().split()
        return named and any(mark.kind == "author" and mark.sure for *_, mark in self.capturing)

    def _capture(self, mark: Marked) -> None:
        if len(self.capturing) < INSIDE:
            self.capturing.append((self.depth, len(self.lines), [], mark))

    def _captured(self) -> None:
        _, before, pieces, mark = self.capturing.pop()
        lines = tuple(filter(None, (_whole(" ".join(piece.split())) for piece in "".join(pieces).split(BREAK))))
        text = " ".join(lines)
        if mark.kind == "author" and len(text) > LONGEST_MARKED:  # a name, and what is told of the person
            lines, text = lines[:1], lines[0]
        if mark.kind == "name":
            self._name_author(text[:100])
        elif mark.kind == "site":
            if text and len(self.sites) < INSIDE:
                self.sites.append(text[:LONGEST_MARKED])
        elif mark.kind in HEADED:
            if text and len(self.headings) < HEADINGS:
                self.headings.append((int(mark.kind[1]), text[:LONGEST_LINE], before))
        elif mark.anchor and lines and _letters(lines[0]) == _letters(mark.anchor):
            pass  # `<h2 id="source">Source</h2>`: a section of the text, to which links lead
        elif (text or mark.value) and len(text) <= LONGEST_MARKED:
            self.marked.append(Marked(mark.kind, text, mark.value, mark.sure, before, mark.changed, lines))

    def _name_author(self, name: str) -> None:
        for number in reversed(range(len(self.capturing))):
            depth, before, pieces, mark = self.capturing[number]
            if mark.kind == "author" and mark.sure:
                self.capturing[number] = (depth, before, pieces, structs.replace(mark, value=mark.value or name))
                return

    def _meta(self, attrs: dict[str, str | None]) -> None:
        name = attrs.get("property") or attrs.get("name") or attrs.get("itemprop") or ""
        content = " ".join((attrs.get("content") or "")[:4000].split())
        if name == "name" and self.capturing and self.capturing[-1][3].kind == "author":  # <meta itemprop="name">
            depth, before, pieces, mark = self.capturing[-1]
            self.capturing[-1] = (depth, before, pieces, structs.replace(mark, value=content[:100]))
        if name and content and len(self.meta) < META:
            self.meta.append((name.strip().lower(), content))


def scan(html: str) -> Scan:
    """What stands on the page, as far as it is read."""
    found = Scan()
    sax_parse(bounded(html[:LONGEST_HTML]), found)
    found._end_line()
    found.states = _only(STATE, html)
    found.weak_states = _only(WEAK_STATE, html)
    return found


def _only(form: re.Pattern[str], html: str) -> tuple[str, ...]:
    dates = frozenset(form.findall(html[:LONGEST_HTML]))
    return tuple(dates) if len(dates) == 1 else ()


def _tooltip(attrs: dict[str, str | None]) -> str:
    said = ((attrs.get("title") or attrs.get("data-tooltip") or "")[:40]).strip()
    return said if TOOLTIP.fullmatch(said) else ""


def _whole(line: str) -> str:
    """A line without its seams."""
    return " ".join(GLUED.sub(" ", line).replace(SEAM, "").split())


def unseamed(line: str) -> str:
    """A line with gaps where its seams are."""
    return " ".join(line.replace(SEAM, " ").split())


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
    if tag == "a" and MEMBER.search((attrs.get("href") or "")[:300]):
        return Marked("nick", "", "", False, after)
    anchor = attrs.get("id") or ""
    for name in f"{attrs.get('class') or ''} {anchor}"[:300].split():
        if "comment" not in name and (custom := NAME.fullmatch(name)):
            return Marked(custom.lastgroup or "", "", value, False, after, anchor=anchor if name == anchor else "")
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _tells_of_a_change(name: str) -> bool:
    """`<time class="published updated">` tells of both, so of none."""
    words = frozenset(re.split(r"[-_\s]+", name[:200].lower()))
    return bool(words & CHANGES) and not words & {"published", "publish"}
