"""Where a crawl goes from its seeds, and how much of a site it takes: also after a resume, and in the lab."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.local_web import local_web
from tests.plain_choices import RAIN

from honeyguide import links, strategies
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.errors import BadSeeds
from honeyguide.lab.pages import PageCache
from honeyguide.lab.simulation import CachedWeb, Simulation
from honeyguide.model import Topic
from honeyguide.sites import site_of
from honeyguide.storage.memory import MemoryStore
from honeyguide.urls import host_of
from honeyguide.web.offline import SimulatedWeb, open_web
from honeyguide.web.offline.synthetic import SyntheticSource
from honeyguide.web.response import NOT_FOUND, Answer

FLOODS = Topic(name="floods", keywords={"flood": 1.0, "洪水": 1.0}, relevance="tag-vsm")
HTML = (("Content-Type", "text/html; charset=utf-8"),)


class Sites:
    """Pages by URL: what each links to, or after `->` where it redirects; a request takes a second."""

    def __init__(self, pages: Mapping[str, str | Sequence[str]]) -> None:
        self.pages = pages

    def answer(self, url: str) -> Answer:
        known = self.pages.get(url)
        if known is None:
            return NOT_FOUND
        if isinstance(known, str):
            return Answer(301, (("Location", known),), location=known)
        anchors = "".join(f"<a href='{link}'>flood 洪水 {link}</a> " for link in known)
        return Answer(200, HTML, f"<title>flood 洪水</title><p>a flood at {url}</p>{anchors}".encode())

    def latency(self, host: str) -> float:
        return 1.0


def crawl(out: Path, sites: Sites, seeds: Sequence[str], **given: object) -> Crawl:
    settings = {
        "strategy": "bfs", "concurrency": 4, "workers": 0, "retries": 0, "delay": 1.0, "extract": False, **given
    }  # fmt: skip
    made = msgspec.convert(settings, Settings)
    run = Crawl(FLOODS, seeds, out, made, web=sites)  # type: ignore[arg-type]
    run.finish()
    return run


def found(out: Path) -> set[str]:
    return {page.url for page in open_crawl(out).pages()}


TWO = ("http://a.example/", "http://洪水.中国/")
WIDE = Sites(
    {
        "http://a.example/": ["/1", "http://www.a.example/2", "http://sub.a.example/", "http://b.example/"],
        "http://a.example/1": ["http://c.example/"],
        "http://www.a.example/2": [],
        "http://sub.a.example/": [],
        "http://b.example/": ["http://c.example/"],
        "http://c.example/": [],
        "http://xn--1rw9t.xn--fiqs8s/": ["/新闻", "http://www.洪水.中国/", "http://d.example/"],
        "http://xn--1rw9t.xn--fiqs8s/%E6%96%B0%E9%97%BB": [],
        "http://www.xn--1rw9t.xn--fiqs8s/": [],
        "http://d.example/": [],
    }
)
OF_A = {"http://a.example/", "http://a.example/1", "http://www.a.example/2"}
OF_FLOODS = {
    "http://xn--1rw9t.xn--fiqs8s/",
    "http://xn--1rw9t.xn--fiqs8s/%E6%96%B0%E9%97%BB",
    "http://www.xn--1rw9t.xn--fiqs8s/",
}


def test_a_crawl_that_stays_keeps_to_the_hosts_of_its_seeds_with_and_without_www(tmp_path: Path) -> None:
    run = crawl(tmp_path / "c", WIDE, TWO, stay=True)
    assert found(tmp_path / "c") == OF_A | OF_FLOODS
    assert run.scope == "follows links to the hosts of the seeds"
    assert (run.hosts, run.hosts_beyond_seeds, open_crawl(tmp_path / "c").status().hosts_beyond_seeds) == (4, 0, 0)


def test_without_that_it_goes_anywhere_and_says_how_far(tmp_path: Path) -> None:
    run = crawl(tmp_path / "c", WIDE, TWO)
    assert found(tmp_path / "c") == set(WIDE.pages)
    assert run.scope == "follows links to any host"
    assert (run.hosts, run.hosts_beyond_seeds, open_crawl(tmp_path / "c").status().hosts_beyond_seeds) == (8, 4, 4)
    assert "follows links to any host" in (tmp_path / "c" / "crawl.log").read_text("utf-8")


def test_a_site_is_what_was_named_and_everything_below(tmp_path: Path) -> None:
    crawl(tmp_path / "c", WIDE, TWO[:1], allow_hosts=["a.example"])
    assert found(tmp_path / "c") == OF_A | {"http://sub.a.example/"}


def test_staying_and_sites_add_up_and_what_is_denied_stays_out(tmp_path: Path) -> None:
    run = crawl(tmp_path / "c", WIDE, TWO[:1], stay=True, allow_hosts=["c.example"], deny_hosts=["www.a.example"])
    assert found(tmp_path / "c") == {"http://a.example/", "http://a.example/1", "http://c.example/"}
    assert run.scope == (
        "follows links to the hosts of the seeds and to c.example with its subdomains, but not to www.a.example"
    )


MOVED = Sites(
    {
        "http://old.example/": "https://www.old.example/",
        "https://www.old.example/": "https://new.example/start",
        "https://new.example/start": ["/1", "http://old.example/2", "https://out.example/"],
        "https://new.example/1": ["/2"],
        "https://new.example/2": ["/3", "https://out.example/", "http://old.example/away"],
        "https://new.example/3": [],
        "http://old.example/2": [],
        "http://old.example/away": "https://out.example/",
        "https://out.example/": [],
    }
)


def test_where_a_seed_redirects_is_a_host_of_the_seeds_also_after_a_resume(tmp_path: Path) -> None:
    out = tmp_path / "c"
    crawl(out, MOVED, ["http://old.example/"], stay=True, pages=2)
    assert len(found(out)) == 2
    kept = open_crawl(out).settings
    Crawl(FLOODS, (), out, msgspec.structs.replace(kept, pages=100), web=MOVED).finish()  # type: ignore[arg-type]
    assert found(out) == {url for url in MOVED.pages if url.startswith(("https://new", "http://old.example/2"))}
    assert open_crawl(out).status().failures == {"redirect": 2, "scope": 1}
    (refused,) = open_crawl(out).errors()
    assert refused.detail == "out.example is not among the hosts of the seeds."


def test_a_crawl_that_is_told_to_stay_later_leaves_what_waits_elsewhere(tmp_path: Path) -> None:
    out = tmp_path / "c"
    crawl(out, WIDE, TWO[:1], pages=1)
    crawl(out, WIDE, (), pages=100, stay=True)
    assert found(out) == OF_A


def test_robots_txt_does_not_lead_a_crawl_that_stays_to_other_hosts(tmp_path: Path) -> None:
    def answer(url: str) -> Answer:
        if url == "http://a.example/robots.txt":
            elsewhere = "http://other.example/robots.txt"
            return Answer(301, (("Location", elsewhere),), location=elsewhere)
        return WIDE.answer(url)

    asked = {}
    with local_web(answer) as web:
        for stay in (False, True):
            web.requests.clear()
            settings = Settings(stay=stay, connect_to=web.address, delay=0.0, workers=0, strategy="bfs", pages=1)
            Crawl(FLOODS, TWO[:1], tmp_path / str(stay), settings).finish()
            asked[stay] = any("other.example" in url for url in web.requests)
    assert asked == {False: True, True: False}


def test_seeds_that_are_denied_are_refused_also_when_the_crawl_stays(tmp_path: Path) -> None:
    with pytest.raises(BadSeeds, match=r"a\.example is among the denied hosts"):
        crawl(tmp_path / "c", WIDE, TWO[:1], stay=True, deny_hosts=["a.example"])


HOSTS = ["a.one.example", "b.one.example", "www.two.example", "two.example", "three.com.cn"]
MANY = Sites(
    {f"http://{host}/": [f"/{n}" for n in range(20)] + [f"http://{each}/" for each in HOSTS] for host in HOSTS}
    | {f"http://{host}/{n}": [] for host in HOSTS for n in range(20)}
)


def by_site(urls: set[str]) -> Counter[str]:
    return Counter(site_of(host_of(url)) for url in urls)


def test_a_site_gives_so_many_pages_whatever_hosts_it_has_also_after_a_resume(tmp_path: Path) -> None:
    out = tmp_path / "c"
    crawl(out, MANY, ["http://a.one.example/"], per_site=6, pages=4)
    crawl(out, MANY, (), per_site=6, pages=1000)
    assert by_site(found(out)) == {"one.example": 6, "two.example": 6, "three.com.cn": 6}
    assert len({host_of(url) for url in found(out)}) == 5


def test_a_page_that_fails_does_not_count_for_its_site(tmp_path: Path) -> None:
    some = {url: known for url, known in MANY.pages.items() if not url.endswith(("/0", "/1", "/2"))}
    crawl(tmp_path / "c", Sites(some), ["http://a.one.example/"], per_site=6)
    assert by_site(found(tmp_path / "c")) == {"one.example": 6, "two.example": 6, "three.com.cn": 6}


def test_a_site_takes_so_much_time_of_requests_and_rests_also_after_a_resume(tmp_path: Path) -> None:
    out = tmp_path / "c"
    given: dict[str, object] = {"per_site_time": 12.0, "robots": False, "concurrency": 1}
    crawl(out, MANY, ["http://a.one.example/"], pages=4, **given)
    run = crawl(out, MANY, (), pages=1000, **given)
    # A request takes a second and a little, and a host rests for another: the sixth goes beyond 12 seconds.
    assert by_site(found(out)) == {"one.example": 6, "two.example": 6, "three.com.cn": 6}
    assert run.why_stopped.endswith("may be fetched: limit of a host or site (per_site_time = 12)")


def test_links_are_followed_so_many_clicks_from_a_seed_also_after_a_resume(tmp_path: Path) -> None:
    chain = Sites({f"http://a.example/{n}": [f"/{n + 1}"] for n in range(9)} | {"http://a.example/9": []})
    out = tmp_path / "c"
    run = crawl(out, chain, ["http://a.example/0"], depth=3, pages=2)
    assert run.scope == "follows links to any host, at most 3 clicks from a seed"
    crawl(out, chain, (), depth=3, pages=100)
    assert found(out) == {f"http://a.example/{n}" for n in range(4)}


@pytest.mark.parametrize(
    "given",
    [{"per_site": 7}, {"per_site_time": 9.0}, {"depth": 1}, {"stay": True}, {"sitemaps": True, "feeds": True}],
    ids=lambda given: next(iter(given)),
)
def test_the_lab_keeps_to_the_same_limits(
    given: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source = open_web("synthetic:seed=5,pages=300,hosts=10,words=60,listed=1")
    assert isinstance(source, SyntheticSource)
    settings = msgspec.convert(
        {"strategy": "bfs", "concurrency": 8, "encoder": "none", "pages": 120, **given}, Settings
    )
    seeds = source.web.seeds(2)
    visits: list[str] = []
    with PageCache(source) as cache:
        web = CachedWeb(cache, settings)
        strategy = strategies.make("bfs")
        model = links.make_for(strategy, RAIN)
        decision = relevance_model(RAIN).decision()
        core = CrawlCore(
            settings, MemoryStore(records=False), strategy, model, decision, web.delay, sitemaps=web.sitemaps
        )
        watch = Simulation(core, web, PageAnalyzer(RAIN, settings), lambda record, _: visits.append(record.link.url))
        watch.run(seeds, Random(0))

    async def live() -> None:
        run = Crawl(
            RAIN, seeds, tmp_path / "c", msgspec.structs.replace(settings, workers=0), web=SimulatedWeb(source)
        )
        async for _ in run:
            pass

    asyncio.run(live())
    assert visits == [event.url for event in open_crawl(tmp_path / "c").events() if event.outcome]
    assert len(visits) > 5
    pages = found(tmp_path / "c")
    if "per_site" in given:
        assert max(by_site(pages).values()) == given["per_site"]
    elif "stay" in given:
        assert {host_of(url) for url in pages} <= {host_of(url) for url in seeds}
    elif "sitemaps" in given:
        assert {url.rpartition("/")[2] for url in visits} >= {"sitemap.xml", "sitemap-1.xml.gz", "feed.xml"}
    else:
        assert len(pages) < 120
