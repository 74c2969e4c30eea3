"""Crawls that say how much is left, and stop when it is enough."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.conftest import CommandHere
from tests.plain_choices import RAIN

from honeyguide import open_crawl
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.model import Topic
from honeyguide.web.offline import open_web

WEB = "synthetic:seed=4,pages=500,hosts=12,share=0.2"
RULE = "recall 0.5 confidence 0.6"


def seeds() -> list[str]:
    labels = open_web(WEB).labels
    assert labels is not None
    return sorted(labels.pages(labels.main))[:4]


def crawl(out: Path, pages: int, stop_when: str = "", strategy: str = "ops", topic: Topic = RAIN) -> Crawl:
    settings = Settings(
        strategy=strategy,
        pages=pages,
        stop_when=stop_when,
        concurrency=1,
        workers=0,
        delay=0.0,
        web=WEB,
        extract=False,
    )
    begun = Crawl(topic, seeds(), out, settings)
    begun.finish()
    return begun


def visited(out: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        return database.execute("SELECT link, outcome FROM visits ORDER BY id").fetchall()


def told(out: Path, kind: str) -> list[str]:
    return [event.detail for event in open_crawl(out).events() if event.kind == kind]


def test_a_crawl_says_how_much_is_left_and_a_short_one_that_it_cannot(tmp_path: Path) -> None:
    crawl(tmp_path / "c", 20)
    assert open_crawl(tmp_path / "c").status().coverage is None
    crawl(tmp_path / "c", 220)
    status = open_crawl(tmp_path / "c").status()
    coverage = status.coverage
    assert coverage is not None
    assert (coverage.pages, coverage.found, coverage.waiting) == (status.pages, status.on_topic, status.waiting)
    assert 0 < coverage.low <= coverage.expected <= coverage.high < coverage.waiting
    assert coverage.recall_low <= coverage.recall <= coverage.recall_high
    assert coverage.test == ""


def test_what_links_led_to_by_the_former_topic_says_nothing_of_a_new_one(tmp_path: Path) -> None:
    crawl(tmp_path / "c", 220, RULE)
    folder = open_crawl(tmp_path / "c")
    kept = "SELECT key FROM state WHERE key IN ('calibration', 'coverage', 'recall', 'recall_draws')"
    folder.rejudge()
    assert folder.status().coverage is not None
    folder.rejudge(replace(RAIN, keywords={"rain": 1.0}, synonyms={}))
    assert folder.status().on_topic
    assert folder.status().coverage is None
    with closing(sqlite3.connect(tmp_path / "c" / "crawl.db")) as database:
        assert database.execute(kept).fetchall() == []


def test_enough_of_the_former_topic_does_not_end_a_crawl_by_a_new_one(tmp_path: Path) -> None:
    crawl(tmp_path / "c", 0, RULE)
    folder = open_crawl(tmp_path / "c")
    before = folder.status()
    assert before.waiting
    assert before.why_stopped.startswith("at least 0.5")
    wanted = replace(RAIN, keywords={"rain": 1.0}, synonyms={})
    folder.rejudge(wanted)
    crawl(tmp_path / "c", before.pages + 20, RULE, topic=wanted)
    assert folder.status().pages == before.pages + 20


def test_a_folder_from_before_has_no_estimate_and_goes_on(tmp_path: Path) -> None:
    crawl(tmp_path / "c", 150)
    with closing(sqlite3.connect(tmp_path / "c" / "crawl.db")) as database:
        database.execute("DELETE FROM state WHERE key IN ('coverage', 'calibration')")
        database.commit()
    assert open_crawl(tmp_path / "c").status().coverage is None
    crawl(tmp_path / "c", 160)
    assert open_crawl(tmp_path / "c").status().coverage is None  # ten links are too little to say
    crawl(tmp_path / "c", 300)
    assert open_crawl(tmp_path / "c").status().coverage is not None


def test_a_harvest_that_dried_up_ends_a_crawl_and_does_so_again(tmp_path: Path) -> None:
    crawl(tmp_path / "c", 60)
    stopped = crawl(tmp_path / "c", 400, "harvest 0.9 over 50")
    assert stopped.why_stopped.startswith("the harvest has dried up: ")
    assert stopped.pages == 60
    assert told(tmp_path / "c", "stop")[-1] == stopped.why_stopped


@pytest.mark.parametrize("strategy", ["ops", "bfs", "ielp", "wse"])
def test_a_recall_test_ends_a_crawl_and_says_why(tmp_path: Path, strategy: str) -> None:
    stopped = crawl(tmp_path / "c", 2000, RULE, strategy)
    assert stopped.why_stopped.startswith(
        "at least 0.5 of what the known links lead to is found, with confidence 0.6"
    )
    moves = told(tmp_path / "c", "recall")
    assert moves[0].startswith("test 1: ")
    assert " passed: " in moves[-1]
    assert told(tmp_path / "c", "stop")[-1] == stopped.why_stopped
    visits = visited(tmp_path / "c")
    assert len(visits) == len(set(visits))
    status = open_crawl(tmp_path / "c").status()
    assert status.coverage is not None
    assert status.coverage.test in stopped.why_stopped
    assert status.waiting > 0
    assert crawl(tmp_path / "c", 2000, RULE, strategy).why_stopped == stopped.why_stopped
    assert visited(tmp_path / "c") == visits


@pytest.mark.parametrize("strategy", ["ops", "ielp"])
def test_a_crawl_with_a_rule_that_was_stopped_is_the_same_as_one_that_was_not(tmp_path: Path, strategy: str) -> None:
    whole = crawl(tmp_path / "whole", 2000, RULE, strategy)
    begins = next(event for event in open_crawl(tmp_path / "whole").events() if event.kind == "recall")
    at = sum(event.kind == "page" for event in open_crawl(tmp_path / "whole").events() if event.id < begins.id)
    for pages in (50, at - 5, at + 4, 2000):
        parts = crawl(tmp_path / "parts", pages, RULE, strategy)
    assert visited(tmp_path / "parts") == visited(tmp_path / "whole")
    assert parts.why_stopped == whole.why_stopped
    assert open_crawl(tmp_path / "parts").status().coverage == open_crawl(tmp_path / "whole").status().coverage


def test_without_a_rule_nothing_is_drawn_at_random(tmp_path: Path) -> None:
    crawl(tmp_path / "plain", 150)
    crawl(tmp_path / "dry", 150, "harvest 0.0001")
    crawl(tmp_path / "recall", 150, "recall 0.999")
    assert visited(tmp_path / "plain") == visited(tmp_path / "dry") != visited(tmp_path / "recall")


def test_the_lab_stops_by_the_same_rules() -> None:
    experiment = Experiment(
        WebPart(WEB), TopicPart(relevance="tag-vsm"), RunPart(("ops",), 1000, 1, stop_when="harvest 0.9 over 30")
    )
    with ExperimentRunner(experiment) as runner:
        run = LabCrawl(experiment, runner.judge, runner.cache, runner.starts()[0], "ops").run(100)
    assert 30 <= run.pages < 100


def test_the_command_says_what_is_left_and_refuses_what_is_no_rule(tmp_path: Path) -> None:
    honeyguide = CommandHere(tmp_path)
    options = ["--web", WEB, "--pages", "200", "--delay", "0", "--workers", "0", "--out", str(tmp_path / "c")]
    topic = ["crawl", "rainstorm-disaster", *seeds()]
    assert honeyguide(*topic, *options, "--stop-when", "recall 90").sentence == (
        "flag --stop-when: 'stop_when' must be like 'recall 0.9', 'recall 0.9 confidence 0.95', "
        "'harvest 0.02 over 200', or two such joined by 'or', not 'recall 90'"
    )
    said = honeyguide(*topic, *options, "--stop-when", "harvest 0.0001", "--json")
    assert said.code == 0, said.err
    assert said.json["coverage"]["found"] == said.json["on_topic"]
    assert "pages on topic" in " ".join(said.err.split())
    shown = " ".join(honeyguide("status", tmp_path / "c").out.split())
    assert f"about {said.json['coverage']['expected']:,.0f} pages on topic (" in shown
    assert "more that no page seen so far links to." in shown
    assert honeyguide("status", tmp_path / "c", "--json").json["coverage"] == said.json["coverage"]
