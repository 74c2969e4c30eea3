"""Groups of items that have grown together: which pairs of them are one event."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix

from honeyguide.insight.clusters import Groups
from honeyguide.insight.similarity import kinship, nearness

_ROWS = 1_024


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
