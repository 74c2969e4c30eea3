"""A crawl kept in PostgreSQL beside one in SQLite, in one run; and one whose process and connections are cut off.

    python bench/postgres.py [--runs 3] [--faults 20]

Throughput: the site of `throughput.py` crawled to its end into either, turn by turn; CPU is user + system time of the
crawl, and of the server beside it, which waits for its disk as it comes. To reach: 0.7 of SQLite's pages a second.
Faults: at random moments of a crawl over HTTP its process is killed, then the same command goes on; or all its
connections to the database are cut off, several times in one run, which goes on by itself once it has begun; or the
server crashes and recovers: then the run goes on, or ends where commits are lost with it. To reach: lost 0,
doubled 0. `ended` are runs that were only cut and had to be run again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
from rich.console import Console
from rich.progress import track
from rich.table import Table

import site_under_test as site
from crawl_under_test import SITE, CrawlUnderTest, Kept, Log, local_web
from throughput import PORT, measure

sys.path.append(str(Path(__file__).parents[1]))
from tests.postgres_server import PASSWORD, server

_LONGEST = 60
"""Runs of one crawl: then it makes no headway."""
_SHARES = (0.2, 0.6, 0.2)
"""Of kills, cuts and crashes."""
_BEFORE = 2.0
"""Seconds that a fault comes within."""
_CUT = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = '' AND pid <> pg_backend_pid()
"""


def server_cpu(folder: Path) -> float:
    """Seconds of the server and its processes, those that ended included."""
    first = int((folder / "data/postmaster.pid").read_text().splitlines()[0])
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = stat.read_text().partition(" (")
        except OSError:  # it ended
            continue
        values = rest.rpartition(") ")[2].split()
        if int(number) == first:
            ticks += sum(map(int, values[11:15]))
        elif int(values[1]) == first:
            ticks += sum(map(int, values[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def throughput(runs: int, address: str, of_server: Path) -> dict[str, list[dict[str, float]]]:
    measured: dict[str, list[dict[str, float]]] = {"sqlite": [], "postgresql": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site.write(folder / "site", PORT)
        folder.chmod(0o755)
        with site.nginx(folder / "site", PORT):
            for _ in track(range(runs), "runs", console=Console(stderr=True)):
                for store, into in (("sqlite", ""), ("postgresql", address)):
                    os.environ["BENCH_STORE"] = into
                    before = server_cpu(of_server)
                    found = measure("honeyguide", folder)
                    found["server_cpu_ms"] = (server_cpu(of_server) - before) / found["pages"] * 1e3
                    measured[store].append(found)
    return measured


def faults(wanted: int, address: str) -> dict[str, int]:
    """Crawls from end to end until there were so many faults."""
    rng = random.Random(1)
    counted = dict.fromkeys(
        ("crawls", "kills", "cuts", "crashes", "ended", "lost", "doubled", "impolite", "stuck"), 0
    )
    with tempfile.TemporaryDirectory() as name:
        whole = _crawled(Path(name, "whole"), address, rng, 0, counted)
        while _faults(counted) < wanted:
            counted["crawls"] += 1
            kept = _crawled(Path(name, f"crawl-{counted['crawls']}"), address, rng, wanted, counted)
            counted["lost"] += kept.lost(whole.pages)
            counted["doubled"] += kept.doubled
    return counted


def _crawled(out: Path, address: str, rng: random.Random, wanted: int, counted: dict[str, int]) -> Kept:
    log = Log()
    with local_web(log.answer) as web:
        crawl = CrawlUnderTest(web, out, "ops", address)
        for _ in range(_LONGEST):
            _recovered(address)
            begun = crawl.archived()
            process, only_cut = crawl.begin(), True
            while process.poll() is None and _faults(counted) < wanted:
                kind = rng.choices(("kills", "cuts", "crashes"), _SHARES)[0]
                ends, least = time.monotonic() + rng.uniform(0.1, _BEFORE), begun if kind == "cuts" else 0
                while process.poll() is None and (time.monotonic() < ends or crawl.archived() <= least):
                    time.sleep(0.005)
                if process.poll() is not None:
                    break
                only_cut &= kind == "cuts"
                if kind == "kills":
                    process.kill()
                    counted["kills"] += 1
                    break
                counted[kind] += _cut(address, crash=kind == "crashes")
            if crawl.end(process) == 0:
                counted["impolite"] += log.impolite()
                _recovered(address)
                return crawl.kept()
            counted["ended"] += only_cut
            if only_cut:
                print(crawl.said, file=sys.stderr)
    counted["stuck"] += 1
    print(crawl.said, file=sys.stderr)
    return crawl.kept()


def _faults(counted: dict[str, int]) -> int:
    return sum(counted[name] for name in ("kills", "cuts", "crashes"))


def _recovered(address: str) -> None:
    """A crawl that begins does not wait for its server."""
    while True:
        try:
            return psycopg.connect(address, application_name="bench").close()
        except psycopg.OperationalError:
            time.sleep(0.05)


def _cut(address: str, *, crash: bool) -> bool:
    """Whether there was one to cut; a crash is one process of the server killed, for which it ends all others."""
    try:
        with psycopg.connect(address, autocommit=True, application_name="bench") as cutter:
            if crash:
                os.kill(cutter.info.backend_pid, signal.SIGKILL)
                return True
            cut = cutter.execute(_CUT).fetchone()
            return bool(cut and cut[0])
    except psycopg.OperationalError:  # it recovers
        return False


def report(measured: dict[str, list[dict[str, float]]]) -> None:
    table = Table(title=f"{site.PAGES} pages, 60 links each; medians of {len(measured['sqlite'])} runs")
    for heading in ("store", "pages/s", "CPU ms/page", "server ms/page", "pages/s of each run"):
        table.add_column(heading, justify="left" if heading == "store" else "right")
    middle = {
        store: {key: statistics.median(run[key] for run in runs) for key in runs[0]}
        for store, runs in measured.items()
    }
    for store, values in middle.items():
        each = " ".join(f"{run['pages_per_second']:.0f}" for run in measured[store])
        shown = (f"{values[key]:.2f}" for key in ("cpu_ms", "server_cpu_ms"))
        table.add_row(store, f"{values['pages_per_second']:.0f}", *shown, each)
    Console().print(table)
    one, other = middle["postgresql"], middle["sqlite"]
    print(f"pages/s, PostgreSQL / SQLite: {one['pages_per_second'] / other['pages_per_second']:.2f} (to reach: 0.7)")
    print(f"CPU of the crawl, PostgreSQL / SQLite: {one['cpu_ms'] / other['cpu_ms']:.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    os.environ["PGPASSWORD"] = PASSWORD
    found: dict[str, object] = {}
    counted: dict[str, int] = {}
    with server(durable=True) as whole_address:
        address = whole_address.replace(f":{quote(PASSWORD, safe='')}@", "@")
        if given.runs:
            folder = Path(psycopg.conninfo.conninfo_to_dict(address)["host"] or "")  # type: ignore[arg-type]
            found["throughput"] = measured = throughput(given.runs, address, folder)
            report(measured)
        if given.faults:
            found["faults"] = counted = faults(given.faults, address)
            print(f"{len(SITE.seeds(4))} seeds; " + ", ".join(f"{name} {n}" for name, n in counted.items()))
    if given.json:
        given.json.write_text(json.dumps(found))
    return int(any(counted.get(name) for name in ("lost", "doubled", "impolite", "stuck")))


if __name__ == "__main__":
    sys.exit(main())
