"""The live crawl and the lab drive one core: one web, the same settings, the same visits in the same order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.local_web import LocalWeb, local_web

from honeyguide import links, strategies
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.crawl import Crawl
from honeyguide.lab.pages import PageCache
from honeyguide.lab.simulation import CachedWeb, Simulation
from honeyguide.model import Outcome
from honeyguide.protocols import Web
from honeyguide.storage.memory import MemoryStore
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import PageSource, SimulatedWeb, open_web
from honeyguide.web.offline.synthetic import SyntheticSource

TOPIC = load_topic("rainstorm-disaster")
"""With the default judge, which moves while the crawl goes on."""
ENCODER = "none"
QUICK = ("guide", "ops")
"""Strategies of the daily loop; the others join in `make test`."""
EVERY = pytest.mark.parametrize(
    "strategy",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in strategies.names()],
)
PAGES = 150

Visited = tuple[str, Outcome]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageSource]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield open_web("synthetic:seed=5,pages=600,hosts=20,words=120")


@pytest.fixture(scope="module")
def served(source: PageSource) -> Iterator[LocalWeb]:
    with local_web(source.answer) as web:
        yield web


@pytest.fixture(scope="module")
def cache(source: PageSource) -> Iterator[PageCache]:
    with PageCache(source) as cache:
        yield cache


def seeds(source: PageSource) -> list[str]:
    assert isinstance(source, SyntheticSource)
    return source.web.seeds(4)


def by_lab(cache: PageCache, settings: Settings) -> list[Visited]:
    visits: list[Visited] = []
    web = CachedWeb(cache, settings)
    strategy = strategies.make(settings.strategy, r2=TOPIC.thresholds.link, budget=settings.pages)
    model = links.make_for(strategy, TOPIC)
    core = CrawlCore(
        settings,
        MemoryStore(records=False),
        strategy,
        model,
        relevance_model(TOPIC, encoder=ENCODER).decision(),
        web.delay,
    )
    analyzer = PageAnalyzer(TOPIC, settings)
    simulation = Simulation(core, web, analyzer, lambda record, _: visits.append((record.link.url, record.outcome)))
    simulation.run(seeds(cache.web), Random(settings.seed))
    return visits


def by_crawl(source: PageSource, settings: Settings, out: Path, web: Web | None = None) -> list[Visited]:
    async def run() -> None:
        async for _ in Crawl(TOPIC, seeds(source), out, settings, web=web):
            pass

    asyncio.run(run())
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        query = "SELECT url, outcome FROM visits JOIN links ON links.id = visits.link ORDER BY visits.id"
        return [(url, Outcome(outcome)) for url, outcome in database.execute(query)]


def kinds(visits: list[Visited]) -> Counter[Outcome]:
    return Counter(outcome for _, outcome in visits)


@EVERY
def test_one_request_at_a_time_over_http_is_as_in_the_lab(
    strategy: str, source: PageSource, served: LocalWeb, cache: PageCache, tmp_path: Path
) -> None:
    settings = Settings(
        strategy=strategy,
        pages=PAGES,
        concurrency=1,
        delay=0.0,
        robots=False,
        retries=0,
        workers=0,
        extract=False,
        encoder=ENCODER,
        connect_to=served.address,
    )
    live = by_crawl(source, settings, tmp_path / "crawl")
    assert kinds(live)[Outcome.PAGE] == PAGES
    assert live == by_lab(cache, settings)


@EVERY
def test_many_requests_at_a_time_on_a_simulated_web_are_as_in_the_lab(
    strategy: str, source: PageSource, cache: PageCache, tmp_path: Path
) -> None:
    """With robots.txt, its delays, rests of hosts, failures and retries on both sides."""
    settings = Settings(strategy=strategy, pages=PAGES, concurrency=32, workers=0, extract=False, encoder=ENCODER)
    web = SimulatedWeb(source, delay=settings.delay)
    live = by_crawl(source, settings, tmp_path / "crawl", web)
    assert kinds(live)[Outcome.PAGE] == PAGES
    assert live == by_lab(cache, settings)
