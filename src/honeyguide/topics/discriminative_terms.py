"""What examples have that other documents do not: telling words, and others that are far from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import hypot, log
from random import Random

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.topics.terms import fold

KEYWORDS = 20
MOST_NEGATIVES = 5_000
ALONE = 0.5
"""How near to a single example a document must be to be left out."""


def telling_words(
    examples: Sequence[Document], background: Sequence[Document] = (), limit: int = KEYWORDS
) -> dict[str, float]:
    """The words that say most about the examples, the most telling with weight 1.

    TF-IDF with a logarithm of the frequency, added up over the examples, so that a word of several examples stands
    before a word that fills one of them. Without a background nothing shows how common a word is: all count alike.
    """
    rarity = _Rarity(background) if background else None
    telling: Counter[str] = Counter()
    for each in examples:
        for word, count in Counter(each.words).items():
            telling[word] += (1 + log(count)) * (rarity(word) if rarity else 1.0)  # type: ignore[assignment]
    best = sorted(telling.items(), key=lambda item: (-item[1], item[0]))[:limit]
    best = [(word, weight) for word, weight in best if weight > 0]
    if not best:
        raise BadInput("the examples hold no word that other documents do not: give more of them, or give keywords")
    return {word: round(weight / best[0][1], 4) for word, weight in best}


def draw_negatives(positives: Sequence[Document], background: Sequence[Document]) -> list[Document]:
    """Documents that are off topic in all likelihood, drawn from a sample of what there is [ours].

    Left out is what is as near to the examples as the farthest of them is to the others, but never more than half.
    """
    background = apart_from(positives, background)
    rarity = _Rarity([*positives, *background])
    vectors = [rarity.vector(each) for each in positives]
    centre: Counter[str] = Counter()
    for vector in vectors:
        centre.update(vector)
    apart = [
        _dot(vector, _unit({word: centre[word] - vector.get(word, 0.0) for word in centre})) for vector in vectors
    ]
    nearness = min(apart) if len(apart) > 1 else ALONE
    middle = _unit(centre)
    scored = sorted((_dot(rarity.vector(each), middle), at) for at, each in enumerate(background))
    far = [at for score, at in scored if score < nearness]
    chosen = far if 2 * len(far) >= len(scored) else [at for _, at in scored[: (len(scored) + 1) // 2]]
    if len(chosen) > MOST_NEGATIVES:
        chosen = Random("negatives").sample(chosen, MOST_NEGATIVES)  # noqa: S311
    return [background[at] for at in sorted(chosen)]


class _Rarity:
    """How rare a word is: the logarithm of all documents to those that hold it."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for each in documents:
            self._documents += 1
            self._holding.update(set(each.words))

    def __call__(self, word: str) -> float:
        return log((1 + self._documents) / (1 + self._holding[word]))

    def vector(self, document: Document) -> dict[str, float]:
        """Log-TF-IDF of a document, of length 1."""
        return _unit({word: (1 + log(count)) * self(word) for word, count in Counter(document.words).items()})


def _unit(vector: Mapping[str, float]) -> dict[str, float]:
    length = hypot(*vector.values()) or 1.0
    return {word: weight / length for word, weight in vector.items()}


def _dot(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return sum([weight * other[word] for word, weight in one.items() if word in other])


def apart_from(positives: Sequence[Document], others: Sequence[Document]) -> list[Document]:
    """An example that is among the others too is an example."""
    known = {each.words for each in positives}
    return [each for each in others if each.words not in known]


def distinct(keywords: Mapping[str, float]) -> dict[str, float]:
    """Of words that a topic counts as one and the same, the first."""
    folded: dict[str, str] = {}
    for word in keywords:
        folded.setdefault(fold(word), word)
    return {word: keywords[word] for word in folded.values()}
