from __future__ import annotations

from math import hypot, log

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.analysis import relevance_model
from honeyguide.model import Page, Relevance, Thresholds, Topic
from honeyguide.protocols import RelevanceModel, TopicDecision
from honeyguide.relevance.new_words import MOST_KNOWN

WEIGHTS = {"rain": 0.6, "flood": 0.8}


def scorer(parameters: str = "", weights: dict[str, float] = WEIGHTS, page: float | None = None) -> RelevanceModel:
    topic = Topic("t", weights, thresholds=Thresholds(page=page), relevance=f"adaptive-vsm:{parameters}")
    return relevance_model(topic)


def page(text: str) -> Page:
    return Page("http://a.example/", "", "", ("", "", "", text, ""), ())


class Run:
    """A model that judges one page after the other, as a crawl does."""

    def __init__(self, parameters: str = "", weights: dict[str, float] = WEIGHTS, page: float | None = None) -> None:
        self.scorer = scorer(parameters, weights, page)
        decision = self.scorer.decision()
        assert decision is not None
        self.decision: TopicDecision = decision

    def judge(self, text: str, now: float = 0.0) -> Relevance:
        return self.decision.judge(self.scorer.score(page(text)), now)

    def threshold(self) -> float:
        threshold = self.decision.state()["threshold"]
        assert isinstance(threshold, float)
        return threshold


def test_worked_by_hand() -> None:
    # 1: N = 1, n = 1 for both, log(1.1) cancels: (2 · 0.6, 1 · 0.8) / √2.08 = (0.832050, 0.554700);
    #    0.6 · 0.832050 + 0.8 · 0.554700 = 0.942990
    # 2: only rain: (1, 0), 0.6
    # 3: N = 3, n = 3 and 2: rain 0.6 · log(1.1) = 0.057186, flood 0.8 · log(1.6) = 0.376003, length 0.380327:
    #    0.6 · 0.150361 + 0.8 · 0.988632 = 0.881122
    run = Run()
    first = run.judge("rain rain flood")
    assert first.score == pytest.approx(0.942990, abs=1e-6)
    assert [each.weight for each in first.evidence] == pytest.approx([0.832050, 0.554700], abs=1e-6)
    assert run.judge("only rain").score == pytest.approx(0.6)
    third = run.judge("rain and flood")
    assert third.score == pytest.approx(0.881122, abs=1e-6)
    assert [each.term for each in third.evidence] == ["flood", "rain"]
    assert sum(each.contribution for each in third.evidence) == pytest.approx(third.score)


def test_a_worker_scores_by_the_topic_as_it_stands_and_counts_all_that_the_verdict_needs() -> None:
    judged = scorer().score(page("rain rain flood"))
    assert judged.score == pytest.approx(0.942990, abs=1e-6)
    assert {each.term: each.counts for each in judged.evidence} == {"rain": (2,), "flood": (1,)}
    assert judged.matched_terms == (0, 1)
    many = {f"word{n}": 1.0 for n in range(60)}
    run = Run(weights=many)
    assert len(run.scorer.score(page(" ".join(many))).evidence) == 60
    assert len(run.judge(" ".join(many)).evidence) == 40
    assert run.judge(" ".join(many)).score == pytest.approx(1.0)


def test_a_page_at_the_threshold_is_on_topic() -> None:
    # Only rain: (1, 0) with (0.6, 0.8) is 0.6, as NEWS Algorithm 1 compares: relativity >= Threshold.
    run = Run(page=0.6)
    assert run.scorer.score(page("only rain")).on_topic
    assert run.judge("only rain").on_topic
    assert not Run(page=0.6001).judge("only rain").on_topic


def test_enough_pages_raise_the_threshold() -> None:
    run = Run("pages=4,expected=1,threshold=0.5")
    for _ in range(5):
        run.judge("rain flood")
    assert run.threshold() == pytest.approx(0.525)
    assert (
        run.decision.moves()[0] == "threshold 0.500 → 0.525: enough: 4 pages on topic came where 1 are expected (α)"
    )
    assert run.decision.moves() == []


def test_too_few_on_topic_raise_it_more_though_enough_came() -> None:
    # Two of five pages are on topic: more than one, less than half of all.
    run = Run("pages=5,expected=1,threshold=0.5")
    for text in ("rain flood", "rain flood", "sun", "sun", "sun", "sun"):
        run.judge(text)
    assert run.threshold() == pytest.approx(0.575)
    assert run.decision.moves()[0] == "threshold 0.500 → 0.575: too few on topic: 2 of 5 pages (β)"


