"""What every link model must keep to, whatever it looks at."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide import links
from honeyguide.errors import BadSetting
from honeyguide.links.comprehensive import Comprehensive
from honeyguide.model import Link, Model, OutLink, Page, Relevance, Topic
from honeyguide.protocols import LinkHistory, LinkModel, LinkScores

EVERY = pytest.mark.parametrize("name", links.names())
CLASSIFIER = Model("classifier", ("rose", "rain", "flood"), (-1.5, 2.0, 1.0), bias=-0.25, slope=3.0, offset=0.5)
TOPIC = Topic("rain", {"rain": 0.8, "flood": 0.6}, relevance="svm", model=CLASSIFIER)
WORDS = ["rain", "flood", "rain flood", "a rose", "about us", ""]
HOSTS, LINKS = 4, 400


def link(number: int) -> Link:
    return Link(number, f"http://h{number % HOSTS}.example/{number}", number % HOSTS)


class Crawled:
    """A model that pages are told to, and what a crawl would store of them."""

    def __init__(self, name: str) -> None:
        self.model: LinkModel = links.make(name, TOPIC)
        self.stored: list[tuple[int, float, list[int], LinkScores]] = []

    def page(self, number: int, relevance: float, outs: list[tuple[int, str, str]]) -> LinkScores:
        """A page of this relevance with these links: target, anchor, text around it."""
        targets = [link(target) for target, _, _ in outs]
        found = tuple(OutLink(each.url, "", a, near) for each, (_, a, near) in zip(targets, outs, strict=True))
        judged = Relevance(relevance, on_topic=True, matched_terms=(number % 2,))
        self.model.learn(link(number), judged)
        scores = self.model.score(Page(link(number).url, "", "", (), found), judged, link(number), targets)
        self.stored.append((number, relevance, [each.id for each in targets], scores))
        return scores

    def pages(self, rng: Random, numbers: range) -> None:
        for number in numbers:
            outs = [(rng.randrange(LINKS), rng.choice(WORDS), rng.choice(WORDS)) for _ in range(rng.randrange(8))]
            self.page(number, rng.random(), outs)
            self.model.refresh()

    def history(self) -> LinkHistory:
        def column(values: list[Any], kind: type) -> NDArray[Any]:
            return np.array(values, kind)

        known = {number for page, _, targets, _ in self.stored for number in (page, *targets)}
        scores = [each for *_, each in self.stored]
        return LinkHistory(
            column([page for page, *_ in self.stored], np.int32),
            column([relevance for _, relevance, *_ in self.stored], np.float64),
            column([len(targets) for _, _, targets, _ in self.stored], np.int32),
            column([target for _, _, targets, _ in self.stored for target in targets], np.int32),
            column([value for each in scores for value in each.anchors], np.float64),
            column([v for each in scores for v in each.context_scores or [0.0] * len(each.anchors)], np.float32),
            column([number % HOSTS if number in known else 0 for number in range(LINKS)], np.int64),
        )


@EVERY
def test_the_same_page_gives_the_same_scores(name: str) -> None:
    one, other = Crawled(name), Crawled(name)
    for crawled in (one, other):
        crawled.pages(Random(1), range(120))
    assert [each for *_, each in one.stored] == [each for *_, each in other.stored]
    assert one.model.scores(LINKS).tobytes() == other.model.scores(LINKS).tobytes()


@EVERY
def test_each_link_of_a_page_is_scored_once_from_0_to_1_and_explained(name: str) -> None:
    crawled = Crawled(name)
    crawled.pages(Random(2), range(200))
    for _, _, targets, scores in crawled.stored:
        assert [each.link.id for each in scores.links] == list(dict.fromkeys(targets))
        assert len(scores.anchors) == len(targets)
        for each in scores.links:
            assert all(0.0 <= value <= 1.0 for value in (each.score, each.anchor, each.context_score, each.rank))
    scores_now = crawled.model.scores()
    assert scores_now.dtype == np.float32
    assert 0.0 <= scores_now.min() <= scores_now.max() <= 1.0
    for number in range(len(scores_now)):
        assert sum(crawled.model.explain(number).values()) == pytest.approx(float(scores_now[number]), abs=1e-6)


@EVERY
def test_scores_told_in_bulk_and_of_one_link_are_the_same_to_the_bit(name: str) -> None:
    crawled = Crawled(name)
    crawled.pages(Random(3), range(70))
    told = crawled.page(70, 0.7, [(number, "rain flood", "rain") for number in range(300)])
    bulk = crawled.model.scores()
    for each in told.links:
        assert np.float32(each.score) == bulk[each.link.id] == np.float32(crawled.model.score_of(each.link.id))


@EVERY
def test_scores_move_in_bulk_now_and_then_and_are_then_those_that_hold(name: str) -> None:
    crawled = Crawled(name)
    moved = 0
    for number in range(120):
        crawled.page(number, 0.5, [(number + 1, "rain", "flood"), (number // 2, "rain", "")])
        new = crawled.model.refresh()
        moved += new is not None
        assert new is None or new.tobytes() == crawled.model.scores().tobytes()
    assert 0 < moved < 12


def test_what_a_fetched_link_turned_out_to_be_is_learnt() -> None:
    """By `cre` how rare the words of anchors are; by `cpe` also what the target itself is worth."""
    for name in ("cre", "cpe"):
        crawled = Crawled(name)
        crawled.page(0, 0.5, [(1, "rain", "flood")])
        score, state = crawled.model.score_of(1), crawled.model.state()
        crawled.model.learn(link(1), Relevance(0.9, on_topic=True, matched_terms=(1,)))
        assert crawled.model.state() != state
        assert (crawled.model.score_of(1) > score) == (name == "cpe")


@EVERY
@pytest.mark.parametrize("stop", [0, 1, 49, 50, 137])
def test_goes_on_from_what_was_stored_to_the_bit(name: str, stop: int) -> None:
    straight, rng = Crawled(name), Random(5)
    straight.pages(rng, range(stop))
    resumed = Crawled(name)
    resumed.model.restore(msgspec.json.decode(msgspec.json.encode(straight.model.state())), straight.history())
    for each in (straight, resumed):
        each.model.set_prior(1)
        each.model.set_prior(390, 0.3)
    assert resumed.model.scores(LINKS).tobytes() == straight.model.scores(LINKS).tobytes()
    again = Random()
    again.setstate(rng.getstate())
    straight.pages(rng, range(stop, stop + 120))
    resumed.pages(again, range(stop, stop + 120))
    assert resumed.model.scores(LINKS).tobytes() == straight.model.scores(LINKS).tobytes()
    assert resumed.model.state() == straight.model.state()


@EVERY
def test_a_seed_is_worth_the_best_and_the_target_of_a_redirect_what_its_source_is(name: str) -> None:
    crawled = Crawled(name)
    model = crawled.model
    model.set_prior(0)
    assert model.prior(0) == pytest.approx(1.0)
    crawled.page(0, 0.5, [(2, "rain", "flood"), (3, "about us", "a rose")])
    assert model.score_of(0) >= model.score_of(2) > model.score_of(3)
    model.set_prior(9, model.prior(2))
    assert model.score_of(9) == pytest.approx(model.score_of(2), abs=1e-6)
    before = model.score_of(2)
    model.set_prior(2, 0.0)
    assert model.score_of(2) == before


@EVERY
def test_a_number_that_it_never_heard_of_is_a_link_without_worth(name: str) -> None:
    model = links.make(name, TOPIC)
    assert model.prior(70) == model.score_of(70) == model.rank_of(71) == 0.0
    assert set(model.explain(72).values()) == {0.0}
    assert model.refresh() is None
    assert model.scores(100).tolist() == [0.0] * 100
    crawled = Crawled(name)
    crawled.pages(Random(4), range(60))
    assert crawled.model.prior(5_000) == 0.0
    assert 0.0 <= crawled.model.score_of(5_000) == crawled.model.scores(5_002)[5_001] <= 1.0


@EVERY
def test_what_it_says_to_give_it_gives(name: str) -> None:
    def page(needs: set[str]) -> tuple[LinkModel, LinkScores]:
        model = links.make(name, TOPIC, needs)
        source = Page("http://h0.example/", "", "", (), (OutLink("http://h1.example/", "", "about us", "rain"),))
        judged = Relevance(0.5, on_topic=True)
        model.learn(link(0), judged)
        return model, model.score(source, judged, link(0), [link(1)])

    model, plain = page(set())
    assert bool(plain.context_scores) == ("context" in model.gives)
    model, scores = page({"context"})
    assert "context" in model.gives
    assert scores.context_scores[0] > 0
    assert scores.links[0].context_score == pytest.approx(scores.context_scores[0])
    assert "graph" in model.gives
    pages, ends, targets = model.graph()  # type: ignore[attr-defined]
    assert (pages.tolist(), ends.tolist(), targets.tolist()) == ([0], [1], [1])
    if "factors" in model.gives:
        assert model.factors(np.array([0, 1, 7])).shape == (3, 4)  # type: ignore[attr-defined]


@EVERY
def test_it_is_listed_with_what_it_is_and_what_can_be_set(name: str) -> None:
    listed = links.entry(name)
    assert listed.says.endswith(".")
    assert listed.paper
    assert {"damping", "influence"} <= {each.name for each in listed.parameters}
    assert all(each.meaning for each in listed.parameters)


@EVERY
def test_every_parameter_is_a_setting_that_makes_a_difference(name: str) -> None:
    def scores(spec: str) -> bytes:
        crawled = Crawled(spec)
        crawled.pages(Random(6), range(80))
        return crawled.model.scores(LINKS).tobytes()

    ranked = "cpe" if name == "cpe" else f"{name}:anchor=0.4,page=0.3,pagerank=0.3"
    for each in links.entry(name).parameters:
        if each.name != "context":
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
        ("", "'' is not a link model; there is cpe, cre, prediction, semantic"),
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
