"""Writes what came of comparing relevance models: tables as CSV, a picture of every measure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from msgspec.structs import astuple

from honeyguide.atomic import write_all
from honeyguide.lab.evaluation import Judgement
from honeyguide.lab.relevance_study import MEASURES, Comparison, by_label
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
    trials = ((each.model, each.label, each.draw, *astuple(each.judgement)) for each in found.trials)
    yield "trials", ("model", "label", "draw", *Judgement.__struct_fields__), trials
    figures = (
        (standing.model, measure, *astuple(getattr(standing, measure)))
        for standing in found.standings
        for measure in MEASURES
    )
    yield "summary", ("model", "measure", "mean", "sd_over_draws", "sd_over_labels"), figures


def picture_of(found: Comparison, measure: str) -> tuple[str, bytes]:
    """As SVG and PNG: a dot for each label, a diamond for the mean; the best model on top."""
    import matplotlib  # noqa: PLC0415

    from honeyguide.lab.figures import dots  # noqa: PLC0415
    from honeyguide.reporting.pictures import picture  # noqa: PLC0415

    means = {standing.model: getattr(standing, measure).mean for standing in found.standings}
    models = sorted(means, key=lambda model: -means[model])
    labels = {model: [fmean(each) for each in by_label(found.trials, model, measure)] for model in models}
    with matplotlib.rc_context(STYLE):
        canvas, axes = dots(labels, means)
        axes.set_xlim(0, 1.02)
        axes.set_xlabel(f"{HEADINGS[measure]}: a dot is a label, the diamond the mean")
        drawn = picture(measure, HEADINGS[measure], "", canvas)
    return drawn.svg, drawn.png
