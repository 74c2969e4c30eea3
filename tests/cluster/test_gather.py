"""The whole of a crawl in shards is what its shards hold, reads like any other, and survives a kill at any moment."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cluster.sharded import TOPIC, ShardedCrawl, crawled, settings

from honeyguide.cluster import gather as gathering
from honeyguide.cluster.gather import Gatherer, gather
from honeyguide.crawl_folder import CrawlFolder, open_crawl
from honeyguide.recovery import recover
from honeyguide.storage import folder as layout
from honeyguide.storage.gathering import Gathering
from honeyguide.storage.lock import locked
from honeyguide.storage.marks import marked
from honeyguide.storage.searching import open_reader
from honeyguide.storage.shard_folders import shard_folders
from honeyguide.storage.store import FolderStore

SHARDS = 3
PAGES = """
SELECT links.url, relevance, on_topic, title, outcome, parent.url FROM pages JOIN links ON links.id = pages.link
JOIN visits ON visits.id = pages.visit LEFT JOIN links AS parent ON parent.id = links.parent
"""
VISITS = """
SELECT url, at, outcome, status, bytes, final, detail, warc_offset, warc_length FROM visits
JOIN links ON links.id = visits.link WHERE outcome <> 'referral'
"""
CITATIONS = """
SELECT source.url, target.url, anchor, relevance, around, position FROM citations
JOIN links AS source ON source.id = source JOIN links AS target ON target.id = target
"""
LINKS = """
SELECT links.url, hosts.name, links.depth, links.hops, links.hash, links.parent = -1, parent.url FROM links
JOIN hosts ON hosts.id = links.host LEFT JOIN links AS parent ON parent.id = links.parent WHERE links.parent <> -2
"""
ELEMENTS = "SELECT url, title, published, content, keywords FROM elements JOIN links ON links.id = elements.link"
HOSTS = "SELECT name, pages, on_topic FROM host_totals JOIN hosts ON hosts.id = host_totals.host"
WAITING = "SELECT url FROM links WHERE parent <> -2 AND id NOT IN (SELECT link FROM visits WHERE final)"


def rows(folder: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "crawl.db")) as database:
        return database.execute(query).fetchall()


def of_shards(folder: Path, query: str) -> list[Any]:
    return [row for shard in shard_folders(folder) for row in rows(shard, query)]


def check_whole(folder: Path) -> None:
    """All that the shards hold is in the whole, once."""
    for query in (PAGES, VISITS, CITATIONS, LINKS, ELEMENTS):
        assert Counter(rows(folder, query)) == Counter(of_shards(folder, query)), query
    (links, parents) = rows(folder, "SELECT count(*), count(DISTINCT url) FROM links")[0]
    assert links == parents
    check_totals(folder)
    for shard in shard_folders(folder):
        assert CrawlFolder(shard).status().waiting == len(rows(shard, WAITING))


def check_totals(folder: Path) -> None:
    """Those that ran along are those of the tables."""
    totals = dict(rows(folder, "SELECT name, value FROM totals"))
    assert totals["pages"] == rows(folder, "SELECT count(*) FROM pages")[0][0]
    found = "SELECT count(*) FROM pages WHERE on_topic AND duplicate_of IS NULL"
    assert totals["on_topic"] == rows(folder, found)[0][0]
    assert totals["duplicates"] == rows(folder, "SELECT count(duplicate_of) FROM pages")[0][0]
    assert totals["settled"] == rows(folder, "SELECT count(DISTINCT link) FROM visits WHERE final")[0][0]
    assert totals["bytes"] == rows(folder, "SELECT sum(bytes) FROM visits")[0][0]
    assert totals["first_visit"], totals["last_visit"] == rows(folder, "SELECT min(at), max(at) FROM visits")[0]
    outcomes = "SELECT outcome, count(*) FROM visits GROUP BY outcome ORDER BY outcome"
    assert rows(folder, "SELECT outcome, visits FROM outcome_totals ORDER BY outcome") == rows(folder, outcomes)
    by_host = """
    SELECT hosts.name, count(*), count(*) FILTER (WHERE on_topic AND duplicate_of IS NULL) FROM pages
    JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host GROUP BY hosts.name ORDER BY hosts.name
    """
    assert sorted(rows(folder, HOSTS)) == sorted(rows(folder, by_host))


def copy_of(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    return to


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gathered while it ran."""
    folder = tmp_path_factory.mktemp("sharded") / "crawl"
    crawled(folder, SHARDS, gather_every=3)
    return folder


@pytest.fixture
def ungathered(finished: Path, tmp_path: Path) -> Path:
    """The same before anything was gathered."""
    folder = copy_of(finished, tmp_path / "ungathered")
    return start_anew(folder)


