"""Runs the papers' comparisons and writes one report: HTML, tables as CSV and LaTeX, pictures, all as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from honeyguide import __version__
from honeyguide.atomic import write_all
from honeyguide.errors import BadInput, CannotRun, nearest
from honeyguide.extras import require
from honeyguide.lab.model import Point, Run
from honeyguide.lab.papers import hyb, ielp, ielp_sweep, news, svm, wse, wse_grid, wse_pickers, wse_weights
from honeyguide.lab.papers.published import PAPERS, spelled_out
from honeyguide.lab.papers.studies import Result, Scale, Study, run
from honeyguide.lab.papers.tables import Cell, Column, Section, Table
from honeyguide.lab.papers.webs import wikispeedia
from honeyguide.progress import Progress
from honeyguide.reporting import tables as reporting
from honeyguide.reporting.latex import latex
from honeyguide.reporting.pictures import Picture
from honeyguide.reporting.templating import render
from honeyguide.reporting.text import csv_of

QUICK_PAGES, QUICK_REPEATS, REPEATS = 240, 2, 3
PAGE = "report.html"
TITLE = "The papers' experiments, run again"
_STUDIES: Mapping[str, tuple[Any, ...]] = {
    "ielp": (ielp, ielp_sweep),
    "wse": (wse, wse_pickers, wse_weights, wse_grid),
    "hyb": (hyb,),
    "news": (news,),
    "svm": (svm,),
}
NO_WIKISPEEDIA = "Wikispeedia was not there: synthetic webs only."
QUICK = "A quick look: small synthetic webs, few pages and few repeats; the order of strategies may well be chance."


class PapersReport(Struct, frozen=True):
    papers: tuple[str, ...]
    scale: Scale
    sections: tuple[Section, ...]
    remarks: tuple[str, ...]
    version: str = __version__


class Reproduction(Struct, frozen=True):
    report: PapersReport
    runs: dict[str, dict[str, tuple[Run, ...]]]
    """By the name of the section, then by row."""


def study_names() -> list[str]:
    """Of all papers, without those on a web that must be there."""
    scale = Scale(QUICK_PAGES, QUICK_REPEATS, quick=True)
    return [
        study.name for modules in _STUDIES.values() for each in modules for study in each.studies(scale, None, Path())
    ]


def reproduce(
    papers: Sequence[str], scale: Scale, folder: Path, data: Path, jobs: int, progress: Progress, only: str = "*"
) -> Reproduction:
    """Run what the folder does not hold yet; `only` the studies whose names match this pattern."""
    require("matplotlib", "a report with charts")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CannotRun(f"{folder}: cannot be made: {wrong.strerror}") from wrong
    real = None if scale.quick else wikispeedia(data)
    sections: list[Section] = []
    runs: dict[str, dict[str, tuple[Run, ...]]] = {}
    names: list[str] = []
    for paper in papers:
        for module in _STUDIES[paper]:
            studies: list[Study] = module.studies(scale, real, folder)
            names += [study.name for study in studies]
            results = [run(study, folder, jobs, progress) for study in studies if fnmatchcase(study.name, only)]
            if not results:
                continue
            made = hyb.sections(results) if module is hyb else [module.section(result) for result in results]
            sections += made
            runs |= {each.study: _runs_of(each, results) for each in made}
    if not sections:
        raise BadInput(f"--only: no study is named {only}{nearest(only, names)}")
    remarks = [*_overall(sections)]
    remarks += [QUICK] if scale.quick else [] if real else [NO_WIKISPEEDIA]
    return Reproduction(PapersReport(tuple(papers), scale, tuple(sections), tuple(remarks)), runs)


def _runs_of(section: Section, results: Sequence[Result]) -> dict[str, tuple[Run, ...]]:
    """Of one study, or of all themes of a site as if they were repeats."""
    mine = [each for each in results if each.study.name == section.study] or [
        each for each in results if f"hyb-{each.study.web.replace(' ', '-').lower()}" == section.study
    ]
    return {row: tuple(run for each in mine for run in each.runs[row]) for row in mine[0].runs}


def _overall(sections: Sequence[Section]) -> Iterator[str]:
    for paper in PAPERS:
        for judged, by in (("self", "self-judged"), ("labels", "by the labels")):
            found = [each for section in sections if section.paper == paper for each in section.agreements]
            mine = [each for each in found if each.judged == judged]
            if mine:
                agree, pairs = sum(each.agree for each in mine), sum(each.pairs for each in mine)
                tau = f"{fmean(each.tau for each in mine):.2f}".replace("-", "−")
                yield (
                    f"{paper.upper()}, {by}: {agree} of {pairs} published pairs stand here as published "
                    f"(Kendall's τ {tau}{'' if len(mine) == 1 else f' in the mean of {len(mine)} comparisons'})."
                )


def write(made: Reproduction, folder: Path) -> list[Path]:
    """All files of the report, the HTML file first."""
    from honeyguide.lab.papers.pictures import pictures  # noqa: PLC0415

    report = made.report
    drawn = {each.study: list(pictures(each.curves, made.runs[each.study])) for each in report.sections}
    files: dict[str, bytes | str] = {
        PAGE: page(report.sections, drawn, report.remarks),
        "report.json": msgspec.json.format(msgspec.json.encode(report)),
    }
    for section in report.sections:
        files |= {f"{section.study}-{table.name}.csv": csv_of(_rows(table)) for table in section.tables}
        files |= {f"{section.study}-{table.name}.tex": latex(_written(section, table)) for table in section.tables}
        for picture in drawn[section.study]:
            files |= {f"{section.study}-{name}": content for name, content in picture.files.items()}
    files |= {"agreement.csv": csv_of(_agreements(report)), "curves.csv": csv_of(_curves(made))}
    return write_all({folder / name: content for name, content in files.items()})


def page(sections: Sequence[Section], pictures: Mapping[str, Sequence[Picture]], remarks: Sequence[str]) -> str:
    """The whole document; `pictures` by the name of the study."""
    return render(
        "lab/papers/templates/report.html",
        title=TITLE,
        sections=sections,
        pictures=pictures,
        remarks=remarks,
        papers=[spelled_out(paper) for paper in PAPERS if any(paper == section.paper for section in sections)],
        spelled_out=spelled_out,
        groups=_groups,
        shown=shown,
    )


def _groups(columns: Sequence[Column]) -> list[tuple[str, int]]:
    """Neighbouring columns of one group: its name, and how many they are."""
    return [(name, len(list(of_it))) for name, of_it in groupby(columns, lambda column: column.group)]


def shown(cell: Cell, column: Column) -> tuple[str, str]:
    """A figure, and its spread where there is one."""
    if cell.value is None or isinstance(cell.value, str):
        return cell.remark if cell.value is None else cell.value, ""
    form = ",.0f" if column.form == "count" else ".3f"
    return f"{cell.value:{form}}", f"{cell.sd:{form}}" if cell.sd is not None else ""


def _written(section: Section, table: Table) -> reporting.Table:
    """With spreads beside the figures."""
    heads = [f"{column.group}: {column.name}" if column.group else column.name for column in table.columns]
    rows = []
    for line in table.lines:
        cells = [shown(cell, column) for cell, column in zip(line.cells, table.columns, strict=True)]
        rows.append((line.name, *(f"{value} ± {spread}" if spread else value or "–" for value, spread in cells)))
    title = f"{section.title}: {table.title}"
    note = f"{spelled_out(section.paper)}. Means ± standard deviation over the repeats. {table.note}".rstrip()
    return reporting.Table(f"{section.study}-{table.name}", title, note, (table.first, *heads), rows)


def _rows(table: Table) -> Iterator[Sequence[object]]:
    heads: list[str] = [table.first]
    for column in table.columns:
        name = f"{column.group}: {column.name}" if column.group else column.name
        heads += [name] if column.form == "text" or column.group == "published" else [name, f"{name} (sd)"]
    yield heads
    for line in table.lines:
        cells: list[object] = [line.name]
        for cell, column in zip(line.cells, table.columns, strict=True):
            value = cell.remark if cell.value is None else cell.value
            cells += [value] if column.form == "text" or column.group == "published" else [value, cell.sd]
        yield cells


def _agreements(report: PapersReport) -> Iterator[Sequence[object]]:
    yield ("study", "where", "judged", "tau", "pairs", "agree", "differ")
    for section in report.sections:
        for each in section.agreements:
            differ = "; ".join(f"{pair.lower} above {pair.higher}" for pair in each.turned)
            yield (section.study, each.where, each.judged, each.tau, each.pairs, each.agree, differ)


def _curves(made: Reproduction) -> Iterator[Sequence[object]]:
    yield ("study", "row", "repeat", *Point.__struct_fields__)
    for study, rows in made.runs.items():
        for row, runs in rows.items():
            for repeat, each in enumerate(runs):
                yield from ((study, row, repeat, *astuple(point)) for point in each.curve)
