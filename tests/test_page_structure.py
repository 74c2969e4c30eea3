"""Markdown and chunks of a crawl have the structure of its pages, which is read from the raw responses."""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.local_web import local_web
from tests.written_pages.documentation import CHINESE_BLOG, SPHINX

from honeyguide import open_crawl
from honeyguide.analysis import TOO_SLOW
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.model import Thresholds, Topic
from honeyguide.page_structure import structure_reader
from honeyguide.web.response import NOT_FOUND, Answer

HTML = (("Content-Type", "text/html; charset=utf-8"),)
PAGES = {"http://docs.example/writer.html": SPHINX, "http://blog.example/backup.html": CHINESE_BLOG}
TOPIC = Topic(
    name="stores",
    keywords={"writer": 1.0, "备份": 1.0},
    relevance="tag-vsm",
    thresholds=Thresholds(page=0.0),
)


def crawled(folder: Path, pages: dict[str, str], **changes: Any) -> Path:
    def answer(asked: str) -> Answer:
        page = pages.get(asked)
        return Answer(200, HTML, page.encode()) if page else NOT_FOUND

    async def whole(crawl: Crawl) -> None:
        async for _ in crawl:
            pass

    with local_web(answer) as web:
        settings = Settings(connect_to=web.address, delay=0.0, workers=0, retries=0, pages=2, **changes)
        asyncio.run(whole(Crawl(TOPIC, tuple(pages), folder, settings)))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return crawled(tmp_path / "stores", PAGES)


def exported(folder: Path) -> tuple[str, list[dict[str, object]]]:
    """The Markdown of all pages, and their chunks."""
    crawl = open_crawl(folder)
    assert crawl.export("markdown", folder.parent / "pages", force=True).count == 2
    crawl.export("chunks", folder.parent / "chunks.jsonl", force=True)
    text = "".join(path.read_text("utf-8") for path in sorted((folder.parent / "pages").glob("*.md")))
    lines = (folder.parent / "chunks.jsonl").read_text("utf-8").splitlines()
    return text, [json.loads(line) for line in lines]


def test_markdown_and_chunks_have_headings_code_tables_lists_and_links(folder: Path) -> None:
    text, chunks = exported(folder)
    for wanted in (
        "\n## Delay\n", "\n### Order of the limits\n", "\n```python3\nimport store\n", "\n1. time, which is cheap",
        "\n| `writer_delay` | milliseconds | 200 |\n", "[configuration file](http://docs.example/config.html)",
        "The writer process flushes pages that were changed and wakes up", "\n## 一、逻辑备份\n",
        "\n```bash\ndump --all", "本文介绍两种备份方法", "\n| 逻辑备份 | 慢 | 可以 |\n", "\nestimated_tokens: ",
    ):  # fmt: skip
        assert wanted in text, wanted
    assert ["Writer settings", "Limits", "Order of the limits"] in [chunk["headings"] for chunk in chunks]
    assert all(chunk["markdown"] and chunk["estimated_tokens"] for chunk in chunks)


def test_without_the_raw_responses_there_is_the_text(folder: Path) -> None:
    assert open_crawl(folder).export("markdown", folder.parent / "whole").plain == 0
    shutil.rmtree(folder / "warc")
    text, chunks = exported(folder)
    assert open_crawl(folder).export("markdown", folder.parent / "plain").plain == 2
    assert "\nThe writer process flushes pages that were changed" in text
    assert "\n```" not in text
    assert "\n| setting | unit | default |\n| --- | --- | --- |\n" in text
    assert "\n| writer\\_pages | pages \\| none | 100 |\n" in text
    assert not any(chunk["markdown"] or chunk["headings"] for chunk in chunks)
    assert chunks


def test_a_page_whose_structure_takes_too_long_is_written_as_text(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = "http://many.example/"
    folder = crawled(tmp_path / "many", {url: "<p>the writer writes" * 20_000}, extract=False)
    (page,) = open_crawl(folder).pages()
    assert structure_reader(folder, Settings())(url, page.text)
    gc.collect()  # else what other tests left may be swept up when the time is over, and swallow the first ring
    assert not structure_reader(folder, Settings(parse_seconds=0.02))(url, page.text)
    assert f"{url}: written as plain text: {TOO_SLOW}" in caplog.text
