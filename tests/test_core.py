"""How links are scored for each strategy, and what is said when the topic cannot give what it wants."""

from __future__ import annotations

import asyncio
import sqlite3
from math import exp
from pathlib import Path

import pytest
from tests.local_web import local_web, small_synthetic
from typer.testing import CliRunner

from honeyguide import strategies
from honeyguide.cli.app import app
from honeyguide.config import Settings
from honeyguide.core.answers import Answers, degraded_reason, link_scorer
from honeyguide.crawl import Crawl
from honeyguide.link_table import LinkTable
from honeyguide.links.cpe import ComprehensivePriority
from honeyguide.links.cre import ComprehensiveRelevance
from honeyguide.links.prediction import ClassifiedTexts, LinkPrediction
from honeyguide.links.semantic import SemanticAnchors
from honeyguide.model import Fetched, Link, Model, Outcome, OutLink, Page, Relevance, Topic
from honeyguide.topics.files import load_topic
from honeyguide.web.scope import Scope

MODEL = Model("classifier", ("rose", "storm"), (-1.5, 2.0), bias=-0.25, slope=3.0, offset=0.5)
PLAIN = Topic("rain", {"storm": 1.0, "rain": 1.0})
TAUGHT = Topic("rain", {"storm": 1.0, "rain": 1.0}, relevance="svm", model=MODEL)
FEATURES = Topic("rain", {"storm": 1.0}, relevance="gini-cosine", model=Model("features", ("storm",), (1.0,)))
WEB = small_synthetic(seed=3)


def page(*links: OutLink) -> Page:
    return Page("http://a.example/", "", "", (), links)


def test_prediction_is_half_the_link_and_half_the_page_worked_by_hand() -> None:
    scorer = link_scorer(TAUGHT, "prediction")
    out = OutLink("http://a.example/storm", "a.example", "more")
    scored = scorer.score(page(out), Relevance(0.6, on_topic=True), Link(0, "http://a.example/", 0), [Link(1, "", 0)])
    # storm alone: decision 2 − 0.25 = 1.75; probability 1 / (1 + exp(−(3 · 1.75 + 0.5))) = 0.996827
    probability = 1 / (1 + exp(-5.75))
    assert scored.links[0].anchor == pytest.approx(probability)
    assert scored.links[0].score == pytest.approx(0.5 * probability + 0.5 * 0.6, abs=1e-6)
    assert scored.links[0].score == pytest.approx(0.798413, abs=1e-5)
    assert scorer.explain(1)["pagerank"] == 0.0


def test_every_strategy_gets_the_scorer_that_it_asks_for() -> None:
    predicting = link_scorer(TAUGHT, "prediction")
    assert isinstance(predicting, ComprehensiveRelevance)
    assert isinstance(predicting.anchors, LinkPrediction)
    assert isinstance(predicting.anchors.texts, ClassifiedTexts)
    assert isinstance(link_scorer(PLAIN, "semantic").anchors, SemanticAnchors)
    assert isinstance(link_scorer(PLAIN, "cpe"), ComprehensivePriority)
    known = {"cre", "cpe", "prediction", "semantic"}
    assert {strategies.make(name).evaluation for name in strategies.names()} <= known


@pytest.mark.parametrize("strategy", ["ops", "gene"])
def test_the_target_of_a_redirect_is_told_with_its_pagerank(strategy: str) -> None:
    settings, book = Settings(), LinkTable()
    scorer = link_scorer(PLAIN, strategies.make(strategy).evaluation)
    digest = Answers(settings, book, Scope(settings), scorer, None)
    seed = book.add("http://a.example/", "a.example", 0, -1, 0)
    links = [OutLink("http://a.example/x", "a.example", "rain"), OutLink("http://b.example/", "b.example", "storm")]
    targets = book.add_all(links, 1, seed.id)
    digest.scorer.score(page(*links), Relevance(0.6, on_topic=True), seed, targets)
    digest.scorer.refresh_pages = 1
    assert digest.scorer.refresh() is not None
    answer = Fetched("http://a.example/x", Outcome.REDIRECT, 301, location="http://b.example/")
    _, visit = digest.redirect(targets[0], answer, b"")
    assert visit.links[0].link.id == targets[1].id
    assert visit.links[0].rank == pytest.approx(1.0)


@pytest.mark.parametrize("topic", [PLAIN, FEATURES])
def test_without_a_classifier_keywords_are_compared_and_it_is_said(topic: Topic) -> None:
    scorer = link_scorer(topic, "prediction")
    assert not isinstance(getattr(scorer.anchors, "texts", None), ClassifiedTexts)
    assert scorer.anchors.score_links([OutLink("http://a.example/storm", "a.example", "more")])[0] > 0
    assert "has no classifier" in degraded_reason(topic, "prediction")
    assert "honeyguide topic train" in degraded_reason(topic, "prediction")
    assert degraded_reason(topic, "cre") == degraded_reason(TAUGHT, "prediction") == ""


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
@pytest.mark.parametrize("strategy", ["svm-hits:budget=300,n1=5,n2=5", "hybrid", "gene"])
def test_a_crawl_that_was_stopped_twice_is_the_same_as_one_that_was_not(tmp_path: Path, strategy: str) -> None:
    def run(address: str, out: Path, pages: int) -> None:
        settings = Settings(
            strategy=strategy, pages=pages, concurrency=1, workers=0, delay=0.0, connect_to=address, robots=False
        )

        async def through() -> None:
            async for _ in Crawl(load_topic("rainstorm-disaster"), WEB.seeds(4), out, settings):
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
