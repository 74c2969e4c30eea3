"""Texts in pieces for language models and vector stores: they end where a paragraph, a sentence or a word does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from honeyguide.model import Block
from honeyguide.storage.cutting import cut
from honeyguide.storage.markdown_text import estimated_tokens
from honeyguide.storage.structured_chunks import Piece, pieces

SIZE, DENSE_SIZE = 1_200, 600
"""Characters of a piece, and of one in a script that says twice as much with a character."""
LEAST, MOST = 50, 100_000
DENSE = frozenset(("zh", "ja", "ko"))
KEPT = ("url", "title", "published", "updated", "source", "author", "language", "keywords", "relevance", "fetched_at")
"""What each piece says of its page."""
EXTRA = ("score",)


def chunk_records(row: Mapping[str, object], size: int = 0, blocks: Sequence[Block] = ()) -> list[dict[str, object]]:
    """The pieces of a page, each with what is known of it; none when no text is kept.

    They are Markdown when the page's blocks are known, else its text as it stands.
    """
    text = str(row.get("content") or row.get("text") or "")
    size = size or (DENSE_SIZE if row.get("language") in DENSE else SIZE)
    found = pieces(blocks, size) if blocks else [Piece((), piece) for piece in chunks(text, size)]
    page = blake2b(str(row["url"]).encode(), digest_size=8).hexdigest()
    known = {name: row.get(name) for name in KEPT} | {name: row[name] for name in EXTRA if name in row}
    return [
        {
            "id": f"{page}-{number}",
            **known,
            "chunk": number,
            "chunks": len(found),
            "headings": piece.headings,
            "markdown": bool(blocks),
            "estimated_tokens": estimated_tokens(piece.text),
            "text": piece.text,
        }
        for number, piece in enumerate(found, start=1)
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
        *full, held = cut(paragraph, size)
        pieces += full
    return [*pieces, held] if held else pieces
