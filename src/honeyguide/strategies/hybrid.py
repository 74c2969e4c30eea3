"""Hybrid similarity: a telling anchor is followed at once, for the others the content of a page decides (HYB 2.4).

In the paper that is the target's own content (`content=target`): the target is fetched, and kept or not. By default
it is that of the page that holds the link, which spares the fetch [ours].

What the paper leaves open [ours]: telling anchors come first, the most similar first; then the other links, those of
the most similar pages, or for the target's content those with the highest E, first; the rest is the reserve, by E.
Pages that are not kept lead on by telling anchors alone. Seeds are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct, convert
from numpy.typing import NDArray

from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.parameters import KeepsDiscarded
from honeyguide.strategies.prioritized import WithReserve, kept_or_new, numbers_of

_RESERVE, _BY_PAGE = 1 / 3, float(np.float32(2 / 3))
"""The queue's scores are thirds: what scores no more is the reserve, beyond it are links by page, then by anchor."""


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    variant: Annotated[
        Literal["hybrid", "anchor", "traditional"],
        Meta(description="what decides: both, the anchor alone, or the page alone (the comparison of HYB 3.3.2)"),
    ] = "hybrid"
    content: Annotated[
        Literal["holder", "target"],
        Meta(
            description="whose content decides where the anchor does not: that of the page that holds the link, or "
            "as published that of the target, which is fetched first, and kept or not"
        ),
    ] = "holder"
    anchor: Annotated[
        float, Meta(ge=0.01, le=1.0, description="a link whose anchor is more similar is followed at once")
    ] = 0.5
    page: Annotated[
        float, Meta(ge=0.01, le=1.0, description="how similar the content that decides must be at least")
    ] = 0.3
    reserve: KeepsDiscarded = True


class Hybrid(WithReserve):
    paper = "HYB 2.4"
    link_model = "semantic"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(_RESERVE, reserve=parameters.reserve)
        self.parameters = parameters
        self.pages_kept = 0

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._enter([ScoredLink(seed, 1.0) for seed in seeds], [1.0] * len(seeds))

    def tell(self, visit: Visit) -> None:
        if visit.again:
            self.frontier.put_back(visit.link.id)
        if visit.outcome is Outcome.REDIRECT:  # the target is worth what the link to it was
            self._enter(visit.links, [self.frontier.score_of(visit.link.id)] * len(visit.links))
            return
        if visit.outcome is Outcome.REFERRAL:  # whoever fetched it knows what the link to it was worth
            kept = visit.relevance >= self.parameters.page
        else:
            kept = self.keeps(visit.link.id, visit.relevance)
        self.pages_kept += kept and visit.outcome is Outcome.PAGE
        self._enter(visit.links, [self.priority(scored, visit.relevance, kept) for scored in visit.links])

    def keeps(self, number: int, relevance: float) -> bool:
        """Whether a page that was fetched is kept: all are, but where the target's own content decides."""
        p = self.parameters
        if p.content == "holder" or self.frontier.score_of(number) > _BY_PAGE:
            return True
        return p.variant != "anchor" and relevance >= p.page  # HYB 2.4, step 2

    def priority(self, scored: ScoredLink, page: float, kept: bool = True) -> float:
        """Where a link of a page waits, in thirds: by its anchor, by content, or in the reserve."""
        p = self.parameters
        if p.variant != "traditional" and scored.anchor > p.anchor:  # HYB 2.4, step 1
            return (2 + scored.anchor) / 3
        if p.variant != "anchor":  # HYB 2.4, step 2
            if p.content == "target" and kept:
                return (1 + scored.score) / 3
            if p.content == "holder" and page >= p.page:
                return (1 + page) / 3
        return scored.score / 3

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """What decides of a link is settled when a page brings it."""

    def kept(self, number: int) -> tuple[float, float]:
        return self.frontier.score_of(number), 0.0

    def state(self) -> dict[str, object]:
        return {**super().state(), "kept": self.pages_kept}

    def metrics(self) -> dict[str, float]:
        return {**super().metrics(), "kept": self.pages_kept}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        self.pages_kept = convert(state.get("kept", 0), int)

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        return kept_or_new(waiting, share=1 / 3)

    def _enter(self, links: Sequence[ScoredLink], priorities: Sequence[float]) -> None:
        ids, hosts = numbers_of(links)
        self.frontier.add(ids, hosts, priorities)
        self.changed.update(filter(self.frontier.waits, ids))
