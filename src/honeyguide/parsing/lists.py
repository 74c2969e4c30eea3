"""Pages that are lists of links: feeds (RSS 0.9 to 2.0, Atom) and sitemaps (sitemaps.org: their indexes, plain text).

Both are often no well-formed XML, and hostile input like any page. So they are read tag by tag, in one pass, as text
that was decoded before; what breaks off gives what came. There is nothing here that could load or expand an entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.model import FEED, SITEMAP, OutLink, Page
from honeyguide.parsing.html import ANCHOR, LINKS, TEXT, parse
from honeyguide.urls import resolve

MOST_SITEMAPS = 50
"""Sitemaps that an index may name; those beyond are left out."""
_HEAD = 8_000
"""Characters within which the root of a document must stand."""
_LONGEST_FIELD = 4_000
_LOOKED_AT = 50
"""Lines of a plain text that must all be addresses."""
_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]{0,40}:)?(rss|feed|RDF|urlset|sitemapindex)(?=[\s/>])")
_MARKUP = re.compile(r"<[^<>]*>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
"""A character by its number, or by a name that HTML knows."""
_ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)')""")
_SKIPPED = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>", "<!": ">"}
_DEEPEST = 200
"""Elements in each other: what is deeper is no list …"""
_DEEPEST_ENTRY = 3
_LEFT_OPEN = 8
"""… and elements that may be left open at a time."""
_RSS_1 = ("purl.org/rss/", "my.netscape.com/rdf")
_KINDS = {"rss": FEED, "feed": FEED, "RDF": FEED, "urlset": SITEMAP, "sitemapindex": SITEMAP}
_ENTRIES = {"item": FEED, "entry": FEED, "url": SITEMAP, "sitemap": SITEMAP}
_TEXTS = ("description", "summary", "encoded", "content")
"""Where a feed says what an item is about, the best first."""
_FIELDS = frozenset((*_TEXTS, "title", "link", "guid", "loc"))
_ADDRESSES = frozenset(("link", "guid", "loc"))
_OF_LIST = frozenset(("title", "description", "subtitle", "language"))


class Entry(Struct, frozen=True):
    address: str
    """As it is written there."""
    title: str = ""
    text: str = ""
    is_sitemap: bool = False


class LinkList(Struct, frozen=True):
    """What a feed or a sitemap says."""

    kind: str
    entries: tuple[Entry, ...]
    title: str = ""
    description: str = ""
    language: str = ""
    left_out: int = 0

    @property
    def html(self) -> str:
        """The page that it would be, without links."""
        said = "".join(f"<h2>{escape(each.title)}</h2>\n<p>{escape(each.text)}</p>\n" for each in self.entries)
        about = f'<meta name="description" content="{escape(self.description)}">' if self.description else ""
        head = f"<title>{escape(self.title)}</title>{about}<h1>{escape(self.title)}</h1>"
        return f'<html lang="{escape(self.language)}">{head}\n{said[: 2 * TEXT]}</html>'


def read_list(text: str, content_type: str, max_links: int) -> LinkList | None:
    """The list that a document is, whatever it calls itself; None for one that is none."""
    kind = _kind(text)
    if kind:
        return _read_xml(text, kind, max_links)
    if content_type.lower().startswith("text/plain"):
        return _read_lines(text, max_links)
    return None


def page_of(found: LinkList, url: str, *, x_robots: str = "", layout: str = "tag-groups") -> Page:
    """The list at a canonical URL as a page: items are links, with the title as anchor and the text around it."""
    page = parse(found.html, url, max_links=0, x_robots=x_robots, layout=layout)
    links: dict[str, OutLink] = {}
    sitemaps: dict[str, None] = {}
    left_out, size = found.left_out, 0
    for each in found.entries:
        target = resolve(each.address, url)
        if target is None or target[0] == url:
            continue
        if each.is_sitemap:
            sitemaps.setdefault(target[0])
            continue
        size += len(target[0]) + len(each.title) + len(each.text)
        if size > LINKS:
            left_out += 1
            continue
        links.setdefault(target[0], OutLink(*target, each.title, each.text, page.title[:ANCHOR], found.kind))
    left_out += max(0, len(sitemaps) - MOST_SITEMAPS)
    return replace(
        page,
        kind=found.kind,
        links=tuple(links.values()),
        sitemaps=tuple(sitemaps)[:MOST_SITEMAPS],
        links_left_out=left_out,
    )


