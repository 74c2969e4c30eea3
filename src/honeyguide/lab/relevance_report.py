"""Writes what came of comparing relevance models: tables as CSV, a picture of every measure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np

from honeyguide.atomic import write_all
from honeyguide.lab.evaluation import Judgement
from honeyguide.lab.plot_style import looks
from honeyguide.lab.relevance_study import MEASURES, Comparison, Spread
from honeyguide.reporting.plot_style import STYLE
from honeyguide.reporting.text import csv_of

HEADINGS = {"r_precision": "R-precision", "auc": "ROC AUC", "f1": "F1", "precision": "precision", "recall": "recall"}
"""Measures in the order of tables, as people write them."""
DRAWN = ("r_precision", "f1")


def write(found: Comparison, folder: Path) -> list[Path]:
    """Write all files into the folder; these are they."""
    files: dict[str, bytes | str] = {f"{name}.csv": csv_of([head, *rows]) for name, head, rows in _tables(found)}
    for measure in DRAWN:
        files[f"{measure}.svg"], files[f"{measure}.png"] = picture_of(found, measure)
    return write_all({folder / name: content for name, content in files.items()})


def _tables(found: Comparison) -> Iterable[tuple[str, Sequence[str], Iterable[Sequence[object]]]]:
    columns = Judgement.__struct_fields__
    yield (
        "trials",
        ("model", "label", "draw", *columns),
        (
            (trial.model, trial.label, trial.draw, *(getattr(trial.judgement, column) for column in columns))
            for trial in found.trials
        ),
    )
    figures: list[tuple[str, str, Spread]] = [
        (standing.model, measure, getattr(standing, measure)) for standing in found.standings for measure in MEASURES
    ]
    yield (
        "summary",
        ("model", "measure", "mean", "sd_over_draws", "sd_over_labels"),
        ((model, measure, each.mean, each.over_draws, each.over_labels) for model, measure, each in figures),
    )


def picture_of(found: Comparison, measure: str) -> tuple[str, bytes]:
    """As SVG and PNG: a dot for each label, a diamond for the mean; the best model on top."""
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    from honeyguide.lab.figures import LETTER, WIDTH  # noqa: PLC0415
    from honeyguide.reporting.pictures import picture  # noqa: PLC0415

    means = {standing.model: getattr(standing, measure).mean for standing in found.standings}
    models = sorted(means, key=lambda model: -means[model])
    colours = looks(models)
    height = 0.8 + 0.34 * len(models)
    with matplotlib.rc_context(STYLE):
        canvas = Figure(figsize=(WIDTH, height))
        room = min(0.35 + LETTER * max(map(len, models)), WIDTH / 2) / WIDTH
        canvas.subplots_adjust(room, 0.5 / height, 0.97, 1 - 0.12 / height)
        axes = canvas.add_subplot()
        for place, model in enumerate(models):
            dots = [fmean(figures) for figures in _by_label(found, model, measure)]
            shifts = np.linspace(-0.16, 0.16, len(dots)) if len(dots) > 1 else np.zeros(1)
            colour = colours[model][0]
            axes.plot(dots, place + shifts, "o", color=colour, alpha=0.45, markersize=4, markeredgewidth=0)
            axes.plot(means[model], place, "D", color=colour, markersize=7, markeredgecolor="white")
        axes.set_yticks(range(len(models)), models)
        axes.set_ylim(len(models) - 0.5, -0.5)
        axes.set_xlim(0, 1.02)
        axes.set_xlabel(f"{HEADINGS[measure]}: a dot is a label, the diamond the mean")
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        drawn = picture(measure, HEADINGS[measure], "", canvas)
    return drawn.svg, drawn.png


def _by_label(found: Comparison, model: str, measure: str) -> list[list[float]]:
    mine = [trial for trial in found.trials if trial.model == model]
    return [
        [getattr(trial.judgement, measure) or 0.0 for trial in mine if trial.label == label]
        for label in found.study.relevant
    ]
