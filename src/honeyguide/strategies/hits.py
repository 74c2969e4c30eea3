"""Authorities and hubs among pages, by HITS: links inside a host count less than those across hosts (SVM eq. 10)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Graph = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""Pages, where the links of each end among the targets, and the targets: see `protocols.CrawlView.graph`."""
Numbers = NDArray[np.float64]

TOLERANCE = 1e-6
MOST_STEPS = 100
"""Where two parts of the graph weigh the same, the published iteration may swing for ever [ours]."""


def link_weights(
    graph: Graph, chosen: NDArray[np.int64], hosts: NDArray[np.int64], epsilon: float
) -> csr_array[np.float64]:
    """δ(u, v) for the links among the chosen pages, row u and column v by their place in `chosen`.

    `chosen` are places in the graph's list of pages, and `hosts` their hosts. A link counts once, however often it
    stands on the page, and a page does not vouch for itself [ours].
    """
    pages, ends, targets = graph
    count = len(chosen)
    place = np.full(1 + max(pages.max(initial=-1), targets.max(initial=-1)), -1, np.int64)
    place[pages[chosen]] = np.arange(count)
    u = np.repeat(place[pages], np.diff(ends, prepend=0))
    v = place[targets]
    among = (u >= 0) & (v >= 0) & (u != v)
    u, v = np.divmod(np.unique(u[among] * count + v[among]), max(1, count))
    weights = np.where(hosts[u] == hosts[v], epsilon, 1.0)  # SVM eq. 10
    return csr_array((weights, (u, v)), shape=(count, count))


def hits(
    weights: csr_array[np.float64], tolerance: float = TOLERANCE, most_steps: int = MOST_STEPS
) -> tuple[Numbers, Numbers]:
    """Authority and hub of every page; both are of length 1, or 0 throughout where there is no link."""
    from_sources = weights.T.tocsr()
    authority = hub = np.ones(weights.shape[0])
    for _ in range(most_steps):
        last_authority, last_hub = authority, hub
        authority = _unit(np.asarray(from_sources @ last_hub))  # SVM, get_seeds (2): Σ Hub(v) · δ(v, u)
        hub = _unit(np.asarray(weights @ last_authority))  # Σ Authority(v) · δ(u, v)
        moved = np.linalg.norm(authority - last_authority) + np.linalg.norm(hub - last_hub)
        if moved <= tolerance:
            break
    return authority, hub


def best(scores: Numbers, n: int) -> NDArray[np.int64]:
    """The places of the `n` highest; among equals, the first."""
    return np.argsort(-scores, kind="stable")[:n]


def _unit(vector: Numbers) -> Numbers:
    length = np.linalg.norm(vector)
    unit: Numbers = vector / length if length else vector
    return unit
