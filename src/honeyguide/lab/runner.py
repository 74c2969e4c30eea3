"""From an experiment to a report: the same starts for every strategy, runs over all cores, finished ones kept."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from honeyguide import __version__, atomic, encoders, links, relevance, strategies
from honeyguide.config import Settings
from honeyguide.encoders.vectors import FILE as VECTORS
from honeyguide.errors import BadInput, CannotRun
from honeyguide.lab.code_digest import CRAWLING, PARSERS, digest_of, digest_of_others
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment
from honeyguide.lab.graph import link_graph
from honeyguide.lab.ground_truth import GroundTruth
from honeyguide.lab.measures import summary
from honeyguide.lab.model import REFERENCES, Report, Run
from honeyguide.lab.pages import LARGEST_WEB, PageCache
from honeyguide.lab.processes import each
from honeyguide.lab.starts import Start, background, draw_examples, make_topic, needs_background
from honeyguide.plugins import load_plugins
from honeyguide.progress import Progress, silent
from honeyguide.relevance import layout_of, reads_text
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
        self.label = experiment.topic.relevant or self.labels.main
        if not self.label:
            raise BadInput(
                f"{experiment.place('topic', 'relevant')}[topic] must say 'relevant': the label that counts as on "
                "topic; this web has no main topic"
            )
        try:
            self.labels.require(self.label)
        except BadInput as wrong:
            raise BadInput(f"{experiment.place('topic', 'relevant')}{wrong}") from None
        self.scope = Scope(Settings(exclude=experiment.web.exclude))
        judge = experiment.topic.relevance
        self.cache = PageCache(self.web, layout_of(judge), text=reads_text(judge))
        self.vectors = encoders.open_vectors(experiment.run.encoder, cache_folder() / VECTORS)
        self.graph = link_graph(self.cache, jobs, progress)
        self.judge = GroundTruth(self.web, self.labels, self.label, self.graph, self.scope)

    def __enter__(self) -> ExperimentRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.cache.close()
        if self.vectors:
            self.vectors.close()

    def run(self, folder: Path) -> Report:
        """All runs that `folder` does not hold yet; stopped at any time, it goes on from there."""
        starts = self.starts()
        rows = self.experiment.rows
        runs = self.runs(self.tasks([(start, row) for row in rows for start in starts], folder))
        return Report(
            tuple(runs), summary(runs, rows, self.experiment.run.seed), self.settings(starts), self.facts(starts)
        )

    def runs(self, tasks: Sequence[Task]) -> list[Run]:
        """In the order of the tasks; those that are kept from an earlier time are not done again."""
        done = {task.file: run for task in tasks if (run := _kept(Path(task.file)))}
        missing = [task for task in tasks if task.file not in done]
        self.cache.write()
        self._progress("runs", len(done), len(tasks))
        for file, run in each(ExperimentRunner.crawl, missing, self.jobs, self, ExperimentRunner, (self.experiment,)):
            done[file] = run
            self._progress("runs", len(done), len(tasks))
        return [done[task.file] for task in tasks]

    def starts(self) -> list[Start]:
        run = self.experiment.run
        candidates = [url for url in self.labels.pages(self.label) if self.judge.may_fetch(url)]
        drawn = [draw_examples(candidates, self.experiment, repeat) for repeat in range(run.repeats)]
        common = background(self.cache, run.seed, self.scope) if needs_background(self.experiment) else None
        starts = []
        for repeat, seeds in enumerate(drawn):
            topic = make_topic(self.experiment, seeds, self.cache, common)
            findable = self._findable(seeds)
            starts.append(Start(repeat, seeds, topic, findable, run.budget(findable)))
        return starts

    def tasks(self, wanted: Sequence[tuple[Start, str]], folder: Path) -> list[Task]:
        """A strategy from each of these starts."""
        step = step_for(max(start.budget for start, _ in wanted))
        runs = folder / "runs"
        try:
            runs.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise CannotRun(f"{runs}: cannot be made: {wrong.strerror}") from wrong
        identity = (self.web.identity, sorted(self.labels.pages(self.label)), self.experiment.web.exclude)
        encoder = self.vectors.name if self.vectors else ""
        common = msgspec.json.encode((digest_of(*CRAWLING), identity, self.experiment.settings(0), step, encoder))
        return [
            Task(start, strategy, step, str(runs / _file_name(start, strategy, common + self._others(strategy))))
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
        crawl = LabCrawl(self.experiment, self.judge, self.cache, task.start, task.strategy, self.vectors)
        run = crawl.run(task.step)
        self.cache.write()
        if self.vectors:
            self.vectors.write()
        atomic.write(Path(task.file), msgspec.json.encode(run))
        return task.file, run

    def settings(self, starts: Sequence[Start]) -> dict[str, Any]:
        """The experiment with every default, and what was drawn for each repeat."""
        told: dict[str, Any] = msgspec.to_builtins(self.experiment)
        del told["base"], told["places"]
        told["web"]["source"] = self.web.spec if self.web.spec.startswith("synthetic:") else told["web"]["source"]
        told["topic"]["relevant"] = self.label
        told["repeats"] = [
            {
                "seeds": start.seeds,
                "keywords": start.topic.keywords,
                "findable": start.findable,
                "pages": start.budget,
            }
            for start in starts
        ]
        return told

    def facts(self, starts: Sequence[Start]) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "pages": len(self.web),
            "on_topic": len(self.labels.pages(self.label)),
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

    def _findable(self, seeds: Sequence[str]) -> int:
        if self.graph is None:
            return len(self.labels.pages(self.label))
        reached = self.graph.reachable([self.graph.number(url) for url in seeds], self.judge.allowed)
        return int((reached & self.judge.relevant).sum())


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


def _kept(file: Path) -> Run | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Run)
    except (OSError, msgspec.DecodeError):
        return None
