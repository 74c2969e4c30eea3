"""WSE 7.2 again: six crawlers from 1,000 to 15,000 pages, with and without ontology (Tables 3 and 4, Figs. 6–9).

The published rows differ in three things at once: search, link model and topic. So that searches are compared, and
not scores, best first with CPE runs beside them as a control, once with each topic [ours].

All are judged by the ontology's feature words, as in the paper. Its thresholds η = 0.7 and τ = 0.2 are of cosines
that a hundred feature words do not reach: of 1,200 pages of a synthetic web none exceeded 0.6. They are taken in
proportion to the topic's own thresholds, which stand where r1 = 0.62 and r2 = 0.12 stand for the keywords [ours].
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from honeyguide.lab.measures import interval
from honeyguide.lab.observer import Observer
from honeyguide.lab.papers.agreement import Agreement, agreement, ordered
from honeyguide.lab.papers.published import PAGES, WSE_HOURS, WSE_TABLE_3, WSE_TABLE_4
from honeyguide.lab.papers.studies import (
    KEYWORDS,
    ONTOLOGY,
    Result,
    Row,
    Scale,
    Study,
    at_share,
    by_row,
    on_both_webs,
    published_topic,
)
from honeyguide.lab.papers.tables import (
    LABELS,
    PUBLISHED,
    SELF,
    Cell,
    Column,
    Curve,
    Line,
    Section,
    Table,
    cell,
    leaders,
    measured,
    printed,
    section_of,
    side_by_side,
)
from honeyguide.lab.papers.webs import Wikispeedia
from honeyguide.model import Thresholds, Topic

TAU, ETA = 0.2, 0.7
MEASURES = ("self_found", "self_harvest", "ar", "sd", "label_found", "label_harvest")
_NAMES = {
    "M": ("relevant pages (M)", "self_found", "label_found"),
    "HR": ("harvest rate (HR)", "self_harvest", "label_harvest"),
    "AR": ("mean relevance (AR)", "ar", ""),
    "SD": ("standard deviation of relevance (SD)", "sd", ""),
}
"""Columns of the tables, what they are, and our measures of them."""
CONTROLS = {"OPS + CPE": KEYWORDS, "OPS + CPE + ontology": ONTOLOGY}
"""Best first with the link model and a topic of WSE."""
_CONTROL_OF = {
    "FCSA": "OPS + CPE",
    "FCWSE": "OPS + CPE",
    "On-ITS": "OPS + CPE + ontology",
    "MOACO": "OPS + CPE + ontology",
    "FCWSEO": "OPS + CPE + ontology",
}
"""Best first with the same scores and the same topic."""


def thresholds(topic: Topic) -> tuple[float, float]:
    """What τ and η of the paper are multiplied by for a topic: 1 and 1 for that of IELP."""
    keywords = published_topic(KEYWORDS).thresholds
    own = topic.thresholds
    return own.link / keywords.link, (own.page or 1.0) / (keywords.page or 1.0)


def observer_of(topic: Topic, *etas: float) -> Observer:
    """Judges by a topic at η = 0.7, and counts at other η."""
    _, scale = thresholds(topic)
    at = Thresholds(round(ETA * scale, 4), topic.thresholds.link)
    return Observer(msgspec.structs.replace(topic, thresholds=at), tuple(round(eta * scale, 4) for eta in etas))


def spec(name: str, topic: Topic, tau: float = TAU, extra: str = "") -> str:
    """The strategy with the paper's thresholds in proportion to the topic's."""
    for_tau, for_eta = thresholds(topic)
    return f"{name}:tau={tau * for_tau:.4g},eta={ETA * for_eta:.4g}{extra}"


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    keywords, ontology = published_topic(KEYWORDS), published_topic(ONTOLOGY)
    rows = (
        Row("BFS", "bfs", keywords),
        Row("OPS", "ops", keywords),
        Row("FCSA", "fcsa", keywords),
        Row("On-ITS", "on-its", ontology),
        Row("MOACO", "moaco", ontology),
        Row("FCWSEO", spec("wseo", ontology), ontology),
        Row("FCWSE", spec("wse", keywords), keywords),
        *(Row(name, "ops", published_topic(topic), links="cpe") for name, topic in CONTROLS.items()),
    )
    return on_both_webs("wse", rows, scale, real, folder, observer_of(ontology))


def section(result: Result) -> Section:
    for_tau, for_eta = thresholds(published_topic(ONTOLOGY))
    curves = tuple(
        Curve(f"figure-{at}", f"WSE Fig. {at}: {told[0]}", *told, _published_curve(name), percent=name == "HR")
        for at, (name, told) in enumerate(_NAMES.items(), start=6)
    )
    remarks = (
        "BFS, OPS, FCSA and FCWSE are steered by the keywords, On-ITS, MOACO and FCWSEO by the ontology; all are "
        "judged by the ontology. OPS scores links by CRE, the others by CPE: the rows “OPS + CPE” are best first "
        "with the scores and the topic of the others.",
        f"η = {ETA} and τ = {TAU} are taken in proportion to the ontology topic's own thresholds "
        f"({ETA * for_eta:.3f} and {TAU * for_tau:.3f}): "
        "its feature words are many, and cosines with them are small. AR is small for the same reason: compare "
        "its order, not its size.",
    )
    tables = (_table_3(result), _leaders(result), _searches(result), _table_4(result))
    return section_of(result, "WSE Tables 3 and 4 and Figs. 6–9", _agreements(result), tables, curves, remarks)


def _columns(group: str) -> tuple[Column, ...]:
    return tuple(Column(group, name, "count" if name == "M" else "rate") for name in _NAMES)


def _table_3(result: Result) -> Table:
    columns = (
        Column("", "N", "count"),
        *_columns(PUBLISHED),
        Column(PUBLISHED, "time, h"),
        Column("ours", "N", "text"),
        *_columns(SELF),
        *_columns(LABELS)[:2],
        Column("ours", "simulated h"),
    )
    lines = []
    for n, published in WSE_TABLE_3.items():
        share = n / PAGES
        ours = Cell(" – ".join(f"{round(share * b):,}" for b in sorted({min(result.budgets), max(result.budgets)})))
        for row in result.study.rows:
            if row.name in (*published, *CONTROLS) or row.is_reference:
                hours = WSE_HOURS.get(row.name) if n == PAGES else None
                cells = (Cell(n), *printed(published.get(row.name), 4), Cell(hours), ours)
                took = cell([seconds / 3600 for seconds in at_share(result, row.name, "seconds", share)])
                figures = (*cells, *measured(result, row.name, MEASURES, share), took)
                lines.append(Line(row.name, figures, row.is_reference))
    note = (
        "N of ours is the same share of the crawl as the published N is of 15,000. Time is published at the end "
        "only, of one machine; ours is what requests take, one after the other, with nothing for the crawler's own "
        "work: compare neither with the other."
    )
    return Table("table-3", "WSE Table 3: six crawlers as the crawl goes on", columns, tuple(lines), note=note)


def _leaders(result: Result) -> Table:
    """Who is first at each N: the paper's own reading of its table."""
    lines = []
    for n, published in WSE_TABLE_3.items():
        names = [name for name in published if name in result.rows]
        cells = [Cell(max(published, key=lambda name, at=published: at[name].HR))]  # type: ignore[misc]
        cells += [Cell(leaders(result, measure, n / PAGES, names)) for measure in ("self_harvest", "label_harvest")]
        lines.append(Line(f"{n:,}", tuple(cells)))
    columns = tuple(Column(group, "highest HR", "text") for group in (PUBLISHED, SELF, LABELS))
    return Table("table-3-leaders", "WSE Table 3: which crawler is first", columns, tuple(lines), "N")


