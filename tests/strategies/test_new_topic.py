"""After the topic changed nothing is kept with links: they wait by the scores that the new topic gives them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.strategies.worked import WorkedWeb

from honeyguide import strategies
from honeyguide.model import ScoredLink
from honeyguide.protocols import Strategy, WaitingLinks
from honeyguide.strategies.prioritized import Prioritized, kept_or_new

WEB = WorkedWeb({0: {1: 0.5, 2: 0.3, 3: 0.8}}, relevance={0: 0.2})


def waiting(*kept: float) -> WaitingLinks:
    """Three links of depth 1, the last the best, and a seed."""
    ids = np.arange(1, 5)
    scores = np.array([0.2, 0.4, 0.6, 0.0], np.float32)
    first = np.array(kept or [np.nan] * 4)
    return WaitingLinks(ids, ids, scores, np.array([1, 1, 1, 0]), 5, np.column_stack([first, first]))


class ByDepth(Prioritized):
    def priority(self, link: ScoredLink) -> float:
        return 1 / (1 + link.link.depth)


@pytest.mark.parametrize("strategy", ["hybrid", "fish", "shark", ByDepth])
def test_links_that_nothing_is_kept_with_wait_by_their_scores_after_the_seeds(strategy: str | type) -> None:
    made: Strategy = strategies.make(strategy)
    made.resume(waiting(), {}, Random(0), WEB)
    assert list(made.ask(4)) == [4, 3, 2, 1]


def test_what_is_kept_counts_else_a_share_of_the_score() -> None:
    told = kept_or_new(waiting(0.9, np.nan, np.nan, np.nan), seed=2.0, share=0.5)
    assert told.tolist() == pytest.approx([0.9, 0.2, 0.3, 2.0])
