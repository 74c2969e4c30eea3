"""Pages by the words that go together: TF-IDF, and its first singular vectors over the pages of the crawl itself.

Two pages about one subject may share few words; they share those that stand beside each other on other pages (latent
semantic analysis, Deerwester et al. 1990). The vectors are found anew as the crawl grows, over a sample of bounded
size; pages that come in between are laid into what was found last.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import compress
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float32]

DIMENSIONS = 50
EXTRA, ROUNDS = 10, 2
"""Further vectors and rounds of the subspace iteration that finds the first ones."""
SAMPLE = 6_000
"""Pages that the vectors are found over, at most, evenly over all."""
FEWEST = 3
"""Pages that must hold a word."""
_TF = np.array([0.0, *(1 + log(count) for count in range(1, 256))], np.float32)


class WordsOfPage(NamedTuple):
    """The words of a page that count."""

    numbers: NDArray[np.int32]
    weights: Floats
    """Of a vector of length 1, in which words that do not count have a part, too."""
    vectors: Floats
    """Where each lies, a row a word."""

    @property
    def place(self) -> Floats:
        place: Floats = self.weights @ self.vectors
        return place


class LatentWords:
    def __init__(self) -> None:
        self._number: defaultdict[str, int] = defaultdict()
        self._number.default_factory = self._number.__len__  # a new word has the next number
        self.names: list[str] = []
        self._holding = array("i")
        self._words = array("i")
        self._counts = array("B")
        self._ends = array("q", [0])
        self.rarity = np.zeros(0, np.float32)
        """Of the words that were known when the vectors were found …"""
        self._rarest = 1.0
        self._row = np.zeros(0, np.int32)
        self._basis = np.zeros((1, 1), np.float32)
        """… and where each lies: the row of the word; the last one for those that do not count."""
        self._looked_at: tuple[int, WordsOfPage] | None = None
        """What `words_of` said last."""

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, words: Mapping[str, int]) -> None:
        first = len(self.names)
        numbers = np.fromiter(map(self._number.__getitem__, words), np.int32, len(words))
        self.names += compress(words, numbers >= first)
        self._holding.frombytes(bytes(4 * (len(self.names) - first)))
        np.frombuffer(self._holding, np.int32)[numbers] += 1
        self._words.frombytes(numbers.tobytes())
        counts = np.fromiter(words.values(), np.int64, len(words))
        self._counts.frombytes(np.minimum(counts, 255).astype(np.uint8).tobytes())
        self._ends.append(len(self._words))

    def drop(self) -> None:
        """The last page, and words that nobody else holds."""
        self._looked_at = None
        own = slice(self._ends[-2], self._ends[-1])
        np.frombuffer(self._holding, np.int32)[self._words[own]] -= 1
        del self._words[own], self._counts[own], self._ends[-1]
        while len(self.names) > len(self.rarity) and not self._holding[-1]:
            del self._number[self.names.pop()], self._holding[-1]

    def words_of(self, page: int) -> WordsOfPage:
        if self._looked_at and self._looked_at[0] == page:
            return self._looked_at[1]
        own = slice(self._ends[page], self._ends[page + 1])
        words, counts = np.frombuffer(self._words, np.int32)[own], np.frombuffer(self._counts, np.uint8)[own]
        known = words < len(self.rarity)
        weights = _TF[counts] * np.float32(self._rarest)
        weights[known] = _TF[counts[known]] * self.rarity[words[known]]
        weights /= np.float32(np.sqrt(weights @ weights)) or np.float32(1)
        known[known] = self._row[words[known]] < len(self._basis) - 1
        words = words[known]
        found = WordsOfPage(words, weights[known], self._basis[self._row[words]])
        self._looked_at = page, found
        return found

    def place(self, page: int) -> Floats:
        return self.words_of(page).place

    def find(self, examples: Collection[int] = (), *, latent: bool = True, seed: int = 0) -> Floats:
        """Find the vectors anew; where each page lies. The words of examples always count.

        Without `latent`, for want of pages, these words alone count, and each is a direction of its own.
        """
        self._looked_at = None
        pages = len(self)
        holding = np.frombuffer(self._holding, np.int32)
        self.rarity = np.maximum(np.log((pages + 1) / (holding + 0.5)), 0).astype(np.float32)
        self._rarest = log((pages + 1) / 0.5)
        counts = holding >= FEWEST if latent else np.zeros(len(holding), bool)
        for page in examples:
            counts[self._words[self._ends[page] : self._ends[page + 1]]] = True
        rows = self._rows()
        step = max(1.0, pages / SAMPLE)
        sample = rows[np.unique((np.arange(min(pages, SAMPLE)) * step).astype(np.int64))]
        used = np.flatnonzero(counts & (np.bincount(sample.indices, minlength=sample.shape[1]) > 0))
        if not len(used):
            vectors = np.zeros((0, 1), np.float32)
        elif latent:
            vectors = _first_vectors(sample[:, used], DIMENSIONS, seed)
        else:
            vectors = np.eye(len(used), dtype=np.float32)
        self._basis = np.concatenate([vectors, np.zeros((1, vectors.shape[1]), np.float32)])
        self._row = np.full(len(self.rarity), len(used), np.int32)
        self._row[used] = np.arange(len(used))
        by_row = csr_matrix((rows.data, self._row[rows.indices], rows.indptr), (pages, len(self._basis)))
        places: Floats = by_row @ self._basis
        return places

    def _rows(self) -> csr_matrix:
        weights = _TF[np.frombuffer(self._counts, np.uint8)] * self.rarity[np.frombuffer(self._words, np.int32)]
        words, ends = np.frombuffer(self._words, np.int32), np.frombuffer(self._ends, np.int64)
        squares = np.concatenate(([0.0], np.cumsum(weights.astype(np.float64) ** 2)))
        lengths = np.sqrt(np.maximum(squares[ends[1:]] - squares[ends[:-1]], 1e-12)).astype(np.float32)
        weights = weights / np.repeat(lengths, np.diff(ends))
        return csr_matrix((weights, words, ends), shape=(len(ends) - 1, len(self.rarity)))


def _first_vectors(rows: csr_matrix, dimensions: int, seed: int) -> Floats:
    """Right singular vectors by subspace iteration (Halko, Martinsson and Tropp 2011), on the side of the pages."""
    wide = min(dimensions + EXTRA, rows.shape[0])
    across = rows.T.tocsr()
    left = np.random.default_rng(seed).standard_normal((rows.shape[0], wide)).astype(np.float32)
    for _ in range(ROUNDS):
        left = _orthonormal(rows @ (across @ left))
    return _orthonormal(across @ left)[:, :dimensions]


def _orthonormal(columns: Floats) -> Floats:
    """The same space by columns of length 1 at right angles, the longest first; a tenth of the time of QR."""
    lengths, turned = np.linalg.eigh((columns.T @ columns).astype(np.float64))
    some = lengths > 1e-6 * max(float(lengths[-1]), 1e-12)
    vectors: Floats = columns @ (turned[:, some] / np.sqrt(lengths[some]))[:, ::-1].astype(np.float32)
    return vectors
