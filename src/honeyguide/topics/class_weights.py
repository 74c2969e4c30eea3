"""Keywords that a user weighs, refined by example pages: class-weighted TF-IDF (NEWS eq. 1, ALGORITHMS T4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot

from honeyguide.errors import BadInput
from honeyguide.idf import idf
from honeyguide.model import Document, Topic
from honeyguide.topics.terms import Terms

KEYWORDS = 40
_DIGITS = 4
_LEAST = 10.0**-_DIGITS


def refine(
    keywords: Mapping[str, float],
    examples: Sequence[Document],
    background: Sequence[Document] = (),
    limit: int = KEYWORDS,
    *,
    synonyms: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, float]:
    """The standard topic vector: the user's words, all of them, then words of the examples, `limit` in all.

    The largest weight is 1. `background` shows how common a word is; without it the examples alone do.
    """
    if not keywords:
        raise BadInput("there are no keywords to refine: give at least one with its weight, such as rainstorm=0.8")
    if not examples:
        raise BadInput("there are no example pages to refine the keywords with: give at least one")
    terms = Terms(Topic("", dict(keywords), dict(synonyms or {})))
    texts = [_counted(document, terms) for document in examples]
    # The user's own list is a training text, too [ours]: else a keyword that no example holds were lost.
    texts.append(Counter(dict.fromkeys(keywords, 1)))
    holding: Counter[str] = Counter()
    for text in texts:
        holding.update(text.keys())
    candidates = list(holding)
    plain = {word for word, held in zip(candidates, terms.count_each(candidates), strict=True) if not held}
    for document in background:
        holding.update(plain.intersection(document.words))
        holding.update(terms.names[number] for number in terms.count(_text(document)))
    many = len(texts) + len(background)
    class_weight = _class_weights(keywords, texts)
    vector: dict[str, float] = dict.fromkeys(class_weight, 0.0)
    for text in texts:
        # NEWS eq. 1
        weights = {word: count * idf(many, holding[word], 0.1) * class_weight[word] for word, count in text.items()}
        length = hypot(*weights.values()) or 1.0
        for word, weight in weights.items():
            vector[word] += weight / length
    return _best(vector, keywords, limit)


def _counted(document: Document, terms: Terms) -> Counter[str]:
    """How often a document holds each keyword, in any form, and each word that is none."""
    counts = Counter(document.words)
    found = terms.count_each([_text(document), *counts])
    others = Counter({word: counts[word] for word, held in zip(counts, found[1:], strict=True) if not held})
    others.update({terms.names[number]: count for number, count in found[0].items()})
    return others


def _text(document: Document) -> str:
    return document.text or " ".join(document.words)


def _class_weights(keywords: Mapping[str, float], texts: Sequence[Counter[str]]) -> dict[str, float]:
    """Weight(KeyWord, Class): what the user says.

    For other words [ours] the least of the user's weights times the share of the training texts that hold them.
    """
    holding = Counter(word for text in texts for word in text)
    least = min(keywords.values())
    return {word: keywords.get(word, least * many / len(texts)) for word, many in holding.items()}


def _best(vector: Mapping[str, float], keywords: Mapping[str, float], limit: int) -> dict[str, float]:
    largest = max(vector.values())
    scaled = {word: round(weight / largest, _DIGITS) for word, weight in vector.items()}
    kept = {word: max(_LEAST, scaled[word]) for word in keywords}
    others = sorted((word for word in scaled if word not in kept), key=lambda word: (-scaled[word], word))
    kept.update({word: scaled[word] for word in others[: max(0, limit - len(kept))] if scaled[word] > 0})
    return dict(sorted(kept.items(), key=lambda item: (-item[1], item[0])))
