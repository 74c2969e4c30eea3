"""The synthetic web: the same everywhere, true to its labels, and shaped like real webs."""

from __future__ import annotations

import asyncio
import hashlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from honeyguide.errors import BadSetting
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.topics.files import load_topic
from honeyguide.topics.terms import Terms
from honeyguide.urls import canonical
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb
from honeyguide.web.synthetic.draws import PowerLaw, shuffled_place
from honeyguide.web.synthetic.hosts import spread, spread_within

SMALL = SyntheticParameters(seed=5, pages=1_500, hosts=30, dead=0.05, redirects=0.08, duplicates=0.1)
HREF = re.compile(r'<a href="([^"]+)"[^>]*>([^<]*)</a>')


@pytest.fixture(scope="module")
def web() -> SyntheticWeb:
    return SyntheticWeb(SyntheticParameters())


@pytest.fixture(scope="module")
def small() -> SyntheticWeb:
    return SyntheticWeb(SMALL)


def hrefs(web: SyntheticWeb, page: int) -> Iterator[tuple[str, str]]:
    for href, anchor in HREF.findall(web.html(page)):
        url = canonical(href.replace("&amp;", "&"), web.url(page))
        assert url is not None
        yield url, anchor


def fingerprint(web: SyntheticWeb) -> str:
    whole = hashlib.sha256()
    for page in range(0, len(web), 97):
        answer = web.answer(web.url(page))
        whole.update(repr((web.url(page), web.label(page), web.links(page), answer.headers)).encode() + answer.body)
    return whole.hexdigest()[:16]


def test_is_the_same_on_every_machine_and_whatever_was_asked_before() -> None:
    fresh, used = SyntheticWeb(SMALL), SyntheticWeb(SMALL)
    for page in range(1_499, 0, -13):
        used.html(page)
    assert fingerprint(fresh) == fingerprint(used) == "4685c8069e7384ec"


