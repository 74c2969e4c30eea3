"""Runs all experiments beside this file, and gathers what they found in one document.

    python experiments/run_all.py [--out experiments/out] [--jobs 2] [NAME …]

Every experiment runs with one request at a time and as its file says, with the strategies of the papers and with the
guide, the default; then its relevance models are judged, with the sample of the web that the lab gives them and
without it, as a user has them. A web that is not there is left out with a word. Runs that are kept are not done
again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from honeyguide.atomic import write_all
from honeyguide.lab import relevance_report, topics_page
from honeyguide.lab.experiment import Experiment, read_experiment
from honeyguide.lab.processes import all_cores
from honeyguide.lab.relevance_study import compare, study_of
from honeyguide.lab.run import run_experiment

HERE = Path(__file__).parent
ONE = ("run.concurrency=1", "run.delay=0")
GUIDE = ('run.strategies=["guide"]', "topic.relevance=judge", "topic.background=0")
"""The guide with the judge, which gets no sample of the web: as a user has it."""
CRAWLS = {
    "one-at-a-time": ONE,
    "one-at-a-time-guide": ONE + GUIDE,
    "as-the-file-says": (),
    "as-the-file-says-guide": GUIDE,
}
JUDGES = {"judged": (), "judged-without-background": ("topic.background=0",)}


def missing(experiment: Experiment) -> str:
    """The file or folder of its web that is not there; empty when nothing is missing."""
    kind, _, place = experiment.web.source.partition(":")
    wanted = [place, experiment.web.labels] if kind in ("warc", "folder") else []
    return next((each for each in wanted if not (HERE / each).exists()), "")


def crawl(experiment: Experiment, folder: Path, jobs: int) -> str:
    run_experiment(experiment, folder, jobs=jobs)
    return topics_page.MARKDOWN


def judge(experiment: Experiment, folder: Path, jobs: int) -> str:
    relevance_report.write(compare(study_of(experiment), jobs, folder=folder), folder)
    return relevance_report.MARKDOWN


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments; all of them when none is named")
    parser.add_argument("--out", type=Path, default=HERE / "out")
    parser.add_argument("--jobs", type=int, default=all_cores())
    given = parser.parse_args()
    gathered = ["# Experiments"]
    for name in given.names or sorted(file.stem for file in HERE.glob("*.toml")):
        file = HERE / f"{name}.toml"
        if absent := missing(read_experiment(file)):
            print(f"{name} is left out: {absent} is not there", file=sys.stderr)
            continue
        steps: list[tuple[str, tuple[str, ...], Callable[[Experiment, Path, int], str]]] = [
            *((step, changes, crawl) for step, changes in CRAWLS.items()),
            *((step, changes, judge) for step, changes in JUDGES.items()),
        ]
        for step, changes, work in steps:
            began = time.monotonic()
            folder = given.out / name / step
            written = work(read_experiment(file, changes), folder, given.jobs)
            print(f"{name}, {step}: {time.monotonic() - began:,.0f} s", file=sys.stderr, flush=True)
            gathered.append(f"- [{name}, {step.replace('-', ' ')}]({name}/{step}/{written})")
    write_all({given.out / "index.md": "\n".join(gathered) + "\n"})


if __name__ == "__main__":
    main()
