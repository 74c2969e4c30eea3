from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.links.anchor import AnchorRelevance
from honeyguide.links.cre import Cre, Parameters
from honeyguide.model import Link, OutLink, Page, Relevance, ScoredLink, TermEvidence, Topic
from honeyguide.protocols import LinkHistory
from honeyguide.topics.terms import Terms

TOPIC = Topic(name="t", keywords={"rain": 0.8, "flood": 0.6}, synonyms={"rain": ("雨",)})
TERMS = Terms(TOPIC)


def made(refresh_pages: int = 50, **parameters: Any) -> Cre:
    model = Cre(Parameters(**parameters), TOPIC)
    model.refresh_pages = refresh_pages
    return model


def link(number: int) -> Link:
    return Link(number, f"http://a.example/{number}", 0)


def visit(
    scorer: Cre,
    source: int,
    relevance: float,
    anchors: Sequence[tuple[int, str]],
    matched_terms: Sequence[str] = (),
    kept: list[Any] | None = None,
) -> dict[int, ScoredLink]:
    """Score a page of this relevance that holds these terms and links."""
    links = [link(number) for number, _ in anchors]
    page = Page(
        link(source).url,
        "",
        "",
        ("",) * 5,
        tuple(OutLink(each.url, "a.example", anchor) for each, (_, anchor) in zip(links, anchors, strict=True)),
    )
    numbers = tuple(TERMS.names.index(term) for term in matched_terms)
    judged = Relevance(relevance, on_topic=True, matched_terms=numbers)
    scorer.learn(link(source), judged)
    scored, anchor_relevance, _ = scorer.score(page, judged, link(source), links)
    if kept is not None:
        kept.append((source, relevance, np.array([each.id for each in links], np.int32), anchor_relevance))
    assert len({each.link.id for each in scored}) == len(scored)
    for each in scored:
        assert sum(scorer.explain(each.link.id).values()) == pytest.approx(each.score, abs=1e-6)
        assert 0.0 <= each.score <= 1.0
    return {each.link.id: each for each in scored}


def test_worked_by_hand_before_the_first_pagerank() -> None:
    # R(a) of "rain" alone is 0.8 (the topic vector has length 1), R(p) = 0.5: 0.7 · 0.8 + 0.2 · 0.5 = 0.66
    scorer = made()
    scored = visit(scorer, 0, 0.5, [(1, "rain"), (2, "about us")])
    assert scored[1].score == pytest.approx(0.66)
    assert scorer.explain(1) == pytest.approx({"anchor": 0.56, "page": 0.1, "pagerank": 0.0})
    assert scored[2].score == pytest.approx(0.1)


def test_worked_by_hand_with_pagerank() -> None:
    # 0 → 1 (R(a) = 0.8), 0 → 2 (R(a) = 0): PR(0) = 0.15, PR(1) = 0.15 + 0.85 · 0.15/2 · (1 + 0.15 · 0.8) = 0.2214,
    # PR(2) = 0.15 + 0.06375 = 0.21375; divided by 0.2214 and times 0.1: 0.067751, 0.1, 0.096545.
    scorer = made(refresh_pages=1)
    visit(scorer, 0, 0.5, [(1, "rain"), (2, "about us")])
    scores = scorer.refresh()
    assert scores is not None
    assert scores.tolist() == pytest.approx([0.067751, 0.76, 0.196545], abs=1e-5)
    # A link that is new since then has the rank of a page without in-links.
    scored = visit(scorer, 1, 0.0, [(7, ""), (2, "")])
    assert scorer.explain(7) == pytest.approx({"anchor": 0.0, "page": 0.0, "pagerank": 0.067751}, abs=1e-5)
    assert scored[2].score == pytest.approx(0.196545, abs=1e-5)


