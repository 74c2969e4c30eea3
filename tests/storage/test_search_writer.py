"""The index grows with the crawl and survives a kill: real crawls of a real local server, ended with SIGKILL."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import aclosing, closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.plain_choices import RAIN, RAIN_FILE
from tests.test_crawl import LONG, Site, html, run, serve
from tests.test_resume import count, rows
from tests.warm_process import WarmProcess

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.insight.search import search
from honeyguide.parsing.tokens import WORD, searchable
from honeyguide.storage import store
from honeyguide.storage.files import SEARCH
from honeyguide.storage.folder import connect
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_index import SearchIndex, missing
from honeyguide.storage.search_query import parse
from honeyguide.storage.searching import open_reader

pytestmark = pytest.mark.slow

TOPIC = RAIN
WEB = small_synthetic(seed=3, share=0.4)
PAGES = 150
"""More than are committed between two checkpoints, so that the index is committed in the middle, too."""
BELONG = "SELECT link FROM pages WHERE on_topic AND duplicate_of IS NULL ORDER BY link"


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(WEB.answer) as served:
        yield served


@pytest.fixture(scope="module")
def crawled(web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl that ended by itself; copy it before it is changed."""
    out = tmp_path_factory.mktemp("whole") / "crawl"
    finish(web, out)
    return out


