"""Every seam of the crawler, on one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from honeyguide.model import Fetched, Link, Page, Relevance, ScoredLink, Visit


class WaitingLinks(NamedTuple):
    """The links that waited when a crawl stopped."""

    ids: NDArray[np.int64]
    hosts: NDArray[np.int64]
    scores: NDArray[np.float32]
    depths: NDArray[np.int64]
    known: int
    """Link numbers below this are known: those that do not wait were named before."""


class Strategy(Protocol):
    """Which link next? Pure: no input or output, no clock, no randomness but `rng`."""

    def start(self, seeds: Sequence[Link], rng: Random) -> None: ...

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        """Up to `n` numbers of links to fetch now, none of them on a busy host, none ever named before."""
        ...

    def tell(self, visit: Visit) -> None: ...

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """All link scores have moved: `scores[link.id]` holds the new one."""
        ...

    @property
    def waiting(self) -> int:
        """How many links wait."""
        ...

    def state(self) -> dict[str, object]:
        """What the strategy knows beyond the waiting links and their scores, as plain values; small."""
        ...

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random) -> None:
        """Go on from what was stored: instead of `start`."""
        ...


class Web(Protocol):
    """Where pages come from: live, replayed or synthetic. Failures are values; time is the web's own."""

    async def fetch(self, link: Link) -> Fetched: ...

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...

    def delay(self, host: str) -> float:
        """Seconds that a host must rest between two requests."""
        ...

    async def close(self) -> None: ...


class TermCounter(Protocol):
    """Which topic terms a text holds: index of the term and how often."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def weights(self) -> NDArray[np.float64]:
        """The topic vector: how much each term says about the topic."""
        ...

    def count(self, text: str) -> Mapping[int, int]: ...

    def count_each(self, texts: Sequence[str]) -> Sequence[Mapping[int, int]]:
        """The same for many short texts in one pass."""
        ...


class PageScorer(Protocol):
    """Is this page on topic?"""

    def score(self, page: Page) -> Relevance: ...


class LinkScorer(Protocol):
    """Is this link worth following?"""

    def score(
        self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]
    ) -> tuple[Sequence[ScoredLink], Sequence[float]]:
        """All out-links of a page in one call; `links[i]` is `page.links[i]`.

        Each distinct link once with its score, and the relevance of every anchor, which is stored.
        """
        ...

    def explain(self, number: int) -> Mapping[str, float]:
        """The parts that add up to a link's score."""
        ...

    def refresh(self) -> NDArray[np.float32] | None:
        """New scores by link number when they are due to move in bulk, else None."""
        ...
