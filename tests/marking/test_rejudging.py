"""Stored pages judged again are what a crawl by that topic would have made of them; whole, or not at all."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.local_web import LocalWeb, local_web
from tests.marking.made_up import (
    FLOODS,
    GARDENS,
    VERDICTS,
    Learning,
    about,
    answer,
    crawl,
    everything,
    rows,
    url,
)
from tests.storage.counted import counted

from honeyguide import (
    BadFolder,
    CannotRun,
    Crawl,
    CrawlFolder,
    Settings,
    Topic,
    links,
    load_topic,
    open_crawl,
    settings,
    strategies,
)
from honeyguide.core.answers import Answers
from honeyguide.errors import BadInput
from honeyguide.model import EventKind, Fetched, Outcome
from honeyguide.records import Citation, Record
from honeyguide.storage.lock import locked
from honeyguide.storage.results import status
from honeyguide.storage.store import FolderStore
from honeyguide.web.scope import Scope

pytestmark = pytest.mark.slow

PAGES = 25


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(answer) as served:
        yield served


@pytest.fixture(scope="module")
def made(web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("crawls") / "floods"
    crawl(web.address, out, PAGES, strategy="bfs")
    return out


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> CrawlFolder:
    copy = tmp_path / "crawl"
    shutil.copytree(made, copy)
    return open_crawl(copy)


@pytest.mark.parametrize("relevance", ["tag-vsm", "adaptive-vsm:pages=10"])
@pytest.mark.parametrize("workers", [0, 1])
def test_another_topic_gives_what_a_crawl_by_it_would_have(
    web: LocalWeb, folder: CrawlFolder, tmp_path: Path, relevance: str, workers: int
) -> None:
    wanted = replace(GARDENS, relevance=relevance)
    crawl(web.address, tmp_path / "fresh", PAGES, wanted, strategy="bfs")
    told: list[tuple[str, int, int]] = []
    done = folder.rejudge(wanted, Settings(workers=workers), progress=lambda *each: told.append(each))
    assert everything(folder.path, VERDICTS) == everything(tmp_path / "fresh", VERDICTS)
    terms = "SELECT links FROM pages ORDER BY visit"
    assert rows(folder.path, terms) == rows(tmp_path / "fresh", terms)
    verdict = "SELECT value FROM state WHERE key = 'verdict'"
    assert len(rows(folder.path, verdict)) == (relevance != "tag-vsm")
    assert (done.pages, done.failed, done.topic, done.relevance, done.written) == (
        PAGES,
        {},
        "gardens",
        relevance,
        True,
    )
    assert min(done.joined, done.left) > 5
    assert ("pages judged", PAGES, PAGES) in told
    assert folder.topic == wanted
    assert status(folder.path) == counted(folder.path)
    fresh = open_crawl(tmp_path / "fresh")
    for query in ("flood", "garden", "花园"):
        assert {hit.url for hit in folder.search(query, top=99).pages} == {
            hit.url for hit in fresh.search(query, top=99).pages
        }
    last = list(folder.events())[-1]
    assert (last.kind, last.detail) == (EventKind.REJUDGED, done.says)
    assert done.says.startswith(
        f"judged {PAGES} pages again by gardens ({relevance}): {done.joined} joined, {done.left}"
    )


def test_by_its_own_topic_nothing_changes_but_what_is_marked(folder: CrawlFolder) -> None:
    before = everything(folder.path, VERDICTS)
    assert folder.rejudge().changes == ()
    assert everything(folder.path, VERDICTS) == before
    folder.mark({url(5): False, url(8): True})
    marked = everything(folder.path, VERDICTS)
    done = folder.rejudge()
    assert (done.marks, done.changes) == (2, ())
    assert everything(folder.path, VERDICTS) == marked
    folder.rejudge(GARDENS)
    pages = {page.url: page for page in folder.pages()}
    assert (pages[url(5)].on_topic, pages[url(8)].on_topic, pages[url(10)].on_topic) == (False, True, False)
    assert folder.mark(url(8), None).left == 0  # gardens says the same


def test_a_dry_run_tells_and_changes_nothing(folder: CrawlFolder) -> None:
    before = everything(folder.path)
    told = folder.rejudge(GARDENS, dry_run=True)
    assert everything(folder.path) == before
    done = folder.rejudge(GARDENS)
    assert (told.changes, told.written) == (done.changes, False)
    assert {each.url for each in done.changes if each.on_topic} == {
        page.url for page in folder.pages(relevant=True) if about(int(page.url.rpartition("/")[2]))[1] == "rose"
    } - {url(0)}


def test_what_cannot_be_read_keeps_its_verdict_and_is_counted(folder: CrawlFolder) -> None:
    import sqlite3

    with sqlite3.connect(folder.path / "crawl.db") as database:
        database.execute(
            "UPDATE visits SET warc_file = NULL WHERE link = (SELECT id FROM links WHERE url = ?)", (url(5),)
        )
    done = folder.rejudge(GARDENS)
    assert (done.pages, done.failed) == (PAGES - 1, {"its raw response was not kept": 1})
    assert url(5) in {page.url for page in folder.pages(relevant=True)}


KILLED = """
import os, signal, sys
from honeyguide import Settings, open_crawl
from honeyguide.marking import rejudging
from tests.marking.made_up import GARDENS
rejudging.BATCH = 5
def watch(what, done, of):
    if what == sys.argv[2] and done >= 5:
        os.kill(os.getpid(), signal.SIGKILL)
