"""What a run achieved, and what many runs say together (IELP eq. 6, WSE eq. 16–18)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy.special import stdtrit

from honeyguide.lab.model import MEASURES, REFERENCES, Figure, Point, Row, Run

MOST_EXACT, SIGNS = 12, 10_000
"""Up to so many repeats all sign changes are tried, beyond it a random sample of so many."""


class Tally:
    """Counts pages as they come and takes a point of the curve every `step` pages."""

    def __init__(self, step: int, findable: int) -> None:
        self.step = step
        self.findable = findable
        """On-topic pages that can be found."""
        self.pages = 0
        self.curve: list[Point] = []
        self._labelled = 0
        self._judged = 0
        self._kept = 0
        self._kept_labelled = 0
        self._relevance = 0.0
        self._squares = 0.0
        self._harvests = 0.0
        self._last = (0.0, 0)

    def page(self, labelled: bool, judged: bool, relevance: float, seconds: float, *, kept: bool = True) -> None:
        """One more page: on topic by its label, by the crawler's own judgement, and when it had come."""
        self.pages += 1
        self._kept += kept
        self._kept_labelled += kept and labelled
        self._labelled += labelled
        self._judged += judged
        self._relevance += relevance
        self._squares += relevance * relevance
        self._harvests += self._labelled / self.pages
        self._last = (seconds, self.pages)
        if self.pages % self.step == 0:
            self.curve.append(self.point())

    def point(self) -> Point:
        n = max(1, self.pages)
        ar = self._relevance / n  # IELP eq. 6, WSE eq. 17
        sd = sqrt(max(0.0, self._squares / n - ar * ar))  # WSE eq. 18
        recall = self._labelled / self.findable if self.findable else 0.0
        precision = self._kept_labelled / max(1, self._kept)  # HYB eq. 29
        shares = self._labelled / n, recall, self._judged / n  # WSE eq. 16
        return Point(self.pages, *shares, ar, sd, self._last[0], self._kept, precision)

    @property
    def auc(self) -> float:
        """Mean of the label-judged harvest after each page."""
        return self._harvests / max(1, self.pages)

    def whole_curve(self) -> tuple[Point, ...]:
        """With where the run ended."""
        ended = not self.pages or (self.curve and self.curve[-1].pages == self.pages)
        return tuple(self.curve) if ended else (*self.curve, self.point())


def summary(runs: Sequence[Run], strategies: Sequence[str], seed: int, unit: str = "repeat") -> tuple[Row, ...]:
    """A row for each strategy, compared with the first; where labels are the unit, each counts with its mean."""
    values = {strategy: means([run for run in runs if run.strategy == strategy], unit) for strategy in strategies}
    first = values[strategies[0]]
    rows = []
    for strategy in strategies:
        repeats = sorted(values[strategy])
        ours = np.array([values[strategy][repeat] for repeat in repeats], np.float64)
        theirs = np.array([first[repeat] for repeat in repeats], np.float64)
        figures = {
            measure: figure(ours[:, at], theirs[:, at], seed + at) for at, measure in enumerate(MEASURES) if len(ours)
        }
        rows.append(Row(strategy, len(repeats), **figures))
    return _corrected(rows)


def _corrected(rows: Sequence[Row]) -> tuple[Row, ...]:
    """With p-values corrected, measure by measure, for the strategies that are compared with the first."""
    changed: list[dict[str, Figure]] = [{} for _ in rows]
    compared = [place for place, row in enumerate(rows) if place and row.strategy not in REFERENCES and row.repeats]
    for measure in MEASURES:
        figures: list[Figure] = [getattr(rows[place], measure) for place in compared]
        for place, each, p in zip(compared, figures, holm([each.p for each in figures]), strict=True):
            changed[place][measure] = replace(each, p_holm=p)
    return tuple(replace(row, **found) for row, found in zip(rows, changed, strict=True))


def means(runs: Sequence[Run], unit: str) -> dict[Any, NDArray[np.float64]]:
    """All measures, averaged over the runs of every repeat or label."""
    found: dict[Any, list[list[float]]] = {}
    for run in runs:
        found.setdefault(getattr(run, unit), []).append([float(getattr(run, measure)) for measure in MEASURES])
    return {key: np.mean(np.array(figures, np.float64), axis=0) for key, figures in found.items()}


def mean_metrics(runs: Sequence[Run]) -> dict[str, float]:
    """What the crawls say of themselves, each number in the mean of the runs that say it."""
    names = dict.fromkeys(name for run in runs for name in run.metrics)
    return {name: float(np.mean([run.metrics[name] for run in runs if name in run.metrics])) for name in names}


def figure(values: NDArray[np.float64], first: NDArray[np.float64], seed: int) -> Figure:
    difference = values - first
    sd = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    (low, high), (lower, higher) = interval(values), interval(difference)
    return Figure(
        float(values.mean()),
        sd,
        (float(low), float(high)),
        float(difference.mean()),
        (float(lower), float(higher)),
        sign_flip(difference, seed),
    )


def interval(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Both ends of Student's 95 % interval of the mean, of every column where there are several; rows are repeats.

    Of few repeats a percentile bootstrap holds less than it says (docs/lab.md); of one, the mean is both ends.
    """
    mean, reach = values.mean(axis=0), _reach(values)
    return np.stack((mean - reach, mean + reach))


def ratio_interval(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> tuple[float, float]:
    """The same for the ratio r of two means, by the spread of ours − r · theirs in pairs (Cochran 1977, ch. 6)."""
    ratio = float(ours.mean() / theirs.mean())
    reach = float(_reach(ours - ratio * theirs) / theirs.mean())
    return ratio - reach, ratio + reach


def _reach(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the interval goes to either side of the mean (Student 1908)."""
    many = len(values)
    if many == 1:
        return np.zeros(values.shape[1:])
    reach: NDArray[np.float64] = stdtrit(many - 1, 0.975) * values.std(axis=0, ddof=1) / sqrt(many)
    return reach


def sign_flip(difference: NDArray[np.float64], seed: int) -> float:
    """Two-sided p of a paired difference: how often chance signs give a mean as far from 0 (Fisher 1935)."""
    n = len(difference)
    if n <= MOST_EXACT:
        signs = np.array(list(product((1.0, -1.0), repeat=n)))
        extra = 0
    else:
        signs = np.random.default_rng(seed).choice((1.0, -1.0), (SIGNS, n))
        extra = 1  # the signs as they are
    sums = np.abs(signs @ difference)
    as_far = int((sums >= abs(difference.sum()) * (1 - 1e-12) - 1e-15).sum()) + extra
    return as_far / (len(signs) + extra)


def holm(p_values: Sequence[float]) -> list[float]:
    """Corrected for their number: by luck alone, any of them is below α with a chance of at most α (Holm 1979)."""
    corrected, highest = [1.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected
