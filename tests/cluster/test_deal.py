"""A crawl dealt to more or fewer shards, or to none, goes on with the very links, pages and tries that it had."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.cluster.sharded import TOPIC, ShardedCrawl, seeds, settings
from tests.cluster.test_gather import Killed, check_totals, rows

from honeyguide.cluster import deal as dealing
from honeyguide.cluster import gather as gathering
from honeyguide.cluster.deal import deal, must_deal
from honeyguide.cluster.gather import Gathered, Gatherer, gather
from honeyguide.cluster.shard import Shard
from honeyguide.core import answers
from honeyguide.core.lessons import show_again
from honeyguide.core.referrals import Partition, unpacked
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.model import Link, Relevance, Topic
from honeyguide.protocols import LinkModel, LinkScores
from honeyguide.records import PageLinks
from honeyguide.storage.dealing import undelivered
from honeyguide.storage.lock import Holder, holder, locked
from honeyguide.storage.page_links import page_links
from honeyguide.storage.shard_folders import shard_folders
from honeyguide.storage.store import FolderStore

OWN = "links.parent <> -2"
WAITING = f"SELECT url FROM links WHERE {OWN} AND id NOT IN (SELECT link FROM visits WHERE final)"
FETCHED = f"SELECT url, relevance, on_topic FROM pages JOIN links ON links.id = pages.link WHERE {OWN}"
TRIES = """
SELECT url, at, outcome, final, again_at FROM visits JOIN links ON links.id = visits.link WHERE outcome <> 'referral'
"""
SEEDS = "SELECT url FROM links WHERE parent = -1"
STATE = f"SELECT url, value, second_value FROM link_state JOIN links ON links.id = link WHERE {OWN}"
CITATIONS = """
SELECT source.url, target.url, anchor, relevance, around, position FROM citations
JOIN links AS source ON source.id = source JOIN links AS target ON target.id = target
"""
MARKS = "SELECT url, on_topic FROM marks JOIN links ON links.id = link"
HOLDERS = "SELECT url FROM links JOIN visits ON visits.link = links.id WHERE outcome IN ('page', 'referral')"
EVERYTHING = (FETCHED, TRIES, SEEDS, CITATIONS, MARKS)


def parts(folder: Path) -> list[Path]:
    return shard_folders(folder) or [folder]


def held(folder: Path, query: str) -> Counter[Any]:
    """By all who fetch, together."""
    return Counter(row for each in parts(folder) for row in rows(each, query))


def waiting(folder: Path) -> set[str]:
    """Those that the tables hold, and those that one is still to tell another of."""
    stored = {url for (url,) in held(folder, WAITING)}
    shards = shard_folders(folder)
    told = [unpacked(data) for data in undelivered(shards)]
    on_the_way = {link.url for each in told for link in each.links} | {
        link.url for each in told for link in each.passed
    }
    settled = "SELECT url FROM links JOIN visits ON visits.link = links.id WHERE final"
    return (stored | on_the_way) - {url for (url,) in held(folder, f"{settled} AND {OWN}")}


def check_shards(folder: Path, shards: int) -> None:
    """Each has what it owns and no more, in numbers that a store takes."""
    for number, shard in enumerate(shard_folders(folder)):
        hosts = rows(shard, f"SELECT DISTINCT name FROM links JOIN hosts ON hosts.id = links.host WHERE {OWN}")
        assert {Partition(number, shards).owner(name) for (name,) in hosts} <= {number}
        store = FolderStore(shard, "test", 1.0)
        restored = store.restore()
        assert restored is not None
        assert {store.link(int(link)).url for link in restored.waiting} == {url for (url,) in rows(shard, WAITING)}
        store.close()
        models_see_all_links(shard)


def models_see_all_links(folder: Path) -> None:
    named = Counter((page.link, target) for page in page_links(folder) for target in page.targets)
    assert named == Counter(rows(folder, "SELECT source, target FROM citations WHERE anchor IS NOT NULL"))


def begin(folder: Path, pages: int, topic: Topic) -> None:
    """A crawl in 3 shards that soon tell each other nothing more."""
    wanted = settings(3, pages)
    with Gatherer.begin(folder, topic, wanted) as whole:
        crawl = ShardedCrawl(folder, wanted, topic)

        def tell_no_more(number: int) -> None:
            crawl.deliver = number < 12

        crawl.run(tell_no_more)
        whole.gather()


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl in 3 shards that ended while they had much to tell each other."""
    folder = tmp_path_factory.mktemp("sharded") / "crawl"
    begin(folder, 120, TOPIC)
    pages = [page.url for page in CrawlFolder(folder).pages()]
    CrawlFolder(folder).mark(dict.fromkeys(pages[::20], True))
    gather(folder)
    return folder


