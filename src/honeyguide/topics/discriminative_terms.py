"""What examples have that other documents do not: telling words, and others that are far from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from random import Random

from honeyguide.errors import BadInput
from honeyguide.idf import DocumentFrequency
from honeyguide.model import Document
from honeyguide.topics.terms import fold

KEYWORDS = 20
MOST_NEGATIVES = 5_000
ALONE = 0.5
"""How near to a single example a document must be to be left out."""


def discriminative_words(
    examples: Sequence[Document], background: Sequence[Document] = (), limit: int = KEYWORDS
) -> dict[str, float]:
    """The words that say most about the examples, the most telling with weight 1.

    Without a background nothing shows how common a word is: all count alike.
    """
    rarity = DocumentFrequency(each.words for each in background)
    best = heaviest_words([each.words for each in examples], rarity, limit)
    if not best:
        raise BadInput("the examples hold no word that other documents do not: give more of them, or give keywords")
    return best


def heaviest_words(texts: Iterable[Sequence[str]], rarity: DocumentFrequency, limit: int) -> dict[str, float]:
    """TF-IDF with a logarithm of the frequency, added up over the texts; the largest weight is 1.

    So a word of several texts stands before a word that fills one of them.
    """
    weights: dict[str, float] = {}
    for words in texts:
        for word, weight in rarity.weigh(words).items():
            weights[word] = weights.get(word, 0.0) + weight
    best = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return {word: round(weight / best[0][1], 4) for word, weight in best if weight > 0}


def draw_negatives(positives: Sequence[Document], background: Sequence[Document]) -> list[Document]:
    """Documents that are off topic in all likelihood, drawn from a sample of what there is [ours].

    Left out is what is as near to the examples as the farthest of them is to the others, but never more than half.
    """
    background = apart_from(positives, background)
    rarity = DocumentFrequency(each.words for each in (*positives, *background))
    vectors = [_unit(rarity.weigh(each.words)) for each in positives]
    centre: Counter[str] = Counter()
    for vector in vectors:
        centre.update(vector)
    apart = [
        _dot(vector, _unit({word: centre[word] - vector.get(word, 0.0) for word in centre})) for vector in vectors
    ]
    nearness = min(apart) if len(apart) > 1 else ALONE
    middle = _unit(centre)
    scored = sorted((_dot(_unit(rarity.weigh(each.words)), middle), at) for at, each in enumerate(background))
    far = [at for score, at in scored if score < nearness]
    chosen = far if 2 * len(far) >= len(scored) else [at for _, at in scored[: (len(scored) + 1) // 2]]
    if len(chosen) > MOST_NEGATIVES:
        chosen = Random("negatives").sample(chosen, MOST_NEGATIVES)  # noqa: S311
    return [background[at] for at in sorted(chosen)]


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
