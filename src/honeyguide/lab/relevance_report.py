"""Writes what came of comparing relevance models: tables as CSV and LaTeX, a picture of every measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean

from msgspec.structs import astuple

from honeyguide.atomic import write_all
from honeyguide.lab.evaluation import Judgement
from honeyguide.lab.label_choice import half_of
from honeyguide.lab.model import Apart
from honeyguide.lab.relevance_study import EXAMPLES, MEASURES, Comparison, Spread, by_label
from honeyguide.lab.report_page import CORRECTED, bare_p, signed
from honeyguide.reporting.latex import latex
from honeyguide.reporting.pictures import Picture, picture
from honeyguide.reporting.plot_style import STYLE
from honeyguide.reporting.tables import Table
from honeyguide.reporting.text import counted, csv_of, markdown_table

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
    files |= {f"{table.name}.tex": latex(table) for table in tables(found)}
    for measure in DRAWN:
        files |= picture_of(found, measure).files
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


def tables(found: Comparison) -> Iterator[Table]:
    """The means with their intervals over labels, how far models are from the best, and R-precision by label."""
    study = found.study
    measures = HEADINGS | FURTHER
    yield Table(
        "summary",
        "Relevance models",
        f"{study.web}: {counted(len(study.relevant), 'label')}, {counted(study.draws, 'draw')} of {study.examples} "
        f"examples, background of {study.background} pages. {_means(found)}",
        ("model", "given", "labels", *measures.values()),
        [
            (
                each.model,
                each.given,
                str(each.labels),
                *(_cell(getattr(each, measure), each.labels) for measure in measures),
            )
            for each in found.standings
        ],
    )
    if found.distances and max(len(study.relevant), study.draws) > 1:
        pairs = "label by label" if len(study.relevant) > 1 else "draw by draw"
        yield Table(
            "differences",
            f"Compared with {found.best}",
            f"The highest R-precision on these very labels, which flatters it a little. Differences {pairs} with "
            f"their 95 % interval (Student); p by changes of sign, and corrected for all models after {CORRECTED}.",
            ("model", *("R-precision", "p", "p (Holm)"), *("F1", "p", "p (Holm)")),
            [(each.model, *_apart(each.r_precision), *_apart(each.f1)) for each in found.distances],
        )
    names = list(dict.fromkeys((each.model, each.given) for each in found.standings))
    parts = {name: _by_label(found, *name) for name in names}
    yield Table(
        "by-label",
        "R-precision by label",
        "Means of the draws.",
        ("label", "half", *(called(*name) for name in names)),
        [(label, half_of(label), *(parts[name].get(label, "–") for name in names)) for label in study.relevant],
    )


def markdown(found: Comparison) -> str:
    """All tables for a document; the pictures lie beside it."""
    parts = [f"`{model}` is left out: {why}." for model, why in found.refused.items()]
    for table in tables(found):
        parts += [f"## {table.title}", table.note, markdown_table(table.heads, table.rows)]
    parts += [f"![{HEADINGS[measure]}]({measure}.png)" for measure in DRAWN]
    return "\n\n".join(parts) + "\n"


def _apart(apart: Apart) -> tuple[str, str, str]:
    shown, low, high = (signed(each, ".3f") for each in (apart.difference, *apart.interval))
    return f"{shown} ({low} to {high})", bare_p(apart.p), bare_p(apart.p_holm)


def called(model: str, given: str) -> str:
    return model if given == EXAMPLES else f"{model}, {given}"


def _means(found: Comparison) -> str:
    """What the figures are means of; one label says nothing of how far another would be from it."""
    if max(each.labels for each in found.standings) > 1:
        return "Means over labels with their 95 % interval over labels."
    return "Means of the draws: of one label there is no interval over labels."


def _cell(figure: Spread, labels: int) -> str:
    if labels == 1:
        return f"{figure.mean:.3f}"
    return f"{figure.mean:.3f} ({figure.interval[0]:.3f}–{figure.interval[1]:.3f})"


def _by_label(found: Comparison, model: str, given: str) -> dict[str, str]:
    labels = dict.fromkeys(each.label for each in found.trials if (each.model, each.given) == (model, given))
    figures = by_label(found.trials, model, "r_precision", given)
    return {label: f"{fmean(each):.3f}" for label, each in zip(labels, figures, strict=True)}


def picture_of(found: Comparison, measure: str) -> Picture:
    """A dot for each label, a diamond for the mean; the best model on top."""
    import matplotlib  # noqa: PLC0415

    from honeyguide.lab.figures import dots  # noqa: PLC0415

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
        return picture(measure, HEADINGS[measure], "", canvas)
