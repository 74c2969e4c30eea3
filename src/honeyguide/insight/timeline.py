"""An event's dated items in the order of time, and its stories as vectors of the words that tell them apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.idf import idf_of_all
from honeyguide.insight.corroboration import believed
from honeyguide.insight.days import days_of
from honeyguide.insight.model import Analysis, Event, Places
from honeyguide.insight.vectors import unit_vectors

LENGTH = 100
"""Words of a story's vector."""


class Timeline(NamedTuple):
    items: Places
    """Dated until now, in the order of time."""
    at: NDArray[np.float64]
    days: Places
    """Since 1970."""
    story: Places
    """Of each item: its story. Stories are numbered from 0 in the order in which they were first told …"""
    told: Places
    """… of each: where its first item stands in `items`."""
    holds: csr_matrix
    """Stories × words: 1 where the story holds the word …"""
    words: Places
    """… the words by their number in the vocabulary: those that two stories or more hold."""
    vectors: csr_matrix
    """The same, weighted, each of length 1 (or 0)."""
    undated: int
    """Items without a date, or with one that has not come yet."""


def timeline(analysis: Analysis, event: Event) -> Timeline:
    items = np.array(event.items, np.int64)
    at = believed([analysis.items[place] for place in event.items])
    order = np.lexsort((items, at))
    order = order[at[order] <= analysis.until]
    items, at = items[order], at[order]
    _, first, which = np.unique(analysis.stories[items], return_index=True, return_inverse=True)
    in_order = np.argsort(first)
    story = np.argsort(in_order)[which]
    told = first[in_order]
    holds, words, vectors = _stories(analysis.words, items[told])
    return Timeline(items, at, days_of(at), story, told, holds, words, vectors, len(event.items) - len(items))


def _stories(counts: csr_matrix, rows: Places) -> tuple[csr_matrix, Places, csr_matrix]:
    counts = counts[rows]
    many = len(rows)
    holding = np.bincount(counts.indices, minlength=counts.shape[1])
    words = np.flatnonzero(holding > 1)
    counts = counts[:, words].astype(np.float64)
    holds, weights = counts.copy(), counts
    holds.data[:] = 1.0
    weights.data = 1.0 + np.log(weights.data)
    # What all its stories say does not tell them apart: rarity among them, not in the crawl [ours].
    return holds, words, unit_vectors(weights, idf_of_all(many, holding[words]), LENGTH).astype(np.float64)
