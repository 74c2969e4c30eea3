"""Does a page cost the same late in a crawl as early? 100,000 pages of an in-process web of a million.

    python bench/growth.py [--pages 100000] [--web seed=1,pages=1000000,hosts=5000]

Everything runs in one process (no workers), so that CPU and memory are all there is: making the page, robots,
parsing, scoring, strategy, SQLite and WARC. To reach: last tenth at most 1.2 times the first, peak memory below
600 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import shutil
import tempfile
import time
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path

from rich.progress import Progress

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb


async def crawl(pages: int, spec: str, strategy: str, folder: Path) -> None:
    web = SyntheticWeb(SyntheticParameters.parse(spec))
    settings = Settings(pages=pages, delay=0.0, workers=0, concurrency=64, strategy=strategy)
    run = Crawl(load_topic("rainstorm-disaster"), web.seeds(10), folder, settings, web=SimulatedWeb(web, delay=0.0))
    marks = [time.process_time()]
    with Progress() as progress:
        task = progress.add_task("pages", total=pages)
        async with aclosing(run.run()) as found:
            async for _ in found:
                progress.advance(task)
                if run.pages >= len(marks) * pages / 10:
                    marks.append(time.process_time())
    tenths = [(b - a) / (pages / 10) * 1e3 for a, b in pairwise(marks)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print("CPU ms/page by tenth:", " ".join(f"{each:.2f}" for each in tenths))
    print(f"last / first tenth: {tenths[-1] / tenths[0]:.2f}")
    print(f"peak memory: {peak:.0f} MB")
    print(f"links known: {run.pages + run.waiting + run.failures:,}; waiting: {run.waiting:,}; pages: {run.pages:,}")
    before = time.perf_counter()
    again = Crawl(
        load_topic("rainstorm-disaster"), [], folder, settings, web=SimulatedWeb(web, delay=0.0)
    )  # the limit is reached: it opens, restores and stops
    async with aclosing(again.run()) as found:
        async for _ in found:
            pass
    print(f"resuming {again.pages:,} pages: {time.perf_counter() - before:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--web", default="seed=1,pages=1000000,hosts=5000")
    parser.add_argument("--strategy", default="ops")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    try:
        asyncio.run(crawl(given.pages, given.web, given.strategy, folder / "crawl"))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
