"""A crawl in shards on a real Ray, over real HTTP, from the command line: through a kill, a stop, other shards."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from tests.cli.conftest import CommandHere
from tests.cluster.sharded import TOPIC, ShardedCrawl, settings
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.object_storage_server import free_port
from tests.plain_choices import RAIN_FILE
from tests.processes import below
from tests.web.local_proxy import local_proxy

from honeyguide import open_crawl
from honeyguide.cluster.gather import Gatherer

pytestmark = [pytest.mark.slow]
pytest.importorskip("ray", reason="Ray is not installed")

SITE = small_synthetic(seed=3, pages=180, hosts=12, words=60, share=0.3)
ROOT = str(Path(__file__).parents[2])
DELAY = 0.1
SEEDS = SITE.seeds(4)
LOOPBACK = {"0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"}
"""127.0.0.1, ::1 and ::ffff:127.0.0.1, byte by byte as this machine keeps them."""
UNDER_WAY = 12
"""Pages that are being fetched at one moment, at most."""
FOUND = re.compile(r"(\d+) found")
FETCHED = b'honeyguide_visits_total{outcome="page"}'


def line(web: LocalWeb, out: Path, shards: int) -> list[str]:
    what = ["crawl", str(RAIN_FILE), *SEEDS, "--out", str(out), "--connect-to", web.address, "--shards", str(shards)]
    polite = [
        "--delay",
        str(DELAY),
        "--retries",
        "1",
        "--pages",
        "0",
        "--concurrency",
        str(UNDER_WAY),
        "--workers",
        "1",
    ]
    return [sys.executable, "-m", "honeyguide", *what, *polite, "--strategy", "ops", "--quiet", "--json"]


def begin(web: LocalWeb, out: Path, shards: int, *more: str) -> subprocess.Popen[bytes]:
    """In a group of its own, as a shell starts it."""
    return subprocess.Popen(
        [*line(web, out, shards), *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0
    )


def press_ctrl_c(process: subprocess.Popen[bytes]) -> None:
    """As a terminal does, to all of the group; until nothing is left of what the process started."""
    others = below(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    process.wait(300)
    for _ in range(600):
        if not any(map(is_alive, others)):
            return
        time.sleep(0.1)
    raise AssertionError([name for each, name in others.items() if is_alive(each)])


def is_alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def listens_at(process: int) -> set[str]:
    """Addresses of this machine where a process and those below it may be reached, as the kernel writes them."""
    sockets: dict[str, str] = {}
    for kind in ("tcp", "tcp6"):
        rows = [row.split() for row in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]]
        sockets |= {f"socket:[{row[9]}]": row[1].split(":")[0] for row in rows if row[3] == "0A"}
    found: set[str] = set()
    for each in (process, *below(process)):
        with suppress(OSError):
            found |= {sockets[name] for fd in os.listdir(f"/proc/{each}/fd") if (name := at(each, fd)) in sockets}
    return found


def at(process: int, fd: str) -> str:
    with suppress(OSError):
        return os.readlink(f"/proc/{process}/fd/{fd}")
    return ""


def numbers_at(port: int, least: Mapping[bytes, float]) -> dict[bytes, float]:
    """What is served there, once these numbers are as high as this."""
    for _ in range(600):
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            rows = [row.rpartition(b" ") for row in answer if row[:1] != b"#"]
        counted = {name: float(number) for name, _, number in rows}
        if all(counted.get(name, 0.0) >= number for name, number in least.items()):
            return counted
        time.sleep(0.1)
    raise AssertionError(counted)


def ended(process: subprocess.Popen[bytes], code: int = 0) -> Any:
    out, err = process.communicate(timeout=300)
    assert process.returncode == code, err.decode()
    return json.loads(out)


def shards_of(process: int) -> list[int]:
    return [each for each, name in below(process).items() if name.startswith("ray::ShardActor")]


def stored(out: Path) -> int:
    """Pages that the shards have, seen without touching them."""
    count = 0
    for database in out.glob("shards/*/crawl.db"):
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as read:
            count += read.execute("SELECT count(*) FROM pages").fetchone()[0]
    return count


def wait_for_pages(process: subprocess.Popen[bytes], out: Path, pages: int) -> None:
    for _ in range(1200):
        if process.poll() is not None:
            assert process.stderr is not None
            said = process.stderr.read().decode()
            if "Ray on this machine cannot be used" in said:
                pytest.skip(said.strip())
            raise AssertionError(said)
        try:
            if stored(out) >= pages:
                return
        except sqlite3.OperationalError:  # it is being laid out
            pass
        time.sleep(0.1)
    raise AssertionError(f"{pages} pages never came")


def test_a_crawl_in_shards_goes_on_through_kills_and_ctrl_c_and_reads_like_any_other(tmp_path: Path) -> None:
    out, command = tmp_path / "rain", CommandHere(tmp_path)
    with local_web(SITE.answer) as web:
        port = free_port()
        process = begin(web, out, 2, "--metrics-port", str(port))
        wait_for_pages(process, out, 20)
        killed = shards_of(process.pid)[0]
        os.kill(killed, signal.SIGKILL)
        wait_for_pages(process, out, 45)
        assert listens_at(process.pid) <= LOOPBACK
        counted = numbers_at(port, {FETCHED: 20, b'honeyguide_metric{name="messages"}': 1})
        process.send_signal(signal.SIGTERM)
        told = ended(process, 130)
        assert counted[b"honeyguide_pages_total"] >= 20
        assert counted[b"honeyguide_hosts_beyond_seeds"] > 0
        assert told["interrupted"]
        assert len(list(out.glob("shards/*"))) == 2
        first = told["pages"]
        assert first >= 45
        process = begin(web, out, 3)
        wait_for_pages(process, out, first + 10)
        press_ctrl_c(process)
        assert ended(process, 130)["interrupted"]
        told = ended(begin(web, out, 3))
    assert len(list(out.glob("shards/*"))) == 3
    assert told["why_stopped"] == "no link waits any more"
    crawl = open_crawl(out)
    pages = list(crawl.pages())
    assert len({page.url for page in pages}) == len(pages) == told["pages"] > first
    asked = web.pages_requested()
    assert {page.url for page in pages} <= asked.keys()
    again = sum(times - 1 for times in asked.values())
    assert again <= 3 * UNDER_WAY, "more was asked for again than can have been under way at three stops"
    assert command("results", out).code == 0
    assert command("search", out, "rain", "--json").json
    assert command("status", out, "--json").json["pages"] == len(pages)


def test_a_test_over_the_links_of_all_shards_says_when_it_is_enough(tmp_path: Path) -> None:
    out = tmp_path / "rain"
    with local_web(SITE.answer) as web:
        rule = ("--stop-when", "recall 0.3 confidence 0.6", "--delay", "0.02")
        told = ended(begin(web, out, 2, *rule))
        assert told["why_stopped"].startswith("at least 0.3 of what the known links lead to is found")
        again = ended(begin(web, out, 2, *rule))
    found, found_again = (int(FOUND.findall(said["why_stopped"])[0]) for said in (told, again))
    assert found <= found_again <= found + UNDER_WAY  # what was being fetched when it was enough is found as well
    assert again["why_stopped"] == FOUND.sub(f"{found_again} found", told["why_stopped"])
    assert again["pages"] == told["pages"]
    moves = [event.detail for event in open_crawl(out).events() if event.kind == "recall"]
    assert moves[0].startswith("test 1: ")
    assert " passed: " in moves[-1]
    coverage = open_crawl(out).status().coverage
    assert coverage is None or coverage.test in told["why_stopped"]


def test_where_a_process_of_rays_own_dies_that_is_said_soon_and_nothing_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "rain"
    with local_web(SITE.answer) as web:
        for number, vital in enumerate(("raylet", "gcs_server"), 1):
            process = begin(web, out, 2)
            wait_for_pages(process, out, 15 * number)
            (killed,) = [
                each for each, name in below(process.pid).items() if name.split(" ")[0].endswith(f"/{vital}")
            ]
            os.kill(killed, signal.SIGKILL)
            _, said = process.communicate(timeout=30)
            wanted = f"honeyguide: Ray's {vital} died; nothing stored is lost: the same command goes on\n"
            assert (process.returncode, said.decode()) == (3, wanted)
        told = ended(begin(web, out, 2))
    assert told["why_stopped"] == "no link waits any more"
    pages = [page.url for page in open_crawl(out).pages()]
    assert len(set(pages)) == len(pages) == told["pages"]


def test_a_proxy_that_lets_nobody_through_any_more_ends_it_by_its_word_and_costs_no_link(tmp_path: Path) -> None:
    out = tmp_path / "rain"
    with local_web(SITE.answer) as web:
        host, _, port = web.address.partition(":")
        with local_proxy((host, int(port))) as proxy:
            what = line(web, out, 2)
            at = what.index("--connect-to")
            what[at : at + 2] = ["--proxy", proxy.url]
            begun = subprocess.Popen(what, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            wait_for_pages(begun, out, 20)
            proxy.login = "Basic somebody-elses"
            refused = ended(begun)
            says = "the proxy answers 407 Proxy Authentication Required; no login for "
            assert refused["why_stopped"].startswith(says)
            proxy.login = ""
            told = ended(subprocess.Popen(what, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        asked = web.pages_requested()
    assert told["why_stopped"] == "no link waits any more"
    pages = [page.url for page in open_crawl(out).pages()]
    assert len(set(pages)) == len(pages) == told["pages"] > refused["pages"]
    assert set(pages) <= asked.keys()
    status = open_crawl(out).status()
    assert status.waiting == 0
    assert [(each.status, each.given_up) for each in status.errors if each.status == 407] == [(407, 0)]


SCRIPT = """
from pathlib import Path
from honeyguide import Settings, Topic, make_crawl
seeds = ["http://a.example/", "http://b.example/", "http://c.example/"]
settings = Settings(workers=1, encoder="none", retries=0, connect_to="{}", shards=2)
make_crawl(Topic("rain", {{"rain": 1.0}}), seeds, Path("c"), settings).finish()
"""


def test_a_crawl_in_shards_that_fetched_nothing_says_why_as_any_other_does(tmp_path: Path) -> None:
    with closing(socket.socket()) as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody_listens.getsockname()[1]}"
        code = SCRIPT.format(address)
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
        told = CommandHere(tmp_path)("resume", "c", "--quiet")
    assert ran.returncode == 0, ran.stderr
    (said,) = [line for line in ran.stderr.splitlines() if "no page was fetched" in line]
    assert said.startswith("no page was fetched: 3 × refused, as in http://")
    assert said.endswith(f"nobody listens at {address} (setting connect_to)")
    assert said in (tmp_path / "c" / "crawl.log").read_text()
    assert told.code == 4
    assert told.sentence.startswith("no page could be fetched (")
    assert f"nobody listens at {address} (setting connect_to)" in told.sentence


GOES_ON = """
import asyncio
from pathlib import Path
from honeyguide import make_crawl
from tests.cluster.sharded import TOPIC, seeds, settings

