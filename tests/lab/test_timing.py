from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide.lab.timing import VirtualTime
from honeyguide.model import Link
from honeyguide.web.offline import PageSource, open_web
from honeyguide.web.offline.permission import Permission


@pytest.fixture
def web(tmp_path: Path) -> PageSource:
    for host in ("a.test", "b.test"):
        (tmp_path / host).mkdir()
        (tmp_path / host / "index.html").write_text("<title>x</title>")
    return open_web(f"folder:{tmp_path}")


def link(number: int, host: int, parent: int = -1) -> Link:
    return Link(number, f"http://{'ab'[host]}.test/{number}", host, parent=parent)


def test_a_host_rests_between_two_requests(web: PageSource) -> None:
    time = VirtualTime(web, Permission(web), concurrency=8, delay=1.0)
    latency = web.latency("a.test")
    # robots.txt and the page; a second later the next page, whose body takes half a second.
    assert time.fetch(link(0, 0), "a.test", 0.0) == pytest.approx(2 * latency)
    assert time.fetch(link(1, 0), "a.test", 0.5) == pytest.approx(2 * latency + 1 + latency + 0.5)


def test_other_hosts_are_asked_meanwhile(web: PageSource) -> None:
    time = VirtualTime(web, Permission(web), concurrency=8, delay=1.0)
    time.fetch(link(0, 0), "a.test", 0.0)
    time.fetch(link(1, 0), "a.test", 0.0)
    assert time.fetch(link(2, 1), "b.test", 0.0) == pytest.approx(2 * web.latency("b.test"))
    assert time.now == pytest.approx(1 + 3 * web.latency("a.test"))


def test_only_so_many_requests_are_out_at_a_time(web: PageSource) -> None:
    time = VirtualTime(web, Permission(web), concurrency=1, delay=0.0)
    first = time.fetch(link(0, 0), "a.test", 5.0)
    assert time.fetch(link(1, 1), "b.test", 0.0) == pytest.approx(first + 2 * web.latency("b.test"))


def test_a_link_is_not_followed_before_its_page_has_come(web: PageSource) -> None:
    time = VirtualTime(web, Permission(web), concurrency=8, delay=0.0)
    named = time.fetch(link(0, 0), "a.test", 9.0)
    assert time.fetch(link(1, 1, parent=0), "b.test", 0.0) == pytest.approx(named + 2 * web.latency("b.test"))


def test_robots_txt_may_ask_for_a_longer_rest() -> None:
    web = open_web("synthetic:seed=3,pages=600,hosts=30")
    time = VirtualTime(web, Permission(web), concurrency=8, delay=0.0)
    hosts = sorted({url.split("/")[2] for url in web.urls()})
    asking = [host for host in hosts if b"Crawl-delay" in web.answer(f"http://{host}/robots.txt").body]
    for number, host in enumerate(asking):
        came = time.fetch(Link(2 * number, f"http://{host}/", number), host, 0.0)
        again = time.fetch(Link(2 * number + 1, f"http://{host}/x", number), host, 0.0)
        assert again > came + web.latency(host)
    assert asking
