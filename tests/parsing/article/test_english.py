"""What English pages say under the title with labels."""

from __future__ import annotations

import re

import pytest
from tests.parsing.article.pages import STORY, elements

from honeyguide.demo import web

LABELLED = re.compile(r"(Source|Author): ([^<|]+?)\s*(?:<|\|)")


def test_every_label_of_the_demo_is_read() -> None:
    pages, shown = web(seed=1), 0
    for number in filter(pages.planting, range(len(pages))):
        html = pages.html(number)
        labels = dict(LABELLED.findall(html))
        if not labels:
            continue
        shown += 1
        found = elements(html, pages.url(number))
        assert {"Source": found.source, "Author": found.author}.items() >= labels.items()
    assert shown >= 50


@pytest.mark.parametrize(
    ("under", "named"),
    [
        ("<p>Source: Valley Courier</p><p>Author: Ann Example</p>", ("Valley Courier", "Ann Example")),
        ("<p>Author: Ann Example | Source: Valley Courier</p>", ("Valley Courier", "Ann Example")),
        ("<div><span>Source:</span><a href='/c'>Valley Courier</a><span>Share</span></div>", ("Valley Courier", "")),
        ("<p>Written by: Ann Example</p>", ("news.example", "Ann Example")),
        ("<p>Editor: Ann Example</p>", ("news.example", "")),
        ("<p>wal_delay (integer): source: the configuration file</p>", ("news.example", "")),
        ("<p>Source: the configuration file</p>", ("news.example", "")),
        ("<p>By Background writer, one process of the server is meant.</p>", ("news.example", "")),
        ('<p id="GUC-WAL-WRITER-DELAY">wal_writer_delay</p>', ("news.example", "")),
    ],
)
def test_labels_under_the_title_name_source_and_author(under: str, named: tuple[str, str]) -> None:
    found = elements(f"<title>Storm closes bridge</title><h1>Storm closes bridge</h1>{under}{STORY}")
    assert (found.source, found.author) == named


def test_a_label_far_from_the_title_is_body_text() -> None:
    page = f"<title>Storm</title><h1>Storm</h1>{STORY * 4}<p>Source: Valley Courier</p><p>Author: Ann Example</p>"
    found = elements(page)
    assert (found.source, found.author) == ("news.example", "")


def test_a_date_that_only_the_text_speaks_of_is_not_the_pages() -> None:
    page = f"<title>Dates</title><h1>Dates</h1>{STORY}<p>The query is SELECT date '1999-02-22' and nothing else.</p>"
    assert elements(f"<html><body>{page}</body></html>").published == ""


def test_the_front_page_of_a_site_is_no_story() -> None:
    page = f"<title>Storm</title><h1>Storm</h1><p>By Ann Example</p><p>Published: 1 July 2026</p>{STORY}"
    assert elements(page, "http://news.example/storm").author == "Ann Example"
    for url in ("http://news.example/", "http://news.example/index.html"):
        assert (elements(page, url).author, elements(page, url).published) == ("", "")
