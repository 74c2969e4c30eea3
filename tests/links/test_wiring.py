"""Crawls of all kinds are scored by the link model that they ought to be, with everything that it needs."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.local_web import local_web, small_synthetic
from tests.plain_choices import RAIN

from honeyguide import links, strategies
from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.errors import BadFolder, BadSetting
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.links import cre
from honeyguide.model import Fetched, Link, Outcome, Page, ScoredLink, Topic, Visit
from honeyguide.protocols import LinkModel
from honeyguide.strategies.fcsa import Fcsa
from honeyguide.web.response import Answer

PUBLISHED = {
    "bfs": "cre",
    "elp": "cre",
    "fcsa": "cpe",
    "fish": "cre",
    "gene": "cpe",
    "hybrid": "semantic",
    "ielp": "cre",
    "moaco": "cpe",
    "on-its": "cpe",
    "guide": "guide",
    "ops": "cre",
    "shark": "cre",
    "svm-hits": "prediction",
    "wse": "cpe",
    "wseo": "cpe",
}
EVERY = pytest.mark.parametrize("strategy", strategies.names())
TOPIC = Topic("rain", {"rain": 0.8, "flood": 0.6}, relevance="tag-vsm")
NEAR, FAR, NAMED, PLAIN = (f"http://h.test/{name}.html" for name in ("near", "far", "named", "plain"))
APART = "<p>" + "lorem ipsum " * 30 + "</p>"
HTML = f"""<title>rain</title><p>rain</p>{APART}
<p>After the flood <a href="/near.html">more</a> of the flood</p>{APART}
<p>Something else <a href="/far.html">more</a> to be read</p>{APART}
<p>Here is <a href="/named.html">rain</a> in the anchor</p>{APART}
<p>Here is <a href="/plain.html">nothing</a> at all</p>{APART}"""


class Told:
    """What strategies of a class are told of the links of the first page."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, strategy: str) -> None:
        self.links: dict[str, ScoredLink] = {}
        kind: Any = type(strategies.make(strategy))
        tell: Callable[[Any, Visit], None] = kind.tell

        def told(itself: Any, visit: Visit) -> None:
            if not self.links:
                self.links = {each.link.url: each for each in visit.links}
            tell(itself, visit)

        monkeypatch.setattr(kind, "tell", told)


def crawl_live(strategy: str, link_model: str, out: Path) -> None:
    def answer(url: str) -> Answer:
        is_page = url == "http://h.test/"
        return Answer(200 if is_page else 404, (("Content-Type", "text/html"),), HTML.encode() if is_page else b"")

    with local_web(answer) as web:
        settings = Settings(
            strategy=strategy,
            links=link_model,
            encoder="none",
            delay=0.0,
            workers=0,
            robots=False,
            connect_to=web.address,
        )
        run_to_the_end(Crawl(TOPIC, ["http://h.test/"], out, settings))


def crawl_in_the_lab(strategy: str, link_model: str, out: Path) -> None:
    site = out / "pages" / "h.test"
    site.mkdir(parents=True)
    (site / "index.html").write_text(HTML)
    (out / "labels.tsv").write_text("http://h.test/index.html\train\n")
    web, topic = WebPart("folder:pages", "labels.tsv"), TopicPart("rain", TOPIC.keywords, 1, relevance="tag-vsm")
    run = RunPart((strategy,), 5, 1, links=link_model, encoder="none")
    with ExperimentRunner(Experiment(web, topic, run, str(out))) as runner:
        (start,) = runner.starts()
        runner.runs(runner.tasks([(start, strategy)], out))


def run_to_the_end(crawl: Crawl) -> None:
    async def through() -> None:
        async for _ in crawl:
            pass

    asyncio.run(through())


