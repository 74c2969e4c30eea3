"""A crawl that runs hears what people say in another process, and a crawl that goes on remembers it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cli.conftest import Command
from tests.local_web import LocalWeb, local_web
from tests.marking.made_up import FLOODS, SEED, Learning, LearningByMarks, about, answer, crawl, rows, url

from honeyguide import Crawl, Settings, open_crawl
from honeyguide.model import EventKind
from honeyguide.storage.memory import MemoryStore


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(answer) as served:
        yield served


def judged_on_topic(folder: Path, after: int) -> set[str]:
    """Subjects of the pages after this visit that were on topic when they came."""
    query = f"SELECT url FROM pages JOIN links ON links.id = link WHERE visit > {after} AND on_topic"
    return {about(int(address.rpartition("/")[2]))[0] for (address,) in rows(folder, query)}


@pytest.mark.slow
def test_a_mark_of_another_process_is_used_at_once(web: LocalWeb, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    given = {"connect_to": web.address, "delay": 0.0, "workers": 0, "concurrency": 1, "pages": 38, "robots": False}
    settings = msgspec.convert({**given, "strategy": "bfs"}, Settings)
    marked_after = 12

    async def run() -> None:
        async for _ in (made := Crawl(FLOODS, [SEED], out, settings, relevance=Learning)):
            if made.pages == marked_after:
                said = await asyncio.to_thread(Command(tmp_path), "mark", out, url(6), "--on")
                assert (said.code, said.out) == (0, ""), said.err
                assert "marked: 1 on topic; 1 joined" in said.err
                assert "the crawl hears of it while it runs; when it has ended, " in said.err

    asyncio.run(run())
    (event,) = [each for each in open_crawl(out).events() if each.kind is EventKind.MARK]
    assert (event.detail, event.url) == ("on topic", url(6))
    assert judged_on_topic(out, marked_after + 2) == {"garden"}
    assert rows(out, f"SELECT count(*) FROM pages WHERE visit < {marked_after} AND on_topic") == [(1,)]


def test_a_crawl_that_goes_on_uses_earlier_marks_and_tells_of_them_no_more(web: LocalWeb, tmp_path: Path) -> None:
    crawl(web.address, tmp_path, 12, strategy="bfs", relevance=Learning)
    open_crawl(tmp_path).mark(url(6), True)
    crawl(web.address, tmp_path, 38, strategy="bfs", relevance=Learning)
    assert judged_on_topic(tmp_path, 12) == {"garden"}
    assert [each for each in open_crawl(tmp_path).events() if each.kind is EventKind.MARK] == []


def test_many_marks_are_learnt_from_at_once_and_taken_back(web: LocalWeb, tmp_path: Path) -> None:
    told: list[int] = []

    class Told(LearningByMarks):
        def revise(self) -> NDArray[np.float32] | None:
            scores = super().revise()
            if scores is not None:
                told.append(len(self.marked))
            return scores

    class Telling(Learning):
        def decision(self) -> LearningByMarks:
            return Told()

    crawl(web.address, tmp_path, 20, strategy="bfs", relevance=Telling)
    fetched = [row[0] for row in rows(tmp_path, "SELECT url FROM pages JOIN links ON links.id = pages.link LIMIT 9")]
    open_crawl(tmp_path).mark(fetched, True)
    crawl(web.address, tmp_path, 24, strategy="bfs", relevance=Telling)
    assert told == [9]
    given = {"connect_to": web.address, "delay": 0.0, "workers": 0, "concurrency": 1, "pages": 38, "robots": False}

    async def run() -> None:
        settings = msgspec.convert({**given, "strategy": "bfs"}, Settings)
        async for _ in (made := Crawl(FLOODS, [SEED], tmp_path, settings, relevance=Telling)):
            if made.pages == 30:
                open_crawl(tmp_path).mark(fetched[:4], None)

    asyncio.run(run())
    assert told == [9, 9, 5]


def test_without_a_model_that_learns_a_mark_is_noted_and_the_crawl_goes_on(web: LocalWeb, tmp_path: Path) -> None:
    given = {"connect_to": web.address, "delay": 0.0, "workers": 0, "concurrency": 1, "pages": 20, "robots": False}

    async def run() -> None:
        async for _ in (made := Crawl(FLOODS, [SEED], tmp_path, msgspec.convert(given, Settings))):
            if made.pages == 5:
                open_crawl(tmp_path).mark(SEED, False)
            if made.pages == 10:
                open_crawl(tmp_path).mark(SEED, None)

    asyncio.run(run())
    said = [(each.detail, each.url) for each in open_crawl(tmp_path).events() if each.kind is EventKind.MARK]
    assert said == [("off topic", SEED), ("taken back", SEED)]


def test_a_store_in_memory_takes_marks_too_and_one_without_them_works(web: LocalWeb) -> None:
    class WithoutMarks(MemoryStore):
        new_marks = None  # type: ignore[assignment]

        def __getattribute__(self, name: str) -> object:
            if name == "new_marks":
                raise AttributeError(name)
            return super().__getattribute__(name)

    store = MemoryStore()
    crawl(web.address, Path(), 12, strategy="bfs", relevance=Learning, store=store)
    number = store.link_table.find(url(6))
    assert number is not None
    again = MemoryStore(store)
    again.mark(number, True)
    run = crawl(web.address, Path(), 38, strategy="bfs", relevance=Learning, store=again)
    assert run.on_topic > 0
    assert crawl(web.address, Path(), 12, store=WithoutMarks()).pages == 12
