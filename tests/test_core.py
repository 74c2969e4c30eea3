"""What follows from an answer, and that a crawl that stops knows it again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.local_web import local_web, small_synthetic
from tests.plain_choices import RAIN
from typer.testing import CliRunner

from honeyguide import links, strategies
from honeyguide.cli.app import app
from honeyguide.config import Settings
from honeyguide.core.answers import Answers
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.links.comprehensive import Comprehensive
from honeyguide.model import EventKind, Fetched, Outcome, OutLink, Page, Relevance, Topic
from honeyguide.storage.memory import MemoryStore
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.scope import Scope

PLAIN = Topic("rain", {"storm": 1.0, "rain": 1.0}, relevance="tag-vsm")
WEB = small_synthetic(seed=3)


def page(*links: OutLink) -> Page:
    return Page("http://a.example/", "", "", (), links)


@pytest.mark.parametrize("strategy", ["ops", "gene"])
def test_the_target_of_a_redirect_is_told_with_its_pagerank(strategy: str) -> None:
    settings, store = Settings(), MemoryStore()
    book = store.link_table
    model = links.make_for(strategies.make(strategy), PLAIN)
    assert isinstance(model, Comprehensive)
    model.refresh_pages = 1
    digest = Answers(settings, store, Scope(settings), model, None)
    seed = book.add("http://a.example/", "a.example", 0, -1, 0)
    outs = [OutLink("http://a.example/x", "a.example", "rain"), OutLink("http://b.example/", "b.example", "storm")]
    targets = book.add_all(outs, 1, seed.id)
    model.learn(seed, Relevance(0.6, on_topic=True))
    model.score(page(*outs), Relevance(0.6, on_topic=True), seed, targets)
    assert model.refresh() is not None
    answer = Fetched("http://a.example/x", Outcome.REDIRECT, 301, location="http://b.example/")
    _, visit = digest.redirect(targets[0], answer, b"")
    assert visit.links[0].link.id == targets[1].id
    assert visit.links[0].rank == pytest.approx(1.0)


def visited(out: Path) -> list[tuple[object, ...]]:
    database = sqlite3.connect(out / "crawl.db")
    found = database.execute("SELECT link, outcome FROM visits ORDER BY id").fetchall()
    database.close()
    return found


def events(out: Path, kind: str) -> list[str]:
    database = sqlite3.connect(out / "crawl.db")
    found = [detail for (detail,) in database.execute("SELECT detail FROM events WHERE kind = ?", (kind,))]
    database.close()
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strategy", "link_model"),
    [
        ("svm-hits:budget=300,n1=5,n2=5", ""),
        ("hybrid", ""),
        ("gene", ""),
        ("ops", "cpe:l1=0.4"),
        ("ops", "prediction"),
        ("on-its", "semantic:pagerank=0.3"),
        ("shark", "cpe"),
    ],
)
def test_a_crawl_that_was_stopped_twice_is_the_same_as_one_that_was_not(
    tmp_path: Path, strategy: str, link_model: str
) -> None:
    def run(address: str, out: Path, pages: int) -> None:
        settings = Settings(
            strategy=strategy,
            links=link_model,
            pages=pages,
            concurrency=1,
            workers=0,
            delay=0.0,
            connect_to=address,
            robots=False,
        )

        async def through() -> None:
            async for _ in Crawl(RAIN, WEB.seeds(4), out, settings):
                pass

        asyncio.run(through())

    with local_web(WEB.answer) as web:
        run(web.address, tmp_path / "whole", 120)
        for pages in (20, 70, 120):
            run(web.address, tmp_path / "parts", pages)
    assert len(visited(tmp_path / "whole")) >= 120
    assert visited(tmp_path / "parts") == visited(tmp_path / "whole")


def test_the_command_and_the_folder_say_that_there_is_no_classifier(tmp_path: Path) -> None:
    out = tmp_path / "c"
    with local_web(WEB.answer) as web:
        command = ["crawl", "rainstorm-disaster", *WEB.seeds(2), "--out", str(out), "--connect-to", web.address]
        options = ["--pages", "5", "--delay", "0", "--workers", "0", "--strategy", "svm-hits", "--no-robots"]
        done = CliRunner().invoke(app, [*command, *options])
    assert done.exit_code == 0, done.output
    assert "has no classifier" in " ".join(done.output.split())
    (told,) = events(out, "links")
    assert "has no classifier" in told


def test_a_follower_of_the_crawl_hears_what_the_strategy_does(tmp_path: Path) -> None:
    settings = Settings(
        strategy="svm-hits:budget=60,n1=3,n2=3", pages=60, concurrency=1, workers=0, extract=False, delay=0.0
    )

    async def run() -> None:
        async for _ in Crawl(RAIN, WEB.seeds(4), tmp_path / "c", settings, web=simulated):
            pass

    simulated = SimulatedWeb(WEB, delay=0.0)
    asyncio.run(run())
    moves = [each.detail for each in open_crawl(tmp_path / "c").events() if each.kind is EventKind.STRATEGY]
    assert moves[0].startswith("stage 3")
