"""One pass over a page for its structure: headings, paragraphs, items of lists, code, tables and links."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import Struct, structs
from turbohtml.saxparse import SaxHandler, sax_parse

from honeyguide.model import Block, Span, Spans
from honeyguide.parsing.html import bounded, visible
from honeyguide.parsing.page_handler import BLOCK, HIDDEN, LONGEST_HREF, TAGS, Attributes
from honeyguide.parsing.tables import Cell, Table
from honeyguide.urls import resolve

LONGEST_HTML = 2_000_000
"""Characters of a page that are read."""
UNSEEN = frozenset(("title", "button", "select", "textarea", "annotation", "audio", "video", "object", "rp", "rt"))
CODE = frozenset(("code", "kbd", "samp", "tt"))
LISTS = frozenset(("ul", "ol", "menu", "dl"))
HEADINGS = {f"h{level}": level for level in range(1, 7)}
AROUND_MAIN = frozenset(("nav", "footer", "aside"))
ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "doc-toc"))
BESIDE = re.compile(
    r"(?:^|\s)(?:(?:site|page|main|left|right|top|bottom|side|post|entry|article|global|primary|secondary|mw|social|"
    r"related|sphinx|cookie|wp)[-_]?)?(?:nav|navbar|navbox|navigation|menu|breadcrumbs?|sidebar|toc|footer|share|"
    r"sharing|comments?|advert|ads?|promo|newsletter|pagination|pager|catlinks|printfooter|related|cookie|banner|"
    r"recommended|widget|sharedaddy|jp-relatedposts)(?:[-_]?(?:wrapper|container|links?|list|box|block|area|buttons?|inner|section|posts?|bar))?"
    r"(?:\s|$)",
    re.IGNORECASE,
)
"""Classes and ids that name by custom what stands around the main text."""
_MARKS = (
    r"headerlink|header-anchor|mw-editsection|anchorjs-link|heading-anchor|hash-link|linenos?|line-?numbers?(?:-rows)?|"
    r"gutter|rouge-gutter|pre-numbering|hljs-ln-numbers|crayon-(?:nums|toolbar|plain-wrap)|copybtn|copy-button"
)
MARKS = re.compile(rf"(?:^|\s)(?:{_MARKS})(?:\s|$)", re.IGNORECASE)
"""Those of what is never text: marks to link to a heading, numbers of lines, buttons …"""
TOOLS = re.compile(
    rf"(?:^|\s)(?:{_MARKS}|noprint|sr-only|visually-?hidden|screen-reader-text|hide-text)(?:\s|$)",
    re.IGNORECASE,
)
"""… and of what nobody sees."""
CAN_BE_NUMBERED = frozenset(("html", "body", "main", "article", "pre", "code"))
"""Elements whose class may say that the lines of code in them have numbers: they are none."""
NUMBERED = re.compile(r"(?:^|\s)(?:lnt?|boring)(?:\s|$)")
"""The number of a line, within code; or a line that mdBook does not show."""
TABS = re.compile(r"(?:^|\s)(?:nav-tabs|tab-(?:list|labels|nav)|tabbed-labels|tabs(?:-(?:list|labels|nav))?)(?:\s|$)")
"""Of the labels of tabs."""
CODE_LINES = "crayon-pre"
"""Of an element that holds code without a `<pre>`, each line in an element …"""
HIGHLIGHTER = "syntaxhighlighter"
"""… as one of class `container` within one of this class does."""
NOTE = re.compile(
    r"(?:^|[\s_-])(?:admonition|note|tip|hint|warning|caution|danger|attention|callout|footnotes?)"
    r"(?:-list)?(?:[\s_-]|$)",
    re.IGNORECASE,
)
"""Of an `<aside>` that is part of the text that it stands in."""
NOTE_ROLES = frozenset(("note", "doc-footnote", "doc-endnotes", "doc-tip", "doc-notice"))
LANGUAGE = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-(?:source|text)|highlight|mw-highlight-lang|src)-|brush:\s*|hljs\s+(?:language-)?|"
    r"sourceCode\s+(?:(?:numberSource|numberLines|literate)\s+)*)([A-Za-z][\w+#.\-]{0,19})"
)
NO_LANGUAGE = frozenset(
    ("none", "text", "plain", "plaintext", "txt", "default", "notranslate", "nohighlight", "auto", "numberlines",
     "line", "lines", "box", "block", "body", "code", "container", "content", "inner", "title", "wrap", "wrapper")
)  # fmt: skip
"""What a class says in its place: that there is none, or, as `highlight-wrapper`, how it looks."""
HIGHLIGHTED = frozenset(
    ("highlight", "codehilite", "prettyprint", "rouge", "chroma", "prism", "syntax", "sourcecode", "programlisting",
     HIGHLIGHTER)
)  # fmt: skip
"""Classes of code beside which a language stands as a bare word …"""
BARE_LANGUAGE = re.compile(
    r"ada|asm|awk|bash|bat|c|c#|c\+\+|clojure|cmake|cpp|cs|csharp|css|dart|diff|dockerfile|elixir|"
    r"elm|erlang|f#|fortran|fsharp|go|golang|graphql|groovy|haskell|hcl|html|ini|java|javascript|js|"
    r"json|jsx|julia|kotlin|latex|less|lisp|lua|make|makefile|markdown|matlab|nginx|nix|objc|ocaml|"
    r"pascal|perl|php|powershell|prolog|protobuf|py|python|python3|r|rb|ruby|rs|rust|sass|scala|"
    r"scheme|scss|sh|shell|sql|swift|tcl|tex|toml|ts|tsx|typescript|vb|vim|xml|yaml|yml|zig|zsh"
)
"""… and these, as on a `<pre>` or `<code>`: any other word may be for looks."""
NEAR = 7
"""Elements above a `<pre>` that may name its language."""
ENDS_HEADING = frozenset((
    "p", "ul", "ol", "dl", "table", "pre", "blockquote", "section", "article", "main", "nav", "aside", "footer",
    "form", "figure", "details", "hr",
))  # fmt: skip
"""What stands in no heading: one that says something was left open before it."""

_HAN = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]"
_JOINED = re.compile(rf"(?<={_HAN})[ \t]*\r?\n\s*(?={_HAN})")
"""Where the source breaks a line that Chinese writes without a gap."""
_NUMBERS = re.compile(r"[\d\s]*")
_RAISED = re.compile(r"[+\-−]?\d{1,3}")
_PERMALINK = re.compile(r"\s*(?:[¶🔗]|\s[§#]|\[edit\]|\[编辑\])\s*$")
SIGNS = frozenset("¶§#🔗")
"""Of a link to the heading that they stand behind; C# ends in one that is none."""


