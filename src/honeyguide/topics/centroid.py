"""The middle of example pages: their mean TF-IDF vector plus half the topic vector.

A page scores the cosine of its own vector with it. A vector has (1 + ln tf) · rarity for each word; the rarity of a
word is ln((1 + N) / (1 + n)) when n of N background pages hold it, and a word that the model does not name is as rare
as the rarest that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from honeyguide.errors import BadInput
from honeyguide.idf import DocumentFrequency
from honeyguide.model import Document, Model

TOPIC_SHARE = 0.5
"""How much the topic vector counts beside the examples."""
MOST_WORDS = 20_000
"""Common words that are kept for their rarity alone."""

Vector = dict[str, float]


def build(
    keywords: Mapping[str, float],
    examples: Sequence[Document],
    background: Sequence[Document] = (),
    *,
    words: Callable[[str], Sequence[str]] = str.split,
) -> Model:
    """`words` cuts a keyword of several words into those that documents are made of."""
    examples = [example for example in examples if example.words]
    if not examples:
        raise BadInput("the example pages hold no words: a centroid needs at least one page with text")
    rarity = DocumentFrequency(page.words for page in background)
    vectors = [_unit(rarity.weigh(example.words)) for example in examples]
    topic = _unit(words_of_keywords(keywords, words))
    middle = _centroid(vectors, topic)
    others = [vectors[:at] + vectors[at + 1 :] for at in range(len(vectors))]
    scores = [
        _cosine(vector, _centroid(rest, topic)) for vector, rest in zip(vectors, others, strict=True) if rest or topic
    ]
    named = [*sorted(middle, key=lambda word: (-middle[word], word)), *_common(rarity, middle)]
    return Model(
        kind="centroid",
        words=tuple(named),
        weights=tuple(round(middle.get(word, 0.0), 6) for word in named),
        rarity=tuple(round(rarity.smoothed(word), 4) for word in named) if background else (),
        examples=tuple(round(score, 4) for score in scores),
        trained_on=f"{len(examples)} examples, {len(background):,} background pages",
    )


def _common(rarity: DocumentFrequency, known: Mapping[str, float]) -> list[str]:
    """Words of several background pages that are not `known`: they are not as rare as an unknown word."""
    several = [word for word, pages in rarity.holding.items() if pages > 1 and word not in known]
    return sorted(several, key=lambda word: (-rarity.holding[word], word))[:MOST_WORDS]


def words_of_keywords(keywords: Mapping[str, float], words: Callable[[str], Sequence[str]]) -> Vector:
    """The words of a keyword share its weight."""
    vector: Vector = {}
    for keyword, weight in keywords.items():
        parts = words(keyword)
        for part in parts:
            vector[part] = vector.get(part, 0.0) + weight / len(parts)
    return vector


def _centroid(vectors: Sequence[Vector], topic: Vector) -> Vector:
    middle = {word: TOPIC_SHARE * weight for word, weight in topic.items()}
    for vector in vectors:
        for word, weight in vector.items():
            middle[word] = middle.get(word, 0.0) + weight / len(vectors)
    return _unit(middle)


def _unit(vector: Vector) -> Vector:
    length = hypot(*vector.values())
    return {word: weight / length for word, weight in vector.items() if weight} if length else {}


def _cosine(one: Vector, other: Vector) -> float:
    """Of two unit vectors."""
    return min(1.0, sum(weight * other[word] for word, weight in one.items() if word in other))
