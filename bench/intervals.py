"""How often a 95 % interval of a mean holds the true mean, by simulation: percentile bootstrap, BCa and Student's t.

    python bench/intervals.py [--experiments 2000]

BCa (Efron 1987) is widened to the quantiles of Student's t (Hesterberg 2015).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from scipy.special import ndtr, ndtri, stdtrit

from honeyguide.lab.measures import interval

Floats = NDArray[np.float64]
REPEATS = (3, 5, 10)
RESAMPLES = 1000
WORLDS: dict[str, tuple[Callable[[np.random.Generator, int], Floats], float]] = {
    "normal": (lambda rng, n: rng.normal(0.4, 0.1, n), 0.4),
    "lognormal, σ = 0.5": (lambda rng, n: rng.lognormal(0.0, 0.5, n), float(np.exp(0.125))),
    "beta (5, 1.5)": (lambda rng, n: rng.beta(5.0, 1.5, n), 5 / 6.5),
    "exponential": (lambda rng, n: rng.exponential(1.0, n), 1.0),
}


def resampled(values: Floats) -> Floats:
    many = len(values)
    drawn = np.random.default_rng(0).multinomial(many, np.full(many, 1 / many), RESAMPLES)
    means: Floats = drawn @ values / many
    return means


def percentile(values: Floats) -> Floats:
    return np.quantile(resampled(values), (0.025, 0.975))


def bca(values: Floats) -> Floats:
    means, many = resampled(values), len(values)
    apart = values - values.mean()
    below = np.clip((means < values.mean()).mean() + (means == values.mean()).mean() / 2, 0.001, 0.999)
    bias, skew = ndtri(below), (apart**3).sum() / (6 * (apart**2).sum() ** 1.5)
    wide = bias + np.array([-1.0, 1.0]) * stdtrit(many - 1, 0.975) * np.sqrt(many / (many - 1))
    ends: Floats = np.quantile(means, ndtr(bias + wide / (1 - skew * wide)))
    return ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experiments", type=int, default=2000)
    experiments = parser.parse_args().experiments
    kinds = {"percentile bootstrap": percentile, "BCa, widened by t": bca, "Student's t": interval}
    table = Table("interval", *WORLDS, title=f"coverage with {', '.join(map(str, REPEATS))} repeats")
    for name, kind in kinds.items():
        cells = []
        for draw, truth in WORLDS.values():
            rng = np.random.default_rng(5)
            shares = []
            for repeats in REPEATS:
                ends = np.array([kind(draw(rng, repeats)) for _ in range(experiments)])
                shares.append(f"{((ends[:, 0] <= truth) & (truth <= ends[:, 1])).mean():.2f}")
            cells.append(", ".join(shares))
        table.add_row(name, *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
