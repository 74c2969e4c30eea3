"""A page has the verdict of its mark at once, whole: real folders of real crawls."""

from __future__ import annotations

import csv
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.local_web import LocalWeb, local_web
from tests.marking.made_up import GARDENS, answer, crawl, everything, rows, url
from tests.storage.counted import counted
from tests.storage.older import make_old

from honeyguide import BadInput, CannotRun, CrawlFolder, open_crawl
from honeyguide.marking.marks import Marked
from honeyguide.storage.database import Database
from honeyguide.storage.lock import locked
from honeyguide.storage.results import status
from honeyguide.storage.store import FolderStore


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(answer) as served:
        yield served


@pytest.fixture(scope="module")
def made(web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("crawls") / "floods"
    crawl(web.address, out, 25, strategy="bfs")
    return out


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> CrawlFolder:
    copy = tmp_path / "crawl"
    shutil.copytree(made, copy)
    return open_crawl(copy)


FLOOD, GARDEN, CHINESE = url(5), url(6), url(8)


def shown(folder: CrawlFolder) -> set[str]:
    return {each.page.url for each in folder.results(top=None)}


def found(folder: CrawlFolder, query: str) -> set[str]:
    return {hit.url for hit in folder.search(query, top=100).pages}


def test_a_page_marked_off_leaves_and_one_marked_on_joins_with_all_that_it_needs(folder: CrawlFolder) -> None:
    assert (FLOOD in shown(folder), CHINESE in shown(folder)) == (True, False)
    assert (FLOOD in found(folder, "flood"), CHINESE in found(folder, "花园")) == (True, False)
    assert folder.mark({FLOOD: False, CHINESE: True}) == Marked(1, 1, 0, 1, 1)
    assert (FLOOD in shown(folder), CHINESE in shown(folder)) == (False, True)
    assert (FLOOD in found(folder, "flood"), CHINESE in found(folder, "花园")) == (False, True)
    assert folder.search("flood", top=1).degraded_reason == ""
    assert rows(folder.path, "SELECT * FROM search_changes") == []
    pages = {page.url: page for page in folder.pages()}
    assert (pages[FLOOD].mark, pages[FLOOD].on_topic, pages[FLOOD].text, pages[FLOOD].content) == (
        "off",
        False,
        "",
        "",
    )
    joined = pages[CHINESE]
    assert (joined.mark, joined.on_topic, joined.title) == ("on", True, "花园")
    assert "花园" in joined.text
    assert "花园" in joined.content
    assert status(folder.path) == counted(folder.path)
    assert folder.marks() == {CHINESE: True, FLOOD: False}


def test_marks_that_are_taken_back_leave_nothing_behind(folder: CrawlFolder) -> None:
    before = everything(folder.path)
    folder.mark([FLOOD, GARDEN, CHINESE], False)
    folder.mark([FLOOD, GARDEN, CHINESE], True)
    assert folder.mark([FLOOD, GARDEN, CHINESE, url(9)], None) == Marked(0, 0, 4, 0, 2)
    assert everything(folder.path) == before
    assert folder.marks() == {}
    assert found(folder, "garden") == set()


def test_exports_and_results_say_what_is_marked(folder: CrawlFolder, tmp_path: Path) -> None:
    folder.mark(CHINESE, True)
    folder.mark(FLOOD, False)
    folder.export("csv", tmp_path / "pages.csv")
    with (tmp_path / "pages.csv").open(encoding="utf-8-sig", newline="") as stream:
        exported = {row["url"]: row["mark"] for row in csv.DictReader(stream)}
    assert {page: mark for page, mark in exported.items() if mark} == {CHINESE: "on", FLOOD: "off"}
    assert {each.page.url for each in folder.results(top=None) if each.page.mark} == {CHINESE}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("http://b.example/4444", r"is no page of the crawl in .*; did you mean http://b\.example/4\?"),
        ("http://aa.example/0", r"is no page of the crawl in .*; did you mean a\.example\?"),
        ("http://nowhere.test/", r"is no page of the crawl in [^;]*$"),
        (url(30), "is known and not fetched yet"),
        ("http://a.example/99", r"brought no page \(http-error\)"),
        ("http://a.example/moved", f"leads to {url(2)}; mark that"),
        ("not a url", r"^'not a url' is not a URL$"),
        ("http://a.example/\udce9", r"^'http://a\.example/\?' is not a URL$"),
        ("b.example/4", r"^'b\.example/4' is not a URL; did you mean http://b\.example/4\?$"),
    ],
)
def test_what_is_no_page_of_the_crawl_is_refused_and_nothing_is_marked(
    web: LocalWeb, folder: CrawlFolder, wrong: str, says: str
) -> None:
    if "moved" in wrong or "99" in wrong:
        crawl(web.address, folder.path, 0, strategy="bfs")
    with pytest.raises(BadInput, match=says):
        folder.mark([FLOOD, wrong], False)
    assert folder.marks() == {}
    with pytest.raises(BadInput, match="nothing to mark"):
        folder.mark([], True)


