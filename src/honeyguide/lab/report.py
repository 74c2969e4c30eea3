"""Writes what came of an experiment: one HTML file, tables as CSV, pictures as PNG."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from honeyguide.lab.model import MEASURES, Point, Report

RUN_COLUMNS = ("strategy", "repeat", "pages", *MEASURES)
FIGURE_COLUMNS = ("mean", "sd", "low", "high", "difference", "p")
PAGE = "report.html"


def write(report: Report, folder: Path) -> list[Path]:
    """Write all files of the report into the folder; these are they, the HTML file first."""
    from honeyguide.lab.figures import pictures  # noqa: PLC0415
    from honeyguide.lab.report_page import page  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    drawn = list(pictures(report))
    written = [folder / PAGE]
    written[0].write_text(page(report, drawn), "utf-8")
    for name, head, rows in _tables(report):
        written.append(folder / f"{name}.csv")
        with written[-1].open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([head, *rows])
    for picture in drawn:
        written.append(folder / f"{picture.name}.png")
        written[-1].write_bytes(picture.png)
    return written


def _tables(report: Report) -> Iterable[tuple[str, Sequence[str], Iterable[Sequence[object]]]]:
    notes = sorted({name for run in report.runs for name in run.notes})
    yield (
        "runs",
        [*RUN_COLUMNS, *(f"notes.{name}" for name in notes)],
        (
            [getattr(run, column) for column in RUN_COLUMNS] + [run.notes.get(name, "") for name in notes]
            for run in report.runs
        ),
    )
    figures = ((row, measure, getattr(row, measure)) for row in report.summary for measure in MEASURES)
    yield (
        "summary",
        ("strategy", "repeats", "measure", *FIGURE_COLUMNS),
        (
            (row.strategy, row.repeats, measure, each.mean, each.sd, *each.interval, each.difference, each.p)
            for row, measure, each in figures
        ),
    )
    columns = Point.__struct_fields__
    yield (
        "curves",
        ("strategy", "repeat", *columns),
        (
            (run.strategy, run.repeat, *(getattr(point, column) for column in columns))
            for run in report.runs
            for point in run.curve
        ),
    )
