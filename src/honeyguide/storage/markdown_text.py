"""Blocks of a page as Markdown. What a page says stands in its place and never becomes other markup than ours.

That is: headings, lists, quotations, tables, code, and links to pages of the web; no HTML, no image, no address that
a reader makes a link of by itself, and no sign that turns the reading direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from honeyguide.model import Block, Span

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
_CONTROL_IN_CODE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_TURNING = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What turns the reading direction: a line must read as it is written."""
_ADDRESS = re.compile(
    r"(?:(?<![a-z0-9])(?:[a-z][a-z0-9+.\-]{1,20}://|(?:mailto|xmpp|tel|data|javascript):(?=\S)|www\d?\.)|"
    r"(?<![\w:/])//(?=\w))[^\s<>`{}\u3000-\u303f\u3400-\u9fff\uff00-\uffef]*|"
    r"[\w.+\-]{1,64}@[\w\-]+(?:\.[\w\-]+)+|"
    r"(?<![a-z0-9])(?:[a-z0-9\-]{1,63}\.){1,8}(?:com|org|net|edu|gov|info|biz|(?-i:(?!js|ts|cs|go|hs|kt|rb|db|gz|xz)[a-z]{2}|[A-Z]{2}))\b"
    r"(?:/[\w.~%/?=&#\-]*)?",
    re.IGNORECASE | re.ASCII,
)
"""What some readers of Markdown make a link of without being told to."""
_MARKUP = re.compile(r"[\\*_\[\]{}~$^]")
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_LINE_START = re.compile(r"^(?:(?=[#+\-=>:|])|\d{1,9}(?=[.)](?:\s|$)))")
_BEFORE = r"\g<0>\\"
_HEADING_END = re.compile(r"#(?=#*$)")
_TICKS = re.compile("`+")
_NOT_IN_TARGET = re.compile(r"[\s()<>\\`{}|*\"']|[^\x21-\x7e]")
_LANGUAGE = re.compile(r"[a-z][a-z0-9+#.\-]{0,19}")
_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_ROW = re.compile(r"\|.*\|")
_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"-{3,}")
MOST_COLUMNS = 60
LEAST_INDENT = 4
"""Columns that what belongs to an item of a list stands in from it."""
MOST_QUOTED, DEEPEST_LIST = 3, 6


