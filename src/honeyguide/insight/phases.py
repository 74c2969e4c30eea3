"""Phases of an event: the cut of its days into stretches of even volume and vocabulary that is best of all cuts.

Dynamic programming over borders (Jackson et al. 2005). A stretch costs what its stories deviate from it in volume and
vocabulary, see `phase_costs`; a border must win more than chance would. BIC takes ½ ln n for each of thousands of
words and would never set one, so chance is measured [ours]: noise alone wins a weighted sum of squares, close to a χ²
of (tr Σ)² / tr Σ² degrees of freedom (Satterthwaite 1946), Σ being the spread of neighbouring stories, and a border
must win more than the 1 − α / (number of stretches) quantile of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight.model import Numbers, Places
from honeyguide.insight.phase_costs import squares, volume_costs, volume_noise, word_costs, word_noise

ALPHA = 0.05
"""How often an event without phases is cut by chance."""
LEAST = 3
"""Stories of a phase."""
ALONE = 2.0
ALONE_TIMES = 5.0
"""See `alone`."""
MOST_BINS = 300
"""Days at which a border may be set; more are taken together by twos, threes and so on …"""
MOST_FINE = 2_000
"""… and so many of the days nearest to the borders are then looked at one by one: the costs are a square of this."""
_NOTHING = 1e-12


def borders(days: Places, vectors: csr_matrix) -> list[int]:
    """The first day of each phase; `days` of stories in the order of time, with their vectors."""
    first = int(days[0])
    near = np.flatnonzero(~alone(days))
    days, vectors = days[near], vectors[near]
    if len(days) < 2 * LEAST:
        return [first]
    starts, width = _starts(days)
    cuts = starts[cheapest(_costs(days, vectors, starts, width))]
    if width > 1 and len(cuts) > 1:  # then day by day about the borders that were found
        fresh = np.flatnonzero(np.diff(days, prepend=days[0] - 1))
        apart = np.abs(np.subtract.outer(days[fresh], days[cuts[1:]])).min(axis=1)
        nearest = np.argsort(apart, kind="stable")[:MOST_FINE]
        starts = np.union1d(starts, fresh[nearest[apart[nearest] <= width]])
        cuts = starts[cheapest(_costs(days, vectors, starts, width))]
    return [first, *(int(days[cut]) for cut in _large_enough(cuts.tolist(), days)[1:])]


def alone(days: Places) -> NDArray[np.bool_]:
    """Stories that have hardly another near them in time, against what is usual in the event: the second nearest is
    more than two days, and five times the median, away. Wrong dates are like that. They set no border [ours]."""
    at = days.astype(np.float64)
    many = len(at)
    around = np.concatenate([[-np.inf, -np.inf], at, [np.inf, np.inf]])
    second = np.full(many, np.inf)
    for before in (0, 1, 2):  # of the two nearest, so many come before it
        reach = np.maximum(at - around[2 - before : 2 - before + many], around[4 - before : 4 - before + many] - at)
        second = np.minimum(second, reach)
    return np.asarray(second > max(ALONE, ALONE_TIMES * float(np.median(second))), np.bool_)


def _large_enough(cuts: list[int], days: Places) -> list[int]:
    """A stretch of too few stories goes with the neighbour that it is nearer to."""
    while len(cuts) > 1:
        ends = [*cuts[1:], len(days)]
        sizes = [end - start for start, end in zip(cuts, ends, strict=True)]
        small = int(np.argmin(sizes))
        if sizes[small] >= LEAST:
            break
        to_last = days[cuts[small]] - days[cuts[small] - 1] if small else np.inf
        to_next = days[ends[small]] - days[ends[small] - 1] if small < len(cuts) - 1 else np.inf
        del cuts[small if to_last <= to_next else small + 1]
    return cuts


def cheapest(costs: Numbers) -> list[int]:
    """Where the parts of the cheapest partition of 0 … n − 1 begin; `costs[i, j]` is that of the part i … j − 1."""
    many = len(costs) - 1
    least, came_from = np.zeros(many + 1), np.zeros(many + 1, np.int64)
    for end in range(1, many + 1):
        ways = least[:end] + costs[:end, end]
        came_from[end] = np.argmin(ways)
        least[end] = ways[came_from[end]]
    cuts: list[int] = []
    end = many
    while end:
        end = int(came_from[end])
        cuts.append(end)
    return cuts[::-1]


def _starts(days: Places) -> tuple[Places, int]:
    """Places of the stories that a phase may begin with, and to how many days there may be one."""
    width = 1
    bins = days - days[0]
    while len(np.unique(bins)) > MOST_BINS:
        width += 1
        bins = (days - days[0]) // width
    return np.flatnonzero(np.diff(bins, prepend=-1)), width


def _costs(days: Places, vectors: csr_matrix, starts: Places, width: int) -> Numbers:
    """Of every stretch, in units of what a border must win over chance; the price of a border is in it."""
    from scipy.stats import chi2  # noqa: PLC0415

    many = len(starts)
    which = np.searchsorted(starts, np.arange(len(days)), side="right") - 1
    counts = np.bincount(which).astype(np.float64)
    chance = ALPHA / max(1.0, many * (many - 1) / 2.0)
    edges = np.append(days[starts], days[-1] + 1).astype(np.float64)
    middles = np.bincount(which, days + 0.5) / counts
    costs = volume_costs(counts, edges, middles) / (volume_noise(days, width) * chi2.isf(chance, 2) / 2.0) + 1.0
    spread, squared = word_noise(vectors)
    if spread > _NOTHING:
        freedom = min(max(1.0, spread**2 / max(squared, _NOTHING)), float(vectors.shape[1]))
        excess = spread * (chi2.isf(chance, freedom) / freedom - 1.0)
        gathered = csr_matrix((np.ones(len(days)), (which, np.arange(len(days)))), shape=(many, len(days)))
        own = np.bincount(which, squares(vectors), many).astype(np.float64)
        costs += (word_costs(gathered @ vectors, own, counts) + spread) / excess
    return costs
