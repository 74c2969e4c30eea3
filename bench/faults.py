"""What do faults cost a crawl? Kills, full disks, clocks that jump, workers that end, torn files.

    python bench/faults.py [--kills 200] [--aimed 60] [--disks 10] [--clocks 20] [--workers 10] [--torn 40]
                           [--jobs 2] [--minutes 0] [--seed 1] [--json FILE]

Each case crawls a small web over real HTTP with `ops`, `ielp`, `wse`, `svm-hits` or `guide` through its fault, goes
on to the end, and is compared with a crawl that nothing happened to. Lost: pages and raw responses that are missing,
and pages that a search would not find; doubled: those that are there twice; impolite: requests that came earlier than
the delay after the one before, by the server's own log; failed: runs that ended with anything but the word that is
due. All must be 0. A kill counts as `hit` when the crawl still ran, an aimed one when it came by its moment.
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
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from crawl_under_test import FULL, NOTHING_LEFT, REFUSED, SEEDS, CrawlUnderTest, Log, WarmProcess, local_web, workers

STRATEGIES = ("ops", "ielp", "wse", "svm-hits", "guide")
KILLS_A_CRAWL = 5
HOUR = 3600.0

AIMED = """
import importlib, os, signal, sqlite3

left = {nth}

def die_at_last():
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

def aim_at_statements(start):
    connect = sqlite3.connect
    def traced(*given, **named):
        database = connect(*given, **named)
        database.set_trace_callback(lambda statement: die_at_last() if statement.lstrip().startswith(start) else None)
        return database
    sqlite3.connect = traced

def aim_at_function(address, after):
    module, _, path = address.partition(":")
    *owners, name = path.split(".")
    owner = importlib.import_module(module)
    for each in owners:
        owner = getattr(owner, each)
    whole = getattr(owner, name)
    def aimed(*given, **named):
        if not after:
            die_at_last()
        result = whole(*given, **named)
        if after:
            die_at_last()
        return result
    setattr(owner, name, aimed)

{aim}
"""
"""A plug-in that kills the crawl at a moment of its own."""

CLOCK = """
import time
real, began = time.time, time.monotonic()
time.time = lambda: real() + ({jump} if time.monotonic() >= began + {after} else 0.0)
"""
"""A plug-in that sets the clock, in the crawl and its workers."""

DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, resource.RLIM_INFINITY))
"""
"""A plug-in after which no file can grow beyond a size."""


class Aim(NamedTuple):
    moment: str
    code: str
    """What the plug-in calls."""
    first: int = 1
    last: int = 1
    """Which time that the crawl comes by, at random between the two."""
    workers: int = 0


def _statement(start: str) -> str:
    return f"aim_at_statements({start!r})"


def _function(address: str, *, after: bool = False) -> str:
    return f"aim_at_function({address!r}, {after})"


_STORE, _FOLDER, _INDEX = (f"honeyguide.storage.{name}" for name in ("store", "folder", "search_index"))
_RANK = "honeyguide.links.pagerank:TopicPageRank.compute"
AIMS = (
    Aim("lay-out", _statement("CREATE"), 1, 9),
    Aim("lay-out", _function(f"{_FOLDER}:create", after=True)),
    Aim("first commit", _statement("INSERT INTO links")),
    Aim("first commit", _statement("COMMIT"), 2, 2),
    Aim("commit", _function("honeyguide.storage.warc:WarcWriter.write", after=True), 2, 20),
    Aim("commit", _statement("COMMIT"), 3, 30),
    Aim("commit", _function(f"{_STORE}:FolderStore._write", after=True), 2, 30),
    Aim("checkpoint", _statement("PRAGMA wal_checkpoint")),
    Aim("index commit", _function(f"{_INDEX}:SearchIndex.commit"), 1, 2),
    Aim("index commit", _function(f"{_INDEX}:SearchIndex.commit", after=True), 1, 2),
    Aim("PageRank renewal", _function(_RANK, after=True), 1, 2),
    Aim("worker start", _function("honeyguide.workers:_Worker.__init__", after=True), workers=1),
)
"""Their number and that of the strategies have no common divisor: 60 in a row are each with each."""
RENEWAL_OF_GUIDE = _function("honeyguide.links.guide:Guide.renew", after=True)


class Outcome(NamedTuple):
    group: str
    case: str
    strategy: str
    faults: int
    """Tried …"""
    hit: int
    """… and those that met the crawl."""
    lost: int
    doubled: int
    impolite: int
    failed: int
    said: str
    """What runs that failed said."""


