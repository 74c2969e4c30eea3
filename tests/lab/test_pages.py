from __future__ import annotations

from pathlib import Path

from tests.lab.conftest import SmallWeb, url

from honeyguide.lab.pages import PageCache
from honeyguide.model import Outcome
from honeyguide.web.answer import Answer
from honeyguide.web.offline import cache_folder, open_web
from honeyguide.web.offline.generated import GeneratedWeb
from honeyguide.web.synthetic import SyntheticParameters


class CountingWeb(GeneratedWeb):
    """Counts how often it is asked."""

    asked = 0

    def answer(self, url: str) -> Answer:
        self.asked += 1
        return super().answer(url)


def counting(seed: int, pages: int = 300) -> CountingWeb:
    return CountingWeb(SyntheticParameters(seed=seed, pages=pages))


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
        assert cache.links(first) == [link.url for link in page.links]
    assert web.asked == 1


def test_filling_in_several_processes_gives_the_same_pages_as_reading_on_demand() -> None:
    web = counting(102, pages=200)
    told: list[tuple[int, int]] = []
    with PageCache(web) as cache:
        cache.fill(2, lambda done, of: told.append((done, of)))
        filled = [cache.see(address) for address in web.urls()]
        assert web.asked == 0
        assert filled == [cache.parse(address) for address in web.urls()]
        assert told[-1] == (200, 200)
        cache.fill(1, lambda done, of: told.append((0, 0)))
        assert told[-1] == (200, 200)


def test_redirects_and_failures_are_kept_too() -> None:
    web = counting(103)
    with PageCache(web) as cache:
        found = {link for address in web.urls() for link in cache.links(address)}
        moved = next(link for link in sorted(found) if "/go/" in link)
        gone = next(link for link in sorted(found) if "/gone/" in link)
        assert cache.see(moved).outcome is Outcome.REDIRECT
        assert cache.page(cache.see(moved).location) is not None
        assert cache.see(gone).outcome is Outcome.HTTP_ERROR
        assert (cache.page(gone), cache.links(gone)) == (None, ())


def test_a_page_that_changed_is_parsed_anew(small_web: SmallWeb) -> None:
    small_web.write({"a": "b"}, "a")
    spec = f"folder:{small_web.folder / 'pages'}"
    with PageCache(open_web(spec)) as cache:
        assert cache.links(url("a")) == [url("b")]
    small_web.write({"a": "c longer"}, "a")
    with PageCache(open_web(spec)) as cache:
        assert cache.links(url("a")) == [url("c"), url("longer")]


def test_a_spoiled_cache_is_made_anew() -> None:
    web = counting(104)
    first = next(iter(web.urls()))
    with PageCache(web) as cache:
        page = cache.page(first)
    (file,) = [file for file in (cache_folder() / "pages").glob("*.sqlite") if web.identity in file.name]
    for aside in file.parent.glob(f"{file.name}-*"):
        aside.unlink()
    file.write_bytes(b"no database at all" * 1000)
    with PageCache(web) as cache:
        assert cache.page(first) == page


def test_a_very_large_web_is_parsed_as_it_is_crawled() -> None:
    web = counting(105, pages=300_000)
    first = next(iter(web.urls()))
    with PageCache(web) as cache:
        assert cache.page(first) == cache.page(first)
    assert web.asked == 2
    assert not [file for file in Path(cache_folder() / "pages").glob("*") if web.identity in file.name]
