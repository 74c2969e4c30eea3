"""Pages that keep their reader busy: each costs its deadline, and its site pays for it."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.processes import workers

from honeyguide import relevance
from honeyguide.analysis import TOO_SLOW, AnalyzedPage, Setup
from honeyguide.config import Settings
from honeyguide.model import Fetched, Outcome, Topic
from honeyguide.plugins import load_plugins
from honeyguide.workers import AnalyzerPool, analyzers

HTML = (("Content-Type", "text/html"),)
BUSY = """
import time

from honeyguide import relevance

@relevance.register("busy")
def busy(page):
    until = time.process_time() + 0.12
    while page.title == "slow" or (page.title == "long" and time.process_time() < until):
        try:
            sum(range(1000))
        except Exception:
            pass
    return 0.0
"""


def fetched(url: str, title: str = "plain", address: str = "") -> Fetched:
    return Fetched(url, Outcome.PAGE, 200, "OK", HTML, f"<title>{title}</title>".encode(), at=1e9, address=address)


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    plugin = tmp_path / "busy_part.py"
    plugin.write_text(BUSY)
    settings = Settings(parse_seconds=0.3, extract=False, plugins=(str(plugin),))
    return Setup(Topic(name="floods", keywords={"flood": 1.0}, relevance="busy"), settings)


def test_a_slow_page_is_given_up_alone_by_a_worker_that_works_on(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honeyguide.workers._PATIENCE", 40)  # it gives up by itself, on the busiest machine too

    async def run() -> tuple[list[AnalyzedPage], bool]:
        pool = AnalyzerPool(setup, 1)
        try:
            await pool.read(fetched("http://a.example/"))
            before = workers()
            pages = [fetched(f"http://a.example/{number}", "slow" if number == 3 else "plain") for number in range(8)]
            return await asyncio.gather(*map(pool.read, pages)), before[0] in workers()
        finally:
            await pool.close()

    answers, same = asyncio.run(run())
    assert [answer.detail for answer in answers] == [TOO_SLOW if number == 3 else "" for number in range(8)]
    assert answers[3].outcome is Outcome.BROKEN
    assert answers[3].seconds > max(answer.seconds for number, answer in enumerate(answers) if number != 3)
    assert answers[3].seconds < 40 * setup.settings.parse_seconds, "it had to be ended"
    assert same


def test_it_is_given_up_without_workers_too(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance.registry, "_registered", dict(relevance.registry._registered))
    load_plugins(setup.settings.plugins)
    reader = analyzers(setup.topic, Settings(parse_seconds=0.3, extract=False, workers=0))
    answer = asyncio.run(reader.read(fetched("http://a.example/", "slow")))
    assert (answer.outcome, answer.detail) == (Outcome.BROKEN, TOO_SLOW)
    assert asyncio.run(reader.read(fetched("http://a.example/"))).page is not None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "address"), [("h{}.wild.example", ""), ("{}-wild.example", "192.0.2.1")])
def test_pages_of_others_do_not_wait_for_slow_pages_of_a_site_or_an_address(
    setup: Setup, name: str, address: str
) -> None:
    async def run() -> list[str]:
        pool = AnalyzerPool(setup, 1)
        done: list[str] = []

        async def read(page: Fetched) -> None:
            await pool.read(page)
            done.append(page.url)

        try:
            await pool.read(fetched("http://first.example/"))
            slow = [fetched(f"http://{name.format(number)}/", "slow", address) for number in range(12)]
            plain = [fetched(f"http://site{number}.example/") for number in range(12)]
            await asyncio.gather(*map(read, slow + plain))
            return done
        finally:
            await pool.close()

    done = asyncio.run(run())
    places = [place for place, url in enumerate(done) if "wild" not in url]
    assert len(places) == 12
    # Of those in the first batches some may come before: the time that they take is not known before they are read.
    assert places[-1] <= 14


def test_pages_that_take_a_while_are_not_read_many_in_a_row(setup: Setup) -> None:
    """What comes meanwhile waits for one that is read and one that is on its way, not for a batch of them."""

    async def run() -> list[str]:
        pool = AnalyzerPool(setup, 1)
        done: list[str] = []
        one_is_read = asyncio.Event()

        async def read(page: Fetched) -> None:
            await pool.read(page)
            done.append(page.url)
            one_is_read.set()

        async def read_later(page: Fetched) -> None:
            await one_is_read.wait()
            await read(page)

        try:
            for number in range(2):  # the first of all is not its site's doing
                await pool.read(fetched(f"http://wild.example/{number}", "long"))
            long = [read(fetched(f"http://h{number}.wild.example/", "long")) for number in range(10)]
            plain = [read_later(fetched(f"http://site{number}.example/")) for number in range(4)]
            await asyncio.gather(*long, *plain)
            return done
        finally:
            await pool.close()

    done = asyncio.run(run())
    places = [place for place, url in enumerate(done) if "wild" not in url]
    assert len(places) == 4
    assert places[-1] <= 7


def test_nobody_waits_for_the_worker_that_has_a_slow_page(setup: Setup) -> None:
    longer = replace(setup, settings=replace(setup.settings, parse_seconds=2.0))  # than it takes to find the worker

    async def run() -> tuple[list[int], list[int], str]:
        pool = AnalyzerPool(longer, 1)
        try:
            await pool.read(fetched("http://first.example/"))
            quick = workers()
            waits = asyncio.create_task(pool.read(fetched("http://wild.example/", "slow")))
            while len(both := workers()) == 1 and not waits.done():
                await asyncio.sleep(0.01)
            os.kill(next(each for each in both if each not in quick), signal.SIGSTOP)
            answer = await pool.read(fetched("http://other.example/"))
            assert answer.page is not None
            assert not waits.done()
            os.kill(next(each for each in both if each not in quick), signal.SIGCONT)
            return quick, both, (await waits).detail
        finally:
            await pool.close()

    quick, both, detail = asyncio.run(run())
    assert (len(quick), len(both), detail) == (1, 2, TOO_SLOW)
