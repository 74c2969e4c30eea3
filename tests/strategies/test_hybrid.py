"""HYB 2.4 and its variants, step by step."""

from random import Random

import pytest
from tests.strategies.worked import WorkedWeb

from honeyguide import strategies
from honeyguide.errors import BadSetting
from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.strategies.hybrid import Hybrid, Parameters
from honeyguide.testing import strategy_contract

TestTarget = strategy_contract("hybrid:content=target", stops=(17,))

ANCHORS = {
    (0, 1): 0.6,
    (0, 2): 0.1,
    (0, 3): 0.9,
    (3, 4): 0.2,
    (3, 5): 0.55,
    (1, 6): 0.0,
    (1, 2): 0.3,
    (4, 7): 0.2,
}


class AnchoredWeb(WorkedWeb):
    def page(self, number: int) -> Visit:
        visit = super().page(number)
        links = tuple(ScoredLink(s.link, s.score, ANCHORS[number, s.link.id]) for s in visit.links)
        return Visit(visit.link, visit.outcome, visit.relevance, links)


WEB = AnchoredWeb(
    {0: {1: 0.5, 2: 0.3, 3: 0.8}, 3: {4: 0.25, 5: 0.6}, 1: {6: 0.1, 2: 0.35}, 4: {7: 0.05}},
    relevance={0: 0.2, 3: 0.8, 1: 0.4, 4: 0.1},
)


def crawled(parameters: Parameters) -> tuple[list[int], int]:
    strategy = Hybrid(parameters)
    strategy.start(WEB.seeds, Random(0), WEB)
    return list(WEB.order(strategy)), strategy.reopened


def test_a_crawl_worked_by_hand() -> None:
    order = [
        # The seed's page has 0.2, less than 0.3: of its links 3 and 1 are followed for their anchors, 2 is discarded.
        0,
        3,  # anchor 0.9; its page has 0.8: 5 waits by its anchor, 0.55, and 4 by the page
        1,  # anchor 0.6; its page has 0.4: 6 waits by the page, and 2 too
        5,  # anchor 0.55
        4,  # page 0.8; its page has 0.1: 7 is discarded
        2,  # page 0.4
        6,  # page 0.4, found later
        7,  # reopened
    ]
    assert crawled(Parameters()) == (order, 1)
    assert crawled(Parameters(reserve=False)) == (order[:-1], 0)


def test_the_variant_that_looks_at_anchors_alone() -> None:
    # By anchor 3, 1 and 5. What is left was discarded: 2 (E 0.35), 4 (0.25), 6 (0.1), and 7 (0.05) on 4.
    assert crawled(Parameters(variant="anchor")) == ([0, 3, 1, 5, 2, 4, 6, 7], 4)
    assert crawled(Parameters(variant="anchor", reserve=False)) == ([0, 3, 1, 5], 0)


def test_the_variant_that_looks_at_pages_alone() -> None:
    order = [
        0,  # 0.2: all its links are discarded
        3,  # reopened (E 0.8); 0.8: its links wait
        4,  # 0.1: 7 is discarded
        5,
        1,  # reopened (E 0.5); 0.4: its links wait
        2,
        6,
        7,  # reopened
    ]
    assert crawled(Parameters(variant="traditional")) == (order, 3)
    assert crawled(Parameters(variant="traditional", reserve=False)) == ([0], 0)


def kept_of(parameters: Parameters, relevance: dict[int, float]) -> tuple[list[int], list[int], int]:
    """The order of the pages, those that are kept, and how many links were reopened."""
    web = AnchoredWeb(WEB.links, relevance=relevance)
    strategy = Hybrid(parameters)
    strategy.start(web.seeds, Random(0), web)
    order = list(web.order(strategy))
    kept = [number for number in order if strategy.keeps(number, relevance.get(number, 0.0))]
    assert strategy.state()["kept"] == len(kept)
    return order, kept, strategy.reopened


