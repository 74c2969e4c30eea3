"""How far apart are two links? Edges on the shortest path between them in the crawl graph (WSE definition 4).

A virtual page links to all seeds, so that there always is a path. Paths run over the crawl tree (each link below the
page that first named it) and over the links of the two pages themselves, not over all links of the crawl [ours]:
then the ways up from both pages are all that is needed, and nothing walks over the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.protocols import CrawlView

VIRTUAL = -1
"""The page above the seeds."""
MOST_LINKS = 200
"""Links of a page that paths may begin with …"""
MOST_STEPS = 100
"""… and edges on a way up; what is farther away is reached through the virtual page alone [ours]."""


class WaysUp(NamedTuple):
    """The links that a page reaches by one of its links at most and then up the tree."""

    nodes: NDArray[np.int64]
    """In rising order."""
    steps: NDArray[np.int64]
    """Edges to each of them."""
    depth: int
    """Edges to the virtual page, up the tree."""


def ways_up(number: int, links: Sequence[int], known: CrawlView) -> WaysUp:
    """Of a page that was fetched, with the links that it holds."""
    steps: dict[int, int] = {}
    parent = known.parent
    for first, begin in [(number, 0), *((link, 1) for link in links[:MOST_LINKS])]:
        node, step = first, begin
        while step <= MOST_STEPS and steps.get(node, MOST_STEPS + 1) > step:
            steps[node] = step
            if node == VIRTUAL:
                break
            node, step = parent(node), step + 1
    nodes = np.array(sorted(steps), np.int64)
    return WaysUp(nodes, np.array([steps[node] for node in nodes.tolist()], np.int64), known.depth(number) + 1)


def distances(one: WaysUp, others: Sequence[WaysUp]) -> NDArray[np.int64]:
    """From one page to each of the others: the shortest way up to where both ways meet."""
    told = np.array([one.depth + other.depth for other in others], np.int64)
    if not others:
        return told
    nodes = np.concatenate([other.nodes for other in others])
    steps = np.concatenate([other.steps for other in others])
    owner = np.repeat(np.arange(len(others)), [len(other.nodes) for other in others])
    at = np.minimum(np.searchsorted(one.nodes, nodes), len(one.nodes) - 1)
    meet = one.nodes[at] == nodes
    np.minimum.at(told, owner[meet], steps[meet] + one.steps[at[meet]])
    return told


def mean_distance(pages: Sequence[WaysUp]) -> float:
    """Among all pairs (WSE 6.3, d_ave); of a single page 2, as between seeds that do not know each other [ours]."""
    if len(pages) < 2:
        return 2.0
    total = sum(int(distances(page, pages[i:]).sum()) for i, page in enumerate(pages, start=1))
    return total / (len(pages) * (len(pages) - 1) / 2)
