"""Nobody is attacked through us: what a hostile site makes us ask others for passes scope and politeness."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from tests.hostile.pace import crawl
from tests.hostile.server import HostileWeb, hostile_web

pytestmark = pytest.mark.slow

DELAY = 0.5


@pytest.fixture(scope="module")
def web() -> Iterator[HostileWeb]:
    with hostile_web() as web:
        yield web


def attackers(case: str) -> list[str]:
    return [f"http://{number}.{case}.evil.example/" for number in range(40)]


def test_robots_txt_does_not_lead_to_a_host_that_is_denied(web: HostileWeb, tmp_path: Path) -> None:
    attack = crawl(web, tmp_path / "crawl", attackers("reflect"), deny_hosts=("victim.example",), delay=DELAY)
    assert len(attack.requests) >= 40
    assert attack.to("victim.example") == []


def test_pages_of_many_sites_do_not_lead_to_one_host_faster_than_its_delay(web: HostileWeb, tmp_path: Path) -> None:
    requests = crawl(web, tmp_path / "crawl", attackers("redirect"), delay=DELAY, pages=6).to("victim.example")
    assert len(requests) > 3
    assert all(after.at - before.at >= DELAY for before, after in pairwise(requests))


@pytest.mark.parametrize("case", ["reflect", "reflect-far"])
def test_robots_txt_of_many_sites_does_not_lead_to_one_host_faster_than_its_delay(
    web: HostileWeb, tmp_path: Path, case: str
) -> None:
    seeds = [*attackers(case), "http://victim.example/"]
    requests = crawl(web, tmp_path / "crawl", seeds, delay=DELAY, pages=8).to("victim.example")
    assert len(requests) > 3
    assert all(after.at - before.at >= 0.9 * DELAY for before, after in pairwise(requests))


def test_a_site_that_others_lead_to_is_crawled_all_the_same(web: HostileWeb, tmp_path: Path) -> None:
    """Most of its turns are its own pages', also where many wait for one; without `Turns` it is less than a third."""
    victim = [f"http://victim.example/{number}" for number in range(0, 900, 3)]
    seeds = [*attackers("reflect-far"), *victim]
    requests = crawl(web, tmp_path / "crawl", seeds, delay=DELAY, pages=20).to("victim.example")
    turns = [each.path.partition("?")[0] for each in requests if each.path != "/robots.txt"]
    assert len(turns) > 3
    assert turns.count("/search") < len(turns) / 2