def test_as_published_the_content_of_the_fetched_page_decides_whether_it_is_kept() -> None:
    relevance = {0: 0.2, 3: 0.8, 1: 0.4, 4: 0.3}
    order = [
        0,  # the seed is kept: 3 and 1 wait by their anchors, 2 by its E, 0.3
        3,  # anchor 0.9, kept: 5 waits by its anchor, 4 by its E, 0.25
        1,  # anchor 0.6, kept: 6 waits by its E, 0.1, and 2 now by 0.35
        5,  # anchor 0.55, kept, whatever it says
        2,  # 0.0: not kept
        4,  # 0.3, the threshold: kept; 7 waits by its E, 0.05
        6,  # 0.0: not kept
        7,  # 0.0: not kept
    ]
    assert kept_of(Parameters(content="target"), relevance) == (order, [0, 3, 1, 5, 4], 0)
    # With 0.29 page 4 is not kept, and 7, which it alone links to, is only reopened.
    assert kept_of(Parameters(content="target"), relevance | {4: 0.29}) == (order, [0, 3, 1, 5], 1)
    assert kept_of(Parameters(content="target", reserve=False), relevance | {4: 0.29})[0] == order[:-1]


def test_the_variants_as_published_keep_by_anchor_alone_or_by_content_alone() -> None:
    relevance = {0: 0.2, 3: 0.8, 1: 0.4, 4: 0.1}
    # By E: 3 (0.8), then its 5 (0.6), 1 (0.5), 2 (0.35), 4 (0.25), 6 (0.1); 4 is not kept, so 7 is reopened.
    content = kept_of(Parameters("traditional", "target"), relevance)
    assert content == ([0, 3, 5, 1, 2, 4, 6, 7], [0, 3, 1], 1)
    # What the anchor does not tell is reopened and not kept, whatever its content.
    anchor = kept_of(Parameters("anchor", "target"), relevance | {2: 0.9})
    assert anchor == ([0, 3, 1, 5, 2, 4, 6, 7], [0, 3, 1, 5], 4)


def test_a_page_that_is_not_kept_still_leads_on_by_a_telling_anchor() -> None:
    strategy = Hybrid(Parameters(content="target"))
    telling, other = ScoredLink(WEB.link(1), 0.4, 0.6), ScoredLink(WEB.link(2), 0.4, 0.1)
    assert strategy.priority(telling, 0.0, kept=False) == pytest.approx(2.6 / 3)
    assert strategy.priority(other, 0.9, kept=False) == pytest.approx(0.4 / 3)
    assert strategy.priority(other, 0.0, kept=True) == pytest.approx(1.4 / 3)


def test_before_the_fetch_all_that_is_fetched_is_kept() -> None:
    order, kept, _ = kept_of(Parameters(), {0: 0.2, 3: 0.8, 1: 0.4, 4: 0.1})
    assert kept == order


@pytest.mark.parametrize(
    ("anchor", "page", "score", "priority"),
    [
        (0.5, 0.0, 0.9, 0.3),  # bigger than the threshold, says HYB 2.4
        (0.51, 0.0, 0.0, 2.51 / 3),
        (1.0, 0.0, 0.0, 1.0),
        (0.49, 0.3, 0.9, 1.3 / 3),
        (0.49, 1.0, 0.0, 2.0 / 3),
        (0.49, 0.29, 0.9, 0.3),
        (0.0, 0.0, 1.0, 1.0 / 3),
    ],
)
def test_a_link_waits_by_anchor_before_page_before_reserve(
    anchor: float, page: float, score: float, priority: float
) -> None:
    scored = ScoredLink(WEB.link(1), score, anchor)
    assert Hybrid(Parameters()).priority(scored, page) == pytest.approx(priority)


def test_a_redirect_leads_to_where_the_link_waited() -> None:
    strategy = Hybrid(Parameters())
    strategy.start(WEB.seeds, Random(0), WEB)
    strategy.ask(1)
    strategy.tell(WEB.page(0))
    assert strategy.ask(1) == [3]
    strategy.tell(Visit(WEB.link(3), Outcome.REDIRECT, links=(ScoredLink(WEB.link(7), 0.01),)))
    assert strategy.ask(1) == [7]


def test_a_seed_that_failed_for_now_is_still_first() -> None:
    strategy = Hybrid(Parameters())
    strategy.start(WEB.seeds, Random(0), WEB)
    strategy.ask(1)
    strategy.tell(Visit(WEB.link(0), Outcome.TIMEOUT, again=True))
    assert strategy.ask(1) == [0]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (
            "hybrid:variant=both",
            "variant must be 'anchor', 'hybrid' or 'traditional', not 'both'; by default it is hybrid",
        ),
        ("hybrid:anchor=0", "anchor must be a number from 0.01 to 1, not '0'; by default it is 0.5"),
        ("hybrid:page=1.5", "page must be a number from 0.01 to 1, not '1.5'; by default it is 0.3"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
