"""From decision values to probabilities: a sigmoid fitted to pages that were held out.

Platt, "Probabilistic outputs for support vector machines" (1999), by the Newton steps of Lin, Lin and Weng (2007).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEPS = 100
NEAR = 1e-8
RIDGE = 1e-12
SHORTEST_STEP = 1e-10

Numbers = NDArray[np.float64]


def platt(decisions: Numbers, positive: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of probability = 1 / (1 + exp(−(slope · decision + offset))).

    Both classes weigh the same [ours]: how many pages of the web are on topic cannot be told from how many examples
    there are.
    """
    many = np.array([(~positive).sum(), positive.sum()], np.float64)
    # Laplace's correction: three positives of three do not make certain.
    wanted = np.where(positive, (many[1] + 1) / (many[1] + 2), 1 / (many[0] + 2))
    weights = 1 / (2 * many[positive.astype(np.int64)])
    slope, offset = 0.0, 0.0
    loss = _loss(decisions, wanted, weights, slope, offset)
    for _ in range(STEPS):
        now = probability(decisions, slope, offset)
        wrong = weights * (now - wanted)
        down = np.array([wrong @ decisions, wrong.sum()])
        if np.abs(down).max() < NEAR:
            break
        bent = weights * now * (1 - now)
        mixed = bent @ decisions
        curve = np.array([[bent @ decisions**2 + RIDGE, mixed], [mixed, bent.sum() + RIDGE]])
        step = -np.linalg.solve(curve, down)
        size = 1.0
        while size >= SHORTEST_STEP:
            tried = slope + size * step[0], offset + size * step[1]
            new = _loss(decisions, wanted, weights, *tried)
            if new < loss + 1e-4 * size * (down @ step):
                slope, offset, loss = float(tried[0]), float(tried[1]), new
                break
            size /= 2
        else:
            break
    return slope, offset


def probability(decisions: Numbers, slope: float, offset: float) -> Numbers:
    # By the hyperbolic tangent, which never overflows.
    return 0.5 * (1 + np.tanh(0.5 * (slope * decisions + offset)))


def area_under_curve(positives: Numbers, negatives: Numbers) -> float:
    """How often a positive scores above a negative, ties counting half."""
    order = np.sort(negatives)
    below, not_above = order.searchsorted(positives, "left"), order.searchsorted(positives, "right")
    return float((below + not_above).sum() / (2 * len(positives) * len(negatives)))


def _loss(decisions: Numbers, wanted: Numbers, weights: Numbers, slope: float, offset: float) -> float:
    value = slope * decisions + offset
    return float(weights @ (np.logaddexp(0, value) - wanted * value))
