"""Where numbers fall into two groups: the cut that leaves the groups most apart (Otsu 1979)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.floating]


def cut(numbers: Numbers, weights: Numbers) -> float:
    """Midway between the two neighbours whose parting has the largest variance between groups."""
    order = np.argsort(numbers, kind="stable")
    ordered, heavy = numbers[order].astype(np.float64), weights[order].astype(np.float64)
    below, sums = np.cumsum(heavy), np.cumsum(heavy * ordered)
    above = np.maximum(below[-1] - below[:-1], 1e-12)
    apart = sums[:-1] / below[:-1] - (sums[-1] - sums[:-1]) / above
    at = int((below[:-1] * above * apart**2).argmax())
    return float(ordered[at] + ordered[at + 1]) / 2


def skewness(numbers: Numbers) -> float:
    """How much longer the upper tail is than the lower one: 0 for none, 2 for an exponential distribution."""
    aside = numbers.astype(np.float64) - float(numbers.mean())
    spread = float(np.sqrt((aside**2).mean()))
    return float((aside**3).mean()) / max(spread, 1e-9) ** 3
