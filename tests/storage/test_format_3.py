"""A real folder of the format before this one opens, shows what it holds, and goes on to the same end."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import CommandHere
from tests.local_web import local_web
from tests.storage import small_web
from tests.storage.counted import counted
from tests.storage.older import unpack_format_3

from honeyguide.insight.search import search
from honeyguide.model import EventKind
from honeyguide.storage.events import events
from honeyguide.storage.folder import connect
from honeyguide.storage.page_links import page_links
from honeyguide.storage.results import best, pages, status


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return unpack_format_3(tmp_path)


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "crawl.db")) as database:
        return database.execute(query).fetchall()


def test_it_is_of_format_3(old: Path) -> None:
    assert rows(old, "SELECT value FROM meta WHERE key = 'schema_version'") == [("3",)]
    assert len(rows(old, "SELECT * FROM kept")) == 32


def test_it_shows_what_it_holds(old: Path) -> None:
    then = counted(old)
    now = status(old)
    assert (now.pages, now.on_topic, now.duplicates, now.links, now.waiting) == (18, 12, 1, 32, 10)
    assert counted(old) == then
    assert now.failures == {"http-error": 3, "redirect": 1}
    assert now.last_event == "stop: 18 pages"
    assert len(list(pages(old, relevant=False))) == 18
    first, evidence = next(best(old, 1))
    assert first.on_topic
    assert evidence[0].term in {"flood", "river"}


def test_it_is_searched_and_exported(old: Path) -> None:
    assert search(old, "flood").total == 12
    said = CommandHere(old.parent)("export", old, "--to", "jsonl", "--output", old.parent / "out.jsonl")
    assert said.code == 0, said.err
    assert len((old.parent / "out.jsonl").read_text().splitlines()) == 18


def test_its_events_come_in_order(old: Path) -> None:
    happened = list(events(old))
    assert [event.id for event in happened] == list(range(1, 25))
    assert (happened[0].kind, happened[-1].kind) == (EventKind.START, EventKind.STOP)
    assert sum(event.kind is EventKind.PAGE for event in happened) == 18


def test_of_its_links_the_anchors_are_known(old: Path) -> None:
    connect(old).close()
    given = list(page_links(old))
    assert [each.link for each in given] == [link for (link,) in rows(old, "SELECT link FROM pages ORDER BY visit")]
    cited = rows(old, "SELECT target, anchor FROM citations WHERE anchor IS NOT NULL ORDER BY rowid")
    assert [
        pair for each in given for pair in zip(each.targets, (out.anchor for out in each.links), strict=True)
    ] == cited


def test_it_goes_on_to_the_same_end_as_a_crawl_that_was_never_stopped(old: Path, tmp_path: Path) -> None:
    with local_web(small_web.answer) as web:
        small_web.crawl(web.address, tmp_path / "whole", 0)
        before = sum(web.pages_requested().values())
        small_web.crawl(web.address, old, 0)
        asked_again = sum(web.pages_requested().values()) - before
    found = "SELECT url, relevance, on_topic, title, text FROM pages JOIN links ON links.id = link ORDER BY url"
    assert rows(old, found) == rows(tmp_path / "whole", found)
    outcomes = "SELECT DISTINCT url, outcome FROM visits JOIN links ON links.id = link ORDER BY url"
    assert rows(old, outcomes) == rows(tmp_path / "whole", outcomes)
    assert asked_again == len(rows(tmp_path / "whole", "SELECT 1 FROM visits")) - 22 + 1  # the seed that was busy
    assert (status(old).on_topic, status(old).waiting) == (status(tmp_path / "whole").on_topic, 0)
    assert counted(old) == status(old)
