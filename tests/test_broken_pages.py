"""A page that fails waits by itself while its host answers others; a host that fails, or asks for it, rests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path

import pytest
from tests.cli.conftest import CommandHere
from tests.local_web import local_web
from tests.plain_choices import RAIN
from tests.virtual_web import HTML, VirtualWeb

from honeyguide import Crawl, Settings, open_crawl
from honeyguide.core.broken_pages import FEW
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.storage.told import Told, together
from honeyguide.web.response import Answer

FRONT, BAD = "http://a.example/", "http://a.example/bad"
NAMES = ("bad", *map(str, range(30)))
BODY = "".join(f"<a href='/{name}'>rain</a> " for name in NAMES).encode()
Fails = Callable[[str], Fetched | None]


class Site(VirtualWeb):
    """One host in virtual time, a second a page; `fails` says what is no page."""

    def __init__(self, fails: Fails) -> None:
        super().__init__()
        self.fails = fails

    async def fetch(self, link: Link) -> Fetched:
        self.asked.append((link.url, self.now()))
        at = self.now()
        await self.clock.wait(1.0)
        return self.fails(link.url) or Fetched(link.url, Outcome.PAGE, 200, "OK", HTML, BODY, at=at)

    def times(self, url: str) -> list[float]:
        return [at - self.asked[0][1] for asked, at in self.asked if asked == url]


def some_settings(**changes: object) -> Settings:
    given = {"strategy": "bfs", "encoder": "none", "concurrency": 1, "workers": 0, "delay": 0.0, "rejudge": False}
    return Settings(**{**given, **changes})  # type: ignore[arg-type]


def crawl(out: Path, fails: Fails, **settings: object) -> tuple[Crawl, Site]:
    site = Site(fails)
    run = Crawl(RAIN, [FRONT], out, some_settings(**settings), web=site)
    run.finish()
    return run, site


def busy(url: str, status: int = 503, seconds: float = 5.0) -> Fetched:
    return Fetched(url, Outcome.HTTP_ERROR, status, detail=f"{status}", retry_after=seconds)


def cut(url: str) -> Fetched:
    return Fetched(url, Outcome.UNREACHABLE, detail="the answer breaks off", retry_after=5.0)


@pytest.mark.parametrize("failure", [busy, cut])
def test_a_host_goes_on_while_its_broken_page_waits_longer_and_longer(
    tmp_path: Path, failure: Callable[[str], Fetched]
) -> None:
    run, site = crawl(tmp_path / "c", lambda url: failure(url) if url == BAD else None)
    assert run.pages == 31
    tries = site.times(BAD)
    waits = [after - before for before, after in pairwise(tries)]
    assert [wait >= least for wait, least in zip(waits, (5, 20, 80), strict=True)] == [True] * 3
    others = [at - site.asked[0][1] for url, at in site.asked if url != BAD]
    assert max(others) < 60  # 31 pages, a second each, and four rests
    assert run.failures == 1
    assert run.waiting == 0


def test_a_host_goes_on_where_some_pages_in_a_row_are_broken(tmp_path: Path) -> None:
    broken = [BAD, *(f"http://a.example/{name}" for name in range(FEW - 1))]
    run, site = crawl(tmp_path / "c", lambda url: busy(url) if url in broken else None)
    others = [at - site.asked[0][1] for url, at in site.asked if url not in broken]
    assert (run.pages, run.failures) == (31 - FEW + 1, FEW)
    assert max(others) < 100
    assert [len(site.times(url)) for url in broken] == [4] * FEW


def test_it_is_found_when_it_is_mended_meanwhile(tmp_path: Path) -> None:
    broken = iter([True, True])
    run, site = crawl(tmp_path / "c", lambda url: busy(url) if url == BAD and next(broken, False) else None)
    assert (run.pages, run.failures, len(site.times(BAD))) == (32, 0, 3)


def test_a_host_that_fails_for_others_as_well_rests_as_a_whole(tmp_path: Path) -> None:
    _, site = crawl(tmp_path / "c", lambda url: None if url == FRONT else busy(url), retries=2)
    gaps = [after - before for (_, before), (_, after) in pairwise(site.asked[1:])]
    assert sum(gap >= 20 for gap in gaps) >= len(NAMES) - FEW
    assert sum(gap >= 5 for gap in gaps) == len(gaps)


def test_a_page_that_the_login_does_not_open_waits_by_itself(tmp_path: Path) -> None:
    run, site = crawl(tmp_path / "c", lambda url: busy(url, 401) if url == BAD else None)
    others = [at - site.asked[0][1] for url, at in site.asked if url != BAD]
    assert (run.pages, run.failures) == (31, 1)
    assert max(others) < 60


def test_a_host_that_asks_for_fewer_requests_rests_as_a_whole(tmp_path: Path) -> None:
    _, site = crawl(tmp_path / "c", lambda url: busy(url, 429) if url == BAD else None)
    gaps = sorted(after - before for (_, before), (_, after) in pairwise(site.asked))
    assert [gap >= least for gap, least in zip(gaps[-3:], (5, 20, 80), strict=True)] == [True] * 3


def test_what_a_server_asks_for_is_kept_to_whatever_is_to_blame(tmp_path: Path) -> None:
    _, site = crawl(tmp_path / "c", lambda url: busy(url, seconds=300.0) if url == BAD else None, retries=0)
    assert max(after - before for (_, before), (_, after) in pairwise(site.asked)) >= 300


def test_a_host_of_which_no_page_came_rests_as_a_whole(tmp_path: Path) -> None:
    run, site = crawl(tmp_path / "c", busy, retries=2)
    assert (run.pages, len(site.asked)) == (0, 3)
    assert run.waiting == 0


def test_a_limit_of_time_does_not_wait_for_a_broken_page_which_the_next_run_asks_for(tmp_path: Path) -> None:
    run, site = crawl(tmp_path / "c", lambda url: busy(url) if url == BAD else None, time=60.0)
    assert len(site.times(BAD)) == 3
    assert run.waiting == 1
    assert run.failures == 0
    again, _ = crawl(tmp_path / "c", lambda url: None)
    assert (again.pages, again.waiting) == (32, 0)


def test_status_says_which_page_is_tried_again_and_why(tmp_path: Path) -> None:
    def answer(url: str) -> Answer:
        if url == BAD:
            return Answer(503, HTML, b"later")
        return Answer(404) if url.endswith("robots.txt") else Answer(200, HTML, BODY)

    async def watched(address: str) -> tuple[str, tuple[str, ...]]:
        """What is shown when the page failed for the second time, and all others came."""
        run = Crawl(RAIN, [FRONT], tmp_path / "c", some_settings(connect_to=address))
        async with aclosing(run.run()) as pages:
            async for _ in pages:
                if run.pages == 31:
                    break
            while not run.waits_for.startswith("1"):  # of 20 seconds
                await asyncio.sleep(0.1)
            assert (run.retrying, run.resting) == (1, 0)
            shown = CommandHere(tmp_path)("status", "c").out
            said = tuple(each.url for each in open_crawl(tmp_path / "c").status().retrying)
            run.stop()
            async for _ in pages:
                pass
        return shown, said

    with local_web(answer) as web:
        shown, said = asyncio.run(watched(web.address))
    assert said == (BAD,)
    assert "tried again" in shown
    assert f"{BAD} at 2" in shown
    assert ": 503 Service Unavailable" in shown
    assert open_crawl(tmp_path / "c").status().retrying == ()


def test_a_crawl_in_shards_tells_of_the_broken_pages_of_all() -> None:
    late, soon = ("http://a.example/x", 99.0, "503"), ("http://b.example/y", 70.0, "took too long")
    assert together([Told(retrying=[late]), Told(retrying=[soon])])["retrying"] == [soon, late]
