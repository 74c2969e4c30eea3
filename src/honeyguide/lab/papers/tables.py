"""Tables of the report: published figures and ours side by side, ours with their spread over the repeats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Literal

from msgspec import Struct

from honeyguide.lab.model import Run
from honeyguide.lab.papers.agreement import Agreement
from honeyguide.lab.papers.studies import Result, at_share

Form = Literal["count", "rate", "text"]
PUBLISHED, SELF, LABELS = "published", "ours, self-judged", "ours, by the labels"


class Cell(Struct, frozen=True):
    value: float | str | None = None
    """None where there is nothing: not published, or not reached."""
    sd: float | None = None
    """Sample standard deviation over the repeats."""
    remark: str = ""


class Column(Struct, frozen=True):
    group: str
    name: str
    form: Form = "rate"


class Line(Struct, frozen=True):
    name: str
    cells: tuple[Cell, ...]
    reference: bool = False


class Table(Struct, frozen=True):
    name: str
    """Of its file."""
    title: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    first: str = "crawler"
    """Head of the first column."""
    note: str = ""


class Curve(Struct, frozen=True):
    """What a picture shows of every row: as it is published, self-judged, and by the labels."""

    name: str
    title: str
    axis: str
    self_judged: str
    """A measure of `Point`; empty when there is none."""
    labelled: str = ""
    published: dict[str, tuple[tuple[float, float], ...]] = {}
    """Of each row, pages and the published figure."""
    caption: str = ""
    percent: bool = False


class Section(Struct, frozen=True):
    """One study in the report."""

    study: str
    paper: str
    title: str
    facts: tuple[str, ...]
    agreements: tuple[Agreement, ...]
    tables: tuple[Table, ...]
    curves: tuple[Curve, ...]
    remarks: tuple[str, ...] = ()


def section_of(
    result: Result,
    title: str,
    agreements: Iterable[Agreement | None],
    tables: tuple[Table, ...],
    curves: tuple[Curve, ...],
    remarks: tuple[str, ...],
) -> Section:
    """What is told of one study."""
    told, facts = result.study, facts_of(result)
    found = tuple(filter(None, agreements))
    shown = (*tables, *counted(result.runs))
    return Section(told.name, told.paper, f"{title} on {told.web}", facts, found, shown, curves, remarks)


def counted(runs: Mapping[str, Sequence[Run]]) -> tuple[Table, ...]:
    """What the crawls say of themselves at the end, a line for each row that says something."""
    of_all = [run.metrics for each in runs.values() for run in each]
    names = list(dict.fromkeys(name for each in of_all for name in each))
    lines = tuple(
        Line(row, tuple(cell([run.metrics[name] for run in each if name in run.metrics]) for name in names))
        for row, each in runs.items()
        if any(run.metrics for run in each)
    )
    whole = {name: all(each.get(name, 0.0).is_integer() for each in of_all) for name in names}
    columns = tuple(Column("ours", name.replace("_", " "), "count" if whole[name] else "rate") for name in names)
    return (Table("counted", "What the strategies did, at the end of the crawl", columns, lines),) if lines else ()


def cell(values: Sequence[float]) -> Cell:
    return Cell(fmean(values), stdev(values) if len(values) > 1 else None) if values else Cell()


def measured(result: Result, row: str, measures: Iterable[str], share: float = 1.0) -> tuple[Cell, ...]:
    return tuple(cell(at_share(result, row, measure, share)) for measure in measures)


def printed(figures: Sequence[float] | None, many: int) -> tuple[Cell, ...]:
    """Published figures, or as many empty cells."""
    return tuple(Cell(float(each)) for each in figures) if figures is not None else (Cell(),) * many


def side_by_side(
    result: Result,
    name: str,
    title: str,
    published: Mapping[str, Sequence[float]],
    columns: Sequence[Column],
    measures: Sequence[str],
    share: float = 1.0,
    rows: Sequence[str] | None = None,
    note: str = "",
) -> Table:
    """A line for each row: what is published of it, then our measures; references without a published part."""
    many = len(columns) - len(measures)
    lines = tuple(
        Line(
            row.name,
            (*printed(published.get(row.name), many), *measured(result, row.name, measures, share)),
            row.is_reference,
        )
        for row in result.study.rows
        if rows is None or row.name in rows or row.is_reference
    )
    return Table(name, title, tuple(columns), lines, note=note)


def facts_of(result: Result) -> tuple[str, ...]:
    """The web, the crawls and the repeats, a sentence each."""
    facts, budgets, findable = result.facts, result.budgets, result.findable
    seeds = result.study.experiment.topic.examples
    multiple = result.study.experiment.run.pages
    small = f", {multiple} the on-topic pages that can be reached" if isinstance(multiple, str) else ""
    told = [
        f"Web: {result.study.web}, {facts['pages']:,} pages, {facts['on_topic']:,} of them on topic, of which "
        f"{_range(findable)} can be reached.",
        f"Each crawl fetches {_range(budgets)} pages{small}, from {seeds} on-topic pages drawn at random; "
        + ("one repeat." if len(budgets) == 1 else f"{len(budgets)} repeats, each from other pages."),
    ]
    ended = {
        row: min(run.pages for run in runs)
        for row, runs in result.runs.items()
        if any(run.pages < budget for run, budget in zip(runs, budgets, strict=True))
    }
    told += [f"{row} found no more links after {pages:,} pages." for row, pages in ended.items()]
    reopened = {
        row: 100 * fmean(run.metrics.get("reopened", 0.0) / max(1, run.pages) for run in runs)
        for row, runs in result.runs.items()
    }
    often = ", ".join(f"{row} {many:.0f}" for row, many in reopened.items() if many >= 1)
    if often:
        told.append(f"Discarded links reopened because no other was left, for every 100 pages: {often}.")
    return tuple(told)


def leaders(result: Result, measure: str, share: float, names: Sequence[str]) -> str:
    """The row that is highest in the mean, among these."""
    return max(names, key=lambda row: fmean(at_share(result, row, measure, share)))


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
