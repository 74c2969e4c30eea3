"""Every strategy over real HTTP: to the end of a small web, and on after a SIGKILL as if there had been none."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.plain_choices import RAIN, RAIN_FILE
from tests.warm_process import WarmProcess

from honeyguide import strategies
from honeyguide.config import Settings
from honeyguide.crawl import Crawl

pytestmark = pytest.mark.slow

TOPIC = RAIN_FILE
WEB = small_synthetic(seed=3, pages=140, hosts=8, words=60)
SEEDS = WEB.seeds(4)
BUDGET = 400
"""More than there is: the crawl ends because nothing is left, while strategies with stages get through them."""
RENEWAL = 50
"""Pages after which PageRank is computed for the first time."""
RANKED = ("ops", "ielp", "wse", "svm-hits")
"""Killed a second time when it has been."""
EVERY = pytest.mark.parametrize("name", strategies.names())


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(WEB.answer) as served:
        yield served


def crawl(web: LocalWeb, out: Path, strategy: str, concurrency: int) -> Crawl:
    """To the end, in this process; goes on when there is something to go on from."""
    settings = Settings(
        encoder="none",
        strategy=strategy,
        pages=BUDGET,
        delay=0.0,
        retries=0,
        robots=False,
        connect_to=web.address,
        concurrency=concurrency,
        connections_per_host=4,
        workers=0,
    )
    run = Crawl(RAIN, SEEDS, out, settings)

    async def to_the_end() -> None:
        async with aclosing(run.run()) as found:
            async for _ in found:
                pass

    asyncio.run(to_the_end())
    return run


def kill_at(web: LocalWeb, out: Path, strategy: str, pages: int) -> None:
    """A crawl by the command line, one page at a time, killed when so many pages are stored."""
    fixed = [
        "--connect-to",
        web.address,
        "--delay",
        "0",
        "--retries",
        "0",
        "--no-robots",
        "--quiet",
        "--workers",
        "0",
    ]
    process = WarmProcess(
        "crawl",
        TOPIC,
        *SEEDS,
        "--out",
        out,
        "--strategy",
        strategy,
        *fixed,
        "--concurrency",
        "1",
        "--pages",
        str(BUDGET),
    )
    process.kill_when(lambda: stored(out) >= pages)
    assert process.wait() == -signal.SIGKILL


def rows(out: Path, query: str) -> list[tuple[object, ...]]:
    database = sqlite3.connect(out / "crawl.db")
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def stored(out: Path) -> int:
    try:
        return len(rows(out, "SELECT 1 FROM pages"))
    except sqlite3.Error:
        return 0


def urls(out: Path) -> list[tuple[object, ...]]:
    return rows(out, "SELECT url FROM pages JOIN links ON links.id = pages.link ORDER BY url")


@pytest.fixture(scope="module")
def everything(web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """All pages that can be reached, as breadth first finds them."""
    out = tmp_path_factory.mktemp("everything") / "crawl"
    assert crawl(web, out, "bfs", 1).why_stopped == "no link waits any more"
    found = urls(out)
    assert len(found) > RENEWAL + 60
    return found


@EVERY
def test_crawls_a_web_to_its_end_with_many_requests_at_a_time(
    web: LocalWeb, everything: list[tuple[object, ...]], tmp_path: Path, name: str
) -> None:
    before = web.requests.total()
    run = crawl(web, tmp_path / "crawl", name, 24)
    assert run.why_stopped == "no link waits any more"
    assert urls(tmp_path / "crawl") == everything
    visits = len(rows(tmp_path / "crawl", "SELECT DISTINCT link FROM visits"))
    assert web.requests.total() - before <= visits  # no page twice; aliases are not fetched


@EVERY
def test_one_page_at_a_time_a_killed_crawl_ends_exactly_like_an_undisturbed_one(
    web: LocalWeb, everything: list[tuple[object, ...]], tmp_path: Path, name: str
) -> None:
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    crawl(web, undisturbed, name, 1)
    rng = Random(name)
    moments = [rng.randrange(10, RENEWAL), *([rng.randrange(RENEWAL + 5, RENEWAL + 40)] if name in RANKED else [])]
    for moment in moments:
        kill_at(web, killed, name, moment)
        assert moment <= stored(killed) < stored(undisturbed)
    crawl(web, killed, name, 1)
    assert urls(killed) == urls(undisturbed) == everything
    same = [
        "SELECT id, link, outcome, final FROM visits ORDER BY id",
        "SELECT key, value FROM state ORDER BY key",
    ]
    for query in same:
        assert rows(killed, query) == rows(undisturbed, query)