async def main():
    crawl = make_crawl(TOPIC, seeds(), Path("rain"), settings(2, 80))
    print(len([page.url async for page in crawl]), crawl.pages)

asyncio.run(main())
"""


def test_pages_that_a_killed_run_left_in_its_shards_are_none_of_the_next_runs(tmp_path: Path) -> None:
    given = settings(2, 60)
    Gatherer.begin(tmp_path / "rain", TOPIC, given).close()
    ShardedCrawl(tmp_path / "rain", given).run()  # nobody gathers what its shards found
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((ROOT, *sys.path))}
    command = [sys.executable, "-c", GOES_ON]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert ran.stdout.split() == ["20", "80"], ran.stderr


def test_what_cannot_be_had_in_shards_is_one_sentence(tmp_path: Path) -> None:
    begin = ("crawl", RAIN_FILE, "http://a.example/", "--shards", "2", "--out")
    command = CommandHere(tmp_path)
    assert command(*begin, "b", "--cluster", "127.0.0.1:1").sentence == (
        "the Ray cluster at 127.0.0.1:1 cannot be reached: Connection refused"
    )
    assert command(*begin, "c", "--cluster", "nowhere").code == 1
    alone = ("crawl", RAIN_FILE, "http://a.example/", "--cluster", "127.0.0.1:1", "--out", "d")
    assert "only a crawl in shards runs on a cluster: say in how many, --shards 4" in command(*alone).sentence
    assert not list(tmp_path.iterdir()), "what could not begin left something behind"


HEAD = """
from honeyguide.cluster import engine
with engine.started("", 1):
    import ray
    print(ray.get_runtime_context().gcs_address, flush=True)
    input()
