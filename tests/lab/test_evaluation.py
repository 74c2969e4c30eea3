"""How well pages are judged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple
from numpy.typing import NDArray
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score
from tests.lab.conftest import SmallWeb, url

from honeyguide.errors import BadInput
from honeyguide.lab.evaluation import compared, judge_all, judgement, open_labelled, r_precision
from honeyguide.lab.pages import PageCache
from honeyguide.model import Thresholds, Topic

BOTH = st.lists(st.tuples(st.booleans(), st.sampled_from((0.0, 0.1, 0.25, 0.5, 0.9, 1.0))), min_size=2, max_size=40)


def of(relevant: str, scores: list[float]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    return np.array([each == "+" for each in relevant]), np.array(scores)


def test_measures_worked_by_hand() -> None:
    # Above 0.5: + − +, two of three right. Three are relevant, one is missed; two are rejected.
    # Pairs (relevant, other): 0.9 beats 0.8, 0.5, 0.1; 0.6 beats 0.5, 0.1; 0.5 beats 0.1 and ties with 0.5:
    # 3 + 2 + 1.5 of 9. The best three are + − +: R-precision 2/3.
    relevant, scores = of("+-++--", [0.9, 0.8, 0.6, 0.5, 0.5, 0.1])
    found = judgement(relevant, scores, scores > 0.5)
    assert (found.pages, found.relevant) == (6, 3)
    assert (found.found, found.missed, found.mistaken, found.rejected) == (2, 1, 1, 2)
    assert found.precision == found.recall == found.f1 == pytest.approx(2 / 3)
    assert found.auc == pytest.approx(6.5 / 9)
    assert found.r_precision == pytest.approx(2 / 3)


def test_of_pages_that_tie_for_the_last_places_a_draw_takes_its_share() -> None:
    # Two are relevant: one place goes to 0.9, the other to one of three at 0.4, one of them relevant: (1 + 1/3) / 2.
    assert r_precision(*of("+-+-", [0.9, 0.4, 0.4, 0.4])) == pytest.approx(2 / 3)
    assert r_precision(*of("----", [0.9, 0.4, 0.4, 0.4])) == 0.0


def test_without_two_kinds_of_pages_there_is_no_area() -> None:
    scores = np.array([0.2, 0.9])
    assert judgement(np.array([True, True]), scores, scores > 0.5).auc is None
    none = judgement(np.array([False, False]), scores, scores > 1)
    assert (none.auc, none.precision, none.recall, none.f1, none.r_precision) == (None, 0, 0, 0, 0)


@given(BOTH)
def test_measures_are_those_of_scikit_learn(pages: list[tuple[bool, float]]) -> None:
    relevant, scores = np.array([each for each, _ in pages]), np.array([score for _, score in pages])
    on_topic = scores > 0.3
    found = judgement(relevant, scores, on_topic)
    assert found.found + found.missed + found.mistaken + found.rejected == len(pages)
    for ours, theirs in (
        (found.precision, precision_score),
        (found.recall, recall_score),
        (found.f1, f1_score),
    ):
        assert ours == pytest.approx(theirs(relevant, on_topic, zero_division=0))
    if found.auc is not None:
        assert found.auc == pytest.approx(roc_auc_score(relevant, scores))


@given(BOTH, st.randoms())
def test_the_order_of_the_pages_makes_no_difference(pages: list[tuple[bool, float]], rng: object) -> None:
    shuffled = sorted(pages, key=lambda _: rng.random())  # type: ignore[attr-defined]
    one, other = (
        judgement(np.array([each for each, _ in order]), scores, scores > 0.3)
        for order in (pages, shuffled)
        for scores in [np.array([score for _, score in order])]
    )
    assert astuple(one) == pytest.approx(astuple(other))  # a sum in another order differs in its last bit


def judged(small_web: SmallWeb, topic: Topic, seed: int = 1) -> tuple[list[str], int]:
    web, labels = open_labelled(f"folder:{small_web.folder / 'pages'}", small_web.folder / "labels.tsv")
    with PageCache(web) as cache:
        found = judge_all(topic, cache, list(web.urls()), seed)
    return found.urls, compared(found, frozenset(labels.pages("birds"))).found


def test_all_pages_of_a_web_are_judged_in_an_order_that_the_seed_draws(small_web: SmallWeb) -> None:
    small_web.write(dict.fromkeys("abcdefgh", ""), birds="a c e")
    topic = Topic("birds", {"bird": 1.0, "nest": 0.5}, relevance="tag-vsm")
    urls, found = judged(small_web, topic)
    assert sorted(urls) == [url(name) for name in "abcdefgh"]
    assert found == 3
    assert judged(small_web, topic)[0] == urls != judged(small_web, topic, seed=2)[0]


def test_a_verdict_that_moves_sees_the_pages_in_that_order(small_web: SmallWeb) -> None:
    small_web.write({f"p{number}": "" for number in range(40)}, birds="p1 p2 p3 p4 p5")
    topic = Topic("birds", {"bird": 1.0}, relevance="adaptive-vsm:pages=10,expected=5")
    web, _ = open_labelled(f"folder:{small_web.folder / 'pages'}", small_web.folder / "labels.tsv")
    with PageCache(web) as cache:
        moved = judge_all(topic, cache, list(web.urls()), 1)
        still = judge_all(
            Topic("birds", {"bird": 1.0}, thresholds=Thresholds(page=0.5), relevance="tag-vsm"),
            cache,
            list(web.urls()),
            1,
        )
    assert any("threshold 0.500 → 0.450" in each for each in moved.moves)
    assert still.moves == []


def test_a_web_without_labels_of_its_own_needs_a_file(small_web: SmallWeb) -> None:
    small_web.write({"a": ""}, birds="a")
    with pytest.raises(BadInput, match="--labels must name a file"):
        open_labelled(f"folder:{small_web.folder / 'pages'}", None)
    assert open_labelled("synthetic:seed=3,pages=60", None)[1].main
    with pytest.raises(BadInput, match="cannot be read"):
        open_labelled(f"folder:{small_web.folder / 'pages'}", Path("nowhere.tsv"))
