"""One run of an experiment: a strategy crawls the web from one start, and is judged by the labels as it goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import cast

from honeyguide import encoders, links, strategies
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.shard_settings import of_shard
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.core.referrals import Partition
from honeyguide.encoders.vectors import Vectors
from honeyguide.lab.experiment import Experiment
from honeyguide.lab.ground_truth import GroundTruth
from honeyguide.lab.measures import Tally
from honeyguide.lab.model import REFERENCES, Point, Run
from honeyguide.lab.observer import Observation
from honeyguide.lab.pages import PageCache
from honeyguide.lab.references import make_reference
from honeyguide.lab.sharded import ShardedSimulation
from honeyguide.lab.simulation import CachedWeb, Simulation
from honeyguide.lab.starts import Start
from honeyguide.model import Page
from honeyguide.protocols import KeepsPages, Strategy
from honeyguide.records import Record
from honeyguide.storage.memory import MemoryStore

Watch = Callable[[Sequence[Point]], object]
"""Told the curve as far as it is."""
Keeps = Callable[[int, float], bool]
"""See `protocols.KeepsPages`."""


class LabCrawl:
    def __init__(
        self,
        experiment: Experiment,
        truth: GroundTruth,
        cache: PageCache,
        start: Start,
        strategy: str,
        vectors: Vectors | None = None,
    ) -> None:
        """`vectors`: those of the experiment's encoder, where they are open already."""
        self.strategy = strategy
        self.start = start
        self._truth = truth
        self._cache = cache
        self._settings = settings = experiment.settings(start.budget)
        self._vectors = vectors = vectors or encoders.open_vectors(settings.encoder)
        self._observed = Observation(start.observer, settings, vectors) if start.observer else None
        self._web = CachedWeb(cache, settings)
        self._started = self._web.now()
        chosen = self._make()
        self._keeps_some = hasattr(chosen, "keeps")
        self._analyzer = PageAnalyzer(start.topic, settings, encoder=vectors)
        if settings.shards > 1:
            own = of_shard(settings)
            self._shards = [self._drive(self._make(), own, Partition(n, own.shards)) for n in range(own.shards)]
            coordinator = Coordinator(start.budget, settings.concurrency, settings.stop_when)
            self._simulation: Simulation | ShardedSimulation = ShardedSimulation(self._shards, coordinator)
        else:
            self._simulation = self._drive(chosen, settings)
            self._shards = [self._simulation]

    def _drive(self, strategy: Strategy, settings: Settings, partition: Partition | None = None) -> Simulation:
        topic, web = self.start.topic, self._web
        model = links.make_for(strategy, topic, self.start.links or settings.links, self._vectors)
        decision = relevance_model(topic, encoder=self._vectors).decision()
        store = MemoryStore(records=False)
        core = CrawlCore(
            settings, store, strategy, model, decision, web.delay, sitemaps=web.sitemaps, partition=partition
        )
        keeps = cast("KeepsPages", strategy).keeps if self._keeps_some else None
        return Simulation(core, web, self._analyzer, partial(self._count, keeps))

    def run(self, step: int, watch: Watch = lambda curve: None) -> Run:
        """A point of the curve every `step` pages; `watch` is told of each."""
        self._watch = watch
        self._tally = tally = Tally(step, self.start.findable)
        began = self._own_cpu()
        rng = Random(f"crawl:{self._settings.seed}:{self.start.repeat}")  # noqa: S311
        self._simulation.run(self.start.seeds, rng)
        cpu = self._own_cpu() - began
        end = tally.point()
        return Run(
            strategy=self.strategy,
            repeat=self.start.repeat,
            pages=tally.pages,
            label_harvest=end.label_harvest,
            label_recall=end.label_recall,
            label_auc=tally.auc,
            self_harvest=end.self_harvest,
            ar=end.ar,
            sd=end.sd,
            hosts=sum(len(shard.core.limits.host_pages) for shard in self._shards),
            seconds=self._web.now() - self._started,
            cpu_ms_per_page=1000 * cpu / max(1, tally.pages),
            curve=tally.whole_curve(),
            notes=self._notes(),
            label=self.start.label,
            metrics=self._metrics(),
        )

    @property
    def exchanged(self) -> tuple[int, int]:
        """Messages between shards, and their bytes."""
        simulation = self._simulation
        return (simulation.messages, simulation.bytes) if isinstance(simulation, ShardedSimulation) else (0, 0)

    def _own_cpu(self) -> float:
        """Without what another run may find done: pages parsed, and texts encoded."""
        return time.process_time() - self._cache.cpu - (self._vectors.cpu if self._vectors else 0.0)

    def _notes(self) -> dict[str, float]:
        kept = {"label_precision": self._tally.point().label_precision} if self._keeps_some else {}
        return kept | (self._observed.notes() if self._observed else {})

    def _metrics(self) -> dict[str, float]:
        """Of several shards, what they count together."""
        metrics: dict[str, float] = {}
        for shard in self._shards:
            for name, value in shard.core.metrics().items():
                metrics[name] = metrics.get(name, 0.0) + float(value)
        return metrics

    def _make(self) -> Strategy:
        if self.strategy in REFERENCES:
            return make_reference(self.strategy, self._truth)
        return strategies.make(self.strategy, r2=self.start.topic.thresholds.link, budget=self.start.budget)

    def _count(self, keeps: Keeps | None, record: Record, page: Page | None) -> None:
        judged = record.relevance
        if judged is None or page is None:
            return
        labelled = self._truth.is_on_topic(record.link.url)
        kept = keeps is None or keeps(record.link.id, judged.score)
        if self._observed:
            judged = self._observed.judge(page, judged, labelled)
        self._tally.page(labelled, judged.on_topic, judged.score, self._web.now() - self._started, kept=kept)
        if self._tally.pages % self._tally.step == 0:
            self._watch(self._tally.curve)
