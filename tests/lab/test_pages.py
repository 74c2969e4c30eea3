from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.lab.conftest import SmallWeb, url

from honeyguide.errors import CannotRun
from honeyguide.lab.evaluation import evaluate
from honeyguide.lab.pages import PageCache
from honeyguide.lab.processes import Processes
from honeyguide.lab.relevance_study import Bench, Study
from honeyguide.model import GROUPS, LABELS, Outcome, Topic
from honeyguide.web.offline import PageSource, cache_folder, open_web
from honeyguide.web.offline.archive import WarcSource
from honeyguide.web.offline.synthetic import SyntheticSource
from honeyguide.web.response import Answer
from honeyguide.web.synthetic import SyntheticParameters


class CountingWeb(SyntheticSource):
    """Counts how often it is asked."""

    asked = 0

    def answer(self, url: str) -> Answer:
        self.asked += 1
        return super().answer(url)


def counting(seed: int, pages: int = 300) -> CountingWeb:
    return CountingWeb(SyntheticParameters(seed=seed, pages=pages))


def links(cache: PageCache, url: str) -> list[str]:
    page = cache.page(url)
    return [link.url for link in page.links] if page else []


def cache_file(web: PageSource) -> Path:
    (file,) = [file for file in (cache_folder() / "pages").glob("*.sqlite") if web.identity in file.name]
    return file


def test_a_page_is_parsed_once_whatever_the_number_of_caches() -> None:
    web = counting(101)
    first = next(iter(web.urls()))
    with PageCache(web) as cache:
        page = cache.page(first)
        assert page is not None
        assert page.links
        assert any(page.groups)
        assert cache.page(first) == page
    with PageCache(web) as cache:
        assert cache.page(first) == page
    assert web.asked == 1


def test_pages_that_are_excluded_are_not_parsed(small_web: SmallWeb) -> None:
    small_web.write({"a": "b", "b": "a", "c": "a", "d": "a", "left-out": "a"}, "a b c")
    web, labels = f"folder:{small_web.folder / 'pages'}", small_web.folder / "labels.tsv"
    told: list[tuple[str, int, int]] = []
    excluded = ("*/left-out.html",)
    study = Study(web, str(labels), ("birds",), models=("tag-vsm",), examples=1, draws=1, exclude=excluded)
    with Bench(study) as bench:
        bench.fill(Processes(1), lambda *each: told.append(each))
    assert told == [("pages read", 4, 4)]
    told.clear()
    (small_web.folder / "pages" / "h.test" / "d.html").write_text("<p>changed")  # so that nothing is kept
    topic = Topic("birds", {"bird": 1.0}, relevance="tag-vsm")
    evaluate(
        topic,
        web,
        labels=labels,
        relevant="birds",
        exclude=excluded,
        jobs=1,
        progress=lambda *each: told.append(each),
    )
    assert ("pages read", 4, 4) in told


@pytest.mark.slow
def test_filling_in_several_processes_gives_the_same_pages_as_reading_on_demand() -> None:
    web = counting(102, pages=200)
    told: list[tuple[str, int, int]] = []
    with PageCache(web) as cache:
        cache.fill(2, lambda *each: told.append(each))
        filled = [cache.see(address) for address in web.urls()]
        assert web.asked == 0
        assert filled == [cache.parse(address) for address in web.urls()]
        assert told[-1] == ("pages read", 200, 200)
        told.clear()
        cache.fill(1, lambda *each: told.append(each))
        assert told == []


def test_redirects_and_failures_are_kept_too() -> None:
    web = counting(103)
    with PageCache(web) as cache:
        found = {link for address in web.urls() for link in links(cache, address)}
        moved = next(link for link in sorted(found) if "/go/" in link)
        gone = next(link for link in sorted(found) if "/gone/" in link)
        assert cache.see(moved).outcome is Outcome.REDIRECT
        assert cache.page(cache.see(moved).location) is not None
        assert cache.see(gone).outcome is Outcome.HTTP_ERROR
        assert cache.page(gone) is None


def test_a_page_that_changed_is_parsed_anew(small_web: SmallWeb) -> None:
    small_web.write({"a": "b"}, "a")
    spec = f"folder:{small_web.folder / 'pages'}"
    with PageCache(open_web(spec)) as cache:
        assert links(cache, url("a")) == [url("b")]
    small_web.write({"a": "c longer"}, "a")
    with PageCache(open_web(spec)) as cache:
        assert links(cache, url("a")) == [url("c"), url("longer")]


