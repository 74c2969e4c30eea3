"""A report with invented figures, for tests of what is drawn and written."""

from __future__ import annotations

import numpy as np

from honeyguide.lab.model import MEASURES, REFERENCES, Figure, Point, Report, Row, Run

HEIGHTS = {"bfs": 0.11, "ops": 0.34, "ops:r2=0.1": 0.33, "random": 0.06, "oracle-greedy": 0.52, "oracle": 0.6}


def report(heights: dict[str, float] | None = None, repeats: int = 5, pages: int = 1_000) -> Report:
    """Curves that fall from 1 to a strategy's height, a little different in every repeat."""
    chosen = HEIGHTS if heights is None else heights
    runs = tuple(
        run(name, repeat, height, pages - (150 * repeat if name == "bfs" else 0))
        for name, height in chosen.items()
        for repeat in range(repeats)
    )
    return Report(
        runs,
        tuple(row(name, [each for each in runs if each.strategy == name], runs[:repeats]) for name in chosen),
        {"web": {"source": "synthetic:seed=7,pages=20000"}, "run": {"strategies": list(chosen), "seed": 1}},
        {"pages": 20_000, "hosts": 120, "python": "3.11"},
    )


def run(strategy: str, repeat: int, height: float, pages: int) -> Run:
    rng = np.random.default_rng(repeat + 100 * len(strategy))
    end = float(np.clip(height * rng.normal(1, 0.12), 0, 1))
    ticks = np.unique(np.linspace(1, pages, 80).astype(int))
    harvest = [float(np.clip(end + (1 - end) / (1 + n / 40) + rng.normal(0, 0.006), 0, 1)) for n in ticks]
    curve = tuple(
        Point(int(n), h, min(1.0, h * n / 500), h * 0.9, 0.5 * h + 0.1, 0.2 + 0.1 * h, n * 0.4)
        for n, h in zip(ticks, harvest, strict=True)
    )
    last = curve[-1]
    shares = (last.label_harvest, last.label_recall, float(np.mean(harvest)), last.self_harvest, last.ar, last.sd)
    return Run(strategy, repeat, pages, *shares, 40 + repeat, last.seconds, 0.8, curve, metrics={"reopened": 3.0})


def row(strategy: str, runs: list[Run], first: tuple[Run, ...]) -> Row:
    figures = []
    for measure in MEASURES:
        values = np.array([getattr(run, measure) for run in runs])
        apart = values.mean() - np.mean([getattr(run, measure) for run in first])
        spread = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        low, high = float(values.min()), float(values.max())
        figures.append(
            Figure(
                float(values.mean()),
                spread,
                (low, high),
                float(apart),
                (float(apart) - spread, float(apart) + spread),
                1.0 if apart == 0 else 0.0625,
                None if apart == 0 or strategy in REFERENCES else 0.125,
            )
        )
    return Row(strategy, len(runs), *figures)