def test_is_the_same_in_another_process_with_another_hash_seed() -> None:
    code = (
        "import sys; from honeyguide.web.synthetic import *; "
        "w = SyntheticWeb(SyntheticParameters.parse(sys.argv[1]));"
        "print(hash('a') * 0, len(w.html(777)), w.url(777), w.links(777))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, "seed=9,pages=900,hosts=20"],
            env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=150,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1


def test_another_seed_is_another_web() -> None:
    one, other = (SyntheticWeb(SyntheticParameters(seed=seed, pages=300, hosts=10)) for seed in (1, 2))
    assert one.html(50) != other.html(50)
    assert [one.label(page) for page in range(300)] != [other.label(page) for page in range(300)]


def test_ten_million_pages_cost_nothing_until_they_are_asked_for() -> None:
    huge = SyntheticWeb(SyntheticParameters(pages=10_000_000, hosts=1_000))
    page = 9_876_543
    assert huge.index(huge.url(page)) == page
    assert all(0 <= target < 10_000_000 for target in huge.links(page))
    assert huge.html(page).rstrip().endswith("</html>")


def test_every_address_leads_back_to_its_page(small: SyntheticWeb) -> None:
    addresses = [small.url(page) for page in range(len(small))]
    assert [small.index(url) for url in addresses] == list(range(len(small)))
    assert all(canonical(url) == url for url in addresses)
    assert small.index(addresses[700] + ("&" if "?" in addresses[700] else "?") + "utm_source=x") == 700


@pytest.mark.parametrize(
    "url",
    [
        "", "nonsense", "ftp://harbour-daily.example/", "https://harbour-daily.example/", "http://unknown.example/",
        "http://harbour-daily999999999999.example/", "http://harbour-daily.example/x/99999999999999999999.html",
        "http:///x", "http://harbour-daily.example/%00", "http://[::1]/", "http://harbour-daily.example/show.php?id=",
    ],
)  # fmt: skip
def test_what_is_no_page_has_no_number_no_relevance_and_no_answer_but_an_error(small: SyntheticWeb, url: str) -> None:
    assert small.index(url) is None
    assert not small.is_relevant(url)
    assert small.answer(url).status >= 300


@pytest.mark.slow
def test_pages_link_where_the_graph_says(small: SyntheticWeb) -> None:
    for page in range(0, 1_500, 11):
        seen = Counter[str]()
        for linked, _ in hrefs(small, page):
            url, hops = linked, 0
            answer = small.answer(url)
            while answer.location:
                url, hops = answer.location, hops + 1
                answer = small.answer(url)
            target = small.index(url)
            seen["dead" if answer.status >= 400 else "private" if target is None else "alive"] += 1
            assert hops <= 2
            if answer.status == 200 and target is not None:
                assert target in small.links(page)
        assert seen["alive"] == len(small.links(page))


@pytest.mark.slow
def test_redirects_are_as_relevant_as_what_they_lead_to_and_dead_links_are_not(small: SyntheticWeb) -> None:
    outcomes = set()
    for page in range(1_500):
        for url, _ in hrefs(small, page):
            if "/go/" in url or "/r/" in url:
                answer = small.answer(url)
                assert small.is_relevant(url) == small.is_relevant(answer.location)
                outcomes.add((answer.status, small.is_relevant(url)))
            elif "/gone/" in url:
                assert small.answer(url).status in (404, 410)
                assert not small.is_relevant(url)
    assert outcomes == {(301, True), (301, False), (302, True), (302, False)}


def test_near_duplicates_share_the_label_and_most_of_the_words(small: SyntheticWeb) -> None:
    copies = [page for page in range(1_500) if small.original(page) != page]
    assert 60 < len(copies) < 240
    for page in copies[:40]:
        assert small.label(page) == small.label(small.original(page))
        mine, theirs = (set(re.findall(r"<p>(.*?)[.。]", small.html(p))) for p in (page, small.original(page)))
        assert len(mine & theirs) >= len(theirs) // 3


@pytest.mark.slow
def test_islands_are_reached_only_through_pages_off_the_topic(web: SyntheticWeb) -> None:
    kinds = [web.layout.place(page).kind for page in range(len(web))]
    islands = {page for page, kind in enumerate(kinds) if kind == 2}
    assert islands
    reached = set()
    for page in range(len(web)):
        found = islands.intersection(web.links(page))
        reached |= found
        assert not (found and web.label(page) == web.topic)
    assert len(reached) >= 0.9 * len(islands)


@pytest.mark.slow
def test_defaults_are_shaped_like_real_webs(web: SyntheticWeb) -> None:
    pages = range(len(web))
    on_topic = np.array([web.label(page) == web.topic for page in pages])
    links = [(page, target) for page in pages for target in web.links(page)]
    source, target = np.array(links).T
    popularity = np.sort(np.bincount(target, minlength=len(web)))[::-1]
    hosts = np.array([web.layout.host_of(page).number for page in pages])
    assert 0.01 <= on_topic.mean() <= 0.04
    assert 0.12 <= on_topic[target[on_topic[source]]].mean() <= 0.44
    assert 0.15 <= popularity[:60].sum() / popularity.sum() <= 0.25
    assert 0.50 <= popularity[:600].sum() / popularity.sum() <= 0.60
    assert 0.75 <= (hosts[source] == hosts[target]).mean() <= 0.9


@pytest.mark.slow
def test_most_anchors_of_links_to_the_topic_share_no_word_with_it(web: SyntheticWeb) -> None:
    terms = Terms(load_topic("rainstorm-disaster"))
    anchors = [a for page in range(6_000) for url, a in hrefs(web, page) if web.is_relevant(url)]
    silent = sum(not terms.count(anchor) for anchor in anchors)
    assert 0.8 <= silent / len(anchors) <= 0.9


@pytest.mark.slow
def test_words_are_a_noisy_sign_of_the_topic(web: SyntheticWeb) -> None:
    terms = Terms(load_topic("rainstorm-disaster"))
    mentions = Counter[tuple[str, bool]]()
    titles = Counter[bool]()
    for page in range(6_000):
        if web.label(page) in (web.topic, "spam", "football"):
            mentions[web.label(page), bool(terms.count(web.html(page)))] += 1
        if web.label(page) == web.topic:
            titles[bool(terms.count(re.findall("<title>(.*?)</title>", web.html(page))[0]))] += 1
    assert mentions[web.topic, False] > 0
    assert mentions[web.topic, True] > 9 * mentions[web.topic, False]
    assert mentions["spam", True] > 0
    assert mentions["spam", False] == 0
    assert 0 < mentions["football", True] < mentions["football", False]
    assert titles[True] > 20
    assert titles[False] > 20


@pytest.mark.slow
def test_most_of_the_topic_can_be_reached_from_the_seeds(web: SyntheticWeb) -> None:
    seeds = [web.index(url) for url in web.seeds(6)]
    assert {web.label(page) for page in seeds if page is not None} == {web.topic, "general"}
    seen = {page for page in seeds if page is not None}
    ahead = list(seen)
    while ahead:
        fresh = set(web.links(ahead.pop())) - seen
        seen |= fresh
        ahead.extend(fresh)
    topical = [page for page in range(len(web)) if web.label(page) == web.topic]
    assert len(seen.intersection(topical)) > 0.9 * len(topical)


def test_pages_are_english_and_chinese_in_utf8_and_gbk(web: SyntheticWeb) -> None:
    charsets = Counter[tuple[bool, bool]]()
    for page in range(0, 6_000, 20):
        host = web.layout.host_of(page)
        text = web.answer(web.url(page)).body.decode("gbk" if host.gbk else "utf-8")
        assert f"charset={'gbk' if host.gbk else 'utf-8'}" in text.replace('"', "")
        assert (len(re.findall("[\u4e00-\u9fff]", text)) > 150) == host.chinese
        charsets[host.chinese, host.gbk] += 1
    assert 0.2 <= (charsets[True, True] + charsets[True, False]) / charsets.total() <= 0.3
    assert charsets[True, True]
    assert charsets[True, False]


def test_share_of_the_topic_and_of_spam_are_what_was_asked_for() -> None:
    parameters = SyntheticParameters(pages=5_000, hosts=200, share=0.1, spam=0.02, islands=0.2)
    web = SyntheticWeb(parameters)
    labels = Counter(web.label(page) for page in range(5_000))
    assert labels["rainstorm-disaster"] == 500
    assert labels["spam"] == 100
    assert len(labels) == 16


@pytest.mark.slow
def test_robots_txt_keeps_crawlers_out_of_private_pages_on_some_hosts(small: SyntheticWeb) -> None:
    rules = Counter(small.robots(host) for host in small.hosts())
    assert any("Disallow: /private/" in text for text in rules)
    assert rules[""]
    assert small.answer(f"http://{small.hosts()[0]}/robots.txt").status in (200, 404)
    linked = {url for page in range(1_500) for url, _ in hrefs(small, page) if "/private/" in url}
    assert linked
    assert all("Disallow: /private/" in small.robots(url.split("/")[2]) for url in linked)


def test_parameters_are_read_from_a_text() -> None:
    assert SyntheticParameters.parse(" seed=7, pages=20000,share=0.02,") == SyntheticParameters(
        seed=7, pages=20_000, share=0.02
    )
    assert SyntheticParameters.parse("") == SyntheticParameters()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pagse=7", "has no parameter 'pagse'; did you mean 'pages'?"),
        ("pages", "'pages' is not of the form parameter=value"),
        ("pages=many", "pages must be a whole number from 1 to 10,000,000,000, not 'many'"),
        ("share=x", "share must be a number from 0 to 0.4, not 'x'"),
        ("share=2", "share must be a number from 0 to 0.4, not '2'"),
        ("share=nan", "share must be a number from 0 to 0.4, not 'nan'"),
        ("pages=10,hosts=20", "10 pages are too few for 20 hosts"),
        ("seed=1,seed=2", "seed is given twice"),
        ("first_year=2020,last_year=2010", "last_year 2010 lies before first_year 2020"),
    ],
)
def test_says_what_is_wrong_with_a_parameter(spec: str, message: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(message)):
        SyntheticParameters.parse(spec)