def test_the_way_an_address_is_written_does_not_matter(folder: CrawlFolder) -> None:
    folder.mark(FLOOD.replace("http://c", "HTTP://C") + "#top", False)
    assert folder.marks() == {FLOOD: False}


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_folders_of_older_formats_are_marked_and_judged_again(folder: CrawlFolder, version: int) -> None:
    shutil.rmtree(folder.path / "search")
    make_old(folder.path, version)
    folder.mark(CHINESE, True)
    assert CHINESE in shown(folder)
    done = folder.rejudge(GARDENS)
    assert done.failed == {}
    assert folder.topic == GARDENS
    assert status(folder.path) == counted(folder.path)


def test_a_full_disk_is_one_clear_sentence(folder: CrawlFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, **options: bool) -> Database:
        database = connect(path, **options)
        if options.get("write"):
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
        return database

    from honeyguide.storage import marks, verdicts
    from honeyguide.storage.folder import connect

    before = everything(folder.path)
    monkeypatch.setattr(marks, "connect", full)
    monkeypatch.setattr(verdicts, "connect", full)
    gardens = [page.url for page in folder.pages() if not page.on_topic]
    with pytest.raises(CannotRun, match="the disk is full; nothing was marked: make room"):
        folder.mark(gardens, True)
    with pytest.raises(CannotRun, match="the disk is full; nothing was changed: make room"):
        folder.rejudge(GARDENS)
    assert everything(folder.path) == before


def test_a_folder_that_cannot_be_written_is_one_clear_sentence(
    folder: CrawlFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # as for a user who may not write: root may
    with pytest.raises(CannotRun, match="cannot be written, so nothing was marked"):
        folder.mark(FLOOD, False)


def test_a_page_that_left_is_not_found_while_a_crawl_holds_the_lock_and_search_index(
    folder: CrawlFolder,
) -> None:
    assert FLOOD in found(folder, "flood")
    with locked(folder.path):
        folder.mark({FLOOD: False, CHINESE: True})
        answer = folder.search("flood", top=100)
        assert FLOOD not in {hit.url for hit in answer.pages}
        assert answer.degraded_reason == ""
        assert CHINESE in found(folder, "花园")
    assert CHINESE in found(folder, "花园")


@pytest.mark.slow
def test_a_mark_goes_past_the_lock_and_waits_no_longer_than_a_commit(folder: CrawlFolder) -> None:
    with locked(folder.path):
        folder.mark(FLOOD, False)
    assert folder.marks() == {FLOOD: False}
    with closing(sqlite3.connect(folder.path / "crawl.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotRun, match="another process is writing at the moment"):
            folder.mark(CHINESE, True)
        other.execute("ROLLBACK")


def test_a_store_tells_each_mark_once(folder: CrawlFolder) -> None:
    folder.mark(FLOOD, False)
    store = FolderStore(folder.path, "test", 0.0)
    (number,) = rows(folder.path, f"SELECT id FROM links WHERE url = '{CHINESE}'")[0]
    (first,) = store.new_marks()
    assert first.on_topic is False
    assert store.new_marks() == ()
    store.commit({"own": "writing"})
    assert store.new_marks() == ()
    folder.mark(CHINESE, True)
    assert [tuple(mark) for mark in store.new_marks()] == [(number, True)]
    folder.mark(CHINESE, None)
    folder.mark(FLOOD, True)
    assert {tuple(mark) for mark in store.new_marks()} == {(number, None), (first.link, True)}
    store.close()


def test_a_mark_that_scores_know_of_and_that_is_taken_back_asks_for_judging_again(folder: CrawlFolder) -> None:
    folder.rejudge(msgspec.structs.replace(GARDENS, relevance="judge"))
    folder.mark({FLOOD: True, GARDEN: True})
    assert folder.unheard_marks() == 2
    folder.mark(GARDEN, None)
    assert folder.unheard_marks() == 1, "no score ever knew of it"
    folder.rejudge()
    assert folder.unheard_marks() == 0
    folder.mark(FLOOD, None)
    assert folder.unheard_marks() == 1
    folder.mark(FLOOD, False)
    assert folder.unheard_marks() == 1, "it is one page"
    folder.rejudge()
    assert folder.unheard_marks() == 0
