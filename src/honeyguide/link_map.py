"""The crawled graph as a picture: pages or hosts with the links between them, their relevance and their rank."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.errors import BadInput, NotThere
from honeyguide.insight.authority import site_ranks
from honeyguide.links.pagerank import TopicPageRank
from honeyguide.map_layout import layout
from honeyguide.progress import Progress
from honeyguide.storage.folder import last_change
from honeyguide.storage.items import host_graph
from honeyguide.storage.link_graph import PageGraph, citation_count, host_totals, names_of, page_graph

MOST = 5_000
"""Nodes of a map."""
_LINKS_A_NODE = 3
_SKETCHED = 100_000
"""Citations that a sketch takes into account."""
Numbers = NDArray[np.int64]
Ranks = NDArray[np.float64]
_RANKED: dict[tuple[Path, object], tuple[PageGraph, Ranks]] = {}
"""Whoever goes from page to page in the map need not have a million links read again."""


class MapNode(Struct, frozen=True):
    """A page, or a host."""

    number: int
    """Of the page's link; of a host none: -1."""
    name: str
    """The title of a page, or its URL; the host."""
    url: str
    host: str
    relevance: float
    """Of a host: that of its pages, on average."""
    on_topic: int
    """Pages on topic …"""
    pages: int
    """… of how many."""
    rank: float
    """PageRank, divided by the largest in the map."""
    x: float
    y: float
    """Where it stands, in [0, 1]."""


class LinkMap(Struct, frozen=True):
    nodes: tuple[MapNode, ...]
    """Those with the highest rank first; the page in the middle before all others."""
    links: tuple[tuple[int, int], ...]
    """From and to, as places in `nodes`."""
    total: int
    """Pages or hosts that there are."""
    total_links: int
    """Links between these nodes, drawn or not …"""
    whole: bool = True
    """… or False: those that a sketch looked at."""


def page_map(folder: Path, around: int | None, most: int, progress: Progress, *, sketch: bool = False) -> LinkMap:
    """The pages nearest to one by links, either way; without one those of the highest PageRank."""
    _check(most)
    progress("links", 0, 3)
    state = (folder, last_change(folder))
    every = _every(folder) if sketch and state not in _RANKED else 1
    graph, ranks = _ranked(*state) if every == 1 else _rank(page_graph(folder, every, around))
    if around is not None and not np.isin(around, graph.pages):
        raise NotThere(f"{around}: is not the number of a page of the crawl in {folder.name}")
    chosen = _highest(graph.pages, ranks, most) if around is None else _around(graph, ranks, around, most)
    named = names_of(folder, chosen.tolist())
    parents = np.array([named[number].parent for number in chosen.tolist()], np.int64)
    sources, targets, total = _between(chosen, parents, graph, ranks)
    progress("layout", 2, 3)
    at = layout(len(chosen), sources, targets)
    top = max(float(ranks[chosen].max(initial=0.0)), 1e-9)
    nodes = tuple(
        MapNode(
            number=number,
            name=named[number].title or named[number].url,
            url=named[number].url,
            host=named[number].host,
            relevance=named[number].relevance,
            on_topic=int(named[number].on_topic),
            pages=1,
            rank=float(ranks[number]) / top,
            x=x,
            y=y,
        )
        for number, (x, y) in zip(chosen.tolist(), at.tolist(), strict=True)
    )
    progress("layout", 3, 3)
    return LinkMap(nodes, _pairs(sources, targets), len(graph.pages), total, every == 1)


