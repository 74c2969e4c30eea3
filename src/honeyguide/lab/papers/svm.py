"""SVM again: three stages with a classifier and HITS against best first with the same classifier.

The scan of the paper is damaged: of its experiment only what the abstract says is legible, that harvest rate and
recall rise. So it is compared with best first that predicts links and judges pages by the same classifier, which the
example pages and a sample of the web teach [ours].
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from honeyguide.lab.experiment import Experiment, TopicPart, WebPart
from honeyguide.lab.papers.agreement import Agreement, agreement
from honeyguide.lab.papers.published import SVM_ORDER
from honeyguide.lab.papers.studies import FEW_SEEDS, Result, Row, Scale, Study, as_published, by_row, seeds_for, study
from honeyguide.lab.papers.tables import LABELS, SELF, Column, Curve, Section, section_of, side_by_side
from honeyguide.lab.papers.webs import WEATHER, Wikispeedia, synthetic

RELEVANCE, LINKS = "svm", "prediction"
"""One classifier judges pages and predicts links, in all rows."""
_ROWS = (
    Row("best first", "ops:r2=0"),
    Row("SVM and HITS", "svm-hits"),
    Row("without reserve", "svm-hits:reserve=false"),
    Row("BFS", "bfs"),
)
_COLUMNS = (
    Column(SELF, "harvest rate"),
    Column(SELF, "AR"),
    Column(LABELS, "harvest rate"),
    Column(LABELS, "recall"),
    Column("ours", "simulated s", "count"),
)
_MEASURES = ("self_harvest", "ar", "label_harvest", "label_recall", "seconds")


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    web, seeds = synthetic(scale.pages, 3), seeds_for(scale.pages)
    made = [_study("svm-synthetic", "synthetic", web, "", seeds, scale.pages, scale)]
    if real:
        weather = real.web(real.weather_labels(folder))
        made.append(_study("svm-wikispeedia", "Wikispeedia", weather, WEATHER, FEW_SEEDS, "2x", scale))
    return made


def _study(name: str, site: str, web: WebPart, label: str, seeds: int, pages: int | str, scale: Scale) -> Study:
    topic = TopicPart(relevant=label, examples=seeds, relevance=RELEVANCE)
    run = replace(as_published(pages, scale.repeats), links=LINKS)
    return study(name, site, Experiment(web, topic, run), _ROWS)


def section(result: Result) -> Section:
    table = side_by_side(result, "table", "Harvest rate and recall, at the end of the crawl", {}, _COLUMNS, _MEASURES)
    harvest = ("self_harvest", "label_harvest")
    curves = (
        Curve("harvest", "SVM: harvest rate as the crawl goes on", "harvest rate", *harvest, percent=True),
        Curve("recall", "SVM: recall as the crawl goes on", "recall", "", "label_recall", percent=True),
    )
    remarks = (
        "Published is only that harvest rate and recall rise: the scan of the paper has no legible figure. All rows "
        "have one classifier, which judges pages and predicts links.",
        "“Without reserve” ends when both queues of stage 3 are empty, as published.",
    )
    return section_of(result, "SVM: three stages and best first", _agreements(result), (table,), curves, remarks)


def _agreements(result: Result) -> list[Agreement | None]:
    return [
        agreement("SVM, harvest rate", "self", SVM_ORDER, by_row(result, "self_harvest")),
        agreement("SVM, harvest rate", "labels", SVM_ORDER, by_row(result, "label_harvest")),
        agreement("SVM, recall", "labels", SVM_ORDER, by_row(result, "label_recall")),
    ]