def start_anew(folder: Path) -> Path:
    """A whole without a row, beside its shards."""
    meta = dict(rows(folder, "SELECT key, value FROM meta"))
    shutil.rmtree(folder / "warc")
    layout.create(folder, None, {key: value for key, value in meta.items() if key != "schema_version"})
    return folder


def test_the_whole_is_what_the_shards_hold(finished: Path) -> None:
    assert len(shard_folders(finished)) == SHARDS
    assert sum(1 for _ in of_shards(finished, "SELECT 1 FROM visits WHERE outcome = 'referral'")) > 20
    check_whole(finished)
    store = FolderStore(finished, "test", 1.0)  # checks its numbers
    assert len(store.link_table) == rows(finished, "SELECT count(*) FROM links")[0][0]
    store.close()


def test_gathering_again_changes_nothing(finished: Path) -> None:
    before = rows(finished, "SELECT * FROM state ORDER BY key")
    assert gather(finished).visits == 0
    assert rows(finished, "SELECT * FROM state ORDER BY key") == before


def test_gathered_at_once_it_is_the_same(finished: Path, ungathered: Path) -> None:
    gather(ungathered)
    check_whole(ungathered)
    assert Counter(rows(ungathered, LINKS)) == Counter(rows(finished, LINKS))


def test_everybody_can_read_it(finished: Path, tmp_path: Path) -> None:
    crawl = open_crawl(finished)
    status = crawl.status()
    assert (status.pages, status.running, status.why_stopped) == (150, False, "done")
    assert status.waiting == len(of_shards(finished, WAITING))
    assert status.simulated
    assert status.metrics["reopened"] == sum(
        CrawlFolder(each).status().metrics["reopened"] for each in shard_folders(finished)
    )
    pages = list(crawl.pages())
    assert len({page.url for page in pages}) == 150
    assert len(list(crawl.results(top=5))) == 5
    title = next(page.title for page in pages if page.on_topic)
    assert title in {hit.title for hit in crawl.search(title.split()[0], top=50).pages}
    assert crawl.export("jsonl", tmp_path / "all.jsonl").count == 150
    assert crawl.insight().overview().items == status.on_topic
    assert crawl.explain(pages[0].url).outcome == "page"
    events = list(crawl.events())
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert sum(event.kind == "start" for event in events) == 1


def test_the_whole_has_the_search_index(finished: Path) -> None:
    reader = open_reader(finished)
    assert reader is not None
    found = "SELECT max(visit) FROM pages WHERE on_topic AND duplicate_of IS NULL"
    assert [(reader.last_visit,)] == rows(finished, found)
    assert not any((shard / "search").exists() for shard in shard_folders(finished))


def test_raw_responses_have_a_second_name(finished: Path) -> None:
    for number, shard in enumerate(shard_folders(finished)):
        for file in (shard / "warc").iterdir():
            same = [each for each in (finished / "warc").iterdir() if os.path.samefile(each, file)]
            assert len(same) == 1, number


