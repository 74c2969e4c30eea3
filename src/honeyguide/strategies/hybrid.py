"""Hybrid similarity: a telling anchor is followed at once, for the others the page decides (HYB 2.4).

What the paper leaves open [ours]: the page whose similarity decides is the one that holds the link, because that of
the target is only known once it is fetched. Telling anchors come first, the most similar first; then links of similar
pages, those of the most similar first; the rest is the reserve, by E.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.parameters import KeepsDiscarded
from honeyguide.strategies.prioritized import WithReserve, kept_or_new, numbers_of

_RESERVE = 1 / 3
"""The queue's scores are thirds: what scores no more is the reserve, beyond it are links by page, then by anchor."""


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    variant: Annotated[
        Literal["hybrid", "anchor", "traditional"],
        Meta(description="what decides: both, the anchor alone, or the page alone (the comparison of HYB 3.3.2)"),
    ] = "hybrid"
    anchor: Annotated[
        float, Meta(ge=0.01, le=1.0, description="a link whose anchor is at least as similar is followed at once")
    ] = 0.5
    page: Annotated[
        float, Meta(ge=0.01, le=1.0, description="other links are followed when their page is at least as similar")
    ] = 0.3
    reserve: KeepsDiscarded = True


class Hybrid(WithReserve):
    paper = "HYB 2.4"
    link_model = "semantic"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(_RESERVE, reserve=parameters.reserve)
        self.parameters = parameters

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._enter([ScoredLink(seed, 1.0) for seed in seeds], [1.0] * len(seeds))

    def tell(self, visit: Visit) -> None:
        if visit.again:
            self.frontier.put_back(visit.link.id)
        if visit.outcome is Outcome.REDIRECT:  # the target is worth what the link to it was
            self._enter(visit.links, [self.frontier.score_of(visit.link.id)] * len(visit.links))
        else:
            self._enter(visit.links, [self.priority(scored, visit.relevance) for scored in visit.links])

    def priority(self, scored: ScoredLink, page: float) -> float:
        """Where a link waits, in thirds: by its anchor, by its page, or in the reserve."""
        p = self.parameters
        if p.variant != "traditional" and scored.anchor >= p.anchor:  # HYB 2.4, step 1
            return (2 + scored.anchor) / 3
        if p.variant != "anchor" and page >= p.page:  # HYB 2.4, step 2
            return (1 + page) / 3
        return scored.score / 3

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """What decides of a link is settled when a page brings it."""

    def kept(self, number: int) -> tuple[float, float]:
        return self.frontier.score_of(number), 0.0

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        return kept_or_new(waiting, share=1 / 3)

    def _enter(self, links: Sequence[ScoredLink], priorities: Sequence[float]) -> None:
        ids, hosts = numbers_of(links)
        self.frontier.add(ids, hosts, priorities)
        self.changed.update(filter(self.frontier.waits, ids))
