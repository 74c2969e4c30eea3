"""Nothing is lost: real crawls of a real local server, killed with SIGKILL at random moments."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastwarc import ArchiveIterator, WarcRecordType
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.plain_choices import RAIN_FILE
from tests.warm_process import WarmProcess

from honeyguide import links
from honeyguide.config import Settings
from honeyguide.core.answers import Answers
from honeyguide.storage.store import FolderStore
from honeyguide.topics.files import load_topic
from honeyguide.web.scope import Scope

pytestmark = pytest.mark.slow

TOPIC = RAIN_FILE
WEB = small_synthetic(seed=3)


def crawl(web: LocalWeb, out: Path, *options: str) -> WarmProcess:
    """The guide goes with the default judge."""
    topic = "rainstorm-disaster" if "guide" in options else TOPIC
    fixed = ["--connect-to", web.address, "--delay", "0", "--retries", "0", "--no-robots", "--quiet"]
    strategy = [] if "--strategy" in options else ["--strategy", "ops"]
    return WarmProcess("crawl", topic, *WEB.seeds(4), "--out", out, *fixed, *strategy, *options)


def finish(web: LocalWeb, out: Path, *options: str) -> None:
    process = crawl(web, out, *options)
    assert process.wait() == 0, process.err


def kill_at(web: LocalWeb, out: Path, visits: int, pause: float, *options: str) -> None:
    """Begin or go on, and kill when so many visits are stored and a little later."""

    def ready() -> bool:
        if count(out, "visits") < visits:
            return False
        time.sleep(pause)
        return True

    crawl(web, out, *options).kill_when(ready)


def rows(out: Path, query: str) -> list[tuple[object, ...]]:
    database = sqlite3.connect(out / "crawl.db")
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def count(out: Path, table: str) -> int:
    try:
        (found,) = rows(out, f"SELECT count(*) FROM {table}")[0]
    except sqlite3.Error:
        return 0
    assert isinstance(found, int)
    return found


def queue(out: Path) -> list[tuple[int, float]]:
    """The links that wait with their scores, as the strategy would get them."""
    store = FolderStore(out, "test", 0.0)
    stored = store.restore()
    assert stored is not None
    scorer = links.make("cre", load_topic(TOPIC))
    Answers(Settings(), store, Scope(Settings()), scorer, None).restore(stored, store.page_links)
    ids = stored.waiting
    scores = scorer.scores(len(store.link_table))[ids]
    store.close()
    return list(zip(ids.tolist(), scores.tolist(), strict=True))


def archived(out: Path) -> list[str]:
    uris = []
    for path in sorted((out / "warc").iterdir()):
        with path.open("rb") as file:
            uris += [
                r.headers["WARC-Target-URI"] for r in ArchiveIterator(file, record_types=WarcRecordType.response)
            ]
    return uris


@pytest.mark.parametrize("strategy", ["ops", "bfs", "guide"])
def test_one_at_a_time_a_killed_crawl_ends_exactly_like_an_undisturbed_one(tmp_path: Path, strategy: str) -> None:
    one_by_one = ["--concurrency", "1", "--workers", "0", "--pages", "150", "--strategy", strategy]
    with local_web(WEB.answer) as web:
        finish(web, tmp_path / "undisturbed", *one_by_one)
    rng = Random(strategy)
    with local_web(WEB.answer) as web:
        moments = sorted(rng.randrange(150) for _ in range(4))
        for moment in moments:
            kill_at(web, tmp_path / "killed", moment, rng.random() * 0.05, *one_by_one)
        finish(web, tmp_path / "killed", *one_by_one)
        refetched = sum(web.pages_requested().values()) - len(web.pages_requested())
    assert refetched <= len(moments)

    same = [
        "SELECT id, link, outcome, status, final FROM visits ORDER BY id",
        "SELECT id, url, host, depth, parent, hops FROM links ORDER BY id",
        "SELECT visit, link, relevance, on_topic, duplicate_of, fingerprint, title, text FROM pages ORDER BY visit",
        "SELECT source, target, anchor, relevance, position FROM citations ORDER BY rowid",
        "SELECT link, links FROM pages ORDER BY visit",
        "SELECT name, value FROM totals WHERE name NOT LIKE '%_visit' ORDER BY name",
        "SELECT * FROM host_totals",
        "SELECT * FROM outcome_totals",
        "SELECT key, value FROM state ORDER BY key",
    ]
    for query in same:
        assert rows(tmp_path / "killed", query) == rows(tmp_path / "undisturbed", query)
    if strategy != "guide":
        assert queue(tmp_path / "killed") == queue(tmp_path / "undisturbed")
    assert archived(tmp_path / "killed") == archived(tmp_path / "undisturbed")


def test_many_at_a_time_no_page_is_lost_or_twice_and_few_are_fetched_again(tmp_path: Path) -> None:
    at_once, kills = 24, 5
    many = ["--concurrency", str(at_once), "--connections-per-host", "4", "--workers", "2", "--pages", "0"]
    with local_web(WEB.answer) as web:
        finish(web, tmp_path / "undisturbed", *many)
    rng = Random(11)
    out = tmp_path / "killed"
    with local_web(WEB.answer) as web:
        seen = 0
        for _ in range(kills):
            before = set(rows(out, "SELECT link FROM pages")) if out.exists() and seen else set()
            seen += rng.randrange(20, 70)
            kill_at(web, out, seen, rng.random() * 0.1, *many)
            assert before <= set(rows(out, "SELECT link FROM pages"))
        finish(web, out, *many)
        refetched = sum(web.pages_requested().values()) - len(web.pages_requested())
    assert refetched <= kills * at_once

    urls = "SELECT url FROM pages JOIN links ON links.id = link ORDER BY url"
    assert rows(out, urls) == rows(tmp_path / "undisturbed", urls)
    assert len(rows(out, urls)) == len(set(rows(out, urls)))
    assert sorted(archived(out)) == sorted(archived(tmp_path / "undisturbed"))
    assert len(archived(out)) == len(rows(out, "SELECT 1 FROM visits WHERE warc_file IS NOT NULL"))


def test_a_kill_while_the_folder_is_laid_out_leaves_one_to_begin_in(tmp_path: Path) -> None:
    rng = Random(5)
    with local_web(WEB.answer) as web:
        for turn in range(4):
            process = crawl(web, tmp_path / "crawl", "--pages", "5", "--workers", "0")
            time.sleep(rng.random() * 0.1 * turn)
            process.kill()
        finish(web, tmp_path / "crawl", "--pages", "5", "--workers", "0")
    assert count(tmp_path / "crawl", "pages") == 5


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 1 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small file system cannot be mounted here: it needs the rights of root")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def test_a_full_disk_stops_the_crawl_with_a_clear_word_and_an_intact_folder(small_disk: Path, tmp_path: Path) -> None:
    options = ["--pages", "250", "--workers", "0", "--concurrency", "1"]
    with local_web(WEB.answer) as web:
        finish(web, tmp_path / "undisturbed", *options)
    out = small_disk / "crawl"
    with local_web(WEB.answer) as web:
        stopped = crawl(web, out, *options)
        assert stopped.wait() == 3
        assert b"the disk is full" in stopped.err
        assert b"Traceback" not in stopped.err
        kept = rows(out, "SELECT link FROM pages ORDER BY visit")
        assert 10 < len(kept) < 250
        assert rows(out, "PRAGMA integrity_check") == [("ok",)]

        subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
        finish(web, out, *options)
    pages = "SELECT visit, link, relevance, title FROM pages ORDER BY visit"
    assert rows(out, pages) == rows(tmp_path / "undisturbed", pages)
    assert archived(out) == archived(tmp_path / "undisturbed")
    assert rows(out, "SELECT link FROM pages ORDER BY visit")[: len(kept)] == kept


def test_resuming_reads_in_bulk_and_does_not_replay(tmp_path: Path) -> None:
    """Nothing is parsed, scored or told again: the strategy gets its queue, and the pages stay where they are."""
    with local_web(WEB.answer) as web:
        finish(web, tmp_path / "crawl", "--pages", "60", "--workers", "0")
        before = sum(web.requests.values())
        finish(web, tmp_path / "crawl", "--pages", "60", "--workers", "0")
        assert sum(web.requests.values()) == before
    assert count(tmp_path / "crawl", "pages") == 60
