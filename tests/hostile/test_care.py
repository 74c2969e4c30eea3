"""Care for the web, from the server's own log, over restarts, kills, redirects, robots.txt, retries, many requests at
a time: no host is asked too early, nothing that it disallows, and everybody is told who asks."""

from __future__ import annotations

import multiprocessing
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.pace import INNOCENT, run
from tests.hostile.server import HostileWeb, Request, hostile_web

from honeyguide import __version__

pytestmark = pytest.mark.slow

DELAY = 0.3
CONTACT = "mailto:us@honeyguide.example"
CASES = ("crawl-delay", "reflect", "reflect-far", "redirect", "hang-up", "too-much", "subdomains", "day")
SEEDS = [
    *INNOCENT,
    "http://victim.example/",
    *(f"http://{number}.{case}.evil.example/" for case in CASES for number in range(4)),
]


@pytest.fixture(scope="module")
def requests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Request]]:
    """Of four runs of one crawl, the second of which is killed."""
    out = tmp_path_factory.mktemp("care") / "crawl"
    settings = {"delay": DELAY, "contact": CONTACT, "retries": 2, "workers": 2}
    with hostile_web() as web:
        run(web, out, SEEDS, pages=60, **settings)
        before = web.take_requests()
        during = _killed(web, out, settings)
        run(web, out, SEEDS, pages=180, **settings)
        run(web, out, [], pages=240, **settings)
        yield [*before, *during, *web.take_requests()]


def _killed(web: HostileWeb, out: Path, settings: dict[str, Any]) -> list[Request]:
    """What is asked for by a run that ends at once, in a process of its own."""
    process = multiprocessing.get_context("fork").Process(target=run, args=(web, out, SEEDS), kwargs=settings)
    process.start()
    requests: list[Request] = []
    while len(requests) < 60 and process.is_alive():
        time.sleep(0.1)
        requests += web.take_requests()
    process.kill()
    process.join()
    return requests


def test_no_host_is_asked_earlier_than_its_delay(requests: list[Request]) -> None:
    by_host = defaultdict(list)
    for request in requests:
        by_host[request.host].append(request.at)
    assert len(by_host) > 30
    assert len(by_host["victim.example"]) > 5
    for host, times in by_host.items():
        delay = 2.0 if ".crawl-delay." in host else DELAY
        early = [after - before for before, after in pairwise(sorted(times)) if after - before < delay]
        assert not early, (host, early)


def test_nothing_that_is_disallowed_is_asked_for(requests: list[Request]) -> None:
    paths = {request.path for request in requests if f"http://{request.host}/" in INNOCENT}
    assert {"/robots.txt", "/", "/1", "/2"} <= paths
    assert not {path for path in paths if path.startswith("/private/")}


def test_robots_txt_comes_first_on_every_host(requests: list[Request]) -> None:
    first: dict[str, str] = {}
    for request in requests:
        first.setdefault(request.host, request.path)
    del first["victim.example"]  # robots.txt of others may lead there before
    assert set(first.values()) == {"/robots.txt"}


def test_every_request_says_who_asks_and_how_to_reach_them(requests: list[Request]) -> None:
    assert {request.agent for request in requests} == {f"honeyguide/{__version__} (focused crawler; +{CONTACT})"}