def _kind(text: str) -> str:
    """By the root of the document, behind what may stand before it."""
    head = text[:_HEAD].lstrip("\ufeff \t\r\n")
    at = 0
    while head.startswith(("<?", "<!"), at):
        is_comment = head.startswith("<!--", at)
        end = "?>" if head.startswith("<?", at) else "-->" if is_comment else ">"
        if not is_comment and head[at : at + 14].lower() == "<!doctype html":
            return ""
        stop = head.find(end, at)
        inside = head.find("[", at, stop) if end == ">" else -1
        if inside >= 0:
            stop = head.find("]", inside)
            stop = head.find(">", stop) if stop >= 0 else -1
        if stop < 0:
            return ""
        at = stop + len(end)
        at += len(head) - at - len(head[at:].lstrip())
    root = _ROOT.match(head, at)
    if root is None or (root[1] == "RDF" and not any(name in head for name in _RSS_1)):
        return ""
    return _KINDS[root[1]]


def _read_lines(text: str, max_links: int) -> LinkList | None:
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    addresses = [line for line in lines if line]
    if not addresses or not all(map(_is_address, addresses[:_LOOKED_AT])):
        return None
    kept = tuple(Entry(line) for line in addresses[:max_links] if _is_address(line))
    return LinkList(SITEMAP, kept, left_out=max(0, len(addresses) - max_links))


def _is_address(line: str) -> bool:
    return line.startswith(("http://", "https://")) and not any(map(str.isspace, line))


