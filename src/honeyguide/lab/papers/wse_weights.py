"""WSE Table 4 again as a comparison of weights: the same words, all alike and weighed by meaning (WSE eq. 3).

Crawlers with five keywords and with a hundred feature words differ in their words; what the ontology's weights bring
shows only where the words are the same [ours]. Best first stands beside the paper's search, with both weights.
"""

from __future__ import annotations

from pathlib import Path

from honeyguide.lab.papers.agreement import agreement, ordered
from honeyguide.lab.papers.published import WSE_TABLE_4
from honeyguide.lab.papers.studies import (
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
from honeyguide.lab.papers.tables import LABELS, PUBLISHED, SELF, Column, Section, Table, section_of, side_by_side
from honeyguide.lab.papers.webs import Wikispeedia
from honeyguide.lab.papers.wse import MEASURES, observer_of, spec
from honeyguide.topics.ontology.semantics import flat

_PAIRS = {"FCWSEO": "FCWSE", "OPS, by meaning": "OPS, alike"}
"""Weighed by meaning, and all alike."""


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    by_meaning = published_topic(ONTOLOGY)
    alike = flat(by_meaning)
    rows = (
        Row("FCWSE", spec("wse", alike), alike),
        Row("FCWSEO", spec("wseo", by_meaning), by_meaning),
        Row("OPS, alike", "ops", alike),
        Row("OPS, by meaning", "ops", by_meaning),
    )
    return on_both_webs("wse-weights", rows, scale, real, folder, observer_of(by_meaning))


def section(result: Result) -> Section:
    found = [
        agreement("WSE Table 4, HR with flat and with semantic weights", judged, _order(), by_row(result, measure))
        for judged, measure in (("self", "self_harvest"), ("labels", "label_harvest"))
    ]
    remarks = (
        "Both rows of a pair have all words of the ontology: FCWSE and “alike” with one weight, FCWSEO and “by "
        "meaning” with the semantic weights of WSE eq. 3. The self-judged figures are by the semantic weights.",
        *_gains(result),
    )
    title = "WSE Table 4 as a comparison of weights"
    return section_of(result, title, found, (_table(result),), (), remarks)


def _order() -> tuple[tuple[str, str], ...]:
    return ordered({row: figures.HR for row, figures in WSE_TABLE_4.items()})


def _table(result: Result) -> Table:
    names = ("M", "HR", "AR", "SD")
    groups = ((PUBLISHED, names), (SELF, names), (LABELS, names[:2]))
    columns = [Column(group, name, "count" if name == "M" else "rate") for group, of_it in groups for name in of_it]
    title = "WSE Table 4: the same words with flat and with semantic weights, at the end of the crawl"
    return side_by_side(result, "table-4-weights", title, WSE_TABLE_4, columns, MEASURES)


def _gains(result: Result) -> list[str]:
    said = []
    for by_meaning, alike in _PAIRS.items():
        pairs = zip(
            at_share(result, by_meaning, "label_harvest"), at_share(result, alike, "label_harvest"), strict=True
        )
        gains = [100 * (ours - theirs) for ours, theirs in pairs]
        shown = ", ".join(f"{gain:+.1f}".replace("-", "−") for gain in gains)
        said.append(f"{by_meaning} against {alike}, points of HR by the labels, repeat by repeat: {shown}.")
    return said
