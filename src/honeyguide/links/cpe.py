"""Comprehensive priority of a link: its target, the pages that hold it, its anchor, its PageRank (WSE eq. 10–14)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import isclose, isfinite
from typing import Any

import numpy as np
from msgspec import convert, to_builtins
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.links.cre import CreState
from honeyguide.links.pagerank import TopicPageRank
from honeyguide.model import Link, Page, Relevance, ScoredLink
from honeyguide.protocols import AnchorScorer, LinkScores

_NONE = -1.0
"""No measurement, or no text around the link."""


class ComprehensivePriority:
    """E = 0.3 F1 + 0.15 F2 + 0.35 F3 + 0.2 F4.

    F1 is R of the target once it is fetched. Before, it is an estimate: the relevance of the text around the link,
    the best over the pages that hold it, or the mean relevance of its host's pages where it stands without text
    [ours]. F2 is the mean R of the pages that hold it; F3 the best R(a); F4 is PR divided by its maximum, as in CRE
    [ours]. F4 and the means of hosts are renewed together when the crawl has grown by a tenth, and 50 pages.
    """

    def __init__(
        self,
        anchors: AnchorScorer,
        pagerank: TopicPageRank,
        weights: tuple[float, float, float, float] = (0.3, 0.15, 0.35, 0.2),
        refresh_growth: float = 0.1,
        refresh_pages: int = 50,
    ) -> None:
        if not all(isfinite(weight) and weight >= 0 for weight in weights) or not isclose(sum(weights), 1.0):
            raise BadSetting(
                f"the weights of target, pages, anchor and PageRank must be 0 or more and add up to 1, not {weights}"
                "; WSE has 0.3, 0.15, 0.35 and 0.2"
            )
        self.anchors = anchors
        self.pagerank = pagerank
        self.weights = weights
        self.refresh_growth = refresh_growth
        self.refresh_pages = refresh_pages
        # By link number; plain arrays, see CRE.
        self._measured = array("f")
        self._around = array("f")
        self._anchor = array("f")
        self._rank = array("f")
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
        self._new_link_rank = 0.0
        self._ranked_pages = 0

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        self.anchors.observe(relevance.matched_terms)
        anchor_relevance = self.anchors.score_links(page.links)
        around = self.anchors.score_each([link.context for link in page.links])
        around = [near if link.context else _NONE for near, link in zip(around, page.links, strict=True)]
        targets = [link.id for link in links]
        self.pagerank.add_page(source.id, targets, anchor_relevance)
        self._reach(1 + max(source.id, *targets, 0))
        self._measured[source.id] = relevance.score
        self._host[source.id] = source.host
        self._page_hosts.append(source.host)
        self._page_relevance.append(relevance.score)
        first: dict[int, Link] = {}
        for link, number, relevant, near in zip(links, targets, anchor_relevance, around, strict=True):
            if number not in first:
                first[number] = link
                self._host[number] = link.host
                self._holders[number] += 1
                self._holding[number] += relevance.score
            self._anchor[number] = max(self._anchor[number], relevant)
            self._around[number] = max(self._around[number], near)
        scored = [
            ScoredLink(link, self.score_of(n), self._anchor[n], max(0.0, self._around[n]), self._rank[n])
            for n, link in first.items()
        ]
        return LinkScores(scored, anchor_relevance, around)

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """F1 to F4 of these links, a row a link."""
        return self._factors(ids).T.astype(np.float32)

    def explain(self, number: int) -> dict[str, float]:
        """The weighted parts of a link's score."""
        parts = self._factors_of(number)
        names = ("target", "pages", "anchor", "pagerank")
        return {name: weight * part for name, weight, part in zip(names, self.weights, parts, strict=True)}

    def set_prior(self, number: int, worth: float = 1.0) -> None:
        """A link that no page named, a seed or the target of a redirect, is worth at least this much of a page, an
        anchor and a text around it of relevance 1. Say it again after `restore`."""
        self._reach(number + 1)
        self._anchor[number] = max(self._anchor[number], worth)
        self._around[number] = max(self._around[number], worth)
        if not self._holders[number]:
            self._holders[number], self._holding[number] = 1, worth

    def prior(self, number: int) -> float:
        """What `set_prior` needs for the target of a redirect to be worth as much as its source."""
        best = sum(self.weights[:3])
        if not best or number >= len(self._anchor):
            return 0.0
        target, pages, anchor, _ = self._factors_of(number)
        of_target, of_pages, of_anchor, _ = self.weights
        return min(1.0, (of_target * target + of_pages * pages + of_anchor * anchor) / best)

    def score_of(self, number: int) -> float:
        parts = self._factors_of(number)
        return min(1.0, sum([weight * part for weight, part in zip(self.weights, parts, strict=True)]))  # WSE eq. 10

    def rank_of(self, number: int) -> float:
        """F4: PageRank of the link's target, divided by the largest."""
        return self._rank[number]

    def refresh(self) -> NDArray[np.float32] | None:
        """New scores when they are due to move in bulk, else None."""
        grown = self.pagerank.pages - self._ranked_pages
        if grown < max(self.refresh_pages, self.refresh_growth * self._ranked_pages):
            return None
        self._renew(self.pagerank.pages)
        return self.scores()

    def scores(self, known: int = 0) -> NDArray[np.float32]:
        """The score of every link as it is now, by link number, for at least so many links."""
        self._reach(known)
        factors = self._factors(np.arange(len(self._anchor), dtype=np.int64))
        scores = sum(weight * factor for weight, factor in zip(self.weights, factors, strict=True))  # WSE eq. 10
        told: NDArray[np.float32] = np.minimum(scores, 1).astype(np.float32)
        return told

    def state(self) -> dict[str, object]:
        state: dict[str, object] = to_builtins(CreState(self.anchors.state(), self._ranked_pages))
        return state

    def restore(
        self,
        state: Mapping[str, object],
        pages: NDArray[Any],
        page_relevance: NDArray[Any],
        out_links: NDArray[Any],
        targets: NDArray[Any],
        anchor_relevance: NDArray[Any],
        around: NDArray[Any],
        hosts: NDArray[Any],
    ) -> None:
        """Go on from what was stored, see CRE; of each link also the text around it, and the host of every link."""
        stored = convert(state, CreState)
        self.anchors.restore(stored.anchor)
        self.pagerank.load(pages, out_links, targets, anchor_relevance)
        self._reach(len(hosts))
        np.frombuffer(self._host, np.int32)[:] = hosts
        np.frombuffer(self._measured, np.float32)[pages] = page_relevance
        np.maximum.at(np.frombuffer(self._anchor, np.float32), targets, anchor_relevance.astype(np.float32))
        np.maximum.at(np.frombuffer(self._around, np.float32), targets, around.astype(np.float32))
        pairs = np.repeat(np.arange(len(pages)), out_links) * len(hosts) + targets
        _, once = np.unique(pairs, return_index=True)
        once.sort()
        np.add.at(np.frombuffer(self._holders, np.int32), targets[once], 1)
        held = np.repeat(np.asarray(page_relevance, np.float64), out_links)[once]
        np.add.at(np.frombuffer(self._holding, np.float64), targets[once], held)
        self._page_hosts.frombytes(hosts[pages].astype(np.int32).tobytes())
        self._page_relevance.frombytes(page_relevance.astype(np.float64).tobytes())
        if stored.ranked_pages:
            self._renew(stored.ranked_pages)

    def _factors(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        self._reach(1 + int(ids.max(initial=-1)))
        hosts = np.frombuffer(self._host_mean, np.float64)
        host = np.frombuffer(self._host, np.int32)[ids]
        mean = np.where(host < len(hosts), hosts[np.minimum(host, len(hosts) - 1)], 0.0)
        around = np.frombuffer(self._around, np.float32)[ids]
        measured = np.frombuffer(self._measured, np.float32)[ids]
        holders = np.maximum(1, np.frombuffer(self._holders, np.int32)[ids])
        return np.array(
            [
                np.where(measured >= 0, measured, np.where(around >= 0, around, mean)),  # WSE eq. 11
                np.frombuffer(self._holding, np.float64)[ids] / holders,  # WSE eq. 12
                np.frombuffer(self._anchor, np.float32)[ids],  # WSE eq. 13
                np.frombuffer(self._rank, np.float32)[ids],  # WSE eq. 14
            ],
            np.float64,
        )

    def _factors_of(self, number: int) -> tuple[float, float, float, float]:
        self._reach(number + 1)
        target = self._measured[number]
        if target < 0:
            target = self._around[number]
        if target < 0:
            host = self._host[number]
            target = self._host_mean[host] if host < len(self._host_mean) else 0.0
        pages = self._holding[number] / max(1, self._holders[number])
        return target, pages, self._anchor[number], self._rank[number]

    def _renew(self, pages: int) -> None:
        rank = self.pagerank.compute(pages)
        largest = rank.max()
        self._new_link_rank = float(np.float32(1 - self.pagerank.damping) / largest)
        parts = np.frombuffer(self._rank, np.float32)
        parts[: len(rank)] = rank / largest
        parts[len(rank) :] = self._new_link_rank
        hosts = np.array(self._page_hosts)[:pages]
        means = np.bincount(hosts, np.array(self._page_relevance)[:pages]) / np.maximum(1, np.bincount(hosts))
        self._host_mean = array("d", means.tobytes())
        self._ranked_pages = pages

    def _reach(self, length: int) -> None:
        missing = length - len(self._anchor)
        if missing > 0:
            self._measured.extend([_NONE] * missing)
            self._around.extend([_NONE] * missing)
            self._anchor.extend([0.0] * missing)
            self._rank.extend([self._new_link_rank] * missing)
            self._holders.extend([0] * missing)
            self._holding.extend([0.0] * missing)
            self._host.extend([0] * missing)