class PlacedBlock(Struct, frozen=True):
    block: Block
    beside: bool
    """In what is by its tag, role or name navigation, a footer, comments, …"""
    leads: bool = False
    """It is nothing but a link to another place of the page."""
    note: bool = False
    """In a note or a footnote of the text that it stands in."""
    row: bool = False
    """It was the only row of a table."""


class PageStructure(NamedTuple):
    blocks: list[PlacedBlock]
    """All blocks of the page, in its order."""
    ranges: list[range]
    """Which of them each element holds that holds more than one."""


def structure(html: str, url: str) -> PageStructure:
    walk = _Walk(url)
    sax_parse(bounded(html[:LONGEST_HTML], tabs=True), walk)
    walk.flush()
    return PageStructure(walk.found, walk.ranges)


class _Walk(SaxHandler):
    __slots__ = (
        "base", "beside", "caption", "code", "depth", "footnote", "found", "headed", "heading", "highlighter",
        "language", "languages", "leading", "leads", "link", "links", "lists", "main", "marker", "note",
        "note_number", "numbers_note", "open_items", "outer", "pieces", "pre", "pre_parts", "raised", "raises",
        "ranges", "skip", "starts", "tables", "tabs", "url",
    )  # fmt: skip

    comment = staticmethod(len)  # type: ignore[assignment]

    def __init__(self, url: str) -> None:
        self.url = self.base = url
        self.found: list[PlacedBlock] = []
        self.ranges: list[range] = []
        self.starts: list[int] = []
        """Of the elements that are open, how many blocks were found before them."""
        self.depth = self.skip = self.beside = self.main = self.pre = self.code = self.heading = self.open_items = 0
        self.note = self.highlighter = self.tabs = self.caption = 0
        self.headed = False
        """The heading that is open has said something."""
        self.raised = 0
        """Pieces of the line before the raised text that is open …"""
        self.footnote = self.raises = False
        """… and whether that leads to a place of the page, and is a link to a note, in a `<sup>` or not."""
        self.leading = False
        """Inside a link to another place of the page …"""
        self.leads: bool | None = None
        """… and whether all of the line that is open was; None for a line without text."""
        self.pieces: list[Span] = []
        self.pre_parts: list[str] = []
        self.numbers_note = False
        """The link that is open is the number of a note, which stands before it in a line of its own."""
        self.language = self.link = self.marker = self.note_number = ""
        self.languages: list[tuple[int, str]] = []
        """Of elements that name one, with their depth."""
        self.links: dict[str, str] = {}
        self.lists: list[int | None] = []
        """Items so far of the lists that are open, as they are numbered; None for lists without numbers."""
        self.outer: list[list[int | None]] = []
        """The lists around each quotation that is open."""
        self.tables: list[Table[PlacedBlock]] = []

    def start_element(self, tag: str, attrs: Attributes) -> None:
        self.depth += 1
        if self.skip:
            return
        got = dict(attrs) if attrs else {}
        if TAGS.get(tag, 0) & HIDDEN or tag in UNSEEN or (got and self._unseen(tag, got)):
            self.skip = self.depth
            return
        if self.pre:
            if tag == "br":
                self.pre_parts.append("\n")
            elif not self.language and got:
                self.language = _language(tag, got)
            return
        if TAGS.get(tag, 0) & BLOCK and tag != "br":
            self.flush()
            self.starts.append(len(self.found))
        is_note = tag == "aside" and self.main and _is_note(got)
        if is_note and not self.note:
            self.note = self.depth
        if got and not self.beside and not is_note and self._is_beside(tag, got):
            self.beside = self.depth
        if got and (named := _language(tag, got)):
            self.languages.append((self.depth, named))
        classes = got.get("class") or ""
        if HIGHLIGHTER in classes:
            self.highlighter = self.highlighter or self.depth
        elif not self.tabs and TABS.search(classes):
            self.tabs = self.depth
        self._open(tag, got)

    def _open(self, tag: str, got: dict[str, str | None]) -> None:
        if self.headed and tag in ENDS_HEADING:
            self.heading, self.headed = 0, False
        if tag == "a":
            self.link = self._target(got.get("href") or "")
            self.leading = (got.get("href") or "").startswith("#")
            self.footnote = self.leading
            self.numbers_note = "footnote-number" in (got.get("class") or "")
            if self.leading and not self.raised and _leads_to_a_note(got):
                self.raised, self.raises = len(self.pieces), True
        elif tag in CODE:
            self.code += 1
        elif tag == "sup" and not self.raises:
            self.raised, self.footnote = len(self.pieces), False
        elif tag in HEADINGS:
            if not self.caption:
                self.heading, self.headed = HEADINGS[tag], False
        elif tag == "figcaption":
            self.caption = self.caption or self.depth
        elif tag in LISTS:
            self.lists.append(_number(got.get("start"), 1) - 1 if tag == "ol" else None)
        elif tag in ("li", "dt"):
            self._item(got.get("value"))
        elif tag == "br":
            if self.heading or self.open_items:
                self.pieces.append(Span(" "))
            else:
                self.flush()
        elif tag == "pre" or (tag == "div" and got and self._holds_code(got)):
            self.pre = self.depth
            near = [name for depth, name in self.languages if depth >= self.depth - NEAR]
            self.language = near[-1] if near else ""
        elif tag == "blockquote":
            self.outer.append(self.lists)
            self.lists = []
        elif tag == "table":
            self.tables.append(Table(laid_out=got.get("role") in ("presentation", "none")))
        elif self.tables and tag == "tr":
            self.tables[-1].rows.append([])
        elif self.tables and tag in ("td", "th"):
            self.tables[-1].open_cell(Cell(tag == "th", _count(got.get("colspan")), _count(got.get("rowspan"))))
        elif (tag in ("main", "article") or got.get("role") == "main") and not self.main:
            self.main = self.depth
        elif (tag in AROUND_MAIN and not (tag == "aside" and self.note)) or (tag == "header" and not self.main):
            self.beside = self.beside or self.depth
        elif tag == "base":
            found = resolve(got.get("href") or "", self.url)
            self.base = found[0] if found else self.base

    def end_element(self, tag: str) -> None:
        if self.skip == self.depth:
            self.skip = 0
        elif not self.skip:
            if self.pre:
                self._end_in_code(tag)
            else:
                self._end(tag)
            if not self.pre and TAGS.get(tag, 0) & BLOCK and tag != "br" and self.starts:
                start = self.starts.pop()
                if len(self.found) > start + 1:
                    self.ranges.append(range(start, len(self.found)))
            if self.languages and self.languages[-1][0] == self.depth:
                self.languages.pop()
            if self.main == self.depth:
                self.main = 0
            if self.beside == self.depth:
                self.beside = 0
            if self.note == self.depth:
                self.note = 0
            if self.highlighter == self.depth:
                self.highlighter = 0
            if self.tabs == self.depth:
                self.tabs = 0
            if self.caption == self.depth:
                self.caption = 0
        self.depth -= 1

    def _end(self, tag: str) -> None:
        if TAGS.get(tag, 0) & BLOCK and tag != "br":
            self.flush()
        if tag == "a":
            if self.raises:
                self._end_raised()
            self.link, self.leading = "", False
        elif tag == "sup" and not self.raises:
            self._end_raised()
        elif tag == "label":
            self.pieces.append(Span(" "))
        elif tag in CODE:
            self.code = max(0, self.code - 1)
        elif tag in HEADINGS:
            self.heading = 0
        elif tag in LISTS:
            if self.lists:
                self.lists.pop()
        elif tag in ("li", "dt"):
            self.open_items = max(0, self.open_items - 1)
        elif tag == "blockquote" and self.outer:
            self.lists = self.outer.pop()
        elif self.tables and tag in ("td", "th"):
            self.tables[-1].cell = None
        elif self.tables and tag == "table":
            self._end_table(self.tables.pop())

    def _end_raised(self) -> None:
        """A raised number behind a word is a power, or the mark of a footnote where it leads to one."""
        at, self.raised, self.raises = self.raised, 0, False
        said = "".join(span.text for span in self.pieces[at:]).strip() if at else ""
        before = self.pieces[at - 1].text[-1:] if at else ""
        if not _RAISED.fullmatch(said) or before.isspace():
            return
        if self.footnote:
            self.pieces[at:] = [Span(f"[{said}]")]
        elif before.isalnum():
            self.pieces.insert(at, structs.replace(self.pieces[at], text="^"))

    def _end_in_code(self, tag: str) -> None:
        if self.pre == self.depth:
            self.pre = 0
            text = "".join(self.pre_parts).replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")
            text = text.strip("\n").rstrip()
            self.pre_parts.clear()
            if not _NUMBERS.fullmatch(text):  # numbers of lines, in a column of their own
                label = self._label_of_code()
                self._add(Block("code", (Span(text, code=True),), language=self.language or label))
            self.language = ""
        elif TAGS.get(tag, 0) & BLOCK and tag != "br" and self.pre_parts and not self.pre_parts[-1].endswith("\n"):
            self.pre_parts.append("\n")

    def _label_of_code(self) -> str:
        """The name of a language that stands above code in a line of its own: it is no text, but says which it is."""
        last = self.found[-1] if self.found and not self.tables else None
        if last is None or last.block.kind != "paragraph" or last.block.marker or last.block.depth != len(self.lists):
            return ""
        label = last.block.text.lower()
        ends_an_element = bool(self.ranges) and self.ranges[-1].stop == len(self.found)
        if ends_an_element or len(label) < 2 or not BARE_LANGUAGE.fullmatch(label):
            return ""
        self.found.pop()
        self.starts = [min(start, len(self.found)) for start in self.starts]
        return label

    def _end_table(self, table: Table[PlacedBlock]) -> None:
        for each in table.loose:
            self._put(each)
        rows = table.grid(lambda placed: placed.block)
        if rows:
            self._add(Block("table", rows=rows))
            return
        if only := table.only_row(lambda placed: placed.block):
            self._add(Block("paragraph", only), row=True)
            return
        for cell in (cell for row in table.rows for cell in row):
            for each in cell.held:
                self._put(each)

    def characters(self, data: str) -> None:
        if self.skip:
            return
        if self.pre:
            self.pre_parts.append(data)
        elif data := visible(data):
            self.pieces.append(Span(data, bool(self.code), self.link))
            if not data.isspace():
                self.leads = self.leading and self.leads is not False

    def flush(self) -> None:
        """End the line of text that is open."""
        if not self.pieces:
            return
        if self.heading and self.pieces[-1].text.strip() in SIGNS:
            self.pieces.pop()
        spans, leads, numbers_note = one_line(self.pieces), bool(self.leads), self.numbers_note
        self.pieces.clear()
        self.raised, self.raises = 0, False
        self.leads, self.numbers_note = None, False
        if not spans:
            return
        if numbers_note and leads:
            self.note_number = f"[{''.join(span.text for span in spans)}] "
            return
        if self.note_number and not self.heading:
            spans, self.note_number = (Span(self.note_number), *spans), ""
        if self.heading:
            text = _PERMALINK.sub("", "".join(span.text for span in spans)).removeprefix("§").lstrip()
            if text:
                self.headed, self.marker = True, ""
                block = Block("heading", (Span(text),), self.heading)
                self._put(PlacedBlock(block, bool(self.beside), note=bool(self.note)))
        else:
            self._add(Block("paragraph", spans), leads=leads)

    def _add(self, block: Block, *, leads: bool = False, row: bool = False) -> None:
        block = structs.replace(block, depth=len(self.lists), marker=self.marker, quoted=len(self.outer))
        self.marker = ""
        self._put(PlacedBlock(block, bool(self.beside), leads, bool(self.note), row))

    def _put(self, placed: PlacedBlock) -> None:
        (self.tables[-1].held if self.tables else self.found).append(placed)

    def _item(self, value: str | None) -> None:
        self.open_items += 1
        before = self.lists[-1] if self.lists else None
        if before is None:
            self.marker = "-"
        else:
            self.lists[-1] = number = _number(value, before + 1)
            self.marker = f"{number}."

    def _target(self, href: str) -> str:
        if not href or href[0] == "#" or len(href) > LONGEST_HREF:
            return ""
        if href not in self.links:
            found = resolve(href, self.base)
            self.links[href] = found[0] if found and found[0] != self.url else ""
        return self.links[href]

    def _unseen(self, tag: str, got: dict[str, str | None]) -> bool:
        if "hidden" in got and got.get("role") != "tabpanel":
            return True
        style = got.get("style") or ""
        if got.get("aria-hidden") == "true" or "display:none" in style.replace(" ", ""):
            return True
        if got.get("role") in ("tablist", "tab"):
            return True
        classes = got.get("class") or ""
        if self.pre and NUMBERED.search(classes):
            return True
        if tag == "label" and self.tabs and "for" in got:
            return True
        if tag == "span" and classes == "lang" and self.languages and self.languages[-1][0] == self.depth - 1:
            return True
        if tag in ("ul", "ol") and TABS.search(classes):
            return True
        return tag not in CAN_BE_NUMBERED and TOOLS.search(classes) is not None

    def _holds_code(self, got: dict[str, str | None]) -> bool:
        """Whether it is code with each line in an element of its own, as programs for blogs write it."""
        classes = (got.get("class") or "").split()
        return CODE_LINES in classes or (bool(self.highlighter) and "container" in classes)

    def _is_beside(self, tag: str, got: dict[str, str | None]) -> bool:
        if tag in ("html", "body", "main", "article"):
            return False
        names = got.get("class"), got.get("id")
        return got.get("role") in ROLES or any(name and BESIDE.search(name) for name in names)


