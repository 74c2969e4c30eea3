"""Every relevance model keeps to the contract, and ours to some more."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import msgspec
import pytest
from tests.local_web import LocalWeb, local_web
from tests.relevance.trained import QUICK, trained

from honeyguide import relevance
from honeyguide.analysis import relevance_model
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.errors import BadSetting, BadTopic
from honeyguide.lab.evaluation import settled
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.model import StoredPage, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.storage.results import status
from honeyguide.testing import relevance_contract
from honeyguide.testing.example_pages import EXAMPLES, pages
from honeyguide.testing.example_pages import web as example_web
from honeyguide.testing.relevance import decided, made_up, vectors
from honeyguide.topics.terms import Terms
from honeyguide.training import needs_examples

globals().update({f"Test_{name}": relevance_contract(QUICK.get(name, name)) for name in relevance.names()})

EVERY = pytest.mark.parametrize("name", relevance.names())
CHINESE = "暴雨红色预警：今晨强降雨引发洪水和内涝，灾害造成道路中断，气象部门提醒注意防范暴雨灾害。" * 3


@EVERY
def test_pages_on_topic_score_higher_than_others(name: str) -> None:
    scorer = relevance_model(trained(name), encoder=vectors())
    on, off = (
        [scorer.score(page).score for page in pages(on_topic=topical, layout=scorer.layout)[EXAMPLES:50]]
        for topical in (True, False)
    )
    assert sum(on) / len(on) > 1.5 * sum(off) / len(off)


@EVERY
def test_a_chinese_page_is_judged_like_any_other(name: str) -> None:
    scorer = relevance_model(trained(name), encoder=vectors())
    judged = decided(scorer, scorer.score(made_up(scorer, CHINESE, "暴雨灾害", language="zh")))
    other = scorer.score(made_up(scorer, "这家餐厅的菜味道很好，价格也便宜，周末要提前预订座位。" * 3, language="zh"))
    assert judged.score > other.score
    assert judged.evidence
    assert judged.matched_terms


@EVERY
def test_a_score_is_the_same_without_its_explanation(name: str) -> None:
    topic = trained(name)
    explained, bare = (
        relevance.make(topic, Terms(topic), content_words, explains=explains) for explains in (True, False)
    )
    some = [*pages(on_topic=True, layout=bare.layout)[:20], *pages(on_topic=False, layout=bare.layout)[:20]]
    whole, short = (settled(model, [model.score(page) for page in some])[0] for model in (explained, bare))
    assert [(each.score, each.on_topic) for each in short] == [(each.score, each.on_topic) for each in whole]
    assert any(each.evidence for each in whole)
    if name != "adaptive-vsm":  # it decides by its evidence
        assert not any(each.evidence or each.matched_terms for each in short)


@EVERY
def test_an_empty_page_has_no_relevance(name: str) -> None:
    scorer = relevance_model(trained(name), encoder=vectors())
    for page in (made_up(scorer, ""), made_up(scorer, " \n", "!?")):
        assert decided(scorer, scorer.score(page)).score == 0.0


@EVERY
def test_what_must_be_taught_refuses_a_topic_without_a_model(name: str) -> None:
    plain = Topic("plain", {"rain": 1.0}, relevance=name)
    if not needs_examples(name):
        relevance_model(plain)
        return
    with pytest.raises(BadTopic, match=f"'{name}' must be trained on examples, and the topic 'plain' has no model"):
        relevance_model(plain)
    model = trained(name).model
    assert model is not None
    other = msgspec.structs.replace(model, kind="centroid" if model.kind != "centroid" else "features")
    with pytest.raises(BadTopic, match="needs a model of the kind"):
        relevance_model(msgspec.structs.replace(plain, model=other))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("tag-vms", "'tag-vms' is not a relevance model; did you mean 'tag-vsm'?"),
        ("tag-vsm:titel=3", "relevance model 'tag-vsm' has no parameter 'titel'; did you mean 'title'?"),
        ("adaptive-vsm:mu=3", "mu must be a number from 0 to 1, not '3'; by default it is 0.5"),
        ("centroid:interval=0", "interval must be a whole number from 1 to 1,000,000, not '0'; by default it is 50"),
    ],
)
def test_a_wrong_model_or_parameter_is_named(spec: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=re.escape(says)):
        relevance.check(spec)
    with pytest.raises(BadSetting, match=re.escape(says)):
        Crawl(Topic("t", {"rain": 1.0}, relevance=spec), ["http://a.example/"], tmp_path / "crawl", Settings())
    assert not (tmp_path / "crawl").exists()


def test_every_model_and_parameter_says_what_it_means() -> None:
    for entry in relevance.catalogue():
        assert entry.says
        assert entry.paper
        assert all(parameter.meaning for parameter in entry.parameters)


def crawl(name: str, web: LocalWeb, out: Path, limit: int, *, workers: int = 0, stop_at: int = 0) -> list[StoredPage]:
    given = Settings(
        strategy="ops",
        encoder="none",
        pages=limit,
        delay=0.0,
        connect_to=web.address,
        workers=workers,
        concurrency=1,
        robots=False,
        retries=0,
    )
    begun = Crawl(trained(name), example_web().seeds(3), out, given)

    async def through(run: AsyncGenerator[StoredPage, None]) -> list[StoredPage]:
        found = []
        async with aclosing(run) as all_:
            async for page in all_:
                found.append(page)
                if stop_at and len(found) >= stop_at:
                    break
        return found

    return asyncio.run(through(begun.run()))


def rows(out: Path, query: str) -> list[tuple[object, ...]]:
    database = sqlite3.connect(out / "crawl.db")
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


PAGES = "SELECT link, relevance, on_topic, evidence, text FROM pages ORDER BY visit"
MOVES = "SELECT detail FROM events WHERE kind = 'relevance' ORDER BY id"


@pytest.mark.slow
@EVERY
def test_a_crawl_judges_by_it_and_goes_on_after_a_stop_as_if_there_had_been_none(name: str, tmp_path: Path) -> None:
    with local_web(example_web().answer) as web:
        whole = crawl(name, web, tmp_path / "whole", 30)
        for stop_at in (3, 10):
            crawl(name, web, tmp_path / "stopped", 30, stop_at=stop_at)
        crawl(name, web, tmp_path / "stopped", 30)
        crawl(name, web, tmp_path / "worker", 10, workers=1)
    assert len(whole) == 30
    assert any(page.on_topic for page in whole)
    assert all(page.on_topic or not page.text for page in whole)
    for query in (PAGES, MOVES, "SELECT key, value FROM state ORDER BY key"):
        assert rows(tmp_path / "stopped", query) == rows(tmp_path / "whole", query)
    assert rows(tmp_path / "worker", PAGES) == rows(tmp_path / "whole", PAGES)[:10]
    decision = relevance_model(trained(name), encoder=vectors()).decision()
    moves = decision is not None and not hasattr(decision, "revise")  # one that learns is moved by every page
    assert bool(rows(tmp_path / "whole", MOVES)) == moves
    now = status(tmp_path / "whole")
    assert now.relevance == trained(name).relevance
    assert bool(now.moves) == moves


@pytest.mark.slow
@EVERY
def test_an_experiment_may_ask_for_it(name: str, tmp_path: Path) -> None:
    experiment = Experiment(
        WebPart("synthetic:seed=21,pages=200,share=0.1,words=150"),
        TopicPart(relevance=name),
        RunPart(("ops",), pages=40, repeats=1),
    )
    with ExperimentRunner(experiment) as laboratory:
        (start,) = laboratory.starts()
        assert start.topic.relevance == name
        assert (start.topic.model is not None) == (relevance.trainer_of(name) is not None)
        report = laboratory.run(tmp_path / "lab")
    ops = report.runs[0]
    assert ops.pages == 40
    assert ops.ar > 0
    assert report.settings["topic"]["relevance"] == name
