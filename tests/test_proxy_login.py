"""A proxy that does not take our login: links wait, the crawl ends when nobody is let through, and goes on later."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from tests.test_wiring import crawl, page
from tests.virtual_web import BEGUN, HTML, VirtualWeb

from honeyguide.config import Settings
from honeyguide.core.limits import Limits
from honeyguide.core.rests import Rests
from honeyguide.crawl_folder import open_crawl
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.urls import host_of

SAID = "the proxy answers 407"
SEEDS = ("http://a.example/", "http://b.example/")


class Behind(VirtualWeb):
    """Two sites of a few pages each behind a proxy, in virtual time; a request takes a second."""

    def __init__(self, status: Callable[[str, float], int], start: float = BEGUN, pages: int = 3) -> None:
        """`status` of a URL, so many seconds after the beginning; 407 is the proxy's."""
        super().__init__(start)
        self.status, self.pages = status, pages

    async def fetch(self, link: Link) -> Fetched:
        at = self.now()
        self.asked.append((link.url, at - BEGUN))
        await self.clock.wait(1.0)
        match self.status(link.url, at - BEGUN):
            case 200:
                links = [f"http://{host_of(link.url)}/{n}" for n in range(1, self.pages + 1)]
                body = page(f"A flood of {link.url}", *links).encode()
                return Fetched(link.url, Outcome.PAGE, 200, "OK", HTML, body, at=at)
            case 407:
                return Fetched(link.url, Outcome.UNREACHABLE, 407, detail=SAID, retry_after=5.0, at=at)
            case status:
                return Fetched(link.url, Outcome.HTTP_ERROR, status, at=at, retry_after=5.0)


def test_a_proxy_that_refuses_for_a_minute_costs_a_few_requests_and_no_link(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 407 if 3 <= at < 60 else 200)
    run, found = crawl(tmp_path / "c", web, seeds=SEEDS[:1], retries=3)
    assert (len(found), run.failures, run.waiting) == (4, 0, 0)
    assert [at for _, at in web.asked if 3 <= at < 60] == [3, 9, 30]


def test_where_nobody_is_let_through_any_more_the_crawl_ends_and_all_links_wait(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 200 if at < 1 else 407)
    run, _ = crawl(tmp_path / "c", web, seeds=SEEDS, retries=2, concurrency=20)
    assert (run.why_stopped, run.failures, open_crawl(tmp_path / "c").status().waiting) == (SAID, 0, 6)
    assert len([at for _, at in web.asked if at >= 1]) < 16
    ended = web.now()
    web = Behind(lambda url, at: 200, ended)
    run, _ = crawl(tmp_path / "c", web, seeds=SEEDS, retries=2)
    assert web.asked[0][1] == ended - BEGUN
    assert (run.pages, run.failures, run.waiting) == (8, 0, 0)


def test_more_refusals_in_a_row_than_there_are_requests_at_a_time_end_it_at_once(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 200 if at < 1 else 407)
    run, _ = crawl(tmp_path / "c", web, seeds=SEEDS, retries=3, concurrency=2)
    assert (run.why_stopped, run.failures) == (SAID, 0)
    assert len([at for _, at in web.asked if at >= 1]) == 4


def test_a_site_that_only_pretends_to_be_the_proxy_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 407 if "b.example" in url else 200)
    run, found = crawl(tmp_path / "c", web, seeds=SEEDS, retries=3, concurrency=4)
    assert len([each for each in found if each.host == "a.example"]) == 4
    assert max(at for url, at in web.asked if "a.example" in url) < 5
    assert (run.why_stopped, run.failures, run.waiting) == (SAID, 0, 1)


def test_nor_does_one_that_pretends_for_long_end_the_crawl_of_others(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 407 if "b.example" in url else 200, pages=200)
    _, found = crawl(tmp_path / "c", web, seeds=SEEDS, retries=1, concurrency=2, connections_per_host=1)
    assert len(found) == 201
    assert len([at for url, at in web.asked if "b.example" in url and at < 201]) == 4


def test_who_was_let_through_since_rests_as_briefly_as_at_first(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 407 if at in {3, 20} else 200, pages=30)
    _, found = crawl(tmp_path / "c", web, seeds=SEEDS[:1], retries=3)
    assert len(found) == 31
    times = [at for _, at in web.asked]
    assert [after - before for before, after in pairwise(times) if after - before > 1] == [6, 6]


def test_a_seed_that_the_proxy_never_let_us_ask_for_waits_for_the_next_run(tmp_path: Path) -> None:
    web = Behind(lambda url, at: 407)
    run, _ = crawl(tmp_path / "c", web, seeds=SEEDS, retries=3, concurrency=4)
    assert (run.pages, len(web.asked)) == (0, 2)
    run, _ = crawl(tmp_path / "c", Behind(lambda url, at: 200, web.now()), seeds=SEEDS)
    assert run.pages == 8


def test_a_shard_without_a_page_keeps_a_link_that_the_proxy_refused_and_ends_nobody(tmp_path: Path) -> None:
    """Others may have been let through, and told it of the link."""
    settings, link = Settings(retries=3), Link(0, "http://a.example/1", 0, depth=1)
    for is_shard in (False, True):
        limits = Limits(settings)
        rests = Rests(settings, ["a.example"], limits, lambda host: 0.0, is_shard=is_shard)
        refused = Fetched(link.url, Outcome.UNREACHABLE, 407, detail=SAID, retry_after=5.0)
        assert rests.try_again(link, refused, 100.0) == (is_shard, 100.0)
        assert rests.why_nobody_is_let_through == (SAID if is_shard else "")
        assert not limits.is_over(100.0)


def test_what_a_proxy_refused_is_no_try_of_the_link(tmp_path: Path) -> None:
    refuses = Behind(lambda url, at: 200 if at < 1 else 407)
    crawl(tmp_path / "c", refuses, seeds=SEEDS[:1], retries=3)
    refused = open_crawl(tmp_path / "c").status().errors[0]
    assert (refused.status, refused.visits, refused.given_up) == (407, 4, 0)
    busy = Behind(lambda url, at: 200, refuses.now())
    busy.status = lambda url, at: 503 if [each for each, _ in busy.asked].count(url) == 1 else 200
    run, _ = crawl(tmp_path / "c", busy, seeds=SEEDS[:1], retries=1)
    assert (run.pages, run.failures) == (4, 0)
