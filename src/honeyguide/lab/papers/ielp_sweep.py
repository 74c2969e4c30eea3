"""IELP 4 again: r2 between 0.1 and 0.3, of which the paper says that 0.12 works best.

Links that score no more than r2 are not reopened here, as in the paper: with a high r2 a crawl runs to a dead end.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from honeyguide.lab.papers.published import IELP_R2, IELP_R2S
from honeyguide.lab.papers.studies import KEYWORDS, Result, Row, Scale, Study, at_share, on_both_webs, published_topic
from honeyguide.lab.papers.tables import LABELS, SELF, Column, Line, Section, Table, cell, facts_of
from honeyguide.lab.papers.webs import Wikispeedia

_MEASURES = ("self_found", "self_harvest", "ar", "label_found", "label_harvest")


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    topic = published_topic(KEYWORDS)
    rows = tuple(Row(_name(r2), f"ielp:r2={r2:g},reserve=false", topic) for r2 in IELP_R2S)
    return on_both_webs("ielp-r2", rows, scale, real, folder, references=False)


def section(result: Result) -> Section:
    columns = (
        Column("ours", "pages", "count"),
        Column(SELF, "LG", "count"),
        Column(SELF, "accuracy"),
        Column(SELF, "AR"),
        Column(LABELS, "LG", "count"),
        Column(LABELS, "accuracy"),
    )
    lines = tuple(
        Line(
            row,
            (
                cell([float(run.pages) for run in result.runs[row]]),
                *(cell(at_share(result, row, measure)) for measure in _MEASURES),
            ),
        )
        for row in result.rows
    )
    table = Table("r2", "IELP 4: r2 from 0.1 to 0.3, discarded links not reopened", columns, lines, "r2")
    found = (_best(result, by, measure) for by, measure in (("self-judged", _MEASURES[0]), ("labels", _MEASURES[3])))
    remarks = (f"Published: r2 = {IELP_R2:g} works best. Most relevant pages here: {', '.join(found)}.",)
    title = f"IELP 4, the threshold r2, on {result.study.web}"
    return Section(result.study.name, "ielp", title, facts_of(result)[:2], (), (table,), (), remarks)


def _best(result: Result, by: str, measure: str) -> str:
    """By what was found, not by its share: a crawl that ends after ten good pages is not the best."""
    row = max(result.rows, key=lambda name: fmean(at_share(result, name, measure)))
    return f"{row} ({by})"


def _name(r2: float) -> str:
    return f"r2 = {r2:g}"
