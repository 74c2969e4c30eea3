"""What a stretch of an event costs: how far its stories deviate from even volume and from one vocabulary.

Volume by the Poisson likelihood; vocabulary by the squared distance of unit vectors from their mean (the kernel cost
of Arlot, Celisse and Harchaoui 2019 for cosines); the noise of both by differences of neighbours, where steps hide
(von Neumann 1941).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Numbers, Places

_SAMPLE = 800


def volume_costs(counts: Numbers, edges: Numbers, middles: Numbers) -> Numbers:
    """−ln of the best likelihood of every stretch, but for what all partitions share: −n ln(n / length) − n h(m).

    A Poisson process that fades or grows exponentially, so that a burst and its echo are one phase [ours]: m is the
    mean place of its stories, from 0 to 1, and h what their being early or late tells, see `_lean`.
    """
    stories = np.concatenate([[0.0], np.cumsum(counts)])
    moments = np.concatenate([[0.0], np.cumsum(counts * middles)])
    n, length = _between(stories), np.maximum(_between(edges), 1.0)
    some = np.maximum(n, 1.0)
    places = np.clip((np.subtract.outer(moments, moments).T / some - edges[:, None]) / length, 0.0, 1.0)
    means, lean = _lean()
    return np.asarray(-n * (np.log(some / length) + np.interp(places, means, lean)), np.float64)


def _lean() -> tuple[Numbers, Numbers]:
    """h(m) = max over θ of −θ m − ln((1 − e^−θ) / θ): the exponential law on [0, 1] of mean m, against the even."""
    rates = np.geomspace(1e-3, 2e3, 2_000)
    means = 1.0 / rates - 1.0 / np.expm1(np.minimum(rates, 700.0))
    lean = -rates * means - np.log(-np.expm1(-rates) / rates)
    return np.concatenate([means[::-1], [0.5], 1.0 - means]), np.concatenate([lean[::-1], [0.0], lean])


def word_costs(sums: csr_matrix, own: Numbers, counts: Numbers) -> Numbers:
    """Σ ‖x − mean‖² = Σ ‖x‖² − ‖Σ x‖² / n of every stretch, from the sums over bins."""
    many = len(counts)
    products = np.zeros((many + 1, many + 1))
    products[1:, 1:] = (sums @ sums.T).toarray().cumsum(axis=0).cumsum(axis=1)
    ends = np.diag(products)
    lengths = ends[None, :] + ends[:, None] - 2.0 * products  # ‖Σ x‖² from i to j
    n = _between(np.concatenate([[0.0], np.cumsum(counts)]))
    return _between(np.concatenate([[0.0], np.cumsum(own)])) - lengths / np.maximum(n, 1.0)


def word_noise(vectors: csr_matrix) -> tuple[float, float]:
    """tr Σ and tr Σ² of what neighbouring stories differ by."""
    steps = (vectors[1:] - vectors[:-1]) / np.sqrt(2.0)
    some = np.unique(np.linspace(0, steps.shape[0] - 1, _SAMPLE).astype(np.int64))
    products = (steps[some] @ steps[some].T).toarray()
    apart = np.abs(np.subtract.outer(some, some)) > 1  # two differences that share no story
    spread = float(squares(steps).mean())
    return spread, float((products[apart] ** 2).mean()) if apart.any() else spread**2


def volume_noise(days: Places, width: int) -> float:
    """How many times the Poisson variance neighbouring days differ by; 1 or more."""
    bins, counts = np.unique((days - days[0]) // width, return_counts=True)
    beside = np.diff(bins) == 1
    pairs = (counts[1:] - counts[:-1])[beside] ** 2 / (counts[1:] + counts[:-1])[beside]
    alone = 2 * len(bins) - 2 - 2 * int(beside.sum())  # a busy day beside an empty one: (n − 0)² / (n + 0)
    lonely = counts[np.append(~beside, False)].sum() + counts[1:][~beside].sum()
    return max(1.0, float(pairs.sum() + lonely) / max(1, len(pairs) + alone))


def squares(vectors: csr_matrix) -> Numbers:
    return np.asarray(vectors.multiply(vectors).sum(axis=1), np.float64).ravel()


def _between(sums: Numbers) -> Numbers:
    return np.maximum(np.subtract.outer(sums, sums).T, 0.0)