class Trial:
    """A crawl through its faults."""

    def __init__(
        self, group: str, case: str, strategy: str, folder: Path, everything: Counter[str], rng: Random
    ) -> None:
        self._names = (group, case, strategy)
        self._folder = folder
        self._everything = everything
        self.rng = rng
        self.failing = ""
        """A page that answers 503 the first time."""
        self.faults = self.hit = 0
        self._complaints: list[str] = []
        self._readable: Counter[str] = Counter()
        self.crawl: CrawlUnderTest

    def run(self, through: Callable[[Trial], None]) -> Outcome:
        log = Log(self.failing)
        lost = doubled = 0
        with local_web(log.answer) as web:
            self.crawl = CrawlUnderTest(web, self._folder / "crawl", self._names[2])
            through(self)
            for plugin in self._folder.glob("fault_*.py"):
                plugin.write_text("")  # a folder keeps its plug-ins, and the fault is over
            self.expect(self.crawl.end(self.crawl.begin()), 0, NOTHING_LEFT)
        try:
            kept = self.crawl.kept()
        except Exception as wrong:  # noqa: BLE001  a folder that cannot be read is what is looked for
            self._complaints.append(f"{type(wrong).__name__}: {wrong}")
        else:
            still = self._readable.keys() - self.crawl.responses("warc", "set-aside").keys()
            lost, doubled = kept.lost(self._everything) + len(still), kept.doubled
        failed, said = len(self._complaints), "\n".join(self._complaints)
        return Outcome(*self._names, self.faults, self.hit, lost, doubled, log.impolite(), failed, said)

    def expect(self, code: int, *expected: int) -> None:
        if code not in expected or "Traceback" in self.crawl.said:
            self._complaints.append(f"code {code}: {self.crawl.said[-2000:]}")

    def count(self, hit: bool) -> None:
        self.faults += 1
        self.hit += hit

    def plugin(self, text: str) -> Path:
        file = self._folder / f"fault_{self.faults}.py"
        file.write_text(text)
        return file

    def keep_what_can_be_read(self) -> None:
        """Of the raw responses that are there now none may be missing at the end."""
        self._readable = self.crawl.responses("warc", "set-aside")


def random_kills(kills: int, trial: Trial) -> None:
    for _ in range(kills):
        process = trial.crawl.begin(workers=int(trial.rng.random() < 0.25))
        time.sleep(trial.rng.random() * 1.5)
        process.kill()
        trial.count(process.wait() == -signal.SIGKILL)


def aimed_kill(aim: Aim, guide: bool, trial: Trial) -> None:
    call = RENEWAL_OF_GUIDE if guide and _RANK in aim.code else aim.code
    plugin = trial.plugin(AIMED.format(nth=trial.rng.randint(aim.first, aim.last), aim=call))
    code = trial.crawl.end(trial.crawl.begin(plugin=plugin, workers=aim.workers))
    trial.expect(code, -signal.SIGKILL, 0)
    trial.count(code == -signal.SIGKILL)


def growing_files(step: int, trial: Trial) -> None:
    """No file may be larger than a size, from next to nothing up, until the crawl gets through."""
    size, code = 512, FULL  # what it says goes to a file, too
    while code == FULL and size < 4_000_000:
        code = trial.crawl.end(trial.crawl.begin(plugin=trial.plugin(DISK.format(size=size))))
        trial.expect(code, FULL, 0, NOTHING_LEFT)
        trial.count(code == FULL)
        size += trial.rng.randrange(1, 2 * step)


def growing_disk(step: int, trial: Trial) -> None:
    """The same for all files together, on a real file system."""
    size, code = 4_096, FULL
    with _mounted(trial.crawl.out, size):
        while code == FULL and size < 16_000_000:
            code = trial.crawl.end(trial.crawl.begin())
            trial.expect(code, FULL, 0, NOTHING_LEFT)
            trial.count(code == FULL)
            size += trial.rng.randrange(1, 4 * step)
            subprocess.run(["mount", "-o", f"remount,size={size}", trial.crawl.out], check=True)
        kept = trial.crawl.out.with_name("kept")
        subprocess.run(["cp", "-a", trial.crawl.out, kept], check=True)
    trial.crawl.out.rmdir()
    kept.rename(trial.crawl.out)


