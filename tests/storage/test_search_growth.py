"""The index grows with the crawl and survives a kill: real crawls of a real local server, ended with SIGKILL."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.test_resume import count, rows

from honeyguide.insight.search import search
from honeyguide.model import Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.folder import SEARCH, connect
from honeyguide.storage.search_building import Filters
from honeyguide.storage.search_index import missing
from honeyguide.storage.search_query import parse
from honeyguide.storage.search_reader import open_reader
from honeyguide.topics.files import load_topic

TOPIC = "rainstorm-disaster"
WEB = small_synthetic(seed=3, share=0.4)
OPTIONS = ["--concurrency", "8", "--connections-per-host", "4", "--workers", "1", "--pages", "150"]
BELONG = "SELECT link FROM pages WHERE on_topic AND duplicate_of IS NULL ORDER BY link"


def crawl(web: LocalWeb, out: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "honeyguide", "crawl", TOPIC, *WEB.seeds(4), "--out", str(out), *OPTIONS]
    fixed = ["--connect-to", web.address, "--delay", "0", "--retries", "0", "--no-robots", "--quiet"]
    return subprocess.Popen([*command, *fixed, *options])


def finish(web: LocalWeb, out: Path, *options: str) -> None:
    assert crawl(web, out, *options).wait(120) == 0


def kill_at(web: LocalWeb, out: Path, visits: int, pause: float) -> None:
    """Begin or go on, and kill when so many visits are stored and a little later."""
    process = crawl(web, out)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None and count(out, "visits") < visits:
        time.sleep(0.005)
    time.sleep(pause)
    process.send_signal(signal.SIGKILL)
    process.wait()


def in_index(out: Path) -> list[int]:
    """Links of every page in the index as it stands, each as often as it is there."""
    reader = open_reader(out)
    if reader is None:
        return []
    topic: Topic = load_topic(TOPIC)
    words = dict.fromkeys([*topic.keywords, *(form for forms in topic.synonyms.values() for form in forms)])
    some = parse(" OR ".join([*(f'"{word}"' for word in list(words)[:30]), "的", "the"]), searchable)
    return sorted(match.link for match in reader.find(some, Filters(), 1000)[1])


def belong(out: Path) -> list[int]:
    return [link for (link,) in rows(out, BELONG) if isinstance(link, int)]


def test_every_page_is_there_once_when_the_crawl_ends(tmp_path: Path) -> None:
    with local_web(WEB.answer) as web:
        finish(web, tmp_path / "crawl")
    assert len(belong(tmp_path / "crawl")) > 20
    assert in_index(tmp_path / "crawl") == belong(tmp_path / "crawl")


def test_killed_at_any_moment_and_resumed_every_page_is_found_exactly_once(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    rng = Random(7)
    with local_web(WEB.answer) as web:
        seen = 0
        for _ in range(4):
            seen += rng.randrange(5, 50)
            kill_at(web, out, seen, rng.random() * 0.1)
            held = in_index(out)
            assert len(held) == len(set(held))
            assert set(held) <= set(belong(out))
        finish(web, out)
    assert in_index(out) == belong(out)


def test_a_killed_crawl_that_is_not_resumed_is_searched_whole(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    with local_web(WEB.answer) as web:
        kill_at(web, out, 100, 0.0)
    assert len(in_index(out)) < len(belong(out))
    answer = search(out, "the OR 的", top=1000)
    assert answer.shortcoming == ""
    assert in_index(out) == belong(out)
    assert answer.total == len({page.url for page in answer.pages})


_COMMITTING = """
import sys, time
from pathlib import Path
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.search_index import Entry, SearchIndex
index = SearchIndex(Path(sys.argv[1]))
start = index.last_visit + 1
print("begun", flush=True)
for number in range(start, start + 100_000):
    index.add(Entry(number, number, "a.example", None, 0.5, "en", searchable(f"page {number}", "valley " * 200)))
    if number % 5 == 0:
        index.commit()
"""


def test_a_kill_while_the_index_commits_leaves_one_that_was_committed(tmp_path: Path) -> None:
    """A commit every few pages, so that most moments are within one."""
    rng = Random(3)
    everything = parse("valley", searchable)
    before = 0
    for _ in range(8):
        writer = subprocess.Popen([sys.executable, "-c", _COMMITTING, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.05 + rng.random() * 0.15)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        reader = open_reader(tmp_path)
        assert reader is not None
        total, matches = reader.find(everything, Filters(), 100_000)
        assert sorted(match.link for match in matches) == list(range(total))  # whole, in order, none twice
        assert total == reader.last_visit + 1 >= before
        before = total
    assert before > 0


def test_searching_while_the_crawl_runs_tells_what_is_missing_and_harms_nothing(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    heard = []
    with local_web(WEB.answer) as web:
        kill_at(web, out, 60, 0.0)
        process = crawl(web, out, "--concurrency", "2", "--pages", "200")
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if count(out, "visits") > 70:
                with closing(connect(out)) as database:
                    behind = missing(database, -1)
                answer = search(out, "the OR 的", top=1000)
                heard.append(answer.shortcoming)
                assert answer.total <= behind + 50
            time.sleep(0.05)
        assert process.wait(60) == 0
    assert any("another process is crawling into this folder" in said for said in heard)
    assert in_index(out) == belong(out)


def test_without_elements_the_index_is_left_to_who_searches(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    with local_web(WEB.answer) as web:
        finish(web, out, "--no-elements")
        assert not (out / SEARCH).exists()
        assert search(out, "the OR 的", top=1000).total > 0
        assert in_index(out) == belong(out)
        finish(web, out, "--pages", "180")
    assert in_index(out) == belong(out)


def test_an_index_that_cannot_be_written_does_not_stop_the_crawl(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    with local_web(WEB.answer) as web:
        finish(web, out, "--pages", "20")
        holder = (
            "import sys, time; from pathlib import Path; from honeyguide.storage.search_index import SearchIndex\n"
            "index = SearchIndex(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)\n"
        )
        held = subprocess.Popen([sys.executable, "-c", holder, str(out)], stdout=subprocess.PIPE)
        assert held.stdout is not None
        try:
            assert held.stdout.readline() == b"held\n"
            finish(web, out, "--pages", "60")
        finally:
            held.kill()
            held.wait()
            held.stdout.close()
        assert count(out, "pages") == 60
        said = rows(out, "SELECT detail FROM events WHERE kind = 'search'")
        assert len(said) == 1
        assert "cannot be written" in str(said[0][0])
        finish(web, out, "--pages", "80")
    assert in_index(out) == belong(out)


def test_old_folders_get_their_index_when_they_go_on(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    with local_web(WEB.answer) as web:
        finish(web, out, "--pages", "60", "--no-elements")
        with closing(sqlite3.connect(out / "crawl.db")) as database, database:
            database.execute("DELETE FROM elements")
        finish(web, out, "--pages", "100")
    assert in_index(out) == belong(out)


@pytest.mark.parametrize("query", ["flood", "暴雨"])
def test_what_a_page_says_is_found_by_it(tmp_path: Path, query: str) -> None:
    out = tmp_path / "crawl"
    with local_web(WEB.answer) as web:
        finish(web, out)
    answer = search(out, query, top=1000)
    said = rows(
        out,
        "SELECT url, pages.title || text FROM pages JOIN links ON links.id = link WHERE on_topic"
        " AND duplicate_of IS NULL",
    )
    assert {page.url for page in answer.pages} <= {url for url, text in said if query in str(text).lower()}
    assert answer.pages
    assert all(query in page.snippet.lower() or query in page.title.lower() for page in answer.pages[:5])
