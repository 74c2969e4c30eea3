"""What CRE and CPE share: a link's score is a weighted sum, and topic PageRank is the last of its parts."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct, convert, to_builtins
from numpy.typing import NDArray

from honeyguide.links.anchor import AnchorRelevance, TextScorer
from honeyguide.links.pagerank import TopicPageRank
from honeyguide.links.semantic_anchors import semantic_anchors
from honeyguide.model import Link, OutLink, Page, Topic
from honeyguide.protocols import LinkGraph, LinkHistory
from honeyguide.topics.terms import Terms


class ComprehensiveState(Struct, frozen=True):
    anchor: dict[str, Any]
    ranked_pages: int
    """Pages in the graph when PageRank was last computed; 0 before the first time."""
    heard: float = 0.0
    """The largest PR that other shards of the crawl told of …"""
    heard_then: float = 0.0
    """… and what it was when PageRank was last computed."""


class Comprehensive:
    """Each model says what it keeps of a link, and what that is worth.

    PR has a mean of about 1 and no upper bound; E must stay in [0, 1], so PR is divided by its maximum [ours]: in
    shards by the largest that any of them told of, so that their scores can be compared. A link found since PR was
    last computed has the PR of a page without in-links, 1 − d; before the first time all have 0.
    """

    gives = frozenset({"graph"})
    anchors_only = False
    degraded_reason = ""
    parts: tuple[str, ...]
    """Names of the weighted parts of a score."""
    refresh_growth = 0.1
    refresh_pages = 50

    def __init__(self, weights: tuple[float, ...], topic: Topic, pagerank: TopicPageRank) -> None:
        self.weights = weights
        self.anchors = self.anchor_scorer(topic)
        self.pagerank = pagerank
        # By link number. Plain arrays: single numbers are read and written here ten times as fast as in numpy's.
        self._rank = array("f")
        self._new_link_rank = 0.0
        self._ranked_pages = 0
        self._largest = self._heard = self._heard_then = 0.0

    def texts_of(self, links: Sequence[OutLink]) -> list[str]:
        """What R(a) of each link is told by."""
        return [link.anchor for link in links]

    def anchor_scorer(self, topic: Topic) -> TextScorer:
        return semantic_anchors(topic) if topic.anchors == "semantic" else AnchorRelevance(Terms(topic))

    def explain(self, number: int) -> dict[str, float]:
        self._reach(number + 1)
        return dict(zip(self.parts, self._weighted(number), strict=True))

    def prior(self, number: int) -> float:
        best = sum(self.weights[:-1])
        return min(1.0, self._without_rank(number) / best) if best and number < len(self._rank) else 0.0

    @property
    def largest(self) -> float:
        return max(self._largest, self._heard)

    def hear_largest(self, largest: float) -> None:
        self._heard = max(self._heard, largest)

    def refresh(self) -> NDArray[np.float32] | None:
        """New scores when the crawl has grown by a tenth, and 50 pages, since the last: constant cost a page."""
        grown = self.pagerank.pages - self._ranked_pages
        if grown < max(self.refresh_pages, self.refresh_growth * self._ranked_pages):
            return None
        self._renew(self.pagerank.pages)
        return self.scores()

    def scores(self, known: int = 0) -> NDArray[np.float32]:
        raise NotImplementedError

    def graph(self) -> LinkGraph:
        return self.pagerank.graph()

    def state(self) -> dict[str, object]:
        state: dict[str, object] = to_builtins(
            ComprehensiveState(self.anchors.state(), self._ranked_pages, self._heard, self._heard_then)
        )
        return state

    def restore(self, state: Mapping[str, object], history: LinkHistory) -> None:
        stored = convert(state, ComprehensiveState)
        self.anchors.restore(stored.anchor)
        self.pagerank.load(
            history.pages, history.out_links, history.targets, history.anchor_relevance, history.links_elsewhere
        )
        self._reach(len(history.hosts))
        self._recall(history)
        if stored.ranked_pages:
            self._heard = stored.heard_then
            self._renew(stored.ranked_pages)
        self._heard = stored.heard

    def _compare(
        self, page: Page, source: Link, links: Sequence[Link]
    ) -> tuple[list[int], list[float], Sequence[float]]:
        """The numbers of a page's links, R of each anchor, and of each text around a link where that is asked for."""
        anchor_relevance = self.anchors.score_each(self.texts_of(page.links))
        near = self.anchors.score_each([link.context for link in page.links]) if "context" in self.gives else ()
        targets = [link.id for link in links]
        self.pagerank.add_page(source.id, targets, anchor_relevance, page.links_elsewhere)
        self._reach(1 + max(source.id, *targets, 0))
        return targets, anchor_relevance, near

    def _weighted(self, number: int) -> tuple[float, ...]:
        """The parts of a known link's score."""
        raise NotImplementedError

    def _without_rank(self, number: int) -> float:
        """What they add up to without PageRank."""
        raise NotImplementedError

    def _recall(self, history: LinkHistory) -> None:
        """Know again what was kept of every link."""
        raise NotImplementedError

    def _scaled(self, rank: NDArray[np.float32], largest: np.float32) -> NDArray[np.float32]:
        """PageRank as it is kept."""
        raise NotImplementedError

    def _renew(self, pages: int) -> None:
        rank = self.pagerank.compute(pages)
        self._largest, self._heard_then = float(rank.max()), self._heard
        largest = np.float32(self.largest)
        self._new_link_rank = float(self._scaled(np.array([1 - self.pagerank.damping], np.float32), largest)[0])
        kept = np.frombuffer(self._rank, np.float32)
        kept[: len(rank)] = self._scaled(rank, largest)
        kept[len(rank) :] = self._new_link_rank
        self._ranked_pages = pages

    def _reach(self, length: int) -> None:
        """Have room for so many links."""
        missing = length - len(self._rank)
        if missing > 0:
            self._rank.extend([self._new_link_rank] * missing)
            self._grow(missing)

    def _grow(self, missing: int) -> None:
        raise NotImplementedError
