"""How fast the lab is: a run of `ops` over cached pages, `web stats` of a WARC file, memory on a web of a million.

    python bench/lab.py [run] [stats] [memory] [--warc FILE --labels FILE]

Each figure comes from a process of its own with an empty cache. To reach: 3,000 pages/s a core for 15,000 cached
pages of a synthetic web of 20,000; `web stats` of Wikispeedia (5,462 pages) in less than 60 s; a crawl of 100,000
pages of a synthetic web of a million below 1 GB.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.processes import all_cores
from honeyguide.lab.runner import ExperimentRunner

SHARED = Path(__file__).parent.parent.parent / "shared" / "data" / "webs"
FIGURES = ("run", "stats", "memory")


def crawl(source: str, pages: int, repeats: int) -> None:
    """`ops` in this process; the first time the pages are parsed, from the second on they are cached.

    Judged by words, without an encoder: what a crawl costs beside its judge, as in all earlier figures.
    """
    run_part = RunPart(("ops",), pages, concurrency=1, delay=0.0, encoder="none")
    experiment = Experiment(WebPart(source), TopicPart(relevance="tag-vsm"), run_part)
    laboratory = ExperimentRunner(experiment, all_cores())
    start = laboratory.starts()[0]
    for repeat in range(repeats):
        began, cpu = time.perf_counter(), time.process_time()
        run = LabCrawl(experiment, laboratory.judge, laboratory.cache, start, "ops").run(1_000)
        laboratory.cache.write()
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu
        kind = "parsing as it goes" if repeat == 0 else "cached"
        cost = f"{run.pages / wall:,.0f} pages/s, {cpu / run.pages * 1e3:.2f} CPU ms/page"
        print(f"{run.pages:,} pages, {kind}: {cost}; label harvest {run.label_harvest:.4f}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:,.0f} MB")


def stats(warc: Path, labels: Path) -> None:
    """`honeyguide web stats` with an empty cache, and again."""
    if not warc.exists():
        print(f"{warc}: not there, left out")
        return
    command = [sys.executable, "-m", "honeyguide", "web", "stats", f"warc:{warc}", "--labels", str(labels), "--json"]
    for kind in ("empty cache", "cached"):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"web stats, {kind}: {time.perf_counter() - began:.1f} s")


def measure(figure: str, warc: Path, labels: Path) -> None:
    if figure == "stats":
        stats(warc, labels)
    elif figure == "run":
        crawl("synthetic:seed=1,pages=20000,hosts=200", 15_000, 3)
    else:
        crawl("synthetic:seed=1,pages=1000000,hosts=5000", 100_000, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", help="run, stats, memory; all of them when none is named")
    parser.add_argument("--warc", type=Path, default=SHARED / "wikispeedia.warc.gz")
    parser.add_argument("--labels", type=Path, default=SHARED / "wikispeedia.labels.tsv")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # in the process made for the figure
    given = parser.parse_args()
    for name in given.figures:
        if name not in FIGURES:
            parser.error(f"'{name}' is no figure; there is {', '.join(FIGURES)}")
    for figure in given.figures or FIGURES:
        if given.here:
            measure(figure, given.warc, given.labels)
            continue
        with tempfile.TemporaryDirectory() as folder:
            options = ["--here", "--warc", str(given.warc), "--labels", str(given.labels)]
            command = [sys.executable, __file__, figure, *options]
            print(f"-- {figure}", flush=True)
            subprocess.run(command, check=True, env={**os.environ, "XDG_CACHE_HOME": folder})


if __name__ == "__main__":
    main()
