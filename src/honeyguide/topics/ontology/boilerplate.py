"""Sentences that many documents repeat are left out: lines of the site, licences, rows of tables [ours]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from honeyguide.model import Document
from honeyguide.topics.ontology.passages import SENTENCE

REPEATED = 5
"""So many documents do not say the same by chance."""


def without_repeated(
    documents: Sequence[Document], words: Callable[[str, str], list[str]], most: int = REPEATED
) -> list[Document]:
    """The documents without sentences that `most` of them or more hold; one that is nothing else stays as it is."""
    cut = [[piece.strip() for piece in SENTENCE.split(document.text)] for document in documents]
    held = Counter(sentence for sentences in cut for sentence in set(sentences))
    left = ["\n".join(each for each in sentences if each and held[each] < most) for sentences in cut]
    return [
        replace(document, text=text, words=tuple(words(text, document.language))) if text else document
        for document, text in zip(documents, left, strict=True)
    ]
