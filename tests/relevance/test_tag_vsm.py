from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide import relevance as models
from honeyguide.model import Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.terms import Terms


def scorer(weights: dict[str, float], parameters: str = "") -> RelevanceModel:
    topic = Topic(name="test", keywords=weights, relevance=f"tag-vsm:{parameters}")
    return models.make(topic, Terms(topic), content_words)


IELP = {"rainstorm": 0.8, "disaster": 0.5, "rainfall": 0.3, "weather": 0.1, "meteorology": 0.1}


def page(title: str = "", heading: str = "", emphasis: str = "", body: str = "", other: str = "") -> Page:
    return Page("http://a.example/", title, "", (title, heading, emphasis, body, other), ())


def test_worked_by_hand() -> None:
    # rainstorm: title 1, body 4; max 4: 1/4·2.0 + 4/4·1.0 = 1.5
    # disaster:  emphasis 2, other 1; max 2: 2/2·1.2 + 1/2·0.2 = 1.3
    # weather:   body 3: 3/3·1.0 = 1.0
    # |topic| = √(0.64 + 0.25 + 0.09 + 0.01 + 0.01) = 1, |page| = √(2.25 + 1.69 + 1) = √4.94 = 2.222611
    # R = (0.8·1.5 + 0.5·1.3 + 0.1·1.0) / 2.222611 = 1.95 / 2.222611 = 0.877346
    relevance = scorer(IELP).score(
        page(
            title="rainstorm warning",
            emphasis="disaster disaster",
            body="rainstorm rainstorm rainstorm rainstorm weather weather weather",
            other="disaster",
        )
    )
    assert relevance.score == pytest.approx(1.95 / sqrt(4.94))
    assert relevance.score == pytest.approx(0.877346, abs=1e-6)
    assert relevance.on_topic
    assert [each.term for each in relevance.evidence] == ["rainstorm", "disaster", "weather"]
    assert [each.counts for each in relevance.evidence] == [(1, 0, 0, 4, 0), (0, 0, 2, 0, 1), (0, 0, 0, 3, 0)]
    assert [each.weight for each in relevance.evidence] == pytest.approx([1.5, 1.3, 1.0])
    assert [each.contribution for each in relevance.evidence] == pytest.approx(
        [1.2 / sqrt(4.94), 0.65 / sqrt(4.94), 0.1 / sqrt(4.94)]
    )


def test_a_page_without_any_topic_term_has_no_relevance() -> None:
    relevance = scorer(IELP, "threshold=0").score(page(title="gardening", body="roses"))
    assert relevance.score == 0.0
    assert not relevance.on_topic
    assert relevance.evidence == ()


def test_on_topic_means_above_the_threshold_not_at_it() -> None:
    # One keyword only: the cosine is 1.
    one = {"rain": 0.3}
    assert scorer(one, "threshold=0.999").score(page(body="rain")).on_topic
    assert not scorer(one, "threshold=1").score(page(body="rain")).on_topic


def test_the_weights_of_the_tag_groups_can_be_set() -> None:
    # Only the title counts: (2.0, 0) against the topic (0.6, 0.8): 0.6.
    title_only = scorer({"rain": 0.6, "flood": 0.8}, "heading=0,emphasis=0,body=0,other=0")
    assert title_only.score(page(title="rain", body="flood")).score == pytest.approx(0.6)


def test_terms_only_in_groups_without_weight_have_no_relevance() -> None:
    title_only = scorer({"rain": 0.6, "flood": 0.8}, "heading=0,emphasis=0,body=0,other=0")
    assert title_only.score(page(body="flood")).score == 0.0


@pytest.mark.parametrize("scale", [1e-200, 1e-3, 1e5])
def test_the_scale_of_the_topic_weights_makes_no_difference(scale: float) -> None:
    one = page(title="rainstorm", body="disaster weather weather")
    scaled = {name: weight * scale for name, weight in IELP.items()}
    assert scorer(scaled).score(one).score == pytest.approx(scorer(IELP).score(one).score)


@given(st.lists(st.lists(st.sampled_from([*IELP, "roses"]), max_size=30), min_size=5, max_size=5))
def test_scores_are_in_0_to_1_and_the_sum_of_their_contributions(groups: list[list[str]]) -> None:
    relevance = scorer(IELP).score(page(*[" ".join(words) for words in groups]))
    assert 0.0 <= relevance.score <= 1.0
    assert sum(each.contribution for each in relevance.evidence) == pytest.approx(relevance.score)
