"""HTML of what comes from outside: escaped, cut to a length, its reading direction kept to itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from honeyguide.reporting.text import plain

LONGEST = 160
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def said(text: str, language: str = "", longest: int = LONGEST) -> str:
    """Words of a page."""
    spoken = f' lang="{language}"' if _LANGUAGE.fullmatch(language) else ""
    return f"<bdi{spoken}>{escape(plain(text, longest))}</bdi>"


def link(url: str, text: str, language: str = "") -> str:
    """To a page of the web, whose address is shown when it has no words; anything else but http is no link."""
    shown = said(text if plain(text) else url, language)
    if not url.startswith(("http://", "https://")):
        return shown
    return f'<a href="{escape(plain(url))}" rel="noopener noreferrer nofollow">{shown}</a>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """Cells are HTML; the first of a row is its head; a head that ends in a star is of a column of numbers."""
    numbers = [head.endswith("*") for head in heads]
    names = "".join(
        f'<th scope="col"{_kind(numbers[at])}>{escape(head.rstrip("*"))}</th>' for at, head in enumerate(heads)
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    lines = "\n".join(f"<tr>{''.join(_cells(row, heads))}</tr>" for row in rows)
    return f'<div class="wide"><table>{title}<thead><tr>{names}</tr></thead><tbody>\n{lines}\n</tbody></table></div>'


def _cells(row: Sequence[str], heads: Sequence[str]) -> Iterable[str]:
    """Each knows its head: where columns do not fit beside each other, CSS shows it."""
    for at, (cell, head) in enumerate(zip(row, heads, strict=True)):
        name = escape(head.rstrip("*"))
        tag, more = ("td", f' data-head="{name}"') if at else ("th", ' scope="row"')
        yield f"<{tag}{more}{_kind(head.endswith('*'))}>{cell}</{tag}>"


def _kind(number: bool) -> str:
    return ' class="number"' if number else ' class="text"'
