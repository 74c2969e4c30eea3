"""Shark search: links by what their pages hand down and by the words at the link itself (HYB 1, WSE 2.1).

After Hersovici et al. 1998, Fig. 2: fish search whose potential scores are no longer Boolean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Visit
from honeyguide.strategies.fish_base import FishBase, KeepsReserve, SchoolDepth


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    delta: Annotated[float, Meta(gt=0.0, le=1.0, description="what is left of a score with every click (δ)")] = 0.5
    beta: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of the anchor against the text around it (β)")
    ] = 0.8
    gamma: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of what is inherited against the words at the link (γ)")
    ] = 0.5
    depth: SchoolDepth = 3
    reserve: KeepsReserve = True


class Shark(FishBase):
    """The similarities are those of the crawl: R(p) of a page, R(a) of an anchor and of the text around a link."""

    paper = "HYB 1, WSE 2.1"
    needs = frozenset({"context"})

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters.depth, reserve=parameters.reserve)
        self.parameters = parameters

    def relevant(self, visit: Visit) -> bool:
        return visit.relevance > 0.0

    def inherit(self, visit: Visit, inherited: float) -> float:
        return self.parameters.delta * (visit.relevance if self.relevant(visit) else inherited)  # Fig. 2, step 1

    def potentials(self, visit: Visit, inherited: float) -> Sequence[float]:
        p = self.parameters
        told = []
        for scored in visit.links:
            around = 1.0 if scored.anchor > 0.0 else scored.context_score  # Fig. 2, step 4
            neighbourhood = p.beta * scored.anchor + (1.0 - p.beta) * around  # Fig. 2, step 5
            told.append(p.gamma * inherited + (1.0 - p.gamma) * neighbourhood)  # Fig. 2, step 6
        return told
