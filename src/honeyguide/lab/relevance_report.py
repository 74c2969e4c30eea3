"""Writes what came of comparing relevance models: tables as CSV, a picture of every measure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from msgspec.structs import astuple

from honeyguide.atomic import write_all
from honeyguide.lab.evaluation import Judgement
from honeyguide.lab.label_choice import half_of
from honeyguide.lab.relevance_study import EXAMPLES, MEASURES, Comparison, Spread, by_label
from honeyguide.reporting.plot_style import STYLE
from honeyguide.reporting.text import csv_of, markdown_table

HEADINGS = {"r_precision": "R-precision", "auc": "ROC AUC", "f1": "F1", "precision": "precision", "recall": "recall"}
"""Measures in the order of tables, as people write them …"""
FURTHER = {
    "best_f1": "best F1",
    "average_precision": "average precision",
    "calibration_error": "calibration error",
    "tied": "ties in the top",
}
"""… and those that only the written tables have."""
MARKDOWN = "report.md"
DRAWN = ("r_precision", "f1")


def write(found: Comparison, folder: Path) -> list[Path]:
    """Write all files into the folder; these are they."""
    files: dict[str, bytes | str] = {f"{name}.csv": csv_of([head, *rows]) for name, head, rows in _tables(found)}
    files[MARKDOWN] = markdown(found)
    for measure in DRAWN:
        files[f"{measure}.svg"], files[f"{measure}.png"] = picture_of(found, measure)
    return write_all({folder / name: content for name, content in files.items()})


def _tables(found: Comparison) -> Iterable[tuple[str, Sequence[str], Iterable[Sequence[object]]]]:
    trials = ((each.model, each.given, each.label, each.draw, *astuple(each.judgement)) for each in found.trials)
    yield "trials", ("model", "given", "label", "draw", *Judgement.__struct_fields__), trials
    figures = (
        (standing.model, standing.given, measure, each.mean, each.over_draws, each.over_labels, *each.interval)
        for standing in found.standings
        for measure in MEASURES
        for each in [getattr(standing, measure)]
    )
    yield "summary", ("model", "given", "measure", "mean", "sd_over_draws", "sd_over_labels", "low", "high"), figures


def markdown(found: Comparison) -> str:
    """The means with their intervals over labels, and R-precision by label, as tables for a document."""
    study = found.study
    about = (
        f"{study.web}: {len(study.relevant):,} labels, {study.draws} draws of {study.examples} examples, "
        f"background of {study.background} pages. Means over labels with their 95 % interval over labels."
    )
    measures = HEADINGS | FURTHER
    rows = [
        (each.model, each.given, str(each.labels), *(_cell(getattr(each, measure)) for measure in measures))
        for each in found.standings
    ]
    refused = [f"`{model}` is left out: {why}." for model, why in found.refused.items()]
    names = list(dict.fromkeys((each.model, each.given) for each in found.standings))
    parts = {name: _by_label(found, *name) for name in names}
    shown = [(label, half_of(label), *(parts[name].get(label, "–") for name in names)) for label in study.relevant]
    return "\n\n".join(
        [
            about,
            *refused,
            markdown_table(("model", "given", "labels", *measures.values()), rows),
            "R-precision by label:",
            markdown_table(("label", "half", *(called(*name) for name in names)), shown),
            *(f"![{HEADINGS[measure]}]({measure}.png)" for measure in DRAWN),
            "",
        ]
    )


def called(model: str, given: str) -> str:
    return model if given == EXAMPLES else f"{model}, {given}"


def _cell(figure: Spread) -> str:
    return f"{figure.mean:.3f} ({figure.interval[0]:.3f}–{figure.interval[1]:.3f})"


def _by_label(found: Comparison, model: str, given: str) -> dict[str, str]:
    labels = dict.fromkeys(each.label for each in found.trials if (each.model, each.given) == (model, given))
    figures = by_label(found.trials, model, "r_precision", given)
    return {label: f"{fmean(each):.3f}" for label, each in zip(labels, figures, strict=True)}


def picture_of(found: Comparison, measure: str) -> tuple[str, bytes]:
    """As SVG and PNG: a dot for each label, a diamond for the mean; the best model on top."""
    import matplotlib  # noqa: PLC0415

    from honeyguide.lab.figures import dots  # noqa: PLC0415
    from honeyguide.reporting.pictures import picture  # noqa: PLC0415

    ranked = sorted(found.standings, key=lambda each: -getattr(each, measure).mean)
    names = {called(each.model, each.given): each for each in ranked}
    labels = {
        name: [fmean(of_label) for of_label in by_label(found.trials, each.model, measure, each.given)]
        for name, each in names.items()
    }
    spreads = {name: getattr(each, measure) for name, each in names.items()}
    with matplotlib.rc_context(STYLE):
        canvas, axes = dots(
            labels,
            {name: each.mean for name, each in spreads.items()},
            {name: each.interval for name, each in spreads.items()},
        )
        axes.set_xlim(0, 1.02)
        axes.set_xlabel(f"{HEADINGS[measure]}: a dot is a label, the diamond the mean, the line its 95 % interval")
        drawn = picture(measure, HEADINGS[measure], "", canvas)
    return drawn.svg, drawn.png