@contextmanager
def _mounted(place: Path, size: int) -> Iterator[None]:
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def can_mount() -> bool:
    with tempfile.TemporaryDirectory() as name:
        try:
            with _mounted(Path(name, "disk"), 4_096):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


def jump_while_it_runs(jump: float, trial: Trial) -> None:
    trial.count(True)
    plugin = trial.plugin(CLOCK.format(jump=jump, after=trial.rng.uniform(0.2, 1.5)))
    trial.expect(trial.crawl.end(trial.crawl.begin(plugin=plugin)), 0)


def jump_between_runs(jump: float, trial: Trial) -> None:
    process = trial.crawl.begin()
    enough = trial.rng.randrange(5_000, 60_000)
    process.kill_when(lambda: trial.crawl.archived() > enough)
    trial.count(process.wait() == -signal.SIGKILL)
    plugin = trial.plugin(CLOCK.format(jump=jump, after=0.0))
    trial.expect(trial.crawl.end(trial.crawl.begin(plugin=plugin)), 0)


CLOCKS = {
    "an hour back, while it runs": partial(jump_while_it_runs, -HOUR),
    "an hour on, while it runs": partial(jump_while_it_runs, HOUR),
    "an hour back, after a kill": partial(jump_between_runs, -HOUR),
    "an hour on, after a kill": partial(jump_between_runs, HOUR),
}


def kill_workers(trial: Trial) -> None:
    """Two at a time, while they start or read: three failed starts in a row would end a crawl by right."""
    process = trial.crawl.begin(workers=1)
    for _ in range(3):
        for _ in range(2):
            _until(process, lambda: bool(workers(process.pid)))
            time.sleep(trial.rng.uniform(0.0, 0.5))
            with suppress(IndexError, ProcessLookupError):
                os.kill(workers(process.pid)[0], signal.SIGKILL)
                trial.count(True)
        more = trial.crawl.archived() + 20_000  # than what was read before
        _until(process, lambda: trial.crawl.archived() > more)  # noqa: B023  used before it changes
    trial.expect(trial.crawl.end(process), 0)


def _until(process: WarmProcess, ready: Callable[[], bool]) -> None:
    while process.poll() is None and not ready():
        time.sleep(0.01)


def cut(file: Path, rng: Random) -> None:
    os.truncate(file, rng.randrange(file.stat().st_size))


def flip(file: Path, rng: Random) -> None:
    """Forty bytes somewhere."""
    content = bytearray(file.read_bytes())
    start = rng.randrange(len(content))
    content[start : start + 40] = bytes(255 - byte for byte in content[start : start + 40])
    file.write_bytes(content)


TEARS = {
    f"{what} {how}": (name, harm)
    for what, name in (("database", "crawl.db"), ("log", "crawl.db-wal"), ("raw responses", "warc/00001.warc.gz"))
    for how, harm in (("cut", cut), ("changed", flip))
}


def tear(name: str, harm: Callable[[Path, Random], None], trial: Trial) -> None:
    """After a kill; a crawl that is refused then is recovered, as the refusal says."""
    crawl = trial.crawl
    enough = trial.rng.randrange(5_000, 120_000)
    crawl.begin().kill_when(lambda: crawl.archived() > enough)
    file = crawl.out / name
    torn = file.exists() and file.stat().st_size > 0
    trial.count(torn)
    if torn:
        harm(file, trial.rng)
    trial.keep_what_can_be_read()
    code = crawl.end(crawl.begin())
    if code == 0 or "honeyguide recover" not in crawl.said:
        trial.expect(code, 0)
    else:
        trial.expect(code, REFUSED)
        trial.expect(crawl.end(crawl.recover()), 0)


class Case(NamedTuple):
    group: str
    name: str
    strategy: str
    through: Callable[[Trial], None]
    failing: str = ""


