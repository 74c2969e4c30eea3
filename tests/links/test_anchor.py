from __future__ import annotations

from math import log, sqrt

import pytest

from honeyguide.errors import BadSetting
from honeyguide.links.anchor import AnchorRelevance
from honeyguide.model import Topic
from honeyguide.topics.terms import Terms

RAINSTORM, DISASTER = 0, 1


def made(pages: int = 0, rainstorm: int = 0, disaster: int = 0) -> AnchorRelevance:
    """After so many crawled pages, so many of them with each term; the topic vector is (0.8, 0.6), its length 1."""
    topic = Topic(name="t", keywords={"rainstorm": 0.8, "disaster": 0.6}, synonyms={"rainstorm": ("暴雨",)})
    relevance = AnchorRelevance(Terms(topic))
    for page in range(pages):
        held = [RAINSTORM] if page < rainstorm else []
        relevance.observe(held + ([DISASTER] if page < disaster else []))
    return relevance


def test_worked_by_hand() -> None:
    # N = 10, N_rainstorm = 2, N_disaster = 5, f = (2, 1):
    # w1 = 2/3 · ln(10/2 + 0.01) = 2/3 · 1.611436 = 1.074291
    # w2 = 1/3 · ln(10/5 + 0.01) = 1/3 · 0.698135 = 0.232712
    # R = (0.8 · 1.074291 + 0.6 · 0.232712) / √(1.074291² + 0.232712²) = 0.999060 / 1.099207 = 0.908891
    anchors = ["Rainstorm disaster: a rainstorm", "暴雨", "gardening", ""]
    scores = made(10, 2, 5).score_each(anchors)
    assert scores == pytest.approx([0.908891, 0.8, 0.0, 0.0], abs=1e-5)


def test_a_term_that_no_page_held_counts_as_held_by_one() -> None:
    assert made(10, 0, 5).score_each(["rainstorm disaster"]) == made(10, 1, 5).score_each(["rainstorm disaster"])


def test_a_term_that_all_pages_hold_weighs_little_and_never_less_than_nothing() -> None:
    # rainstorm: log(10/10 + 0.01) = 0.00995, disaster: log(5 + 0.01) = 1.6114; their ratio r = 0.006175
    # R = (0.8 r + 0.6) / √(r² + 1)
    ratio = log(1.01) / log(5.01)
    expected = (0.8 * ratio + 0.6) / sqrt(ratio**2 + 1)
    assert made(10, 10, 2).score_each(["rainstorm disaster"]) == pytest.approx([expected])
    # More pages with the term than pages (a restored, damaged state): the weight is 0, not negative.
    damaged = made()
    damaged.restore({"pages": 1, "with_term": [2, 0]})
    assert damaged.score_each(["rainstorm disaster"]) == pytest.approx([0.6])


def test_before_the_first_page_frequency_alone_decides() -> None:
    # N = 0: log(0.01) < 0 for both; f/Σf = (2/3, 1/3): (0.8 · 2 + 0.6 · 1) / √5 = 0.983870
    assert made().score_each(["rainstorm rainstorm disaster"]) == pytest.approx([2.2 / sqrt(5)])


def test_scores_stay_in_0_to_1() -> None:
    single = AnchorRelevance(Terms(Topic(name="t", keywords={"rain": 0.1})))
    assert single.score_each(["rain", "rain rain rain", "sun"]) == [1.0, 1.0, 0.0]


def test_a_page_counts_once_for_a_term_that_it_is_said_to_hold_twice() -> None:
    relevance = made()
    relevance.observe([DISASTER, DISASTER])
    assert relevance.state() == {"pages": 1, "with_term": (0, 1)}


def test_goes_on_from_its_state() -> None:
    before = made(30, 7, 12)
    after = made()
    after.restore(before.state())
    anchors = ["rainstorm disaster", "disaster"]
    assert after.score_each(anchors) == before.score_each(anchors)
    before.observe([RAINSTORM])
    after.observe([RAINSTORM])
    assert after.score_each(anchors) == before.score_each(anchors)


def test_refuses_a_state_of_another_topic() -> None:
    with pytest.raises(BadSetting, match="other keywords"):
        made().restore({"pages": 3, "with_term": [1, 2, 3]})