"""
ON_IT = """
import sys
from pathlib import Path
import ray
from honeyguide import make_crawl
from honeyguide.cluster import crawl, engine
from honeyguide.errors import CannotRun
from tests.cluster.sharded import TOPIC, seeds, settings

crawl.RETURN_SECONDS = float(sys.argv[2])
begun = make_crawl(TOPIC, seeds(), Path("rain"), settings(2, 20, cluster=sys.argv[1]))
if len(sys.argv) > 3:
    begun.stop()
try:
    with engine._at_loopback(ray._private.ray_constants):
        begun.finish()
except CannotRun as wrong:
    print(wrong)
print(begun.why_stopped)
"""


def test_shards_that_find_no_core_in_the_cluster_are_told_and_do_not_wait_for_ever(tmp_path: Path) -> None:
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": 64 * "0"}
    environment = {**os.environ, **token, "PYTHONPATH": os.pathsep.join((ROOT, *sys.path))}

    def on_it(*given: str) -> list[str]:
        command = [sys.executable, "-c", ON_IT, *given]
        ran = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment, timeout=120
        )
        return ran.stdout.strip().splitlines() or [ran.stderr]

    with subprocess.Popen(
        [sys.executable, "-c", HEAD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as head:
        assert head.stdout is not None
        address = head.stdout.readline().strip()
        assert on_it(address, "5")[0] == (
            f"the Ray cluster at {address} is too small, or busy: 1 of 2 shards wait for a core each: "
            "0 of its 1 cores are free"
        )
        assert on_it(address, "100", "stop") == ["stopped by the user"]
        head.communicate("\n")


def test_progress_goes_by_the_clock_and_events_by_that_of_the_visits(tmp_path: Path) -> None:
    web = ("--web", "synthetic:seed=7,pages=300,words=60", "--encoder", "none", "--workers", "1", "--strategy", "ops")
    command = CommandHere(tmp_path)
    ran = command(
        "crawl", RAIN_FILE, "http://harbour-daily.example/", "--out", "c", "--pages", "30", "--shards", "2", *web
    )
    (facts,) = [line for line in ran.err.splitlines() if "in this run" in line]
    assert "simulated" not in facts, "the seconds of the run are those of the command"
    told = command("status", "c", "--json").json
    assert told["simulated"]
    assert told["first_visit"] <= told["since"] == told["last_visit"]
    assert told["pages_per_second"] > 0
    assert "state            stopped 2026-01-01T00:" in command("status", "c").out
    command("resume", "c", "--pages", "45", "--quiet")
    told = command("status", "c", "--json").json
    assert told["since"].startswith("2026-01-01T00:")
    assert 0 < told["pages_per_second"] < 1000, "each run begins at the same simulated time"
