"""WSE 7.3 again: the harvest of web space evolution over thresholds τ and η (Table 5).

η judges pages and does not steer, so one crawl of each τ fills a whole column. Links that score no more than τ are
not reopened here, as in the paper: a crawl that runs dry has no figure.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from honeyguide.lab.observer import above
from honeyguide.lab.papers.agreement import Agreement, agreement, ordered
from honeyguide.lab.papers.published import WSE_TABLE_5, WSE_TAUS
from honeyguide.lab.papers.studies import KEYWORDS, ONTOLOGY, Result, Row, Scale, Study, on_both_webs, published_topic
from honeyguide.lab.papers.tables import Cell, Column, Line, Section, Table, cell, counted, facts_of
from honeyguide.lab.papers.webs import Wikispeedia
from honeyguide.lab.papers.wse import observer_of, spec

_KINDS = {"FCWSEO": ("wseo", ONTOLOGY), "FCWSE": ("wse", KEYWORDS)}
_SAYS = {
    "FCWSEO": "ours, ontology; τ and η in proportion to its thresholds",
    "FCWSE": "ours, keywords; τ and η as printed",
}


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    rows = tuple(_row(kind, tau) for kind in _KINDS for tau in WSE_TAUS)
    return on_both_webs("wse-grid", rows, scale, real, folder, references=False)


def section(result: Result) -> Section:
    return Section(
        result.study.name,
        "wse",
        f"WSE Table 5 on {result.study.web}",
        facts_of(result)[:2],
        tuple(filter(None, _agreements(result))),
        (_table(result), *counted(result.runs)),
        (),
        (
            "“—”: the crawl found no more links above τ before it had fetched all pages; the number is what it had "
            "fetched, in the mean. The paper's τ = 0.25 column is of that kind.",
        ),
    )


def _row(kind: str, tau: float) -> Row:
    name, topic_name = _KINDS[kind]
    topic = published_topic(topic_name)
    strategy = spec(name, topic, tau, ",reserve=false")
    return Row(_name(kind, tau), strategy, topic, observer_of(topic, *WSE_TABLE_5))


def _name(kind: str, tau: float) -> str:
    return f"{kind} τ={tau:g}"


def _table(result: Result) -> Table:
    columns = [Column("published", f"τ = {tau:g}") for tau in WSE_TAUS]
    for says in _SAYS.values():
        columns += [Column(says, f"τ = {tau:g}") for tau in WSE_TAUS]
    lines = []
    for eta, published in WSE_TABLE_5.items():
        cells = [Cell(value, remark="—" if value is None else "") for value in published]
        for kind in _KINDS:
            harvests = {_name(kind, tau): _harvests(result, kind, tau, eta) for tau in WSE_TAUS}
            cells += [_or_dry(result, row, cell(each)) for row, each in harvests.items()]
        lines.append(Line(f"η = {eta:g}", tuple(cells)))
    labelled = [_or_dry(result, row, cell([run.label_harvest for run in result.runs[row]])) for row in result.rows]
    lines.append(Line("by the labels", (*(Cell() for _ in WSE_TAUS), *labelled)))
    return Table("table-5", "WSE Table 5: harvest rate by τ and η", tuple(columns), tuple(lines), "threshold")


def _or_dry(result: Result, row: str, figure: Cell) -> Cell:
    """The figure, or how far the crawl came that should have had one."""
    if _is_full(result, row):
        return figure
    return Cell(remark=f"— ({fmean(run.pages for run in result.runs[row]):,.0f})")


def _harvests(result: Result, kind: str, tau: float, eta: float) -> list[float]:
    (threshold,) = observer_of(published_topic(_KINDS[kind][1]), eta).etas
    return [run.notes[above(threshold)] / max(1, run.pages) for run in result.runs[_name(kind, tau)]]


def _agreements(result: Result) -> list[Agreement | None]:
    """Within a column a lower η must give more: only along τ is there something to find out."""
    found = []
    for kind in _KINDS:
        taus = [tau for tau in WSE_TAUS if _is_full(result, _name(kind, tau))]
        for eta, row in WSE_TABLE_5.items():
            published = {f"τ = {tau:g}": value for tau, value in zip(WSE_TAUS, row, strict=True) if value is not None}
            ours = {f"τ = {tau:g}": _harvests(result, kind, tau, eta) for tau in taus}
            found.append(agreement(f"WSE Table 5, {kind}, η = {eta:g}", "self", ordered(published), ours))
    return found


def _is_full(result: Result, row: str) -> bool:
    return all(run.pages >= budget for run, budget in zip(result.runs[row], result.budgets, strict=True))