def test_a_link_keeps_the_best_of_its_occurrences() -> None:
    scorer = made()
    assert visit(scorer, 0, 0.5, [(9, "rain")])[9].score == pytest.approx(0.66)
    again = visit(scorer, 1, 1.0, [(9, "more")])[9]
    assert again.score == pytest.approx(0.66)
    assert scorer.explain(again.link.id) == pytest.approx({"anchor": 0.56, "page": 0.1, "pagerank": 0.0})
    assert visit(scorer, 2, 1.0, [(9, "rain")])[9].score == pytest.approx(0.76)


def test_of_several_anchors_on_one_page_the_best_counts_and_the_graph_gets_each() -> None:
    kept: list[Any] = []
    scored = visit(made(), 0, 0.0, [(5, "home"), (5, "rain"), (6, ""), (5, "flood"), (5, "雨")], kept=kept)
    assert list(scored) == [5, 6]
    assert scored[5].score == pytest.approx(0.56)
    assert kept[0][3] == pytest.approx([0.0, 0.8, 0.0, 0.6, 0.8])


def test_the_page_itself_is_counted_before_its_links_are_scored() -> None:
    # Ten pages with rain, one of them with flood too: "rain flood" leans to the rarer flood.
    scorer = made()
    for page in range(9):
        visit(scorer, page, 0.5, [], matched_terms=["rain"])
    direct = AnchorRelevance(TERMS)
    for page in range(10):
        direct.observe([0, 1] if page == 9 else [0])
    scored = visit(scorer, 9, 0.0, [(20, "rain flood")], matched_terms=["rain", "flood"])
    assert scored[20].score == pytest.approx(0.7 * direct.score_each(["rain flood"])[0])


def test_the_keywords_that_the_page_holds_count_whatever_the_evidence_names() -> None:
    scorer = made()
    page = Page("http://a.example/", "", "", ("",) * 5, ())
    evidence = (TermEvidence("rain", (0,) * 5, 0.0, 0.0), TermEvidence("other", (1,) * 5, 1.0, 1.0))
    judged = Relevance(0.1, on_topic=False, evidence=evidence, matched_terms=(1,))
    scorer.learn(link(0), judged)
    scorer.score(page, judged, link(0), [])
    assert scorer.anchors.state() == {"pages": 1, "with_term": (0, 1)}


def test_pagerank_is_renewed_after_50_pages_and_a_tenth() -> None:
    scorer = made()
    renewed = []
    for page in range(1, 1301):
        visit(scorer, page, 0.1, [(page + 1, "rain")])
        if scorer.refresh() is not None:
            renewed.append(page)
    # 50 at a time up to 500, then a tenth more each time: 550, 605, 666 (665.5 rounded up) …
    assert renewed == [*range(50, 501, 50), 550, 605, 666, 733, 807, 888, 977, 1075, 1183]


def test_seeds_and_redirects_keep_what_they_are_worth() -> None:
    scorer = made(refresh_pages=1)
    for seed in range(3):
        scorer.set_prior(seed)
    visit(scorer, 0, 0.5, [(2, "rain"), (3, "rain")])
    scorer.set_prior(4, scorer.prior(3))
    assert scorer.score_of(4) == pytest.approx(0.66)
    scores = scorer.refresh()
    assert scores is not None
    assert scores[1] >= 0.9
    assert scores[2] >= 0.9
    assert scores[4] - scorer.scores()[1] == pytest.approx(0.66 - 0.9, abs=1e-6)
    assert scorer.prior(99) == 0.0
    assert len(scorer.scores(120)) == 120
    assert 0 < scorer.score_of(99) == scorer.scores()[119] < 0.1


def random_crawl(scorer: Cre, rng: Random, pages: range, kept: list[Any]) -> None:
    anchors = ["rain", "flood", "rain flood", "home", "暴雨", "about the flood", ""]
    for page in pages:
        found = [(rng.randrange(400 + 5 * page), rng.choice(anchors)) for _ in range(rng.randrange(12))]
        relevance = rng.random()
        visit(scorer, page, relevance, found, matched_terms=rng.choice([[], ["rain"], ["rain", "flood"]]), kept=kept)
        scorer.refresh()


