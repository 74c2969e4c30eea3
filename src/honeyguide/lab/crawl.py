"""One crawl of the lab: the published loop, one page at a time, over parsed pages and in virtual time."""

from __future__ import annotations

import time
from random import Random

from honeyguide import links, strategies
from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.lab.experiment import Experiment
from honeyguide.lab.ground_truth import GroundTruth
from honeyguide.lab.measures import Tally
from honeyguide.lab.model import REFERENCES, Run
from honeyguide.lab.observer import Observation
from honeyguide.lab.pages import PageCache
from honeyguide.lab.references import make_reference
from honeyguide.lab.starts import Start
from honeyguide.lab.timing import VirtualTime
from honeyguide.model import Fetched, Link, Outcome, Visit
from honeyguide.protocols import Strategy
from honeyguide.storage.link_table import LinkTable
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope


class LabCrawl:
    def __init__(
        self, experiment: Experiment, judge: GroundTruth, cache: PageCache, start: Start, strategy: str
    ) -> None:
        self.strategy = strategy
        self.start = start
        self._judge = judge
        self._cache = cache
        self._settings = Settings(exclude=experiment.web.exclude, pages=start.budget, seed=experiment.run.seed)
        self._strategy = self._make()
        self._reader = PageAnalyzer(start.topic, self._settings)
        self._observed = Observation(start.observer, self._settings) if start.observer else None
        self._book = LinkTable()
        self._scope = Scope(self._settings)
        self._links = links.make_for(self._strategy, start.topic, experiment.run.links)
        self._digest = CrawlCore(start.topic, self._settings, self._book, self._scope, self._links)
        self._time = VirtualTime(cache.web, judge.permission, experiment.run.concurrency, experiment.run.delay)
        self._hosts: set[int] = set()

    def run(self, step: int) -> Run:
        """A point of the curve every `step` pages."""
        tally = Tally(step, self.start.findable)
        began = time.process_time() - self._cache.cpu
        self._begin()
        while tally.pages < self.start.budget and (asked := self._strategy.ask(1)):
            link = self._book.new_links[asked[0]]
            visit = self._visit(link, tally)
            self._strategy.tell(visit)
            self._strategy.link_state()  # nothing is stored, so nothing need gather
            if visit.outcome is Outcome.PAGE and (scores := self._links.refresh()) is not None:
                self._strategy.rescore(scores)
        cpu = time.process_time() - self._cache.cpu - began
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
            hosts=len(self._hosts),
            seconds=self._time.now,
            cpu_ms_per_page=1000 * cpu / max(1, tally.pages),
            curve=tally.whole_curve(),
            notes=self._notes(),
        )

    def _notes(self) -> dict[str, float]:
        counted = {name: float(n) for name, n in self._strategy.state().items() if isinstance(n, int | float)}
        return counted | (self._observed.notes() if self._observed else {})

    def _make(self) -> Strategy:
        if self.strategy in REFERENCES:
            return make_reference(self.strategy, self._judge)
        return strategies.make(self.strategy, r2=self.start.topic.thresholds.link, budget=self.start.budget)

    def _begin(self) -> None:
        seeds = {}
        for url in self.start.seeds:
            link = self._book.add(url, host_of(url), 0, -1)
            self._links.set_prior(link.id)
            seeds[link.id] = link
        rng = Random(f"crawl:{self._settings.seed}:{self.start.repeat}")  # noqa: S311
        self._strategy.start(list(seeds.values()), rng, self._digest)
        self._strategy.rescore(self._links.scores(len(self._book)))

    def _visit(self, link: Link, tally: Tally) -> Visit:
        host = self._book.host_names[link.host]
        if self._digest.is_alias(link.url):
            return Visit(link, Outcome.ALIAS)
        if not self._judge.permission.allows(link.url):
            return Visit(link, Outcome.ROBOTS)
        seen = self._cache.see(link.url)
        self._time.fetch(link, host, seen.seconds)
        answer = Fetched(link.url, seen.outcome, location=seen.location, detail=seen.detail, at=self._time.now)
        if seen.page is None:
            if seen.outcome is Outcome.REDIRECT:
                return self._digest.redirect(link, answer, b"")[1]
            return self._digest.failure(link, answer)[1]
        relevance = self._reader.judge(seen.page)
        # Without a fingerprint: copies are told apart when pages are stored, and nothing is stored here.
        record, visit = self._digest.page(link, answer, AnalyzedPage(Outcome.PAGE, "", seen.page, relevance))
        judged = record.relevance or relevance
        self._hosts.add(link.host)
        labelled = self._judge.is_on_topic(link.url)
        if self._observed:
            judged = self._observed.judge(seen.page, judged, labelled)
        tally.page(labelled, judged.on_topic, judged.score, self._time.now)
        return visit
