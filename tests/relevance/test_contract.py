"""What every relevance model must keep to, whatever its idea of the topic."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.local_web import LocalWeb, local_web
from tests.relevance.trained import EXAMPLES, WEB, pages, trained

from honeyguide import relevance
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.errors import BadSetting, BadTopic
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.model import GROUPS, LABELS, Page, Relevance, StoredPage, Topic
from honeyguide.protocols import RelevanceModel
from honeyguide.storage.results import status
from honeyguide.topics.terms import Terms
from honeyguide.training import needs_examples

scorer_of = cache(lambda name: relevance_model(trained(name)))

EVERY = pytest.mark.parametrize("name", relevance.names())
PARTS = {"tag-groups": GROUPS, "labels": LABELS}
CHINESE = "暴雨红色预警：今晨强降雨引发洪水和内涝，灾害造成道路中断，气象部门提醒注意防范暴雨灾害。" * 3


def made(scorer: RelevanceModel, text: str, title: str = "", language: str = "en") -> Page:
    """A page with a title and plain text."""
    plain = {"tag-groups": "body", "labels": "other"}[scorer.layout]
    parts = {"title": title, plain: text}
    return Page(
        "http://a.example/", title, text, tuple(parts.get(part, "") for part in PARTS[scorer.layout]), (), language
    )


def decided(scorer: RelevanceModel, judged: Relevance) -> Relevance:
    """As the main process has it in the end."""
    decision = scorer.decision()
    return decision.judge(judged, 0.0) if decision else judged


def sound(scorer: RelevanceModel, judged: Relevance) -> None:
    assert 0.0 <= judged.score <= 1.0
    sizes = [abs(each.contribution) for each in judged.evidence]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) <= 40
    assert all(len(each.counts) == len(scorer.groups) and any(each.counts) for each in judged.evidence)
    assert len({each.term for each in judged.evidence}) == len(sizes)
    if scorer.unit == "relevance" and len(sizes) < 40:
        assert sum(each.contribution for each in judged.evidence) == pytest.approx(judged.score)
    assert list(judged.matched_terms) == sorted(set(judged.matched_terms))


@EVERY
def test_scores_and_evidence_are_sound_on_real_pages(name: str) -> None:
    scorer = relevance_model(trained(name))
    assert scorer.layout in PARTS
    terms = Terms(trained(name))
    for page in [*pages(on_topic=True, layout=scorer.layout)[:20], *pages(on_topic=False, layout=scorer.layout)[:20]]:
        judged = scorer.score(page)
        sound(scorer, decided(scorer, judged))
        assert judged.matched_terms == tuple(
            sorted({term for found in terms.count_each(page.groups) for term in found})
        )
        assert judged.on_topic == (judged.score > scorer.threshold)
        assert scorer.score(page) == judged


@EVERY
@given(
    words=st.lists(
        st.sampled_from(["rainstorm", "disaster", "flood", "garden", "暴雨", "灾害", "的", "7"]), max_size=60
    )
)
def test_scores_and_evidence_are_sound_on_any_page(name: str, words: list[str]) -> None:
    scorer = scorer_of(name)
    sound(scorer, decided(scorer, scorer.score(made(scorer, " ".join(words)))))


@EVERY
def test_pages_on_topic_score_higher_than_others(name: str) -> None:
    scorer = relevance_model(trained(name))
    on, off = (
        [scorer.score(page).score for page in pages(on_topic=topical, layout=scorer.layout)[EXAMPLES:50]]
        for topical in (True, False)
    )
    assert sum(on) / len(on) > 1.5 * sum(off) / len(off)


@EVERY
def test_a_chinese_page_is_judged_like_any_other(name: str) -> None:
    scorer = relevance_model(trained(name))
    judged = decided(scorer, scorer.score(made(scorer, CHINESE, "暴雨灾害", language="zh")))
    sound(scorer, judged)
    other = scorer.score(made(scorer, "这家餐厅的菜味道很好，价格也便宜，周末要提前预订座位。" * 3, language="zh"))
    assert judged.score > other.score
    assert judged.evidence
    assert judged.matched_terms


@EVERY
def test_an_empty_page_has_no_relevance(name: str) -> None:
    scorer = relevance_model(trained(name))
    for page in (made(scorer, ""), made(scorer, " \n", "!?")):
        judged = decided(scorer, scorer.score(page))
        assert (judged.score, judged.on_topic, judged.evidence, judged.matched_terms) == (0.0, False, (), ())


@EVERY
def test_a_page_in_another_language_or_that_hides_stays_off_topic(name: str) -> None:
    topic = msgspec.structs.replace(trained(name), languages=("fr",))
    reader = PageAnalyzer(topic, Settings())
    page = pages(on_topic=True, layout=reader.scorer.layout)[0]
    judged = decided(reader.scorer, reader.judge(page))
    assert not judged.on_topic
    assert judged.why_not == f"its language is {page.language}"


@EVERY
def test_a_worker_gets_the_same_model(name: str) -> None:
    topic = trained(name)
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(topic), type=Topic)
    scorer, same = relevance_model(topic), relevance_model(sent)
    page = pages(on_topic=True, layout=scorer.layout)[0]
    assert scorer.score(page) == same.score(page)
    assert (scorer.threshold, dict(scorer.groups), scorer.unit) == (same.threshold, dict(same.groups), same.unit)


@EVERY
def test_the_topics_own_threshold_wins(name: str) -> None:
    topic = trained(name)
    high = msgspec.structs.replace(topic, thresholds=msgspec.structs.replace(topic.thresholds, page=0.9))
    assert relevance_model(high).threshold == 0.9


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
        pages=limit, delay=0.0, connect_to=web.address, workers=workers, concurrency=1, robots=False, retries=0
    )
    begun = Crawl(trained(name), WEB.seeds(3), out, given)

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
    with local_web(WEB.answer) as web:
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
    moves = relevance_model(trained(name)).decision() is not None
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
        assert (start.topic.model is not None) == needs_examples(name)
        report = laboratory.run(tmp_path / "lab")
    ops = report.runs[0]
    assert ops.pages == 40
    assert ops.ar > 0
    assert report.settings["topic"]["relevance"] == name
