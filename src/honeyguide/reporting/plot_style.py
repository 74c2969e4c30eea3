"""How pictures look: colours that colour-blind people can tell apart (Okabe and Ito), and where names stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C510A")
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (6, 2, 1, 2)))
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 9.5,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": "#333333",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E6E6E6",
    "grid.linewidth": 0.7,
    "xtick.color": "#555555",
    "ytick.color": "#555555",
    "figure.facecolor": "white",
    "axes.facecolor": "white",
}


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Ascending places in [0, 1], moved as little as may be until neighbours are a gap apart.

    With the gaps taken away, places may be equal but not descend: an isotonic regression, by pooling neighbours.
    """
    n = len(places)
    if n * gap >= 1:
        return [(i + 0.5) / n for i in range(n)]
    offsets = np.arange(n) * gap
    pools: list[tuple[float, int]] = []
    for value in np.asarray(places, float) - offsets:
        pool = (float(value), 1)
        while pools and pools[-1][0] > pool[0]:
            mean, size = pools.pop()
            pool = ((mean * size + pool[0] * pool[1]) / (size + pool[1]), size + pool[1])
        pools.append(pool)
    level = [min(max(mean, 0.0), 1.0 - (n - 1) * gap) for mean, size in pools for _ in range(size)]
    return [float(each) for each in np.array(level) + offsets]