def _searches(result: Result) -> Table:
    """What a search brings over best first that has the same scores and the same topic."""
    lines = []
    for row, control in _CONTROL_OF.items():
        cells: list[Cell] = [Cell(control)]
        for measure in ("self_harvest", "label_harvest"):
            ours, theirs = (np.array(at_share(result, name, measure)) for name in (row, control))
            low, high = interval(ours - theirs)
            between = f"{100 * low:+.1f} to {100 * high:+.1f}".replace("-", "−") if len(ours) > 1 else ""
            cells += [cell(theirs.tolist()), cell((ours - theirs).tolist()), Cell(between)]
        lines.append(Line(row, tuple(cells)))
    columns = [Column("", "control", "text")]
    for group in (SELF, LABELS):
        columns += [
            Column(group, "HR of the control"),
            Column(group, "difference"),
            Column(group, "95 %, points", "text"),
        ]
    title = "Searches with the same scores and the same topic: HR at the end against best first [ours]"
    return Table("searches", title, tuple(columns), tuple(lines))


def _table_4(result: Result) -> Table:
    columns = (
        *_columns(PUBLISHED),
        Column(PUBLISHED, "time, h"),
        *_columns(SELF),
        *_columns(LABELS)[:2],
        Column("ours", "simulated s", "count"),
    )
    published = {name: (*row, WSE_HOURS[name]) for name, row in WSE_TABLE_4.items()}
    title = "WSE Table 4 with five keywords where the paper has no ontology: other words, not weights alone"
    return side_by_side(result, "table-4", title, published, columns, (*MEASURES, "seconds"), rows=tuple(WSE_TABLE_4))


def _agreements(result: Result) -> list[Agreement | None]:
    found = []
    for n in (1000, 7000, PAGES):
        order = ordered({name: row.HR for name, row in WSE_TABLE_3[n].items()})
        for judged, measure in (("self", "self_harvest"), ("labels", "label_harvest")):
            where = f"WSE Table 3, HR at {n:,} pages" if n == PAGES else f"WSE Table 3, HR at {n:,} of 15,000 pages"
            found.append(agreement(where, judged, order, by_row(result, measure, n / PAGES)))
    last = WSE_TABLE_3[PAGES]
    for name, measure in (("AR", "ar"), ("SD", "sd")):
        order = ordered({row: getattr(figures, name) for row, figures in last.items()})
        where = f"WSE Table 3, {name} at 15,000 pages"
        found.append(agreement(where, "self", order, by_row(result, measure), rate=False))
    return found


def _published_curve(name: str) -> dict[str, tuple[tuple[float, float], ...]]:
    crawlers = WSE_TABLE_3[PAGES]
    return {
        row: tuple((float(n), float(getattr(at[row], name))) for n, at in WSE_TABLE_3.items()) for row in crawlers
    }
