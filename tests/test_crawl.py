"""The loop over real HTTP: limits, scope, retries, redirects, aliases, duplicates, and what is kept."""

from __future__ import annotations

import asyncio
import re
import socket
import sqlite3
from collections.abc import Callable
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic

from honeyguide.cli.run import Progress
from honeyguide.cli.summary import pace
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.errors import BadSeeds, BadSetting, BadTopic, CannotRun, HoneyguideError
from honeyguide.model import StoredPage, Topic
from honeyguide.storage.results import best, pages, status
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.response import Answer

FLOODS = Topic(name="floods", keywords={"flood": 1.0}, synonyms={"flood": ("洪水",)}, relevance="tag-vsm")
HTML = (("Content-Type", "text/html; charset=utf-8"),)
LONG = "The water rose through the night and the lower town was cut off from the road to the coast. " * 8

Site = dict[str, str | Answer | Callable[[], Answer]]


def html(title: str, *links: str, head: str = "", text: str = "") -> str:
    anchors = "".join(f"<a href='{link}'>{link}</a> " for link in links)
    return (
        f"<html><head><title>{title}</title>{head}</head><body><h1>{title}</h1><p>{text}</p>{anchors}</body></html>"
    )


def serve(site: Site) -> Callable[[str], Answer]:
    """Answers from a dictionary of URLs without `http://`; robots.txt allows all unless the site has one."""

    def answer(url: str) -> Answer:
        found = site.get(url.removeprefix("http://"))
        if found is None:
            return Answer(404, HTML, b"nothing here")
        if isinstance(found, str):
            return Answer(200, HTML, found.encode())
        return found if isinstance(found, Answer) else found()

    return answer


def redirect(target: str) -> Answer:
    return Answer(301, (("Location", target),), b"", location=target)


def run(
    web: LocalWeb, out: Path, *, seed: str = "http://a.example/", **changes: object
) -> tuple[Crawl, list[StoredPage]]:
    given = {"strategy": "ops", "delay": 0.0, "connect_to": web.address, "workers": 0, "retries": 0, **changes}
    crawl = Crawl(FLOODS, [seed], out, msgspec.convert(given, Settings))

    async def through() -> list[StoredPage]:
        return [found async for found in crawl]

    return crawl, asyncio.run(through())


def visits(out: Path) -> list[tuple[str, str]]:
    """Path and outcome of every request that was made, in order."""
    database = sqlite3.connect(out / "crawl.db")
    rows = database.execute(
        "SELECT url, outcome FROM visits JOIN links ON links.id = link ORDER BY visits.id"
    ).fetchall()
    database.close()
    return [(url.removeprefix("http://a.example"), outcome) for url, outcome in rows]


def urls(found: list[StoredPage]) -> list[str]:
    return [page.url.removeprefix("http://a.example") for page in found]


def test_a_page_comes_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("Front", "/story"),
        "a.example/story": html("Flood in the valley", head="<meta name=description content='A report'>", text=LONG),
    }
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c")
    front, flood = found
    assert (front.on_topic, front.relevance, front.parent, front.depth, front.text) == (False, 0.0, "", 0, "")
    assert (flood.title, flood.description, flood.host) == ("Flood in the valley", "A report", "a.example")
    assert (flood.on_topic, flood.depth, flood.parent, flood.status) == (True, 1, "http://a.example/", 200)
    assert flood.text.startswith("Flood in the valley\nThe water rose")
    assert crawl.why_stopped == "no link waits any more"
    assert list(pages(tmp_path / "c", relevant=False)) == found
    assert list(pages(tmp_path / "c", relevant=True)) == [flood]
    ((first, evidence),) = best(tmp_path / "c", 10)
    assert first == flood
    assert evidence[0].term == "flood"
    assert sum(each.contribution for each in evidence) == pytest.approx(flood.relevance)


