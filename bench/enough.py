"""When is it enough? Crawls that stop by `recall 0.9`, held against the truth that no crawl sees.

    python bench/enough.py [--rule "recall 0.9"] [--repeats 3] [--strategies ops bfs] [--warc FILE --labels FILE]

On synthetic webs and on Wikispeedia, one start a repeat. Printed are the recall at the stop and, at each quarter of a
crawl, the pages on topic that were expected behind the waiting links and how many there were. Two truths: the
crawler's own judgement of every page that it knew a link to, which is what the test speaks about, and the labels of
all pages that can be reached, which is what a user wants and the test cannot see.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from honeyguide.analysis import PageAnalyzer
from honeyguide.lab.crawl import Keeps, LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.starts import Start
from honeyguide.model import Page
from honeyguide.records import Record

SHARED = Path(__file__).parent.parent.parent / "shared" / "data" / "webs"
SYNTHETIC = ("synthetic:seed=11,pages=4000,share=0.03", "synthetic:seed=12,pages=4000,share=0.3")
JUDGE = "rocchio"
"""Of Wikispeedia: three example pages say too little about birds for keywords alone."""
BIRDS = "subject.Science.Biology.Birds"
STEP = 100
QUARTERS = (0.25, 0.5, 0.75, 1.0)


class Moment(NamedTuple):
    """Where a crawl is: what it thinks, and what is true."""

    pages: int
    found: int
    expected: float
    high: float
    undiscovered: float
    left: int
    """On topic by the crawler's own judgement behind links that wait."""


class Stopped(NamedTuple):
    why: str
    pages: int
    known_recall: float
    label_recall: float
    moments: list[Moment]


class WatchedCrawl(LabCrawl):
    """A crawl beside which somebody notes estimates and truth."""

    def __init__(self, runner: ExperimentRunner, start: Start, strategy: str, on_topic: set[str]) -> None:
        self.on_topic = on_topic
        self.settled: set[int] = set()
        self.moments: list[Moment] = []
        super().__init__(runner.experiment, runner.judge, runner.cache, start, strategy)
        self.core = self._shards[0].core

    def _count(self, keeps: Keeps | None, record: Record, page: Page | None) -> None:
        super()._count(keeps, record, page)
        if record.final:
            self.settled.add(record.link.id)
        if record.page is not None and self.core.limits.pages % STEP == 0:
            self.note()

    def note(self) -> None:
        told, links = self.core.coverage(), self.core.links
        waiting = (links.link(n).url for n in range(len(links.link_table)) if n not in self.settled)
        left = sum(url in self.on_topic for url in waiting)
        if told:
            self.moments.append(
                Moment(self.core.limits.pages, told.found, told.expected, told.high, told.undiscovered, left)
            )

    def watch(self) -> Stopped:
        run = self.run(1_000)
        self.note()
        last = self.moments[-1]
        recall = last.found / (last.found + last.left)
        return Stopped(self.core.limits.why_stopped, run.pages, recall, run.label_recall, self.moments)


def judged_on_topic(runner: ExperimentRunner, start: Start) -> set[str]:
    """Every page of the web that the crawler itself would take for one on topic, near-duplicates among them."""
    analyzer = PageAnalyzer(start.topic, runner.experiment.settings(1))
    pages = ((url, runner.cache.page(url)) for url in runner.web.urls())
    return {url for url, page in pages if page and analyzer.judge(page).on_topic}


def measure(web: WebPart, topic: TopicPart, rule: str, strategies: list[str], repeats: int) -> None:
    experiment = Experiment(web, topic, RunPart(tuple(strategies), 1_000_000, repeats, stop_when=rule))
    with ExperimentRunner(experiment) as runner:
        starts = runner.starts()
        truth = [judged_on_topic(runner, start) for start in starts]
        size = len(runner.web)
        for strategy in strategies:
            runs = [
                WatchedCrawl(runner, start, strategy, known).watch()
                for start, known in zip(starts, truth, strict=True)
            ]
            show(web.source, size, strategy, runs, float(rule.split()[1]) if rule.startswith("recall") else 0.0)
        runner.cache.write()


def show(source: str, size: int, strategy: str, runs: list[Stopped], target: float) -> None:
    early = [run for run in runs if run.why.startswith(("at least", "the harvest"))]
    print(f"\n{source} ({size:,} pages), {strategy}: {len(early)} of {len(runs)} crawls stopped by the rule")
    if early:
        right = sum(run.known_recall >= target for run in early)
        by_labels = sum(run.label_recall >= target for run in early)
        print(f"  pages at the stop           {mean(run.pages for run in early):8,.0f}")
        print(
            f"  recall of what is known     {mean(run.known_recall for run in early):8.3f}, lowest "
            f"{min(run.known_recall for run in early):.3f}; at least {target:g} in {right} of {len(early)}"
        )
        print(
            f"  recall by labels, reachable {mean(run.label_recall for run in early):8.3f}, lowest "
            f"{min(run.label_recall for run in early):.3f}; at least {target:g} in {by_labels} of {len(early)}"
        )
    print("  at   pages   found  expected left (up to)   left in truth   undiscovered, at least")
    for share in QUARTERS:
        at = [min(run.moments, key=lambda moment: abs(moment.pages - share * run.pages)) for run in runs]
        print(
            f"  {share:4.0%} {mean(m.pages for m in at):6,.0f}  {mean(m.found for m in at):6,.0f}  "
            f"{mean(m.expected for m in at):13,.1f} ({mean(m.high for m in at):,.0f})  "
            f"{mean(m.left for m in at):14,.1f}  {mean(m.undiscovered for m in at):14,.1f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rule", default="recall 0.9")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--strategies", nargs="+", default=["ops"])
    parser.add_argument("--warc", type=Path, default=SHARED / "wikispeedia.warc.gz")
    parser.add_argument("--labels", type=Path, default=SHARED / "wikispeedia.labels.tsv")
    given = parser.parse_args()
    for source in SYNTHETIC:
        measure(WebPart(source), TopicPart(), given.rule, given.strategies, given.repeats)
    if given.warc.exists():
        web = WebPart(f"warc:{given.warc}", str(given.labels), ("*/wp/index/*",))
        measure(web, TopicPart(BIRDS, relevance=JUDGE), given.rule, given.strategies, given.repeats)
    else:
        print(f"{given.warc}: not there, left out")


if __name__ == "__main__":
    main()
