"""The link model that asks the topic's classifier, and what it says of a topic without one."""

from __future__ import annotations

from math import exp

import pytest

from honeyguide import links
from honeyguide.links.prediction import Parameters, Prediction
from honeyguide.model import Link, Model, OutLink, Page, Relevance, Topic

MODEL = Model("classifier", ("rose", "storm"), (-1.5, 2.0), bias=-0.25, slope=3.0, offset=0.5)
PLAIN = Topic("rain", {"storm": 1.0, "rain": 1.0})
TRAINED = Topic("rain", {"storm": 1.0, "rain": 1.0}, relevance="svm", model=MODEL)
FEATURES = Topic("rain", {"storm": 1.0}, relevance="gini-cosine", model=Model("features", ("storm",), (1.0,)))
OUT = OutLink("http://a.example/storm", "a.example", "more")


def test_half_is_the_link_and_half_the_page_worked_by_hand() -> None:
    model, judged = Prediction(Parameters(), TRAINED), Relevance(0.6, on_topic=True)
    page = Page("http://a.example/", "", "", (), (OUT,))
    (scored,) = model.score(page, judged, Link(0, "http://a.example/", 0), [Link(1, "", 0)]).links
    # storm alone: decision 2 − 0.25 = 1.75; probability 1 / (1 + exp(−(3 · 1.75 + 0.5))) = 0.996827
    probability = 1 / (1 + exp(-5.75))
    assert scored.anchor == pytest.approx(probability)
    assert scored.score == pytest.approx(0.5 * probability + 0.5 * 0.6, abs=1e-6)
    assert scored.score == pytest.approx(0.798413, abs=1e-5)
    assert model.explain(1)["pagerank"] == 0.0


@pytest.mark.parametrize("topic", [PLAIN, FEATURES])
def test_without_a_classifier_keywords_are_compared_and_it_is_said(topic: Topic) -> None:
    model = Prediction(Parameters(), topic)
    assert model.anchors.score_each(model.texts_of([OUT]))[0] > 0
    assert "has no classifier" in model.degraded_reason
    assert "honeyguide topic train" in model.degraded_reason


def test_nothing_is_said_where_nothing_is_missing() -> None:
    assert Prediction(Parameters(), TRAINED).degraded_reason == ""
    assert [links.make(name, PLAIN).degraded_reason for name in ("cre", "cpe", "semantic")] == ["", "", ""]
