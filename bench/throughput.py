"""CPU a page and pages a second of the whole focused pipeline, beside Scrapy and a bare loop, in one run.

    python bench/throughput.py [--runs 3]

The same site from nginx for (a) honeyguide `ops` with full scoring, SQLite and WARC, without drawing elements, which
no other crawler here does; (b) Scrapy tuned: 64 concurrent, its own link extraction, JSON lines out; (c) a bare
aiohttp + turbohtml loop that only follows links. Each runs in a process of its own; CPU is user + system time of the
process and its children. To reach: (a) at most a quarter of (b), and at most 3.5 times (c).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import site_under_test as site

PORT = 18_080
CRAWLERS = ("honeyguide", "scrapy", "bare")


def measure(crawler: str, folder: Path) -> dict[str, float]:
    """Run one crawler to the end of the site."""
    out = Path(tempfile.mkdtemp(dir=folder))
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, str(Path(__file__).parent / "crawlers.py"), crawler, site.address(0, PORT), str(out)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    pages = json.loads(done.stdout.splitlines()[-1])["pages"]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"pages": pages, "cpu_ms": cpu / pages * 1e3, "pages_per_second": pages / seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    runs = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = site.write(folder / "site", PORT)
        folder.chmod(0o755)
        measured: dict[str, list[dict[str, float]]] = {crawler: [] for crawler in CRAWLERS}
        with site.nginx(folder / "site", PORT):
            for _ in track(range(runs.runs), "runs", console=Console(stderr=True)):
                for crawler in CRAWLERS:
                    measured[crawler].append(measure(crawler, folder))
    report(measured, size, as_json=runs.json)


def report(measured: dict[str, list[dict[str, float]]], size: int, *, as_json: bool) -> None:
    middle = {
        crawler: {key: statistics.median(run[key] for run in all_runs) for key in all_runs[0]}
        for crawler, all_runs in measured.items()
    }
    ratios = {other: middle["honeyguide"]["cpu_ms"] / middle[other]["cpu_ms"] for other in ("scrapy", "bare")}
    if as_json:
        print(json.dumps({"page_bytes": size, "median": middle, "cpu_ratio": ratios, "runs": measured}))
        return
    table = Table(
        title=f"{site.PAGES} pages of {size / 1000:.0f} KB, 60 links each, {len(site.HOSTS)} hosts; medians"
    )
    for heading in ("crawler", "pages", "CPU ms/page", "pages/s", "CPU of each run"):
        table.add_column(heading, justify="left" if heading == "crawler" else "right")
    for crawler, values in middle.items():
        each = " ".join(f"{run['cpu_ms']:.2f}" for run in measured[crawler])
        table.add_row(
            crawler, f"{values['pages']:.0f}", f"{values['cpu_ms']:.2f}", f"{values['pages_per_second']:.0f}", each
        )
    Console().print(table)
    print(f"honeyguide / scrapy: {ratios['scrapy']:.2f} (to reach: 0.25)")
    print(f"honeyguide / bare:   {ratios['bare']:.2f} (to reach: 3.5)")


if __name__ == "__main__":
    main()
