"""What was settled and is not stored yet, and when it is to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from honeyguide.core.broken_pages import Retry
from honeyguide.core.rests import Rest
from honeyguide.records import Citations, Record

COMMIT_VISITS = 32
COMMIT_SECONDS, SHARD_COMMIT_SECONDS = 0.25, 1.0


class Batch(NamedTuple):
    """What is to be stored together."""

    records: list[Record]
    state: dict[str, object]
    link_state: Sequence[tuple[int, float, float]]
    """What the strategy keeps with links, new since the last time."""
    moves: Sequence[str]
    """Of a threshold that moves, in words."""
    strategy_move: str
    """What the strategy did since the last time beyond naming links, in words; mostly nothing."""
    recall_moves: Sequence[str]
    """Recall tests that began or ended, in words."""
    rests: Sequence[Rest]
    """Hosts that are left alone on account of a failure."""
    retries: Sequence[Retry]
    """Pages that failed for now while their hosts go on."""
    rescored: Citations | None = None
    """All links as they score now, once they were judged again: for a store that keeps it."""


class Unstored:
    def __init__(self, concurrency: int, *, is_shard: bool = False) -> None:
        self.records: list[Record] = []
        self._referred = 0
        """How many of these are what other shards told of."""
        self._stored_at = 0.0
        self._concurrency = concurrency
        self._is_shard = is_shard
        self._patience = SHARD_COMMIT_SECONDS if is_shard else COMMIT_SECONDS

    @property
    def places(self) -> int:
        """That these take of those for requests in flight."""
        return len(self.records) - self._referred

    def begin(self, now: float) -> None:
        self._stored_at = now

    def add(self, record: Record) -> None:
        self.records.append(record)

    def add_referred(self, record: Record) -> None:
        """What another shard told of."""
        self.records.append(record)
        self._referred += 1

    def due(self) -> float | None:
        """When it is time to store, whatever comes."""
        return self._stored_at + self._patience if self.records else None

    def must_be_stored(self, in_flight: int, now: float) -> bool:
        if not self.records:
            return False
        if now >= self._stored_at + self._patience:
            return True
        enough = min(COMMIT_VISITS, self._concurrency / 4)
        if self._is_shard:  # with few requests at a time, and idle now and then until it may have more pages
            is_full = in_flight + self.places >= self._concurrency
            return len(self.records) >= COMMIT_VISITS or (is_full and self.places >= enough)
        return len(self.records) >= enough or not in_flight

    def take(self, now: float) -> list[Record]:
        """They count as stored from here on."""
        records, self.records, self._referred = self.records, [], 0
        self._stored_at = now
        return records
