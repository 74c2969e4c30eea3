"""Breadth first: fewest clicks from a seed, first found first (the universal crawler of NEWS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
from msgspec import Struct

from honeyguide.model import ScoredLink
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.prioritized import Prioritized


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Bfs(Prioritized):
    paper = "baseline of all five papers"

    def priority(self, link: ScoredLink) -> float:
        return 1.0 / (1.0 + link.link.depth)

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        """The depth of a link says it all."""
        self._changed.clear()
        return ()

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        self.frontier.load(waiting, (1.0 / (1.0 + waiting.depths)).astype(np.float32))
