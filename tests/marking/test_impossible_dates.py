"""A date that lies long after a page was fetched is no date of it, whenever the page is read: real crawls."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.local_web import local_web
from tests.marking.made_up import FLOODS, HTML

from honeyguide import Crawl, CrawlFolder, Settings, open_crawl
from honeyguide.web.response import NOT_FOUND, Answer

SEED = "http://a.example/story"
PAGE = (
    '<html lang="en"><title>Flood on the river</title><meta property="article:published_time" content="2062-11-05">'
    f"<h1>Flood on the river</h1><p>{' '.join(['The flood of the river rose in the night.'] * 20)}"
)


def answer(url: str) -> Answer:
    return Answer(200, HTML, PAGE.encode()) if url == SEED else NOT_FOUND


@pytest.fixture
def crawl(tmp_path: Path) -> CrawlFolder:
    with local_web(answer) as web:
        settings = Settings(pages=1, connect_to=web.address, workers=0, encoder="none")
        Crawl(FLOODS, [SEED], tmp_path / "floods", settings).finish()
    return open_crawl(tmp_path / "floods")


def published(crawl: CrawlFolder) -> str:
    return crawl.page(SEED).published


def test_an_impossible_date_is_none_in_a_crawl_and_when_its_pages_are_read_again(crawl: CrawlFolder) -> None:
    assert (crawl.page(SEED).on_topic, published(crawl)) == (True, "")
    with closing(sqlite3.connect(crawl.path / "crawl.db", isolation_level=None)) as database:
        database.execute("DELETE FROM elements")
    assert crawl.index().drawn == 1
    assert published(crawl) == ""
    crawl.mark(SEED, False)
    crawl.mark(SEED, True)
    assert (crawl.page(SEED).on_topic, published(crawl)) == (True, "")
