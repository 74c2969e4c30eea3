"""What a crawl hands to its store, and what a store hands back to a crawl that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide.model import Extract, Fetched, Link, Outcome, OutLink, Page, Relevance

JUDGED_BY = "judged_by"
"""In the state of a crawl: what judges pages instead of the topic's relevance model, by name, or nothing."""


class Citation(msgspec.Struct, frozen=True, gc=False):
    """One occurrence of a link on a page. Thousands wait for a commit, and the garbage collector looks at none."""

    source: int
    target: int
    anchor: str | None
    """None for a redirect."""
    relevance: float
    """Of the anchor; for a redirect, the score passed on."""
    context_score: float | None = None
    """Relevance of the text around it; None when nobody asked."""
    position: int | None = None
    """Its place among `Page.links`; None for a redirect."""


class Message(NamedTuple):
    """For another shard of the crawl, see `core.referrals`."""

    shard: int
    data: bytes


class Record(msgspec.Struct, frozen=True):
    """All that one visit brought."""

    link: Link
    fetched: Fetched
    outcome: Outcome
    detail: str
    final: bool
    again_at: float | None = None
    warc: bytes = b""
    citations: Sequence[Citation] = ()
    page: Page | None = None
    relevance: Relevance | None = None
    fingerprint: bytes = b""
    duplicate_of: int | None = None
    extract: Extract | None = None
    """Of a page on topic."""
    packed_links: bytes = b""
    """What the page's links look like, see `storage.page_links`."""
    messages: Sequence[Message] = ()
    """To be kept until the other shards have them."""
    title: str = ""
    """Of a page that another shard fetched."""
    links_elsewhere: int = 0
    """Links of the page that other shards own."""

    @property
    def is_referral(self) -> bool:
        """Whether another shard fetched the page."""
        return self.outcome is Outcome.REFERRAL


class PageLinks(NamedTuple):
    """The links of a page that the crawl may follow, as they stand on it."""

    link: int
    """Number of the page's link."""
    title: str
    relevance: Relevance
    """Without its evidence."""
    links: tuple[OutLink, ...]
    positions: tuple[int, ...]
    """The place of each among all links of the page …"""
    targets: tuple[int, ...]
    """… and the number of the link that it leads to."""
    links_elsewhere: int = 0
    """Links that other shards of the crawl own."""
    anchor: str = ""
    """That led another shard to the page."""


class Mark(NamedTuple):
    """What a person says of a page."""

    link: int
    on_topic: bool | None
    """None: the mark was taken back."""


class Citations(NamedTuple):
    """Every occurrence of a link, in order."""

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    relevance: NDArray[np.float64]
    redirect: NDArray[np.bool_]
    context_scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """What a stopped crawl knew."""

    state: dict[str, Any]
    """What was last committed beside the records, as plain values."""
    waiting: NDArray[np.int64]
    """Links that no visit has settled, and seeds that only failed for now: these are tried once more."""
    link_state: NDArray[np.float64]
    """By link number the two numbers that the strategy kept with it; NaN where none."""
    attempts: dict[int, int]
    """Link → tries so far, for links that will be tried again."""
    rests: list[tuple[int, float]]
    """Hosts that asked to be left alone, and until when."""
    seeds: NDArray[np.int64]
    citations: Citations
    pages: NDArray[np.int64]
    """Link numbers of the pages, in the order in which they were stored."""
    page_relevance: NDArray[np.float64]
    """By link number, 0 where there is no page."""
    holders: NDArray[np.int64]
    """The same numbers, and those of pages that other shards told of, in order."""
    fingerprints: list[tuple[bytes, int]]
    """Of the pages that are no duplicates, in order: fingerprint and link number."""
    canonicals: list[tuple[str, str]]
    """URL, and the address that the page claims, in order."""
    pages_by_host: dict[int, int]
    on_topic: NDArray[np.int64]
    """Link numbers of the pages on topic that are no duplicates, in the same order."""
    requests_by_host: dict[int, tuple[int, float]] = field(default_factory=dict)
    """Visits that took time, and how many seconds in all."""
    links_elsewhere: dict[int, int] = field(default_factory=dict)
    """By the page's link, how many of its links other shards own, where there are any."""

    def link_state_of(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        """A row a link; links that are newer than the checkpoint have none."""
        known = ids < len(self.link_state)
        rows = np.full((len(ids), 2), np.nan)
        rows[known] = self.link_state[ids[known]]
        return rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Checkpoint) and all(
            _same(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Citations):
        return all(map(_same, one, other))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return bool(one == other)
