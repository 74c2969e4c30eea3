"""What a real crawl leaves in its store: totals, events and links, held against its tables and its pages."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.local_web import LocalWeb, local_web
from tests.storage import small_web
from tests.storage.counted import counted

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.link_table import url_hash
from honeyguide.model import CrawlEvent, EventKind
from honeyguide.parsing.html import parse
from honeyguide.storage.events import events
from honeyguide.storage.page_links import page_links
from honeyguide.storage.results import status
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.response import Answer


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "crawl.db")) as database:
        return database.execute(query).fetchall()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1])
def test_totals_are_what_the_tables_count_after_every_stop(tmp_path: Path, workers: int) -> None:
    out = tmp_path / "crawl"
    with local_web(small_web.answer) as web:
        for pages in (1, 9, 21, 0):
            small_web.crawl(web.address, out, pages, workers=workers, retries=0)
            assert status(out) == counted(out)
    now = status(out)
    assert now.failures.keys() == {"http-error", "redirect"}
    assert (now.pages, now.duplicates, now.waiting) == (33, 1, 0)
    assert 4 <= now.failures["http-error"] <= 7  # the busy seed is tried again by runs that come after its rest


@pytest.mark.slow
def test_a_process_that_polls_sees_every_event_once_and_in_order(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    seen: list[CrawlEvent] = []

    def poll() -> None:
        seen.extend(events(out, since=seen[-1].id if seen else 0))

    async def watched(web: LocalWeb, pages: int) -> None:
        given = {"connect_to": web.address, "delay": 0.0, "workers": 0, "retries": 0, "pages": pages}
        async for found in Crawl(small_web.TOPIC, small_web.SEEDS, out, msgspec.convert(given, Settings)):
            poll()
            assert found.url in {event.url for event in seen if event.kind is EventKind.PAGE}

    with local_web(small_web.answer) as web:
        asyncio.run(watched(web, 12))
        asyncio.run(watched(web, 0))
    poll()
    assert seen == list(events(out))
    assert [event.id for event in seen] == list(range(1, len(seen) + 1))
    beside = [event.kind for event in seen if event.outcome is None and event.kind is not EventKind.STRATEGY]
    assert beside == [EventKind.START, EventKind.STOP, EventKind.RESUME, EventKind.SETTINGS, EventKind.STOP]
    assert len([event for event in seen if event.outcome]) == len(rows(out, "SELECT 1 FROM visits"))
    stop = next(place for place, event in enumerate(seen) if event.kind is EventKind.STOP)
    assert sum(event.kind is EventKind.PAGE for event in seen[:stop]) == 12


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1])
def test_what_links_look_like_is_what_the_parser_saw(tmp_path: Path, workers: int) -> None:
    """Also when some may not be followed, and after a stop."""
    with local_web(small_web.answer) as web:
        for pages in (10, 0):
            small_web.crawl(web.address, tmp_path, pages, workers=workers, exclude=["http://c.example/*"])
    urls = [str(url) for (url,) in rows(tmp_path, "SELECT url FROM links ORDER BY id")]
    given = list(page_links(tmp_path))
    assert len(given) > 15
    for each in given:
        page = parse(small_web.answer(urls[each.link]).body.decode(), urls[each.link], max_links=100)
        followed = [(place, out) for place, out in enumerate(page.links) if out.host != "c.example"]
        assert list(zip(each.positions, each.links, strict=True)) == followed
        assert [urls[target] for target in each.targets] == [out.url for out in each.links]
    assert any(each.positions != tuple(range(len(each.positions))) for each in given)
    assert {term for each in given for term in each.relevance.matched_terms} == {0, 1}
    assert {out.rel for each in given for out in each.links} == {"", "next"}
    assert all(out.context and out.heading and out.path for each in given for out in each.links)


def test_a_url_is_stored_with_its_hash(tmp_path: Path) -> None:
    with local_web(small_web.answer) as web:
        small_web.crawl(web.address, tmp_path, 5)
    stored = rows(tmp_path, "SELECT url, hash FROM links")
    assert stored == [(url, url_hash(str(url))) for url, _ in stored]
    assert len({digest for _, digest in stored}) == len(stored)


class Site:
    """Answers from a dictionary, in virtual time; every address that it lacks fails for now."""

    def __init__(self, pages: dict[str, str], clock: float = 1000.0) -> None:
        self.pages = pages
        self.asked: list[str] = []
        self.web = SimulatedWeb(self, delay=0.0, robots=False, start=clock)

    def answer(self, url: str) -> Answer:
        self.asked.append(url)
        if url in self.pages:
            return Answer(200, small_web.HTML, self.pages[url].encode())
        return Answer(503, small_web.HTML, b"later")

    def latency(self, host: str) -> float:
        return 0.01


def run(site: Site, out: Path, **changes: object) -> None:
    seeds = ["http://a.example/", "http://busy.example/"]
    given = {"workers": 0, "concurrency": 1, "strategy": "bfs", **changes}

    async def through() -> None:
        async for _ in Crawl(small_web.TOPIC, seeds, out, msgspec.convert(given, Settings), web=site.web):
            pass

    asyncio.run(through())


def test_after_a_stop_copies_of_earlier_pages_are_told(tmp_path: Path) -> None:
    text = " ".join(f"The flood of year {year} rose over the river dam {year * 7}." for year in range(30))
    front = f"<title>One</title><p>{text}</p><a href='http://b.example/'>flood</a>"
    copy = f"<title>Other</title><p>{text}</p>"
    pages = {"http://a.example/": front, "http://b.example/": copy, "http://busy.example/": "<p>nothing"}
    run(Site(pages), tmp_path, pages=1)
    run(Site(pages), tmp_path)
    assert status(tmp_path).pages == 3
    assert rows(tmp_path, "SELECT duplicate_of FROM pages JOIN links ON links.id = link WHERE url LIKE '%b.ex%'") == [
        (0,)
    ]


def test_after_a_stop_a_link_that_failed_has_only_the_tries_left_that_it_had(tmp_path: Path) -> None:
    pages = {"http://a.example/": "<a href='http://later.example/'>flood</a>", "http://busy.example/": "<p>nothing"}
    first = Site(pages)
    run(first, tmp_path, retries=2, time=8.0)  # tried at 0 and 5 s; the third time would come 20 s later
    assert first.asked.count("http://later.example/") == 2
    second = Site(pages, clock=first.web.now())
    run(second, tmp_path, retries=2)
    assert second.asked == ["http://later.example/"]
    assert second.web.now() >= 1025.0
    assert status(tmp_path).waiting == 0


def test_an_address_that_a_page_claimed_before_a_stop_is_not_fetched_after_it(tmp_path: Path) -> None:
    claim = "<link rel=canonical href='http://a.example/x'><a href='http://a.example/x'>flood</a>"
    pages = {
        "http://a.example/": "<a href='http://a.example/x?print=yes'>flood</a>",
        "http://a.example/x?print=yes": claim,
        "http://busy.example/": "<p>nothing",
    }
    run(Site(pages), tmp_path, pages=3)
    second = Site(pages)
    run(second, tmp_path)
    assert second.asked == []
    assert rows(tmp_path, "SELECT outcome FROM visits ORDER BY id DESC LIMIT 1") == [("alias",)]
