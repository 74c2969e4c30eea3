"""Gene factor: links inherit the value of their page, and less of it where their PageRank is low (NEWS 4.3).

What the paper leaves open [ours]: the channel of a page that is not on topic is blocked, and its links inherit a
lowered value too, so that they open a sub-channel instead of being cut; as printed, Algorithm 3 does not look at the
page (`blocked=false`). PageRank is that of the topic; the paper's is plain (`pagerank=plain`). A link that several
pages hold has the highest of its values. The queue is sorted at all times; what moves at intervals is PageRank. A
page that another shard of the crawl fetched passes on what a start URL does.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.prioritized import BestFirst, kept_or_new, numbers_of

_START = 2.0
"""What a start URL inherits: more than any page can pass on."""
_RANK = 3
"""Column of F4, PageRank divided by the largest."""


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    rho: Annotated[
        float,
        Meta(ge=0.0, le=1.0, description="share of the largest PageRank from which a link inherits the whole (ρ)"),
    ] = 0.2
    sigma: Annotated[
        float, Meta(gt=0.0, lt=1.0, description="what the inherited value is multiplied by otherwise (σ)")
    ] = 0.7
    Val: Annotated[float, Meta(gt=0.0, le=1.0, description="value of the start URLs, the highest there is")] = 1.0
    blocked: Annotated[
        bool, Meta(description="links of a page that is not on topic inherit its value times sigma; false as printed")
    ] = True
    pagerank: Annotated[
        Literal["topic", "plain"],
        Meta(
            description="whether links with an anchor on topic pass on more PageRank; plain as printed (NEWS eq. 3)"
        ),
    ] = "topic"


class Gene(BestFirst):
    """The scores of its frontier are the values Val."""

    paper = "NEWS 4.3, Algorithm 3"
    link_model = "cpe"
    needs = frozenset({"factors"})

    def __init__(self, parameters: Parameters) -> None:
        super().__init__()
        self.parameters = parameters
        if parameters.pagerank == "plain":
            self.link_model = "cpe:influence=0"  # NEWS eq. 3
        self._inherited = array("f")
        """The highest value that a page passed on to each link, before its own PageRank counts."""

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self.known = known
        self._enter([ScoredLink(seed, 1.0) for seed in seeds], _START)

    def tell(self, visit: Visit) -> None:
        number = visit.link.id
        if visit.again:
            self.frontier.put_back(number)
        if visit.outcome is Outcome.REDIRECT:
            self._enter(visit.links, self._inherited[number])
            return
        is_foreign = visit.outcome is Outcome.REFERRAL
        passed = self.parameters.Val if is_foreign else self.frontier.score_of(number)
        if self.parameters.blocked and not visit.on_topic:
            passed *= self.parameters.sigma
        self._enter(visit.links, passed)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """PageRank has moved: some links now inherit the whole, and some no more."""
        ids = np.arange(min(len(scores), len(self._inherited)), dtype=np.int64)
        self.frontier.rescore(self._values(ids))

    def kept(self, number: int) -> tuple[float, float]:
        return self._inherited[number], 0.0

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        self._reach(waiting.known)
        inherited = np.frombuffer(self._inherited, np.float32)
        inherited[waiting.ids] = kept_or_new(waiting, seed=_START)
        return self._values(waiting.ids)

    def _enter(self, links: Sequence[ScoredLink], passed: float) -> None:
        if not links:
            return
        ids, hosts = numbers_of(links)
        self._reach(1 + max(ids))
        inherited, p = self._inherited, self.parameters
        values = []
        for number, scored in zip(ids, links, strict=True):
            if passed > inherited[number]:
                inherited[number] = passed
                self.changed.add(number)
            whole = inherited[number]
            if whole >= _START:
                values.append(p.Val)
            else:
                values.append(whole if scored.rank >= p.rho else whole * p.sigma)  # NEWS Algorithm 3
        self.frontier.add(ids, hosts, values)

    def _values(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        p = self.parameters
        whole = np.array(self._inherited, np.float32)[ids].astype(np.float64)
        is_high = self.known.factors(ids)[:, _RANK].astype(np.float64) >= p.rho
        values = np.where(is_high, whole, whole * p.sigma)  # NEWS Algorithm 3
        told: NDArray[np.float32] = np.where(whole >= _START, p.Val, values).astype(np.float32)
        return told

    def _reach(self, length: int) -> None:
        missing = length - len(self._inherited)
        if missing > 0:
            self._inherited.frombytes(bytes(4 * missing))
