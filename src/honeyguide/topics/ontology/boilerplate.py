"""What many documents repeat is left out: lines of the site, licences, rows of tables, the name of the site behind
their titles, labels such as `Keywords:`; and documents that are the same as another [ours]."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from honeyguide.model import Document
from honeyguide.topics.ontology.passages import SENTENCE

REPEATED = 5
"""So many documents do not say the same by chance."""
MOST = 0.5
"""Share of the documents that say it behind their title, or before a colon, where it is the site's."""

_SEPARATOR = re.compile(r"\s+(?:[|–—·»/-]|::)\s+|\s*[｜_]\s*")
_LABEL = re.compile(r"^([^\W\d_][^:：\n]{0,29}[:：])[^\S\n]*(?=\S)", re.MULTILINE)


def distinct(documents: Sequence[Document]) -> list[Document]:
    """The first of those that say the very same."""
    first: dict[str, Document] = {}
    for each in documents:
        first.setdefault(" ".join(each.text.split()), each)
    return list(first.values())


def without_repeated(
    documents: Sequence[Document], words: Callable[[str, str], list[str]], most: int = REPEATED
) -> list[Document]:
    """The documents without sentences that `most` of them or more hold; one that is nothing else stays as it is."""
    texts = _without_labels(_without_site([each.text for each in documents], most), most)
    cut = [[piece.strip() for piece in SENTENCE.split(text)] for text in texts]
    held = Counter(sentence for sentences in cut for sentence in set(sentences))
    left = ["\n".join(each for each in sentences if each and held[each] < most) for sentences in cut]
    return [
        replace(document, text=text, words=tuple(words(text, document.language))) if text else document
        for document, text in zip(documents, left, strict=True)
    ]


def _without_site(texts: Sequence[str], most: int) -> list[str]:
    """Without what stands behind a separator in most titles, which are the first lines."""
    titles = [text.partition("\n")[0] for text in texts]
    cuts = [[found.start() for found in _SEPARATOR.finditer(title) if found.start()] for title in titles]
    held = Counter(tail for title, at in zip(titles, cuts, strict=True) for tail in {title[each:] for each in at})
    sites = {tail for tail, count in held.items() if count >= max(most, MOST * len(texts))}
    ends = (
        next((each for each in at if title[each:] in sites), len(title))
        for title, at in zip(titles, cuts, strict=True)
    )
    return [text[:end] + text[len(title) :] for text, title, end in zip(texts, titles, ends, strict=True)]


def _without_labels(texts: Sequence[str], most: int) -> list[str]:
    """Without what stands before a colon at the beginning of a line in most of them; what follows it stays."""
    held = Counter(label for text in texts for label in set(_LABEL.findall(text)))
    labels = {label for label, count in held.items() if count >= max(most, MOST * len(texts))}
    return [_LABEL.sub(lambda found: "" if found[1] in labels else found[0], text) for text in texts]
