import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from honeyguide.config import Settings
from honeyguide.model import Article, Extract, Topic
from honeyguide.storage.elements import element_row
from honeyguide.storage.files import DATABASE
from honeyguide.storage.folder import lay_out_or_check
from honeyguide.storage.items import counts, host_graph, items
from honeyguide.timestamps import parse as parse_time

HOSTS = ["a.example", "b.example", "c.example"]
LINKS = [0, 0, 1, 1, 2]
"""Host of each link."""
CITATIONS = [(0, 1), (0, 2), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (4, 0)]


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    lay_out_or_check(tmp_path, Topic(name="floods", keywords={"flood": 1.0}), Settings(), "0.1")
    return tmp_path


def fill(crawl: Path) -> None:
    with closing(sqlite3.connect(crawl / DATABASE)) as database, database:
        database.executemany("INSERT INTO hosts VALUES (?, ?)", enumerate(HOSTS))
        database.executemany(
            "INSERT INTO links VALUES (?, ?, ?, 0, -1, 0, 0)",
            [(number, f"http://{HOSTS[host]}/{number}", host) for number, host in enumerate(LINKS)],
        )
        database.executemany("INSERT INTO citations VALUES (?, ?, '', 0.0, NULL, NULL)", CITATIONS)


def test_hosts_cite_each_other_with_different_links(crawl: Path) -> None:
    fill(crawl)
    names, sources, targets, links = host_graph(crawl)
    assert names == HOSTS
    # a holds 2 (three times, on two pages) and 3 of b; b holds 4 of c on two pages; c holds 0 of a.
    found = dict(zip(zip(sources.tolist(), targets.tolist(), strict=True), links.tolist(), strict=True))
    assert found == {(0, 1): 2, (1, 2): 1, (2, 0): 1}


def test_an_item_is_a_page_on_topic_with_its_elements(crawl: Path) -> None:
    fill(crawl)
    with closing(sqlite3.connect(crawl / DATABASE)) as database, database:
        for link, (on_topic, copy_of) in enumerate([(1, None), (1, 0), (1, None), (0, None)]):
            visit = (link, link, 5.0 + link, 0.1, "page", 200, 1, 1, None, "", None, None, None)
            database.execute(f"INSERT INTO visits VALUES ({', '.join('?' * 13)})", visit)
            page = (link, link, 0.5, on_topic, copy_of, b"", "en", "P", "", "", 0, "[]", "text", None, None, "html")
            database.execute(f"INSERT INTO pages VALUES ({', '.join('?' * 16)})", page)
        for link, published in enumerate(["2026-07-01", "2026-07-01T12:00:00+00:00"]):
            # 1782907200 is noon of 2026-07-01, UTC
            row = (link, "Title", published, "2026-07-02", 1782907200.0, "Herald", "Ann", "en", "flood", "[]", b"")
            database.execute(f"INSERT INTO elements VALUES ({', '.join('?' * 11)})", row)
    one, other = items(crawl)
    assert (one.number, one.url, one.title, one.content) == (0, "http://a.example/0", "Title", "flood")
    assert (one.published, one.updated, one.fetched_at) == (1782907200.0, 1782907200.0 + 86_400, 5.0)
    assert (one.day_only, other.day_only) == (True, False)
    assert counts(crawl) == (3, 2, 1, 8.0)


def test_a_crawl_without_citations_has_hosts_and_no_graph(crawl: Path) -> None:
    assert [list(part) for part in host_graph(crawl)] == [[], [], [], []]


def test_a_date_after_the_crawl_is_told_but_no_moment_of_the_store() -> None:
    found = Extract(Article("http://a.example/", published="2049-05-09"), b"", ("", "", "", ""))
    row = element_row(1, found, parse_time("2026-01-01") or 0.0)
    assert "2049-05-09" in row
    assert parse_time("2049-05-09") not in row
    assert parse_time("2049-05-09") in element_row(1, found, parse_time("2049-05-09") or 0.0)
