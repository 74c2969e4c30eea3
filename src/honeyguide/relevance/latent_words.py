"""Pages by the words that go together: TF-IDF, and its first singular vectors over the pages of the crawl itself.

Two pages about one subject may share few words; they share those that stand beside each other on other pages (latent
semantic analysis, Deerwester et al. 1990). The vectors are found anew as the crawl grows, over a sample of bounded
size; pages that come in between are laid into what was found last.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float32]

DIMENSIONS = 100
EXTRA, ROUNDS = 10, 2
"""Further vectors and rounds of the subspace iteration that finds the first ones."""
SAMPLE = 6_000
"""Pages that the vectors are found over, at most, evenly over all."""
FEWEST = 3
"""Pages that must hold a word."""
_TF = np.array([0.0, *(1 + log(count) for count in range(1, 256))], np.float32)


class LatentWords:
    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self.names: list[str] = []
        self._holding = array("i")
        self._words = array("i")
        self._counts = array("B")
        self._ends = array("q", [0])
        self.rarity = np.zeros(0, np.float32)
        """Of the words that were known when the vectors were found, 0 for those that do not count …"""
        self.basis = np.zeros((0, 1), np.float32)
        """… and where each lies."""

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, words: Mapping[str, int]) -> None:
        for word, count in words.items():
            number = self._number.get(word)
            if number is None:
                number = self._number[word] = len(self.names)
                self.names.append(word)
                self._holding.append(0)
            self._holding[number] += 1
            self._words.append(number)
            self._counts.append(min(count, 255))
        self._ends.append(len(self._words))

    def drop(self) -> None:
        """The last page."""
        own = slice(self._ends[-2], self._ends[-1])
        for number in self._words[own]:
            self._holding[number] -= 1
        del self._words[own], self._counts[own], self._ends[-1]

    def words_of(self, page: int) -> tuple[NDArray[np.int32], Floats]:
        """Numbers of the words that count, and their weights; the vector has length 1."""
        own = slice(self._ends[page], self._ends[page + 1])
        words = np.frombuffer(self._words, np.int32)[own]
        known = words < len(self.rarity)
        words = words[known]
        weights = _TF[np.frombuffer(self._counts, np.uint8)[own][known]] * self.rarity[words]
        return words, weights / (np.float32(np.sqrt(weights @ weights)) or np.float32(1))

    def counts_of(self, page: int) -> dict[int, int]:
        """How often a page uses each word."""
        own = slice(self._ends[page], self._ends[page + 1])
        return dict(zip(self._words[own], self._counts[own], strict=True))

    def place(self, page: int) -> Floats:
        words, weights = self.words_of(page)
        place: Floats = weights @ self.basis[words]
        return place

    def find(self, seed: int = 0) -> Floats:
        """Find the vectors anew; where each page lies."""
        pages = len(self)
        holding = np.frombuffer(self._holding, np.int32)
        rarity = np.log((pages + 1) / (holding + 0.5)).astype(np.float32)
        self.rarity = np.where(holding >= min(FEWEST, pages), np.maximum(rarity, 0), 0).astype(np.float32)
        rows = self._rows()
        step = max(1.0, pages / SAMPLE)
        sample = rows[np.unique((np.arange(min(pages, SAMPLE)) * step).astype(np.int64))]
        used = np.flatnonzero(np.bincount(sample.indices, minlength=sample.shape[1]))
        vectors = _first_vectors(sample[:, used], DIMENSIONS, seed) if len(used) else np.zeros((0, 1), np.float32)
        self.basis = np.zeros((len(self.rarity), vectors.shape[1]), np.float32)
        self.basis[used] = vectors
        places: Floats = rows @ self.basis
        return places

    def _rows(self) -> csr_matrix:
        words = np.frombuffer(self._words, np.int32)
        ends = np.frombuffer(self._ends, np.int64)
        weights = _TF[np.frombuffer(self._counts, np.uint8)] * self.rarity[words]
        squares = np.concatenate(([0.0], np.cumsum(weights.astype(np.float64) ** 2)))
        lengths = np.sqrt(np.maximum(squares[ends[1:]] - squares[ends[:-1]], 1e-12)).astype(np.float32)
        weights = weights / np.repeat(lengths, np.diff(ends))
        return csr_matrix((weights, words, ends), shape=(len(ends) - 1, len(self.rarity)))


def _first_vectors(rows: csr_matrix, dimensions: int, seed: int) -> Floats:
    """Right singular vectors by subspace iteration (Halko, Martinsson and Tropp 2011), on the side of the pages."""
    wide = min(dimensions + EXTRA, *rows.shape)
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