def test_too_few_pages_lower_it() -> None:
    run = Run("pages=3,expected=2,threshold=0.5")
    for _ in range(4):
        run.judge("sun")
    assert run.threshold() == pytest.approx(0.45)
    assert run.decision.moves() == [
        "threshold 0.500 → 0.450: too few: 0 pages on topic came where 2 are expected (γ)"
    ]


def test_it_stays_when_the_interval_and_the_whole_crawl_do_not_agree() -> None:
    # First 3 of 3, then 0 of 3 where one is expected: 3 came since the start, 2 were expected.
    run = Run("pages=3,expected=1,threshold=0.5")
    for text in ["rain flood"] * 3 + ["sun"] * 4:
        run.judge(text)
    assert run.threshold() == pytest.approx(0.525)


def test_an_interval_of_seconds_counts_all_pages_that_came() -> None:
    # Three pages in ten seconds where two are expected, one of them on topic: β. Then one in ten: γ at last, once
    # fewer came since the start than expected: 4 + 1 + 1 of 6 is not fewer, 4 + 1 + 1 + 1 of 8 is.
    run = Run("seconds=10,expected=2,threshold=0.5")
    for now, text in ((100, "rain flood"), (104, "sun"), (108, "sun"), (110, "sun")):
        run.judge(text, now)
    assert run.threshold() == pytest.approx(0.575)
    run.judge("sun", 120)
    assert run.threshold() == pytest.approx(0.575)
    for now in (130, 140, 150):
        run.judge("sun", now)
    assert run.threshold() < 0.575
    assert "1 pages came where 2 are expected (γ)" in run.decision.moves()[-1]


def test_the_threshold_stays_between_its_bounds() -> None:
    low, high = Run("pages=1,expected=5", page=0.06), Run("pages=1,expected=0", page=0.93)
    for _ in range(9):
        low.judge("sun")
        high.judge("rain flood")
    assert (low.threshold(), high.threshold()) == (0.05, 0.95)
    assert Run(page=0.0).threshold() == 0.05


def test_the_vector_moves_towards_what_was_accepted() -> None:
    # Two pages of flood alone: learned (0, 1). Half of (0.6, 0.8) and half of it: (0.3, 0.9) / √0.9.
    run = Run("pages=2,threshold=0.5,expected=0")
    for _ in range(3):
        run.judge("flood")
    assert run.decision.state()["vector"] == pytest.approx([0.3 / hypot(0.3, 0.9), 0.9 / hypot(0.3, 0.9)])
    assert run.decision.moves()[-1] == "vector, from 2 accepted pages: rain 0.600 → 0.316, flood 0.800 → 0.949"
    as_published = Run("pages=2,threshold=0.5,expected=0,keep=0")
    for _ in range(3):
        as_published.judge("flood")
    assert as_published.decision.state()["vector"] == pytest.approx([0.0, 1.0])


def test_words_of_accepted_pages_enter_the_vector() -> None:
    # 1: N = n = 1, levee counts as 0.6 · 1/1: rain and levee 0.707107 each.
    # 2: flood log(2.1) · 0.8 = 0.593550, levee log(1.1) · 0.6 · 2/2 = 0.057186, length 0.596298: 0.995391, 0.095902.
    # Learned: rain 0.707107, flood 0.995391, levee 0.803009; length 1.461378: 0.483863, 0.681132, 0.549488.
    # Half of it and half of (0.6, 0.8, 0): 0.541931, 0.740566, 0.274744; length 0.957921: the vector.
    run = Run("pages=2,expected=0,new_words=1", page=0.05)
    run.judge("rain levee")
    run.judge("flood levee")
    third = run.judge("levee bank")
    assert run.decision.moves()[-1] == (
        "vector, from 2 accepted pages: levee 0.000 → 0.287, rain 0.600 → 0.566, flood 0.800 → 0.773"
    )
    assert [each.term for each in third.evidence] == ["levee"]
    assert third.score == pytest.approx(0.286813, abs=1e-6)
    assert run.decision.state()["vector"] == pytest.approx([0.565737, 0.773097], abs=1e-6)


