"""What anchors lead to: ridge regression of how relevant pages are on what titles and anchors mean [ours].

A page teaches twice, by its title and by the anchor that led to it: where anchors are titles they say the same, and
where they are not, the crawl learns which anchors lead to the topic. Hoerl and Kennard 1970, "Ridge regression".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

PENALTY, MORE = 2.0, 0.03
"""What the squares of the coefficients cost, and how much more with each page: the more is known, the more pages of
one kind there are that would outweigh all others."""


def direction(rows: Floats, values: Floats, pages: int) -> Floats:
    """What is added up to say the `values` of `rows`, which so many pages teach."""
    penalty = np.float32(PENALTY * (1.0 + MORE * pages))
    count, dimensions = rows.shape
    if count < dimensions:  # the same by whichever system of equations is smaller
        among = rows @ rows.T + penalty * np.eye(count, dtype=np.float32)
        return rows.T @ np.linalg.solve(among, values)
    across = rows.T @ rows + penalty * np.eye(dimensions, dtype=np.float32)
    return np.linalg.solve(across, rows.T @ values)
