"""IELP 4.2 again: BFS, OPS, FCSA, ELP and IELP on the rainstorm topic (Table 2, Figs. 1–3)."""

from __future__ import annotations

from pathlib import Path

from honeyguide.lab.papers.agreement import Agreement, agreement, ordered
from honeyguide.lab.papers.published import IELP_LEADS_FROM, IELP_TABLE_2, PAGES
from honeyguide.lab.papers.studies import KEYWORDS, Result, Row, Scale, Study, by_row, on_both_webs, published_topic
from honeyguide.lab.papers.tables import (
    LABELS,
    PUBLISHED,
    SELF,
    Column,
    Curve,
    Section,
    leaders,
    section_of,
    side_by_side,
)
from honeyguide.lab.papers.webs import Wikispeedia

_STRATEGIES = {"BFS": "bfs", "OPS": "ops", "FCSA": "fcsa", "ELP": "elp", "IELP": "ielp"}
_COLUMNS = (
    Column(PUBLISHED, "LG", "count"),
    Column(PUBLISHED, "accuracy"),
    Column(PUBLISHED, "AR"),
    Column(PUBLISHED, "time, s", "count"),
    Column(SELF, "LG", "count"),
    Column(SELF, "accuracy"),
    Column(SELF, "AR"),
    Column(LABELS, "LG", "count"),
    Column(LABELS, "accuracy"),
    Column(LABELS, "recall"),
    Column("ours", "simulated s", "count"),
)
_MEASURES = ("self_found", "self_harvest", "ar", "label_found", "label_harvest", "label_recall", "seconds")


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    topic = published_topic(KEYWORDS)
    rows = tuple(Row(name, strategy, topic) for name, strategy in _STRATEGIES.items())
    return on_both_webs("ielp", rows, scale, real, folder)


def section(result: Result) -> Section:
    table = side_by_side(
        result, "table-2", "IELP Table 2, at the end of the crawl", IELP_TABLE_2, _COLUMNS, _MEASURES
    )
    relevant, accuracy, ar = (_ends(name) for name in ("LG", "accuracy", "AR"))
    title = "IELP Fig. 1: relevant pages fetched (LG)"
    harvest = ("self_harvest", "label_harvest")
    curves = (
        Curve("figure-1", title, "relevant pages", "self_found", "label_found", relevant),
        Curve("figure-2", "IELP Fig. 2: accuracy", "accuracy", *harvest, accuracy, percent=True),
        Curve("figure-3", "IELP Fig. 3: mean relevance (AR)", "mean relevance (AR)", "ar", "", ar),
    )
    remarks = (_lead(result), "Published are the ends of the curves only: the figures stand in no table.")
    return section_of(result, "IELP Table 2 and Figs. 1–3", _agreements(result), (table,), curves, remarks)


def _agreements(result: Result) -> list[Agreement | None]:
    accuracy, ar = ordered(_column("accuracy")), ordered(_column("AR"))
    return [
        agreement("IELP Table 2, accuracy", "self", accuracy, by_row(result, "self_harvest")),
        agreement("IELP Table 2, accuracy", "labels", accuracy, by_row(result, "label_harvest")),
        agreement("IELP Table 2, AR", "self", ar, by_row(result, "ar"), rate=False),
    ]


def _lead(result: Result) -> str:
    """IELP 4.2 says from where on IELP leads."""
    shares = [share / 15 for share in range(1, 16)]
    told = []
    for by, measure in (("self-judged", "self_harvest"), ("by the labels", "label_harvest")):
        first = [leaders(result, measure, share, result.rows) for share in shares]
        ahead = next((share for at, share in enumerate(shares) if set(first[at:]) == {"IELP"}), None)
        where = f"from {ahead:.0%} of the crawl on" if ahead is not None else f"never to the end ({first[-1]} does)"
        told.append(f"{by} {where}")
    return (
        f"Published: IELP leads from {IELP_LEADS_FROM:,} pages on, {IELP_LEADS_FROM / PAGES:.0%} of the crawl. "
        f"Here it leads, {' and '.join(told)}."
    )


def _column(name: str) -> dict[str, float]:
    return {row: float(getattr(figures, name)) for row, figures in IELP_TABLE_2.items()}


def _ends(name: str) -> dict[str, tuple[tuple[float, float], ...]]:
    return {row: ((float(PAGES), value),) for row, value in _column(name).items()}
