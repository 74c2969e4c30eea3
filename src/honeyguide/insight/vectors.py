"""Items as short unit vectors: TF-IDF of the words that say most (Salton and Buckley 1988)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Numbers, Places

TITLE = 2
"""A word of the title counts so many times more."""
LENGTH = 40
"""Words of a vector: what a text is about, not what else it says …"""
MEASURED = 30
"""… and the words that its length is measured by."""


def widened(rows: csr_matrix, width: int) -> csr_matrix:
    """The same rows among more columns."""
    return csr_matrix((rows.data, rows.indices, rows.indptr), shape=(rows.shape[0], width))


def heightened(rows: csr_matrix, height: int) -> csr_matrix:
    """The same rows and some empty ones."""
    starts = np.concatenate([rows.indptr, np.full(height - rows.shape[0], rows.indptr[-1])])
    return csr_matrix((rows.data, rows.indices, starts), shape=(height, rows.shape[1]))


def term_weights(counts: csr_matrix, titles: csr_matrix) -> csr_matrix:
    """1 + ln tf, where words of the title count more."""
    width = max(counts.shape[1], titles.shape[1])
    weights = csr_matrix(widened(counts, width) + TITLE * widened(titles, width), dtype=np.float32)
    weights.data = 1.0 + np.log(weights.data)
    return weights


def unit_vectors(weights: csr_matrix, rare: Numbers, length: int = LENGTH) -> csr_matrix:
    """Rows of `weights` by the rarity of their words, cut to the heaviest, of length 1 (or 0 when no word tells)."""
    rows = _rows(weights)
    values = weights.data * rare[weights.indices]
    kept, _ = _cut(weights, rows, values, np.ones(weights.shape[1], np.bool_), length)
    return _divided(weights, rows, values, kept, _squared(weights, rows, values, kept))


def story_vectors(weights: csr_matrix, rare: Numbers, languages: Places, shared: NDArray[np.bool_]) -> csr_matrix:
    """The same by the rarities of each row's language, and of shared words only.

    A row is divided by the length of its `MEASURED` heaviest words, shared or not [ours]: what only it says cannot be
    alike anywhere, takes no place, and still tells how much of it there is. So it has length 1 or less.
    """
    rows = _rows(weights)
    values = weights.data * rare[languages[rows], weights.indices]
    kept, heavy = _cut(weights, rows, values, shared, LENGTH)
    squared = np.maximum(_squared(weights, rows, values, kept), _squared(weights, rows, values, heavy))
    return _divided(weights, rows, values, kept, squared)


def trimmed(weights: csr_matrix, rare: Numbers, languages: Places, shared: NDArray[np.bool_]) -> csr_matrix:
    """The same rows without the words that make no difference to their vectors."""
    rows = _rows(weights)
    kept, heavy = _cut(weights, rows, weights.data * rare[languages[rows], weights.indices], shared, LENGTH)
    used = kept | heavy
    return csr_matrix((weights.data[used], weights.indices[used], _starts(weights, rows[used])), shape=weights.shape)


def _rows(weights: csr_matrix) -> Places:
    return np.repeat(np.arange(weights.shape[0]), np.diff(weights.indptr))


def _starts(weights: csr_matrix, rows: Places) -> Places:
    return np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=weights.shape[0]))])


def _squared(weights: csr_matrix, rows: Places, values: Numbers, part: NDArray[np.bool_]) -> Numbers:
    """Squared length of each row's part."""
    return np.bincount(rows[part], values[part] ** 2, weights.shape[0]).astype(np.float64)


def _cut(
    weights: csr_matrix, rows: Places, values: Numbers, shared: NDArray[np.bool_], length: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which words of each row are among its heaviest shared ones, and which among its heaviest of all."""
    # One key for row and value: sorting by two takes three times as long.
    order = np.argsort(rows * (values.max(initial=0.0) + 1.0) - values, kind="stable")
    starts = weights.indptr[rows]
    common = shared[weights.indices[order]] & (values[order] > 0.0)
    before = np.concatenate([[0], np.cumsum(common)])
    kept, heavy = np.zeros(len(order), np.bool_), np.zeros(len(order), np.bool_)
    kept[order[common & (before[:-1] - before[starts] < length)]] = True
    heavy[order[np.arange(len(order)) - starts < MEASURED]] = True
    return kept, heavy


def _divided(
    weights: csr_matrix, rows: Places, values: Numbers, kept: NDArray[np.bool_], squared: Numbers
) -> csr_matrix:
    rows = rows[kept]
    units = (values[kept] / np.sqrt(squared)[rows]).astype(np.float32)
    return csr_matrix((units, weights.indices[kept], _starts(weights, rows)), shape=weights.shape)
