"""What the pages most like a page say of it: label propagation (Zhou et al. 2004, "Learning with local and global
consistency").

Each page is tied to those most like it, and what is known of some pages spreads along the ties. A page may share
little with the examples themselves, and lie among pages that lie among pages like them. Only pages near the topic are
looked at, so that it costs the same however many there are [ours].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

TIES, SHARP = 10, 3
"""Pages that each is tied to; and the power of its likeness with each that the tie is as strong as."""
SPREADS = 0.8
"""Share of what a page hears that it tells on: the paper's alpha."""
BEST, MOST = 10, 1.5
"""What so many of the best pages hear is 1; and how much more counts at most."""


class Neighbours:
    """`rows` are of length 1 at most, a row a page; `edge` are those beside which others lie that are left out."""

    def __init__(self, rows: Floats, edge: NDArray[np.int64] | None = None) -> None:
        self._rows = rows
        self._edge = edge
        likeness = np.maximum(rows @ rows.T, 0)
        np.fill_diagonal(likeness, 0)
        ties = _strongest(likeness)
        ties = np.maximum(ties, ties.T)
        self._degree = np.sqrt(ties.sum(axis=1)) + np.float32(1e-9)
        spread = ties / self._degree / self._degree[:, None]
        reach = np.linalg.inv(np.eye(len(rows)) - SPREADS * spread) * (1 - SPREADS)
        self._reach: Floats = reach.astype(np.float32)
        """What each hears of each."""

    def hear(self, weights: Floats) -> Heard:
        """What each hears of pages that count so much as examples, itself left out."""
        heard = self._reach @ weights - np.diagonal(self._reach) * weights
        heard /= np.maximum(weights.sum() - weights, np.float32(1e-6))
        others, examples = heard[weights < 1], heard[weights >= 1]
        usual = float(np.sort(others)[-BEST:].mean()) if len(others) else 0.0
        if len(examples) > 1:
            usual = max(usual, float(examples.mean()))
        return Heard(self, heard, max(usual, 1e-9), self._edge)

    def told(self, row: Floats, heard: Floats) -> float:
        """What a page hears that is none of these."""
        ties = _strongest(np.maximum(self._rows @ row, 0)[None])[0]
        degree = np.sqrt(ties.sum()) + np.float32(1e-9)
        return float(SPREADS * (ties / self._degree / degree) @ heard)


class Heard:
    """From 0 to 1 and a little more, where 1 is what the best pages hear. What is heard at the edge counts for
    nothing, since those beyond it hear nothing, and are hardly less like the topic."""

    def __init__(self, neighbours: Neighbours, heard: Floats, usual: float, edge: NDArray[np.int64] | None) -> None:
        self._neighbours, self._heard, self._usual, self._little = neighbours, heard, usual, 0.0
        if edge is not None:
            self._little = float(self.by_all()[edge].mean())

    def by_all(self) -> Floats:
        return self._part(self._heard)

    def by(self, row: Floats) -> float:
        """By a page that came since."""
        return float(self._part(np.array([self._neighbours.told(row, self._heard)], np.float32))[0])

    def _part(self, heard: Floats) -> Floats:
        """The square root, so that what is heard from afar counts as well."""
        part = np.sqrt(np.clip(heard / np.float32(self._usual), 0, np.float32(MOST)))
        above: Floats = np.maximum(part - np.float32(self._little), 0)
        return above


def _strongest(likeness: Floats) -> Floats:
    """The strongest ties of each row; the others are none."""
    many = min(TIES, likeness.shape[1])
    last = np.partition(likeness, -many, axis=1)[:, -many][:, None]
    ties: Floats = np.where(likeness >= last, likeness, 0) ** SHARP
    return ties
