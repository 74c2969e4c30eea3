"""Is what a crawl found on topic? The judge on the pages that crawls with the guide fetched, by their labels.

    python bench/judge_crawls.py experiments/wikispeedia.toml --keywords [--repeats 2] [--set web.exclude=[] …]

Every label of the experiment is the topic in turn: from three examples, or with --keywords from words alone (those
of the experiment files, else the words of the label's own name; labels in Chinese have none then). One request at a
time.
F1 of what was said of each page when it came, of what is stored at the end, and of what `rejudge` then says; of the
best threshold there could have been; and the mean harvest over the crawl. Means over labels, with 95 % intervals, of
the labels that choices were made on and of the others.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from honeyguide.lab.crawl import Keeps, LabCrawl
from honeyguide.lab.experiment import read_experiment
from honeyguide.lab.measures import interval
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.model import Page, Topic
from honeyguide.records import Record
from honeyguide.relevance.judging import Judging
from judge_shares import is_held_out, keywords_of

GUIDE = (
    'run.strategies=["guide"]',
    "topic.relevance=judge",
    "topic.background=0",
    "run.concurrency=1",
    "run.delay=0",
)


class Said(NamedTuple):
    """F1, and what else is measured, of one crawl."""

    on_topic: float
    when_it_came: float
    at_the_end: float
    judged_again: float
    at_the_best: float
    label_auc: float


class JudgedCrawl(LabCrawl):
    """Keeps what was said of each page, and whether it is so."""

    def said(self) -> Said:
        self.first: list[float] = []
        self.true: list[bool] = []
        run = self.run(step=1_000)
        decision = self._shards[0].core._answers.verdicts.decision
        assert isinstance(decision, Judging)
        end = [decision.verdict(number).score for number in range(decision.pages)]
        decision.settle()
        last = [decision.verdict(number).score for number in range(decision.pages)]
        best = max(f1(last, self.true, threshold) for threshold in sorted(set(last)))
        came, at_the_end, again = (f1(said, self.true, 0.5) for said in (self.first, end, last))
        return Said(float(np.mean(self.true)), came, at_the_end, again, best, run.label_auc)

    def _count(self, keeps: Keeps | None, record: Record, page: Page | None) -> None:
        if record.relevance is not None and record.relevance.features:
            self.first.append(record.relevance.score)
            self.true.append(self._truth.is_on_topic(record.link.url))
        super()._count(keeps, record, page)


def f1(scores: list[float], true: list[bool], threshold: float) -> float:
    found = np.array(scores) >= threshold
    return 2 * float((found & np.array(true)).sum()) / max(1, int(found.sum()) + sum(true))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", type=Path)
    parser.add_argument("--keywords", action="store_true", help="from words alone, not from three examples")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    experiment = read_experiment(asked.experiment, (*GUIDE, f"run.repeats={asked.repeats}", *asked.set))
    found: dict[bool, list[Said]] = {False: [], True: []}
    with ExperimentRunner(experiment) as runner:
        for label in track(runner.topics, "crawls", transient=True):
            words = keywords_of(label)
            if asked.keywords and not words:
                continue
            crawls = []
            for drawn in runner.starts(label):
                topic = Topic("experiment", words, relevance="judge") if asked.keywords else drawn.topic
                start = msgspec.structs.replace(drawn, topic=topic)
                crawl = JudgedCrawl(experiment, runner.truth(label), runner.cache, start, "guide", runner.vectors)
                crawls.append(crawl.said())
            found[is_held_out(label)].append(Said(*np.mean(crawls, axis=0).tolist()))
    table = Table("labels", *(name.replace("_", " ") for name in Said._fields))
    for held_out, said in found.items():
        if len(said) > 1:
            cells = [f"{np.mean(column):.3f} ± {_half(column):.3f}" for column in zip(*said, strict=True)]
            table.add_row(f"{len(said)} {'held out' if held_out else 'of development'}", *cells)
    Console(width=140).print(table)


def _half(numbers: tuple[float, ...]) -> float:
    """Half of the 95 % interval of their mean."""
    low, high = interval(np.array(numbers)).tolist()
    return float(high - low) / 2


if __name__ == "__main__":
    main()
