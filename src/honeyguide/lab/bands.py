"""The mean course of a strategy over its repeats, with the 95 % interval of that mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.lab.measures import interval
from honeyguide.lab.model import Run

STEPS = 200
Floats = NDArray[np.float64]


class Band(NamedTuple):
    """One value of each for every step on the horizontal axis."""

    at: Floats
    mean: Floats
    low: Floats
    high: Floats


def band(runs: Sequence[Run], measure: str, along: str = "pages") -> Band:
    """The course of one measure along pages or virtual seconds, over all these runs.

    A run that ended before the others keeps its last value, so that the mean is always over the same runs.
    """
    courses = [
        tuple(np.array([getattr(point, name) for point in run.curve], float) for name in (along, measure))
        for run in runs
        if run.curve
    ]
    if not courses:
        return Band(*[np.empty(0)] * 4)
    at = steps([ticks for ticks, _ in courses])
    values = np.array([np.interp(at, ticks, heights) for ticks, heights in courses])
    low, high = interval(values)
    return Band(at, values.mean(axis=0), low, high)


def steps(ticks: Sequence[Floats]) -> Floats:
    """All points that any of the curves has, thinned out evenly when there are very many."""
    every: Floats = np.unique(np.concatenate(ticks))
    if len(every) <= STEPS:
        return every
    kept = np.linspace(0, len(every) - 1, STEPS).round().astype(int)
    return np.take(every, kept)
