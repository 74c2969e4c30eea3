"""Breadth first: fewest clicks from a seed, first found first (the universal crawler of NEWS)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.model import ScoredLink
from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.prioritized import Prioritized


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Bfs(Prioritized):
    paper = "baseline of all five papers"

    def priority(self, link: ScoredLink) -> float:
        return 1.0 / (1.0 + link.link.depth)

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        """The depth of a link says it all."""
        self._priorities.clear()
        return ()

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        scores: NDArray[np.float32] = (1.0 / (1.0 + waiting.depths)).astype(np.float32)
        return scores
