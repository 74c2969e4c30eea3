"""Long documents cut into passages, so that terms in one of them have to do with each other.

WSE 3 takes titles, abstracts and keywords. In a whole article nearly every frequent term occurs, each includes all
that are rarer, and the hierarchy becomes one long chain: passages of about the length of an abstract keep it broad
[ours].
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from honeyguide.model import Document

SENTENCE = re.compile(r"\n+|(?<=[.!?])\s+|(?<=[。！？])")


def passages(documents: Sequence[Document], length: int, words: Callable[[str, str], list[str]]) -> list[Document]:
    """The documents in pieces of `length` words or a few more, cut between sentences; with 0 as they are.

    `words` gives the words of a text in a language that carry meaning.
    """
    if not length:
        return list(documents)
    return [piece for document in documents for piece in _pieces(document, length, words)]


def _pieces(document: Document, length: int, words: Callable[[str, str], list[str]]) -> Iterator[Document]:
    if len(document.words) < 2 * length:
        yield document
        return
    texts: list[str] = []
    counts: list[int] = []
    full = True
    for sentence in SENTENCE.split(document.text):
        if not sentence:
            continue
        if full:
            texts.append("")
            counts.append(0)
        texts[-1] += f"{sentence}\n"
        counts[-1] += len(words(sentence, document.language))
        full = counts[-1] >= length
    if len(texts) > 1 and 2 * counts[-1] < length:
        texts[-2:] = [texts[-2] + texts[-1]]
    for number, text in enumerate(texts, 1):
        name = f"{document.name} §{number}" if len(texts) > 1 else document.name
        yield Document(name, tuple(words(text, document.language)), document.label, text, document.language)