open_crawl(sys.argv[1]).rejudge(GARDENS, Settings(workers=0), progress=watch)
"""


@pytest.mark.parametrize("moment", ["pages judged", "pages extracted", "made searchable"])
def test_a_kill_leaves_all_as_it_was_or_as_it_should_be(folder: CrawlFolder, made: Path, moment: str) -> None:
    before = everything(folder.path)
    code = subprocess.run([sys.executable, "-c", KILLED, str(folder.path), moment], check=False).returncode
    assert code == -signal.SIGKILL
    if moment == "made searchable":
        assert folder.topic == GARDENS
    else:
        assert everything(folder.path) == before
    assert status(folder.path) == counted(folder.path)
    assert {hit.url for hit in folder.search("rose", top=99).pages} == {
        page.url for page in folder.pages(relevant=True) if "rose" in page.text
    }


def test_a_folder_that_a_crawl_holds_is_left_alone(folder: CrawlFolder) -> None:
    with locked(folder.path), pytest.raises(CannotRun, match="another process is crawling into this folder"):
        folder.rejudge(GARDENS)


def fetched(folder: Path) -> list[str]:
    query = "SELECT url FROM visits JOIN links ON links.id = link WHERE outcome = 'page' ORDER BY visits.id"
    return [address for (address,) in rows(folder, query)]


@pytest.mark.parametrize("links", ["", "cpe"])
def test_a_crawl_goes_on_by_its_new_topic(web: LocalWeb, tmp_path: Path, links: str) -> None:
    """Best-first: with its old topic it would go on with floods."""
    before, after = 10, 16
    for name in ("old", "new"):
        crawl(web.address, tmp_path / name, before, links=links)
    with pytest.raises(BadFolder, match=r"holds a crawl with another topic; .*--new-topic"):
        crawl(web.address, tmp_path / "new", after, GARDENS, links=links)
    open_crawl(tmp_path / "new").rejudge(GARDENS)
    crawl(web.address, tmp_path / "old", after, links=links)
    for pages in (before + 3, after):  # what was judged again stays so when the crawl stops again
        crawl(web.address, tmp_path / "new", pages, GARDENS, links=links)

    def subjects(name: str) -> set[str]:
        return {about(int(each.rpartition("/")[2]))[0] for each in fetched(tmp_path / name)[before:]}

    assert subjects("old") <= {"flood", "洪水"}
    assert subjects("new") <= {"garden", "花园"}


def test_nothing_is_left_by_any_topic_where_no_link_waits(web: LocalWeb, tmp_path: Path) -> None:
    crawl(web.address, tmp_path, 10, strategy="bfs", depth=0)
    open_crawl(tmp_path).rejudge(replace(FLOODS, keywords={"flood": 1.0}))
    told = open_crawl(tmp_path).status().coverage
    assert told
    assert (told.waiting, told.expected, told.undiscovered, told.recall) == (0, 0.0, 0.0, 1.0)


def test_what_is_left_follows_the_verdicts(tmp_path: Path) -> None:
    held = settings(pages=200, web="synthetic:seed=7,pages=500", strategy="bfs", workers=0, extract=False)
    topic = replace(load_topic("rainstorm-disaster"), relevance="tag-vsm")
    Crawl(topic, ["http://harbour-daily.example/"], tmp_path, held).finish()
    folder = open_crawl(tmp_path)
    found = [page.url for page in folder.pages() if page.on_topic and not page.duplicate_of]
    kept = set(found[::3])
    before = folder.status().coverage
    folder.rejudge(relevance=lambda page: float(page.url in kept))
    now = open_crawl(tmp_path).status().coverage
    assert before
    assert now
    share = len(kept) / len(found)
    for name in ("expected", "low", "high"):
        assert getattr(now, name) == pytest.approx(share * getattr(before, name))
    assert now.recall == pytest.approx(len(kept) / (len(kept) + now.expected))
    folder.rejudge()
    again = open_crawl(tmp_path).status().coverage
    assert again
    assert again.expected == pytest.approx(before.expected)


def test_the_target_of_a_redirect_is_worth_what_the_link_to_it_is_by_the_new_topic(
    web: LocalWeb, tmp_path: Path
) -> None:
    """A page calls the redirect a flood: by the old topic its target is worth much, by the new one little."""
    crawl(web.address, tmp_path, 1, strategy="bfs")
    moved, target = "http://a.example/moved", "http://a.example/target"
    store = FolderStore(tmp_path, "test", 0.0)
    source = store.link_table.find(moved)
    assert source is not None
    to = store.link_table.add(target, "a.example", 1, 0, 1)
    came = Fetched(moved, Outcome.REDIRECT, 301, location=target)
    redirect = Citation(source, to.id, None, 0.9)
    store.add(Record(store.link(source), came, Outcome.REDIRECT, target, final=True, citations=[redirect]))
    store.commit({})
    store.close()

    def worth(topic: Topic) -> tuple[float, float]:
        store = FolderStore(tmp_path, "test", 0.0)
        stored = store.restore()
        assert stored is not None
        model = links.make("cre", topic)
        Answers(Settings(), store, Scope(Settings()), model, None).restore(stored, store.page_links)
        store.close()
        return model.score_of(source), model.score_of(to.id)

    before = worth(FLOODS)
    assert before[1] > 0.5
    open_crawl(tmp_path).rejudge(GARDENS)
    after = worth(GARDENS)
    assert after[1] == pytest.approx(after[0], abs=0.05)
    assert after[1] < before[1] / 2


@pytest.mark.parametrize("strategy", sorted(strategies.names()))
def test_every_strategy_goes_on_by_a_new_topic(web: LocalWeb, tmp_path: Path, strategy: str) -> None:
    crawl(web.address, tmp_path, 12, strategy=strategy)
    open_crawl(tmp_path).rejudge(GARDENS)
    assert rows(tmp_path, "SELECT * FROM link_state") == []
    run = crawl(web.address, tmp_path, 0, GARDENS, strategy=strategy)
    assert (run.pages, run.waiting) == (40, 0)
    assert status(tmp_path) == counted(tmp_path)


def test_a_question_tells_what_the_model_says_now_and_what_results_show(web: LocalWeb, tmp_path: Path) -> None:
    crawl(web.address, tmp_path, PAGES, strategy="bfs", relevance=Learning)
    folder = open_crawl(tmp_path)
    assert all(each.why.endswith(" it says 0.50 now") for each in folder.ask(3, relevance=Learning))
    with closing(sqlite3.connect(tmp_path / "crawl.db")) as database, database:
        database.execute("UPDATE pages SET relevance = 0.534, on_topic = 1")
    (first, *_) = folder.ask(3, relevance=Learning)
    assert (first.on_topic, f"{first.relevance:.2f}") == (False, "0.50")
    assert first.why.endswith(" it says 0.50 now; it is stored as on topic, 0.53")


def test_a_model_that_learns_judges_all_pages_by_the_marks(web: LocalWeb, tmp_path: Path) -> None:
    def made(name: str) -> CrawlFolder:
        crawl(web.address, tmp_path / name, PAGES, strategy="bfs", relevance=Learning)
        return open_crawl(tmp_path / name)

    folder = made("one")
    assert [page for page in folder.pages() if page.on_topic] == []
    asked = [each.url for each in folder.ask(3, relevance=Learning)]
    assert asked == fetched(folder.path)[::-1][:3]
    folder.mark({url(6): True, url(5): False})
    assert about(6) == about(11)
    again = [each.url for each in folder.ask(99, relevance=Learning)]
    assert not {about(int(each.rpartition("/")[2]))[0] for each in again} & {"garden", "flood"}
    requests = web.requests.total()
    done = folder.rejudge(relevance=Learning)
    assert web.requests.total() == requests
    pages = {page.url: page for page in folder.pages()}
    gardens = {each for each in pages if about(int(each.rpartition("/")[2]))[0] == "garden"}
    assert {each for each, page in pages.items() if page.on_topic} == gardens
    assert len(gardens) > 3
    assert done.joined == len(gardens) - 1  # one joined when it was marked
    assert all("garden" in pages[each].text and pages[each].content for each in gardens)
    assert pages[url(5)].relevance < 0.5
    kept = "SELECT count(*) FROM pages WHERE features IS NULL"
    assert rows(folder.path, kept) == [(0,)]


def test_features_are_enough_where_the_topic_is_the_same(web: LocalWeb, tmp_path: Path) -> None:
    crawl(web.address, tmp_path, PAGES, strategy="bfs", relevance=Learning)
    folder = open_crawl(tmp_path)
    folder.mark(url(6), True)
    shutil.move(tmp_path / "warc", tmp_path / "search" / "elsewhere")
    assert folder.rejudge(relevance=Learning, dry_run=True).failed == {}
    with pytest.raises(BadInput, match=rf"none of the {PAGES} pages can be judged again: warc/00001.warc.gz is not"):
        folder.rejudge(GARDENS, relevance=Learning)
    assert folder.topic != GARDENS


def test_a_page_of_the_crawl_is_explained_by_its_own_verdict(web: LocalWeb, tmp_path: Path) -> None:
    crawl(web.address, tmp_path, PAGES, replace(FLOODS, relevance="judge"), strategy="bfs", encoder="none")
    folder = open_crawl(tmp_path)
    pages = list(folder.pages())
    folder.mark({pages[3].url: True, pages[4].url: False})
    folder.rejudge()
    marks = {pages[3].url: "on", pages[4].url: "off"}
    for page in folder.pages():
        told = folder.explain(page.url)
        assert (told.on_topic, told.mark) == (page.on_topic, marks.get(page.url, ""))
        assert told.relevance == pytest.approx(page.relevance, abs=1e-6)


def test_pages_are_read_again_where_the_encoder_is_another(web: LocalWeb, tmp_path: Path) -> None:
    topic = replace(FLOODS, relevance="judge")
    for name, encoder in [("one", "none"), ("other", "use")]:
        crawl(web.address, tmp_path / name, PAGES, topic, strategy="bfs", encoder=encoder)
    asked = "SELECT relevance, features FROM pages ORDER BY visit"
    folder = open_crawl(tmp_path / "one")
    given = replace(folder.settings, encoder="use")
    folder.rejudge(settings=given)
    open_crawl(tmp_path / "other").rejudge()
    assert rows(tmp_path / "one", asked) == rows(tmp_path / "other", asked)
    (tmp_path / "one" / "warc").rename(tmp_path / "elsewhere")
    kept = replace(given, encoder="none")
    assert folder.rejudge(settings=kept).failed == {}  # by what is known of them


def test_a_function_judges_again_like_any_model(folder: CrawlFolder) -> None:
    def roses(page: Any) -> float:
        return 1.0 if "rose" in page.text else 0.0

    folder.rejudge(FLOODS, relevance=roses)
    assert {about(int(page.url.rpartition("/")[2]))[1] for page in folder.pages(relevant=True)} == {"rose"}
