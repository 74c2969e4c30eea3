"""What does a page cost when a crawl is in shards? With 1, 2, 4 and 8 of them, against the unsharded crawl.

    python bench/cluster.py [--pages 1500] [--shards 1,2,4,8] [--rounds 3] [--on-host 0.72] [--plain]
                            [--json FILE]

Crawls as they are by default, with the guide, the judge and its encoder; `--plain`: with `ops` by words and without
extraction, where a page costs a fifteenth of that. The web is served over HTTP and has 100 hosts; `on-host` of the
links stay on their host. CPU is of all processes of the crawl but Ray's own, which stand beside them, by the kernel's
count: shards, their readers, and the coordinator with what it gathers. It is what each page costs beyond the first
300, so that starting costs nothing. On a machine with few cores the overhead can be seen, not the speed-up. To reach:
at 4 shards at most 1.15 times the unsharded crawl.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from honeyguide.cluster.crawl import ShardedCrawl
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.topics.files import load_topic
from honeyguide.web.server import ServerProcess
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb, answering

sys.path.append(str(Path(__file__).parents[1]))
from tests.plain_choices import RAIN_FILE

FIRST = 300
"""Pages that a crawl has begun with."""
UNSHARDED = 0
RAY = ("ray::", "/ray/")


class Cost(NamedTuple):
    crawl: float
    """CPU seconds of the crawl …"""
    ray: float
    """… and of Ray beside it."""
    pages: int
    links: int
    """Told to other shards …"""
    bytes: int
    """… in messages of so many bytes."""


class Watch:
    """What every process below one has used so far."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._used: dict[int, tuple[str, float]] = {}

    def look(self) -> None:
        stats: dict[int, tuple[int, float]] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                with suppress(OSError):
                    values = entry.joinpath("stat").read_text().rpartition(")")[2].split()
                    stats[int(entry.name)] = int(values[1]), sum(map(int, values[11:13])) / os.sysconf("SC_CLK_TCK")
        below = {self._process}
        while more := {each for each, (parent, _) in stats.items() if parent in below} - below:
            below |= more
        for each in below & stats.keys():
            with suppress(OSError):
                name = Path(f"/proc/{each}/cmdline").read_bytes().decode(errors="replace")
                known = self._used.get(each, ("", 0.0))[0]  # one that has ended has no name any more
                self._used[each] = name or known, stats[each][1]

    def seconds(self) -> tuple[float, float]:
        """Of the crawl, and of Ray."""
        of_ray = sum(used for name, used in self._used.values() if _is_rays(name))
        return sum(used for _, used in self._used.values()) - of_ray, of_ray


def _is_rays(name: str) -> bool:
    return "ShardActor" not in name and any(part in name for part in RAY)


def crawl(shards: int, pages: int, address: str, seeds: list[str], out: Path, *, plain: bool) -> None:
    """In a process of its own: crawl, and print what was counted."""
    settings = Settings(
        strategy="ops" if plain else "guide",
        encoder="none" if plain else "use",
        extract=not plain,
        pages=pages,
        delay=0.0,
        connections_per_host=8,
        concurrency=64,
        connect_to=address,
        workers=1,
        shards=max(1, shards),
    )
    make = Crawl if shards == UNSHARDED else ShardedCrawl  # also one shard, for what dividing costs by itself
    run = make(load_topic(str(RAIN_FILE) if plain else "rainstorm-disaster"), seeds, out, settings)
    run.finish()
    print(json.dumps({"pages": run.pages, **run.metrics}))


def measure(shards: int, pages: int, address: str, seeds: list[str], *, plain: bool) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        given = json.dumps([shards, pages, address, seeds, f"{folder}/crawl", plain])
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        process = subprocess.Popen(
            [sys.executable, __file__, "--one", given], stdout=subprocess.PIPE, env=environment
        )
        watch = Watch(process.pid)
        while process.poll() is None:
            watch.look()
            time.sleep(0.1)
        assert process.returncode == 0
        assert process.stdout is not None
        counted = json.loads(process.stdout.read())
        links = sum(told_links(database) for database in Path(folder, "crawl/shards").glob("*/crawl.db"))
    return Cost(*watch.seconds(), counted["pages"], links, int(counted.get("message_bytes", 0)))


def told_links(database: Path) -> int:
    """Links of pages that other shards told of."""
    query = "SELECT count(*) FROM citations JOIN links ON links.id = citations.source WHERE links.parent = -2"
    with closing(sqlite3.connect(database)) as read:
        (links,) = read.execute(query).fetchone()
    return int(links)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--shards", default="1,2,4,8")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--on-host", type=float, default=0.72)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        shards, pages, address, seeds, out, plain = json.loads(given.one)
        crawl(shards, pages, address, seeds, Path(out), plain=plain)
        return
    parameters = SyntheticParameters(seed=9, hosts=100, slow=0.0, on_host=given.on_host)
    seeds = SyntheticWeb(parameters).seeds(8)
    kinds = [UNSHARDED, *map(int, given.shards.split(","))]
    costs: dict[int, list[dict[str, float]]] = {kind: [] for kind in kinds}
    with ServerProcess(partial(answering, parameters)) as server:
        for _ in track(range(given.rounds), "rounds", console=Console(stderr=True)):
            for kind in kinds:
                few, many = (
                    measure(kind, pages, server.address, seeds, plain=given.plain) for pages in (FIRST, given.pages)
                )
                costs[kind].append(each_page(few, many))
    show(costs, given.pages)
    if given.json:
        given.json.write_text(json.dumps(costs))


def each_page(few: Cost, many: Cost) -> dict[str, float]:
    more = many.pages - few.pages
    return {
        "crawl_ms": 1e3 * (many.crawl - few.crawl) / more,
        "ray_ms": 1e3 * (many.ray - few.ray) / more,
        "links": many.links / many.pages,
        "bytes": many.bytes / max(1, many.links),
    }


def show(costs: dict[int, list[dict[str, float]]], pages: int) -> None:
    table = Table(title=f"a page of {pages:,}; medians of {len(costs[UNSHARDED])} rounds", title_justify="left")
    columns = (
        "shards",
        "CPU ms",
        "to unsharded",
        "Ray's CPU ms",
        "links told",
        "bytes a link",
        "CPU ms of each round",
    )
    for heading in columns:
        table.add_column(heading, justify="right")
    middle = {
        kind: {key: statistics.median(run[key] for run in runs) for key in runs[0]} for kind, runs in costs.items()
    }
    usual = middle[UNSHARDED]["crawl_ms"]
    for kind, values in middle.items():
        each = " ".join(f"{run['crawl_ms']:.2f}" for run in costs[kind])
        cells = (f"{values['crawl_ms']:.2f}", f"{values['crawl_ms'] / usual:.2f}", f"{values['ray_ms']:.2f}")
        told = (f"{values['links']:.1f}", f"{values['bytes']:.0f}")
        table.add_row("unsharded" if kind == UNSHARDED else str(kind), *cells, *told, each)
    Console().print(table)


if __name__ == "__main__":
    main()
