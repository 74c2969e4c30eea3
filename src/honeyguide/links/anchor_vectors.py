"""What anchors mean: each different text is encoded once, and compared with pages on topic, with their titles, and
with what was learnt of the anchors and titles of all pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.protocols import Encoder
from honeyguide.quantized import quantized

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

MOST = 200_000
"""Different anchors whose vectors are kept, in 512 bytes each: others are compared once, when they are found."""
BEST_TITLES = 3
BESIDES = 3
_AT_ONCE = 4_096


class Titles(NamedTuple):
    """Of pages on topic."""

    numbers: NDArray[np.int32]
    """In the order in which they came, from 1."""
    rows: Floats
    """The vector of each, below `BESIDES` rows for what else anchors are compared with at the same time."""
    squares: Floats
    """Of their lengths."""


class Compared(NamedTuple):
    """What anchors are compared with, the middle taken away from each."""

    middle: Floats
    topic: Floats
    learned: Floats
    """What relevant pages have in their titles and anchors, and others have not."""
    titles: Titles


class AnchorVectors:
    """Anchors by number, with what was last found of each."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._number: dict[str, int] = {}
        self.texts: list[str] = []
        """By number."""
        self._steps = np.zeros((1024, encoder.dimensions), np.int8)
        self._length = np.zeros(1024, np.float32)
        """Of these vectors; 1 for one without words."""
        self.meaning = np.zeros(1024, np.float32)
        """Cosine with the middle of the pages on topic."""
        self.learned = np.zeros(1024, np.float32)
        """How much more relevant than usual the page is that an anchor leads to, by those so far."""
        self._best = np.zeros((1024, BEST_TITLES), np.float32)
        """The best cosines with titles, …"""
        self.titles = np.zeros(1024, np.float32)
        """… and their mean."""
        self._last = np.zeros(1024, np.int32)
        """The number of the last title that each was compared with."""

    def expect(self, anchors: Sequence[str]) -> None:
        """Have these encoded together: the encoder remembers them."""
        if new := [anchor for anchor in dict.fromkeys(anchors) if anchor not in self._number]:
            self.encoder.encode(new)

    def add(self, anchors: Sequence[str], compared: Compared) -> Ints:
        """The number of each; new ones are compared."""
        known = self._number
        numbers = np.array([known.setdefault(anchor, len(known)) for anchor in anchors], np.int64)
        self._reach(len(known))
        added = len(self.texts)
        fresh = [anchor for anchor in dict.fromkeys(anchors) if known[anchor] >= added]
        if fresh:
            steps = quantized(self.encoder.encode(fresh))
            places = np.arange(added, added + len(fresh))
            self.texts += fresh
            kept = places[places < MOST]
            self._steps[kept] = steps[: len(kept)]
            rows = steps.astype(np.float32)
            length = np.sqrt(np.einsum("ij,ij->i", rows, rows))
            self._length[places] = np.where(length > 0.0, length, 1.0)
            self._compare(places, rows, compared, from_nothing=True)
        return numbers

    def unit_rows(self, numbers: Ints) -> Floats:
        """The vector of each, which are all kept."""
        rows: Floats = self._steps[numbers].astype(np.float32) / self._length[numbers, None]
        return rows

    def renew(self, numbers: Ints, compared: Compared, *, from_nothing: bool) -> None:
        """Compare these again; with `from_nothing` the titles are all that there are, else new ones."""
        numbers = numbers[numbers < MOST]
        for start in range(0, len(numbers), _AT_ONCE):
            some = numbers[start : start + _AT_ONCE]
            self._compare(some, self._steps[some].astype(np.float32), compared, from_nothing=from_nothing)

    def _compare(self, numbers: Ints, steps: Floats, compared: Compared, *, from_nothing: bool) -> None:
        """Products of (anchor - middle), at a length of 1, with each, and with (title - middle); multiplied out."""
        middle, topic, learned, titles = compared
        titles.rows[:BESIDES] = middle, topic, learned
        products = steps @ titles.rows.T
        products /= self._length[numbers, None]
        share, own = products[:, 0], middle @ middle
        rest = np.sqrt(np.maximum(1.0 - 2.0 * share + own, 1e-6))
        self.meaning[numbers] = (products[:, 1] - middle @ topic) / rest
        self.learned[numbers] = (products[:, 2] - middle @ learned) / rest
        if not len(titles.numbers):
            return
        shares = titles.rows[BESIDES:] @ middle
        lengths = np.sqrt(np.maximum(titles.squares - 2.0 * shares + own, 1e-6))
        likeness = products[:, BESIDES:]
        likeness -= (share - own)[:, None]
        likeness -= shares
        likeness /= lengths
        if not from_nothing:
            likeness[titles.numbers <= self._last[numbers, None]] = 0.0
        self._last[numbers] = titles.numbers.max()
        best = np.maximum(_largest(likeness) / rest[:, None], 0.0)
        if not from_nothing:
            best = _largest(np.concatenate([self._best[numbers], best], axis=1))
        if best.shape[1] < BEST_TITLES:
            best = np.pad(best, ((0, 0), (0, BEST_TITLES - best.shape[1])))
        self._best[numbers] = best
        self.titles[numbers] = np.add.reduce(best, axis=1) / np.float32(BEST_TITLES)

    def _reach(self, length: int) -> None:
        if length > len(self.meaning):
            more = max(length, 2 * len(self.meaning))
            self.meaning, self._length = _grown(self.meaning, more), _grown(self._length, more)
            self.learned = _grown(self.learned, more)
            self._best, self._last = _grown(self._best, more), _grown(self._last, more)
            self.titles = _grown(self.titles, more)
        if min(length, MOST) > len(self._steps):
            self._steps = _grown(self._steps, min(max(length, 2 * len(self._steps)), MOST))


def _grown(rows: NDArray[Any], length: int) -> NDArray[Any]:
    more = np.zeros((length, *rows.shape[1:]), rows.dtype)
    more[: len(rows)] = rows
    return more


def _largest(likeness: Floats) -> Floats:
    """The best few of each row."""
    if likeness.shape[1] <= BEST_TITLES:
        return likeness
    return np.partition(likeness, -BEST_TITLES, axis=1)[:, -BEST_TITLES:]
