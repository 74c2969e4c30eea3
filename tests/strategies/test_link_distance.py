"""Distances between links, against paths counted by hand and against a search of the whole graph."""

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies.worked import WorkedWeb

from honeyguide.strategies.link_distance import MOST_STEPS, VIRTUAL, distances, mean_distance, ways_up

# Seeds 0 and 1; 0 ─▶ 2, 3; 1 ─▶ 4; 2 ─▶ 5; 4 ─▶ 6, 3.
WEB = WorkedWeb({0: {2: 1, 3: 1}, 1: {4: 1}, 2: {5: 1}, 4: {6: 1, 3: 1}}, seeds=(0, 1))


def distance(web: WorkedWeb, one: int, other: int) -> int:
    a, b = (ways_up(page, list(web.links.get(page, ())), web) for page in (one, other))
    return int(distances(a, [b])[0])


@pytest.mark.parametrize(
    ("one", "other", "edges"),
    [
        (0, 0, 0),
        (0, 1, 2),  # 0 – virtual – 1
        (0, 2, 1),
        (2, 3, 2),  # 2 – 0 – 3
        (5, 0, 2),
        (5, 6, 6),  # 5 – 2 – 0 – virtual – 1 – 4 – 6: the link 4 ─▶ 3 belongs to neither page
        (0, 4, 2),  # 0 – 3 – 4: both link to 3; up the tree it were 3
        (3, 4, 1),  # 4 links to 3, although 3 hangs below 0
        (4, 3, 1),
        (5, 4, 4),  # 5 – 2 – 0 – 3 – 4: up the tree it were 5
    ],
)
def test_paths_counted_by_hand(one: int, other: int, edges: int) -> None:
    assert distance(WEB, one, other) == edges


def test_the_mean_is_over_all_pairs() -> None:
    # 0–1: 2, 0–2: 1, 1–2: 3.
    ways = [ways_up(page, list(WEB.links[page]), WEB) for page in (0, 1, 2)]
    assert mean_distance(ways) == pytest.approx(2.0)
    assert mean_distance(ways[1:]) == pytest.approx(3.0)
    assert mean_distance(ways[:1]) == 2.0
    assert distances(ways[0], []).tolist() == []


def test_a_page_far_up_is_reached_through_the_virtual_page_alone() -> None:
    web = Chain(3 * MOST_STEPS)
    deep = ways_up(3 * MOST_STEPS, [], web)
    # 300 edges apart, but only a hundred steps are looked at: 301 up to the virtual page, and 1 down.
    assert distances(deep, [ways_up(0, [], web)]).tolist() == [3 * MOST_STEPS + 2]
    assert distances(deep, [ways_up(3 * MOST_STEPS - 7, [], web)]).tolist() == [7]
    assert len(deep.nodes) == MOST_STEPS + 1


class Chain(WorkedWeb):
    """Each page links to the next."""

    def __init__(self, length: int) -> None:
        super().__init__({}, seeds=())
        self.parents = {page: page - 1 for page in range(length + 1)}

    def depth(self, number: int) -> int:
        return number


def searched(edges: Mapping[int, Sequence[int]], one: int, other: int) -> int:
    """The shortest path by a search of all that can be reached."""
    seen, front = {one: 0}, deque([one])
    while other not in seen:
        node = front.popleft()
        for near in edges[node]:
            if near not in seen:
                seen[near] = seen[node] + 1
                front.append(near)
    return seen[other]


@given(st.integers(0, 10**6), st.integers(2, 40))
def test_it_is_the_shortest_path_over_the_tree_and_the_links_of_both_pages(seed: int, size: int) -> None:
    rng = Random(seed)
    web = WorkedWeb({}, seeds=())
    web.parents = {page: rng.randrange(-1, page) for page in range(size)}
    links = {page: rng.sample(range(size), rng.randrange(min(6, size))) for page in range(size)}
    one, other = rng.randrange(size), rng.randrange(size)
    edges: dict[int, list[int]] = {node: [] for node in (VIRTUAL, *range(size))}
    pairs = [*web.parents.items(), *((page, link) for page in (one, other) for link in links[page])]
    for a, b in pairs:
        edges[a].append(b)
        edges[b].append(a)
    ways = [ways_up(page, links[page], web) for page in (one, other)]
    assert distances(ways[0], ways[1:])[0] == searched(edges, one, other)
    assert distances(ways[1], ways[:1])[0] == searched(edges, one, other)