def host_map(folder: Path, most: int, progress: Progress, *, sketch: bool = False) -> LinkMap:
    """The hosts that gave a page, those of the highest PageRank among hosts."""
    _check(most)
    progress("links", 0, 3)
    every = _every(folder) if sketch else 1
    graph, known = host_graph(folder, every), {each.host: each for each in host_totals(folder, every)}
    progress("PageRank", 1, 3)
    ranks = site_ranks(len(graph.names), graph.sources, graph.targets, graph.links)
    read = np.array([place for place, name in enumerate(graph.names) if name in known], np.int64)
    chosen = _highest(read, ranks, most)
    where = np.full(max(1, len(graph.names)), -1)
    where[chosen] = np.arange(len(chosen))
    both = (where[graph.sources] >= 0) & (where[graph.targets] >= 0)
    sources, targets = where[graph.sources[both]], where[graph.targets[both]]
    strong = np.argsort(-graph.links[both], kind="stable")[: _LINKS_A_NODE * len(chosen)]
    progress("layout", 2, 3)
    at = layout(len(chosen), sources[strong], targets[strong])
    top = max(float(ranks[chosen].max(initial=0.0)), 1e-9)
    nodes = []
    for place, (x, y) in zip(chosen.tolist(), at.tolist(), strict=True):
        host = known[graph.names[place]]
        rank = float(ranks[place]) / top
        nodes.append(MapNode(-1, host.host, "", host.host, host.relevance, host.on_topic, host.pages, rank, x, y))
    progress("layout", 3, 3)
    return LinkMap(tuple(nodes), _pairs(sources[strong], targets[strong]), len(read), len(sources), every == 1)


def _check(most: int) -> None:
    if not 1 <= most <= MOST:
        raise BadInput(f"most: {most} is not between 1 and {MOST:,}")


def _every(folder: Path) -> int:
    """Of how many citations a sketch takes one."""
    return max(1, -(-citation_count(folder) // _SKETCHED))


def _ranked(folder: Path, changed: object) -> tuple[PageGraph, Ranks]:
    """Of all links; the last one is kept."""
    made = _RANKED.get((folder, changed)) or _rank(page_graph(folder))
    _RANKED.clear()
    _RANKED[folder, changed] = made
    return made


def _rank(graph: PageGraph) -> tuple[PageGraph, Ranks]:
    return graph, _page_ranks(graph)


def _page_ranks(graph: PageGraph) -> Ranks:
    """By link number. What a page cites stands in one run; a page that was visited again has two."""
    ranks = np.full(graph.links, 1e-9)
    if len(graph.sources):
        borders = np.flatnonzero(np.diff(graph.sources, prepend=-1))
        model = TopicPageRank()
        model.load(graph.sources[borders], np.diff(borders, append=len(graph.sources)), graph.targets, graph.anchors)
        found = model.compute()
        ranks[: len(found)] = found
    return ranks


def _highest(numbers: Numbers, ranks: Ranks, most: int) -> Numbers:
    return numbers[np.argsort(-ranks[numbers], kind="stable")[:most]]


def _around(graph: PageGraph, ranks: Ranks, around: int, most: int) -> Numbers:
    """Ring by ring; of the last one those of the highest rank."""
    is_page = np.zeros(graph.links, bool)
    is_page[graph.pages] = True
    both = is_page[graph.sources] & is_page[graph.targets]
    sources, targets = graph.sources[both], graph.targets[both]
    known = np.zeros(graph.links, bool)
    known[around] = True
    chosen = ring = np.array([around], np.int64)
    while len(ring) and len(chosen) < most:
        reached = np.zeros(len(known), bool)
        reached[targets[known[sources]]] = True
        reached[sources[known[targets]]] = True
        ring = _highest(np.flatnonzero(reached & ~known), ranks, most - len(chosen))
        known[ring] = True
        chosen = np.concatenate([chosen, ring])
    return chosen


def _between(chosen: Numbers, parents: Numbers, graph: PageGraph, ranks: Ranks) -> tuple[Numbers, Numbers, int]:
    """Links between these pages, and how many there are: by which each was found first, then those of high rank."""
    where = np.full(graph.links, -1)
    where[chosen] = np.arange(len(chosen))
    sources, targets = where[graph.sources], where[graph.targets]
    both = (sources >= 0) & (targets >= 0) & (sources != targets)
    pairs = np.unique(sources[both] * len(chosen) + targets[both])
    sources, targets = pairs // max(1, len(chosen)), pairs % max(1, len(chosen))
    first = parents[targets] == chosen[sources]
    order = np.lexsort((-ranks[chosen[sources]] - ranks[chosen[targets]], ~first))[: _LINKS_A_NODE * len(chosen)]
    return sources[order], targets[order], len(pairs)


def _pairs(sources: Numbers, targets: Numbers) -> tuple[tuple[int, int], ...]:
    return tuple(zip(sources.tolist(), targets.tolist(), strict=True))
