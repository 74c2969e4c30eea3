"""How much harvest does dividing a crawl among shards cost? The same starts with 1, 4, 16 and 64 shards, in the lab.

    OPENBLAS_NUM_THREADS=1 python bench/cluster_harvest.py [--out FILE] [--webs sparse dense chinese]
        [--strategies guide ops] [--shards 1 4 16 64] [--pages 600] [--labels 4] [--draws 1] [--half held-out]
        [--lessons 256]

Each label of a half of the labels is the topic in turn, with three example pages as seeds, drawn so many times; the
guide runs with the judge, ops with tag-vsm. Printed is the ratio of the mean `label_auc` to that of the unsharded
crawl, with the 95 % interval of that ratio over the labels, of which each has the mean of those draws that have
enough pages in reach, and what a page costs; at last the same over all webs. Runs that FILE holds already are not
done again: stopped at any time, it goes on from there.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from honeyguide.core import referrals
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.measures import ratio_interval
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.starts import Start

EXPERIMENTS = Path(__file__).parent.parent / "experiments"
MANY_HOSTS = ",pages=8000,hosts=400"
"""The webs of the experiments have 60 hosts: fewer than there are shards."""
WEBS = {"sparse": "", "dense": MANY_HOSTS, "chinese": MANY_HOSTS}
JUDGES = {"guide": ("judge", 0), "ops": ("tag-vsm", 400)}
"""The relevance model, and how many pages of the web it is shown."""


class Result(Struct, frozen=True):
    web: str
    strategy: str
    shards: int
    label: str
    pages: int
    lessons: int
    draw: int
    fetched: int
    label_auc: float
    label_harvest: float
    cpu_ms_per_page: float
    messages: int
    bytes: int

    @property
    def key(self) -> tuple[object, ...]:
        return self.web, self.strategy, self.shards, self.label, self.pages, self.lessons, self.draw


def experiment(web: str, strategy: str, pages: int, half: str, draws: int) -> Experiment:
    source = read_experiment(EXPERIMENTS / f"synthetic-{web}.toml").web.source + WEBS[web]
    judge, background = JUDGES[strategy]
    part = {"relevant": "*", "relevance": judge, "background": background, "leave_out": ["general", "spam"]}
    topic = msgspec.convert({**part, "half": half}, TopicPart)
    return Experiment(WebPart(source), topic, RunPart((strategy,), pages, repeats=draws))


def measure(runner: ExperimentRunner, web: str, start: Start, shards: int) -> Result:
    whole = runner.experiment
    (strategy,), pages = whole.run.strategies, whole.run.pages
    divided = replace(whole, run=replace(whole.run, shards=shards))
    crawl = LabCrawl(divided, runner.truth(start.label), runner.cache, start, strategy, runner.vectors)
    run = crawl.run(100)
    messages, size = crawl.exchanged
    figures = run.pages, run.label_auc, run.label_harvest, run.cpu_ms_per_page, messages, size
    return Result(web, strategy, shards, start.label, int(pages), referrals.LESSONS, start.repeat, *figures)


def show(results: Sequence[Result], webs: Sequence[str], strategies: Sequence[str], shards: Sequence[int]) -> None:
    print("| web | strategy | labels | unsharded `label_auc` |" + "".join(f" {n} shards |" for n in shards[1:]))
    print("|---|---|---|---|" + "---|" * len(shards[1:]))
    for strategy in strategies:
        for part in (*([web] for web in webs), *([list(webs)] if len(webs) > 1 else [])):
            mine = [each for each in results if each.strategy == strategy and each.web in part]
            by = {(each.shards, each.web, each.label, each.draw): each for each in mine}
            starts = list(dict.fromkeys((each.web, each.label, each.draw) for each in mine))
            starts = [start for start in starts if all(_is_whole(by.get((n, *start))) for n in shards)]
            if not starts:
                continue
            labels = list(dict.fromkeys(start[:2] for start in starts))
            auc = {
                n: np.array([np.mean([by[n, *at].label_auc for at in starts if at[:2] == label]) for label in labels])
                for n in shards
            }
            cpu = {n: np.mean([by[n, *start].cpu_ms_per_page for start in starts]) for n in shards}
            first = auc[shards[0]]
            drawn = f"{len(labels)}" if len(starts) == len(labels) else f"{len(labels)} ({len(starts)} draws)"
            cells = [" ".join(part), strategy, drawn, f"{first.mean():.3f} ({cpu[shards[0]]:.1f} ms)"]
            for n in shards[1:]:
                low, high = ratio_interval(auc[n], first)
                cells.append(f"{auc[n].mean() / first.mean():.3f} ({low:.2f} to {high:.2f}; {cpu[n]:.1f} ms)")
            print("| " + " | ".join(cells) + " |")


def _is_whole(result: Result | None) -> bool:
    """From some seeds there are too few pages to reach."""
    return result is not None and result.fetched == result.pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("cluster_harvest.jsonl"))
    parser.add_argument("--webs", nargs="+", default=list(WEBS), choices=list(WEBS))
    parser.add_argument("--strategies", nargs="+", default=list(JUDGES), choices=list(JUDGES))
    parser.add_argument("--shards", nargs="+", type=int, default=[1, 4, 16, 64], help="the first is the measure")
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--labels", type=int, default=4, help="so many of each web")
    parser.add_argument("--draws", type=int, default=1, help="of the example pages of each label")
    parser.add_argument("--half", default="held-out", choices=["development", "held-out"])
    parser.add_argument("--lessons", type=int, default=referrals.LESSONS)
    given = parser.parse_args()
    referrals.LESSONS = given.lessons
    lines = given.out.read_bytes().splitlines() if given.out.exists() else []
    done = {each.key: each for each in (msgspec.json.decode(line, type=Result) for line in lines)}
    wanted: list[Result] = []
    for web in given.webs:
        for strategy in given.strategies:
            with ExperimentRunner(experiment(web, strategy, given.pages, given.half, given.draws)) as runner:
                starts = [start for label in runner.topics[: given.labels] for start in runner.starts(label)]
                for start in starts:
                    for shards in given.shards:
                        key = (web, strategy, shards, start.label, given.pages, given.lessons, start.repeat)
                        if key not in done:
                            done[key] = measure(runner, web, start, shards)
                            with given.out.open("ab") as file:
                                file.write(msgspec.json.encode(done[key]) + b"\n")
                        wanted.append(done[key])
                runner.cache.write()
    show(wanted, given.webs, given.strategies, given.shards)


if __name__ == "__main__":
    main()
