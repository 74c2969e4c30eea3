"""What do kills cost a crawl in shards? Its shards are killed, who coordinates them, connections to its database.

    python bench/cluster_faults.py [--kills 100] [--coordinators 10] [--connections 0] [--shards 3]
                                   [--strategy ops] [--seed 1] [--json FILE]

A web over real HTTP is crawled to its end, again and again, while processes are killed at random moments: shards,
which Ray starts anew, and the coordinator with all that it started, after which the same command goes on. With
`--connections` the crawl is in PostgreSQL, whose server ends so many connections, one at a time. Each crawl is
compared with one that nothing happened to. Lost: pages and raw responses that are missing; doubled: those that are
there twice; impolite: requests that came to a host earlier than the delay after the one before, by the server's own
log. All must be 0.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import quote

import psycopg
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from crawl_under_test import DELAY, RAIN_FILE, Kept, Log, kept_in, local_web

sys.path.append(str(Path(__file__).parents[1]))
from tests.local_web import small_synthetic
from tests.postgres_server import PASSWORD, server
from tests.processes import below

SITE = small_synthetic(seed=3, pages=500, hosts=24, words=60, share=0.3)
SEEDS = SITE.seeds(4)
KILLS_A_CRAWL = 12
ACTOR = "ray::ShardActor"
_END_ONE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 1
"""
PATIENCE = 300.0
"""Seconds that a run may take: it is stuck after that."""


class Outcome(NamedTuple):
    shards: int
    """Killed …"""
    coordinators: int
    """… and those that coordinate them."""
    connections: int
    """Of the database that were ended."""
    lost: int
    doubled: int
    impolite: int
    failed: int


class ShardedRuns:
    """Runs of one command into one folder."""

    def __init__(self, address: str, out: Path, strategy: str, shards: int, store: str) -> None:
        self.out = out
        stored = ("--store", store) if store else ()
        self._command = [
            *(sys.executable, "-m", "honeyguide", "crawl", str(RAIN_FILE), *SEEDS, "--out", str(out), "--quiet"),
            *("--strategy", strategy, "--connect-to", address, "--delay", str(DELAY), "--retries", "1"),
            *("--pages", "2000", "--concurrency", "12", "--workers", "1", "--shards", str(shards)),
            *stored,
        ]

    def begin(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "HONEYGUIDE_ENCODER": "none", "OPENBLAS_NUM_THREADS": "1"}
        return subprocess.Popen(self._command, stderr=subprocess.PIPE, env=environment)


def shards_of(process: int) -> list[int]:
    return [each for each, name in below(process).items() if name.startswith(ACTOR)]


def end_connection(store: str) -> bool:
    """One of the crawl's, at random; whether there was one."""
    with psycopg.connect(store, autocommit=True) as server:
        return server.execute(_END_ONE).fetchone() == (True,)


def crawl(
    runs: ShardedRuns, shards: int, coordinators: int, connections: int, store: str, dice: Random
) -> tuple[int, int, int, int]:
    """To the end, through so many kills of each kind; how many met the crawl, and how many runs failed."""
    killed = ended = cut = failed = 0
    while True:
        process = runs.begin()
        dies = ended < coordinators
        deadline = time.monotonic() + PATIENCE
        moment = time.monotonic() + dice.uniform(8.0, 16.0)
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(dice.uniform(0.2, 1.2))
            alive = shards_of(process.pid)
            if alive and cut < connections * (ended + 1) / (coordinators + 1):
                cut += end_connection(store)
            if alive and killed < shards * (ended + 1) / (coordinators + 1):
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(alive), signal.SIGKILL)
                    killed += 1
            elif dies and alive and time.monotonic() > moment:
                others = list(below(process.pid))
                process.kill()
                process.wait()
                ended += 1
                wait_for_end(others)
                break
        else:
            if process.poll() is None:
                process.kill()
                failed += 1
            code = process.wait()
            said = process.stderr.read().decode(errors="replace") if process.stderr else ""
            if code:
                print(said, file=sys.stderr)
            return killed, ended, cut, failed + bool(code)


def wait_for_end(processes: list[int]) -> None:
    """Ray ends by itself when who started it is gone."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and any(Path(f"/proc/{each}").exists() for each in processes):
        time.sleep(0.2)


def case(strategy: str, shards: int, kills: tuple[int, int, int], store: str, whole: Kept, dice: Random) -> Outcome:
    """`kills`: of shards, coordinators and connections."""
    log = Log(site=SITE)
    with tempfile.TemporaryDirectory() as folder, local_web(log.answer) as web:
        runs = ShardedRuns(web.address, Path(folder, "crawl"), strategy, shards, store)
        killed, ended, cut, failed = crawl(runs, *kills, store, dice)
        kept = kept_in(runs.out)
    lost = kept.lost(whole.pages) + len(whole.responses.keys() - kept.responses.keys())
    return Outcome(killed, ended, cut, lost, kept.doubled, log.impolite(), failed)


def undisturbed(strategy: str, shards: int) -> Kept:
    with tempfile.TemporaryDirectory() as folder, local_web(Log(site=SITE).answer) as web:
        runs = ShardedRuns(web.address, Path(folder, "crawl"), strategy, shards, "")
        process = runs.begin()
        assert process.wait(PATIENCE) == 0, process.stderr.read() if process.stderr else ""
        return kept_in(runs.out)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--coordinators", type=int, default=10)
    parser.add_argument("--connections", type=int, default=0)
    parser.add_argument("--shards", type=int, default=3)
    parser.add_argument("--strategy", default="ops")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    dice = Random(given.seed)
    whole = undisturbed(given.strategy, given.shards)
    outcomes: list[Outcome] = []
    wanted = (given.kills, given.coordinators, given.connections)
    crawls = max(1, -(-max(given.kills, given.connections) // KILLS_A_CRAWL))
    with Progress() as progress, ExitStack() as held:
        store = held.enter_context(server()) if given.connections else ""
        os.environ["PGPASSWORD"] = PASSWORD
        store = store.replace(f":{quote(PASSWORD, safe='')}@", "@")
        bar = progress.add_task("kills", total=sum(wanted))
        for n in range(crawls):
            first, second, third = (many * (n + 1) // crawls - many * n // crawls for many in wanted)
            outcomes.append(case(given.strategy, given.shards, (first, second, third), store, whole, dice))
            progress.advance(bar, sum(outcomes[-1][:3]))
    show(outcomes, len(whole.pages))
    if given.json:
        given.json.write_text(json.dumps([each._asdict() for each in outcomes]))


def show(outcomes: list[Outcome], pages: int) -> None:
    table = Table(title=f"{len(outcomes)} crawls of {pages} pages", title_justify="left")
    for heading in (
        "crawl",
        "shards killed",
        "coordinators killed",
        "connections ended",
        "lost",
        "doubled",
        "impolite",
        "failed",
    ):
        table.add_column(heading, justify="right")
    for number, outcome in enumerate(outcomes, 1):
        table.add_row(str(number), *map(str, outcome))
    table.add_row("all", *(str(sum(column)) for column in zip(*outcomes, strict=True)), style="bold")
    Console().print(table)


if __name__ == "__main__":
    main()
