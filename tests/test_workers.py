"""Worker processes: answers in order, and a stall or crash costs one page."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from tests.processes import workers

from honeyguide.analysis import AnalyzedPage, PageAnalyzer, Setup
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.model import Fetched, Outcome, Topic
from honeyguide.workers import AnalyzerPool

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
HTML = (("Content-Type", "text/html"),)


def fetched(number: int, size: int = 10) -> Fetched:
    body = f"<title>Page {number}</title><p>{'flood ' * size}</p>".encode()
    return Fetched(f"http://a.example/{number}", Outcome.PAGE, 200, "OK", HTML, body, at=1e9)


def read_all(pages: list[Fetched], processes: int, seconds: float = 60.0, meanwhile: int = 0) -> list[AnalyzedPage]:
    """Read pages all at once; `meanwhile` is a signal that the workers get when the first answers are there."""

    async def run() -> list[AnalyzedPage]:
        pool = AnalyzerPool(Setup(TOPIC, Settings(parse_seconds=seconds, extract=False)), processes)
        await pool.read(fetched(-1))
        tasks = [asyncio.create_task(pool.read(page)) for page in pages]
        if meanwhile:
            for worker in workers():
                os.kill(worker, meanwhile)
        answers = await asyncio.gather(*tasks)
        await pool.close()
        return answers

    return asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 3])
def test_every_page_gets_its_own_answer(processes: int) -> None:
    pages = [fetched(number, size=number % 7 * 1000) for number in range(200)]
    answers = read_all(pages, processes)
    titles = [answer.page.title for answer in answers if answer.page]
    assert titles == [f"Page {number}" for number in range(200)]


def test_a_worker_says_what_the_reader_says() -> None:
    (answer,) = read_all([fetched(1)], 1)
    here = PageAnalyzer(TOPIC, Settings()).read(fetched(1))
    assert answer.page == here.page
    assert answer.relevance == here.relevance
    assert answer.fingerprint == here.fingerprint


@pytest.mark.slow
@pytest.mark.parametrize("harm", [signal.SIGKILL, signal.SIGSTOP], ids=["crash", "stall"])
def test_when_a_worker_fails_at_most_the_page_in_front_is_lost(harm: int) -> None:
    # 20 pages of 300 KB: more than a socket takes, so that a batch is being sent when the worker stops.
    pages = [fetched(number, size=50_000) for number in range(20)]
    answers = read_all(pages, 1, seconds=2.0, meanwhile=harm)
    broken = [answer for answer in answers if answer.outcome is Outcome.BROKEN]
    assert len(broken) <= 1
    assert sum(answer.page is not None for answer in answers) == 20 - len(broken)


def test_closing_ends_the_processes() -> None:
    read_all([fetched(1)], 2)
    assert workers() == []


def test_a_worker_that_cannot_start_ends_the_crawl_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(CannotRun, match="cannot be started"):
        read_all([fetched(1)], 1)


@pytest.mark.slow
def test_files_in_the_working_directory_do_not_stand_for_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "html.py").write_text("raise RuntimeError('run from the working directory')")
    monkeypatch.chdir(tmp_path)
    (answer,) = read_all([fetched(1)], 1)
    assert answer.page is not None


def test_a_worker_that_cannot_be_set_up_says_why(tmp_path: Path) -> None:
    plugin = tmp_path / "part.py"
    plugin.write_text("import no_such_library")
    pool = AnalyzerPool(Setup(TOPIC, Settings(plugins=(str(plugin),))), 1)

    async def run() -> None:
        try:
            await pool.read(fetched(1))
        finally:
            await pool.close()

    with pytest.raises(CannotRun, match="no_such_library"):
        asyncio.run(run())
