"""Crawls that were made without elements get them: real folders of real crawls, made as older versions made them."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Command, CommandHere
from tests.local_web import local_web, small_synthetic
from tests.storage.older import make_old

from honeyguide.backfill import Indexed, index
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.insight.search import search
from honeyguide.storage.items import counts
from honeyguide.storage.lock import locked
from honeyguide.storage.query_builder import Filters

pytestmark = pytest.mark.slow

WEB = small_synthetic(seed=5)
PAGES = 60


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("crawls") / "rain"
    with local_web(WEB.answer) as web:
        options = ["--connect-to", web.address, "--delay", "0", "--workers", "0", "--pages", str(PAGES)]
        said = Command(out.parent)("crawl", "rainstorm-disaster", *WEB.seeds(4), "--out", out, *options)
    assert said.code == 0, said.err
    return out


@pytest.fixture
def old(crawled: Path, tmp_path: Path) -> Path:
    """The same crawl as version 2 of the format had it."""
    copy = tmp_path / "old"
    shutil.copytree(crawled, copy)
    shutil.rmtree(copy / "search", ignore_errors=True)
    make_old(copy, 2)
    return copy


def elements(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "crawl.db")) as database:
        return database.execute("SELECT * FROM elements ORDER BY link").fetchall()


def silent(what: str, done: int, of: int) -> None:
    pass


INLINE = Settings(workers=0)


def test_an_old_folder_gets_what_a_new_crawl_has(crawled: Path, old: Path) -> None:
    told: list[tuple[str, int, int]] = []
    done = index(old, INLINE, lambda *each: told.append(each))
    assert done == Indexed(len(elements(crawled)), {})
    assert elements(old) == elements(crawled)
    assert ("pages read", done.drawn, done.drawn) in told
    assert index(old, INLINE, silent) == Indexed(0, {})


def test_worker_processes_draw_the_same(crawled: Path, old: Path) -> None:
    assert index(old, Settings(workers=2), silent).drawn == len(elements(crawled))
    assert elements(old) == elements(crawled)


def test_only_what_is_missing_is_drawn_whatever_the_page_scores(crawled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(crawled, copy)
    with closing(sqlite3.connect(copy / "crawl.db")) as database, database:
        database.execute("UPDATE elements SET title = 'kept'")
        gone = database.execute("DELETE FROM elements WHERE link % 2").rowcount
        (off,) = database.execute("SELECT link FROM pages WHERE NOT on_topic ORDER BY relevance LIMIT 1").fetchone()
        database.execute("UPDATE pages SET on_topic = 1 WHERE link = ?", (off,))  # as a threshold that fell would
    assert index(copy, INLINE, silent).drawn == gone + 1
    assert {row[1] for row in elements(copy) if isinstance(row[0], int) and row[0] % 2 == 0 and row[0] != off} == {
        "kept"
    }
    assert off in {row[0] for row in elements(copy)}


def test_search_finds_what_was_drawn(old: Path) -> None:
    before = search(old, "rainstorm", Filters(), top=3).pages
    assert {page.published for page in before} == {""}
    index(old, INLINE, silent)
    after = search(old, "rainstorm", Filters(since=0.0), top=3).pages
    assert after
    assert all(page.published for page in after)


def test_what_cannot_be_drawn_is_counted_by_its_reason(old: Path) -> None:
    counted = counts(old).on_topic
    with closing(sqlite3.connect(old / "crawl.db")) as database, database:
        visits = [row[0] for row in database.execute("SELECT visit FROM pages WHERE on_topic LIMIT 3")]
        database.execute("UPDATE visits SET warc_file = NULL WHERE id = ?", (visits[0],))
        database.execute("UPDATE visits SET warc_offset = warc_offset + 7 WHERE id = ?", (visits[1],))
        database.execute("UPDATE visits SET warc_file = '00099.warc.gz' WHERE id = ?", (visits[2],))
    done = index(old, INLINE, silent)
    assert done.drawn == counted - 3
    assert done.failed == {
        "its raw response was not kept": 1,
        "its stored response is damaged": 1,
        "warc/00099.warc.gz is not there": 1,
    }
    said = CommandHere(old.parent)("index", old, "--workers", "0")
    assert (said.code, said.out) == (0, "")
    assert "1 page could not be read: its stored response is damaged" in said.err


KILLED = """
import os, signal, sys
from pathlib import Path
from honeyguide import backfill
from honeyguide.config import Settings
backfill.BATCH = 2
def watch(what, done, of):
    if done >= 4:
        os.kill(os.getpid(), signal.SIGKILL)
backfill.index(Path(sys.argv[1]), Settings(workers=1), watch)
"""


def test_a_killed_run_keeps_what_it_drew_and_goes_on(crawled: Path, old: Path) -> None:
    assert subprocess.run([sys.executable, "-c", KILLED, str(old)], check=False).returncode == -signal.SIGKILL
    assert len(elements(old)) == 4
    assert index(old, INLINE, silent).drawn == len(elements(crawled)) - 4
    assert elements(old) == elements(crawled)


STOPPED = """
import os, signal, sys
from honeyguide import backfill
from honeyguide.cli import bar, main
backfill.BATCH = 2
pressed = []
def watch(self, what, done, of):
    if done >= 4 and not pressed:
        pressed.append(done)
        os.kill(os.getpid(), signal.SIGINT)
bar.Bar.__call__ = watch
main()
"""


def test_the_first_ctrl_c_stops_cleanly(crawled: Path, old: Path) -> None:
    line = [sys.executable, "-c", STOPPED, "index", str(old), "--workers", "1"]
    stopped = subprocess.run(line, check=False, capture_output=True, text=True)
    assert stopped.returncode == 130
    assert "stopped; what was extracted is kept" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert len(elements(old)) >= 4
    index(old, INLINE, silent)
    assert elements(old) == elements(crawled)


def test_the_command_says_what_it_did(crawled: Path, old: Path) -> None:
    run = CommandHere(old.parent)
    assert run("index", old, "--json").json == {"drawn": len(elements(crawled)), "failed": {}, "search": ""}
    assert "nothing was missing" in run("index", old).err


def test_a_folder_that_a_crawl_holds_is_left_alone(old: Path) -> None:
    index(old, INLINE, silent)
    with locked(old), pytest.raises(CannotRun, match="another process"):
        index(old, INLINE, silent)
