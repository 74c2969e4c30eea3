"""Politeness from the server's own log: over last tries, restarts, robots.txt and clocks that jump."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from tests.hostile.pace import crawl
from tests.hostile.server import HostileWeb, hostile_web

from honeyguide.config import Settings
from honeyguide.model import Link, Outcome
from honeyguide.web.live import LiveWeb
from honeyguide.web.status import retry_after

pytestmark = pytest.mark.slow

DAY = "http://1.day.evil.example/"
SLOW = "http://1.crawl-delay.evil.example/"


@pytest.fixture(scope="module")
def web() -> Iterator[HostileWeb]:
    with hostile_web() as web:
        yield web


def outcomes(out: Path) -> dict[str, tuple[str, str]]:
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        rows = database.execute("SELECT url, outcome, detail FROM visits JOIN links ON links.id = link").fetchall()
    return {url: (outcome, detail) for url, outcome, detail in rows}


@pytest.mark.parametrize("retries", [0, 1])
def test_retry_after_holds_for_the_whole_host_also_when_a_link_is_given_up(
    web: HostileWeb, tmp_path: Path, retries: int
) -> None:
    attack = crawl(web, tmp_path / "crawl", [DAY], retries=retries)
    assert [each.path for each in attack.requests][:2] == ["/robots.txt", "/"]
    assert len(attack.requests) == 3
    assert "within the hour" in attack.crawl.why_stopped
    again = crawl(web, tmp_path / "crawl", [DAY], retries=retries)
    assert again.requests == []


def test_a_crawl_does_not_wait_for_a_host_that_has_nothing_left(web: HostileWeb, tmp_path: Path) -> None:
    attack = crawl(web, tmp_path / "crawl", [DAY + "0"], retries=0)
    assert attack.crawl.why_stopped == "no link waits any more"


def test_retry_after_is_a_number_of_any_length() -> None:
    assert retry_after("00000000000012", 0.0) == 12.0
    assert retry_after("86400", 0.0) == 86_400.0


def test_a_site_that_asks_for_a_day_between_two_requests_is_left_alone_with_that_reason(
    web: HostileWeb, tmp_path: Path
) -> None:
    url = "http://1.crawl-delay-day.evil.example/"
    attack = crawl(web, tmp_path / "crawl", [url])
    assert [each.path for each in attack.requests] == ["/robots.txt"]
    assert outcomes(tmp_path / "crawl")[url] == ("robots", "robots.txt asks for 86,400 seconds between two requests")


def test_after_robots_txt_a_host_rests_for_all_of_its_crawl_delay(web: HostileWeb, tmp_path: Path) -> None:
    attack = crawl(web, tmp_path / "crawl", [SLOW], depth=0, retries=0)
    robots, page = attack.requests
    assert (robots.path, page.path) == ("/robots.txt", "/")
    assert page.at - robots.at >= 2.0
    assert attack.crawl.pages == 1


def test_a_crawl_that_goes_on_remembers_how_long_hosts_rest(web: HostileWeb, tmp_path: Path) -> None:
    more = [SLOW + str(number) for number in range(4)]
    seeds = [SLOW, "http://1.good.example/", *more]
    first = crawl(web, tmp_path / "crawl", seeds, pages=20, delay=0.4)
    second = crawl(web, tmp_path / "crawl", [], pages=40, delay=0.4)
    for host, delay in (("1.crawl-delay.evil.example", 2.0), ("1.good.example", 0.4)):
        last, next_one = first.to(host)[-1], second.to(host)[0]
        assert next_one.at - last.at >= delay


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_a_clock_that_is_set_changes_neither_pace_nor_politeness(
    web: HostileWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    real, began = time.time, time.monotonic()
    monkeypatch.setattr(time, "time", lambda: real() + (jump if time.monotonic() > began + 2.0 else 0.0))
    requests = crawl(web, tmp_path / "crawl", ["http://1.good.example/"], delay=0.4, pages=10).requests
    assert len(requests) >= 10
    assert all(after.at - before.at >= 0.4 for before, after in pairwise(requests))


def test_what_is_stored_goes_by_the_clock_of_the_machine(web: HostileWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        live = LiveWeb(Settings(allow_private=True, robots=False), resolver=web.resolver)
        before = live.now()
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() - 3600.0)
        came = await live.fetch(Link(0, "http://1.good.example/", 0))
        await live.close()
        assert came.outcome is Outcome.PAGE
        assert abs(came.at - time.time()) < 60
        assert live.now() > before

    asyncio.run(go())
