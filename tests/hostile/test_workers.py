"""Workers that somebody kills, at any moment: no page is lost by it, and the crawl goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable
from pathlib import Path

import pytest
from tests.processes import workers

from honeyguide.analysis import AnalyzedPage, Setup
from honeyguide.config import Settings
from honeyguide.model import Fetched, Outcome, Topic
from honeyguide.workers import AnalyzerPool

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
HTML = (("Content-Type", "text/html"),)
SECONDS = 60.0


def fetched(number: int, words: int = 10) -> Fetched:
    body = f"<title>Page {number}</title><p>{'flood ' * words}</p>".encode()
    return Fetched(f"http://a.example/{number}", Outcome.PAGE, 200, "OK", HTML, body, at=1e9)


def pool(processes: int = 1) -> AnalyzerPool:
    return AnalyzerPool(Setup(TOPIC, Settings(parse_seconds=SECONDS, extract=False)), processes)


async def until_there(count: int = 1) -> list[int]:
    while len(found := workers()) < count:
        await asyncio.sleep(0.002)
    return found


async def in_time(answer: Awaitable[AnalyzedPage]) -> AnalyzedPage:
    return await asyncio.wait_for(answer, 4 * SECONDS)


@pytest.mark.parametrize("times", [1, 2])
def test_a_worker_that_is_killed_while_it_starts_is_started_again(times: int) -> None:
    async def run() -> AnalyzedPage:
        reading = pool()
        answer = asyncio.create_task(reading.read(fetched(1)))
        last = 0
        for _ in range(times):
            while (last in (found := await until_there())) or found[0] == last:
                await asyncio.sleep(0.002)
            last = found[0]
            os.kill(last, signal.SIGKILL)
        try:
            return await in_time(answer)
        finally:
            await reading.close()

    answer = asyncio.run(run())
    assert answer.page is not None
    assert answer.page.title == "Page 1"


def test_a_page_in_the_hands_of_a_killed_worker_is_read_once_more() -> None:
    async def run() -> AnalyzedPage:
        reading = pool()
        await reading.read(fetched(0))
        (worker,) = workers()
        os.kill(worker, signal.SIGSTOP)  # it has the page, and does not get on with it
        answer = asyncio.create_task(reading.read(fetched(1)))
        await asyncio.sleep(0.2)
        os.kill(worker, signal.SIGKILL)
        try:
            return await in_time(answer)
        finally:
            await reading.close()

    answer = asyncio.run(run())
    assert answer.outcome is Outcome.PAGE
    assert answer.page is not None


DEADLY = """
import os, signal
from pathlib import Path
from honeyguide import relevance

@relevance.register("deadly")
def deadly(page):
    if page.title == "Page 13":
        with Path(__file__).with_name("deaths").open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return 0.0
"""


def test_a_page_that_ends_two_workers_is_given_up(tmp_path: Path) -> None:
    plugin = tmp_path / "deadly_part.py"
    plugin.write_text(DEADLY)
    settings = Settings(parse_seconds=SECONDS, extract=False, plugins=(str(plugin),))
    topic = Topic(name="floods", keywords={"flood": 1.0}, relevance="deadly")

    async def run() -> list[AnalyzedPage]:
        reading = AnalyzerPool(Setup(topic, settings), 1)
        try:
            return await asyncio.gather(*(reading.read(fetched(number)) for number in (12, 13, 14)))
        finally:
            await reading.close()

    before, given_up, after = asyncio.run(run())
    assert given_up.outcome is Outcome.BROKEN
    assert "crashed its reader" in given_up.detail
    assert before.page is not None
    assert after.page is not None
    assert 2 <= len((tmp_path / "deaths").read_text()) <= 3  # in a batch with others, then twice alone
