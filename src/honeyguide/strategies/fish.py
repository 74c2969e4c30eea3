"""Fish search: links of relevant pages first, then some of the others, none where a school died (HYB 1, WSE 2.1).

After De Bra and Post 1994, in the form of Hersovici et al. 1998, Fig. 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Visit
from honeyguide.strategies.fish_base import FishBase, KeepsReserve, SchoolDepth


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    width: Annotated[int, Meta(ge=1, le=1000, description="links of an irrelevant page that are hoped for")] = 5
    depth: SchoolDepth = 3
    alpha: Annotated[
        float, Meta(ge=1.0, le=100.0, description="of a relevant page so many times the width are hoped for (α)")
    ] = 1.5
    reserve: KeepsReserve = True


class Fish(FishBase):
    """A page is relevant when the crawl says that it is on topic [ours]: the search is Boolean."""

    paper = "HYB 1, WSE 2.1"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters.depth, reserve=parameters.reserve)
        self.parameters = parameters

    def relevant(self, visit: Visit) -> bool:
        return visit.on_topic

    def potentials(self, visit: Visit, inherited: float) -> Sequence[float]:
        """1 for the first α · width links of a relevant page, 0.5 for the first width of another, else 0 (step 3.1).

        Links that were named before do not count [ours]: else navigation would use up the width of every page.
        """
        p = self.parameters
        score, left = (1.0, int(p.alpha * p.width)) if visit.on_topic else (0.5, p.width)
        told = []
        for scored in visit.links:
            hoped_for = left > 0 and not self.named(scored.link.id)
            left -= hoped_for
            told.append(score if hoped_for else 0.0)
        return told
