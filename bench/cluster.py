"""What does a page cost when a crawl is in shards? With 1, 2, 4 and 8 of them, against the unsharded crawl.

    python bench/cluster.py [--pages 1500] [--shards 1,2,4,8] [--rounds 3] [--on-host 0.72] [--plain]
                            [--json FILE]

Crawls as they are by default, with the guide, the judge and its encoder; `--plain`: with `ops` by words and without
extraction, where a page costs a fifteenth of that. The web is served over HTTP and has 100 hosts; `on-host` of the
links stay on their host. CPU is of all processes of the crawl but Ray's own, which stand beside them, by the kernel's
count: shards, their readers, and the coordinator with what it gathers. It is what each page costs beyond the first
300 or a few more, from when these are stored until all are and the crawl, or each shard of it, has ended with its
readers: starting costs nothing, and ending counts for both. The end of Ray does not. On a machine with few cores the
overhead can be seen, not the speed-up. To reach: at 4 shards at most 1.15 times the unsharded crawl.
"""

from __future__ import annotations

import argparse
import asyncio
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


PARTS = ("main", "shards", "readers", "Ray")
"""What processes are, by their names: the one that was started, which coordinates shards where there are any, …"""


class Cost(NamedTuple):
    parts: dict[str, float]
    """CPU seconds by what processes are, of …"""
    more: int
    """… so many pages beyond the first."""
    pages: int
    links: int
    """Told to other shards …"""
    bytes: int
    """… in messages of so many bytes."""
    seconds: float
    """By the clock, for the pages beyond the first."""


def used(process: int) -> dict[str, float]:
    """CPU seconds so far of a process and all below it, by what they are: of those that live, and of those that ended
    and were waited for, which are readers."""
    names: dict[int, str] = {}
    stats: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                names[int(entry.name)] = entry.joinpath("cmdline").read_bytes().decode(errors="replace")
                stats[int(entry.name)] = list(
                    map(int, entry.joinpath("stat").read_text().rpartition(")")[2].split()[1:])
                )
    below = {process}
    while more := {each for each, (parent, *_) in stats.items() if parent in below} - below:
        below |= more
    parts = dict.fromkeys(PARTS, 0.0)
    for each in below & stats.keys():
        part = "main" if each == process else _part(names[each])
        own, ended = sum(stats[each][10:12]), sum(stats[each][12:14])
        parts[part] += own / os.sysconf("SC_CLK_TCK")
        parts["Ray" if part == "Ray" else "readers"] += ended / os.sysconf("SC_CLK_TCK")
    return parts


def _part(name: str) -> str:
    if "ShardActor" in name:
        return "shards"
    return "Ray" if any(part in name for part in RAY) else "readers"


def crawl(shards: int, pages: int, address: str, seeds: list[str], out: Path, *, plain: bool) -> None:
    """In a process of its own: crawl, say when the first pages are stored and when all are and what fetched them has
    ended, and what was counted."""
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
    make = Crawl if shards == UNSHARDED else LookedAt  # also one shard, for what dividing costs by itself
    run = make(load_topic(str(RAIN_FILE) if plain else "rainstorm-disaster"), seeds, out, settings)
    stored = 0

    def tell() -> None:
        print(run.pages, flush=True)  # with those that were read and are not stored yet: they cost something, too

    async def follow() -> None:
        nonlocal stored
        async for _ in run:
            stored += 1
            if stored == FIRST:
                asyncio.get_running_loop().call_soon(tell)  # after all that were stored with it

    asyncio.run(follow())
    if shards == UNSHARDED:
        be_looked_at(run)
    print(json.dumps(run.metrics))


def be_looked_at(run: Crawl) -> None:
    print(run.pages, flush=True)
    sys.stdin.readline()


class LookedAt(ShardedCrawl):
    """It waits until somebody has looked at it: when its shards have ended and their processes are there yet."""

    def _warn_of_no_page(self) -> None:
        super()._warn_of_no_page()
        be_looked_at(self)


def measure(shards: int, pages: int, address: str, seeds: list[str], *, plain: bool) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        given = json.dumps([shards, pages, address, seeds, f"{folder}/crawl", plain])
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        process = subprocess.Popen(
            [sys.executable, __file__, "--one", given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        begun, began, before = int(process.stdout.readline()), time.monotonic(), used(process.pid)
        ended, seconds, after = int(process.stdout.readline()), time.monotonic() - began, used(process.pid)
        process.stdin.close()
        counted = json.loads(process.stdout.readline())
        assert process.wait() == 0
        links = sum(told_links(database) for database in Path(folder, "crawl/shards").glob("*/crawl.db"))
    parts = {part: after[part] - before[part] for part in PARTS}
    return Cost(parts, ended - begun, ended, links, int(counted.get("message_bytes", 0)), seconds)


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
                costs[kind].append(each_page(measure(kind, given.pages, server.address, seeds, plain=given.plain)))
    show(costs, given.pages)
    if given.json:
        given.json.write_text(json.dumps(costs))


def each_page(cost: Cost) -> dict[str, float]:
    parts = {part: 1e3 * seconds / cost.more for part, seconds in cost.parts.items()}
    return {
        **parts,
        "crawl_ms": sum(parts.values()) - parts["Ray"],
        "links": cost.links / cost.pages,
        "links_s": cost.links / cost.pages * cost.more / cost.seconds,
        "bytes": cost.bytes / max(1, cost.links),
    }


def show(costs: dict[int, list[dict[str, float]]], pages: int) -> None:
    table = Table(title=f"a page of {pages:,}; medians of {len(costs[UNSHARDED])} rounds", title_justify="left")
    told_in = ("links told", "a second", "bytes a link")
    columns = ("shards", "CPU ms", "to unsharded", *PARTS, *told_in, "CPU ms of each round")
    for heading in columns:
        table.add_column(heading, justify="right")
    middle = {
        kind: {key: statistics.median(run[key] for run in runs) for key in runs[0]} for kind, runs in costs.items()
    }
    usual = middle[UNSHARDED]["crawl_ms"]
    for kind, values in middle.items():
        each = " ".join(f"{run['crawl_ms']:.2f}" for run in costs[kind])
        cells = (f"{values['crawl_ms']:.2f}", f"{values['crawl_ms'] / usual:.2f}")
        parts = (f"{values[part]:.2f}" for part in PARTS)
        told = (f"{values['links']:.1f}", f"{values['links_s']:.0f}", f"{values['bytes']:.0f}")
        table.add_row("unsharded" if kind == UNSHARDED else str(kind), *cells, *parts, *told, each)
    Console().print(table)


if __name__ == "__main__":
    main()
