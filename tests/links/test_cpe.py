from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from honeyguide.errors import BadSetting
from honeyguide.links.cpe import Cpe, Parameters
from honeyguide.model import Link, OutLink, Page, Relevance, ScoredLink, Topic
from honeyguide.protocols import LinkHistory

TOPIC = Topic(name="t", keywords={"rain": 0.8, "flood": 0.6})
HOSTS = 4


def made(refresh_pages: int = 50, **parameters: float) -> Cpe:
    model = Cpe(Parameters(**parameters), TOPIC)
    model.refresh_pages = refresh_pages
    return model


def link(number: int) -> Link:
    return Link(number, f"http://h{number % HOSTS}.example/{number}", number % HOSTS)


def visit(
    scorer: Cpe,
    source: int,
    relevance: float,
    outs: Sequence[tuple[int, str, str]],
    kept: list[Any] | None = None,
) -> dict[int, ScoredLink]:
    """Score a page of this relevance with these links: target, anchor, text around it."""
    links = [link(number) for number, _, _ in outs]
    found = tuple(OutLink(each.url, "h", anchor, near) for each, (_, anchor, near) in zip(links, outs, strict=True))
    page = Page(link(source).url, "", "", ("",) * 5, found)
    judged = Relevance(relevance, on_topic=True)
    scorer.learn(link(source), judged)
    scores = scorer.score(page, judged, link(source), links)
    if kept is not None:
        kept.append((source, relevance, [each.id for each in links], scores.anchors, scores.context_scores))
    for each in scores.links:
        assert sum(scorer.explain(each.link.id).values()) == pytest.approx(each.score, abs=1e-6)
    return {each.link.id: each for each in scores.links}


def test_worked_by_hand_before_the_first_pagerank() -> None:
    # R(a) of "rain" is 0.8, the text around it ("flood") has 0.6, the page 0.5:
    # E = 0.3 · 0.6 + 0.15 · 0.5 + 0.35 · 0.8 + 0.2 · 0 = 0.18 + 0.075 + 0.28 = 0.535
    scored = visit(made(), 0, 0.5, [(1, "rain", "flood")])[1]
    assert scored.score == pytest.approx(0.535)
    assert (scored.anchor, scored.context_score) == pytest.approx((0.8, 0.6))


def test_f2_is_the_mean_over_the_pages_that_hold_the_link_each_counted_once() -> None:
    scorer = made()
    visit(scorer, 0, 0.2, [(9, "x", "y"), (9, "other words", "y")])
    visit(scorer, 1, 0.8, [(9, "x", "y")])
    assert scorer.factors(np.array([9]))[0].tolist() == pytest.approx([0.0, 0.5, 0.0, 0.0])


def test_f1_is_what_was_measured_once_the_target_is_fetched() -> None:
    scorer = made()
    visit(scorer, 0, 0.5, [(1, "rain", "flood")])
    assert scorer.factors(np.array([1]))[0, 0] == pytest.approx(0.6)
    visit(scorer, 1, 0.25, [])
    assert scorer.factors(np.array([1]))[0, 0] == pytest.approx(0.25)


def test_a_link_without_text_around_it_is_expected_to_be_like_its_host() -> None:
    # Pages 0 and 4 are of host 0: their mean 0.5 stands for link 8, of the same host, once hosts are renewed.
    scorer = made(refresh_pages=2)
    visit(scorer, 0, 0.2, [])
    visit(scorer, 4, 0.8, [(8, "x", ""), (9, "x", "")])
    assert scorer.factors(np.array([8]))[0, 0] == 0.0
    assert scorer.refresh() is not None
    assert scorer.factors(np.array([8, 9]))[:, 0].tolist() == pytest.approx([0.5, 0.0])


def test_a_seed_is_worth_what_the_best_link_would_be() -> None:
    scorer = made()
    scorer.set_prior(3)
    assert scorer.score_of(3) == pytest.approx(0.8)
    assert scorer.prior(3) == pytest.approx(1.0)


def random_crawl(scorer: Cpe, rng: Random, pages: range, kept: list[Any]) -> None:
    words = ["rain", "flood", "rain flood", "roses", ""]
    for page in pages:
        outs = [(rng.randrange(400), rng.choice(words), rng.choice(words)) for _ in range(rng.randrange(6))]
        visit(scorer, page, rng.random(), outs, kept)
        scorer.refresh()


@pytest.mark.parametrize("stop", [0, 1, 60, 180])
def test_goes_on_after_a_stop_with_the_same_scores_to_the_bit(stop: int) -> None:
    straight, kept, rng = made(), [], Random(5)  # type: tuple[Cpe, list[Any], Random]
    random_crawl(straight, rng, range(stop), kept)
    seen = {number for each in kept for number in (each[0], *each[2])}
    resumed = made()
    history = LinkHistory(
        pages=np.array([each[0] for each in kept], np.int32),
        page_relevance=np.array([each[1] for each in kept], np.float64),
        out_links=np.array([len(each[2]) for each in kept], np.int32),
        targets=np.array([number for each in kept for number in each[2]], np.int32),
        anchor_relevance=np.array([value for each in kept for value in each[3]], np.float64),
        context_scores=np.array([value for each in kept for value in each[4]], np.float32),
        hosts=np.array([number % HOSTS if number in seen else 0 for number in range(400)], np.int64),
    )
    resumed.restore(msgspec.json.decode(msgspec.json.encode(straight.state())), history)
    assert resumed.scores(400).tobytes() == straight.scores(400).tobytes()
    again = Random()
    again.setstate(rng.getstate())
    random_crawl(straight, rng, range(stop, stop + 100), kept)
    random_crawl(resumed, again, range(stop, stop + 100), [])
    assert resumed.scores(400).tobytes() == straight.scores(400).tobytes()


def test_scores_told_and_scores_in_bulk_are_the_same_to_the_bit() -> None:
    scorer = made(refresh_pages=3)
    random_crawl(scorer, Random(6), range(40), [])
    scored = visit(scorer, 40, 0.7, [(number, "rain flood", "rain") for number in range(300)])
    in_bulk = scorer.scores()
    assert all(np.float32(each.score) == in_bulk[number] for number, each in scored.items())


def test_refuses_weights_that_do_not_add_up_to_1() -> None:
    with pytest.raises(
        BadSetting, match=r"must add up to 1, not l1=0\.2, .*; by default they are 0\.3, 0\.15, 0\.35, 0\.2"
    ):
        made(l1=0.2, l2=0.25, l3=0.3, l4=0.3)


def test_parameters_count_in_the_score_worked_by_hand() -> None:
    # As above: 0.4 · 0.6 + 0.2 · 0.5 + 0.3 · 0.8 + 0.1 · 0 = 0.58
    scored = visit(made(l1=0.4, l2=0.2, l3=0.3, l4=0.1), 0, 0.5, [(1, "rain", "flood")])[1]
    assert scored.score == pytest.approx(0.58, abs=1e-6)
    # d = 0.5, λ = 1: PR(0) = 0.5, PR(1) = 0.5 + 0.5 · 0.5 · 1.8 = 0.95
    scorer = made(refresh_pages=1, damping=0.5, influence=1.0)
    visit(scorer, 0, 0.0, [(1, "rain", "")])
    assert scorer.refresh() is not None
    assert scorer.factors(np.array([0, 1]))[:, 3].tolist() == pytest.approx([0.5 / 0.95, 1.0])
