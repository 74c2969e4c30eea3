"""IELP 4.2 again: BFS, OPS, FCSA, ELP and IELP on the rainstorm topic (Table 2, Figs. 1–3)."""

from __future__ import annotations

from pathlib import Path

from honeyguide.lab.papers.agreement import Agreement, agreement, ordered
from honeyguide.lab.papers.published import IELP_LEADS_FROM, IELP_TABLE_2, PAGES
from honeyguide.lab.papers.studies import (
    FEW_SEEDS,
    KEYWORDS,
    Result,
    Row,
    Scale,
    Study,
    at_share,
    experiment,
    seeds_for,
    study,
)
from honeyguide.lab.papers.tables import (
    LABELS,
    PUBLISHED,
    SELF,
    Column,
    Curve,
    Section,
    facts_of,
    leaders,
    side_by_side,
)
from honeyguide.lab.papers.webs import WEATHER, Wikispeedia, synthetic
from honeyguide.topics.files import load_topic

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
    topic = load_topic(KEYWORDS)
    rows = tuple(Row(name, strategy, topic) for name, strategy in _STRATEGIES.items())
    seeds = seeds_for(scale.pages)
    made = [study("ielp-synthetic", "synthetic", experiment(synthetic(scale.pages), scale.pages, scale, seeds), rows)]
    if real:
        web = real.web(real.weather_labels(folder))
        made.append(study("ielp-wikispeedia", "Wikispeedia", experiment(web, "2x", scale, FEW_SEEDS, WEATHER), rows))
    return made


def section(result: Result) -> Section:
    table = side_by_side(
        result, "table-2", "IELP Table 2, at the end of the crawl", IELP_TABLE_2, _COLUMNS, _MEASURES
    )
    ends = {name: _ends(name) for name in ("LG", "accuracy", "AR")}
    curves = (
        Curve(
            "figure-1",
            "IELP Fig. 1: relevant pages fetched (LG)",
            "relevant pages",
            "self_found",
            "label_found",
            ends["LG"],
        ),
        Curve(
            "figure-2",
            "IELP Fig. 2: accuracy",
            "accuracy",
            "self_harvest",
            "label_harvest",
            ends["accuracy"],
            percent=True,
        ),
        Curve("figure-3", "IELP Fig. 3: mean relevance (AR)", "mean relevance (AR)", "ar", "", ends["AR"]),
    )
    return Section(
        result.study.name,
        "ielp",
        f"IELP Table 2 and Figs. 1–3 on {result.study.web}",
        facts_of(result),
        tuple(filter(None, _agreements(result))),
        (table,),
        curves,
        (_lead(result), "Published are the ends of the curves only: the figures stand in no table."),
    )


def _agreements(result: Result) -> list[Agreement | None]:
    def of(measure: str) -> dict[str, list[float]]:
        return {row: at_share(result, row, measure) for row in result.rows}

    accuracy, ar = ordered(_column("accuracy")), ordered(_column("AR"))
    return [
        agreement("IELP Table 2, accuracy", "self", accuracy, of("self_harvest")),
        agreement("IELP Table 2, accuracy", "labels", accuracy, of("label_harvest")),
        agreement("IELP Table 2, AR", "self", ar, of("ar"), rate=False),
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