def test_without_second_names_raw_responses_are_copied_when_they_are_whole(
    ungathered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    with locked(ungathered / "shards" / "1"):
        assert gather(ungathered).raw_in_shards == ("1/warc/00001.warc.gz",)
    assert gather(ungathered).raw_in_shards == ()
    assert len(list((ungathered / "warc").iterdir())) == SHARDS
    crawl = CrawlFolder(ungathered)
    assert all(crawl.explain(page.url).outcome == "page" for page in list(crawl.pages())[::40])


STEPS = ("_map", "_copy", "_find_originals", "_count", "_told", "_name_files", "_prepare")


class Killed(BaseException):
    pass


@pytest.mark.parametrize(
    ("where", "step"),
    [*((Gathering, step) for step in STEPS), (Gatherer, "_take"), (Gatherer, "_name_raw"), (gathering, "_placed")],
)
@pytest.mark.parametrize("after", [False, True])
def test_a_kill_at_any_moment_neither_loses_nor_doubles(
    ungathered: Path, monkeypatch: pytest.MonkeyPatch, where: Any, step: str, after: bool
) -> None:
    real, calls = getattr(where, step), []
    last = 1 if step == "_name_raw" else 2

    def dies(*given: Any, **named: Any) -> Any:
        calls.append(step)
        done = real(*given, **named) if after or len(calls) != last else None
        if len(calls) == last:
            raise Killed
        return done

    monkeypatch.setattr(where, step, dies)
    with Gatherer(ungathered) as gatherer:
        with pytest.raises(Killed):
            gatherer.gather()
        gatherer.gather()
    check_whole(ungathered)
    assert len(list((ungathered / "warc").iterdir())) == SHARDS


def test_a_reader_sees_what_a_killed_crawl_left_in_its_shards(ungathered: Path) -> None:
    assert open_crawl(ungathered).status().pages == 150
    check_whole(ungathered)


def test_nobody_gathers_while_another_holds_the_folder(ungathered: Path) -> None:
    with locked(ungathered):
        assert open_crawl(ungathered).status().pages == 0


def test_a_link_that_another_shard_told_of_first_gets_its_parent_when_its_own_shard_is_read(
    ungathered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everyone = shard_folders(ungathered)
    with Gatherer(ungathered) as gatherer:
        for known in ([everyone[0]], everyone):
            monkeypatch.setattr("honeyguide.cluster.gather.shard_folders", lambda _, known=known: known)
            gatherer.gather()
            foreign = rows(ungathered, "SELECT count(*) FROM links WHERE parent = -2")[0][0]
            assert (foreign > 0) == (len(known) == 1)
    check_whole(ungathered)


def test_raw_responses_are_deleted_everywhere_and_stay_deleted(ungathered: Path) -> None:
    crawl = CrawlFolder(ungathered)
    assert crawl.prune().kept == 0
    gather(ungathered)
    assert [file for each in (ungathered, *shard_folders(ungathered)) for file in (each / "warc").iterdir()] == []


def test_a_database_that_is_made_anew_is_that_of_a_crawl_in_one(ungathered: Path) -> None:
    pages = {page.url for page in CrawlFolder(ungathered).pages()}
    recover(ungathered)
    assert not shard_folders(ungathered)
    assert {page.url for page in CrawlFolder(ungathered).pages()} == pages


def test_a_shard_that_is_being_laid_out_is_waited_for(ungathered: Path) -> None:
    aside = ungathered / "shards" / "2" / "crawl.db"
    whole = aside.read_bytes()
    aside.write_bytes(b"")
    assert gather(ungathered).visits == 0
    aside.write_bytes(whole)
    assert gather(ungathered).visits > 0
    check_whole(ungathered)


def test_near_duplicates_of_another_shard_are_duplicates_of_the_whole(ungathered: Path) -> None:
    one, other = shard_folders(ungathered)[:2]
    query = "SELECT visit, fingerprint FROM pages WHERE on_topic AND duplicate_of IS NULL AND fingerprint <> x''"
    ((_, fingerprint), *_), ((copied, _), *_) = rows(one, query), rows(other, query)
    with closing(sqlite3.connect(other / "crawl.db")) as database, database:
        database.execute("UPDATE pages SET fingerprint = ? WHERE visit = ?", (fingerprint, copied))
        (copy,) = database.execute(
            "SELECT url FROM pages JOIN links ON id = link WHERE visit = ?", (copied,)
        ).fetchone()
    gather(ungathered)
    (original,) = rows(
        one, f"SELECT url FROM pages JOIN links ON id = link WHERE fingerprint = x'{fingerprint.hex()}'"
    )[0]
    page = CrawlFolder(ungathered).page(copy)
    assert page.duplicate_of == original
    check_totals(ungathered)


def test_marks_reach_the_shard_that_owns_the_page(ungathered: Path) -> None:
    crawl = CrawlFolder(ungathered)
    pages = [page.url for page in crawl.pages()]
    crawl.mark(dict.fromkeys(pages[::30], True))
    crawl.mark(pages[0], False)
    gather(ungathered)
    told = {url: mark for shard in shard_folders(ungathered) for url, mark in marked(shard).items()}
    assert told == crawl.marks()
    crawl.mark(pages[0], None)
    gather(ungathered)
    told = {url: mark for shard in shard_folders(ungathered) for url, mark in marked(shard).items()}
    assert told == crawl.marks()
    assert pages[0] not in told
    check_totals(ungathered)


def test_a_running_shard_uses_marks_at_once(tmp_path: Path) -> None:
    heard: list[object] = []
    wanted = settings(2, 60)
    folder = tmp_path / "crawl"
    with Gatherer.begin(folder, TOPIC, wanted) as whole:
        crawl = ShardedCrawl(folder, wanted)

        def mark(number: int) -> None:
            whole.gather()
            if not heard and (known := rows(folder, "SELECT url FROM pages JOIN links ON links.id = link")):
                heard.extend(known[0])
                CrawlFolder(folder).mark(known[0][0], True)

        crawl.run(mark)
        whole.gather()
    events = rows(folder, "SELECT url, detail FROM events JOIN links ON links.id = events.link WHERE kind = 'mark'")
    assert [(url, detail.partition(": ")[2]) for url, detail in events] == [(heard[0], "on topic")]


@pytest.mark.slow
def test_what_is_left_of_a_crawl_that_is_over_is_known_however_little_each_shard_tried(tmp_path: Path) -> None:
    crawled(tmp_path / "crawl", 12, 0)
    status = CrawlFolder(tmp_path / "crawl").status()
    assert status.waiting == 0
    assert status.coverage is not None
    assert (status.coverage.waiting, status.coverage.expected) == (0, 0.0)
    assert status.coverage.found == status.on_topic > 0
    assert status.coverage.recall == 1.0
