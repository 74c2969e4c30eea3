from __future__ import annotations

from math import log

import pytest

from honeyguide import relevance as models
from honeyguide.model import Model, Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.terms import Terms


def scorer(parameters: str = "") -> RelevanceModel:
    topic = Topic(name="test", keywords={"rain": 0.5, "flood": 1.0}, relevance=f"term-density:{parameters}")
    return models.make(topic, Terms(topic), content_words)


def page(body: str, title: str = "") -> Page:
    return Page("http://a.example/", title, "", (title, "", "", body, ""), ())


def test_worked_by_hand() -> None:
    # Four words: √4 = 2. rain: 0.5 · (1 + ln 2) / 2 = 0.423287, flood: 1.0 · 1 / 2 = 0.5
    # D = 0.923287, the score 0.923287 / 1.923287 = 0.480057
    found = scorer("threshold=0.48").score(page("Rain, rain and the flood.", title="Valley"))
    assert found.score == pytest.approx(0.480057, abs=1e-6)
    assert found.on_topic
    assert [(each.term, each.counts, each.weight) for each in found.evidence] == [
        ("flood", (1,), 1.0),
        ("rain", (2,), 0.5),
    ]
    assert [each.contribution for each in found.evidence] == pytest.approx([0.5, 0.25 * (1 + log(2))])


def test_the_same_terms_in_more_words_say_less() -> None:
    # Sixteen words: √16 = 4, D = 0.461643, 0.461643 / 1.461643 = 0.315839
    text = "Rain, rain and the flood. " + "Valley mountain river house. " * 3
    assert scorer().score(page(text, title="Valley")).score == pytest.approx(0.315839, abs=1e-6)


def test_on_topic_means_above_the_threshold_not_at_it() -> None:
    # One word, D = 1: the score is a half.
    assert scorer("threshold=0.499").score(page("flood")).on_topic
    assert not scorer("threshold=0.5").score(page("flood")).on_topic


def test_a_page_without_any_term_has_no_relevance() -> None:
    found = scorer("threshold=0").score(page("roses"))
    assert (found.score, found.on_topic, found.evidence) == (0.0, False, ())


def test_a_model_adds_what_all_words_say_for_and_against() -> None:
    # D = 1.0 · 1 / √3 = 0.577350 of the flood. Vector: river 1 · 2 = 2, desert 1 · 1 = 1, of length √5:
    # river 2 / √5 · 0.5 = 0.447214, desert 1 / √5 · −1 = −0.447214; the bias −0.1: 0.477350 / 1.477350 = 0.323112
    model = Model("classifier", ("river", "desert"), (0.5, -1.0), (2.0, 1.0), bias=-0.1)
    topic = Topic("test", {"rain": 0.5, "flood": 1.0}, relevance="term-density", model=model)
    judged = models.make(topic, Terms(topic), content_words)
    found = judged.score(page("Flood, river, desert"))
    assert found.score == pytest.approx(0.323112, abs=1e-6)
    assert [each.term for each in found.evidence] == ["flood", "river", "desert"]
    contributions = [each.contribution for each in found.evidence]
    assert contributions == pytest.approx([0.577350, 0.447214, -0.447214], abs=1e-6)
    assert judged.score(page("Flood, desert, " + "roses " * 100)).score == 0.0