def _read_xml(text: str, kind: str, max_links: int) -> LinkList:
    walk = _Walk(kind)
    for mark, said in _tokens(text):
        if mark == "<":
            walk.begin(said)
        elif mark == "</":
            walk.end(said)
        else:
            walk.text(said)
        if len(walk.path) > _DEEPEST or len(walk.entries) >= max_links:
            break
    else:
        walk.break_off()
    left_out = text.count(f"</{walk.entry_tag}>") - walk.ended if walk.entry_tag else 0
    return LinkList(kind, tuple(walk.entries), *walk.about(), left_out=max(0, left_out))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Tags as `<` or `</` with what they hold, and text without a mark; comments and declarations are left out."""
    at = 0
    while (tag := text.find("<", at)) >= 0:
        if tag > at:
            yield "", _ENTITY.sub(_character, text[at:tag])
        begins = next((begin for begin in _SKIPPED if text.startswith(begin, tag)), "<")
        at = text.find(_SKIPPED.get(begins, ">"), tag + len(begins))
        if at < 0:
            return
        if begins == "<![CDATA[":
            yield "", text[tag + len(begins) : at]
        elif begins == "<":
            inside = text[tag + 1 : at]
            yield ("</", inside[1:]) if inside.startswith("/") else ("<", inside)
        elif begins == "<!" and (subset := text.find("[", tag, at)) >= 0:
            closed = text.find("]", subset)
            at = text.find(">", max(at, closed)) if closed >= 0 else -1
            if at < 0:
                return
        at += len(_SKIPPED.get(begins, ">"))


def _character(entity: re.Match[str]) -> str:
    return unescape(entity[0])


class _Walk:
    """Told of tags and text in order; keeps the entries, and what the list says of itself."""

    def __init__(self, kind: str) -> None:
        self.entries: list[Entry] = []
        self.entry_tag = ""
        self.ended = 0
        """Entries that ended, also those without an address."""
        self.path: list[str] = []
        """Names of the elements that are open, without those of extensions' prefixes."""
        self._kind = kind
        self._prefix = ""
        """Of the root, and of what belongs to it."""
        self._entry_at = 0
        """Depth of the entry that is open."""
        self._is_sitemap = False
        self._field = ""
        self._field_at = 0
        self._parts: list[str] = []
        self._size = 0
        self._said: dict[str, str] = {}
        """Of the open entry …"""
        self._of_list: dict[str, str] = {}
        """… and of the list."""

    def begin(self, inside: str) -> None:
        written = (inside.split(None, 1) or [""])[0].rstrip("/")
        prefix, _, name = written.rpartition(":")
        if not self.path:
            self._prefix = prefix
            self._of_list["language"] = _attributes(inside).get("xml:lang", "")
        is_own = prefix in ("", self._prefix) or name == "encoded"
        if is_own and self._entry_at and not self._field and name == self.path[self._entry_at - 1]:
            self.end_entry()  # it was left open: none stands within another
        self.path.append(name)
        depth = len(self.path)
        if self._field or depth == 1:
            pass
        elif self._entry_at:
            in_news = name == "title" and self.path[-2] == "news"
            if (is_own and depth == self._entry_at + 1) or in_news:
                self._part(name, inside)
        elif is_own and _ENTRIES.get(name) == self._kind and depth <= _DEEPEST_ENTRY:
            self._entry_at, self._said, self._is_sitemap = depth, {}, name == "sitemap"
            self.entry_tag = written
        elif is_own and name in _OF_LIST and self.path[-2] in ("channel", "feed"):
            self._open(name)
        if inside.endswith("/"):
            self._close()

    def end(self, inside: str) -> None:
        """An element ends, and with it those in it that were left open; one that was never begun ends nothing."""
        name = inside.strip().rpartition(":")[2]
        if name in self.path[-_LEFT_OPEN:]:
            while self.path[-1] != name:
                self._close()
            self._close()

    def end_entry(self) -> None:
        """The entry that is open ends with what it said so far."""
        while self._entry_at:
            self._close()

    def break_off(self) -> None:
        """The document ends: a field that is open may be cut off, and says nothing."""
        self._field = ""
        self.end_entry()

    def text(self, data: str) -> None:
        if self._field and self._size < _LONGEST_FIELD:
            self._parts.append(data[:_LONGEST_FIELD])
            self._size += len(data)

    def about(self) -> tuple[str, str, str]:
        said = self._of_list
        return said.get("title", ""), said.get("description") or said.get("subtitle", ""), said.get("language", "")

    def _close(self) -> None:
        depth = len(self.path)
        if self._field and depth == self._field_at:
            into, said = self._said if self._entry_at else self._of_list, "".join(self._parts)
            into[self._field] = into.get(self._field) or (said.strip() if self._field in _ADDRESSES else _plain(said))
            self._field = ""
        elif depth == self._entry_at:
            self._entry_at = 0
            self._keep()
        self.path.pop()

    def _part(self, name: str, inside: str) -> None:
        """An element of an entry begins."""
        attributes = _attributes(inside) if name in ("link", "guid") else {}
        if attributes.get("href"):
            if attributes.get("rel", "alternate") == "alternate":
                self._said.setdefault("link", attributes["href"].strip())
        elif name in _FIELDS and attributes.get("isPermaLink") != "false":
            self._open(name)

    def _open(self, name: str) -> None:
        self._field, self._field_at, self._parts, self._size = name, len(self.path), [], 0

    def _keep(self) -> None:
        said = self._said
        self.ended += 1
        address = said.get("loc") or said.get("link") or said.get("guid", "")
        if not address:
            return
        text = next((said[name] for name in _TEXTS if said.get(name)), "")
        self.entries.append(Entry(address, said.get("title", "")[:ANCHOR], text[:ANCHOR], self._is_sitemap))


def _attributes(inside: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(inside[:_LONGEST_FIELD])
    return {name: _ENTITY.sub(_character, one or other) for name, one, other in found}


def _plain(text: str) -> str:
    """In one line, and without the markup that feeds put into their texts."""
    if "<" in text or "&" in text:
        text = unescape(_MARKUP.sub(" ", text))
    return " ".join(text.split())
