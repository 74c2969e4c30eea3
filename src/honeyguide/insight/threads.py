"""Threads of an event: the sides that the stories of a phase speak of, and what goes on with what.

A group of stories falls into two as long as its two sides stand out of the noise: the leading eigenvalue of their
centred similarities beyond the edge m (1 + √c)² where those of mere noise end (Marchenko and Pastur 1967), m being
the mean of the other eigenvalues and 1 + c their mean square over m². The leading eigenvector tells who is on which
side (as in Newman 2006, with similarities for links) [ours].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Numbers, Places

LEAST = 3
"""Stories of a side."""
MARGIN = 1.25
"""How far beyond the edge: words are not equally frequent, so that the noise of texts ends later."""
_SAMPLE = 200
"""Stories that are compared with each other; the others go to the side that they are nearest to."""
_SAME = 1e-9


def sides(vectors: csr_matrix) -> list[Places]:
    """Rows by side, the largest first; one side when there are no two."""
    many = vectors.shape[0]
    some = np.unique(np.linspace(0, many - 1, min(many, _SAMPLE)).astype(np.int64))
    similar = (vectors[some] @ vectors[some].T).toarray()
    groups: list[Places] = []
    waiting = [np.arange(len(some))]
    while waiting:
        group = waiting.pop()
        high = _one_side(similar[np.ix_(group, group)])
        if high is None:
            groups.append(group)
        else:
            waiting += [group[high], group[~high]]
    which = np.empty(many, np.int64)
    for number, group in enumerate(groups):
        which[some[group]] = number
    rest = np.setdiff1d(np.arange(many), some)
    if len(rest):
        centres = np.vstack([np.asarray(vectors[some[group]].mean(axis=0)) for group in groups])
        which[rest] = np.argmax(vectors[rest] @ centres.T, axis=1)
    found = [np.flatnonzero(which == number) for number in range(len(groups))]
    return sorted(found, key=lambda rows: (-len(rows), int(rows[0])))


def _one_side(similar: Numbers) -> NDArray[np.bool_] | None:
    from scipy.linalg import eigh  # noqa: PLC0415

    many = len(similar)
    if many < 2 * LEAST:
        return None
    centred = similar - similar.mean(axis=0)
    centred -= centred.mean(axis=1)[:, None]
    (value,), leading = eigh(centred, subset_by_index=[many - 1, many - 1])
    mean = max(0.0, float(np.trace(centred)) - value) / (many - 2)
    square = max(0.0, float((centred**2).sum()) - value**2) / (many - 2)
    edge = mean * (1.0 + np.sqrt(max(0.0, square / max(mean**2, _SAME) - 1.0))) ** 2
    if value <= max(_SAME, MARGIN * edge):
        return None
    high = leading[:, 0] > 0.0
    high = high if high[0] else ~high
    return high if min(int(high.sum()), int((~high).sum())) >= LEAST else None


def goes_on(
    before: csr_matrix, earlier: list[Places], after: csr_matrix, later: list[Places]
) -> list[tuple[int, ...]]:
    """Of each later side: the earlier ones that it goes on with.

    Two sides belong together when one of them is nearest to the other and they are at least as alike as two stories
    of the two phases are on average.
    """
    one, other = (
        [np.asarray(rows[side].mean(axis=0)).ravel() for side in parts]
        for rows, parts in ((before, earlier), (after, later))
    )
    alike = np.array(one) @ np.array(other).T
    average = float((np.asarray(before.mean(axis=0)) @ np.asarray(after.mean(axis=0)).T).item())
    nearest = (alike == alike.max(axis=0)[None, :]) | (alike == alike.max(axis=1)[:, None])
    linked = nearest & (alike >= average - _SAME) & (alike > _SAME)
    return [tuple(np.flatnonzero(column).tolist()) for column in linked.T]
