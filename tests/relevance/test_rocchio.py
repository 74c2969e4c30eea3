"""Closeness to what example pages share, away from what other pages have."""

from __future__ import annotations

from math import exp

import pytest

from honeyguide import relevance
from honeyguide.errors import BadTopic
from honeyguide.model import Model, Page, Thresholds, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.terms import Terms

MODEL = Model(
    "rocchio", ("storm", "river", "heavy rain"), (1.0, -0.4, 0.5), rarity=(2.0, 1.0, 1.5), slope=10.0, offset=-3.0
)


def page(text: str) -> Page:
    return Page("http://a.test/", "", "", ("", "", "", text, ""), (), "en")


def scorer(spec: str = "rocchio", model: Model | None = MODEL, threshold: float | None = None) -> RelevanceModel:
    topic = Topic("t", {"storm": 1.0}, relevance=spec, model=model, thresholds=Thresholds(page=threshold))
    return relevance.make(topic, Terms(topic), content_words)


def test_worked_by_hand() -> None:
    # heavy, rain and boat are not named: as rare as storm, the rarest word: 2 each. storm twice: (1 + ln 2) · 2 =
    # 3.386294, river 1. Length √(4 + 4 + 4 + 11.466989 + 1) = 4.946412. Products: storm 3.386294, river −0.4, the
    # pair 1.5 · 0.5 = 0.75. Decision 3.736294 / 4.946412 = 0.755354; 10 · 0.755354 − 3 = 4.553542.
    judged = scorer().score(page("Heavy rain: storm, storm, river boat."))
    assert judged.score == pytest.approx(1 / (1 + exp(-4.553542)), abs=1e-6)
    assert judged.on_topic
    assert judged.matched_terms == (0,)
    parts = {each.term: (each.counts, each.contribution) for each in judged.evidence}
    assert list(parts) == ["storm", "heavy rain", "river"]
    assert parts["heavy rain"][0] == (1,)
    assert parts["heavy rain"][1] == pytest.approx(0.75 / 4.946412, abs=1e-6)
    assert sum(each for _, each in parts.values()) == pytest.approx(0.755354, abs=1e-6)


def test_words_that_are_not_neighbours_are_no_pair() -> None:
    assert {each.term for each in scorer().score(page("rain heavy storm")).evidence} == {"storm"}


def test_a_page_without_words_scores_0() -> None:
    judged = scorer().score(page("1 2 3"))
    assert (judged.score, judged.on_topic, judged.evidence) == (0.0, False, ())


def test_the_topic_s_threshold_wins_over_the_parameter() -> None:
    assert scorer().threshold == 0.5
    assert scorer("rocchio:threshold=0.7").threshold == 0.7
    assert scorer("rocchio:threshold=0.7", threshold=0.2).threshold == 0.2
    assert scorer().decision() is None


def test_a_model_of_another_kind_is_refused() -> None:
    with pytest.raises(BadTopic, match="needs a model of the kind 'rocchio'"):
        scorer(model=Model("centroid", ("storm",), (1.0,)))
    with pytest.raises(BadTopic, match="must be trained on examples"):
        scorer(model=None)
