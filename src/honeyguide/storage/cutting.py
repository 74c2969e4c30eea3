"""Where a long line is cut: after a sentence, else a clause, else a word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；…])[”’」』）]*\s*(?![”’」』）])")
_CLAUSE = re.compile(r"(?<=[,;:])\s+|(?<=[，、；：])\s*")
_SPACE = re.compile(r"\s+")
_BORDERS = ((_SENTENCE, 0.5), (_CLAUSE, 0.75), (_SPACE, 0.0))
"""With the share of a piece that must stand before one."""
_JOINED = frozenset("\u200d\ufe0f")
"""They make one sign of what stands around them."""
_LONGEST_SIGN = 32
"""Characters that make one sign; a longer run of them is no writing, and is cut like anything else."""


def cut(paragraph: str, size: int) -> Iterator[str]:
    """A paragraph in pieces that fit and end where a sentence, a clause or at least a word does."""
    start = 0
    while len(paragraph) - start > size:
        end = _last_border(paragraph, start, start + size)
        yield paragraph[start:end].rstrip()
        start = end
        while paragraph[start].isspace():
            start += 1
    yield paragraph[start:]


def _last_border(text: str, start: int, limit: int) -> int:
    """Where the best kind of border is last met; one that would leave a small piece does not count."""
    whole = text[limit].isspace()
    for border, share in _BORDERS:
        least = start + int((limit - start) * share)
        ends = [match.end() for match in border.finditer(text, start, limit + 1)]
        if found := [end for end in ends if least < end <= limit + whole]:
            return found[-1]
    for end in range(limit, max(limit - _LONGEST_SIGN, (start + limit) // 2), -1):
        if not (unicodedata.combining(text[end]) or _JOINED & {text[end - 1], text[end]}):
            return end
    return limit
