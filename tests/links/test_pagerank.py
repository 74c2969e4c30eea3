from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.links.pagerank import TopicPageRank

Edges = list[tuple[int, float]]


def ranks(pages: dict[int, Edges], iterations: int = 500, **parameters: float) -> TopicPageRank:
    made = TopicPageRank(iterations=iterations, tolerance=0.0, **parameters)
    for source, edges in pages.items():
        made.add_page(source, [target for target, _ in edges], [relevance for _, relevance in edges])
    return made


def dense(pages: dict[int, Edges], damping: float, influence: float) -> NDArray[np.float64]:
    """The fixed point of IELP eq. 4, solved as linear equations."""
    links = 1 + max([*pages, *(target for edges in pages.values() for target, _ in edges)])
    matrix = np.zeros((links, links))
    for source, edges in pages.items():
        for target, relevance in edges:
            matrix[target, source] += (1 + influence * relevance) / len(edges)
    return np.linalg.solve(np.eye(links) - damping * matrix, np.full(links, 1 - damping))


def test_worked_by_hand() -> None:
    # 0 → 1 (R = 1), 0 → 2 (R = 0), 1 → 2 (R = 0.5), 2 → 0 (R = 0); d = 0.85, λ = 0.15.
    # x0 = 0.15 + 0.85 x2
    # x1 = 0.15 + 0.85 · x0/2 · 1.15              = 0.15 + 0.48875 x0
    # x2 = 0.15 + 0.85 · (x0/2 + x1 · 1.075)      = 0.15 + 0.425 x0 + 0.91375 x1
    #    = 0.2870625 + 0.8715953 x0
    # x0 = 0.3940031 + 0.7408560 x0 = 1.520403; x1 = 0.893097; x2 = 1.612239
    computed = ranks({0: [(1, 1.0), (2, 0.0)], 1: [(2, 0.5)], 2: [(0, 0.0)]}).compute()
    assert computed.tolist() == pytest.approx([1.520403, 0.893097, 1.612239], abs=1e-4)
    assert computed.dtype == np.float32


def test_without_influence_it_is_plain_pagerank() -> None:
    # NEWS eq. 3 on the same graph: x1 = 0.15 + 0.425 x0; x2 = 0.15 + 0.425 x0 + 0.85 x1 = 0.2775 + 0.78625 x0;
    # x0 = 0.15 + 0.85 x2 = 0.385875 + 0.6683125 x0 = 1.163369; x1 = 0.644432; x2 = 1.192199: a mean of 1.
    graph: dict[int, Edges] = {0: [(1, 1.0), (2, 0.0)], 1: [(2, 0.5)], 2: [(0, 0.0)]}
    computed = ranks(graph, influence=0.0).compute()
    assert computed.tolist() == pytest.approx([1.163369, 0.644432, 1.192199], abs=1e-4)


def test_links_that_were_never_crawled_have_a_rank_too() -> None:
    # 0 → 3 only: PR(0) = 0.15, PR(3) = 0.15 + 0.85 · 0.15 = 0.2775; 1 and 2 are not linked to.
    assert ranks({0: [(3, 0.0)]}).compute().tolist() == pytest.approx([0.15, 0.15, 0.15, 0.2775])


def test_links_that_other_shards_own_share_the_vote() -> None:
    # 0 → 1, and two more links elsewhere: a third of PR(0) goes to 1.
    made = TopicPageRank()
    made.add_page(0, [1], [0.0], 2)
    assert made.compute().tolist() == pytest.approx([0.15, 0.15 + 0.85 * 0.15 / 3])


def test_several_links_to_one_page_add_up() -> None:
    # Half of page 0 goes to 1 by each of two links, one of them with R = 1: 0.15 + 0.85 · 0.15 · (1 + 1.15)/2.
    assert ranks({0: [(1, 0.0), (1, 1.0)]}).compute()[1] == pytest.approx(0.15 + 0.85 * 0.15 * 1.075)


def test_nothing_crawled_is_nothing_ranked() -> None:
    assert len(TopicPageRank().compute()) == 0
    assert ranks({2: []}).compute().tolist() == pytest.approx([0.15] * 3)


