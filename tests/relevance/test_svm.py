"""The probability of the topic's class."""

from __future__ import annotations

from math import exp, hypot, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide import relevance as models
from honeyguide.errors import BadInput
from honeyguide.model import Document, Model, Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.classifier import train
from honeyguide.topics.terms import Terms

MODEL = Model(
    "classifier", ("rose", "storm"), (-1.5, 2.0), (2.0, 1.0), bias=-0.25, slope=3.0, offset=0.5, examples=(0.8,)
)


def scorer(model: Model | None = MODEL, parameters: str = "") -> RelevanceModel:
    topic = Topic("rain", {"storm": 1.0}, relevance=f"svm:{parameters}", model=model)
    return models.make(topic, Terms(topic), content_words)


def page(title: str, body: str = "") -> Page:
    return Page("http://a.example/", title, "", (title, "", "", body, ""), (), "en")


def test_worked_by_hand() -> None:
    # storm three times: (1 + ln 3) · 1 = 2.098612; rose once: 1 · 2 = 2; length √(4.404173 + 4) = 2.898995
    # vector (rose 0.689894, storm 0.723910); decision 0.723910 · 2 − 0.689894 · 1.5 − 0.25 = 0.162979
    # probability 1 / (1 + exp(−(3 · 0.162979 + 0.5))) = 1 / (1 + exp(−0.988937)) = 0.728885
    judged = scorer().score(page("Storm", "a storm, the storm, a rose and unknown words"))
    storm, rose = (1 + log(3)) / hypot(1 + log(3), 2), 2 / hypot(1 + log(3), 2)
    decision = 2 * storm - 1.5 * rose - 0.25
    assert judged.score == pytest.approx(1 / (1 + exp(-(3 * decision + 0.5))))
    assert judged.score == pytest.approx(0.728885, abs=1e-5)
    assert judged.on_topic
    assert [(each.term, each.counts) for each in judged.evidence] == [("storm", (3,)), ("rose", (1,))]
    assert sum(each.contribution for each in judged.evidence) + MODEL.bias == pytest.approx(decision)
    assert scorer().unit == "decision value"
    assert judged.matched_terms == (0,)


def test_a_page_without_any_known_word_has_no_relevance() -> None:
    judged = scorer().score(page("unknown words"))
    assert (judged.score, judged.on_topic, judged.evidence) == (0.0, False, ())


def test_the_evidence_names_at_most_forty_words_the_weightiest() -> None:
    words = [chr(97 + n // 26) + chr(97 + n % 26) + "x" for n in range(100)]
    many = Model("classifier", tuple(words), tuple(float(n) for n in range(100)))
    evidence = scorer(many).score(page(" ".join(words))).evidence
    assert [each.term for each in evidence] == words[:59:-1]


def test_without_a_classifier_it_is_refused_with_the_command_that_helps() -> None:
    with pytest.raises(BadInput, match="honeyguide topic train"):
        scorer(None)
    with pytest.raises(BadInput, match=r"'classifier'.*'features'.*honeyguide topic train"):
        scorer(Model("features", (), ()))


def test_what_was_trained_judges_pages() -> None:
    positives = ["storm flood river 暴雨", "storm levee flood", "flood storm rescue 暴雨"]
    negatives = ["rose soil pot", "tulip soil seed", "rose hedge lawn", "seed pot hedge"]
    documents = [[Document("x", tuple(words.split())) for words in texts] for texts in (positives, negatives)]
    made = scorer(train(*documents))
    wet, dry = made.score(page("Storm", "flood 暴雨")), made.score(page("Rose", "tulip in a pot"))
    assert wet.on_topic
    assert not dry.on_topic
    assert wet.evidence[0].contribution > 0 > dry.evidence[0].contribution


@given(
    st.lists(st.sampled_from(["storm", "rose", "pot"]), max_size=30),
    *[st.floats(-1e6, 1e6, allow_nan=False)] * 3,
)
def test_probabilities_are_in_0_to_1(words: list[str], bias: float, slope: float, offset: float) -> None:
    extreme = Model("classifier", MODEL.words, MODEL.weights, MODEL.rarity, bias, slope, offset)
    assert 0.0 <= scorer(extreme).score(page(" ".join(words))).score <= 1.0
