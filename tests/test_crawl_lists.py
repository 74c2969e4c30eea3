"""Sitemaps and feeds in a crawl: over HTTP, after a resume; robots.txt and scope hold for all of them."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic

from honeyguide.config import Settings
from honeyguide.core.lists import MOST_FEEDS
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.model import Topic
from honeyguide.parsing.lists import MOST_SITEMAPS
from honeyguide.recovery import recover
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.response import NOT_FOUND, Answer

FLOODS = Topic(name="floods", keywords={"flood": 1.0, "洪水": 1.0}, relevance="tag-vsm:threshold=0.01")
HTML = (("Content-Type", "text/html"),)
XML = (("Content-Type", "application/xml"),)
TEXT = (("Content-Type", "text/plain"),)
SEED = "http://a.example/"
ROBOTS = (
    "User-agent: *\nDisallow: /private/\nSitemap: http://a.example/index.xml\nSitemap: http://a.example/list.txt\n"
)


def page(title: str = "flood 洪水", head: str = "", *links: str) -> Answer:
    anchors = "".join(f"<a href='{link}'>{link}</a> " for link in links)
    return Answer(200, HTML, f"<title>{title}</title>{head}<p>a flood, 洪水</p>{anchors}".encode())


def urlset(*urls: str) -> bytes:
    return f"<urlset>{''.join(f'<url><loc>{url}</loc></url>' for url in urls)}</urlset>".encode()


def index(*urls: str) -> Answer:
    named = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return Answer(200, XML, f"<sitemapindex>{named}</sitemapindex>".encode())


def feed(*items: tuple[str, str, str]) -> Answer:
    said = "".join(
        f"<item><title>{title}</title><link>{url}</link><description>{text}</description></item>"
        for url, title, text in items
    )
    channel = f"<channel><title>flood 洪水</title>{said}</channel>"
    return Answer(200, (("Content-Type", "application/rss+xml; charset=utf-8"),), f"<rss>{channel}</rss>".encode())


SITE = {
    "http://a.example/robots.txt": Answer(200, TEXT, ROBOTS.encode()),
    SEED: page(),
    "http://a.example/index.xml": index("/packed.xml.gz", "/index.xml", "/deeper.xml", "http://b.example/other.xml"),
    "http://a.example/packed.xml.gz": Answer(
        200,
        (("Content-Type", "application/gzip"),),
        gzip.compress(urlset("http://a.example/1", "http://a.example/private/2", "http://c.example/3")),
    ),
    "http://a.example/deeper.xml": index("/deepest.xml", "/index.xml"),
    "http://a.example/deepest.xml": Answer(200, XML, urlset("http://a.example/4")),
    "http://a.example/list.txt": Answer(200, TEXT, "http://a.example/5\nhttp://a.example/洪水\n".encode()),
    "http://b.example/other.xml": Answer(200, XML, urlset("http://a.example/6")),
    **{f"http://a.example/{path}": page(f"flood {path}") for path in ("1", "4", "5", "6", "private/2")},
    "http://a.example/%E6%B4%AA%E6%B0%B4": page("洪水"),
    "http://c.example/3": page(),
}
NAMES = ("index.xml", "packed.xml.gz", "deeper.xml", "deepest.xml", "list.txt")
LISTS = {f"http://a.example/{name}" for name in NAMES}
FOUND = {f"http://a.example/{name}" for name in ("", "1", "4", "5", "%E6%B4%AA%E6%B0%B4")}


class Answers:
    def __init__(self, answers: Mapping[str, Answer] | Callable[[str], Answer]) -> None:
        self._answers = answers

    def answer(self, url: str) -> Answer:
        return self._answers(url) if callable(self._answers) else self._answers.get(url, NOT_FOUND)

    def latency(self, host: str) -> float:
        return 0.1


def made(**given: object) -> Settings:
    plain = {"strategy": "bfs", "concurrency": 1, "workers": 0, "delay": 0.0, "retries": 0, "extract": False}
    return msgspec.convert(plain | given, Settings)


def crawl(out: Path, answers: Mapping[str, Answer] | Callable[[str], Answer], *seeds: str, **given: object) -> Crawl:
    run = Crawl(FLOODS, seeds or [SEED], out, made(**given), web=SimulatedWeb(Answers(answers)))

    async def through() -> None:
        async for _ in run:
            pass

    asyncio.run(through())
    return run


def on_topic(out: Path) -> set[str]:
    return {page.url for page in open_crawl(out).pages() if page.on_topic}


def stored(out: Path) -> set[str]:
    return {page.url for page in open_crawl(out).pages()}


@pytest.fixture
def served() -> Iterator[LocalWeb]:
    with local_web(lambda url: Answers(SITE).answer(url)) as web:
        yield web


def test_sitemaps_of_robots_txt_are_read_over_http_within_scope_and_rules(served: LocalWeb, tmp_path: Path) -> None:
    settings = made(sitemaps=True, stay=True, connect_to=served.address)
    Crawl(FLOODS, [SEED], tmp_path / "c", settings).finish()
    asked = set(served.pages_requested())
    assert asked == FOUND | LISTS
    assert on_topic(tmp_path / "c") == FOUND
    assert stored(tmp_path / "c") == FOUND | LISTS
    assert max(served.requests.values()) == 1
    assert open_crawl(tmp_path / "c").status().failures == {"robots": 1}


def test_they_are_left_alone_unless_a_setting_says_so(served: LocalWeb, tmp_path: Path) -> None:
    Crawl(FLOODS, [SEED], tmp_path / "c", made(connect_to=served.address)).finish()
    assert set(served.pages_requested()) == {SEED}


def test_a_sitemap_is_a_seed_like_any_other(served: LocalWeb, tmp_path: Path) -> None:
    seeds = ["http://a.example/index.xml", "http://a.example/list.txt"]
    Crawl(FLOODS, seeds, tmp_path / "c", made(stay=True, connect_to=served.address)).finish()
    assert set(served.pages_requested()) == (FOUND | LISTS) - {SEED}
    depths = {page.url: page.depth for page in open_crawl(tmp_path / "c").pages()}
    assert {depths[url] for url in LISTS} == {0}
    assert {depths[url] for url in FOUND - {SEED}} == {1}


def test_a_list_is_no_page_in_another_language(tmp_path: Path) -> None:
    told = "Der Sturm brachte viel Regen in die Stadt, und die Flut steht noch immer in den Straßen."
    answers = {"http://a.example/feed.xml": feed(("http://a.example/1", "Regen und Sturm in der Stadt", told))}
    crawl(tmp_path / "c", answers, "http://a.example/feed.xml", languages=("en", "zh"), depth=0)
    with closing(sqlite3.connect(tmp_path / "c" / "crawl.db")) as database:
        assert database.execute("SELECT kind, language FROM pages").fetchall() == [("feed", "de")]
    assert open_crawl(tmp_path / "c").status().kept_out == {}


def test_what_a_sitemap_names_is_one_click_from_a_seed(tmp_path: Path) -> None:
    crawl(tmp_path / "none", SITE, sitemaps=True, depth=0)
    assert stored(tmp_path / "none") == {SEED}
    crawl(tmp_path / "one", SITE, sitemaps=True, depth=1, stay=True)
    assert on_topic(tmp_path / "one") == FOUND


def test_a_crawl_that_goes_on_reads_the_sitemaps_that_it_knew_of(tmp_path: Path) -> None:
    for pages in (1, 3, 5, 100):
        crawl(tmp_path / "c", SITE, pages=pages, sitemaps=True, stay=True)
    assert stored(tmp_path / "c") == FOUND | LISTS


def test_a_lost_database_is_made_anew_with_its_lists(tmp_path: Path) -> None:
    out = tmp_path / "c"
    crawl(out, SITE, sitemaps=True, stay=True)
    (out / "crawl.db").unlink()
    recover(out, FLOODS)
    assert (stored(out), on_topic(out)) == (FOUND | LISTS, FOUND)


def test_lists_stay_off_topic_when_all_is_judged_again(tmp_path: Path) -> None:
    crawl(tmp_path / "c", SITE | {"http://a.example/feed": NEWS}, "http://a.example/feed", sitemaps=True, stay=True)
    before = on_topic(tmp_path / "c")
    assert before
    other = msgspec.structs.replace(FLOODS, keywords={"flood": 1.0})
    open_crawl(tmp_path / "c").rejudge(other)
    assert "http://a.example/feed" in stored(tmp_path / "c") - on_topic(tmp_path / "c")


SYNTHETIC = small_synthetic(seed=7, pages=3000, hosts=3, words=60, listed=1.0)


def test_the_synthetic_web_serves_sitemaps_and_feeds_over_http(tmp_path: Path) -> None:
    """English and Chinese hosts; one has more pages than a sitemap of it."""
    homes = [f"http://{host}/" for host in SYNTHETIC.hosts()]
    with local_web(SYNTHETIC.answer) as web:
        settings = made(
            sitemaps=True, feeds=True, stay=True, depth=1, pages=60, connect_to=web.address, concurrency=9
        )
        Crawl(FLOODS, homes, tmp_path / "c", settings).finish()
        asked = set(web.pages_requested())
    assert {f"{home}sitemap.xml" for home in homes} | {f"{home}feed.xml" for home in homes} <= asked
    assert {f"{home}sitemap-1.xml.gz" for home in homes} < {url for url in asked if url.endswith(".xml.gz")}
    with sqlite3.connect(tmp_path / "c" / "crawl.db") as database:
        known = {url for (url,) in database.execute("SELECT url FROM links WHERE depth = 1")}
    listed = {SYNTHETIC.url(page) for page in range(len(SYNTHETIC))} - set(homes)
    assert listed <= known
    assert any("洪水" in line or "暴雨" in line for line in anchors(tmp_path / "c", "feed.xml"))
    assert SYNTHETIC.answer(f"{homes[0]}sitemap-999.xml.gz").status == 404
    assert small_synthetic(seed=7).answer("http://harbour-daily.example/sitemap.xml").status == 404


def anchors(out: Path, source: str) -> list[str]:
    with sqlite3.connect(out / "crawl.db") as database:
        cited = "SELECT anchor FROM citations JOIN links ON links.id = source WHERE url LIKE ? AND anchor IS NOT NULL"
        return [anchor for (anchor,) in database.execute(cited, (f"%{source}",))]


def test_sitemaps_of_other_sites_are_for_robots_txt_to_name_and_only_within_scope(tmp_path: Path) -> None:
    other = "http://b.example/other.xml"
    crawl(tmp_path / "index", SITE, "http://a.example/index.xml")
    assert other not in stored(tmp_path / "index")
    named = SITE | {"http://a.example/robots.txt": Answer(200, TEXT, f"Sitemap: {other}\n".encode())}
    crawl(tmp_path / "open", named, sitemaps=True)
    assert stored(tmp_path / "open") == {SEED, other, "http://a.example/6"}
    crawl(tmp_path / "stays", named, sitemaps=True, stay=True)
    assert stored(tmp_path / "stays") == {SEED}
    assert open_crawl(tmp_path / "stays").status().links == 1


def test_the_default_judge_neither_keeps_a_feed_nor_learns_from_it(tmp_path: Path) -> None:
    topic = msgspec.structs.replace(FLOODS, relevance="judge")
    out = tmp_path / "c"
    settings = made(stay=True, encoder="none", pages=2)
    for pages in (2, 10):
        web = SimulatedWeb(Answers(BLOG))
        Crawl(topic, ["http://a.example/feed"], out, msgspec.structs.replace(settings, pages=pages), web=web).finish()
    assert len(stored(out)) == 3
    assert "http://a.example/feed" not in on_topic(out)
    open_crawl(out).rejudge()
    assert "http://a.example/feed" not in on_topic(out)
    open_crawl(out).mark("http://a.example/1", True)
    open_crawl(out).rejudge()
    assert "http://a.example/feed" not in on_topic(out)


def test_an_endless_index_is_read_no_further_than_a_site_may_have(tmp_path: Path) -> None:
    def endless(url: str) -> Answer:
        if url.endswith("/robots.txt"):
            return Answer(200, TEXT, b"Sitemap: http://a.example/0.xml\n")
        if url == SEED:
            return page()
        number = int(url.rpartition("/")[2].partition(".")[0])
        return index(*(f"/{number * 10 + n}.xml" for n in range(10)), "/0.xml", url)

    crawl(tmp_path / "wide", endless, sitemaps=True, max_redirects=100)
    assert len(stored(tmp_path / "wide")) == 1 + MOST_SITEMAPS
    chain = crawl(tmp_path / "deep", lambda url: index(f"{url}x"), "http://a.example/s", max_redirects=5)
    assert (chain.pages, chain.why_stopped) == (6, "no link waits any more")


NEWS = feed(
    ("http://a.example/4", "Flood in the valley", "The river rose"),
    ("http://a.example/1", "洪水", "今晨发布红色预警"),
    ("http://a.example/private/2", "Private", ""),
    ("http://c.example/3", "Elsewhere", ""),
)
BLOG = SITE | {
    "http://a.example/robots.txt": Answer(200, TEXT, b"User-agent: *\nDisallow: /private/\n"),
    SEED: page("flood", '<link rel="alternate" type="application/rss+xml" href="/feed">', "/feed2", "/about"),
    "http://a.example/about": page("flood about", '<link rel=alternate type=application/atom+xml href="/feed">'),
    "http://a.example/feed": NEWS,
    "http://a.example/feed2": feed(("http://a.example/5", "Second", "")),
}


def test_a_feed_as_a_seed_gives_links_with_anchors_and_is_no_result(tmp_path: Path) -> None:
    crawl(tmp_path / "c", BLOG, "http://a.example/feed", stay=True)
    assert on_topic(tmp_path / "c") == {"http://a.example/1", "http://a.example/4"}
    assert stored(tmp_path / "c") == on_topic(tmp_path / "c") | {"http://a.example/feed"}
    assert open_crawl(tmp_path / "c").status().failures == {"robots": 1}


def test_link_models_score_the_items_of_a_feed_by_their_title_and_text(tmp_path: Path) -> None:
    news = feed(
        ("http://a.example/1", "Cooking", "a cake"),
        ("http://a.example/4", "Flood", "the flood rose"),
        ("http://a.example/5", "Gardening", "roses"),
    )
    crawl(tmp_path / "c", SITE | {"http://a.example/feed": news}, "http://a.example/feed", pages=2, strategy="ops")
    assert stored(tmp_path / "c") == {"http://a.example/feed", "http://a.example/4"}


@pytest.mark.parametrize(
    ("feeds", "found", "failures"),
    [
        (True, {"", "about", "1", "4", "5"}, {"robots": 1}),
        (False, {"", "about"}, {"not-html": 1}),
    ],
)
def test_feeds_that_pages_name_or_link_to_are_read_when_a_setting_says_so(
    tmp_path: Path, feeds: bool, found: set[str], failures: dict[str, int]
) -> None:
    crawl(tmp_path / "c", BLOG, feeds=feeds, stay=True)
    assert on_topic(tmp_path / "c") == {f"http://a.example/{path}" for path in found}
    status = open_crawl(tmp_path / "c").status()
    assert status.failures == failures
    assert {"http://a.example/feed", "http://a.example/feed2"} <= stored(tmp_path / "c") or not feeds


def test_a_site_with_a_feed_for_every_page_is_asked_for_a_few_of_them_also_after_a_resume(tmp_path: Path) -> None:
    def blog(url: str) -> Answer:
        if url.endswith("/robots.txt"):
            return NOT_FOUND
        if url.endswith("/feed"):
            return feed()
        links = [f"/{n}" for n in range(40)] if url == SEED else []
        return page(f"flood {url}", f'<link rel="alternate" type="application/rss+xml" href="{url}/feed">', *links)

    for pages in (8, 15, 1000):
        crawl(tmp_path / "c", blog, feeds=True, pages=pages)
    assert len([url for url in stored(tmp_path / "c") if url.endswith("/feed")]) == MOST_FEEDS