def estimated_tokens(text: str) -> int:
    """About how many tokens a language model reads: one for each Chinese, Japanese or Korean character, else one for
    four characters. An estimate: every model has its own tokenizer.
    """
    dense = len(_HAN.findall(text))
    return dense + -(-(len(text) - dense) // 4)


def blocks_of_text(text: str) -> list[Block]:
    """A text of which nothing but its lines is known: paragraphs, items where a line begins with `- `, and tables
    where several lines on end stand between bars, as trafilatura writes their rows."""
    blocks: list[Block] = []
    rows: list[str] = []
    for line in (*filter(None, map(one_line, text.splitlines())), ""):
        if _ROW.fullmatch(line):
            rows.append(line)
            continue
        blocks += _table(rows)
        rows.clear()
        if line.startswith("- "):
            blocks.append(Block("paragraph", (Span(line[2:]),), depth=1, marker="-"))
        elif line:
            blocks.append(Block("paragraph", (Span(line),)))
    return blocks


def _table(lines: Sequence[str]) -> list[Block]:
    rows = [[cell.strip().replace("\\|", "|") for cell in _BAR.split(line[1:-1])] for line in lines]
    said = [row for row in rows if not all(map(_RULE.fullmatch, row))]
    width = max(map(len, said), default=0)
    if len(lines) < 2 or not said or width > MOST_COLUMNS:
        return [Block("paragraph", (Span(line),)) for line in lines]
    full = [tuple((Span(cell),) if cell else () for cell in (*row, *[""] * (width - len(row)))) for row in said]
    headed = len(said) < len(rows) and said[0] is rows[0]
    return [Block("table", rows=tuple(full) if headed else (((),) * width, *full))]


def markdown(blocks: Iterable[Block]) -> str:
    writer = Writer()
    return "".join(map(writer.add, blocks))


class Writer:
    """Writes one block after the other; any choice of blocks is well-formed Markdown."""

    def __init__(self) -> None:
        self._widths: list[int] = []
        """Of the items that are open, how far in what belongs to them stands …"""
        self._depths: list[int] = []
        """… and how many lists the page has them in …"""
        self._numbers: list[tuple[int, str]] = []
        """… with the last number of each list of these, and the sign behind it."""
        self._last: Block | None = None

    def add(self, block: Block) -> str:
        """The text that this block adds, with the gap between it and the one before."""
        quote = "> " * min(block.quoted, MOST_QUOTED)
        if self._last is not None and self._last.quoted != block.quoted:
            self._widths, self._depths = [], []
        marker = block.marker if block.kind == "paragraph" and block.depth else ""
        outer = 0 if block.kind == "heading" else sum(each < block.depth + (not marker) for each in self._depths)
        depth = min(outer + bool(marker), DEEPEST_LIST)
        same = self._last is not None and self._last.quoted == block.quoted
        apart = f"\n{quote.rstrip()}\n" if same else "\n\n"  # one quotation: else what belongs to an item is code
        gap = "" if self._last is None else "\n" if marker and self._follows(block, depth) else apart
        if marker:
            marker = self._numbered(marker, depth)
            before = " " * sum(self._widths[: depth - 1]) + f"{marker} "
            self._widths = [*self._widths[: depth - 1], max(LEAST_INDENT, len(marker) + 1)]
            self._depths = [*self._depths[: depth - 1], block.depth]
        else:
            self._widths, self._depths = self._widths[:depth], self._depths[:depth]
            before = " " * sum(self._widths)
        indent = " " * sum(self._widths)
        first, *others = _lines(block)
        self._last = block
        rest = (f"{quote}{indent}{line}".rstrip() for line in others)
        return gap + "\n".join((f"{quote}{before}{first}", *rest))

    def _numbered(self, marker: str, depth: int) -> str:
        """The marker, with another sign where its number does not go on: Markdown then sees that a list begins."""
        number, sign = (int(marker[:-1]) if marker != "-" else -1), "."
        if number >= 0 and len(self._numbers) >= depth <= len(self._widths):
            last, sign = self._numbers[depth - 1]
            if 0 <= number <= last:
                sign = ")" if sign == "." else "."
        self._numbers = [*self._numbers[: depth - 1], (number, sign)]
        return f"{number}{sign}" if number >= 0 else marker

    def _follows(self, block: Block, depth: int) -> bool:
        """Whether an item stands right below the one before, without an empty line."""
        last = self._last
        if last is None or last.kind != "paragraph" or not self._widths or last.quoted != block.quoted:
            return False
        return depth <= len(self._widths) or block.marker in ("-", "1.")


def _lines(block: Block) -> list[str]:
    if block.kind == "heading":
        return [f"{'#' * min(6, max(1, block.level))} {heading(block.text)}"]
    if block.kind == "code":
        fence = fence_of(block)
        language = block.language if _LANGUAGE.fullmatch(block.language) else ""
        return [fence + language, *code_lines(block), fence]
    if block.kind == "table":
        header, *rows = (" | ".join(_inline(cell, cell=True) for cell in row) for row in block.rows)
        between = " | ".join("---" for _ in block.rows[0])
        return [f"| {line} |" for line in (header, between, *rows)]
    return [_LINE_START.sub(_BEFORE, _inline(block.spans)) or "&nbsp;"]


def code_lines(block: Block) -> list[str]:
    return _CONTROL_IN_CODE.sub("", _TURNING.sub("", block.text)).split("\n")


def fence_of(block: Block) -> str:
    """Longer than any that stands in the code."""
    return "`" * max(3, 1 + max(map(len, _TICKS.findall(block.text)), default=0))


def _inline(spans: Sequence[Span], *, cell: bool = False) -> str:
    parts: list[str] = []
    for link, linked in groupby(spans, key=attrgetter("link")):
        shown = _joined(_shown(span, cell=cell) for span in linked)
        words = shown.strip()
        if link and words:
            shown = f"{' ' * shown[:1].isspace()}[{words}]({_target(link)}){' ' * shown[-1:].isspace()}"
        parts.append(shown)
    return _joined(parts).strip()


def _shown(span: Span, *, cell: bool) -> str:
    text = _CONTROL.sub(" ", _TURNING.sub("", span.text))
    words = text.strip()
    shown = _code(words, cell=cell) if span.code and words else _plain(words, cell=cell)
    return " " * text[:1].isspace() + shown + " " * (bool(words) and text[-1:].isspace())


def _target(url: str) -> str:
    """An address in which nothing ends the link."""
    safe = _NOT_IN_TARGET.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), url)
    return _ENTITY.sub("&amp;", safe)


def _code(text: str, *, cell: bool = False) -> str:
    if cell and "|" in text:
        return _text(text, cell=True)
    ticks = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def escaped(line: str) -> str:
    """A line that Markdown shows as it is; addresses stand as code, which is never a link."""
    return _plain(one_line(line))


def heading(line: str) -> str:
    """A line that stands as it is behind the signs of a heading."""
    return _HEADING_END.sub(r"\\#", escaped(line))


def one_line(line: str) -> str:
    return " ".join(_CONTROL.sub(" ", _TURNING.sub("", line)).split())


def _plain(line: str, *, cell: bool = False) -> str:
    parts, end = [], 0
    for found in _ADDRESS.finditer(line):
        parts += [_text(line[end : found.start()], cell=cell), _code(found[0], cell=cell)]
        end = found.end()
    return _joined((*parts, _text(line[end:], cell=cell)))


def _joined(parts: Iterable[str]) -> str:
    """Code beside code stands apart, since their signs would be read as one and what is in them as markup; and a link
    behind an exclamation mark is no image."""
    line = ""
    for part in parts:
        if part.startswith("[") and line.endswith("!"):
            line = f"{line[:-1]}\\!"
        line += f" {part}" if part.startswith("`") and line.endswith("`") else part
    return line


def _text(text: str, *, cell: bool = False) -> str:
    text = _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace("`", "&#96;")
    text = _MARKUP.sub(r"\\\g<0>", text)
    return text.replace("|", "\\|") if cell else text
