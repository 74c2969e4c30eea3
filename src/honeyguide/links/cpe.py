"""Comprehensive priority: the link's target, the pages that hold it, its anchor, its PageRank (WSE eq. 10–14)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from honeyguide.links.comprehensive import Comprehensive
from honeyguide.links.pagerank import TopicPageRank
from honeyguide.links.weights import Damping, Influence, Weighted
from honeyguide.model import Link, Page, Relevance, ScoredLink, Topic
from honeyguide.protocols import LinkHistory, LinkScores

_NONE = -1.0
"""No measurement, or no text around the link."""


class Parameters(Weighted, frozen=True, forbid_unknown_fields=True):
    WEIGHTS = ("l1", "l2", "l3", "l4")

    l1: Annotated[float, Meta(ge=0.0, le=1.0, description="weight of the target's relevance, F1 (WSE λ1)")] = 0.3
    l2: Annotated[float, Meta(ge=0.0, le=1.0, description="weight of the pages that hold the link, F2 (WSE λ2)")] = (
        0.15
    )
    l3: Annotated[float, Meta(ge=0.0, le=1.0, description="weight of the anchor, F3 (WSE λ3)")] = 0.35
    l4: Annotated[float, Meta(ge=0.0, le=1.0, description="weight of the target's PageRank, F4 (WSE λ4)")] = 0.2
    damping: Damping = 0.85
    influence: Influence = 0.15


class Cpe(Comprehensive):
    """E = 0.3 F1 + 0.15 F2 + 0.35 F3 + 0.2 F4.

    F1 is R of the target once it is fetched. Before, it is an estimate: the relevance of the text around the link,
    the best over the pages that hold it, or the mean relevance of its host's pages where it stands without text
    [ours]. F2 is the mean R of the pages that hold it; F3 the best R(a); F4 is PR. F4 and the means of hosts are
    renewed together.
    """

    paper = "WSE eq. 6–14"
    gives = frozenset({"context", "factors", "graph"})
    parts = ("target", "pages", "anchor", "pagerank")

    def __init__(self, parameters: Parameters, topic: Topic) -> None:
        super().__init__(parameters.weights, topic, TopicPageRank(parameters.damping, parameters.influence))
        self._measured = array("f")
        self._context = array("f")
        self._anchor = array("f")
        self._holders = array("i")
        self._holding = array("d")
        """Sum of R over the pages that hold the link."""
        self._host = array("i")
        self._host_mean = array("d", [0.0])
        """Mean relevance of each host's pages, as of the last renewal."""
        self._page_hosts = array("i")
        """Host of every page, in order …"""
        self._page_relevance = array("d")
        """… and its relevance."""

    def learn(self, link: Link, relevance: Relevance) -> None:
        self.anchors.observe(relevance.matched_terms)
        self._reach(link.id + 1)
        self._measured[link.id] = relevance.score
        self._host[link.id] = link.host
        self._page_hosts.append(link.host)
        self._page_relevance.append(relevance.score)

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        targets, anchor_relevance, near = self._compare(page, source, links)
        context = [score if link.context else _NONE for score, link in zip(near, page.links, strict=True)]
        first: dict[int, Link] = {}
        for link, number, relevant, around in zip(links, targets, anchor_relevance, context, strict=True):
            if number not in first:
                first[number] = link
                self._host[number] = link.host
                self._holders[number] += 1
                self._holding[number] += relevance.score
            self._anchor[number] = max(self._anchor[number], relevant)
            self._context[number] = max(self._context[number], around)
        scored = [
            ScoredLink(link, self.score_of(n), self._anchor[n], max(0.0, self._context[n]), self._rank[n])
            for n, link in first.items()
        ]
        return LinkScores(scored, anchor_relevance, context)

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        return self._factors(ids).T.astype(np.float32)

    def set_prior(self, number: int, prior: float = 1.0) -> None:
        """Worth as much as a page, an anchor and a text around it of this relevance."""
        self._reach(number + 1)
        self._anchor[number] = max(self._anchor[number], prior)
        self._context[number] = max(self._context[number], prior)
        if not self._holders[number]:
            self._holders[number], self._holding[number] = 1, prior

    def score_of(self, number: int) -> float:
        self._reach(number + 1)
        return min(1.0, sum(self._weighted(number)))  # WSE eq. 10

    def rank_of(self, number: int) -> float:
        self._reach(number + 1)
        return self._rank[number]

    def scores(self, known: int = 0) -> NDArray[np.float32]:
        self._reach(known)
        factors = self._factors(np.arange(len(self._rank), dtype=np.int64))
        total = sum(weight * factor for weight, factor in zip(self.weights, factors, strict=True))  # WSE eq. 10
        scores: NDArray[np.float32] = np.minimum(total, 1).astype(np.float32)
        return scores

    def _factors(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        """F1 to F4, a row each."""
        self._reach(1 + int(ids.max(initial=-1)))
        hosts = np.frombuffer(self._host_mean, np.float64)
        host = np.frombuffer(self._host, np.int32)[ids]
        mean = np.where(host < len(hosts), hosts[np.minimum(host, len(hosts) - 1)], 0.0)
        context = np.frombuffer(self._context, np.float32)[ids]
        measured = np.frombuffer(self._measured, np.float32)[ids]
        holders = np.maximum(1, np.frombuffer(self._holders, np.int32)[ids])
        return np.array(
            [
                np.where(measured >= 0, measured, np.where(context >= 0, context, mean)),  # WSE eq. 11
                np.frombuffer(self._holding, np.float64)[ids] / holders,  # WSE eq. 12
                np.frombuffer(self._anchor, np.float32)[ids],  # WSE eq. 13
                np.frombuffer(self._rank, np.float32)[ids],  # WSE eq. 14
            ],
            np.float64,
        )

    def _weighted(self, number: int) -> tuple[float, ...]:
        target = self._measured[number]
        if target < 0:
            target = self._context[number]
        if target < 0:
            host = self._host[number]
            target = self._host_mean[host] if host < len(self._host_mean) else 0.0
        pages = self._holding[number] / max(1, self._holders[number])
        l1, l2, l3, l4 = self.weights
        return l1 * target, l2 * pages, l3 * self._anchor[number], l4 * self._rank[number]

    def _without_rank(self, number: int) -> float:
        target, pages, anchor, _ = self._weighted(number)
        return target + pages + anchor

    def _recall(self, history: LinkHistory) -> None:
        pages, targets = history.pages, history.targets
        np.frombuffer(self._host, np.int32)[:] = history.hosts
        np.frombuffer(self._measured, np.float32)[pages] = history.page_relevance
        np.maximum.at(np.frombuffer(self._anchor, np.float32), targets, history.anchor_relevance.astype(np.float32))
        np.maximum.at(np.frombuffer(self._context, np.float32), targets, history.context_scores.astype(np.float32))
        pairs = np.repeat(np.arange(len(pages)), history.out_links) * len(history.hosts) + targets
        _, once = np.unique(pairs, return_index=True)
        once.sort()
        np.add.at(np.frombuffer(self._holders, np.int32), targets[once], 1)
        held = np.repeat(history.page_relevance.astype(np.float64), history.out_links)[once]
        np.add.at(np.frombuffer(self._holding, np.float64), targets[once], held)
        self._page_hosts.frombytes(history.hosts[pages].astype(np.int32).tobytes())
        self._page_relevance.frombytes(history.page_relevance.astype(np.float64).tobytes())

    def _scaled(self, rank: NDArray[np.float32], largest: np.float32) -> NDArray[np.float32]:
        return rank / largest

    def _renew(self, pages: int) -> None:
        super()._renew(pages)
        hosts = np.array(self._page_hosts)[:pages]
        means = np.bincount(hosts, np.array(self._page_relevance)[:pages]) / np.maximum(1, np.bincount(hosts))
        self._host_mean = array("d", means.tobytes())

    def _grow(self, missing: int) -> None:
        for column, value in (
            (self._measured, _NONE),
            (self._context, _NONE),
            (self._anchor, 0.0),
            (self._holding, 0.0),
        ):
            column.extend([value] * missing)
        self._holders.extend([0] * missing)
        self._host.extend([0] * missing)
