"""Crawls of the lab in shards: one virtual time, one web, and together what one crawl would have fetched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from honeyguide.core.referrals import Partition
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.urls import host_of

WHOLE = Experiment(
    WebPart("synthetic:seed=21,pages=500,hosts=60,share=0.06"),
    TopicPart(relevance="tag-vsm"),
    RunPart(("ops",), pages=120, repeats=1),
)
UNLIMITED = 1_000_000

Crawled = Callable[[str, int, int], list[list[str]]]


@pytest.fixture(scope="module")
def crawled() -> Crawled:
    """The pages that each shard of a crawl fetched: by strategy, shards and budget."""
    runner = ExperimentRunner(WHOLE)

    def crawl(strategy: str, shards: int, pages: int) -> list[list[str]]:
        start = replace(runner.starts()[0], budget=pages)
        divided = replace(WHOLE, run=replace(WHOLE.run, shards=shards))
        run = LabCrawl(divided, runner.judge, runner.cache, start, strategy, runner.vectors)
        run.run(100)
        cores = [shard.core for shard in run._shards]
        assert [len(core._answers._pages) for core in cores] == [core.limits.pages for core in cores]
        return [[core.links.link(number).url for number in core._answers._pages] for core in cores]

    return crawl


@pytest.mark.parametrize(("strategy", "shards"), [("ops", 2), ("ops", 7), ("ops", 64), ("guide", 7)])
def test_shards_fetch_exactly_the_budget_each_its_own_pages_and_none_twice(
    crawled: Crawled, strategy: str, shards: int
) -> None:
    fetched = crawled(strategy, shards, 120)
    assert len(fetched) == shards
    every = [url for urls in fetched for url in urls]
    assert len(every) == len(set(every)) == 120
    for number, urls in enumerate(fetched):
        assert all(Partition(number, shards).owns(host_of(url)) for url in urls)
    assert sum(map(bool, fetched)) > 1


@pytest.mark.parametrize("strategy", ["ops", "bfs", "ielp", "guide"])
def test_without_a_budget_shards_reach_all_that_one_crawl_reaches(crawled: Crawled, strategy: str) -> None:
    (whole,) = crawled(strategy, 1, UNLIMITED)
    divided = crawled(strategy, 5, UNLIMITED)
    assert sorted(url for urls in divided for url in urls) == sorted(whole)
    assert len(whole) > 300
