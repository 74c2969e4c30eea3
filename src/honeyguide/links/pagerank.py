"""Topic PageRank: links whose anchor is on topic carry more weight (IELP eq. 4, WSE eq. 9)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from honeyguide.errors import BadSetting
from honeyguide.protocols import LinkGraph

MARGIN = 0.1
"""Share of the room for λ that is left unused."""


class TopicPageRank:
    """PR(p) = (1 − d) + d Σ PR(q)/C(q) × (1 + λ R(a)) over the crawled graph, uncrawled targets too.

    As a fixed point: x = (1 − d) + d M x, where M[p, q] is the sum over the links from q to p of
    (1 + λ R)/C(q). Column q of M adds up to 1 + λ × (mean R of q's links) ≤ 1 + λ max R, so the 1-norm of
    d M, and with it every eigenvalue, is at most d (1 + λ max R). Below 1 the iteration converges on every
    graph. No weaker bound will do: on a ring of pages with a single link each, all with R = max R, the
    largest eigenvalue is d (1 + λ max R) itself. Hence λ < (1/d − 1)/max R; we stay a tenth below [ours].
    """

    def __init__(
        self, damping: float = 0.85, influence: float = 0.15, iterations: int = 30, tolerance: float = 1e-6
    ) -> None:
        if not 0 < damping < 1:
            raise BadSetting(f"the damping of PageRank must lie between 0 and 1, not be {damping}")
        if not (isfinite(influence) and influence >= 0):
            raise BadSetting(f"the influence of anchors on PageRank must be 0 or more, not {influence}")
        self.damping = damping
        self.influence = influence
        self.iterations = iterations
        self.tolerance = tolerance
        # Plain arrays: a page adds a few numbers to each, which numpy would need ten times as long for.
        self._sources = array("i")
        self._ends = array("i")
        """Where the links of each page end in the next two."""
        self._targets = array("i")
        self._relevance = array("f")
        self._elsewhere = array("i")
        """How many more links each page has, which other shards of the crawl own."""

    @property
    def pages(self) -> int:
        return len(self._sources)

    def add_page(
        self, source: int, targets: Sequence[int], anchor_relevance: Sequence[float], elsewhere: int = 0
    ) -> None:
        """`elsewhere`: so many more links, to what is not here, share its vote."""
        if len(targets) != len(anchor_relevance):
            raise ValueError("targets and relevances do not fit together")
        self._sources.append(source)
        self._targets.extend(targets)
        self._relevance.extend(anchor_relevance)
        self._ends.append(len(self._targets))
        self._elsewhere.append(elsewhere)

    def load(
        self,
        sources: NDArray[Any],
        out_links: NDArray[Any],
        targets: NDArray[Any],
        anchor_relevance: NDArray[Any],
        elsewhere: NDArray[Any] | None = None,
    ) -> None:
        """Many pages in order: how many links each has, the links of all of them one after the other, and how many
        more each has elsewhere."""
        more = np.zeros(len(sources), np.int32) if elsewhere is None else np.asarray(elsewhere, np.int32)
        if not len(sources) == len(out_links) == len(more) or not out_links.sum() == len(targets) == len(
            anchor_relevance
        ):
            raise ValueError("sources, out-links, targets and relevances do not fit together")
        self._ends.frombytes((len(self._targets) + np.cumsum(out_links)).astype(np.int32).tobytes())
        self._sources.frombytes(np.asarray(sources, np.int32).tobytes())
        self._targets.frombytes(np.asarray(targets, np.int32).tobytes())
        self._relevance.frombytes(np.asarray(anchor_relevance, np.float32).tobytes())
        self._elsewhere.frombytes(more.tobytes())

    def graph(self) -> LinkGraph:
        return np.array(self._sources, np.int32), np.array(self._ends, np.int32), np.array(self._targets, np.int32)

    def cap(self, largest_relevance: float) -> float:
        """λ as it is used when no anchor is more relevant than this."""
        if largest_relevance <= 0:
            return self.influence
        return min(self.influence, (1 - MARGIN) * (1 / self.damping - 1) / largest_relevance)

    def compute(self, pages: int | None = None) -> NDArray[np.float32]:
        """PR by link number, from the first `pages` added pages or all of them."""
        sources = np.array(self._sources, np.int32)[:pages]
        ends = np.concatenate(([0], np.array(self._ends, np.int32)[:pages])).astype(np.int32)
        targets = np.array(self._targets, np.int32)[: ends[-1]]
        relevance = np.array(self._relevance, np.float32)[: ends[-1]]
        if not len(sources):
            return np.zeros(0, np.float32)
        links = 1 + int(max(sources.max(), targets.max(initial=0)))
        influence = self.cap(float(relevance.max(initial=0.0)))
        counts = np.diff(ends)
        # The pages are added one after the other, so this is a sparse matrix by columns as it stands.
        all_links = counts + np.array(self._elsewhere, np.int32)[:pages]
        shares = (1 + influence * relevance) / np.repeat(all_links, counts).astype(np.float32)
        matrix = csc_array((shares, targets, ends), shape=(links, len(sources)))
        rank: NDArray[np.float32] = np.full(links, 1 - self.damping, np.float32)
        for _ in range(self.iterations):
            before = rank
            flow = np.asarray(matrix @ before[sources], np.float32)
            rank = np.float32(1 - self.damping) + np.float32(self.damping) * flow  # IELP eq. 4
            if np.abs(rank - before).max() <= self.tolerance * rank.max():
                break
        return rank