def one_line(pieces: list[Span]) -> Spans:
    """Pieces of text with their white space as it is shown, those of one kind joined."""
    joined: list[Span] = []
    start = 0
    while start < len(pieces):
        first, end = pieces[start], start + 1
        while end < len(pieces) and (pieces[end].code, pieces[end].link) == (first.code, first.link):
            end += 1
        joined.append(Span("".join(piece.text for piece in pieces[start:end]), first.code, first.link))
        start = end
    shown: list[Span] = []
    gap = True
    for piece in joined:
        source = _JOINED.sub("", piece.text) if "\n" in piece.text else piece.text
        words = " ".join(source.split())
        before = " " if source[:1].isspace() and not gap else ""
        after = " " if words and source[-1:].isspace() else ""
        if text := before + words + after:
            shown.append(Span(text, piece.code, piece.link))
            gap = text.endswith(" ")
    while shown and not shown[-1].text.strip():
        shown.pop()
    if shown:
        shown[-1] = structs.replace(shown[-1], text=shown[-1].text.rstrip())
    return tuple(shown)


def _language(tag: str, got: dict[str, str | None]) -> str:
    named, classes = got.get("data-lang") or got.get("data-language") or "", got.get("class") or ""
    if tag in ("pre", "code") and BARE_LANGUAGE.fullmatch((got.get("lang") or "").lower()):
        named = got.get("lang") or ""
    if found := LANGUAGE.search(f"language-{named}" if named else classes):
        language = found[1].lower()
        return "" if language in NO_LANGUAGE else "html" if language == "html-basic" else language  # GitHub's name
    words = classes.lower().split()
    bare = tag in ("pre", "code") or not HIGHLIGHTED.isdisjoint(words)
    return next((word for word in words if BARE_LANGUAGE.fullmatch(word)), "") if bare else ""


def _leads_to_a_note(got: dict[str, str | None]) -> bool:
    return got.get("role") == "doc-noteref" or "footnote" in (got.get("class") or "")


def _is_note(got: dict[str, str | None]) -> bool:
    return got.get("role") in NOTE_ROLES or NOTE.search(got.get("class") or "") is not None


def _count(value: str | None) -> int:
    return _number(value, 1, digits=3)


def _number(value: str | None, default: int, digits: int = 6) -> int:
    return int(value) if value and value.isascii() and value.isdigit() and len(value) <= digits else default
