from __future__ import annotations

import pytest
from tests.lab.conftest import SmallWeb, url

from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.model import REFERENCES, Run
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.starts import Start

# From s: a leads nowhere, b to one bird, c by way of e to three.
PAGES = {"s": "a b c", "a": "", "b": "d", "c": "e", "d": "", "e": "f g h", "f": "", "g": "", "h": ""}
BIRDS = "s d f g h"


@pytest.fixture
def runs(small_web: SmallWeb) -> dict[str, Run]:
    laboratory = ExperimentRunner(small_web.write(PAGES, BIRDS).experiment())
    topic = laboratory.starts()[0].topic
    fixed = Start(0, (url("s"),), topic, 5, 100)
    return {
        name: LabCrawl(laboratory.experiment, laboratory.judge, laboratory.cache, fixed, name).run(1)
        for name in REFERENCES
    }


def found(run: Run) -> list[int]:
    """On-topic pages after each page."""
    return [round(point.label_harvest * point.pages) for point in run.curve]


def test_the_greedy_oracle_takes_what_is_on_topic_and_else_what_was_found_first(runs: dict[str, Run]) -> None:
    # s a b d c e f g h
    assert found(runs["oracle-greedy"]) == [1, 1, 1, 2, 2, 2, 3, 4, 5]


def test_the_oracle_takes_the_way_that_pays_best(runs: dict[str, Run]) -> None:
    # c and e for three birds pay 3/2, b for one pays 1, a nothing: s c e f g h b d a
    assert found(runs["oracle"]) == [1, 1, 1, 2, 3, 4, 4, 5, 5]


def test_random_order_reaches_everything_too(runs: dict[str, Run]) -> None:
    assert found(runs["random"])[-1] == 5
    assert runs["random"].pages == 9


def test_all_recall_is_full_when_everything_was_fetched(runs: dict[str, Run]) -> None:
    assert {run.label_recall for run in runs.values()} == {1.0}
