"""Every link model keeps to the contract, and ours to some more."""

from __future__ import annotations

from random import Random

import pytest

from honeyguide import links
from honeyguide.errors import BadSetting
from honeyguide.links.comprehensive import Comprehensive
from honeyguide.model import Model, Relevance, Topic
from honeyguide.testing import link_model_contract
from honeyguide.testing.links import LINKS, Crawled, link

CLASSIFIER = Model("classifier", ("rose", "rain", "flood"), (-1.5, 2.0, 1.0), bias=-0.25, slope=3.0, offset=0.5)
TOPIC = Topic("rain", {"rain": 0.8, "flood": 0.6}, relevance="svm", model=CLASSIFIER)
EVERY = pytest.mark.parametrize("name", links.names())

globals().update({f"Test_{name}": link_model_contract(name, TOPIC) for name in links.names()})


def crawled(spec: str) -> Crawled:
    return Crawled(links.make(spec, TOPIC))


@EVERY
def test_scores_move_in_bulk_now_and_then(name: str) -> None:
    told = crawled(name)
    moved = 0
    for number in range(120):
        told.page(number, 0.5, [(number + 1, "rain", "flood"), (number // 2, "rain", "")])
        moved += told.model.refresh() is not None
    assert 0 < moved < 30


def test_what_a_fetched_link_turned_out_to_be_is_learnt() -> None:
    """By `cre` how rare the words of anchors are; by `cpe` also what the target itself is worth."""
    for name in ("cre", "cpe"):
        told = crawled(name)
        told.page(0, 0.5, [(1, "rain", "flood")])
        score, state = told.model.score_of(1), told.model.state()
        told.model.learn(link(1), Relevance(0.9, on_topic=True, matched_terms=(1,)))
        assert told.model.state() != state
        assert (told.model.score_of(1) > score) == (name == "cpe")


@EVERY
def test_a_link_with_words_of_the_topic_is_worth_more(name: str) -> None:
    told = crawled(name)
    told.page(0, 0.5, [(2, "rain", "flood"), (3, "about us", "a rose")])
    assert told.model.score_of(2) > told.model.score_of(3)


@EVERY
def test_the_text_around_links_is_compared_where_a_strategy_needs_it(name: str) -> None:
    if not issubclass(links.registry.find(name), Comprehensive):
        pytest.skip("it gives no more than scores")
    told = Crawled(links.make(name, TOPIC, {"context"}))
    scores = told.page(0, 0.5, [(1, "about us", "rain")])
    assert {"context", "graph"} <= set(told.model.gives)
    assert scores.context_scores[0] > 0
    assert scores.links[0].context_score == pytest.approx(scores.context_scores[0])


@EVERY
def test_it_is_listed_with_what_it_is_and_what_can_be_set(name: str) -> None:
    listed = links.entry(name)
    assert listed.says.endswith(".")
    assert listed.paper
    ranked = issubclass(links.registry.find(name), Comprehensive)
    assert ({"damping", "influence"} <= {each.name for each in listed.parameters}) == ranked
    assert all(each.meaning for each in listed.parameters)


@EVERY
def test_every_parameter_is_a_setting_that_makes_a_difference(name: str) -> None:
    def scores(spec: str) -> bytes:
        told = crawled(spec)
        told.crawl(Random(6), range(80))
        return told.model.scores(LINKS).tobytes()

    ranked = "cpe" if name == "cpe" else f"{name}:anchor=0.4,page=0.3,pagerank=0.3"
    for each in links.entry(name).parameters:
        if each.name not in {"context", "sememes"}:  # what sememes do is seen with a HowNet: test_semantic_anchors
            spec = f"{name}:{each.name}=0.45"
            if each.name in {"damping", "influence"}:
                spec = f"{ranked}{',' if ':' in ranked else ':'}{each.name}=0.45"
                assert scores(spec) != scores(ranked), each.name
            else:
                assert scores(spec) != scores(name), each.name


@pytest.mark.parametrize(
    ("spec", "weights"),
    [
        ("cre", (0.7, 0.2, 0.1)),
        ("cre:anchor=0.4", (0.4, 0.4, 0.2)),
        ("cre: pagerank = 0 , damping=0.5", (7 / 9, 2 / 9, 0.0)),
        ("cre:anchor=0.5,page=0.4", (0.5, 0.4, 0.1)),
        ("cpe:l1=0.4", (0.4, 0.15 * 6 / 7, 0.35 * 6 / 7, 0.2 * 6 / 7)),
        ("prediction:pagerank=0.2", (0.4, 0.4, 0.2)),
    ],
)
def test_weights_that_are_left_out_share_what_the_others_leave(spec: str, weights: tuple[float, ...]) -> None:
    model = links.make(spec, TOPIC)
    assert isinstance(model, Comprehensive)
    assert model.weights == pytest.approx(weights)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("cree", "'cree' is not a link model; did you mean 'cre'?"),
        ("", "'' is not a link model; there is cpe, cre, guide, prediction, semantic"),
        ("cre:anchr=1", "link model 'cre' has no parameter 'anchr'; did you mean 'anchor'?"),
        ("cpe:l1=2", "link model 'cpe': l1 must be a number from 0 to 1, not '2'; by default it is 0.3"),
        ("cre:anchor=nan", "anchor must be a number from 0 to 1"),
        ("cpe:damping=1", "damping must be a number above 0 and below 1"),
        ("cpe:l1=0.5,l2=0.4,l3=0.3", "must add up to 1, not l1=0.5, l2=0.4, l3=0.3, l4=0.2"),
        (
            "cre:anchor=0.7,page=0.25,pagerank=0.2",
            "not anchor=0.7, page=0.25, pagerank=0.2; by default they are 0.7, 0.2, 0.1",
        ),
        ("prediction:anchor=0.5,page=0.4,pagerank=0.2", "by default they are 0.5, 0.5, 0"),
    ],
)
def test_what_is_no_model_or_parameter_is_refused_in_a_sentence(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        links.make(spec, TOPIC)
    assert says in str(refused.value)
    with pytest.raises(BadSetting):
        links.check(spec)
