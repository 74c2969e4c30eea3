from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.lab.conftest import SmallWeb, url

from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.model import REFERENCES, Run
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.starts import Start

# From s: a leads nowhere, b to one bird, c by way of e to three.
PAGES = {"s": "a b c", "a": "", "b": "d", "c": "e", "d": "", "e": "f g h", "f": "", "g": "", "h": ""}
BIRDS = "s d f g h"


def crawled(small_web: SmallWeb, pages: Mapping[str, str], birds: str, *names: str) -> dict[str, Run]:
    """From page s, to the end."""
    laboratory = ExperimentRunner(small_web.write(pages, birds).experiment())
    topic = laboratory.starts()[0].topic
    fixed = Start(0, (url("s"),), topic, len(birds.split()), 100)
    return {
        name: LabCrawl(laboratory.experiment, laboratory.judge, laboratory.cache, fixed, name).run(1)
        for name in names
    }


@pytest.fixture
def runs(small_web: SmallWeb) -> dict[str, Run]:
    return crawled(small_web, PAGES, BIRDS, *REFERENCES)


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


def far(clicks: int, birds: int) -> tuple[dict[str, str], str]:
    """From s: q to two birds; p to one bird, and by a way of so many pages, itself the first, to many."""
    flock = [f"z{n}" for n in range(birds)]
    way = ["p", *(f"w{n}" for n in range(2, clicks + 1))]
    pages = {"s": "q p", "q": "b1 b2", **dict(zip(way, [*way[1:], " ".join(flock)], strict=True))}
    pages["p"] += " b3"
    pages |= dict.fromkeys([*flock, "b1", "b2", "b3"], "")
    return pages, f"s b1 b2 b3 {' '.join(flock)}"


def test_the_oracle_weighs_ways_of_six_clicks_against_near_birds(small_web: SmallWeb) -> None:
    # p pays 13/6 > 2 by its long way: p, its bird, the five pages of the way, the flock, and q with its two at last.
    runs = crawled(small_web, *far(6, 13), "oracle", "oracle-greedy")
    assert found(runs["oracle"]) == [1, 1, 2, 2, 2, 2, 2, 2, *range(3, 16), 15, 16, 17]
    # Without looking ahead: q was found first.
    assert found(runs["oracle-greedy"])[:4] == [1, 1, 2, 3]


def test_beyond_six_clicks_the_oracle_takes_what_is_near_first(small_web: SmallWeb) -> None:
    # p would pay 15/7 > 2, but the way is too long to be weighed: q with its two birds, p with its one, then the way.
    runs = crawled(small_web, *far(7, 15), "oracle")
    assert found(runs["oracle"]) == [1, 1, 2, 3, 3, 4, *[4] * 6, *range(5, 20)]
