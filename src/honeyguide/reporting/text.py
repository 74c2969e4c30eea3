"""Text from outside, made harmless for a line, how wide it is; numbers of things, and rows as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

LETTER = 0.54
"""Width of a letter, in its height: as sans-serif fonts set it on average."""
LARGE = 1_000
"""Numbers from here on say enough without a fraction."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str, longest: int = 0) -> str:
    """On one line, without anything that a terminal obeys or that turns the reading direction."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return shown if not longest or len(shown) <= longest else shown[: longest - 1] + "…"


def xml(text: str) -> str:
    """With a mark in the place of what XML cannot hold."""
    return _NOT_XML.sub("�", text)


def counted(many: int, one: str, several: str = "") -> str:
    """`1 item`, `1,200 items`."""
    return f"{many:,} {one if many == 1 else several or one + 's'}"


def number(value: float) -> str:
    """A whole number, or one of a thousand and more, in full, `1,200`; others to three digits, `0.0123`."""
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= LARGE else f"{value:,.3g}"


def width(text: str) -> float:
    """In heights of a letter, as sans-serif fonts set it on average: a Chinese character is a square [ours]."""
    return sum(0.0 if combining(char) else 1.0 if east_asian_width(char) in "WF" else LETTER for char in text)


def fitted(text: str, room: float) -> str:
    """As much of a text as goes into this width, with an ellipsis where it is cut."""
    if width(text) <= room:
        return text
    taken, used = 0, LETTER
    while taken < len(text) and used + width(text[taken]) <= room:
        used += width(text[taken])
        taken += 1
    return text[:taken].rstrip(" ,") + "…"


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(rows)
    return stream.getvalue()
