"""From an experiment to a report: the same starts for every strategy, runs over all cores, finished ones kept."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from honeyguide import __version__, atomic, encoders, links, relevance, strategies
from honeyguide.config import Settings
from honeyguide.errors import BadInput, CannotRun
from honeyguide.lab.code_digest import CRAWLING, PARSERS, digest_of, digest_of_others
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment
from honeyguide.lab.graph import link_graph
from honeyguide.lab.ground_truth import GroundTruth
from honeyguide.lab.growing import RUNS, Growing, WantedRun, kept, want
from honeyguide.lab.label_choice import large_enough, named_labels
from honeyguide.lab.measures import summary
from honeyguide.lab.model import REFERENCES, Report, Run
from honeyguide.lab.pages import LARGEST_WEB, PageCache
from honeyguide.lab.processes import each
from honeyguide.lab.starts import (
    Background,
    Start,
    background,
    documents_of,
    draw_examples,
    make_topic,
    needs_background,
)
from honeyguide.lab.topics_report import topics_report
from honeyguide.model import Topic
from honeyguide.plugins import load_plugins
from honeyguide.progress import Progress, silent
from honeyguide.relevance import layout_of, reads_text
from honeyguide.storage.files import VECTORS
from honeyguide.training import train_topic
from honeyguide.urls import host_of
from honeyguide.web.offline import Labels, PageSource, cache_folder, open_web, read_labels
from honeyguide.web.scope import Scope

POINTS = 100
"""About so many points has the curve of the longest run."""


class Task(Struct, frozen=True):
    """One run to be done, and where it is kept."""

    start: Start
    strategy: str
    step: int
    file: str

    @property
    def wanted(self) -> WantedRun:
        start = self.start
        return WantedRun(Path(self.file).name, self.strategy, start.repeat, start.label, start.budget)


class ExperimentRunner:
    """An experiment with its web opened: what a process needs for runs."""

    def __init__(self, experiment: Experiment, jobs: int = 1, progress: Progress = silent) -> None:
        load_plugins(experiment.run.plugins)
        self.experiment = experiment
        self.jobs = jobs
        self._progress = progress
        base = Path(experiment.base)
        self.web: PageSource = open_web(experiment.web.source, base=base)
        if not hasattr(self.web, "urls"):
            place = experiment.place("web", "source")
            raise BadInput(f"{place}this web does not say which pages it has (PageSource.urls): the lab needs that")
        self.labels = _labels(experiment, self.web, base)
        place = experiment.place("topic", "relevant")
        try:
            named = named_labels(experiment.topic, self.labels)
        except BadInput as wrong:
            raise BadInput(f"{place}{wrong}") from None
        self.scope = Scope(Settings(exclude=experiment.web.exclude))
        judge = experiment.topic.relevance
        self.cache = PageCache(self.web, layout_of(judge), text=reads_text(judge))
        self.vectors = encoders.open_vectors(experiment.run.encoder, cache_folder() / VECTORS)
        self.graph = link_graph(self.cache, jobs, progress)
        self.judge = GroundTruth(self.web, self.labels, named[0], self.graph, self.scope)
        try:
            self.topics: tuple[str, ...] = large_enough(experiment.topic, named, self.labels, self.judge.may_fetch)
        except BadInput as wrong:
            raise BadInput(f"{place}{wrong}") from None
        self._truth = {named[0]: self.judge}

    def __enter__(self) -> ExperimentRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.cache.close()
        if self.vectors:
            self.vectors.close()

    def run(self, folder: Path) -> Report:
        """All runs that `folder` does not hold yet; stopped at any time, it goes on from there."""
        starts = [start for label in self.topics for start in self.starts(label)]
        rows, seed, several = self.experiment.rows, self.experiment.run.seed, self.experiment.topic.several
        tasks = self.tasks([(start, row) for row in rows for start in starts], folder)
        want(folder, [task.wanted for task in tasks])
        runs = self.runs(tasks)
        summed = summary(runs, rows, seed, "label" if several else "repeat")
        sizes = {label: len(self.labels.pages(label)) for label in self.topics}
        topics = topics_report(runs, summed, sizes, seed) if several else None
        return Report(tuple(runs), summed, self.settings(starts), self.facts(starts), topics)

    def truth(self, label: str) -> GroundTruth:
        if label not in self._truth:
            self._truth[label] = self.judge.about(label)
        return self._truth[label]

    def runs(self, tasks: Sequence[Task]) -> list[Run]:
        """In the order of the tasks; those that are kept from an earlier time are not done again."""
        done = {task.file: run for task in tasks if (run := kept(Path(task.file)))}
        missing = [task for task in tasks if task.file not in done]
        self.cache.write()
        self._progress("runs", len(done), len(tasks))
        for file, run in each(ExperimentRunner.crawl, missing, self.jobs, self, ExperimentRunner, (self.experiment,)):
            done[file] = run
            self._progress("runs", len(done), len(tasks))
        return [done[task.file] for task in tasks]

    def starts(self, label: str = "") -> list[Start]:
        """One for each repeat; for the first label when none is named."""
        run, label = self.experiment.run, label or self.topics[0]
        candidates = [url for url in self.labels.pages(label) if self.judge.may_fetch(url)]
        drawn = [draw_examples(candidates, self.experiment, repeat) for repeat in range(run.repeats)]
        starts = []
        for repeat, seeds in enumerate(drawn):
            topic = self.topic(seeds)
            findable = self._findable(seeds, label)
            starts.append(Start(repeat, seeds, topic, findable, run.budget(findable), label=label))
        return starts

    def topic(self, examples: Sequence[str], judged_by: str = "") -> Topic:
        """What these pages teach, for the experiment's relevance model or for another that reads pages alike."""
        experiment = self.experiment
        if judged_by:
            part = msgspec.structs.replace(experiment.topic, relevance=judged_by)
            experiment = msgspec.structs.replace(experiment, topic=part)
        return make_topic(experiment, examples, self.cache, self._background)

    def refined(self, topic: Topic, examples: Sequence[str]) -> Topic:
        """The topic as `honeyguide topic new --examples` would make it of these pages and a sample of the web."""
        common = self._background or self._sample()
        return train_topic(topic, topic.relevance, documents_of(examples, self.cache), common.documents)

    @cached_property
    def _background(self) -> Background | None:
        return self._sample() if needs_background(self.experiment) else None

    def _sample(self) -> Background:
        return background(self.cache, self.experiment.run.seed, self.scope, self.experiment.topic.background)

    def tasks(self, wanted: Sequence[tuple[Start, str]], folder: Path) -> list[Task]:
        """A strategy from each of these starts."""
        step = step_for(max(start.budget for start, _ in wanted))
        runs = folder / RUNS
        try:
            runs.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise CannotRun(f"{runs}: cannot be made: {wrong.strerror}") from wrong
        web = (self.web.identity, self.experiment.web.exclude)
        encoder = self.vectors.name if self.vectors else ""
        common = msgspec.json.encode((digest_of(*CRAWLING), web, self.experiment.settings(0), step, encoder))
        of_label = {
            label: common + msgspec.json.encode(sorted(self.labels.pages(label)))
            for label in {start.label for start, _ in wanted}
        }
        others = {strategy: self._others(strategy) for strategy in {strategy for _, strategy in wanted}}
        return [
            Task(
                start,
                strategy,
                step,
                str(runs / _file_name(start, strategy, of_label[start.label] + others[strategy])),
            )
            for start, strategy in wanted
        ]

    def _others(self, strategy: str) -> bytes:
        """Which code of other people a run of this strategy depends on."""
        if strategy in REFERENCES:
            return b""
        model = self.experiment.run.links or links.published_with(strategies.make(strategy))
        parts = (
            (strategies, strategy),
            (links, model),
            (relevance, self.experiment.topic.relevance),
            (encoders, self.experiment.run.encoder),
        )
        return digest_of_others(room.registry.find(spec.partition(":")[0]) for room, spec in parts)

    def crawl(self, task: Task) -> tuple[str, Run]:
        truth = self.truth(task.start.label)
        crawl = LabCrawl(self.experiment, truth, self.cache, task.start, task.strategy, self.vectors)
        with Growing(Path(task.file)) as growing:
            run = crawl.run(task.step, growing)
        self.cache.write()
        if self.vectors:
            self.vectors.write()
        atomic.write(Path(task.file), msgspec.json.encode(run))
        return task.file, run

    def settings(self, starts: Sequence[Start]) -> dict[str, Any]:
        """The experiment with every default, and what was drawn for each repeat."""
        told: dict[str, Any] = msgspec.to_builtins(self.experiment)
        del told["base"], told["places"], told["judge"]
        told["web"]["source"] = self.web.spec if self.web.spec.startswith("synthetic:") else told["web"]["source"]
        told["topic"]["relevant"] = self.topics if self.experiment.topic.several else self.topics[0]
        told["repeats"] = [
            {
                **({"label": start.label} if self.experiment.topic.several else {}),
                "seeds": start.seeds,
                "keywords": start.topic.keywords,
                "findable": start.findable,
                "pages": start.budget,
            }
            for start in starts
        ]
        return told

    def facts(self, starts: Sequence[Start]) -> dict[str, Any]:
        sizes = {label: len(self.labels.pages(label)) for label in self.topics}
        facts: dict[str, Any] = {
            "pages": len(self.web),
            "on_topic": sizes if self.experiment.topic.several else sizes[self.topics[0]],
            "reachable_on_topic": [start.findable for start in starts],
            "broken_records": self.web.broken,
            "unknown_labels": self.labels.unknown,
        }
        if self.graph:
            facts["hosts"] = len({host_of(url) for url in self.graph.urls})
            facts["links"] = int(self.graph.matrix.nnz)
        else:
            facts["remark"] = (
                f"the web has more than {LARGEST_WEB:,} pages: recall is of all on-topic pages, whether they can be "
                "reached or not, and the oracle does not look ahead"
            )
        facts["versions"] = {
            "honeyguide": __version__,
            "code": digest_of(*CRAWLING),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "scipy", *PARSERS)},
        }
        return facts

    def _findable(self, seeds: Sequence[str], label: str) -> int:
        if self.graph is None:
            return len(self.labels.pages(label))
        reached = self.graph.reachable([self.graph.number(url) for url in seeds], self.judge.allowed)
        return int((reached & self.truth(label).relevant).sum())


def step_for(pages: int) -> int:
    """1, 2 or 5 times a power of ten, for about a hundred points."""
    step = 1
    while pages / step > POINTS:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _labels(experiment: Experiment, web: PageSource, base: Path) -> Labels:
    if experiment.web.labels:
        return read_labels(base / Path(experiment.web.labels).expanduser(), web)
    if web.labels is None:
        raise BadInput(
            f"{experiment.place('web', 'labels')}[web] must say 'labels': a file of 'url TAB label' lines; only a "
            "synthetic web brings its own"
        )
    return web.labels


def _file_name(start: Start, strategy: str, common: bytes) -> str:
    digest = blake2b(common, digest_size=8)
    digest.update(msgspec.json.encode((start, strategy)))
    plain = re.sub(r"[^a-z0-9.=-]+", "_", strategy.lower())[:60]
    return f"{plain}-{start.repeat}-{digest.hexdigest()}.json"
