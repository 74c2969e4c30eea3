"""Comprehensive relevance of a link: its anchor, the page that holds it, and its PageRank (IELP eq. 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose, isfinite
from typing import Any

import numpy as np
from msgspec import Struct, convert, to_builtins
from numpy.typing import NDArray

from honeyguide.columns import Column
from honeyguide.errors import BadSetting
from honeyguide.links.anchor import AnchorRelevance
from honeyguide.links.pagerank import TopicPageRank
from honeyguide.model import Link, Page, Relevance, ScoredLink


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
        anchors: AnchorRelevance,
        pagerank: TopicPageRank,
        weights: tuple[float, float, float] = (0.7, 0.2, 0.1),
        refresh_growth: float = 0.1,
        refresh_pages: int = 50,
    ) -> None:
        if not all(isfinite(weight) and weight >= 0 for weight in weights) or not isclose(sum(weights), 1.0):
            raise BadSetting(
                f"the weights of anchor, page and PageRank must be 0 or more and add up to 1, not {weights}"
            )
        if not refresh_growth > 0 or refresh_pages < 1:
            raise BadSetting("PageRank can be renewed only after some growth and at least one page")
        self.anchors = anchors
        self.pagerank = pagerank
        self.weights = weights
        self.refresh_growth = refresh_growth
        self.refresh_pages = refresh_pages
        self._term_number = {name: number for number, name in enumerate(anchors.terms.names)}
        self._base = Column(np.float32)
        """The best 0.7 R(a) + 0.2 R(p) of each link …"""
        self._anchor_part = Column(np.float32)
        """… and how much of it is 0.7 R(a)."""
        self._rank_part = Column(np.float32)
        self._new_link_rank = 0.0
        self._ranked_pages = 0

    def score(
        self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]
    ) -> tuple[Sequence[ScoredLink], Sequence[float]]:
        """Each distinct link once with its score; R(a) of every link."""
        held = [each.term for each in relevance.evidence if any(each.counts)]
        self.anchors.observe([self._term_number[term] for term in held if term in self._term_number])
        targets, anchor_relevance = _edges(
            [link.id for link in links], self.anchors.score_each([link.anchor for link in page.links])
        )
        self.pagerank.add_page(source.id, targets, anchor_relevance)
        self._reach(1 + max(source.id, int(targets.max(initial=0))))
        self._keep_best(targets, anchor_relevance, np.float32(relevance.score))
        scores = np.minimum(self._base.values[targets] + self._rank_part.values[targets], 1).tolist()  # IELP eq. 5
        distinct = {link.id: ScoredLink(link, score) for link, score in zip(links, scores, strict=True)}
        return list(distinct.values()), anchor_relevance.tolist()

    def explain(self, number: int) -> dict[str, float]:
        """The weighted parts of a link's score."""
        self._reach(number + 1)
        base, anchor, rank = (
            float(column.values[number]) for column in (self._base, self._anchor_part, self._rank_part)
        )
        return {"anchor": anchor, "page": base - anchor, "pagerank": rank}

    def vouch(self, number: int, worth: float = 1.0) -> None:
        """A link that no page named, a seed or the target of a redirect, is worth at least this much of an anchor
        and a page of relevance 1. Say it again after `restore`."""
        self._reach(number + 1)
        at_least = np.array([worth], np.float32)
        self._keep_best(np.array([number], np.int32), at_least, at_least)

    def worth(self, number: int) -> float:
        """What `vouch` needs for the target of a redirect to be worth as much as its source."""
        best = self.weights[0] + self.weights[1]
        return min(1.0, float(self._base.values[number]) / best) if best and number < len(self._base) else 0.0

    def score_of(self, number: int) -> float:
        self._reach(number + 1)
        return min(1.0, float(self._base.values[number] + self._rank_part.values[number]))

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
        scores: NDArray[np.float32] = self._base.values + self._rank_part.values  # IELP eq. 5
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
    ) -> None:
        """Go on from what was stored, in the order in which it was scored: of each page its number, R(p) and how
        many links it has; of each link its target and R(a), as `score` gave them. Scores are then what they
        were, to the bit."""
        stored = convert(state, CreState)
        links, relevance = np.asarray(targets, np.int32), np.asarray(anchor_relevance, np.float32)
        self.anchors.restore(stored.anchor)
        self.pagerank.load(pages, out_links, links, relevance)
        self._reach(1 + int(max(pages.max(initial=-1), links.max(initial=-1))))
        self._keep_best(links, relevance, np.repeat(np.asarray(page_relevance, np.float32), out_links))
        if stored.ranked_pages:
            self._rank(stored.ranked_pages)

    def _keep_best(
        self,
        targets: NDArray[np.int32],
        anchor_relevance: NDArray[np.float32],
        page_relevance: NDArray[np.float32] | np.float32,
    ) -> None:
        anchor_part = self.weights[0] * anchor_relevance
        candidate = anchor_part + self.weights[1] * page_relevance  # IELP eq. 5, but for PR
        base = self._base.values
        before = base[targets]
        np.maximum.at(base, targets, candidate)
        best = np.flatnonzero((candidate > before) & (candidate == base[targets]))[::-1]
        self._anchor_part.values[targets[best]] = anchor_part[best]  # of several the first: it is written last

    def _rank(self, pages: int) -> None:
        rank = self.pagerank.compute(pages)
        scale = np.float32(self.weights[2]) / rank.max()
        self._new_link_rank = float(np.float32(1 - self.pagerank.damping) * scale)
        self._rank_part.values[: len(rank)] = rank * scale
        self._rank_part.values[len(rank) :] = self._new_link_rank
        self._ranked_pages = pages

    def _reach(self, length: int) -> None:
        self._base.reach(length)
        self._anchor_part.reach(length)
        known = len(self._rank_part)
        self._rank_part.reach(length)[known:] = self._new_link_rank


def _edges(
    targets: Sequence[int], anchor_relevance: Sequence[float]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    return np.array(targets, np.int32), np.array(anchor_relevance, np.float32)
