"""What joins the parts of a crawl, seen from outside: rests, thresholds, budget, back-off, duplicates, memory."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.local_web import local_web, small_synthetic
from tests.plain_choices import RAIN
from tests.virtual_web import BEGUN, HTML, VirtualWeb

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.model import Fetched, Link, Outcome, StoredPage, Thresholds, Topic
from honeyguide.protocols import Web
from honeyguide.web.offline.simulated import SimulatedWeb
from honeyguide.web.response import Answer

FLOODS = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
SYNTHETIC = small_synthetic(seed=7, pages=100, hosts=6, words=60)


def page(title: str, *links: str, text: str = "") -> str:
    anchors = "".join(f"<a href='{link}'>{link}</a> " for link in links)
    return f"<title>{title}</title><h1>{title}</h1><p>{text}</p>{anchors}"


class Pages(VirtualWeb):
    """A web in memory and in virtual time: a request takes a second, and what is not a page is busy."""

    def __init__(self, pages: Mapping[str, str], retry_after: float = 5.0, start: float = BEGUN) -> None:
        super().__init__(start)
        self.pages = pages
        self.retry_after = retry_after

    async def fetch(self, link: Link) -> Fetched:
        path = link.url.removeprefix("http://a.example")
        at = self.now()
        self.asked.append((path, at))
        await self.clock.wait(1.0)
        if path in self.pages:
            return Fetched(link.url, Outcome.PAGE, 200, "OK", HTML, self.pages[path].encode(), at=at)
        return Fetched(link.url, Outcome.HTTP_ERROR, 503, at=at, retry_after=self.retry_after)


def crawl(
    out: Path,
    web: Web | None,
    *,
    topic: Topic = FLOODS,
    seeds: Sequence[str] = ("http://a.example/",),
    **given: object,
) -> tuple[Crawl, list[StoredPage]]:
    """One request at a time, in this process."""
    settings = {"strategy": "ops", "concurrency": 1, "workers": 0, "retries": 0, "delay": 0.0, **given}
    run = Crawl(topic, seeds, out, msgspec.convert(settings, Settings), web=web)

    async def through() -> list[StoredPage]:
        return [found async for found in run]

    return run, asyncio.run(through())


def paths(found: Sequence[StoredPage]) -> list[str]:
    return [each.url.removeprefix("http://a.example") for each in found]


def test_a_host_rests_for_the_delay_after_each_answer(tmp_path: Path) -> None:
    delay, takes = 0.15, 0.1
    asked: dict[str, list[float]] = defaultdict(list)
    links = [f"http://{host}.example/{n}" for n in range(4) for host in "ab"]

    def answer(url: str) -> Answer:
        asked[url.split("/")[2]].append(time.monotonic())
        if url.endswith("/robots.txt"):
            return Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nAllow: /\n", delay=takes)
        return Answer(200, HTML, page(url, *links).encode(), delay=takes)

    with local_web(answer) as web:
        crawl(
            tmp_path / "c",
            None,
            seeds=["http://a.example/", "http://b.example/"],
            delay=delay,
            concurrency=8,
            connect_to=web.address,
        )
    assert {host: len(times) for host, times in asked.items()} == {"a.example": 6, "b.example": 6}
    for times in asked.values():
        # An answer is whole so long after its request came; timers may be a few milliseconds early.
        assert min(after - before for before, after in pairwise(times)) > delay + takes - 0.01


def test_the_topics_link_threshold_is_that_of_the_strategy(tmp_path: Path) -> None:
    found = {}
    for name, threshold, strategy in (
        ("low", 0.0, "ops:reserve=false"),
        ("by the topic", 0.35, "ops:reserve=false"),
        ("by the strategy", 0.0, "ops:reserve=false,r2=0.35"),
        ("high", 1.0, "ops:reserve=false"),
    ):
        topic = msgspec.structs.replace(RAIN, thresholds=Thresholds(link=threshold))
        _, pages = crawl(
            tmp_path / name, SimulatedWeb(SYNTHETIC), topic=topic, seeds=SYNTHETIC.seeds(2), strategy=strategy
        )
        found[name] = paths(pages)
    assert found["by the topic"] == found["by the strategy"]
    assert len(found["low"]) > len(found["by the topic"]) > len(found["high"])


def test_the_limit_of_pages_is_the_budget_of_the_strategy(tmp_path: Path) -> None:
    found = {}
    for strategy in ("svm-hits", "svm-hits:budget=60", "svm-hits:budget=600"):
        _, pages = crawl(
            tmp_path / strategy,
            SimulatedWeb(SYNTHETIC),
            topic=RAIN,
            seeds=SYNTHETIC.seeds(2),
            strategy=strategy,
            pages=60,
        )
        found[strategy] = paths(pages)
    assert found["svm-hits"] == found["svm-hits:budget=60"] != found["svm-hits:budget=600"]


def test_each_further_try_rests_the_host_four_times_as_long(tmp_path: Path) -> None:
    web = Pages({"/": page("front", "/busy"), "/other": page("other")})
    run, found = crawl(tmp_path / "c", web, retries=3)
    times = [at for path, at in web.asked if path == "/busy"]
    assert [after - before - 1.0 for before, after in pairwise(times)] == pytest.approx([5.0, 20.0, 80.0])
    assert (paths(found), run.failures) == (["/"], 1)


def test_failures_are_those_of_this_run_and_pages_those_of_all(tmp_path: Path) -> None:
    web = Pages(
        {"/": page("front", "/gone", "/more"), "/more": page("more", "/gone-too", "/last"), "/last": page("last")}
    )
    first, _ = crawl(tmp_path / "c", web, retries=0, pages=2)
    second, _ = crawl(tmp_path / "c", web, retries=0, pages=3)
    assert (first.pages, second.pages) == (2, 3)
    assert first.failures + second.failures == sum(open_crawl(tmp_path / "c").status().failures.values()) == 2
    assert second.failures < 2


def test_a_host_that_rests_is_asked_for_nothing_else(tmp_path: Path) -> None:
    web = Pages({"/": page("front", "/busy", "/other"), "/other": page("other")})
    crawl(tmp_path / "c", web, retries=1, strategy="bfs")
    assert [path for path, _ in web.asked[:2]] == ["/", "/busy"]
    assert sorted(path for path, _ in web.asked[2:]) == ["/busy", "/other"]
    assert web.asked[2][1] - web.asked[1][1] == pytest.approx(1.0 + 5.0)


def test_a_crawl_that_goes_on_remembers_how_often_it_tried(tmp_path: Path) -> None:
    pages = {"/": page("front", "/busy")}
    first = Pages(pages)
    crawl(tmp_path / "c", first, retries=3, time=30.0)
    assert [path for path, _ in first.asked] == ["/", "/busy", "/busy", "/busy"]
    then = Pages(pages, start=first.now())
    crawl(tmp_path / "c", then, retries=3)
    assert [path for path, _ in then.asked] == ["/busy"]


def test_a_host_goes_on_resting_after_a_stop_also_when_it_is_full(tmp_path: Path) -> None:
    first = Pages({}, retry_after=30.0)
    crawl(tmp_path / "c", first, retries=2, time=10.0, per_host=1)
    assert [path for path, _ in first.asked] == ["/"]
    then = Pages({"/": page("flood")}, start=first.now())
    _, found = crawl(tmp_path / "c", then, retries=2, per_host=1)
    assert paths(found) == ["/"]
    assert then.asked[0][1] - first.asked[0][1] == pytest.approx(1.0 + 30.0)


def words(rng: Random, count: int) -> list[str]:
    return ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randrange(3, 9))) for _ in range(count)]


def kin(shared: float, pairs: int = 6) -> dict[str, str]:
    """Pairs of pages whose texts have this share of all their twelve-grams in common."""
    rng = Random(shared)
    texts = {}
    for pair in range(pairs):
        same = round(400 * 2 * shared / (1 + shared))
        common = words(rng, same)
        for which in "ab":
            texts[f"/{pair}{which}"] = page("a flood", text=" ".join([*common, *words(rng, 400 - same)]))
    return {"/": page("front", *texts), **texts}


def test_pages_that_share_half_are_no_duplicates_and_those_that_share_nine_tenths_are(tmp_path: Path) -> None:
    _, half = crawl(tmp_path / "half", Pages(kin(0.57)), strategy="bfs")
    assert len(half) == 13
    assert [each.duplicate_of for each in half] == [""] * 13
    _, most = crawl(tmp_path / "most", Pages(kin(0.9)), strategy="bfs")
    copies = {each.url: each.duplicate_of for each in most if each.duplicate_of}
    assert copies == {f"http://a.example/{pair}b": f"http://a.example/{pair}a" for pair in range(6)}


def test_a_crawl_that_goes_on_knows_copies_of_the_pages_it_had(tmp_path: Path) -> None:
    pages = kin(0.9, pairs=1)
    crawl(tmp_path / "c", Pages(pages), strategy="bfs", pages=2)
    _, later = crawl(tmp_path / "c", Pages(pages), strategy="bfs", pages=3)
    assert [(each.url[-2:], each.duplicate_of[-2:]) for each in later] == [("0b", "0a")]