@pytest.mark.parametrize("stop", [0, 1, 49, 50, 137, 230])
def test_goes_on_to_the_bit_from_what_was_stored(stop: int) -> None:
    kept: list[Any] = []
    straight = made()
    straight.set_prior(1)
    straight.set_prior(700, 0.3)
    rng = Random(5)
    random_crawl(straight, rng, range(stop), kept)
    state = msgspec.json.decode(msgspec.json.encode(straight.state()))

    def column(index: int, dtype: type) -> NDArray[Any]:
        return np.concatenate([each[index] for each in kept] or [[]]).astype(dtype)

    resumed = made()
    history = LinkHistory(
        pages=np.array([each[0] for each in kept], np.int32),
        page_relevance=np.array([each[1] for each in kept], np.float64),
        out_links=np.array([len(each[2]) for each in kept], np.int32),
        targets=column(2, np.int32),
        anchor_relevance=column(3, np.float64),
        context_scores=np.zeros(sum(len(each[2]) for each in kept), np.float32),
        hosts=np.zeros(len(straight.scores()), np.int64),
    )
    resumed.restore(state, history)
    resumed.set_prior(1)
    resumed.set_prior(700, 0.3)
    assert resumed.scores().tobytes() == straight.scores().tobytes()
    again = Random()
    again.setstate(rng.getstate())
    random_crawl(straight, rng, range(stop, stop + 150), kept)
    random_crawl(resumed, again, range(stop, stop + 150), [])
    assert resumed.scores().tobytes() == straight.scores().tobytes()
    assert resumed.state() == straight.state()


def test_scores_told_and_scores_in_bulk_are_the_same_to_the_bit() -> None:
    scorer = made(refresh_pages=3)
    rng = Random(6)
    random_crawl(scorer, rng, range(40), [])
    scored = visit(scorer, 40, 0.7, [(number, "rain flood") for number in range(300)])
    in_bulk = scorer.scores()
    assert all(np.float32(each.score) == in_bulk[number] == each.score for number, each in scored.items())


def test_refuses_links_that_do_not_fit_their_pages() -> None:
    with pytest.raises(ValueError, match="fit"):
        made().restore(
            made().state(),
            LinkHistory(
                np.array([0, 1], np.int32),
                np.zeros(2),
                np.array([1, 1], np.int32),
                np.array([2], np.int32),
                np.array([0.5]),
                np.zeros(1, np.float32),
                np.zeros(3, np.int64),
            ),
        )


@pytest.mark.parametrize(
    "weights",
    [
        {"anchor": 0.7, "page": 0.25, "pagerank": 0.2},
        {"anchor": 0.6},
        {"anchor": 0.0, "page": 0.0, "pagerank": 0.0},
    ],
)
def test_refuses_weights_that_do_not_add_up_to_1(weights: dict[str, Any]) -> None:
    with pytest.raises(BadSetting, match=r"must add up to 1, not anchor=.*; by default they are 0\.7, 0\.2, 0\.1"):
        made(**weights)


def test_parameters_count_in_the_score_worked_by_hand() -> None:
    # R(a) = 0.8, R(p) = 0.5: 0.6 · 0.8 + 0.3 · 0.5 = 0.63
    assert visit(made(anchor=0.6, page=0.3, pagerank=0.1), 0, 0.5, [(1, "rain")])[1].score == pytest.approx(0.63)
    assert visit(made(anchor=0.0, page=1.0, pagerank=0.0), 0, 0.5, [(1, "rain")])[1].score == pytest.approx(0.5)
    assert made(anchor=0.0, page=0.0, pagerank=1.0).prior(0) == 0.0
    # d = 0.5, λ = 1: PR(0) = 0.5, PR(1) = 0.5 + 0.5 · 0.5 · 1.8 = 0.95, so 0 has 0.5/0.95 of the largest.
    scorer = made(refresh_pages=1, damping=0.5, influence=1.0)
    visit(scorer, 0, 0.0, [(1, "rain")])
    scores = scorer.refresh()
    assert scores is not None
    assert scores.tolist() == pytest.approx([0.1 * 0.5 / 0.95, 0.56 + 0.1])