def cases(given: argparse.Namespace) -> Iterator[Case]:
    def strategy(number: int) -> str:
        return STRATEGIES[number % len(STRATEGIES)]

    for number, done in enumerate(range(0, given.kills, KILLS_A_CRAWL)):
        kills = min(KILLS_A_CRAWL, given.kills - done)
        yield Case("killed at random", "any moment", strategy(number), partial(random_kills, kills))
    for number in range(given.aimed):
        aim = AIMS[number % len(AIMS)]
        yield Case("killed at", aim.moment, strategy(number), partial(aimed_kill, aim, strategy(number) == "guide"))
    ways = [("file by file", growing_files), *([("all files", growing_disk)] if given.disks and can_mount() else ())]
    for number in range(given.disks):
        name, grow = ways[number % len(ways)]
        yield Case("disk full", name, strategy(number), partial(grow, given.step))
    for number in range(given.clocks):
        name, jump = list(CLOCKS.items())[number % len(CLOCKS)]
        yield Case("clock", name, strategy(number), jump, SEEDS[0])
    for number in range(given.workers):
        yield Case("workers killed", "any moment", strategy(number), kill_workers)
    for number in range(given.torn):
        name, (file, harm) = list(TEARS.items())[number % len(TEARS)]
        yield Case("torn", name, strategy(number), partial(tear, file, harm))


def try_all(chosen: list[Case], folder: Path, jobs: int, minutes: float, seed: int) -> Iterator[Outcome | None]:
    """As they end, in any order; None for one that there was no time for."""
    last_start = time.monotonic() + minutes * 60 if minutes else float("inf")
    order = list(enumerate(chosen))
    Random(seed).shuffle(order)

    def attempt(number: int, case: Case, everything: Counter[str]) -> Outcome | None:
        if time.monotonic() > last_start:
            return None
        place = folder / str(number)
        place.mkdir()
        trial = Trial(case.group, case.name, case.strategy, place, everything, Random(f"{seed} {number}"))
        trial.failing = case.failing
        return trial.run(case.through)

    everything = undisturbed(folder)
    with ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(attempt, number, case, everything) for number, case in order]
        for done in as_completed(running):
            yield done.result()


def undisturbed(folder: Path) -> Counter[str]:
    """All pages that can be reached."""
    with local_web(Log().answer) as web:
        crawl = CrawlUnderTest(web, folder / "undisturbed", "bfs")
        code = crawl.end(crawl.begin())
        assert code == 0, crawl.said
    pages = crawl.kept().pages
    assert len(pages) > 100
    return pages


def report(outcomes: list[Outcome]) -> None:
    table = Table(title="What faults cost: all of the last four must be 0")
    for heading in ("group", "case", "crawls", "faults", "hit", "lost", "doubled", "impolite", "failed"):
        table.add_column(heading, justify="left" if heading in {"group", "case"} else "right")
    kinds = list(dict.fromkeys((each.group, each.case) for each in outcomes))
    for kind in sorted(kinds):
        table.add_row(*kind, *_sums([each for each in outcomes if (each.group, each.case) == kind]))
    table.add_section()
    table.add_row("all", "", *_sums(outcomes))
    Console(width=110).print(table)
    for each in outcomes:
        if each.said:
            print(f"{each.group}, {each.case}, {each.strategy}: {each.said}", file=sys.stderr)


def _sums(outcomes: list[Outcome]) -> list[str]:
    counted = [(each.faults, each.hit, each.lost, each.doubled, each.impolite, each.failed) for each in outcomes]
    return [str(len(outcomes)), *(str(sum(column)) for column in zip(*counted, strict=True))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="at random")
    parser.add_argument("--aimed", type=int, default=60, help="kills at moments of their own")
    parser.add_argument("--disks", type=int, default=10, help="crawls on a disk that grows from nothing")
    parser.add_argument("--step", type=int, default=24_000, help="bytes by which it grows, on average")
    parser.add_argument("--clocks", type=int, default=20, help="crawls with a clock that jumps")
    parser.add_argument("--workers", type=int, default=10, help="crawls with workers that are killed")
    parser.add_argument("--torn", type=int, default=40, help="folders with torn files")
    parser.add_argument("--jobs", type=int, default=2, help="crawls at a time")
    parser.add_argument("--minutes", type=float, default=0.0, help="after which no more crawls begin; 0: all do")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write all outcomes")
    given = parser.parse_args()
    chosen = list(cases(given))
    with tempfile.TemporaryDirectory() as name:
        tried = try_all(chosen, Path(name), given.jobs, given.minutes, given.seed)
        tracked = track(tried, "crawls", total=len(chosen), console=Console(stderr=True))
        outcomes = [outcome for outcome in tracked if outcome]
    if given.json:
        given.json.write_text(json.dumps([each._asdict() for each in outcomes], indent=1))
    report(outcomes)
    sys.exit(any(each.lost or each.doubled or each.impolite or each.failed for each in outcomes))


if __name__ == "__main__":
    main()
