"""HITS with link weights, by hand and against a dense computation."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array

from honeyguide.strategies.hits import MOST_STEPS, Graph, best, hits, link_weights


def graph(links: dict[int, list[int]]) -> Graph:
    """Page → its links, in the order in which the pages came."""
    ends = np.cumsum([len(targets) for targets in links.values()])
    flat = [target for targets in links.values() for target in targets]
    return np.array(list(links), np.int32), ends.astype(np.int32), np.array(flat, np.int32)


def weights(links: dict[int, list[int]], chosen: list[int], hosts: list[int]) -> NDArray[np.float64]:
    return link_weights(graph(links), np.array(chosen), np.array(hosts), 0.3).toarray()


def test_a_link_inside_a_host_weighs_epsilon_and_one_across_hosts_1() -> None:
    # Pages 7 and 4 are on host 0, page 9 on host 1.
    found = weights({7: [4, 9], 4: [9], 9: []}, [0, 1, 2], [0, 0, 1])
    assert found.tolist() == [[0, 0.3, 1], [0, 0, 1], [0, 0, 0]]


def test_links_count_once_and_only_among_the_chosen_pages_and_not_to_the_page_itself() -> None:
    # Page 4 is not chosen, and 5 was never fetched; 7 links to 9 twice and to itself.
    found = weights({7: [9, 4, 7, 9, 5], 4: [9, 7], 9: [7, 4]}, [0, 2], [0, 1])
    assert found.tolist() == [[0, 1], [1, 0]]


def test_worked_by_hand() -> None:
    # a → b (0.3), a → c (1), b → c (1). MᵀM on (b, c) is [[0.09, 0.3], [0.3, 2]]: its largest eigenvalue is
    # (2.09 + √(2.09² − 4 · 0.09)) / 2 = 2.046011, with the vector (0.3, 1.956011) / 1.978883 = (0.151601, 0.988442).
    # Hubs: a has 0.3 · 0.151601 + 0.988442 = 1.033922 and b 0.988442; of length 1: (0.722826, 0.691030).
    authority, hub = hits(csr_array(np.array([[0, 0.3, 1], [0, 0, 1], [0, 0, 0]])))
    assert authority == pytest.approx([0, 0.151601, 0.988442], abs=1e-5)
    assert hub == pytest.approx([0.722826, 0.691030, 0], abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_equals_a_dense_computation(seed: int) -> None:
    rng = Random(seed)
    links = {page: [rng.randrange(60) for _ in range(rng.randrange(12))] for page in rng.sample(range(60), 40)}
    chosen = sorted(rng.sample(range(40), 30))
    hosts = [rng.randrange(4) for _ in chosen]
    pages = [list(links)[at] for at in chosen]
    n = len(pages)

    delta = np.zeros((n, n))
    for u in range(n):
        for v in range(n):
            if u != v and pages[v] in links[pages[u]]:
                delta[u, v] = 0.3 if hosts[u] == hosts[v] else 1.0
    authority, hub = np.ones(n), np.ones(n)
    for _ in range(10_000):
        authority, hub = (
            np.array([sum(hub[v] * delta[v, u] for v in range(n)) for u in range(n)]),
            np.array([sum(authority[v] * delta[u, v] for v in range(n)) for u in range(n)]),
        )
        authority, hub = authority / np.linalg.norm(authority), hub / np.linalg.norm(hub)
        if np.linalg.norm(delta.T @ hub / np.linalg.norm(delta.T @ hub) - authority) < 1e-9:
            break

    sparse = link_weights(graph(links), np.array(chosen), np.array(hosts), 0.3)
    assert sparse.toarray() == pytest.approx(delta)
    found = hits(sparse, tolerance=1e-12, most_steps=10_000)
    assert found[0] == pytest.approx(authority, abs=1e-6)
    assert found[1] == pytest.approx(hub, abs=1e-6)
    principal = np.abs(np.linalg.eigh(delta.T @ delta)[1][:, -1])
    assert found[0] == pytest.approx(principal, abs=1e-6)


def test_without_links_nobody_is_an_authority_or_a_hub() -> None:
    authority, hub = hits(link_weights(graph({0: [], 3: [9]}), np.array([0, 1]), np.array([0, 0]), 0.3))
    assert authority.tolist() == hub.tolist() == [0, 0]
    authority, hub = hits(link_weights(graph({}), np.array([], np.int64), np.array([], np.int64), 0.3))
    assert len(authority) == len(hub) == 0


def test_ends_where_the_iteration_swings_for_ever() -> None:
    # Four hubs with one authority, and one hub with four authorities: both parts have the eigenvalue 4, and the
    # shares of the two parts change with every step.
    links = {0: [4], 1: [4], 2: [4], 3: [4], 4: [], 5: [6, 7, 8, 9], 6: [], 7: [], 8: [], 9: []}
    matrix = link_weights(graph(links), np.arange(10), np.arange(10), 0.3)
    one, other = hits(matrix, most_steps=MOST_STEPS)[0], hits(matrix, most_steps=MOST_STEPS + 1)[0]
    assert np.linalg.norm(one - other) > 0.1
    assert np.linalg.norm(one) == pytest.approx(1.0)


def test_of_equals_the_first_are_the_best() -> None:
    assert best(np.array([0.1, 0.5, 0.5, 0.0, 0.5]), 3).tolist() == [1, 2, 4]
    assert best(np.zeros(3), 2).tolist() == [0, 1]
    assert best(np.zeros(1), 5).tolist() == [0]
