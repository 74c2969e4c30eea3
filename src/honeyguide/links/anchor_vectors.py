"""What anchors mean: each different text is encoded once, and compared with pages on topic and with their titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.protocols import Encoder

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

MOST = 200_000
"""Different anchors whose vectors are kept, in 512 bytes each: others are compared once, when they are found."""
BEST_TITLES = 3
_STEPS = 127


class AnchorVectors:
    """Anchors by number, with what was last found of each."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._number: dict[str, int] = {}
        self._added = 0
        self._steps = np.zeros((1024, encoder.dimensions), np.int8)
        self.meaning = np.zeros(1024, np.float32)
        """Cosine with the middle of the pages on topic."""
        self._best = np.zeros((1024, BEST_TITLES), np.float32)

    def titles(self, numbers: NDArray[np.int32]) -> Floats:
        """The mean of the best cosines of each with titles."""
        mean: Floats = self._best[numbers].mean(axis=1)
        return mean

    def add(self, anchors: Sequence[str], topic: Floats, titles: Floats, middle: Floats) -> Ints:
        """The number of each; new ones are compared with these directions, `middle` taken away from all."""
        known = self._number
        numbers = np.array([known.setdefault(anchor, len(known)) for anchor in anchors], np.int64)
        self._reach(len(known))
        fresh = [anchor for anchor in dict.fromkeys(anchors) if known[anchor] >= self._added]
        if fresh:
            rows = self.encoder.encode(fresh)
            largest = np.abs(rows).max(axis=1, keepdims=True)
            largest[largest == 0.0] = 1.0
            steps = np.rint(rows * (_STEPS / largest)).astype(np.int8)
            places = np.arange(self._added, self._added + len(fresh))
            self._added += len(fresh)
            kept = places[places < MOST]
            self._steps[kept] = steps[: len(kept)]
            self._compare(places, steps.astype(np.float32), topic, titles, middle, from_nothing=True)
        return numbers

    def renew(self, numbers: Ints, topic: Floats, titles: Floats, middle: Floats, *, from_nothing: bool) -> None:
        """Compare these again; with `from_nothing` the titles are all that there are, else new ones."""
        numbers = numbers[numbers < MOST]
        if len(numbers):
            self._compare(
                numbers, self._steps[numbers].astype(np.float32), topic, titles, middle, from_nothing=from_nothing
            )

    def _compare(
        self, numbers: Ints, steps: Floats, topic: Floats, titles: Floats, middle: Floats, *, from_nothing: bool
    ) -> None:
        length = np.sqrt(np.einsum("ij,ij->i", steps, steps))
        length[length == 0.0] = 1.0
        share = (steps @ middle) / length
        rest = np.sqrt(np.maximum(1.0 - 2.0 * share + middle @ middle, 1e-6))
        self.meaning[numbers] = ((steps @ topic) / length - middle @ topic) / rest
        if len(titles):
            likeness = ((steps @ titles.T) / length[:, None] - titles @ middle) / rest[:, None]
            likeness = np.maximum(likeness, 0.0)
            if not from_nothing:
                likeness = np.concatenate([self._best[numbers], likeness], axis=1)
            if likeness.shape[1] > BEST_TITLES:
                likeness = np.partition(likeness, -BEST_TITLES, axis=1)[:, -BEST_TITLES:]
            self._best[numbers] = 0.0
            self._best[numbers, : likeness.shape[1]] = likeness

    def _reach(self, length: int) -> None:
        if length > len(self.meaning):
            more = max(length, 2 * len(self.meaning))
            self.meaning = _grown(self.meaning, more)
            self._best = _grown(self._best, more)
        if min(length, MOST) > len(self._steps):
            self._steps = _grown(self._steps, min(max(length, 2 * len(self._steps)), MOST))


def _grown(rows: NDArray[Any], length: int) -> NDArray[Any]:
    more = np.zeros((length, *rows.shape[1:]), rows.dtype)
    more[: len(rows)] = rows
    return more