@pytest.fixture
def sharded(stopped: Path, tmp_path: Path) -> Path:
    shutil.copytree(stopped, tmp_path / "crawl")
    return tmp_path / "crawl"


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("single") / "crawl"
    Crawl(TOPIC, seeds(), folder, settings(1, 60)).finish()
    return folder


@pytest.mark.parametrize("shards", [2, 3, 5])
def test_nothing_is_lost_with_more_or_fewer_shards(sharded: Path, shards: int) -> None:
    assert undelivered(shard_folders(sharded))
    before, links = [held(sharded, query) for query in EVERYTHING], waiting(sharded)
    kept, status = held(sharded, STATE), CrawlFolder(sharded).status()
    deal(sharded, shards)
    assert len(shard_folders(sharded)) == shards
    assert [held(sharded, query) for query in EVERYTHING] == before
    assert held(sharded, STATE) == kept
    for shard in shard_folders(sharded):
        assert CrawlFolder(shard).status().waiting == len(rows(shard, WAITING))
    assert waiting(sharded) == links
    check_shards(sharded, shards)
    assert not must_deal(sharded, shards)
    assert gather(sharded).visits == 0
    after = CrawlFolder(sharded).status()
    assert (after.pages, after.on_topic, after.waiting) == (status.pages, status.on_topic, status.waiting)


