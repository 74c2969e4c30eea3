"""Writes what came of an experiment: one HTML file, tables as CSV and LaTeX, pictures as PNG, SVG and PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import astuple

from honeyguide.atomic import write_all
from honeyguide.lab.model import MEASURES, Figure, Point, Report
from honeyguide.reporting.latex import latex
from honeyguide.reporting.text import csv_of

RUN_COLUMNS = ("strategy", "repeat", "pages", *MEASURES)
FIGURE_COLUMNS = ("mean", "sd", "low", "high", "difference", "difference_low", "difference_high", "p", "p_holm")
PAGE = "report.html"


def write(report: Report, folder: Path) -> list[Path]:
    """Write all files of the report into the folder; these are they, the HTML file first."""
    from honeyguide.lab import figures, report_page, topics_page  # noqa: PLC0415

    files: dict[str, bytes | str]
    if report.topics:
        drawn = list(figures.topic_pictures(report))
        tables = list(topics_page.tables(report))
        files = {PAGE: topics_page.page(report, drawn), topics_page.MARKDOWN: topics_page.markdown(report, drawn)}
    else:
        drawn, tables = list(figures.pictures(report)), list(report_page.tables(report))
        files = {PAGE: report_page.page(report, drawn)}
    files |= {f"{name}.csv": csv_of([head, *rows]) for name, head, rows in _tables(report)}
    files |= {f"{table.name}.tex": latex(table) for table in tables}
    for picture in drawn:
        files |= picture.files
    return write_all({folder / name: content for name, content in files.items()})


def _figures(each: Figure) -> Iterable[object]:
    return (
        *(each.mean, each.sd, *each.interval),
        *(each.difference, *each.difference_interval, each.p, "" if each.p_holm is None else each.p_holm),
    )


def _tables(report: Report) -> Iterable[tuple[str, Sequence[str], Iterable[Sequence[object]]]]:
    notes = sorted({name for run in report.runs for name in run.notes})
    metrics = sorted({name for run in report.runs for name in run.metrics})
    columns = ("label", *RUN_COLUMNS) if report.topics else RUN_COLUMNS
    runs = (
        [
            *(getattr(run, column) for column in columns),
            *(run.notes.get(name, "") for name in notes),
            *(run.metrics.get(name, "") for name in metrics),
        ]
        for run in report.runs
    )
    named = (*(f"notes.{name}" for name in notes), *(f"metrics.{name}" for name in metrics))
    yield "runs", [*columns, *named], runs
    figures = (
        (row.strategy, row.repeats, measure, *_figures(each))
        for row in report.summary
        for measure in MEASURES
        for each in [getattr(row, measure)]
    )
    yield "summary", ("strategy", "topics" if report.topics else "repeats", "measure", *FIGURE_COLUMNS), figures
    if report.topics:  # budgets differ from topic to topic, and so do the ends of curves
        return
    points = ((run.strategy, run.repeat, *astuple(point)) for run in report.runs for point in run.curve)
    yield "curves", ("strategy", "repeat", *Point.__struct_fields__), points
