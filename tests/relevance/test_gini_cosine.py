"""Feature words weighted by where they stand."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide import relevance as models
from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.errors import BadInput, BadSetting
from honeyguide.model import LABELS, Document, Fetched, Model, Outcome, Page, Thresholds, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.features import as_model, tf_gini
from honeyguide.topics.terms import Terms

MODEL = Model("features", ("storm", "flood", "river"), (1.0, 0.5, 0.1), (0.9, 0.8, 0.25))


def topic(parameters: str = "", model: Model | None = MODEL, threshold: float | None = None) -> Topic:
    spec = f"gini-cosine:{parameters}" if parameters else "gini-cosine"
    return Topic("rain", {"rain": 1.0, "storm": 0.5}, relevance=spec, model=model, thresholds=Thresholds(threshold))


def scorer(made: Topic) -> RelevanceModel:
    return models.make(made, Terms(made), content_words)


def page(*groups: str) -> Page:
    filled = (*groups, *[""] * (len(LABELS) - len(groups)))
    return Page("http://a.example/", "", "", filled, (), "en")


def test_worked_by_hand() -> None:
    # storm: title 1, text 2: (1·5 + 2·1) · 1.0 = 7
    # flood: b 1, small font 1: (1·3 + 1·0.5) · 0.5 = 1.75
    # river: h1 1: 4 · 0.1 = 0.4
    # topic (1, 0.5, 0.1), length √1.26; page length √(49 + 3.0625 + 0.16) = √52.2225
    # R = (7·1 + 1.75·0.5 + 0.4·0.1) / √(1.26 · 52.2225) = 7.915 / 8.111741 = 0.975746
    judged = scorer(topic()).score(page("Storm", "river", "flood", "", "storm and storm", "flood"))
    assert judged.score == pytest.approx(0.975746, abs=1e-6)
    assert judged.on_topic
    assert [(each.term, each.counts) for each in judged.evidence] == [
        ("storm", (1, 0, 0, 0, 2, 0)),
        ("flood", (0, 0, 1, 0, 0, 1)),
        ("river", (0, 1, 0, 0, 0, 0)),
    ]
    assert [each.weight for each in judged.evidence] == pytest.approx([7.0, 1.75, 0.4])
    assert judged.matched_terms == (1,)


def test_every_weight_of_table_1_is_a_parameter() -> None:
    made = scorer(topic("title=1,h1=2,h2_b=3,h3_i_u_big=4,other=5,small_font=6"))
    assert list(made.groups.items()) == list(zip(LABELS, (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), strict=True))
    assert list(scorer(topic()).groups.values()) == [5.0, 4.0, 3.0, 2.0, 1.0, 0.5]
    with pytest.raises(BadSetting, match="title must be a number from 0 to 100, not '-1'"):
        scorer(topic("title=-1"))


def test_a_page_without_feature_words_has_no_relevance_but_may_hold_keywords() -> None:
    judged = scorer(topic(threshold=0.0)).score(page("rain", "roses"))
    assert (judged.score, judged.on_topic, judged.evidence, judged.matched_terms) == (0.0, False, (), (0,))


def test_the_topics_threshold_wins_over_the_models_and_that_over_the_default() -> None:
    suggested = Model("features", ("storm",), (1.0,), (1.0,), threshold=0.4)
    assert scorer(topic()).threshold == 0.3
    assert scorer(topic("threshold=0.6")).threshold == 0.6
    assert scorer(topic(model=suggested)).threshold == 0.4
    assert scorer(topic(model=suggested, threshold=0.7)).threshold == 0.7


def test_a_topic_that_was_taught_nothing_or_something_else_is_refused_with_the_command_that_helps() -> None:
    with pytest.raises(BadInput, match="honeyguide topic features"):
        scorer(topic(model=None))
    with pytest.raises(BadInput, match=r"'features'.*'classifier'.*honeyguide topic features"):
        scorer(topic(model=Model("classifier", (), ())))


def test_a_response_is_parsed_by_label_and_judged_by_what_a_corpus_taught() -> None:
    texts = [("灾害", "暴雨 洪水 预警"), ("灾害", "暴雨 洪水"), ("园艺", "玫瑰 土壤"), ("园艺", "花园 土壤")]
    corpus = [Document("x", tuple(words.split()), label) for label, words in texts]
    made = topic(model=as_model(tf_gini(corpus, "灾害"), corpus))
    html = "<title>暴雨</title><p>城市暴雨，<font size=1>洪水</font>来了。</p>".encode()
    reader = PageAnalyzer(made, Settings())
    read = reader.parse(
        Fetched("http://a.example/", Outcome.PAGE, 200, headers=(("Content-Type", "text/html"),), body=html)
    )
    assert isinstance(read, Page)
    judged = reader.judge(read)
    # TF-Gini: 暴雨 and 洪水 2 · 1 · 1 = 2, 预警 1 · 1/2 · 1 = 0.5.
    # On the page: 暴雨 2 · (5 + 1) = 12, 洪水 2 · 0.5 = 1.
    assert judged.score == pytest.approx((2 * 12 + 2 * 1) / (hypot(2, 2, 0.5) * hypot(12, 1)))
    assert [(each.term, each.counts) for each in judged.evidence] == [
        ("暴雨", (1, 0, 0, 0, 1, 0)),
        ("洪水", (0, 0, 0, 0, 0, 1)),
    ]


WORD = st.sampled_from(["storm", "flood", "river", "rose", "rain"])
GROUPS_OF_WORDS = st.lists(st.lists(WORD, max_size=8).map(" ".join), min_size=6, max_size=6)


@given(GROUPS_OF_WORDS, st.lists(st.floats(0, 10), min_size=3, max_size=3))
def test_scores_are_in_0_to_1_and_the_sum_of_their_contributions(groups: list[str], weights: list[float]) -> None:
    made = scorer(topic(model=Model("features", MODEL.words, tuple(weights), MODEL.rarity)))
    judged = made.score(page(*groups))
    assert 0.0 <= judged.score <= 1.0
    assert sum(each.contribution for each in judged.evidence) == pytest.approx(judged.score)


@given(st.lists(st.floats(0.01, 10), min_size=3, max_size=3))
def test_a_page_with_every_feature_word_once_scores_1(weights: list[float]) -> None:
    made = scorer(topic(model=Model("features", MODEL.words, tuple(weights))))
    assert made.score(page("storm flood river")).score == pytest.approx(1.0)
