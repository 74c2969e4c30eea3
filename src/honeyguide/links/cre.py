"""Comprehensive relevance of a link: its anchor, the page that holds it, and its PageRank (IELP eq. 5)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import isclose, isfinite
from typing import Any

import numpy as np
from msgspec import Struct, convert, to_builtins
from numpy.typing import NDArray

from honeyguide.errors import BadSetting
from honeyguide.links.pagerank import TopicPageRank
from honeyguide.model import Link, Page, Relevance, ScoredLink
from honeyguide.protocols import AnchorScorer, LinkScores


class CreState(Struct, frozen=True):
    anchor: dict[str, Any]
    ranked_pages: int
    """Pages in the graph when PageRank was last computed; 0 before the first time."""


class ComprehensiveRelevance:
    """E = 0.7 R(a) + 0.2 R(p) + 0.1 PR(target).

    A link that several pages hold keeps the best of 0.7 R(a) + 0.2 R(p) [ours]. PR has a mean of about 1
    and no upper bound; E must stay in [0, 1], so PR is divided by its maximum [ours]. A link found since
    PR was last computed has the PR of a page without in-links, 1 − d; before the first time all have 0.
    """

    def __init__(
        self,
        anchors: AnchorScorer,
        pagerank: TopicPageRank,
        weights: tuple[float, float, float] = (0.7, 0.2, 0.1),
        refresh_growth: float = 0.1,
        refresh_pages: int = 50,
        around: bool = False,
    ) -> None:
        if not all(isfinite(weight) and weight >= 0 for weight in weights) or not isclose(sum(weights), 1.0):
            raise BadSetting(
                f"the weights of anchor, page and PageRank must be 0 or more and add up to 1, not {weights}; "
                "IELP has 0.7, 0.2 and 0.1"
            )
        if not refresh_growth > 0 or refresh_pages < 1:
            raise BadSetting("PageRank can be renewed only after some growth and at least one page")
        self.anchors = anchors
        self.pagerank = pagerank
        self.weights = weights
        self.refresh_growth = refresh_growth
        self.refresh_pages = refresh_pages
        self.around = around
        """Whether the text around every link is scored too."""
        # Plain arrays: single numbers are read and written here ten times as fast as in numpy's.
        self._base = array("f")
        """The best 0.7 R(a) + 0.2 R(p) of each link …"""
        self._anchor_part = array("f")
        """… and how much of it is 0.7 R(a)."""
        self._rank_part = array("f")
        self._new_link_rank = 0.0
        self._ranked_pages = 0

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        """Each distinct link once with its score; R(a) of every link."""
        self.anchors.observe(relevance.matched_terms)
        anchor_relevance = self.anchors.score_links(page.links)
        targets = [link.id for link in links]
        self.pagerank.add_page(source.id, targets, anchor_relevance)
        self._reach(1 + max(source.id, *targets, 0))
        base, rank = self._base, self._rank_part
        of_anchor, of_page = self.weights[0], self.weights[1] * relevance.score
        around = self.anchors.score_each([link.context for link in page.links]) if self.around else ()
        scored: dict[int, ScoredLink] = {}
        for at, (link, number, relevant) in enumerate(zip(links, targets, anchor_relevance, strict=True)):
            if of_anchor * relevant + of_page > base[number]:
                self._keep_best(number, relevant, relevance.score)
            score = min(1.0, base[number] + rank[number])  # IELP eq. 5
            near = around[at] if around else 0.0
            before = scored.get(number)
            scored[number] = ScoredLink(
                link,
                score,
                max(relevant, before.anchor) if before else relevant,
                max(near, before.around) if before else near,
                self.rank_of(number),
            )
        return LinkScores(list(scored.values()), anchor_relevance, around)

    def explain(self, number: int) -> dict[str, float]:
        """The weighted parts of a link's score."""
        self._reach(number + 1)
        anchor = self._anchor_part[number]
        return {"anchor": anchor, "page": self._base[number] - anchor, "pagerank": self._rank_part[number]}

    def set_prior(self, number: int, worth: float = 1.0) -> None:
        """A link that no page named, a seed or the target of a redirect, is worth at least this much of an anchor
        and a page of relevance 1. Say it again after `restore`."""
        self._reach(number + 1)
        self._keep_best(number, worth, worth)

    def prior(self, number: int) -> float:
        """What `set_prior` needs for the target of a redirect to be worth as much as its source."""
        best = self.weights[0] + self.weights[1]
        return min(1.0, self._base[number] / best) if best and number < len(self._base) else 0.0

    def score_of(self, number: int) -> float:
        self._reach(number + 1)
        return min(1.0, self._base[number] + self._rank_part[number])

    def rank_of(self, number: int) -> float:
        """PageRank of the link's target, divided by the largest; 0 where it has no weight."""
        return min(1.0, self._rank_part[number] / self.weights[2]) if self.weights[2] else 0.0

    def refresh(self) -> NDArray[np.float32] | None:
        """New scores when the crawl has grown by a tenth, and 50 pages, since the last: constant cost a page."""
        grown = self.pagerank.pages - self._ranked_pages
        if grown < max(self.refresh_pages, self.refresh_growth * self._ranked_pages):
            return None
        self._rank(self.pagerank.pages)
        return self.scores()

    def scores(self, known: int = 0) -> NDArray[np.float32]:
        """The score of every link as it is now, by link number, for at least so many links."""
        self._reach(known)
        scores = np.array(self._base, np.float32) + np.array(self._rank_part, np.float32)  # IELP eq. 5
        return np.minimum(scores, 1, out=scores)

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
        around: NDArray[Any] | None = None,
        hosts: NDArray[Any] | None = None,
    ) -> None:
        """Go on from what was stored, in the order in which it was scored: of each page its number, R(p) and how
        many links it has; of each link its target and R(a), as `score` gave them. Scores are then what they
        were, to the bit. The text around links and the hosts of all links have no part in them."""
        stored = convert(state, CreState)
        self.anchors.restore(stored.anchor)
        self.pagerank.load(pages, out_links, targets, anchor_relevance)
        self._reach(1 + int(max(pages.max(initial=-1), targets.max(initial=-1))))
        anchor_part = self.weights[0] * np.asarray(anchor_relevance, np.float64)
        candidate = anchor_part + self.weights[1] * np.repeat(np.asarray(page_relevance, np.float64), out_links)
        base = np.zeros(len(self._base))
        np.maximum.at(base, targets, candidate)
        best = np.flatnonzero(candidate == base[targets])[::-1]
        np.frombuffer(self._base, np.float32)[:] = base
        np.frombuffer(self._anchor_part, np.float32)[targets[best]] = anchor_part[best]  # the first is written last
        if stored.ranked_pages:
            self._rank(stored.ranked_pages)

    def _keep_best(self, number: int, anchor_relevance: float, page_relevance: float) -> None:
        anchor_part = self.weights[0] * anchor_relevance
        candidate = anchor_part + self.weights[1] * page_relevance  # IELP eq. 5, but for PR
        if candidate > self._base[number]:
            self._base[number] = candidate
            self._anchor_part[number] = anchor_part

    def _rank(self, pages: int) -> None:
        rank = self.pagerank.compute(pages)
        scale = np.float32(self.weights[2]) / rank.max()
        self._new_link_rank = float(np.float32(1 - self.pagerank.damping) * scale)
        parts = np.frombuffer(self._rank_part, np.float32)
        parts[: len(rank)] = rank * scale
        parts[len(rank) :] = self._new_link_rank
        self._ranked_pages = pages

    def _reach(self, length: int) -> None:
        missing = length - len(self._base)
        if missing > 0:
            self._base.extend([0.0] * missing)
            self._anchor_part.extend([0.0] * missing)
            self._rank_part.extend([self._new_link_rank] * missing)
