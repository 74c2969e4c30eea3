"""The waiting queue that strategies share: millions of links, best first, busy hosts left alone.

A link costs nine bytes here (score, host, place); its URL stays in the store. Only the best few thousand
stand in a heap (`hot`); the rest (`cold`) are bare numbers that are partitioned when the heap runs dry, so
that a step costs O(log n) and a bulk change of all scores one pass of numpy. A link that comes up while its
host is busy moves to that host's own heap and competes again when the host is free (the Mercator shape:
Heydon and Najork 1999), so that a busy host with a million links is passed over once, not at every step.

Order: higher score first; among equals, the link that was found first.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from honeyguide.columns import Column
from honeyguide.protocols import WaitingLinks

UNKNOWN, COLD, HOT, GONE = range(4)
_LOW = 0xFFFF_FFFF
_ONE = int(np.array(1.0, np.float32).view(np.int32))
"""Bits of the highest score: as integers, non-negative floats keep their order."""
_NO_FLOOR = 1 << 63


def _ranks(scores: NDArray[np.float32]) -> NDArray[np.int32]:
    """0 for a score of 1, and larger for lower scores."""
    return _ONE - np.clip(scores, 0.0, 1.0).astype(np.float32).view(np.int32)


def _keys(ranks: NDArray[np.int32], ids: NDArray[np.int64]) -> NDArray[np.int64]:
    return (ranks.astype(np.int64) << 32) | ids


class WaitingQueue:
    def __init__(self, hot_size: int = 4096) -> None:
        self.hot_size = hot_size
        self.waiting = 0
        self._rank = Column(np.int32)
        self._host = Column(np.int32)
        self._place = Column(np.uint8)
        self._hot: list[int] = []
        self._floor = _NO_FLOOR
        """Keys beyond it are cold."""
        self._cold: list[NDArray[np.int64]] = []
        self._passed_over: dict[int, list[int]] = {}
        """Host → heap of the keys that came up while it was busy."""
        self._parked: set[int] = set()
        """Hosts with passed-over links that were busy when last looked at."""
        self._ready: list[tuple[int, int]] = []
        self._entry: dict[int, int] = {}
        """Host → the key of its one valid entry in `_ready`."""

    def add(self, ids: Sequence[int], hosts: Sequence[int], scores: Sequence[float]) -> None:
        """New links begin to wait; the score of one that waits may rise; one that was taken stays away."""
        if not ids:
            return
        number = np.asarray(ids, np.int64)
        rank = _ranks(np.asarray(scores, np.float32))
        length = int(number.max()) + 1
        known_rank, known_host, place = (c.reach(length) for c in (self._rank, self._host, self._place))
        was = place[number]
        changed = (was == UNKNOWN) | ((was != GONE) & (rank < known_rank[number]))
        if not changed.any():
            return
        number, rank, was = number[changed], rank[changed], was[changed]
        known_rank[number] = rank
        known_host[number] = np.asarray(hosts, np.int32)[changed]
        self.waiting += len(np.unique(number[was == UNKNOWN]))
        keys = _keys(rank, number)
        cold = keys > self._floor
        place[number] = np.where(cold, COLD, HOT)
        self._cold_add(number[cold])
        for key in keys[~cold].tolist():
            heappush(self._hot, key)
        if len(self._hot) > 8 * self.hot_size:
            self._spill()

    def take(self, n: int, busy: Set[int] = frozenset(), above: float = -1.0) -> list[int]:
        """The `n` best links that score above `above` and whose hosts are not busy."""
        for host in self._parked - busy:
            self._parked.discard(host)
            self._enter_ready(host)
        taken: list[int] = []
        while len(taken) < n:
            key = self._best(busy)
            if key is None:
                break
            number = key & _LOW
            if self.score_of(number) <= above:
                heappush(self._hot, key)
                break
            self._place.values[number] = GONE
            self.waiting -= 1
            taken.append(number)
        return taken

    def put_back(self, number: int) -> None:
        """A link that was taken waits again, with the score that it had."""
        self._place.values[number] = HOT
        self.waiting += 1
        heappush(self._hot, self._key(number))

    def score_of(self, number: int) -> float:
        return float(np.array(_ONE - self._rank.values[number], np.int32).view(np.float32))

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """All scores have moved: `scores[number]` is the new one."""
        length = min(len(scores), len(self._rank))
        self._rank.values[:length] = _ranks(scores[:length])
        self._all_cold()

    def load(self, waiting: WaitingLinks, scores: NDArray[np.float32]) -> None:
        """Fill an empty queue in bulk."""
        self._place.reach(waiting.known)[:] = GONE
        self._place.values[waiting.ids] = COLD
        self._rank.reach(waiting.known)[waiting.ids] = _ranks(scores)
        self._host.reach(waiting.known)[waiting.ids] = waiting.hosts
        self.waiting = len(waiting.ids)
        self._all_cold()

    def _key(self, number: int) -> int:
        return (int(self._rank.values[number]) << 32) | number

    def _is_current(self, key: int) -> bool:
        number = key & _LOW
        return bool(self._place.values[number] == HOT) and self._key(number) == key

    def _best(self, busy: Set[int]) -> int | None:
        """Take the best current key of a host that is not busy out of its heap."""
        while True:
            ready = self._best_ready(busy)
            hot = self._best_hot()
            if hot is None and ready is None:
                return None
            if hot is None or (ready is not None and ready < hot):
                _, host = heappop(self._ready)
                del self._entry[host]
                key = heappop(self._passed_over[host])
                self._enter_ready(host)
                return key
            heappop(self._hot)
            host = int(self._host.values[hot & _LOW])
            if host not in busy:
                return hot
            heappush(self._passed_over.setdefault(host, []), hot)
            self._entry.pop(host, None)
            self._parked.add(host)

    def _best_ready(self, busy: Set[int]) -> int | None:
        while self._ready:
            key, host = self._ready[0]
            if self._entry.get(host) != key:
                heappop(self._ready)
            elif host in busy:
                heappop(self._ready)
                del self._entry[host]
                self._parked.add(host)
            elif not self._is_current(key):
                heappop(self._ready)
                del self._entry[host]
                heappop(self._passed_over[host])
                self._enter_ready(host)
            else:
                return key
        return None

    def _best_hot(self) -> int | None:
        while True:
            while self._hot:
                if self._is_current(self._hot[0]):
                    return self._hot[0]
                heappop(self._hot)
            if not self._cold:
                return None
            self._warm()

    def _enter_ready(self, host: int) -> None:
        heap = self._passed_over.get(host)
        if heap:
            self._entry[host] = heap[0]
            heappush(self._ready, (heap[0], host))
        else:
            self._passed_over.pop(host, None)

    def _cold_add(self, ids: NDArray[np.int64]) -> None:
        if len(ids):
            self._cold.append(ids)

    def _warm(self) -> None:
        """Bring the best of the cold links into the heap."""
        ids = np.unique(np.concatenate(self._cold))
        ids = ids[self._place.values[ids] == COLD]
        self._cold = []
        self._set_hot(_keys(self._rank.values[ids], ids), max(self.hot_size, len(ids) // 16))

    def _spill(self) -> None:
        """Send the worse part of an overgrown heap into the cold."""
        keys = np.unique(np.array(self._hot, np.int64))
        ids = keys & _LOW
        current = (self._place.values[ids] == HOT) & (_keys(self._rank.values[ids], ids) == keys)
        self._set_hot(keys[current], self.hot_size)

    def _set_hot(self, keys: NDArray[np.int64], size: int) -> None:
        if len(keys) > size:
            order = np.argpartition(keys, size)
            cold = keys[order[size:]] & _LOW
            keys = keys[order[:size]]
            self._place.values[cold] = COLD
            self._cold_add(cold)
        self._floor = int(keys.max(initial=-1)) if self._cold else _NO_FLOOR
        self._place.values[keys & _LOW] = HOT
        self._hot = keys.tolist()
        heapify(self._hot)

    def _all_cold(self) -> None:
        place = self._place.values
        place[place == HOT] = COLD
        self._hot, self._ready, self._floor = [], [], -1
        self._passed_over, self._parked, self._entry = {}, set(), {}
        self._cold = []
        self._cold_add(np.flatnonzero(place == COLD))