@pytest.fixture(scope="module")
def killed(web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that was killed in the middle; copy it before it is changed."""
    out = tmp_path_factory.mktemp("half") / "crawl"
    kill_at(web, out, 40, 0.0)
    return out


def copied(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to / "crawl"))


def finish(web: LocalWeb, out: Path, **changes: object) -> None:
    """Begin or go on in this process, until the crawl ends."""

    async def through() -> None:
        async for _ in Crawl(TOPIC, WEB.seeds(4), out, settings(web, **changes)):
            pass

    asyncio.run(through())


def settings(web: LocalWeb, **changes: object) -> Settings:
    given = {"connect_to": web.address, "delay": 0.0, "robots": False, "retries": 0, "workers": 0, "pages": PAGES}
    return msgspec.convert(
        {**given, "strategy": "ops", "concurrency": 8, "connections_per_host": 4, **changes}, Settings
    )


def begin(web: LocalWeb, out: Path, *options: str) -> WarmProcess:
    """The same in a process of its own, which may be killed."""
    given = ["--connect-to", web.address, "--delay", "0", "--retries", "0", "--no-robots", "--quiet"]
    few = ["--workers", "0", "--concurrency", "8", "--connections-per-host", "4", "--pages", str(PAGES)]
    return WarmProcess("crawl", RAIN_FILE, *WEB.seeds(4), "--out", out, *given, *few, *options)


def kill_at(web: LocalWeb, out: Path, visits: int, pause: float) -> None:
    """Begin or go on, and kill when so many visits are stored and a little later."""

    def ready() -> bool:
        if count(out, "visits") < visits:
            return False
        time.sleep(pause)
        return True

    begin(web, out).kill_when(ready)


def in_index(out: Path) -> list[int]:
    """Links of every page in the index as it stands, each as often as it is there."""
    reader = open_reader(out)
    if reader is None:
        return []
    words = dict.fromkeys([*TOPIC.keywords, *(form for forms in TOPIC.synonyms.values() for form in forms)])
    some = parse(" OR ".join([*(f'"{word}"' for word in list(words)[:30]), "的", "the"]), searchable)
    return sorted(match.link for match in reader.find(some, Filters(), 1000)[1])


def belong(out: Path) -> list[int]:
    return [link for (link,) in rows(out, BELONG) if isinstance(link, int)]


def test_every_page_is_there_once_when_the_crawl_ends(crawled: Path) -> None:
    assert len(belong(crawled)) > 20
    assert in_index(crawled) == belong(crawled)


def test_near_duplicates_are_not_in_it(tmp_path: Path) -> None:
    site: Site = {"a.example/": html("Flood", "/one", "/two", text="Flood, flood.")}
    site |= {
        f"a.example/{name}": html("Flood in the valley", text=f"The flood came. {LONG}") for name in ("one", "two")
    }
    with local_web(serve(site)) as web:
        run(web, tmp_path / "crawl", strategy="bfs")
    assert count(tmp_path / "crawl", "pages") == 3
    assert [page.url for page in search(tmp_path / "crawl", "valley").pages] == ["http://a.example/one"]


def test_pages_are_found_before_the_crawl_ends(
    web: LocalWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_SYNC_EVERY", 2)
    found: list[list[int]] = []

    async def through() -> None:
        async with aclosing(Crawl(TOPIC, WEB.seeds(4), tmp_path / "crawl", settings(web, pages=60)).run()) as pages:
            async for _ in pages:
                found.append(in_index(tmp_path / "crawl"))

    asyncio.run(through())
    assert 0 < len(found[-1]) <= len(belong(tmp_path / "crawl"))


def test_killed_at_any_moment_and_resumed_every_page_is_found_exactly_once(
    web: LocalWeb, killed: Path, tmp_path: Path
) -> None:
    out = copied(killed, tmp_path)
    rng = Random(7)
    for _ in range(2):
        kill_at(web, out, count(out, "visits") + rng.randrange(5, 40), rng.random() * 0.1)
        held = in_index(out)
        assert held, "what was there before is added when the crawl goes on"
        assert len(held) == len(set(held))
        assert set(held) <= set(belong(out))
    finish(web, out, pages=110)
    assert in_index(out) == belong(out)


def test_a_killed_crawl_that_is_not_resumed_is_searched_whole(killed: Path, tmp_path: Path) -> None:
    out = copied(killed, tmp_path)
    assert len(in_index(out)) < len(belong(out))
    answer = search(out, "the OR 的", top=1000)
    assert answer.degraded_reason == ""
    assert in_index(out) == belong(out)
    assert answer.total == len({page.url for page in answer.pages})


_COMMITTING = """
import sys, time
from pathlib import Path
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.search_index import Entry, SearchIndex
index = SearchIndex(Path(sys.argv[1]))
start = index.last_visit + 1
for number in range(start, start + 100_000):
    index.add(Entry(number, number, "a.example", None, 0.5, "en", searchable(f"page {number}", "valley " * 200)))
    if number % 5 == 0:
        index.commit()
        print("committed", flush=True)
"""


def test_a_kill_while_the_index_commits_leaves_one_that_was_committed(tmp_path: Path) -> None:
    """A commit every few pages, so that most moments are within one."""
    rng = Random(3)
    everything = parse("valley", searchable)
    before = 0
    for _ in range(5):
        writer = subprocess.Popen([sys.executable, "-c", _COMMITTING, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()  # once at least
        time.sleep(0.02 + rng.random() * 0.15)
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


def test_searching_while_the_crawl_runs_harms_nothing(web: LocalWeb, crawled: Path, tmp_path: Path) -> None:
    out = copied(crawled, tmp_path)
    heard = []
    process = begin(web, out, "--concurrency", "2", "--pages", str(PAGES + 50))
    while process.poll() is None:
        if count(out, "pages") > PAGES:
            answer = search(out, "the OR 的", top=1000)
            heard.append(answer.degraded_reason)
            with closing(connect(out)) as database:
                assert answer.total <= missing(database, -1)
        time.sleep(0.02)
    assert process.wait() == 0
    assert set(heard) == {""}  # a crawl of so few pages is searched whole all the same
    assert in_index(out) == belong(out)


def test_without_elements_the_index_is_left_to_who_searches(web: LocalWeb, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    finish(web, out, pages=60, extract=False)
    assert not (out / SEARCH).exists()
    assert search(out, "the OR 的", top=1000).total > 0
    assert in_index(out) == belong(out)
    finish(web, out, pages=90)
    assert in_index(out) == belong(out)


def test_an_index_that_cannot_be_written_does_not_stop_the_crawl(web: LocalWeb, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    finish(web, out, pages=20)
    index = SearchIndex(out)
    finish(web, out, pages=60)
    index.close()
    assert count(out, "pages") == 60
    said = rows(out, "SELECT detail FROM events WHERE kind = 'search'")
    assert len(said) == 1
    assert "cannot be written" in str(said[0][0])
    assert len(in_index(out)) < len(belong(out))
    finish(web, out, pages=80)
    assert in_index(out) == belong(out)


def test_old_folders_get_their_index_when_they_go_on(web: LocalWeb, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    finish(web, out, pages=60, extract=False)
    with closing(sqlite3.connect(out / "crawl.db")) as database, database:
        database.execute("DELETE FROM elements")
    finish(web, out, pages=100)
    assert in_index(out) == belong(out)


SAID = """
SELECT url, coalesce(nullif(elements.title, ''), pages.title), coalesce(nullif(elements.content, ''), pages.text)
FROM pages JOIN links ON links.id = pages.link LEFT JOIN elements ON elements.link = pages.link
WHERE on_topic AND duplicate_of IS NULL ORDER BY url
"""


@pytest.mark.parametrize(("query", "forms"), [("flood", r"\bflood(s|ed|ing)?\b"), ("暴雨", "暴雨")])
def test_what_a_page_says_is_found_by_it(crawled: Path, query: str, forms: str) -> None:
    answer = search(crawled, query, top=1000)
    said = {url for url, *texts in rows(crawled, SAID) if re.search(forms, " ".join(map(str, texts)).lower())}
    assert {page.url for page in answer.pages} == said
    assert said
    assert all(query in page.snippet.lower() or query in page.title.lower() for page in answer.pages[:5])


def test_every_page_is_found_by_the_words_of_its_title(crawled: Path) -> None:
    titles = [(url, str(title)) for url, title, _ in rows(crawled, SAID)]
    assert len(titles) > sum(not title.isascii() for _, title in titles) > 3
    for url, title in titles:
        words = [han or word for han, word in WORD.findall(title)]
        for query in (f"title:{words[-1]}", f'"{title}"'):
            assert url in {page.url for page in search(crawled, query, top=1000).pages}, (query, title)
