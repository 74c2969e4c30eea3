"""A study is one comparison on one web: which rows, which topics, how many pages; it is run like any experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.model import Run
from honeyguide.lab.observer import Observer
from honeyguide.lab.papers.webs import WEATHER, Wikispeedia, synthetic
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.starts import Start
from honeyguide.model import Topic
from honeyguide.progress import Progress
from honeyguide.topics.files import load_topic

KEYWORDS, ONTOLOGY = "rainstorm-disaster", "rainstorm-disaster-ontology"
"""The shipped topics: that of IELP 2.1, and the same subject weighed by an ontology as in WSE 3 and 4."""
JUDGED_BY, R1 = "tag-vsm", 0.62
"""How IELP and WSE judge pages, and the relevance that those on topic exceed, where the topic does not say."""
REFERENCES = ("random", "oracle")
SEEDS, FEW_SEEDS = 30, 5
"""WSE 7.1 starts from 30 pages, the others do not say; Wikispeedia has too few on-topic pages for 30."""


class Scale(Struct, frozen=True):
    """How large everything is."""

    pages: int
    repeats: int
    quick: bool = False
    """Fewer themes, and no real web."""


class Row(Struct, frozen=True):
    name: str
    """As the paper calls it."""
    strategy: str
    topic: Topic | None = None
    """What steers it; None for what was trained on the example pages."""
    observer: Observer | None = None
    relevance: str = ""
    """Judges pages for it, trained on the same examples, where it is not the experiment's."""
    links: str = ""
    """Scores its links, where it is not the strategy's own model."""
    refined: bool = False
    """Whether the example pages refine its keywords before the crawl: the definition layer of NEWS 4.1."""

    @property
    def is_reference(self) -> bool:
        return self.name in REFERENCES


class Study(Struct, frozen=True):
    name: str
    """Of its files."""
    paper: str
    web: str
    """For a person."""
    experiment: Experiment
    rows: tuple[Row, ...]


class Result(Struct, frozen=True):
    """What came of a study: the runs of every row, a run a repeat."""

    study: Study
    runs: dict[str, tuple[Run, ...]]
    budgets: tuple[int, ...]
    """Pages of each repeat."""
    findable: tuple[int, ...]
    """On-topic pages that can be reached, in each repeat."""
    facts: dict[str, Any]

    @property
    def rows(self) -> tuple[str, ...]:
        """Without references."""
        return tuple(row.name for row in self.study.rows if not row.is_reference)


def study(
    name: str,
    web: str,
    experiment: Experiment,
    rows: tuple[Row, ...],
    observer: Observer | None = None,
    *,
    references: bool = True,
) -> Study:
    """With the references as last rows."""
    all_rows = [*rows, *(Row(each, each, rows[0].topic) for each in REFERENCES if references)]
    judged = [row if row.observer else msgspec.structs.replace(row, observer=observer) for row in all_rows]
    return Study(name, name.partition("-")[0], web, experiment, tuple(judged))


def on_both_webs(
    name: str,
    rows: tuple[Row, ...],
    scale: Scale,
    real: Wikispeedia | None,
    folder: Path,
    observer: Observer | None = None,
    *,
    web: WebPart | None = None,
    pages: int = 0,
    references: bool = True,
) -> list[Study]:
    """The same rows, which bring their own topics, on a synthetic web, and on Wikispeedia where it is there."""
    pages = pages or scale.pages
    made = _experiment(web or synthetic(pages), pages, scale, seeds_for(pages))
    studies = [study(f"{name}-synthetic", "synthetic", made, rows, observer, references=references)]
    if real:
        weather = _experiment(real.web(real.weather_labels(folder)), "2x", scale, FEW_SEEDS, WEATHER)
        studies.append(study(f"{name}-wikispeedia", "Wikispeedia", weather, rows, observer, references=references))
    return studies


def published_topic(name: str) -> Topic:
    """A shipped topic, judged as the papers do."""
    topic = load_topic(name)
    limits = topic.thresholds if topic.thresholds.page else msgspec.structs.replace(topic.thresholds, page=R1)
    return msgspec.structs.replace(topic, relevance=JUDGED_BY, thresholds=limits)


def _experiment(web: WebPart, pages: int | str, scale: Scale, seeds: int, label: str = "") -> Experiment:
    keywords = load_topic(KEYWORDS).keywords
    topic = TopicPart(relevant=label, keywords=keywords, examples=seeds, relevance=JUDGED_BY)
    return Experiment(web, topic, as_published(pages, scale.repeats))


def as_published(pages: int | str, repeats: int) -> RunPart:
    """One page at a time and no rests, as all papers print their loops: only what a page says decides on the next."""
    return RunPart(("bfs",), pages=pages, repeats=repeats, concurrency=1, delay=0.0, retries=0)


def seeds_for(pages: int) -> int:
    """30 as in WSE 7.1, and no more than one for twenty pages of a short crawl."""
    return max(FEW_SEEDS, min(SEEDS, pages // 20))


def run(study: Study, folder: Path, jobs: int, progress: Progress) -> Result:
    """All runs that the folder does not hold yet."""

    def named(what: str, done: int, of: int) -> None:
        progress(f"{study.name}: {what}", done, of)

    with ExperimentRunner(study.experiment, jobs, named) as laboratory:
        starts = laboratory.starts()
        wanted = [(_start(laboratory, start, row), row.strategy) for row in study.rows for start in starts]
        runs = laboratory.runs(laboratory.tasks(wanted, folder))
        facts = laboratory.facts(starts)
    many = len(starts)
    by_row = {row.name: tuple(runs[at * many : (at + 1) * many]) for at, row in enumerate(study.rows)}
    budgets, findable = (tuple(getattr(start, name) for start in starts) for name in ("budget", "findable"))
    return Result(study, by_row, budgets, findable, facts)


def at_share(result: Result, row: str, measure: str, share: float = 1.0) -> list[float]:
    """A measure of a row after this share of the crawl, in each repeat; what ended before keeps its last value."""
    values = []
    for run, budget in zip(result.runs[row], result.budgets, strict=True):
        come = [point for point in run.curve if point.pages <= round(share * budget)]
        values.append(float(getattr(come[-1] if come else run.curve[0], measure)) if run.curve else 0.0)
    return values


def by_row(result: Result, measure: str, share: float = 1.0) -> dict[str, list[float]]:
    """The same of every row that is no reference."""
    return {row: at_share(result, row, measure, share) for row in result.rows}


def _start(laboratory: ExperimentRunner, start: Start, row: Row) -> Start:
    topic = row.topic or (laboratory.topic(start.seeds, row.relevance) if row.relevance else start.topic)
    if row.refined:
        topic = laboratory.refined(topic, start.seeds)
    return msgspec.structs.replace(start, topic=topic, observer=row.observer, links=row.links)
