"""Items as counts of words, the words as numbers: texts are read once and not held."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

MOST = 2_000_000
"""Different words that are told apart, ten times what 100,000 real pages hold; further ones (random letters, by the
million) do not count."""
LONGEST = 20_000
"""Words of an item that count: the length of a short book."""


class Vocabulary(dict[str, int]):
    """Word → number, from 0 in the order in which words came; -1 for one too many."""

    def __missing__(self, word: str) -> int:
        number = len(self)
        if number >= MOST:
            return -1
        self[word] = number
        return number


class WordCounts:
    """Counts of words, item by item."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._indices: list[NDArray[np.int32]] = []
        self._counts: list[NDArray[np.int32]] = []
        self._sizes: list[NDArray[np.int64]] = []

    def add(self, texts: Iterable[Sequence[str]]) -> csr_matrix:
        """The counts of some more items, a row each."""
        rows = counted(texts, self.vocabulary)
        self._indices.append(rows.indices)
        self._counts.append(rows.data)
        self._sizes.append(np.diff(rows.indptr).astype(np.int64))
        return rows

    def matrix(self) -> csr_matrix:
        """All of them; the counts are handed over, not copied."""
        data = np.concatenate([np.empty(0, np.int32), *self._counts])
        self._counts.clear()
        indices = np.concatenate([np.empty(0, np.int32), *self._indices])
        self._indices.clear()
        sizes = np.concatenate([np.empty(0, np.int64), *self._sizes])
        starts = np.concatenate([[0], np.cumsum(sizes)])
        return csr_matrix((data, indices, starts), shape=(len(sizes), len(self.vocabulary)))


def counted(texts: Iterable[Sequence[str]], vocabulary: Vocabulary) -> csr_matrix:
    """How often each word stands in each text; words by number, in order."""
    numbers, starts = array("i"), array("q", [0])
    for words in texts:
        numbers.extend(map(vocabulary.__getitem__, words[:LONGEST]))
        starts.append(len(numbers))
    indices = np.frombuffer(numbers, np.int32) if numbers else np.empty(0, np.int32)
    borders = np.frombuffer(starts, np.int64)
    if len(vocabulary) >= MOST:
        known = indices >= 0
        borders = np.concatenate([[0], np.cumsum(known)])[borders]
        indices = indices[known]
    ones = np.ones(len(indices), np.int32)
    rows = csr_matrix((ones, indices.copy(), borders), shape=(len(borders) - 1, max(1, len(vocabulary))))
    rows.sum_duplicates()
    return rows