def test_a_new_word_counts_by_its_share_of_the_accepted_pages_and_since_the_first_of_them() -> None:
    # 1: rain 1. 2: rain log(1.1) · 0.6 = 0.057186, levee log(1.1) · 0.6 · 1/2 = 0.028593: 0.894427, 0.447214.
    # 3: flood log(3.1) · 0.8 = 0.905122, levee log(2/2 + 0.1) · 0.6 · 2/3 = 0.038124: 0.999114, 0.042083.
    # Learned: rain 1.894427, flood 0.999114, levee 0.489297; length 2.196928: 0.862307, 0.454778, 0.222719.
    # Half of it and half of (0.6, 0.8, 0): 0.731154, 0.627389, 0.111359; length 0.969847: levee 0.114822.
    run = Run("pages=3,expected=0,new_words=1", page=0.05)
    for text in ("rain", "rain levee", "flood levee"):
        run.judge(text)
    assert run.judge("levee bank").score == pytest.approx(0.114822, abs=1e-6)


def test_a_word_of_one_accepted_page_does_not_enter_nor_any_when_none_may() -> None:
    for parameters, texts in (("new_words=5", ["rain levee", "flood bank"]), ("", ["rain levee", "flood levee"])):
        run = Run(f"pages=2,expected=0,{parameters}", page=0.05)
        for text in texts:
            run.judge(text)
        assert run.judge("levee bank").score == 0.0


def test_a_form_of_a_keyword_is_no_new_word() -> None:
    run = Run("pages=2,expected=0,new_words=5", page=0.05)
    for _ in range(3):
        run.judge("floods Rain levee")
    assert isinstance(others := run.decision.state()["others"], dict)
    assert list(others["entered"]) == ["levee"]


def test_only_so_many_words_are_remembered() -> None:
    run = Run("pages=1000000,new_words=5", page=0.05)
    for at in range(60):
        run.judge("rain " + " ".join(f"word{at}x{n}" for n in range(200)))
    assert isinstance(others := run.decision.state()["others"], dict)
    assert len(others["known"]) <= 2 * MOST_KNOWN + 250


def test_what_words_a_page_holds_is_for_the_decision_alone() -> None:
    run = Run("new_words=5")
    assert run.scorer.score(page("rain levee")).features
    assert not run.judge("rain levee").features


def test_what_is_not_wanted_stays_off_topic_and_teaches_nothing() -> None:
    run = Run("pages=1")
    judged = msgspec.structs.replace(
        run.scorer.score(page("rain flood")), on_topic=False, why_not="its language is de"
    )
    judged = run.decision.judge(judged, 0.0)
    assert (judged.score > 0.9, judged.on_topic, judged.why_not) == (True, False, "its language is de")
    assert run.decision.state()["accepted"] == 0


def test_a_page_without_any_keyword_has_no_relevance() -> None:
    judged = Run().judge("roses")
    assert (judged.score, judged.on_topic, judged.evidence) == (0.0, False, ())


def test_the_rarity_is_that_of_the_crawl() -> None:
    run = Run()
    for _ in range(9):
        run.judge("rain")
    judged = run.judge("rain flood")
    rain, flood = 0.6 * log(1 + 0.1), 0.8 * log(10 / 1 + 0.1)
    assert judged.score == pytest.approx((0.6 * rain + 0.8 * flood) / hypot(rain, flood))


@pytest.mark.parametrize("parameters", ["pages=3,expected=1", "pages=3,expected=1,new_words=2"])
@given(
    texts=st.lists(
        st.sampled_from(["rain levee", "flood", "rain flood flood bank levee", "sun"]), min_size=1, max_size=40
    ),
    stop=st.integers(0, 40),
)
def test_it_goes_on_after_a_stop_as_if_there_had_been_none(parameters: str, texts: list[str], stop: int) -> None:
    undisturbed, run = Run(parameters), Run(parameters)
    for at, text in enumerate(texts):
        if at == stop:
            state = msgspec.json.decode(msgspec.json.encode(run.decision.state()))
            run = Run(parameters)
            run.decision.restore(state)
        judged = run.judge(text)
        assert judged == undisturbed.judge(text)
        assert 0.0 <= judged.score <= 1.0
    assert run.decision.state() == undisturbed.decision.state()


def test_the_time_between_two_runs_is_no_part_of_an_interval() -> None:
    run = Run("seconds=10,expected=100")
    run.judge("rain", 0.0)
    run.judge("rain", 4.0)
    resumed = Run("seconds=10,expected=100")
    resumed.decision.restore(run.decision.state())
    resumed.judge("rain", 5000.0)
    assert resumed.decision.moves() == []
    resumed.judge("rain", 5006.0)
    assert len(resumed.decision.moves()) >= 1