def expected(link_model: str) -> dict[str, float]:
    """What a model of its own says of the same page."""
    analyzer, source = PageAnalyzer(TOPIC, Settings()), Link(0, "http://h.test/", 0)
    page = analyzer.parse(Fetched(source.url, Outcome.PAGE, 200, body=HTML.encode()))
    assert isinstance(page, Page)
    model, judged = links.make(link_model, TOPIC), analyzer.judge(page)
    model.learn(source, judged)
    scored = model.score(page, judged, source, [Link(at, out.url, 0) for at, out in enumerate(page.links, 1)]).links
    return {each.link.url: each.score for each in scored}


def test_the_models_differ_in_what_they_say_of_the_page() -> None:
    said = [tuple(round(score, 6) for score in expected(name).values()) for name in links.names()]
    assert len(set(said)) == len(links.names())


@EVERY
@pytest.mark.parametrize("crawl", [crawl_live, crawl_in_the_lab])
def test_every_strategy_is_scored_by_the_model_that_it_was_published_with(
    strategy: str, crawl: Callable[[str, str, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch, strategy)
    crawl(strategy, "", tmp_path)
    scores = {url: each.score for url, each in told.links.items()}
    assert scores == pytest.approx(expected(PUBLISHED[strategy]), abs=1e-6)


def test_annealing_weighs_the_parts_of_a_score_as_its_link_model_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a memory of hosts, E of a link is its score."""
    compared: list[tuple[list[float], list[float]]] = []
    valued = Fcsa.valued

    def noted(itself: Fcsa, ids: Any, hosts: Any, scores: Any) -> Any:
        energies = valued(itself, ids, hosts, scores)
        compared.append((energies.tolist(), scores.tolist()))
        return energies

    monkeypatch.setattr(Fcsa, "valued", noted)
    model = "cpe:l1=0.6,l2=0.1,l3=0.2,l4=0.1"
    crawl_in_the_lab("fcsa:hosts=0", model, tmp_path)
    energies, scores = max(compared, key=lambda each: len(each[0]))
    assert energies == pytest.approx(scores, abs=1e-6)
    assert sorted(scores) == pytest.approx(sorted(expected(model).values()), abs=1e-6)


@pytest.mark.slow
@EVERY
def test_every_strategy_takes_every_model_that_gives_what_it_needs(
    strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs = strategies.make(strategy).needs
    taken = []
    for name in links.names():
        try:
            links.check(name, needs)
        except BadSetting:
            continue
        taken.append(name)
        told = Told(monkeypatch, strategy)
        crawl_live(strategy, name, tmp_path / name)
        assert set(told.links) == {NEAR, FAR, NAMED, PLAIN}
    all_but_guide = [name for name in links.names() if name != "guide"]
    able = all_but_guide if needs & {"context", "graph"} else links.names()
    assert taken == (["cpe"] if "factors" in needs else able)


@pytest.mark.parametrize("crawl", [crawl_live, crawl_in_the_lab])
@pytest.mark.parametrize("strategy", ["wse", "shark"])
def test_the_text_around_links_reaches_the_model(
    strategy: str, crawl: Callable[[str, str, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch, strategy)
    crawl(strategy, "", tmp_path)
    near, far = told.links[NEAR], told.links[FAR]
    assert near.context_score > 0.5
    assert far.context_score == 0.0
    assert (near.score > far.score) == (strategy == "wse")


@pytest.mark.parametrize("crawl", [crawl_live, crawl_in_the_lab])
def test_the_setting_says_which_model_scores(
    crawl: Callable[[str, str, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {}
    for at, spec in enumerate(("", "cre", "cre:anchor=0.9", "cpe", "cpe:l1=0.4", "semantic")):
        told = Told(monkeypatch, "ops")
        crawl("ops", spec, tmp_path / str(at))
        said[spec] = told.links[NEAR].score, told.links[NAMED].score
    assert said[""] == said["cre"]
    assert len(set(said.values())) == 5


@pytest.mark.parametrize(
    ("strategy", "link_model", "says"),
    [
        ("wse", "cre", "link model 'cre' gives no factors of links, which this strategy needs; take cpe"),
        ("gene", "semantic", "'semantic' gives no factors"),
        ("shark", "cre:context=false", "gives no context of links, which this strategy needs; take cpe or cre or"),
        ("ops", "cpee", "'cpee' is not a link model; did you mean 'cpe'?"),
    ],
)
def test_a_model_that_does_not_fit_is_refused_before_anything_is_fetched(
    strategy: str, link_model: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(BadSetting) as refused:
        Crawl(TOPIC, ["http://h.test/"], tmp_path / "crawl", Settings(strategy=strategy, links=link_model))
    assert says in str(refused.value)
    assert not (tmp_path / "crawl").exists()
    file = tmp_path / "e.toml"
    lines = ["[web]", 'source = "synthetic:seed=7"', "[topic]", "[run]", f'strategies = ["bfs", "{strategy}"]']
    file.write_text("\n".join([*lines, f'links = "{link_model}"']))
    with pytest.raises(BadSetting) as refused:
        read_experiment(file)
    assert str(refused.value).startswith(f"{file}:6: ")
    assert says in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", links.names())
def test_a_crawl_of_some_length_on_every_model(name: str, tmp_path: Path) -> None:
    web = small_synthetic(seed=3, pages=150, hosts=8, words=60)
    with local_web(web.answer) as served:
        settings = Settings(
            strategy="ops",
            links=name,
            pages=120,
            delay=0.0,
            workers=0,
            robots=False,
            connect_to=served.address,
            concurrency=4,
        )
        crawl = Crawl(RAIN, web.seeds(4), tmp_path, settings)
        run_to_the_end(crawl)
    assert crawl.pages == 120
    assert crawl.links == name


@pytest.mark.slow
def test_runs_of_the_lab_with_another_model_are_not_taken_for_those_that_are_kept(tmp_path: Path) -> None:
    def run(link_model: str) -> list[str]:
        web = WebPart("synthetic:seed=11,pages=300")
        with ExperimentRunner(
            Experiment(web, TopicPart(relevance="tag-vsm"), RunPart(("ops",), 20, 1, links=link_model))
        ) as runner:
            runner.run(tmp_path)
        return sorted(file.name for file in (tmp_path / "runs").glob("ops-*"))

    assert len(run("")) == 1
    assert len(run("cpe")) == 2
    assert len(run("")) == 2


class Flat(cre.Cre):
    """A model of somebody else's: anchors alone."""

    Parameters = cre.Parameters

    def score_of(self, number: int) -> float:
        return self.explain(number)["anchor"]


@pytest.mark.parametrize("given", [Flat, Flat(cre.Parameters(), TOPIC)])
def test_a_class_or_an_object_is_a_link_model_too(given: LinkModel | type, tmp_path: Path) -> None:
    crawl = Crawl(TOPIC, ["http://h.test/"], tmp_path, Settings(), links=given)
    assert crawl.links == crawl.settings.links == f"{__name__}.Flat"
    with pytest.raises(BadSetting, match="link model 'Flat' gives no factors of links"):
        Crawl(TOPIC, ["http://h.test/"], tmp_path, Settings(strategy="wse"), links=given)


def test_a_folder_remembers_its_model(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    crawl_live("ops", "cpe:l1=0.4", out)
    crawl_live("ops", "cpe:l1=0.4", out)
    for other in ("", "cpe", "cre"):
        with pytest.raises(BadFolder, match=r"another link model: cpe:l1=0.4, not .*; name another folder"):
            crawl_live("ops", other, out)


def test_a_folder_of_a_version_that_knew_no_models_has_the_strategy_s_own(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    crawl_live("on-its", "", out)
    with sqlite3.connect(out / "crawl.db") as database:
        database.execute("DELETE FROM meta WHERE key = 'links'")
    crawl_live("on-its", "", out)
    crawl_live("on-its", "cpe", out)
    with pytest.raises(BadFolder, match="another link model"):
        crawl_live("on-its", "cre", out)
