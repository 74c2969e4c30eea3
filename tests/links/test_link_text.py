"""Links through the topic's classifier."""

from __future__ import annotations

from math import exp, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide import relevance
from honeyguide.links.anchor import AnchorRelevance
from honeyguide.links.link_text import ClassifiedTexts, url_words, whole_text
from honeyguide.model import Model, OutLink, Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.terms import Terms

MODEL = Model(
    "classifier",
    ("rose", "storm", "暴雨"),
    (-1.5, 2.0, 1.0),
    (2.0, 1.0, 3.0),
    bias=-0.25,
    slope=3.0,
    offset=0.5,
)


def link(anchor: str, url: str = "http://a.example/", context: str = "") -> OutLink:
    return OutLink(url, "a.example", anchor, context)


def predicted(*links: OutLink) -> list[float]:
    return ClassifiedTexts(MODEL, content_words).score_each([*map(whole_text, links)])


def sigmoid(decision: float) -> float:
    return 1 / (1 + exp(-(3 * decision + 0.5)))


def test_anchor_url_and_surrounding_words_count_together_worked_by_hand() -> None:
    # storm in the anchor, the URL and around it: (1 + ln 3) · 1 = 2.098612; rose once, around it: 1 · 2 = 2;
    # length √(4.404173 + 4) = 2.898995; decision (2.098612 · 2 − 2 · 1.5) / 2.898995 − 0.25 = 0.162979
    # probability 1 / (1 + exp(−(3 · 0.162979 + 0.5))) = 0.728885
    (score,) = predicted(link("Storm", "http://a.example/the_storm.html", "a rose … after the storm"))
    frequency = 1 + log(3)
    assert score == pytest.approx(sigmoid((frequency * 2 - 3) / sqrt(frequency**2 + 4) - 0.25))
    assert score == pytest.approx(0.728885, abs=1e-5)


def test_each_part_alone_is_enough() -> None:
    alone = sigmoid(2.0 - 0.25)
    assert predicted(
        link("storm"), link("", "http://a.example/storm-in-may?x=1"), link("", context="the storm")
    ) == pytest.approx([alone] * 3)


def test_chinese_counts_also_where_a_url_spells_it_in_bytes() -> None:
    alone = sigmoid(1.0 - 0.25)
    spelled = link("", "http://a.example/%E6%9A%B4%E9%9B%A8/1")
    assert predicted(link("暴雨"), spelled, link("", context="今晨暴雨")) == pytest.approx([alone] * 3)


def test_a_link_without_a_known_word_has_no_relevance() -> None:
    assert predicted(link("next page", "http://a.example/p/2", "unknown words"), link("")) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://a.example/rain_in-%E5%8C%97%E4%BA%AC", "a example rain in 北京"),
        (
            "https://news.example:8080/2024/05/flood+alert?id=7&q=storm",
            "news example 8080 2024 05 flood alert id 7 q storm",
        ),
        ("http://a.example/%FF%B1", "a example"),
        ("no url", ""),
        ("", ""),
    ],
)
def test_the_words_of_a_url(url: str, words: str) -> None:
    assert url_words(url) == words


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["rose", "storm", "暴雨", "other"]), max_size=12))
def test_a_text_is_judged_as_a_page_with_the_same_words_would_be(words: list[str]) -> None:
    text = " ".join(words)
    topic = Topic("rain", {"storm": 1.0}, relevance="svm", model=MODEL)
    page = Page("http://a.example/", "", text, ("", "", "", text, ""), ())
    judged = relevance.make(topic, Terms(topic), content_words).score(page).score
    assert ClassifiedTexts(MODEL, content_words).score_each([text]) == [pytest.approx(judged)]
    assert 0.0 <= judged <= 1.0


def test_an_article_in_a_link_is_read_to_a_limit() -> None:
    assert predicted(link("storm " * 500 + "rose " * 100_000)) == pytest.approx([sigmoid(2.0 - 0.25)])


def test_by_keywords_it_reads_the_whole_text_of_a_link_too_and_remembers() -> None:
    topic = Topic("rain", {"storm": 1.0, "heavy rain": 1.0})
    texts = AnchorRelevance(Terms(topic))
    links = [
        link("more", "http://a.example/storm"),
        link("more", context="heavy rain"),
        link("heavy", context="rain"),
    ]
    half = pytest.approx(1 / sqrt(2))
    assert texts.score_each([*map(whole_text, links)]) == [
        half,
        half,
        0.0,
    ]  # no phrase runs across parts
    texts.observe([0])
    woken = AnchorRelevance(Terms(topic))
    woken.restore(texts.state())
    both = ["storm and heavy rain"]
    assert woken.score_each(both) == texts.score_each(both)


def test_the_classifier_has_nothing_to_remember() -> None:
    texts = ClassifiedTexts(MODEL, content_words)
    texts.observe([0])
    assert texts.state() == {}
    texts.restore({})