def test_a_spoiled_cache_is_made_anew() -> None:
    web = counting(104)
    first = next(iter(web.urls()))
    with PageCache(web) as cache:
        page = cache.page(first)
    file = cache_file(web)
    for aside in file.parent.glob(f"{file.name}-*"):
        aside.unlink()
    file.write_bytes(b"no database at all" * 1000)
    with PageCache(web) as cache:
        assert cache.page(first) == page


def test_a_cache_that_is_spoiled_while_it_is_read_is_made_anew() -> None:
    web = counting(106)
    urls = web.urls()
    with PageCache(web) as cache:
        cache.fill()
        pages = [cache.page(url) for url in urls]
    file = cache_file(web)
    size = file.stat().st_size
    with file.open("r+b") as stream:  # the header and the schema stay, all that follows is noise
        stream.seek(4096)
        stream.write(b"\xff" * (size - 4096))
    with PageCache(web) as cache:
        assert [cache.page(url) for url in urls[:20]] == pages[:20]
    with PageCache(web) as cache:
        asked = web.asked
        assert [cache.page(url) for url in urls[:20]] == pages[:20]
        assert web.asked == asked


def test_a_spoiled_entry_is_parsed_again() -> None:
    web = counting(107)
    first = web.urls()[0]
    with PageCache(web) as cache:
        page = cache.page(first)
    with closing(sqlite3.connect(cache_file(web))) as database, database:
        database.execute("UPDATE pages SET seen = x'00010203'")
    with PageCache(web) as cache:
        assert cache.page(first) == page


def test_a_cache_that_another_process_holds_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("honeyguide.lab.pages._LONGEST_WAIT", 0.01)
    web = counting(108)
    with PageCache(web) as cache:
        cache.page(web.urls()[0])
        cache.write()
        file = cache_file(web)
        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            cache.page(web.urls()[1])
            with pytest.raises(CannotRun, match=f"{re.escape(str(file))}: .*locked"):
                cache.write()
            other.rollback()
            assert other.execute("SELECT COUNT(*) FROM pages").fetchone() == (1,)


@pytest.mark.slow
def test_files_whose_names_hold_blanks_and_commas_are_opened_by_every_process(tmp_path: Path) -> None:
    named = []
    for at, name in enumerate(("a, first", 'the "second"')):
        folder = tmp_path / name
        folder.mkdir()
        named.append(folder / "some pages.warc")
        pages = (f"http://h.test/{at}-{n}.html" for n in range(80))
        named[-1].write_bytes(b"".join(record(page) for page in pages))
    web = WarcSource(named)
    with PageCache(web) as cache:
        cache.fill(2)
        assert all(cache.page(url) for url in web.urls())
    assert len(web) == 160


def record(url: str) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>one</title><p>words</p>"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


def test_a_very_large_web_is_parsed_as_it_is_crawled() -> None:
    web = counting(105, pages=300_000)
    first = next(iter(web.urls()))
    with PageCache(web) as cache:
        assert cache.page(first) == cache.page(first)
    assert web.asked == 2
    assert not [file for file in Path(cache_folder() / "pages").glob("*") if web.identity in file.name]


@pytest.mark.slow
def test_every_layout_of_pages_is_kept_apart() -> None:
    web = counting(109, pages=130)
    first = web.urls()[0]
    with PageCache(web) as by_group, PageCache(web, "labels") as by_label:
        pages = by_group.page(first), by_label.page(first)
        assert [len(page.groups) for page in pages if page] == [len(GROUPS), len(LABELS)]
        by_label.fill(2)
        assert all(len(page.groups) == len(LABELS) for url in web.urls() if (page := by_label.page(url)))
        assert by_group.page(first) == pages[0]
    assert web.asked == 2


@pytest.mark.parametrize("layout", ["tag-groups", "labels"])
def test_pages_that_are_only_judged_say_the_same_without_links_and_are_kept_apart(layout: str) -> None:
    web = counting(110, pages=90)
    with PageCache(web, layout) as whole, PageCache(web, layout, only_judged=True) as judged:
        for url in web.urls():
            crawled, bare = whole.page(url), judged.page(url)
            assert crawled
            assert bare == msgspec.structs.replace(crawled, links=(), links_left_out=0)
        assert any(page.links for url in web.urls() if (page := whole.page(url)))
