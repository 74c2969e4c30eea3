"""WSE Fig. 3 in crawls: who picks among pages that do not dominate one another, NFCS or CDC of NSGA-II (WSE 6.2).

The figure shows five of twelve points, without numbers, and the paper says that NFCS picks more evenly. What that is
worth to a crawl is told here. The rows of NFCS are those of Table 4, and are not run twice.
"""

from __future__ import annotations

from pathlib import Path

from honeyguide.lab.papers.agreement import agreement
from honeyguide.lab.papers.published import WSE_PICKER_ORDER
from honeyguide.lab.papers.studies import (
    KEYWORDS,
    ONTOLOGY,
    Result,
    Row,
    Scale,
    Study,
    at_share,
    on_both_webs,
    published_topic,
)
from honeyguide.lab.papers.tables import LABELS, SELF, Column, Line, Section, Table, cell, facts_of
from honeyguide.lab.papers.webs import Wikispeedia
from honeyguide.lab.papers.wse import observer_of, spec

_KINDS = {"FCWSEO": ("wseo", ONTOLOGY), "FCWSE": ("wse", KEYWORDS)}
_PICKERS = {"NFCS": "", "CDC": ",picker=cdc"}
_JUDGED = {"self": ("self_harvest", SELF), "labels": ("label_harvest", LABELS)}


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    rows = []
    for kind, (strategy, name) in _KINDS.items():
        topic = published_topic(name)
        rows += [Row(f"{kind} {by}", spec(strategy, topic, extra=extra), topic) for by, extra in _PICKERS.items()]
    observer = observer_of(published_topic(ONTOLOGY))
    return on_both_webs("wse-pickers", tuple(rows), scale, real, folder, observer, references=False)


def section(result: Result) -> Section:
    columns = tuple(Column(group, by) for _, group in _JUDGED.values() for by in _PICKERS)
    lines = tuple(
        Line(
            kind,
            tuple(cell(at_share(result, f"{kind} {by}", name)) for name, _ in _JUDGED.values() for by in _PICKERS),
        )
        for kind in _KINDS
    )
    table = Table("figure-3", "HR at the end of the crawl, by who picks", columns, lines)
    found = [
        agreement(
            f"WSE Fig. 3, HR of {kind}",
            judged,
            WSE_PICKER_ORDER,
            {by: at_share(result, f"{kind} {by}", name) for by in _PICKERS},
        )
        for kind in _KINDS
        for judged, (name, _) in _JUDGED.items()
    ]
    title = f"WSE Fig. 3 on {result.study.web}"
    remarks = ("The figure shows points and prints no harvest: that NFCS harvests more is what its use implies.",)
    return Section(
        result.study.name, "wse", title, facts_of(result)[:2], tuple(filter(None, found)), (table,), (), remarks
    )
