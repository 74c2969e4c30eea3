"""Texts in pieces for language models and vector stores: they end where a paragraph, a sentence or a word does."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from hashlib import blake2b

SIZE, DENSE_SIZE = 1_200, 600
"""Characters of a piece, and of one in a script that says twice as much with a character."""
LEAST, MOST = 50, 100_000
DENSE = frozenset(("zh", "ja", "ko"))
KEPT = ("url", "title", "published", "updated", "source", "author", "language", "keywords", "relevance", "fetched_at")
"""What each piece says of its page."""
EXTRA = ("score",)

_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；…])[”’」』）]*\s*(?![”’」』）])")
_CLAUSE = re.compile(r"(?<=[,;:])\s+|(?<=[，、；：])\s*")
_SPACE = re.compile(r"\s+")
_BORDERS = ((_SENTENCE, 0.5), (_CLAUSE, 0.75), (_SPACE, 0.0))
"""With the share of a piece that must stand before one."""
_JOINED = frozenset("\u200d\ufe0f")
"""They make one sign of what stands around them."""


def chunk_records(row: Mapping[str, object], size: int = 0) -> list[dict[str, object]]:
    """The pieces of a page, each with what is known of it; none when no text is kept."""
    text = str(row.get("content") or row.get("text") or "")
    pieces = chunks(text, size or (DENSE_SIZE if row.get("language") in DENSE else SIZE))
    page = blake2b(str(row["url"]).encode(), digest_size=8).hexdigest()
    known = {name: row.get(name) for name in KEPT} | {name: row[name] for name in EXTRA if name in row}
    return [
        {"id": f"{page}-{number}", **known, "chunk": number, "chunks": len(pieces), "text": piece}
        for number, piece in enumerate(pieces, start=1)
    ]


def chunks(text: str, size: int) -> list[str]:
    """The text in pieces of at most `size` characters; together they are the text but for white space."""
    pieces: list[str] = []
    held = ""
    for paragraph in filter(None, map(str.strip, text.splitlines())):
        between = "\n" if held else ""
        if len(held) + len(between) + len(paragraph) <= size:
            held += between + paragraph
            continue
        if held:
            pieces.append(held)
        *full, held = _cut(paragraph, size)
        pieces += full
    return [*pieces, held] if held else pieces


def _cut(paragraph: str, size: int) -> Iterator[str]:
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
    end = limit
    while end > start + 1 and (unicodedata.combining(text[end]) or _JOINED & {text[end - 1], text[end]}):
        end -= 1
    return end
