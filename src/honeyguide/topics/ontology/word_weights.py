"""What all words of a page say for and against a topic: a logistic regression against a background [ours].

Terms tell what speaks for a topic. What speaks against it are the words of its neighbours, and only other pages show
these. A few pages of a background are on topic, and nobody knows which: examples and unlabelled pages, both weighed
alike (Lee and Liu, "Learning with positive and unlabeled examples using weighted logistic regression", 2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from honeyguide.idf import smoothed_idf
from honeyguide.log_odds import Numbers
from honeyguide.model import Document

PENALTY = 10.0
"""How much the documents count against the length of the weights."""
FEWEST, MOST_WORDS = 3, 20_000
"""Documents that must hold a word, and words that are looked at."""
STEPS = 200

Cut = Callable[[str, str], Sequence[str]]
"""The words of a text in a language."""


class WordWeights:
    """Learns from main texts, and is asked about whole pages, as it will be."""

    def __init__(self, corpus: Sequence[Document], background: Sequence[Document], cut: Cut) -> None:
        documents = [*corpus, *background]
        holding = Counter(chain.from_iterable(set(each.words) for each in documents))
        often = sorted((word for word in holding if holding[word] >= FEWEST), key=lambda word: (-holding[word], word))
        self.words = tuple(sorted(often[:MOST_WORDS]))
        self.rarity: Numbers = np.array([smoothed_idf(len(documents), holding[word]) for word in self.words])
        self._number = {word: number for number, word in enumerate(self.words)}
        self._positive = np.repeat((True, False), (len(corpus), len(background)))
        self._main = self._rows([each.words for each in documents])
        self._whole = self._rows([cut(each.whole, each.language) if each.whole else each.words for each in documents])

    def weights(self) -> Numbers:
        """Of every word; below 0 where it speaks against the topic."""
        return self._learned(np.ones(len(self._positive), np.bool_))

    def held_out(self, part: NDArray[np.bool_]) -> Numbers:
        """What the whole pages of these documents say, by weights that they had no part in."""
        said: Numbers = self._whole[np.flatnonzero(part)] @ self._learned(~part)
        return said

    def _rows(self, texts: Sequence[Sequence[str]]) -> csr_array:
        """A row (1 + ln tf) · rarity of length 1 for each text."""
        counts = [Counter(word for word in text if word in self._number) for text in texts]
        columns = np.array([self._number[word] for each in counts for word in each], np.int32)
        ends = np.cumsum([0, *map(len, counts)], dtype=np.int32)
        values = (1 + np.log(np.array([many for each in counts for many in each.values()], np.float64))) * (
            self.rarity[columns]
        )
        lengths = np.sqrt([float(row @ row) or 1.0 for row in np.split(values, ends[1:-1])])
        values /= np.repeat(lengths, np.diff(ends))
        return csr_array((values, columns, ends), shape=(len(texts), len(self.words)))

    def _learned(self, used: NDArray[np.bool_]) -> Numbers:
        from scipy.optimize import minimize  # noqa: PLC0415

        rows, positive = self._main[np.flatnonzero(used)], self._positive[used]
        sign = np.where(positive, 1.0, -1.0)
        both = np.where(positive, positive.sum(), (~positive).sum())
        cost = PENALTY * len(positive) / (2 * both)
        turned = rows.T.tocsr()

        def loss(at: Numbers) -> tuple[float, Numbers]:
            weights, bias = at[:-1], at[-1]
            margin = sign * (rows @ weights + bias)
            slope = -cost * sign * (0.5 - 0.5 * np.tanh(0.5 * margin))
            value = cost @ np.logaddexp(0, -margin) + 0.5 * weights @ weights
            return float(value), np.append(turned @ slope + weights, slope.sum())

        start = np.zeros(len(self.words) + 1)
        found: Numbers = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
        return found[:-1]
