"""Traps beside innocent sites, over HTTP: the traps get less and less, and the innocent lose nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.local_web import local_web
from tests.plain_choices import RAIN
from xxhash import xxh64_hexdigest

from honeyguide import strategies
from honeyguide.config import Settings
from honeyguide.core.limits import FIRST_PAGES, Limits
from honeyguide.core.traps import FREE, FREE_ODD, PAID, Traps, shape_of
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.model import EventKind, Link
from honeyguide.web.response import NOT_FOUND, Answer

QUICK = ("bfs", "ops")
EVERY = pytest.mark.parametrize(
    "strategy",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in strategies.names()],
)
FIVE = range(5)
TRAPS = ("calendar", "repeats", "grows", "filters", "session")
START = {
    "calendar": "/calendar/2025/1",
    "repeats": "/news/a/",
    "grows": "/of/ever/",
    "filters": "/list?by=0",
    "session": "/view?id=1&session=0",
}
INNOCENT = ("archive", "wiki", "forum", "pages")
MANY = 60
WORDS = [
    "harbour",
    "clouds",
    "gardens",
    "music",
    "trains",
    "letters",
    "bread",
    "maps",
    "chess",
    "birds",
    "window",
    "teacher",
    "river",
    "market",
    "bridge",
    "painter",
    "doctor",
    "mountain",
    "station",
    "village",
    "engine",
    "kitchen",
    "lantern",
    "soldier",
    "orchard",
    "captain",
    "library",
    "cathedral",
    "lawyer",
    "farm",
]


def page(title: str, links: list[str], text: str = "") -> Answer:
    """All links look alike: no strategy can tell the good ones by their anchors."""
    body = f"<title>{title}</title><h1>{title}</h1><p>{text}</p>" + "".join(
        f'<p><a href="{to}">read on</a></p>' for to in links
    )
    return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


def trap(name: str, place: str, query: str) -> Answer:
    """Five links to where nobody has been, and nothing else."""
    if name == "calendar":
        year, month = map(int, place.removeprefix("/calendar/").split("/"))
        links = [f"/calendar/{year + (month + n) // 12}/{(month + n) % 12 + 1}" for n in FIVE]
        return page(f"Nothing in month {month} of {year}", links)
    if name == "repeats":
        links = [f"news/{letter}/" for letter in "abcde"]
    elif name == "grows":
        depth = place.count("/")
        links = [place + "".join(f"{WORDS[(depth + k) % 10]}/" for k in range(n + 1)) for n in FIVE]
    elif name == "filters":
        links = [f"{place}?{query}&by={len(query)}{n}" for n in FIVE]
    else:
        links = [f"/view?id={n}&session={xxh64_hexdigest(f'{query}{n}'.encode())}" for n in FIVE]
    return page(f"Nothing here at {place} {query}", links)


def article(name: str, number: int, links: list[str]) -> Answer:
    """Three of four are on topic; no two say the same."""
    about = "heavy rain and a disaster by rainfall" if number % 4 else "a quiet evening at the theatre"
    draw = Random(f"{name}{number}").choice
    said = " ".join(f"The {draw(WORDS)} near the {draw(WORDS)} saw the {draw(WORDS)} and {about}." for _ in range(8))
    return page(f"{about} {number}", links, said)


def innocent_pages(name: str) -> list[str]:
    """What a site has, its front page left out."""
    numbers = range(1, MANY + 1)
    if name == "archive":
        return [f"/2024/{n % 12 + 1}/{n % 28 + 1}/{n}.html" for n in numbers]
    if name == "wiki":
        return [f"/wiki/{WORDS[n % 10]}_{WORDS[n // 10]}" for n in range(MANY)]
    if name == "forum":
        return [f"/thread.php?id={n}&page=1" for n in numbers]
    return [f"/list?page={n}" for n in range(1, MANY // 5 + 1)] + [f"/article/{n}" for n in numbers]


def innocent(name: str, place: str) -> Answer:
    every = innocent_pages(name)
    if name == "pages" and place.startswith("/list"):
        number = int(place.partition("=")[2])
        articles = [f"/article/{n}" for n in range(5 * number - 4, 5 * number + 1)]
        after = [f"/list?page={number + 1}"] if 5 * number < MANY else []
        return page(f"Contents, page {number}", articles + after)
    if place == "/":
        return page(name, every[:3] if name != "pages" else every[:1])
    if place not in every:
        return NOT_FOUND
    at = every.index(place)
    links = [] if name == "pages" else every[at + 1 : at + 4] + every[2 * at : 2 * at + 3]
    return article(name, at + 1, links)


def answer(url: str) -> Answer:
    parts = urlsplit(url)
    name = (parts.hostname or "").partition(".")[0]
    if parts.path == "/robots.txt":
        return NOT_FOUND
    if name in TRAPS:
        return trap(name, parts.path, parts.query)
    return innocent(name, parts.path + (f"?{parts.query}" if parts.query else ""))


SEEDS = [f"http://{name}.example/" for name in INNOCENT] + [f"http://{name}.example{START[name]}" for name in TRAPS]
INNOCENT_PAGES = {f"http://{name}.example{place}" for name in INNOCENT for place in ("/", *innocent_pages(name))}


def crawl(out: Path, address: str, seeds: Sequence[str] = SEEDS, **changes: Any) -> list[str]:
    """The pages of this run, in order."""
    given: dict[str, Any] = {"pages": 550, "concurrency": 4, "delay": 0.0, "workers": 0, "extract": False}
    settings = Settings(**{**given, "connect_to": address, "robots": False, "encoder": "none", **changes})

    async def run() -> list[str]:
        return [found.url async for found in Crawl(RAIN, seeds, out, settings)]

    return asyncio.run(run())


def is_trap(url: str) -> bool:
    return (urlsplit(url).hostname or "").partition(".")[0] in TRAPS


def trap_pages(came: list[str]) -> int:
    return sum(map(is_trap, came))


@EVERY
def test_all_pages_of_the_innocent_come_before_traps_use_up_the_budget(strategy: str, tmp_path: Path) -> None:
    with local_web(answer) as web:
        came = crawl(tmp_path / "c", web.address, strategy=strategy)
    assert len(came) == 550
    assert INNOCENT_PAGES - set(came) == set()


def test_traps_get_less_and_less_until_nothing_else_is_left(tmp_path: Path) -> None:
    with local_web(answer) as web:
        came = crawl(tmp_path / "c", web.address, strategy="bfs")
        status = open_crawl(tmp_path / "c").status()
    last = max(at for at, url in enumerate(came) if not is_trap(url))
    with_better, without = came[: last + 1], came[last + 1 :]
    assert trap_pages(with_better) <= len(TRAPS) * (FREE + sqrt(len(with_better)) + 1)
    assert without
    assert trap_pages(without) == len(without)
    told = {(urlsplit(trap.shape).hostname or "").partition(".")[0] for trap in status.traps}
    assert told <= set(TRAPS)
    assert len(told) >= len(TRAPS) - 1  # one may have none left that are held back
    assert {trap.kind for trap in status.traps} == {"alike", "repeats", "grows"}
    assert status.waiting >= sum(trap.waiting for trap in status.traps) > 0


def test_a_crawl_that_goes_on_knows_its_traps(tmp_path: Path) -> None:
    with local_web(answer) as web:
        at_once = trap_pages(crawl(tmp_path / "one", web.address, strategy="bfs", pages=300))
        legs = [crawl(tmp_path / "legs", web.address, strategy="bfs", pages=pages) for pages in range(60, 301, 60)]
    assert sum(map(len, legs)) == 300
    assert abs(sum(map(trap_pages, legs)) - at_once) < 10


def test_a_recall_test_draws_links_that_are_held_back_too(tmp_path: Path) -> None:
    with local_web(answer) as web:
        came = crawl(tmp_path / "c", web.address, strategy="bfs", stop_when="recall 0.5")
    happened = [each.detail for each in open_crawl(tmp_path / "c").events() if each.kind is EventKind.RECALL]
    assert "test 1 passed" in " ".join(happened)
    assert len(came) < 550


@pytest.mark.parametrize(
    ("url", "shape", "kind"),
    [
        ("http://a.example/2024/03/15/1207.html", "http://a.example/#/#.html", "alike"),
        ("http://a.example/calendar?month=2025-03", "http://a.example/calendar?month=#-#", "alike"),
        ("http://a.example/thread12/page3", "http://a.example/thread#/page#", "alike"),
        ("http://a.example/wiki/Heavy_rain", "http://a.example/wiki/Heavy_rain", "alike"),
        ("http://a.example/wiki/%E6%9A%B4%E9%9B%A82024", "http://a.example/wiki/暴雨#", "alike"),
        ("http://a.example/s/8f3ab01c77/view", "http://a.example/s/#/view", "alike"),
        ("http://a.example/list?b=7&a=x&a=x", "http://a.example/list?a=x&b=#", "alike"),
        ("http://a.example/news/news/x", "http://a.example/news/x", "alike"),
        ("http://a.example/news/x/news/y/news/z", "http://a.example/news/…", "repeats"),
        ("http://a.example/a/b/c/d/e/f/g", "http://a.example/a/…", "alike"),
        (f"http://a.example/{'/'.join(map(str, range(21)))}", "http://a.example/#", "grows"),
        (f"http://a.example/?{'&'.join(f'a{n}=x' for n in range(21))}", "http://a.example/?…", "grows"),
        (f"http://a.example/{'long-' * 41}", "http://a.example/…", "alike"),
        ("http://a.example/", "http://a.example/", "alike"),
    ],
)
def test_a_shape_folds_what_counts_repeats_or_is_too_much(url: str, shape: str, kind: str) -> None:
    assert shape_of(url)[:2] == (shape, kind)


def link(number: int, depth: int = 1) -> Link:
    return Link(number, f"http://a.example/day/{number}", 0, depth, -1)


def test_a_shape_has_some_links_for_nothing_and_then_the_root_of_all_pages() -> None:
    traps = Traps()
    for number in range(FREE):
        assert traps.admits(link(number), pages=0)
        traps.give(link(number))
    assert not traps.admits(link(98), pages=0)
    assert traps.admits(link(99, depth=0), pages=0)
    for more in range(1, 5):
        assert not traps.admits(link(98), pages=more**2 - 1)
        assert traps.admits(link(98), pages=more**2)
        traps.give(link(98))
    traps.give(link(98), -1)
    assert traps.admits(link(98), pages=16)


def test_pages_on_topic_pay_for_links_like_them_and_like_those_that_led_there() -> None:
    traps, list_page = Traps(), Link(5, "http://a.example/list?page=5", 0, 1, -1)
    for _ in range(FREE + PAID):
        traps.give(link(1))
        traps.give(list_page)
    assert not traps.admits(link(2), pages=0)
    traps.brought([link(1), list_page])
    assert not traps.admits(link(2), pages=0)
    traps.give(list_page, -1)
    assert traps.admits(list_page, pages=0)


def test_what_repeats_itself_has_little_and_earns_nothing() -> None:
    traps, odd = Traps(), Link(1, "http://a.example/x/x/x", 0, 1, -1)
    for _ in range(FREE_ODD):
        assert traps.admits(odd, pages=0)
        traps.give(odd)
    traps.brought([odd])
    assert not traps.admits(odd, pages=0)
    assert traps.admits(odd, pages=1)


def test_links_that_are_held_back_come_best_first_when_their_turn_has_come() -> None:
    traps = Traps()
    for number in range(FREE):
        traps.give(link(number))
    for number, score in ((50, 0.2), (51, 0.9), (52, 0.5), (53, 0.4)):
        traps.hold(link(number), score)
    assert traps.remove(52)
    assert not traps.remove(52)
    assert traps.next(0, frozenset()) is None
    assert traps.next(1, {0}) is None
    assert traps.next(1, frozenset()) == 51
    traps.give(link(51))
    assert traps.next(3, frozenset()) is None
    assert traps.next(3, frozenset(), anyway=True) == 53
    traps.give(link(53), -1)
    traps.brought([link(1)])
    assert traps.next(3, frozenset()) == 50
    assert (len(traps), traps.told()) == (0, [])


def two_hosts(url: str) -> Answer:
    """Endless words that no shape tells, three for each page; and a chain of articles."""
    parts = urlsplit(url)
    if parts.hostname == "words.example":
        return page(f"Nothing at {parts.path}", [f"{parts.path}{letter}" for letter in "abc"])
    number = int(parts.path.rpartition("-")[2])
    return article("chain", number, [f"/article-{number + 1}"] if number < 3 * MANY else [])


def test_the_guide_gives_a_host_what_it_earns_and_the_rest_when_nothing_else_is_left(tmp_path: Path) -> None:
    seeds = ["http://words.example/a", "http://chain.example/article-1"]
    with local_web(two_hosts) as web:
        came = crawl(tmp_path / "c", web.address, seeds, strategy="guide", delay=0.01, pages=400)
    last = max(at for at, url in enumerate(came) if "chain" in url)
    assert sum("chain" in url for url in came) == 3 * MANY
    assert last < 3 * MANY + FIRST_PAGES + 10
    assert len(came) == 400


def test_pages_on_topic_earn_more_pages_for_their_host() -> None:
    limits = Limits(Settings(), hosts_earn_pages=True)
    limits.start(0.0, {0: FIRST_PAGES, 1: FIRST_PAGES, 2: FIRST_PAGES - 1}, host_found={1: 1})
    assert [limits.closes(host) for host in range(3)] == [True, False, False]
    limits.request(2)
    assert limits.closes(2)
    limits.settled(2, requested=True, page=True, found=True)
    assert not limits.closes(2)
    assert not limits.has_all_of(0)
    assert limits.widen()
    assert not limits.closes(0)
    assert not limits.widen()


@pytest.mark.parametrize(("per_host", "earns", "closed"), [(-1, False, False), (0, True, False), (100, False, True)])
def test_hosts_earn_pages_only_where_the_strategy_says_and_the_settings_do_not(
    per_host: int, earns: bool, closed: bool
) -> None:
    limits = Limits(Settings(per_host=per_host), hosts_earn_pages=earns)
    limits.start(0.0, {0: FIRST_PAGES})
    assert limits.closes(0) is closed
    assert not limits.widen()
