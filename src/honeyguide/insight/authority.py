"""Authority of a host: PageRank in the graph of the sites that cite each other (Brin and Page 1998)."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from honeyguide.insight.model import Numbers, Places
from honeyguide.sites import site_of
from honeyguide.storage.items import HostGraph

DAMPING = 0.85
ROUNDS = 100
TOLERANCE = 1e-9


def host_authority(graph: HostGraph) -> dict[str, float]:
    """Host → ln x / ln X in [0, 1], where x is the rank of its site in units of a site that nobody cites.

    X is the best rank among the sites that cite others, those that the crawl has read: what every page links to
    without being read, a button to share it, does not make all others small. 0: no other site cites it. Ranks are
    spread over orders of magnitude, hence the logarithm; a percentile would tell thousands of sites apart that one
    link each leads to [ours]. Hosts of one site are one node, so that subdomains cannot vouch for each other [ours].
    """
    sites: dict[str, int] = {}
    site = np.array([sites.setdefault(site_of(name), len(sites)) for name in graph.names], np.int64)
    if not sites:
        return {}
    sources, targets = site[graph.sources], site[graph.targets]
    rank = site_ranks(len(sites), sources, targets, graph.links)
    citing = sources[sources != targets]
    top = rank[citing].max() if len(citing) else 1.0
    if top <= 1.0:
        top = rank.max()
    scaled = np.minimum(1.0, np.log(rank) / np.log(top)) if top > 1.0 else np.zeros(len(sites))
    return dict(zip(graph.names, scaled[site].tolist(), strict=True))


def site_ranks(n: int, sources: Places, targets: Places, links: Places) -> Numbers:
    """x = 1 + d M x, where M[t, s] is the share of t in what s cites, each target counted ln(1 + its links) [ours].

    It is PageRank with random jumps to all sites, also from those that cite none, divided by the rank of a site
    that nobody cites: dangling sites change the scale of the ranks and no more.
    """
    away = sources != targets
    shape = (n, n)
    matrix = csr_array((links[away].astype(np.float64), (targets[away], sources[away])), shape=shape)
    matrix.sum_duplicates()
    matrix.data = np.log1p(matrix.data)
    cited = np.asarray(matrix.sum(axis=0)).ravel()
    share = np.divide(DAMPING, cited, out=np.zeros(n), where=cited > 0)
    rank = np.ones(n)
    for _ in range(ROUNDS):
        before = rank
        rank = 1.0 + matrix @ (share * before)
        if np.abs(rank - before).max() <= TOLERANCE * rank.max():
            break
    return rank
