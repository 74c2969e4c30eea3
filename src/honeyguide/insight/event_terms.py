"""Words that set an event apart from all others, see `contrast`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Numbers, Places
from honeyguide.log_odds import contrast

TERMS = 6
PRIOR = 50.0
"""Stories of the background that every event is mixed with: words of a small event must stand out clearly."""
SHARE = 0.3
"""A term stands in at least this share of an event's stories: it names the event, not one of its items."""


def characteristic(
    words: NDArray[np.int32], inside: Numbers, among: float, everywhere: Numbers, of: float, vocabulary: Sequence[str]
) -> tuple[str, ...]:
    """The best names of an event, the best first; `inside` and `everywhere` of each of its words."""
    often = np.flatnonzero(inside >= max(1.0, SHARE * among))
    scores = contrast(inside[often], among, everywhere[often] - inside[often], of - among, PRIOR)
    terms: list[str] = []
    for place in np.argsort(-scores, kind="stable").tolist():
        word = vocabulary[int(words[often[place]])]
        if is_name(word):
            terms.append(word)
        if len(terms) == TERMS:
            break
    return tuple(terms)


def event_terms(
    event_of: Places, words: csr_matrix, counts: NDArray[np.bool_], vocabulary: Sequence[str]
) -> list[tuple[str, ...]]:
    """The names of every event; `counts` says which items do: copies of a text say nothing new."""
    many = int(event_of.max(initial=0))
    telling = np.flatnonzero(counts & (event_of > 0))
    among = np.bincount(event_of[telling], minlength=many + 1)[1:]
    everywhere = np.bincount(words.indices[np.repeat(counts, np.diff(words.indptr))], minlength=len(vocabulary))
    ones = np.ones(len(telling), np.int32)
    member = csr_matrix((ones, (event_of[telling] - 1, np.arange(len(telling)))), shape=(many, len(telling)))
    held = words[telling]
    held.data = np.ones_like(held.data)
    inside = (member @ held).tocsr()
    inside.sort_indices()
    found = []
    for event in range(many):
        part = slice(inside.indptr[event], inside.indptr[event + 1])
        found.append(
            characteristic(
                inside.indices[part],
                inside.data[part].astype(np.float64),
                float(among[event]),
                everywhere[inside.indices[part]].astype(np.float64),
                float(counts.sum()),
                vocabulary,
            )
        )
    return found


def is_name(word: str) -> bool:
    """Whether a word says something alone: not one Chinese character, not figures with a letter."""
    return len(word) > 1 and sum(letter.isdecimal() for letter in word) * 2 < len(word)
