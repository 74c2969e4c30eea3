"""Groups of items that may be an event: what is known of each, which are akin, their numbers once they are one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Numbers, Places
from honeyguide.insight.similarity import cohesion, kinship, nearness, reliability

LEAST_ITEMS, LEAST_STORIES = 3, 2
"""What two items have in common is an accident too often; a text and its copies are one story."""
RELIABLE = 0.7
"""Reliability from which a group is an event, the customary bar for a measure: three stories that are very much alike
(0.44 on average), or ten that are alike as stories of one event commonly are (0.19)."""
_ROWS = 1_024

_FIELDS = np.dtype(
    [("squared", "f8"), ("start", "f8"), ("end", "f8"), ("items", "i8"), ("stories", "i8"), ("number", "i8"),
     ("grown", "?")]
)  # fmt: skip


class Groups:
    """Struct of arrays; a group is named by its place, which changes when groups are merged."""

    def __init__(self) -> None:
        self.many = 0
        self._known = np.zeros(64, _FIELDS)
        self._numbered = 0

    @property
    def known(self) -> NDArray[np.void]:
        """Of each group: squared length of the sum of its vectors, span of time, items, stories, the number of its
        event (0 for none), and whether it changed since `settled`."""
        return self._known[: self.many]

    def found(self, at: float) -> int:
        """A new group of one item."""
        if self.many == len(self._known):
            self._known = np.concatenate([self._known, np.zeros(self.many, _FIELDS)])
        self._known[self.many] = (1.0, at, at, 1, 1, 0, True)
        self.many += 1
        return self.many - 1

    def join(self, group: int, at: float, dot: float) -> None:
        """One more story; `dot` is the product of its vector and the group's sum."""
        row = self._known[group]
        row["squared"] += 2.0 * dot + 1.0
        row["start"], row["end"] = np.fmin(row["start"], at), np.fmax(row["end"], at)
        row["stories"] += 1
        row["items"] += 1
        row["grown"] = True
        self._show(group)

    def copy(self, group: int) -> None:
        """One more copy of a story that the group has."""
        self._known["items"][group] += 1
        self._show(group)

    def cohesions(self, which: Places | slice = slice(None)) -> Numbers:
        rows = self.known[which]
        return cohesion(rows["stories"].astype(np.float64), rows["squared"])

    def merge(self, pairs: list[tuple[int, int]]) -> Places:
        """Of each group: its place now. The second of a pair joins the first; no group is in two pairs."""
        into = np.arange(self.many)
        for one, other in pairs:
            row, gone = self._known[one], self._known[other]
            into[other] = one
            row["start"], row["end"] = np.fmin(row["start"], gone["start"]), np.fmax(row["end"], gone["end"])
            row["stories"] += gone["stories"]
            row["items"] += gone["items"]
            row["number"] = min(row["number"] or gone["number"], gone["number"] or row["number"])
            row["grown"] = True
        stay = into == np.arange(self.many)
        left = self.known[stay]
        self._known[: len(left)] = left
        self.many = len(left)
        return (np.cumsum(stay) - 1)[into]

    def measured(self, squared: Numbers) -> None:
        """The words' rarity has moved, and with it all vectors."""
        self.known["squared"] = squared

    def settled(self) -> None:
        """Groups that became events by a merge or by new rarities get their numbers; none has grown since now."""
        for group in np.flatnonzero(self.known["number"] == 0).tolist():
            self._show(group)
        self.known["grown"] = False

    def event_numbers(self) -> Places:
        """Of each group: the number of its event, without gaps; 0 for none."""
        numbers = self.known["number"]
        dense = np.zeros(self._numbered + 1, np.int64)
        there = np.unique(numbers[numbers > 0])
        dense[there] = np.arange(1, len(there) + 1)
        return np.asarray(dense[numbers], np.int64)

    def _show(self, group: int) -> None:
        row = self._known[group]
        if row["number"] or row["items"] < LEAST_ITEMS or row["stories"] < LEAST_STORIES:
            return
        if reliability(float(row["stories"]), float(row["squared"])) >= RELIABLE:
            self._numbered += 1
            row["number"] = self._numbered


def akin(sums: csr_matrix, groups: Groups, bar: float, *, everything: bool) -> list[tuple[int, int]]:
    """Pairs whose kinship reaches the bar, the most akin first, no group in two of them: what comes of one merge is
    looked at before the next. Groups that have not grown are compared among themselves only when `everything` is."""
    known, cohesions = groups.known, groups.cohesions()
    stories = known["stories"].astype(np.float64)
    grown = np.arange(groups.many) if everything else np.flatnonzero(known["grown"])
    known["grown"] = False
    turned = sums.T.tocsr()
    found: list[tuple[float, int, int]] = []
    for start in range(0, len(grown), _ROWS):
        part = grown[start : start + _ROWS]
        dots = (sums[part] @ turned).tocoo()
        one, other = part[dots.row], dots.col.astype(np.int64)
        close = kinship(dots.data, stories[one], cohesions[one], stories[other], cohesions[other])
        likely = (one != other) & (close >= bar)
        one, other, close = one[likely], other[likely], close[likely]
        close *= nearness(known["start"][one], known["end"][one], known["start"][other], known["end"][other])
        sure = close >= bar
        first, second = np.minimum(one, other)[sure], np.maximum(one, other)[sure]
        found += zip((-close[sure]).tolist(), first.tolist(), second.tolist(), strict=True)
    taken: set[int] = set()
    pairs: list[tuple[int, int]] = []
    for _, first, second in sorted(found):
        if first not in taken and second not in taken:
            taken |= {first, second}
            pairs.append((first, second))
    return pairs
