"""Items as short unit vectors: TF-IDF of the words that say most (Salton and Buckley 1988)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Numbers = NDArray[np.float64]

TITLE = 2
"""A word of the title counts so many times more."""
BORROWED = 20.0
"""Items of all languages that are added to those of each."""
LENGTH = 40
"""Words of a vector: what a text is about, not what else it says."""


def widened(rows: csr_matrix, width: int) -> csr_matrix:
    """The same rows among more columns."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    return csr_matrix((rows.data, rows.indices, rows.indptr), shape=(rows.shape[0], width))


def heightened(rows: csr_matrix, height: int) -> csr_matrix:
    """The same rows and some empty ones."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    starts = np.concatenate([rows.indptr, np.full(height - rows.shape[0], rows.indptr[-1])])
    return csr_matrix((rows.data, rows.indices, starts), shape=(height, rows.shape[1]))


def term_weights(counts: csr_matrix, titles: csr_matrix) -> csr_matrix:
    """1 + ln tf, where words of the title count more."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    width = max(counts.shape[1], titles.shape[1])
    weights = csr_matrix(widened(counts, width) + TITLE * widened(titles, width), dtype=np.float32)
    weights.data = 1.0 + np.log(weights.data)
    return weights


def rarity(holding: Numbers, of: Numbers) -> Numbers:
    """−ln of the share of items that hold each word, a row a language; nought for a word that half of them hold [ours]:
    a subject that all items share tells none of them apart, and in each language it has its own words.

    `holding` of the `of` items in a language hold the word. A language with few items borrows the share among all.
    """
    among_all = (holding.sum(axis=0) + 0.5) / (of.sum() + 1.0)
    share = (holding + BORROWED * among_all) / (of + BORROWED)[:, None]
    return np.where(share < 0.5, -np.log(share), 0.0)


def unit_vectors(weights: csr_matrix, rare: Numbers, languages: NDArray[np.int64], length: int = LENGTH) -> csr_matrix:
    """Rows of `weights` by the rarity of their words in each one's language, cut to the heaviest words, of length 1 (or
    0 when no word tells)."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    many = weights.shape[0]
    sizes = np.diff(weights.indptr)
    rows = np.repeat(np.arange(many), sizes)
    values = weights.data.astype(np.float64) * rare[languages[rows], weights.indices]
    kept = values > 0.0
    long = np.flatnonzero(sizes > length)
    if len(long):
        among = np.flatnonzero((sizes > length)[rows])
        starts = np.cumsum(sizes[long]) - sizes[long]
        # One key for row and value sorts in a third of the time of two.
        order = np.argsort(rows[among] * (values.max() + 1.0) - values[among], kind="stable")
        kept[among[order[np.arange(len(order)) - np.repeat(starts, sizes[long]) >= length]]] = False
    rows, values = rows[kept], values[kept]
    norms = np.sqrt(np.bincount(rows, values * values, many))
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=many))])
    unit = (values / norms[rows]).astype(np.float32)
    return csr_matrix((unit, weights.indices[kept], starts), shape=weights.shape)
