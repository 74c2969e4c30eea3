"""What example pages have in common and other pages have not: the difference of their mean TF-IDF vectors.

Rocchio, "Relevance feedback in information retrieval" (1971), with a background in the place of known negatives: of a
sample of any pages, few are on topic. A page's vector has (1 + ln tf) · rarity for each word, divided by the length
that its words give it; the rarity of a word is ln((1 + N) / (1 + n)) when n of N background pages hold it.

Two things are ours. A word counts as far as the examples agree on it: its mean is multiplied by the share of examples
that hold it, since a word of one page out of three says more of that page than of the topic. And two neighbouring
words that at least two examples hold count as a word of their own, twice, and by the square of that share: the label
of a table's row or a line that names the category tells more than its words do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, log, tanh

from honeyguide.errors import BadInput
from honeyguide.idf import smoothed_idf
from honeyguide.model import Document, Model
from honeyguide.topics.centroid import Vector, words_of_keywords

AGAINST = 0.4
"""How much the mean of the background counts against that of the examples."""
TOPIC_SHARE = 0.15
"""How much the topic vector counts beside the examples."""
MOST_WORDS, MOST_PAIRS = 20_000, 1_000
PARTS = 10
"""Many examples are held out in so many parts, to see what they score in a model that they had no part in."""
USUAL = 0.97
"""What all but this share of the background stays below sets the scale."""
ALONE, NEAREST = 0.2, 0.02
"""How far above that an example counts to be when it is the only one, and others at the least."""


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
        raise BadInput("the example pages hold no words: Rocchio's vector needs at least one page with text")
    background = [page for page in background if page.words]
    weigh = _Weigh(examples, background)
    on_topic, others = [weigh(page) for page in examples], [weigh(page) for page in background]
    topic = _topic_vector(keywords, words)
    against = weigh.mean_of(others)
    weights = _difference(on_topic, topic, against)
    held_out = [
        _product(vector, _difference(rest, topic, against)) for part, rest in _parts(on_topic) for vector in part
    ]
    slope, offset = _scale(held_out, sorted(_product(vector, weights) for vector in others))
    named = sorted(weights, key=lambda word: (-weights[word], word))
    return Model(
        kind="rocchio",
        words=tuple(named),
        weights=tuple(round(weights[word], 6) for word in named),
        rarity=tuple(round(weigh.rarity(word), 4) for word in named) if background else (),
        slope=slope,
        offset=offset,
        examples=tuple(round(0.5 * (1 + tanh(0.5 * (slope * value + offset))), 4) for value in held_out),
        trained_on=f"{len(examples)} examples, {len(background):,} background pages",
    )


class _Weigh:
    """Vectors of pages: of their words, and of the pairs of words that examples share (with a space between)."""

    def __init__(self, examples: Sequence[Document], background: Sequence[Document]) -> None:
        self._pages = len(background)
        shared = Counter(pair for page in examples for pair in set(pairwise(page.words)))
        several = sorted((-many, pair) for pair, many in shared.items() if many > 1)[:MOST_PAIRS]
        self._pairs = {pair: " ".join(pair) for _, pair in several}
        self._holding = Counter(word for page in background for word in self._counted(page))
        known = {word for page in examples for word in page.words}
        common = sorted((-many, word) for word, many in self._holding.items() if many > 1 and " " not in word)
        self._named = known | {word for _, word in common[:MOST_WORDS]}
        self._rarest = smoothed_idf(self._pages, min(self._holding[word] for word in self._named))

    def rarity(self, word: str) -> float:
        """Without background every word counts the same; a word that is not named is as rare as the rarest."""
        if not self._pages:
            return 1.0
        named = word in self._named or " " in word
        return smoothed_idf(self._pages, self._holding[word]) if named else self._rarest

    def __call__(self, page: Document) -> Vector:
        vector = {word: (1 + log(count)) * self.rarity(word) for word, count in self._counted(page).items()}
        length = hypot(*(weight for word, weight in vector.items() if " " not in word)) or 1.0
        return {word: weight / length for word, weight in vector.items()}

    def mean_of(self, others: Sequence[Vector]) -> Vector:
        """Of the background, by the words that are worth naming: those of several pages, and of the examples."""
        added: Vector = dict.fromkeys(self._named, 0.0) if others else {}
        for vector in others:
            for word, weight in vector.items():
                if word in added:
                    added[word] += weight
        length = hypot(*added.values()) or 1.0
        return {word: weight / length for word, weight in added.items()}

    def _counted(self, page: Document) -> Counter[str]:
        counts = Counter(page.words)
        counts.update(self._pairs[pair] for pair in pairwise(page.words) if pair in self._pairs)
        return counts


def _topic_vector(keywords: Mapping[str, float], words: Callable[[str], Sequence[str]]) -> Vector:
    vector = words_of_keywords(keywords, words)
    length = hypot(*vector.values()) or 1.0
    return {word: TOPIC_SHARE * weight / length for word, weight in vector.items()}


def _difference(examples: Sequence[Vector], topic: Vector, against: Vector) -> Vector:
    """What speaks for the topic, its words of length 1, less what speaks against it."""
    mean: Vector = {}
    holding = Counter(word for vector in examples for word in vector)
    for vector in examples:
        for word, weight in vector.items():
            mean[word] = mean.get(word, 0.0) + weight / len(examples)
    spoken: Vector = {}
    for word, weight in mean.items():
        share = holding[word] / len(examples)
        if " " not in word:
            spoken[word] = weight * share
        elif holding[word] > 1:
            spoken[word] = 2 * weight * share**2
    of_words = hypot(*(weight for word, weight in spoken.items() if " " not in word)) or 1.0
    spoken = {word: weight / of_words for word, weight in spoken.items()}
    for word, weight in topic.items():
        spoken[word] = spoken.get(word, 0.0) + weight
    for word, weight in against.items():
        spoken[word] = spoken.get(word, 0.0) - AGAINST * weight
    return spoken


def _product(vector: Vector, weights: Vector) -> float:
    return sum(weight * weights.get(word, 0.0) for word, weight in vector.items())


def _parts(vectors: Sequence[Vector]) -> Iterator[tuple[list[Vector], list[Vector]]]:
    """Examples that are held out, and those that are left: every example is held out once."""
    parts = min(PARTS, len(vectors))
    for part in range(parts if parts > 1 else 0):
        yield (
            [vector for at, vector in enumerate(vectors) if at % parts == part],
            [vector for at, vector in enumerate(vectors) if at % parts != part],
        )


def _scale(examples: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Slope and offset that give 0.9 to what examples score on average, and 0.1 to what most others stay below."""
    low = others[int(USUAL * len(others))] if others else 0.0
    high = sum(examples) / len(examples) if examples else low + ALONE
    slope = 2 * log(9) / max(NEAREST, high - low)
    return slope, -slope * (low + max(NEAREST, high - low) / 2)
