"""How rare words are among documents: inverse document frequency, here once for everything that weighs words by it.

Published formulas name their equation where they are called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

BORROWED = 50.0
"""Documents of all languages that are added to those of each."""


def idf(documents: int, holding: int, added: float = 0.0) -> float:
    """ln(N / n + added), of a word that n of N documents hold."""
    return log(documents / holding + added)


def smoothed_idf(documents: int, holding: int) -> float:
    """ln((1 + N) / (1 + n)): a word may be in no document at all."""
    return log((1 + documents) / (1 + holding))


def idf_of_all(documents: int, holding: NDArray[np.int64]) -> Numbers:
    """`idf` of many words; one that no document holds counts as if one did."""
    rare: Numbers = np.log(documents / np.maximum(holding, 1))
    return rare


def idf_by_language(holding: Numbers, of: Numbers) -> Numbers:
    """−ln of the share of documents that hold each word, a row a language; nought for what half of them hold [ours]:
    a subject that all of them share tells none of them apart, and in each language it has its own words.

    `holding` of the `of` documents in a language hold the word. A language with few of them borrows the share among
    all. A word that one document holds counts as if two did: whether it is rare is not known yet.
    """
    among_all = (np.maximum(holding.sum(axis=0), 2.0) + 0.5) / (of.sum() + 1.0)
    share = (holding + BORROWED * among_all) / (of + BORROWED)[:, None]
    return np.where(share < 0.5, -np.log(share), 0.0)


class DocumentFrequency:
    """How many documents hold each word."""

    def __init__(self, documents: Iterable[Iterable[str]]) -> None:
        self.documents = 0
        self.holding: Counter[str] = Counter()
        for words in documents:
            self.documents += 1
            self.holding.update(set(words))

    def smoothed(self, word: str) -> float:
        return smoothed_idf(self.documents, self.holding[word])

    def weigh(self, words: Sequence[str]) -> dict[str, float]:
        """(1 + ln tf) · `smoothed` of each word; where there are no documents all words are equally rare."""
        counts = Counter(words)
        if not self.documents:
            return {word: 1 + log(count) for word, count in counts.items()}
        return {word: (1 + log(count)) * self.smoothed(word) for word, count in counts.items()}
