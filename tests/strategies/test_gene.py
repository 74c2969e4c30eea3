"""NEWS Algorithm 3, step by step."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.strategies.worked import WorkedWeb

from honeyguide import links, strategies
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.errors import BadSetting
from honeyguide.links.cpe import Cpe
from honeyguide.model import Outcome, ScoredLink, Topic, Visit
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.gene import Gene, Parameters

RANKS = {1: 0.5, 2: 0.1, 3: 0.3, 4: 0.1, 5: 0.2, 6: 0.9}


class RankedWeb(WorkedWeb):
    """F4 of a link is its PageRank, divided by the largest."""

    def page(self, number: int) -> Visit:
        visit = super().page(number)
        links = tuple(ScoredLink(s.link, s.score, rank=self.rows[s.link.id][3]) for s in visit.links)
        return Visit(visit.link, visit.outcome, visit.relevance, links, on_topic=visit.on_topic)


def web() -> RankedWeb:
    targets: dict[int, list[int]] = {0: [1, 2], 1: [3, 4], 2: [5, 4], 3: [6]}
    return RankedWeb(
        {page: dict.fromkeys(links, 0.0) for page, links in targets.items()},
        relevance={0: 0.9, 2: 0.9, 5: 0.9},
        factors={number: (0.0, 0.0, 0.0, rank) for number, rank in RANKS.items()},
    )


def started(on: WorkedWeb, parameters: Parameters | None = None) -> Gene:
    strategy = Gene(parameters or Parameters())
    strategy.start(on.seeds, Random(0), on)
    return strategy


def test_a_crawl_worked_by_hand() -> None:
    # ρ = 0.2, σ = 0.7, Val = 1.
    order = [
        0,  # 1; on topic: 1 (PR 0.5) inherits 1, and 2 (PR 0.1) 0.7
        1,  # 1; not on topic, so it passes 0.7 on: 3 (PR 0.3) inherits 0.7, and 4 (PR 0.1) 0.49
        2,  # 0.7, found before 3; on topic: 5 (PR 0.2) inherits 0.7, and 4 stays at 0.49
        3,  # 0.7; not on topic, passes 0.49 on: 6 (PR 0.9) inherits 0.49
        5,  # 0.7
        4,  # 0.49
        6,  # 0.49
    ]
    on = web()
    assert list(on.order(started(on))) == order


def test_as_printed_the_page_itself_makes_no_difference() -> None:
    order = [
        0,  # 1 inherits 1, 2 has 0.7
        1,  # passes 1 on: 3 inherits 1, 4 has 0.7
        3,  # 1: 6 inherits 1
        6,
        2,  # 0.7: 5 inherits 0.7
        4,  # 0.7
        5,  # 0.7
    ]
    on = web()
    assert list(on.order(started(on, Parameters(blocked=False)))) == order


def test_as_printed_pagerank_is_plain(tmp_path: Path) -> None:
    topic = Topic("rain", {"rain": 1.0})
    for spec, influence in (("gene", 0.15), ("gene:pagerank=plain", 0.0)):
        model = links.make_for(strategies.make(spec), topic)
        assert isinstance(model, Cpe)
        assert model.pagerank.influence == influence
    crawl = Crawl(topic, ["http://a.example/"], tmp_path / "c", Settings(strategy="gene:pagerank=plain"))
    assert crawl.links == "cpe:influence=0"


def test_a_link_has_the_highest_of_the_values_that_its_pages_give_it() -> None:
    on = RankedWeb(
        {0: {1: 0.0, 2: 0.0}, 1: {3: 0.0}, 2: {3: 0.0}},
        relevance={0: 0.9, 1: 0.1, 2: 0.9},
        factors={1: (0, 0, 0, 1), 2: (0, 0, 0, 1), 3: (0, 0, 0, 1)},
    )
    strategy = started(on)
    for _ in range(3):
        strategy.tell(on.page(strategy.ask(1)[0]))
    assert strategy.frontier.score_of(3) == 1.0  # 0.7 from the blocked page 1, 1 from page 2


def test_when_pagerank_moves_links_inherit_the_whole_or_no_more() -> None:
    on = web()
    strategy = started(on)
    for _ in range(2):
        strategy.tell(on.page(strategy.ask(1)[0]))
    assert [round(strategy.frontier.score_of(number), 2) for number in (2, 3, 4)] == [0.7, 0.7, 0.49]
    on.rows = {2: (0, 0, 0, 1.0), 3: (0, 0, 0, 0.1), 4: (0, 0, 0, 0.25)}
    strategy.rescore(np.zeros(5, np.float32))
    assert [round(strategy.frontier.score_of(number), 2) for number in (2, 3, 4)] == [1.0, 0.49, 0.7]
    assert strategy.ask(3) == [2, 4, 3]


def test_start_urls_have_the_highest_value_whatever_their_pagerank() -> None:
    on = RankedWeb({0: {2: 0.0, 1: 0.0}}, seeds=(0, 1), factors={2: (0, 0, 0, 1), 1: (0, 0, 0, 0)})
    strategy = started(on, Parameters(Val=0.8))
    strategy.rescore(np.zeros(2, np.float32))
    assert strategy.frontier.score_of(1) == pytest.approx(0.8)
    strategy.tell(on.page(strategy.ask(1)[0]))
    assert strategy.frontier.score_of(2) == pytest.approx(0.56)  # the page is not on topic
    assert strategy.ask(2) == [1, 2]


def test_a_redirect_inherits_what_the_link_to_it_did() -> None:
    on = web()
    strategy = started(on)
    assert strategy.ask(1) == [0]
    strategy.tell(Visit(on.link(0), Outcome.REDIRECT, links=(ScoredLink(on.link(6), 0.0),)))
    assert strategy.frontier.score_of(6) == 1.0
    assert strategy.ask(1) == [6]


def test_knows_again_what_links_inherited_and_new_seeds_are_start_urls() -> None:
    on = web()
    strategy = started(on)
    for _ in range(2):
        strategy.tell(on.page(strategy.ask(1)[0]))
    kept = {number: one for number, one, _ in strategy.link_state()}
    assert kept == {0: 2.0, 1: 1.0, 2: 1.0, 3: pytest.approx(0.7), 4: pytest.approx(0.7)}
    assert strategy.link_state() == []
    woken = Gene(Parameters())
    ids = np.array([2, 3, 4, 5])
    waiting = WaitingLinks(
        ids=ids,
        hosts=np.zeros(4, np.int64),
        scores=np.zeros(4, np.float32),
        depths=np.zeros(4, np.int64),
        known=6,
        link_state=np.array([[kept.get(number, np.nan), 0.0] for number in ids.tolist()]),
    )
    woken.resume(waiting, {}, Random(0), on)
    assert [round(woken.frontier.score_of(number), 2) for number in ids.tolist()] == [0.7, 0.7, 0.49, 1.0]
    assert woken.link_state() == []


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gene:sigma=1", "sigma must be a number above 0 and below 1, not '1'; by default it is 0.7"),
        ("gene:rho=-0.1", "rho must be a number from 0 to 1, not '-0.1'; by default it is 0.2"),
        ("gene:Val=0", "Val must be a number above 0 and of at most 1, not '0'; by default it is 1.0"),
        ("gene:blocked=maybe", "blocked must be true or false, not 'maybe'; by default it is true"),
    ],
)
def test_parameters_out_of_range_are_refused_with_the_range_and_the_default(spec: str, says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        strategies.make(spec)
    assert says in str(refused.value)