graphs = st.dictionaries(
    st.integers(0, 12), st.lists(st.tuples(st.integers(0, 15), st.floats(0, 1, width=32)), max_size=6), min_size=1
)


@settings(max_examples=60)
@given(graphs, st.sampled_from([(0.85, 0.15), (0.5, 0.9), (0.85, 0.0), (0.6, 0.3)]))
def test_agrees_with_a_dense_solution_on_any_graph(pages: dict[int, Edges], parameters: tuple[float, float]) -> None:
    damping, influence = parameters
    made = ranks(pages, damping=damping, influence=influence)
    used = made.cap(max([r for edges in pages.values() for _, r in edges], default=0.0))
    np.testing.assert_allclose(made.compute(), dense(pages, damping, used), rtol=1e-3)


@pytest.mark.parametrize("damping", [0.1, 0.5, 0.85, 0.99])
@pytest.mark.parametrize("influence", [0.15, 0.5, 10.0])
@pytest.mark.parametrize("relevance", [1.0, 0.6])
def test_converges_on_the_worst_ring_whatever_is_set(damping: float, influence: float, relevance: float) -> None:
    # Two pages that name only each other: x = (1 − d)/(1 − d(1 + λR)), infinite when d(1 + λR) reaches 1.
    made = ranks({0: [(1, relevance)], 1: [(0, relevance)]}, 10_000, damping=damping, influence=influence)
    gain = damping * (1 + made.cap(relevance) * relevance)
    assert gain < 1
    assert made.compute().tolist() == pytest.approx([(1 - damping) / (1 - gain)] * 2, rel=1e-2)


def test_the_published_influence_is_not_capped() -> None:
    assert TopicPageRank().cap(1.0) == 0.15
    # (1/0.85 − 1)/1 · 0.9 = 0.158824
    assert TopicPageRank(influence=0.5).cap(1.0) == pytest.approx(0.158824, abs=1e-6)
    assert TopicPageRank(influence=0.5).cap(0.0) == 0.5


def test_the_rank_of_the_first_pages_is_what_it_was_then() -> None:
    rng = np.random.default_rng(3)
    made = TopicPageRank()
    then = np.zeros(0, np.float32)
    for page in range(60):
        if page == 40:
            then = made.compute()
        made.add_page(page, rng.integers(0, 200, 7).tolist(), rng.random(7).tolist())
    assert made.pages == 60
    assert made.compute(40).tobytes() == then.tobytes()
    assert made.compute().tobytes() == made.compute(60).tobytes()


def test_loading_in_bulk_is_adding_one_by_one() -> None:
    rng = np.random.default_rng(4)
    out_links = rng.integers(0, 5, 30)
    targets, relevance = rng.integers(0, 90, out_links.sum()), rng.random(out_links.sum()).astype(np.float32)
    elsewhere = rng.integers(0, 3, 20)
    single, bulk = TopicPageRank(), TopicPageRank()
    bulk.load(np.arange(10), out_links[:10], targets[: out_links[:10].sum()], relevance[: out_links[:10].sum()])
    rest = slice(out_links[:10].sum(), None)
    bulk.load(np.arange(10, 30), out_links[10:], targets[rest], relevance[rest], elsewhere)
    for page, end in enumerate(np.cumsum(out_links)):
        mine = slice(end - out_links[page], end)
        single.add_page(page, targets[mine], relevance[mine], elsewhere[page - 10] if page >= 10 else 0)
    assert single.compute().tobytes() == bulk.compute().tobytes()


def test_refuses_arrays_that_do_not_fit_together() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        TopicPageRank().load(np.arange(2), np.array([1, 1]), np.arange(3), np.zeros(3))


@pytest.mark.parametrize(
    "parameters",
    [{"damping": 0.0}, {"damping": 1.0}, {"damping": float("nan")}, {"influence": -1.0}, {"influence": float("inf")}],
)
def test_refuses_parameters_without_meaning(parameters: dict[str, float]) -> None:
    with pytest.raises(BadSetting, match="PageRank"):
        TopicPageRank(**parameters)  # type: ignore[arg-type]
