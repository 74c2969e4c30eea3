from __future__ import annotations

from math import hypot, log
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.analysis import relevance_model
from honeyguide.errors import BadTopic
from honeyguide.model import Model, Page, Relevance, Thresholds, Topic
from honeyguide.protocols import RelevanceModel

MODEL = Model("centroid", ("rain", "flood", "common"), (0.6, 0.8, 0.0), (1.0, 2.0, 0.1), examples=(0.5, 0.3))


def scorer(parameters: str = "", page: float | None = None, **model: Any) -> RelevanceModel:
    trained = msgspec.structs.replace(MODEL, **model)
    keywords = {"rain": 1.0, "heavy rain": 0.5, "暴雨": 1.0}
    topic = Topic("t", keywords, thresholds=Thresholds(page), relevance=f"centroid:{parameters}", model=trained)
    return relevance_model(topic)


def page(text: str, title: str = "", language: str = "en") -> Page:
    return Page("http://a.example/", title, "", (title, "", "", text, ""), (), language)


def test_worked_by_hand() -> None:
    # rain 3 times: (1 + ln 3) · 1 = 2.098612; flood once: 2; common twice: (1 + ln 2) · 0.1 = 0.169315;
    # roses is not known, as rare as the rarest: 2. Length √(4.404173 + 4 + 0.028668 + 4) = 3.526023
    # (0.6 · 2.098612 + 0.8 · 2) / 3.526023 = 2.859167 / 3.526023 = 0.810876
    judged = scorer().score(page("rain, flood: the common rain and common roses", title="Rain"))
    assert judged.score == pytest.approx(0.810876, abs=1e-6)
    assert judged.score == pytest.approx(
        (0.6 * (1 + log(3)) + 1.6) / hypot(1 + log(3), 2, (1 + log(2)) * 0.1, 2), abs=1e-9
    )
    assert [(each.term, each.counts) for each in judged.evidence] == [("flood", (1,)), ("rain", (3,))]
    assert sum(each.contribution for each in judged.evidence) == pytest.approx(judged.score)
    assert judged.matched_terms == (0,)


def test_the_scale_of_the_weights_makes_no_difference_and_rarity_may_be_left_out() -> None:
    text = page("rain flood roses")
    assert scorer(weights=(60.0, 80.0, 0.0)).score(text).score == pytest.approx(scorer().score(text).score)
    # Without rarity all weigh 1: (0.6 + 0.8) / √3
    assert scorer(rarity=()).score(text).score == pytest.approx(1.4 / 3**0.5)


def test_a_chinese_page_is_cut_into_words() -> None:
    judged = scorer(words=("暴雨", "洪水", "x")).score(page("暴雨引发洪水。", language="zh"))
    assert {each.term for each in judged.evidence} == {"暴雨", "洪水"}
    assert judged.matched_terms == (2,)


def test_evidence_names_the_forty_largest_contributions() -> None:
    words = tuple(f"word{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(60))
    judged = scorer(words=words, weights=tuple(range(1, 61)), rarity=()).score(page(" ".join(words)))
    assert [each.term for each in judged.evidence] == list(words[:19:-1])
    # 60 words of weight 1: Σ n / (√60 · √Σ n²), n = 1 … 60: 1830 / (√60 · √73810) = 0.869597
    assert judged.score == pytest.approx(0.869597, abs=1e-6)


def test_an_empty_page_has_no_relevance() -> None:
    judged = scorer().score(page(""))
    assert (judged.score, judged.on_topic, judged.evidence, judged.matched_terms) == (0.0, False, (), ())


def test_a_topic_without_a_model_or_with_another_is_refused() -> None:
    with pytest.raises(BadTopic, match="'centroid' must be trained on examples, and the topic 't' has no model"):
        relevance_model(Topic("t", {"rain": 1.0}, relevance="centroid"))
    with pytest.raises(
        BadTopic, match="needs a model of the kind 'centroid', and that of the topic 't' is of the ki"
    ):
        scorer(kind="classifier")


def test_the_threshold_begins_halfway_to_the_examples() -> None:
    assert scorer().threshold == pytest.approx(0.2)  # half of (0.5 + 0.3) / 2
    assert scorer("between=0.25").threshold == pytest.approx(0.1)
    assert scorer(threshold=0.33).threshold == 0.33
    assert scorer(examples=()).threshold == 0.1
    assert scorer(page=0.7).threshold == 0.7


def test_a_threshold_of_the_topic_is_never_moved() -> None:
    assert scorer(page=0.7).decision() is None
    assert scorer(examples=()).decision() is None


def judge_all(decision: Any, scores: list[float]) -> list[bool]:
    return [decision.judge(Relevance(score, on_topic=False), 0.0).on_topic for score in scores]


def test_the_threshold_lies_between_the_examples_and_the_low_third() -> None:
    # Six pages: the low third scores 0.101 twice (the middle of its bin); (0.101 + 0.4) / 2 = 0.2505
    decision: Any = scorer("interval=6").decision()
    assert judge_all(decision, [0.3, 0.101, 0.5, 0.101, 0.22, 0.9]) == [True, False, True, False, True, True]
    assert decision.moves() == []
    assert judge_all(decision, [0.22, 0.26]) == [False, True]
    assert decision.threshold == pytest.approx(0.2505)
    assert decision.moves() == [
        "threshold 0.200 → 0.251: the examples score 0.400 on average, the low third of 6 pages 0.101"
    ]
    assert decision.moves() == []


def test_a_third_that_is_no_whole_number_of_pages_is_weighed() -> None:
    # Four pages, a third is 1⅓: one of 0.101 and a third of one of 0.201: (0.101 + 0.067) / 1.3333 = 0.126
    decision: Any = scorer().decision()
    judge_all(decision, [0.101, 0.201, 0.5, 0.9])
    assert decision.low_third() == pytest.approx(0.126)


def test_small_moves_are_not_made() -> None:
    decision: Any = scorer("interval=3,step=0.01").decision()
    judge_all(decision, [0.01] * 10)  # the low third scores 0.011: 0.2055
    assert decision.threshold == pytest.approx(0.2)
    assert decision.moves() == []


def test_what_is_not_wanted_stays_off_topic() -> None:
    decision: Any = scorer().decision()
    judged = decision.judge(Relevance(0.9, on_topic=False, why_not="its language is de"), 0.0)
    assert (judged.score, judged.on_topic, judged.why_not) == (0.9, False, "its language is de")


@given(st.lists(st.floats(0, 1), max_size=60), st.integers(0, 60))
def test_it_goes_on_after_a_stop_as_if_there_had_been_none(scores: list[float], stop: int) -> None:
    undisturbed: Any = scorer("interval=5").decision()
    judged = judge_all(undisturbed, scores)
    before: Any = scorer("interval=5").decision()
    first = judge_all(before, scores[:stop])
    resumed: Any = scorer("interval=5").decision()
    resumed.restore(msgspec.json.decode(msgspec.json.encode(before.state())))
    assert first + judge_all(resumed, scores[stop:]) == judged
    assert resumed.state() == undisturbed.state()