@pytest.mark.parametrize("robots", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_host_that_refuses_and_never_answered_is_given_up_at_once_and_named_so(
    tmp_path: Path, *, robots: bool
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        site = f"http://127.0.0.1:{closed.getsockname()[1]}"
        given = Settings(strategy="ops", encoder="none", allow_private=True, delay=0.0, workers=0, robots=robots)
        for _ in range(2):  # the next run tries the seeds again
            Crawl(FLOODS, [f"{site}/", f"{site}/x"], tmp_path / "c", given).finish()
    met = [(url.removeprefix(site), outcome) for url, outcome in visits(tmp_path / "c")]
    assert sorted(met) == [("/", "refused")] * 2 + [("/x", "refused")] * 2


def test_never_more_pages_than_asked_for(tmp_path: Path) -> None:
    site: Site = {f"a.example/{n}": html(f"{n}", *(f"/{m}" for m in range(60))) for n in range(60)}
    with local_web(serve({"a.example/": html("front", *(f"/{n}" for n in range(60))), **site})) as web:
        crawl, found = run(web, tmp_path / "c", pages=17, connections_per_host=8)
        assert len(found) == crawl.pages == 17
        assert crawl.why_stopped == "17 pages"
        assert sum(web.pages_requested().values()) == 17


def test_depth_is_the_number_of_clicks_from_a_seed(tmp_path: Path) -> None:
    chain: Site = {f"a.example/{n}": html(f"{n}", f"/{n + 1}") for n in range(9)}
    with local_web(serve({"a.example/": html("front", "/0"), **chain})) as web:
        _, found = run(web, tmp_path / "c", depth=3)
    assert [page.depth for page in found] == [0, 1, 2, 3]


def test_a_host_gives_no_more_pages_than_its_limit(tmp_path: Path) -> None:
    many = [f"/{n}" for n in range(20)]
    site: Site = {
        "a.example/": html("front", "http://b.example/", *many),
        "b.example/": html("b", *many),
        **{f"{host}.example{path}": html(path) for host in "ab" for path in many},
    }
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c", per_host=4, connections_per_host=4)
    hosts = [page.host for page in found]
    assert (hosts.count("a.example"), hosts.count("b.example")) == (4, 4)
    assert "may be fetched: limit of a host or site (per_host = 4)" in crawl.why_stopped


def test_stays_in_scope_also_through_redirects(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", "/in", "/out.pdf", "http://b.example/", "/hop", "http://sub.a.example/"),
        "a.example/in": html("in"),
        "a.example/hop": redirect("http://b.example/"),
        "sub.a.example/": html("sub"),
        "b.example/": html("b"),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", allow_hosts=["a.example"], exclude=["*.pdf"])
        assert not any("b.example" in url or ".pdf" in url for url in web.pages_requested())
    assert urls(found) == ["/", "/in", "http://sub.a.example/"]
    assert ("/hop", "scope") in visits(tmp_path / "c")


def test_pages_in_other_languages_are_passed_through_but_not_kept(tmp_path: Path) -> None:
    german = (
        "Das Wasser stieg in der Nacht weiter an, und die Stadt war von der Umwelt abgeschnitten. flood flood " * 5
    )
    site: Site = {
        "a.example/": html("flood", "/zh", text=german),
        "a.example/zh": html("洪水", text="昨夜洪水冲毁了村庄的道路和桥梁，居民已经转移。" * 5),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", languages=["zh", "en"])
    assert [(page.language, page.on_topic) for page in found] == [("de", False), ("zh", True)]


def test_redirects_are_followed_hop_by_hop_and_the_target_is_fetched_once(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", "/one", "/two", "/flood"),
        "a.example/one": redirect("/two"),
        "a.example/two": redirect("http://b.example/flood"),
        "b.example/flood": html("flood"),
        "a.example/flood": redirect("http://b.example/flood"),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c")
        assert set(web.pages_requested().values()) == {1}
    assert urls(found) == ["/", "http://b.example/flood"]


def test_an_endless_chain_of_redirects_ends(tmp_path: Path) -> None:
    site: Site = {"a.example/": redirect("/0"), **{f"a.example/{n}": redirect(f"/{n + 1}") for n in range(50)}}
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", max_redirects=3)
    assert found == []
    assert [outcome for _, outcome in visits(tmp_path / "c")] == ["redirect", "redirect", "redirect", "redirects"]


@pytest.mark.parametrize("stops", [False, True])
def test_redirects_in_a_circle_are_named_so(tmp_path: Path, *, stops: bool) -> None:
    site: Site = {
        "a.example/": html("front", "/login", "/itself", "/way"),
        "a.example/way": redirect("/login"),
        "a.example/login": redirect("http://b.example/cookie"),
        "b.example/cookie": redirect("http://a.example/login"),
        "a.example/itself": redirect("/itself"),
    }
    if stops:  # between two redirects of the circle
        with local_web(serve({**site, "b.example/cookie": Answer(200, HTML, b"slow", delay=60.0)})) as web:
            run(web, tmp_path / "c", time=1.0)
    with local_web(serve(site)) as web:
        crawl, _ = run(web, tmp_path / "c", time=0.0)
    told = {each.outcome: each for each in open_crawl(tmp_path / "c").errors()}
    assert list(told) == ["redirects"]
    assert told["redirects"].given_up == 2
    assert stops or crawl.failures == 2
    with closing(sqlite3.connect(tmp_path / "c" / "crawl.db")) as database:
        said = {detail for (detail,) in database.execute("SELECT detail FROM visits WHERE outcome = 'redirects'")}
    login, cookie, itself = "http://a.example/login", "http://b.example/cookie", "http://a.example/itself"
    assert f"in a circle: {itself} → {itself}" in said
    assert said & {f"in a circle: {login} → {cookie} → {login}", f"in a circle: {cookie} → {login} → {cookie}"}


def test_a_meta_refresh_is_followed_like_a_redirect(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("moved", head="<meta http-equiv=refresh content='0; url=/new'>"),
        "a.example/new": html("new flood"),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c")
    assert urls(found) == ["/", "/new"]


def test_the_address_that_a_page_claims_is_not_fetched_again(tmp_path: Path) -> None:
    claim = "<link rel=canonical href='/story?id=1'>"
    site: Site = {
        "a.example/": html("front", "/story?id=1&print=yes", "/later"),
        "a.example/story?id=1&print=yes": html("flood", head=claim),
        "a.example/story?id=1": html("flood", head=claim),
        "a.example/later": html("later", "/story?id=1"),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", strategy="bfs")
        assert web.requests["http://a.example/story?id=1"] == 0
    assert urls(found) == ["/", "/story?id=1&print=yes", "/later"]
    assert ("/story?id=1", "alias") in visits(tmp_path / "c")


def test_a_page_whose_claimed_address_was_fetched_is_its_duplicate(tmp_path: Path) -> None:
    claim = "<link rel=canonical href='/story'>"
    site: Site = {
        "a.example/": html("front", "/story", "/story?ref=mail"),
        "a.example/story": html("flood", head=claim),
        "a.example/story?ref=mail": html("flood", head=claim),
    }
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c")
    assert found[2].duplicate_of == "http://a.example/story"
    assert crawl.on_topic == status(tmp_path / "c").on_topic == 1


def test_a_site_where_every_page_claims_to_be_the_front_page_is_crawled_all_the_same(tmp_path: Path) -> None:
    claim = "<link rel=canonical href='http://a.example/'>"
    site: Site = {
        "a.example/x": html("x", "/", "/y", head=claim),
        "a.example/y": html("y flood", head=claim),
        "a.example/": html("front", "/x", "/y", head=claim),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", seed="http://a.example/x")
    assert sorted(urls(found)) == ["/", "/x", "/y"]


def test_near_duplicates_are_marked_and_left_out_of_the_results(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", "/one", "/two", "/other"),
        "a.example/one": html("flood", text=f"{LONG} It was the 12th of July."),
        "a.example/two": html("flood", "/", "/one", text=f"{LONG} It was the 3rd of October."),
        "a.example/other": html("flood", text="A flood of letters reached the editor after the concert. " * 10),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", strategy="bfs")
    assert [page.duplicate_of for page in found] == ["", "", "http://a.example/one", ""]
    assert [page.url[-5:] for page, _ in best(tmp_path / "c", 9)] == ["e/one", "other"]
    assert status(tmp_path / "c").duplicates == 1


def test_nofollow_and_noindex_are_honoured_by_default_and_not_when_told_so(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", "/noindex", "/nofollow") + "<a rel=nofollow href='/ad'>buy</a>",
        "a.example/noindex": html("flood", head="<meta name=robots content=noindex>"),
        "a.example/nofollow": html("flood", "/beyond", head="<meta name=robots content=nofollow>"),
        "a.example/ad": html("ad"),
        "a.example/beyond": html("beyond"),
    }
    with local_web(serve(site)) as web:
        _, polite = run(web, tmp_path / "polite", strategy="bfs")
        _, rude = run(web, tmp_path / "rude", strategy="bfs", honour_nofollow=False)
    assert [(page.url[17:], page.on_topic) for page in polite] == [
        ("", False),
        ("noindex", False),
        ("nofollow", True),
    ]
    assert sorted(page.url[17:] for page in rude) == ["", "ad", "beyond", "nofollow", "noindex"]


def test_robots_txt_is_kept_to(tmp_path: Path) -> None:
    site: Site = {
        "a.example/robots.txt": Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /private"),
        "a.example/": html("front", "/private/flood", "/public"),
        "a.example/private/flood": html("flood"),
        "a.example/public": html("public"),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c")
        assert web.requests["http://a.example/private/flood"] == 0
        assert web.requests["http://a.example/robots.txt"] == 1
    assert urls(found) == ["/", "/public"]
    assert ("/private/flood", "robots") in visits(tmp_path / "c")


@pytest.mark.slow
def test_a_busy_server_is_asked_again_later_and_its_page_is_found(tmp_path: Path) -> None:
    answers = iter([Answer(503, (("Retry-After", "1"),), b""), Answer(429, (("Retry-After", "1"),), b"")])
    site: Site = {
        "a.example/": html("front", "/busy"),
        "a.example/busy": lambda: next(answers, Answer(200, HTML, html("flood").encode())),
    }
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c", retries=3)
        assert web.requests["http://a.example/busy"] == 3
    assert urls(found) == ["/", "/busy"]
    assert [outcome for path, outcome in visits(tmp_path / "c") if path == "/busy"] == ["http-error"] * 2 + ["page"]
    assert crawl.failures == 0


@pytest.mark.slow
def test_a_server_that_stays_broken_is_given_up_after_its_tries(tmp_path: Path) -> None:
    site: Site = {"a.example/": html("front", "/broken"), "a.example/broken": Answer(500, HTML, b"")}
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c", retries=1)
        assert web.requests["http://a.example/broken"] == 2
    assert urls(found) == ["/"]
    assert crawl.failures == 1
    assert crawl.waiting == 0


@pytest.mark.slow
def test_a_time_limit_ends_the_crawl_and_what_is_left_waits(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", "/slow"),
        "a.example/slow": Answer(200, HTML, b"<p>flood" * 99, delay=60.0),
    }
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c", time=4.0)
        assert (crawl.why_stopped, len(found)) == ("4 seconds", 1)
        assert status(tmp_path / "c").waiting == 1


@pytest.mark.slow
def test_the_time_of_a_simulated_web_does_not_run_out_while_another_process_reads_a_page(tmp_path: Path) -> None:
    web = small_synthetic(seed=3, pages=60, hosts=4, words=60)
    settings = Settings(strategy="ops", pages=5, time=600.0, workers=1, encoder="none")
    crawl = Crawl(FLOODS, web.seeds(2), tmp_path / "c", settings, web=SimulatedWeb(web))

    async def through() -> None:
        async for _ in crawl:
            pass

    asyncio.run(through())
    assert (crawl.pages, crawl.why_stopped) == (5, "5 pages")


class SlowSite:
    """A front page, and one that takes a minute."""

    def answer(self, url: str) -> Answer:
        if url.endswith("/robots.txt"):
            return Answer(404)
        if url.endswith("/slow"):
            return Answer(200, HTML, b"<p>flood" * 99, delay=60.0)
        return Answer(200, HTML, html("front", "/slow").encode())

    def latency(self, host: str) -> float:
        return 0.1


def test_no_page_of_a_simulated_web_comes_after_the_time_is_up(tmp_path: Path) -> None:
    settings = Settings(strategy="ops", time=4.0, workers=0, encoder="none")
    crawl = Crawl(FLOODS, ["http://a.example/"], tmp_path / "c", settings, web=SimulatedWeb(SlowSite()))
    crawl.finish()
    assert (crawl.why_stopped, crawl.pages) == ("4 seconds", 1)
    assert status(tmp_path / "c").waiting == 1


def test_leaving_early_closes_the_folder_and_the_next_run_goes_on(tmp_path: Path) -> None:
    many = [f"/{n}" for n in range(30)]
    site: Site = {"a.example/": html("front", *many), **{f"a.example{path}": html(path) for path in many}}

    async def first(web: LocalWeb, n: int) -> int:
        settings = Settings(strategy="ops", delay=0.0, connect_to=web.address, workers=0, concurrency=2)
        crawl = Crawl(FLOODS, ["http://a.example/"], tmp_path / "c", settings)
        async with aclosing(crawl.run()) as found:
            async for _ in found:
                if crawl.pages >= n:
                    break
        return crawl.pages

    with local_web(serve(site)) as web:
        before = asyncio.run(first(web, 10))
        crawl, found = run(web, tmp_path / "c")
        assert crawl.pages == 31
        assert len(found) >= 31 - before
        assert max(web.pages_requested().values()) <= 2
        assert sum(web.pages_requested().values()) <= 31 + 2


def test_new_seeds_join_a_crawl_that_goes_on(tmp_path: Path) -> None:
    site: Site = {"a.example/": html("a"), "b.example/": html("b", "/c"), "b.example/c": html("c")}
    with local_web(serve(site)) as web:
        run(web, tmp_path / "c")
        crawl, found = run(web, tmp_path / "c", seed="http://b.example/")
    assert crawl.pages == 3
    assert urls(found) == ["http://b.example/", "http://b.example/c"]


def test_two_crawls_in_one_folder_are_refused(tmp_path: Path) -> None:
    site: Site = {"a.example/": html("a", "/b"), "a.example/b": html("b")}

    async def both(web: LocalWeb) -> None:
        settings = Settings(strategy="ops", delay=0.0, connect_to=web.address, workers=0, concurrency=1)
        one, two = (Crawl(FLOODS, ["http://a.example/"], tmp_path / "c", settings) for _ in range(2))
        async with aclosing(one.run()) as pages_of_one, aclosing(two.run()) as pages_of_two:
            await anext(pages_of_one)
            with pytest.raises(CannotRun, match="another process"):
                await anext(pages_of_two)

    with local_web(serve(site)) as web:
        asyncio.run(both(web))


@pytest.mark.parametrize(
    ("topic", "seeds", "settings", "refused", "says"),
    [
        (FLOODS, [], Settings(), BadSeeds, "there are no seeds"),
        (FLOODS, ["not a url"], Settings(), BadSeeds, "'not a url' is not the address of a web page"),
        (FLOODS, ["http://a.example/"], Settings(deny_hosts=("a.example",)), BadSeeds, "excludes every seed"),
        (FLOODS, ["http://a.example/"], Settings(strategy="osp"), BadSetting, "did you mean 'ops'"),
        (Topic(name="x", keywords={}), ["http://a.example/"], Settings(), BadTopic, "keyword"),
    ],
)
def test_what_cannot_be_crawled_is_refused_before_anything_is_written(
    tmp_path: Path, topic: Topic, seeds: list[str], settings: Settings, refused: type[Exception], says: str
) -> None:
    async def begin() -> None:
        async for _ in Crawl(topic, seeds, tmp_path / "c", settings):
            pass

    with pytest.raises(refused, match=says):
        asyncio.run(begin())
    assert not (tmp_path / "c").exists()


def test_many_aliases_do_not_end_a_crawl_early(tmp_path: Path) -> None:
    many = range(12)
    claim = "<link rel=canonical href='/story?id={}'>"
    site: Site = {
        "a.example/": html(
            "front", *(f"/story?id={n}&print=1" for n in many), *(f"/story?id={n}" for n in many), "/end"
        ),
        **{f"a.example/story?id={n}&print=1": html(f"story {n}", head=claim.format(n)) for n in many},
        "a.example/end": html("end"),
    }
    with local_web(serve(site)) as web:
        crawl, found = run(web, tmp_path / "c", concurrency=1, strategy="bfs")
    assert len(found) == 14
    assert urls(found)[-1] == "/end"
    assert crawl.waiting == 0


def test_a_claim_of_another_parameter_costs_no_page(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", *(f"/show?id={n}" for n in range(1, 6))),
        **{
            f"a.example/show?id={n}": html(f"story {n}", head=f"<link rel=canonical href='/show?id={n + 1}'>")
            for n in range(1, 6)
        },
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c", strategy="bfs", concurrency=1)
    assert len(found) == 6


def test_what_waits_after_a_stop_is_what_waited_before(tmp_path: Path) -> None:
    many = range(30)
    claim = "<link rel=canonical href='/story?id={}'>"
    site: Site = {
        "a.example/": html("front", *(f"/story?id={n}&print=1" for n in many)),
        **{f"a.example/story?id={n}&print=1": html(f"story {n}", f"/next{n}", head=claim.format(n)) for n in many},
        **{f"a.example/next{n}": html(f"next {n}") for n in many},
    }
    with local_web(serve(site)) as web:
        crawl, _ = run(web, tmp_path / "c", pages=10)
        waited = crawl.waiting
        again, _ = run(web, tmp_path / "c", pages=10)
    assert again.waiting == waited == status(tmp_path / "c").waiting


def test_a_narrower_scope_holds_for_links_that_wait(tmp_path: Path) -> None:
    site: Site = {
        "a.example/": html("front", *(f"http://bad.example/{n}" for n in range(9)), *(f"/{n}" for n in range(9))),
        **{f"{host}.example/{n}": html(f"{n}") for host in ("a", "bad") for n in range(9)},
    }
    with local_web(serve(site)) as web:
        run(web, tmp_path / "c", pages=1)
        _, found = run(web, tmp_path / "c", deny_hosts=["bad.example"])
        assert not any("bad.example" in url for url in web.pages_requested())
        assert len(found) == 9
        _, later = run(web, tmp_path / "c")
        assert len(later) == 9
    assert "deny_hosts = []" in (tmp_path / "c" / "settings.toml").read_text()


def test_a_seed_that_could_not_be_reached_is_tried_again_by_the_next_run(tmp_path: Path) -> None:
    with local_web(serve({"a.example/": html("flood")})) as web, local_web(lambda url: Answer(404)) as empty:
        given = {"strategy": "ops", "delay": 0.0, "workers": 0, "retries": 0, "connect_to": empty.address}
        crawl = Crawl(FLOODS, ["http://a.example/"], tmp_path / "c", msgspec.convert(given, Settings))

        async def through() -> list[StoredPage]:
            return [found async for found in crawl]

        assert asyncio.run(through()) == []
        assert status(tmp_path / "c").waiting == 0
        _, found = run(web, tmp_path / "c")
    assert len(found) == 1


def test_all_x_robots_tag_headers_count_and_nofollow_holds_for_a_refresh(tmp_path: Path) -> None:
    headers = (*HTML, ("X-Robots-Tag", "noindex, nofollow"), ("X-Robots-Tag", "max-snippet:50"))
    body = html("flood", "/beyond", head="<meta http-equiv=refresh content='0; url=/moved'>").encode()
    site: Site = {
        "a.example/": Answer(200, headers, body),
        "a.example/beyond": html("x"),
        "a.example/moved": html("y"),
    }
    with local_web(serve(site)) as web:
        _, found = run(web, tmp_path / "c")
    assert [(page.url, page.on_topic) for page in found] == [("http://a.example/", False)]


@pytest.mark.slow
def test_hundreds_of_hosts_are_asked_at_a_time_and_each_rests_between_requests(tmp_path: Path) -> None:
    hosts = range(300)

    def answer(url: str) -> Answer:
        if url.endswith("/robots.txt"):
            return Answer(404, HTML, b"")
        anchors = "".join(f"<a href='http://h{n}.example/'>h{n}</a>" for n in hosts) if "start" in url else ""
        return Answer(200, HTML, f"<title>{url}</title>{anchors}".encode(), delay=0.5)

    most = 0

    async def watched(web: LocalWeb) -> int:
        nonlocal most
        settings = Settings(strategy="ops", connect_to=web.address, delay=0.1, workers=0, concurrency=200, pages=0)
        crawl = Crawl(FLOODS, ["http://start.example/"], tmp_path / "c", settings)

        async def watch() -> None:
            nonlocal most
            while True:
                most = max(most, crawl.in_flight)
                await asyncio.sleep(0.01)

        watching = asyncio.create_task(watch())
        async for _ in crawl:
            pass
        watching.cancel()
        return crawl.pages

    with local_web(answer) as web:
        assert asyncio.run(watched(web)) == 301
    assert most == 200


@pytest.mark.parametrize(
    ("topic", "seeds", "settings", "says"),
    [
        ("rainstrom-disaster", ["http://a.example/"], None, "did you mean 'rainstorm-disaster'"),
        (
            None,
            ["http://a.example/"],
            None,
            "topic: must be a Topic, or the name of a shipped topic .*, not None",
        ),
        (FLOODS, ["http://a.example/"], {"pages": 5}, "settings: must be Settings, as honeyguide.settings"),
        (FLOODS, [5], None, "seeds: must be a list of URLs, .*; 5 is no text"),
        (FLOODS, None, None, "seeds: must be a list of URLs, .*, not None"),
        (FLOODS, "http://a.example/", None, "seeds: must be a list of URLs, .*, not 'http://a.example/'"),
    ],
)
def test_what_is_no_topic_no_seeds_or_no_settings_is_refused_in_a_sentence(
    tmp_path: Path, topic: Any, seeds: Any, settings: Any, says: str
) -> None:
    with pytest.raises(HoneyguideError, match=says):
        Crawl(topic, seeds, tmp_path / "crawl", settings)


def test_a_shipped_topic_may_be_named(tmp_path: Path) -> None:
    crawl = Crawl("rainstorm-disaster", ["http://a.example/"], tmp_path / "crawl")
    assert crawl.topic == load_topic("rainstorm-disaster")


def test_what_a_crawl_waits_for_is_told_where_only_a_resting_host_is_left(tmp_path: Path) -> None:
    def answer(url: str) -> Answer:
        if url == "http://bad.example/":
            return Answer(500, HTML)
        found = url == "http://start.example/"
        return (
            Answer(200, HTML, b"<title>start</title><a href='http://bad.example/'>bad</a>") if found else Answer(404)
        )

    async def watched(web: LocalWeb) -> tuple[str, str]:
        settings = Settings(strategy="ops", connect_to=web.address, delay=0.05, workers=0, encoder="none")
        crawl = Crawl(FLOODS, ["http://start.example/"], tmp_path / "c", settings)
        told = ("", "")

        async def watch() -> None:
            nonlocal told
            while not crawl.waits_for:
                await asyncio.sleep(0.01)
            told = crawl.waits_for, Progress(crawl, quiet=False).line()
            crawl.stop()

        watching = asyncio.create_task(watch())
        async for _ in crawl:
            assert crawl.waits_for == ""
        watching.cancel()
        return told

    with local_web(answer) as web:
        waits, line = asyncio.run(watched(web))
    assert re.fullmatch(r"\d+ s for bad\.example \(500 Internal Server Error\)", waits), waits
    assert f"1 resting · waits {waits}" in line


def test_pages_beyond_a_lower_limit_are_not_counted_as_a_part_of_it(tmp_path: Path) -> None:
    settings = Settings(web="synthetic:seed=7,pages=300", pages=12, workers=0, encoder="none", strategy="bfs")
    Crawl(FLOODS, ["http://harbour-daily.example/"], tmp_path, settings).finish()
    again = Crawl(FLOODS, [], tmp_path, msgspec.structs.replace(settings, pages=10))
    again.finish()
    assert Progress(again, quiet=False).line().startswith("12 pages · ")
    assert "12 of 10" not in pace(status(tmp_path))
