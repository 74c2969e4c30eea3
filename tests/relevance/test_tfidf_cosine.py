"""The plain baseline: TF-IDF and cosine."""

from __future__ import annotations

from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide import relevance as models
from honeyguide.errors import BadInput
from honeyguide.model import Document, Model, Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.features import as_model, tf_idf
from honeyguide.topics.terms import Terms

MODEL = Model("features", ("storm", "flood"), (1.0, 0.5), (log(4), log(2)))


def scorer(model: Model | None = MODEL, parameters: str = "") -> RelevanceModel:
    topic = Topic("rain", {"storm": 1.0}, relevance=f"tfidf-cosine:{parameters}", model=model)
    return models.make(topic, Terms(topic), content_words)


def page(title: str, body: str = "", language: str = "en") -> Page:
    return Page("http://a.example/", title, "", (title, "", "", body, ""), (), language)


def test_worked_by_hand() -> None:
    # storm 1, flood 3 of 5 words: 1/6 · ln 4 = 0.231049, 3/6 · ln 2 = 0.346574
    # R = (1 · 0.231049 + 0.5 · 0.346574) / (√1.25 · √(0.053384 + 0.120113)) = 0.404336 / 0.465697 = 0.868243
    judged = scorer().score(page("Storm", "flood flood flood rose"))
    assert judged.score == pytest.approx(0.868243, abs=1e-6)
    assert [(each.term, each.counts) for each in judged.evidence] == [("storm", (1,)), ("flood", (3,))]
    assert [each.weight for each in judged.evidence] == pytest.approx([log(4) / 6, log(2) / 2])
    assert judged.matched_terms == (0,)


def test_where_a_word_stands_makes_no_difference() -> None:
    assert scorer().score(page("storm", "flood")).score == scorer().score(page("flood", "storm")).score


def test_a_word_alone_scores_its_share_of_the_topic() -> None:
    assert scorer().score(page("", "flood rose")).score == pytest.approx(0.5 / sqrt(1.25))


def test_the_threshold_is_a_parameter() -> None:
    assert scorer(parameters="threshold=0.4").score(page("flood")).on_topic
    assert not scorer(parameters="threshold=0.5").score(page("flood")).on_topic
    assert scorer().threshold == 0.3


def test_a_theme_of_a_corpus_is_told_from_another() -> None:
    texts = [("rain", "storm flood"), ("rain", "storm 暴雨"), ("garden", "rose soil"), ("garden", "rose storm")]
    corpus = [Document("x", tuple(words.split()), label) for label, words in texts]
    made = scorer(as_model(tf_idf(corpus, "rain"), corpus))
    assert made.score(page("暴雨来了", language="zh")).score > made.score(page("rose soil")).score == 0.0


def test_without_a_model_it_is_refused_with_the_command_that_helps() -> None:
    with pytest.raises(BadInput, match="honeyguide topic features"):
        scorer(None)


@given(st.lists(st.sampled_from(["storm", "flood", "rose"]), max_size=30))
def test_scores_are_in_0_to_1_and_the_sum_of_their_contributions(words: list[str]) -> None:
    judged = scorer().score(page(" ".join(words)))
    assert 0.0 <= judged.score <= 1.0
    assert sum(each.contribution for each in judged.evidence) == pytest.approx(judged.score)
