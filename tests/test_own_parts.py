"""Parts that a user hands to a crawl from Python: a web in seven lines, functions, objects, and what is no part."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from honeyguide import BadSetting, Crawl, CrawlFolder, Settings, StoredPage, Topic
from honeyguide.model import Fetched, Link, Outcome, Page
from honeyguide.testing import web_contract
from honeyguide.web.response import NOT_FOUND, Answer

TOPIC = Topic("rain", {"rain": 1.0, "flood": 0.5}, relevance="tag-vsm")
HTML = "<title>{0}</title><p>A page of rain, number {0}.</p><a href='http://a.example/{1}'>rain</a>"


class SevenLines:
    time = 0.0

    async def fetch(self, link: Link) -> Fetched:
        number = int(link.url.rpartition("/")[2] or 0) if "a.example" in link.url else -1
        body = HTML.format(number, number + 1).encode()
        return (
            Fetched(link.url, Outcome.PAGE, 200, body=body, at=self.time)
            if number >= 0
            else Fetched(link.url, Outcome.UNREACHABLE, at=self.time)
        )

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds

    def delay(self, host: str) -> float:
        return 0.0

    async def close(self) -> None: ...


class OneAnswer:
    """The least that can be simulated."""

    def answer(self, url: str) -> Answer:
        return Answer(200, (("Content-Type", "text/html"),), b"<p>rain") if url == "http://a.example/0" else NOT_FOUND

    def latency(self, host: str) -> float:
        return 0.1


TestSevenLines = web_contract(SevenLines, pages=["http://a.example/0", "http://a.example/5"])


def crawled(
    out: Path | None, *, workers: int = 0, pages: int = 5, topic: Topic = TOPIC, **parts: Any
) -> list[StoredPage]:
    settings = Settings(strategy="ops", pages=pages, workers=workers, extract=False, delay=0.0)
    parts.setdefault("web", SevenLines())

    async def run() -> list[StoredPage]:
        return [page async for page in Crawl(topic, ["http://a.example/0"], out, settings, **parts)]

    return asyncio.run(run())


@pytest.mark.parametrize("web", [SevenLines(), SevenLines], ids=["object", "class"])
def test_a_web_in_a_few_lines_is_crawled(web: Any, tmp_path: Path) -> None:
    assert [page.url[-1] for page in crawled(tmp_path / "crawl", web=web)] == ["0", "1", "2", "3", "4"]


def test_a_web_that_only_answers_is_simulated(tmp_path: Path) -> None:
    (page,) = crawled(tmp_path / "crawl", web=OneAnswer())
    assert page.status == 200


def test_a_function_that_no_other_process_can_import_judges_in_this_one(tmp_path: Path) -> None:
    here = os.getpid()
    pages = crawled(tmp_path / "crawl", workers=2, relevance=lambda page: (os.getpid() == here) * 0.75)
    assert [page.relevance for page in pages] == [0.75] * 5
    assert all(page.on_topic for page in pages)


@pytest.mark.slow
def test_a_function_of_the_main_script_judges_there(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import asyncio, os\n"
        "from honeyguide import Crawl, Settings, Topic\n"
        "from tests.test_own_parts import SevenLines\n"
        "here = os.getpid()\n"
        "def judge(page):\n"
        "    return 0.75 if os.getpid() == here else 0.25\n"
        "async def main():\n"
        "    given = Settings(pages=3, workers=2, extract=False)\n"
        "    parts = {'relevance': judge, 'web': SevenLines()}\n"
        "    crawl = Crawl(Topic('t', {'rain': 1}), ['http://a.example/0'], 'crawl', given, **parts)\n"
        "    print([page.relevance async for page in crawl])\n"
        "asyncio.run(main())\n"
    )
    path = os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])
    ran = subprocess.run(
        [sys.executable, script],
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "[0.75, 0.75, 0.75]\n", ran.stderr


def fails_on_page_2(page: Page) -> float:
    return 1 / (2 - int(page.title))


@pytest.mark.parametrize("workers", [0, 1])
def test_a_page_that_a_relevance_function_fails_for_is_broken_and_says_why(workers: int, tmp_path: Path) -> None:
    from honeyguide import open_crawl

    assert len(crawled(tmp_path / "crawl", workers=workers, relevance=fails_on_page_2)) == 2
    broken = [event for event in open_crawl(tmp_path / "crawl").events() if event.outcome is Outcome.BROKEN]
    assert [event.detail for event in broken] == [
        "the relevance function 'fails_on_page_2' fails for http://a.example/2: ZeroDivisionError: division by zero"
    ]


@pytest.mark.parametrize("score", [2.0, -1.0, float("nan"), float("inf")])
def test_a_relevance_function_outside_its_range_is_refused(score: float, tmp_path: Path) -> None:
    from honeyguide import open_crawl

    assert not crawled(tmp_path / "crawl", relevance=lambda page: score)
    (broken,) = [event for event in open_crawl(tmp_path / "crawl").events() if event.outcome is Outcome.BROKEN]
    assert f"gave {score} for http://a.example/0: it must be a number in [0, 1]" in broken.detail


def test_a_mean_that_was_rounded_up_is_within_the_range(tmp_path: Path) -> None:
    pages = crawled(tmp_path / "crawl", relevance=lambda page: 1.0 + 1e-9)
    assert [page.relevance for page in pages] == [1.0] * 5


class Half:
    def score(self, page: Page) -> float:
        return 0.5


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"strategy": Half()}, "tests.test_own_parts.Half is no strategy: it has no start"),
        ({"strategy": Half}, "tests.test_own_parts.Half is no strategy: it has no start"),
        ({"links": Half()}, "tests.test_own_parts.Half is no link model: it has no learn"),
        ({"relevance": Half()}, "tests.test_own_parts.Half is no relevance model: it has no layout"),
        ({"relevance": 7}, "a relevance model has a method 'score', or is a function of a page; not 7"),
        ({"relevance": "tag-vms"}, "'tag-vms' is not a relevance model; did you mean 'tag-vsm'?"),
        ({"web": Half()}, "tests.test_own_parts.Half is no web: it has no answer and no latency"),
        ({"store": Half()}, "tests.test_own_parts.Half is no store: it has no restore"),
    ],
)
def test_what_is_no_part_is_refused_in_a_sentence(parts: dict[str, Any], says: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as refused:
        crawled(tmp_path / "crawl", **parts)
    assert str(refused.value).startswith(says)


def even_pages(page: Page) -> float:
    return 0.75 if int(page.url[-1]) % 2 == 0 else 0.25


class EvenPages:
    """A relevance model that is a class."""

    def __call__(self, page: Page) -> float:
        return even_pages(page)


def test_status_names_the_function_that_judges_and_the_model_that_scores_links(tmp_path: Path) -> None:
    folder = CrawlFolder(tmp_path / "crawl")
    crawled(folder.path, relevance=even_pages, pages=2)
    now = folder.status()
    assert (now.relevance, now.strategy, now.link_model) == (f"{__name__}.even_pages", "ops", "cre")
    crawled(folder.path, relevance=EvenPages(), pages=3)
    assert folder.status().relevance == f"{__name__}.EvenPages"
    crawled(folder.path, pages=4)
    assert folder.status().relevance == "tag-vsm"
    done = folder.rejudge(relevance=even_pages)
    assert done.relevance == folder.status().relevance == f"{__name__}.even_pages"
    assert folder.rejudge().relevance == folder.status().relevance == "tag-vsm"
