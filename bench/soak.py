"""Does a long crawl among faults stay as it began? 200,000 pages over HTTP, of which one in twenty fails at first.

    python bench/soak.py [--pages 200000] [--strategy ops] [--png docs/soak.png] [--json FILE]

The faults: time-outs, 500, 429, resets, truncated bodies, redirects, gzip that is none, charsets that are others.
Memory (resident) and handles are those of the crawl and its worker together, without the server; objects are those of
Python that can hold others, in the crawl: what is kept by mistake is among them. To reach: pages a second in the last
tenth at least 0.9 of those in the second (the first has the start in it), no more handles or objects at the end than
at the beginning, and no more memory than links and pages are known to cost (docs/reliability.md).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from crawl_under_test import RAIN_FILE, workers
from faulty_site import FAULTS, faulty_site, url_of
from honeyguide import open_crawl
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.topics.files import load_topic

SAMPLES = 100
TIMEOUT = 5.0
"""Shorter ones are met by chance on a busy machine."""
REACH = 0.9


class Sample(NamedTuple):
    pages: int
    seconds: float
    cpu_seconds: float
    megabytes: float
    handles: int
    links: int
    """That wait."""
    objects: int


def sample(run: Crawl, began: float, objects: int) -> Sample:
    processes = [os.getpid(), *workers()]
    memory = sum(_resident(process) for process in processes)
    handles = sum(len(os.listdir(f"/proc/{process}/fd")) for process in processes)
    cpu = sum(_cpu_seconds(process) for process in processes)
    return Sample(run.pages, time.perf_counter() - began, cpu, memory, handles, run.waiting, objects)


def _resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu_seconds(process: int) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def crawl(address: str, hosts: int, pages: int, strategy: str, out: Path) -> list[Sample]:
    settings = Settings(
        strategy=strategy,
        encoder="none",
        pages=0,
        delay=0.0,
        retries=1,
        timeout=TIMEOUT,
        connect_to=address,
        concurrency=64,
        workers=1,
    )
    run = Crawl(load_topic(RAIN_FILE), [url_of(page, hosts) for page in range(10)], out, settings)
    began = time.perf_counter()
    samples: list[Sample] = []
    objects = 0
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("pages", total=pages)
        async with aclosing(run.run()) as found:
            async for _ in found:
                if run.pages >= len(samples) * pages / SAMPLES and len(samples) <= SAMPLES:
                    if len(samples) % (SAMPLES // 10) == 0:
                        gc.collect()
                        objects = len(gc.get_objects())
                    samples.append(sample(run, began, objects))
                    progress.update(task, completed=run.pages)
                if len(samples) > SAMPLES:
                    run.stop()  # in full flight: the last requests of a crawl that ends by itself may time out
    return samples


def tenth(samples: Sequence[Sample], number: int) -> tuple[float, float]:
    """Pages a second, and milliseconds of CPU a page, in a tenth of the crawl, the first being 1."""
    first, last = samples[(number - 1) * SAMPLES // 10], samples[number * SAMPLES // 10]
    pages = last.pages - first.pages
    return pages / (last.seconds - first.seconds), (last.cpu_seconds - first.cpu_seconds) / pages * 1e3


def draw(samples: Sequence[Sample], png: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    speeds = [(b.pages - a.pages) / (b.seconds - a.seconds) for a, b in zip(samples, samples[5:], strict=False)]
    columns = (
        ("pages a second", samples[5:], speeds),
        ("memory, MB", samples, [each.megabytes for each in samples]),
        ("handles", samples, [each.handles for each in samples]),
    )
    for axes, (label, at, values) in zip(figure.subplots(3, 1, sharex=True), columns, strict=True):
        axes.plot([each.pages for each in at], values)
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("pages" if label == "handles" else "")
    figure.savefig(png, dpi=110)


def report(samples: Sequence[Sample], outcomes: Counter[str]) -> None:
    table = Table(title="A crawl among faults, by tenths")
    for heading in ("tenth", "pages", "pages/s", "CPU ms/page", "memory MB", "handles", "objects", "links that wait"):
        table.add_column(heading, justify="right")
    for number in range(1, 11):
        at, (pace, cpu) = samples[number * SAMPLES // 10], tenth(samples, number)
        whole = (f"{cell:,.0f}" for cell in (at.megabytes, at.handles, at.objects, at.links))
        table.add_row(str(number), f"{at.pages:,}", f"{pace:,.0f}", f"{cpu:.1f}", *whole)
    Console(width=100).print(table)
    print("outcomes:", ", ".join(f"{outcome} {count:,}" for outcome, count in outcomes.most_common()))
    print(f"kinds of faults: {', '.join(FAULTS)}")
    second, half, last = samples[2 * SAMPLES // 10], samples[SAMPLES // 2], samples[-1]
    for since, name in ((second, "second tenth"), (half, "half")):
        grown = (last.megabytes - since.megabytes) * 1e6 / (last.pages - since.pages)
        print(f"memory since the {name}: {grown:,.0f} bytes a page")
    print(f"handles: {second.handles} → {last.handles}; objects: {second.objects:,} → {last.objects:,}")
    (early, early_cpu), (late, late_cpu) = tenth(samples, 2), tenth(samples, 10)
    print(
        f"last / second tenth: pages a second {late / early:.2f} (to reach: {REACH}), CPU {late_cpu / early_cpu:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200_000)
    parser.add_argument("--strategy", default="ops")
    parser.add_argument("--png", type=Path, help="where to draw it")
    parser.add_argument("--json", type=Path, help="where to write all samples")
    given = parser.parse_args()
    hosts = max(200, given.pages // 100)
    with tempfile.TemporaryDirectory() as name, faulty_site(hosts) as address:
        out = Path(name, "crawl")
        samples = asyncio.run(crawl(address, hosts, given.pages, given.strategy, out))
        status = open_crawl(out).status()
    outcomes = Counter({"page": status.pages, **status.failures})
    if given.json:
        given.json.write_text(json.dumps({"samples": [each._asdict() for each in samples], "outcomes": outcomes}))
    report(samples, outcomes)
    if given.png:
        draw(samples, given.png)


if __name__ == "__main__":
    main()
