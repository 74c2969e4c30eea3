"""A crawl that goes on asks its database as often for many links as for few."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.plain_choices import RAIN

from honeyguide import links, strategies
from honeyguide.config import Settings
from honeyguide.core.crawl_core import CrawlCore
from honeyguide.model import Fetched, Outcome, Trap
from honeyguide.storage.database import SqliteDatabase
from honeyguide.storage.store import FolderStore
from honeyguide.testing.records import out_link, page_record


def opened(folder: Path, settings: Settings) -> tuple[FolderStore, CrawlCore]:
    strategy = strategies.make("bfs", r2=0.0, budget=0)
    store = FolderStore.open(folder, RAIN, settings, version="1", now=0.0)
    return store, CrawlCore(settings, store, strategy, links.make_for(strategy, RAIN), None, lambda _: 0.0)


def lay_out(folder: Path, settled: int, waiting: int = 0) -> None:
    """A crawl whose first page led to `settled` links, one of them on topic and the others not there, and to more."""
    store, core = opened(folder, Settings(strategy="bfs"))
    core.begin(["http://a.example/"], Random(1), 0.0)
    found = [f"http://a.example/{'x' if number % 2 else 'y'}/{number}" for number in range(settled + waiting)]
    store.add(page_record(store, store.link(0), out_link("http://a.example/"), *map(out_link, found)))
    store.add(page_record(store, store.link(1)))
    for number in range(2, settled + 1):
        link = store.link(number)
        core.settle(link, Fetched(link.url, Outcome.HTTP_ERROR, 404), None, 1.0)
    batch = core.take(1.0)
    for record in batch.records:
        store.add(record)
    store.commit(batch.state)
    store.close()


@contextmanager
def resumed(folder: Path, **changes: Any) -> Iterator[tuple[CrawlCore, int, list[str]]]:
    """Who goes on, how many links wait, and what the database was asked for that."""
    store, core = opened(folder, Settings(strategy="bfs", delay=0.0, **changes))
    with closing(store):
        stored = store.restore()
        assert stored is not None
        asked: list[str] = []
        assert isinstance(store._database, SqliteDatabase)
        store._database.set_trace_callback(asked.append)
        yield core, core.restore(stored, [], Random(1), 2.0, store.page_links), asked


@pytest.mark.parametrize("scope", [{}, {"exclude": ["*/y/*"]}])
def test_going_on_asks_the_database_as_often_for_many_links_as_for_few(scope: dict[str, Any], tmp_path: Path) -> None:
    lay_out(tmp_path / "few", settled=10, waiting=10)
    lay_out(tmp_path / "many", settled=400, waiting=400)
    with resumed(tmp_path / "few", **scope) as few, resumed(tmp_path / "many", **scope) as many:
        assert len(few[2]) == len(many[2])
        assert (few[1], many[1]) == ((5, 200) if scope else (10, 400))


def test_what_links_alike_were_given_and_brought_is_known_again(tmp_path: Path) -> None:
    """Those that brought a page on topic may have more; of the others nothing more comes but for want of better."""
    lay_out(tmp_path / "crawl", settled=60, waiting=7)
    with resumed(tmp_path / "crawl") as (core, _, _):
        for _ in range(4):
            (link,) = core.ask(2.0)
            assert "/y/" in link.url
            core.answered(link, 2.0)
            core.settle(link, Fetched(link.url, Outcome.HTTP_ERROR, 404), None, 2.0)
        assert core._traps.told() == [Trap("http://a.example/x/#", "alike", fetched=30, on_topic=0, waiting=3)]