def test_dealt_shards_know_how_many_links_each_page_has(single: Path, tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    shutil.copytree(single, folder)
    many = "SELECT url, count(*) FROM citations JOIN links ON links.id = source WHERE anchor IS NOT NULL GROUP BY url"
    whole = dict(rows(folder, many))
    deal(folder, 2)
    for shard in shard_folders(folder):
        more = "SELECT url, links_elsewhere.links FROM links_elsewhere JOIN links ON links.id = link"
        here, elsewhere = Counter(dict(rows(shard, many))), Counter(dict(rows(shard, more)))
        assert elsewhere
        assert all(here[url] + elsewhere[url] == whole[url] for url in {*here, *elsewhere})


def test_a_crawl_in_one_can_be_dealt_and_joined_again(single: Path, tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    shutil.copytree(single, folder)
    before, links, kept = [held(folder, query) for query in EVERYTHING], waiting(folder), held(folder, STATE)
    assert must_deal(folder, 2)
    assert not must_deal(folder, 1)
    for shards in (2, 1):
        deal(folder, shards)
        assert [held(folder, query) for query in EVERYTHING] == before
        assert (waiting(folder), held(folder, STATE)) == (links, kept)
        check_shards(folder, shards)
    models_see_all_links(folder)
    check_totals(folder)


def test_shards_are_joined_into_one_that_goes_on(sharded: Path) -> None:
    before, links = [held(sharded, query) for query in (FETCHED, TRIES, SEEDS, MARKS)], waiting(sharded)
    with pytest.raises(BadFolder, match="3 shards"):
        FolderStore.open(sharded, TOPIC, settings(1), version="0.1", now=1.0)
    deal(sharded, 1)
    assert not shard_folders(sharded)
    assert [held(sharded, query) for query in (FETCHED, TRIES, SEEDS, MARKS)] == before
    assert waiting(sharded) == links
    models_see_all_links(sharded)
    check_totals(sharded)
    Crawl(TOPIC, [], sharded, settings(1, 140)).finish()
    assert CrawlFolder(sharded).status().pages == 140
    twice = "SELECT url FROM pages JOIN links ON links.id = link GROUP BY url HAVING count(*) > 1"
    assert rows(sharded, twice) == []


def test_dealt_shards_go_on(sharded: Path) -> None:
    deal(sharded, 2)
    dealt = undelivered(shard_folders(sharded))
    assert dealt
    wanted = settings(2, 150)
    with Gatherer.begin(sharded, TOPIC, wanted) as whole:
        ShardedCrawl(sharded, wanted).run(lambda number: whole.gather() if number % 5 == 0 else None)
        whole.gather()
    assert CrawlFolder(sharded).status().pages == 150
    twice = "SELECT url FROM pages JOIN links ON links.id = link GROUP BY url HAVING count(*) > 1"
    assert rows(sharded, twice) == []
    assert not set(undelivered(shard_folders(sharded))) & set(dealt)
    assert rows(sharded, "SELECT count(*) FROM links WHERE parent = -2") == [(0,)]
    check_totals(sharded)
    cited = {row[:2] for row in held(sharded, CITATIONS)}
    assert cited == {row[:2] for row in rows(sharded, CITATIONS)}


@pytest.mark.parametrize("shards", [1, 2])
def test_what_shards_are_read_for_a_deal_nobody_writes_any_more(
    sharded: Path, monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    """A killed command leaves its shards alive for a moment."""
    real = Gatherer.gather
    held_by: list[Holder | None] = []

    def gathers(whole: Gatherer) -> Gathered:
        held_by.extend(holder(shard) for shard in shard_folders(sharded))
        return real(whole)

    monkeypatch.setattr(Gatherer, "gather", gathers)
    with locked(sharded / "shards" / "2"), pytest.raises(CannotRun, match="another process is crawling"):
        deal(sharded, shards)
    assert not held_by
    deal(sharded, shards)
    assert len(held_by) == 3
    assert all(held_by)


def test_a_second_command_leaves_a_deal_that_is_under_way_alone(sharded: Path) -> None:
    built = sharded / "shards.part" / "0"
    built.mkdir(parents=True)
    with locked(sharded), pytest.raises(CannotRun, match="another process is crawling into this folder"):
        must_deal(sharded, 3)
    assert built.exists()
    assert not must_deal(sharded, 3)
    assert not built.parent.exists()


def test_raw_responses_come_along_where_a_file_can_have_one_name_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "crawl"
    wanted = settings(3, 60)
    Gatherer.begin(folder, TOPIC, wanted).close()
    ShardedCrawl(folder, wanted).run()
    monkeypatch.setattr(gathering, "linked", lambda *_: False)
    deal(folder, 2)
    crawl = CrawlFolder(folder)
    assert all(crawl.explain(page.url).outcome == "page" for page in crawl.pages())


@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("step", ["_build", "make_shard", "_delete", "rename", "keep_settings", "rmtree"])
def test_a_kill_half_way_can_be_repeated(
    sharded: Path, monkeypatch: pytest.MonkeyPatch, shards: int, step: str
) -> None:
    before, links = [held(sharded, query) for query in (FETCHED, TRIES, SEEDS, MARKS)], waiting(sharded)

    def dies(*_: object, **__: object) -> None:
        raise Killed

    where: Any = {"rename": Path, "rmtree": shutil}.get(step, dealing)
    with monkeypatch.context() as patch:
        patch.setattr(where, step, dies)
        with suppress(Killed):
            deal(sharded, shards)
    gather(sharded)
    if must_deal(sharded, shards):
        deal(sharded, shards)
    assert [held(sharded, query) for query in (FETCHED, TRIES, SEEDS, MARKS)] == before
    assert waiting(sharded) == links
    assert len(shard_folders(sharded)) == (0 if shards == 1 else shards)
    check_totals(sharded)


def test_the_link_models_of_dealt_shards_are_rebuilt_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, topic = tmp_path / "crawl", replace(TOPIC, relevance="tag-vsm")
    begin(folder, 120, topic)
    deal(folder, 2)
    shown: Counter[str] = Counter()

    def show(model: LinkModel, page: PageLinks, relevance: Relevance, link_of: Callable[[int], Link]) -> LinkScores:
        shown[link_of(page.link).url] += 1
        return show_again(model, page, relevance, link_of)

    monkeypatch.setattr(answers, "show_again", show)
    dealt = held(folder, HOLDERS)
    known: list[list[dict[str, float]]] = []
    for tells in (False, False, True, True):
        crawl = ShardedCrawl(folder, settings(2, 120), topic)
        crawl.deliver = tells
        crawl.run()
        known.append([_scores(shard) for shard in crawl.shards])
    assert shown == Counter({url: count for (url,), count in dealt.items()})
    assert known[0] == known[1]
    assert all(len(set(scores.values())) > 3 for scores in known[0])
    assert any(count > 1 for shard in parts(folder) for count in Counter(rows(shard, HOLDERS)).values())


def _scores(shard: Shard) -> dict[str, float]:
    core = shard._core
    assert core is not None
    scores = core._answers.links.scores(len(core.links.link_table)).tolist()
    return dict(zip((url for (url,) in rows(shard.out, "SELECT url FROM links ORDER BY id")), scores, strict=True))