def test_a_total_is_spread_in_proportion_and_within_limits() -> None:
    # 10 in the ratio 1:2:1 → heights 2.5, 7.5, 10 → rounded 3, 8, 10 → 3, 5, 2
    assert spread(10, np.array([1.0, 2.0, 1.0])).tolist() == [3, 5, 2]
    # capped at 1, 9, 9: 1, 5, 2; the 2 left over go by what is free (0:4:7) → heights 0, 0.73, 2 → 0, 1, 1
    assert spread_within(10, np.array([1.0, 2.0, 1.0]), np.array([1, 9, 9])).tolist() == [1, 6, 3]


def test_the_power_law_gives_the_first_ranks_their_share() -> None:
    law = PowerLaw(2.0, head=0.006)
    # share of the first x is ln(1 + x/h) / ln(1 + 1/h): x = 0.1 → 2.872/5.122 = 0.561; x = 0.01 → 0.981/5.122 = 0.192
    draws = [law.rank((at + 0.5) / 10_000, 1_000) for at in range(10_000)]
    assert sum(rank < 100 for rank in draws) / 10_000 == pytest.approx(0.561, abs=0.003)
    assert sum(rank < 10 for rank in draws) / 10_000 == pytest.approx(0.192, abs=0.003)
    assert sorted(shuffled_place(rank, 1_000, 77) for rank in range(1_000)) == list(range(1_000))


