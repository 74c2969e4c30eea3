"""What the shards of a crawl and their coordinator tell each other of a recall test."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from honeyguide.core.recall_test import Sample


class RecallOrder(Struct, frozen=True):
    """What a shard is told."""

    test: int = 0
    """The number of the test that runs, or ran last; 0 before there is one."""
    share: float = 0.0
    """The chance of each link that waits to be drawn for it."""
    is_over: bool = True
    said: str = ""
    """What the last one said …"""
    reached: float = 0.0
    """… and the target that one found reached."""
    asks: bool = False
    """Whether the coordinator wants to hear of scores."""


class Scores(Struct, frozen=True):
    """What links of each score turned out to be, and how many wait; each by bins of scores."""

    links: int
    """That were tried."""
    tries: Sequence[float]
    hits: Sequence[float]
    waiting: Sequence[int]
    since: Sequence[int]
    """Of those that wait, links that came after the last test had begun."""


class RecallShare(Struct, frozen=True):
    """What a shard says."""

    test: int
    sample: Sample | None
    draws_left: int
    found: int
    said: str = ""
    reached: float = 0.0
    scores: Scores | None = None