def link(url: str) -> Link:
    return Link(0, url, 0)


def fetch(source: SimulatedWeb, url: str) -> Fetched:
    return asyncio.run(source.fetch(link(url)))


@pytest.mark.slow
def test_the_source_gives_pages_redirects_errors_and_keeps_to_robots_txt(small: SyntheticWeb) -> None:
    urls = {url for page in range(1_500) for url, _ in hrefs(small, page)}
    private = next(u for u in sorted(urls) if "/private/" in u and "/private/" in small.robots(u.split("/")[2]))
    short = next(u for u in sorted(urls) if "/go/" in u)
    gone = next(u for u in sorted(urls) if "/gone/" in u)

    page = fetch(SimulatedWeb(small), small.url(400))
    assert (page.outcome, page.status, page.body) == (Outcome.PAGE, 200, small.answer(small.url(400)).body)
    assert dict(page.headers)["Content-Length"] == str(len(page.body))
    redirect = fetch(SimulatedWeb(small), short)
    assert redirect.outcome is Outcome.REDIRECT
    assert redirect.location == canonical(small.answer(short).location)
    error = fetch(SimulatedWeb(small), gone)
    assert (error.outcome, error.retry_after) == (Outcome.HTTP_ERROR, None)
    assert fetch(SimulatedWeb(small), private).outcome is Outcome.ROBOTS
    assert fetch(SimulatedWeb(small, robots=False), private).outcome is Outcome.PAGE


def test_time_passes_in_the_source_without_waiting(small: SyntheticWeb) -> None:
    async def watch() -> None:
        source = SimulatedWeb(small)
        begin = source.now()
        await source.sleep(86_400)
        assert source.now() == begin + 86_400
        fetched = await source.fetch(link(small.url(400)))
        assert fetched.seconds > 0
        assert source.now() == pytest.approx(fetched.at + fetched.seconds)

    asyncio.run(watch())


def test_fetches_side_by_side_share_their_time_and_end_in_its_order(small: SyntheticWeb) -> None:
    async def watch() -> None:
        source = SimulatedWeb(small, robots=False)
        begin = source.now()
        order: list[float] = []

        async def one(page: int) -> None:
            fetched = await source.fetch(link(small.url(page)))
            order.append(fetched.seconds)
            assert source.now() == pytest.approx(begin + fetched.seconds)

        napping = asyncio.create_task(source.sleep(10_000))
        await asyncio.gather(*(one(page) for page in range(0, 1_500, 50)))
        assert order == sorted(order)
        assert source.now() == pytest.approx(begin + order[-1])
        napping.cancel()
        await source.sleep(1)
        assert source.now() == pytest.approx(begin + order[-1] + 1)

    asyncio.run(watch())


def test_the_source_asks_for_the_longer_of_its_own_and_the_hosts_delay() -> None:
    web = SyntheticWeb(SyntheticParameters(pages=2_000, hosts=200))
    slow = next(host for host in web.hosts() if web.crawl_delay(host) == 0.1)

    async def watch() -> None:
        source = SimulatedWeb(web, delay=0.02)
        assert source.delay(slow) == 0.02
        await source.fetch(link(f"http://{slow}/"))
        assert source.delay(slow) == 0.1

    asyncio.run(watch())
