"""The waiting queue that strategies share: millions of links, best first, busy hosts left alone.

A link costs nine bytes here (score, host, place); its URL stays in the store. Only the best few thousand
stand in a heap (`hot`); the rest (`cold`) are bare numbers that are partitioned when the heap runs dry, so
that a step costs O(log n) and a bulk change of all scores one pass of numpy. A link that comes up while its
host is busy moves to that host's own heap and competes again when the host is free (the Mercator shape:
Heydon and Najork 1999), so that a busy host with a million links is passed over once, not at every step.

Order: higher score first; among equals, the link that was found first.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence, Set
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from honeyguide.protocols import WaitingLinks

UNKNOWN, COLD, HOT, GONE = range(4)
_LOW = 0xFFFF_FFFF
_POSITIVE = 0x7FFF_FFFF
"""Bits of a number but for its sign, which −0 has."""
_ONE = int(np.array(1.0, np.float32).view(np.int32))
"""Bits of the highest score: as integers, non-negative floats keep their order."""
_NO_FLOOR = 1 << 63
_INTEGER, _FLOAT = struct.Struct("i"), struct.Struct("f")


def _ranks(scores: NDArray[np.float32]) -> NDArray[np.int32]:
    """0 for a score of 1, and larger for lower scores."""
    return _ONE - np.minimum(np.maximum(scores, 0.0), 1.0).astype(np.float32).view(np.int32)


def _bits(scores: Sequence[float]) -> array[int]:
    """What `_ranks` subtracts, of few scores: numpy would take as long to begin."""
    if min(scores) < 0.0 or max(scores) > 1.0:
        scores = [min(max(score, 0.0), 1.0) for score in scores]
    return array("i", array("f", scores).tobytes())


class Frontier:
    def __init__(self, hot_size: int = 4096) -> None:
        self.hot_size = hot_size
        self.waiting = 0
        # By link number. A page brings dozens of links of which few are news: for single numbers plain arrays are
        # faster than numpy's, and numpy reads them as they stand when all of them change.
        self._rank = array("i")
        self._host = array("i")
        self._place = bytearray()
        self._hot: list[int] = []
        self._floor = _NO_FLOOR
        """Keys beyond it are cold."""
        self._cold = array("i")
        """Their numbers; some twice, and some have left since."""
        self._passed_over: dict[int, list[int]] = {}
        """Host → heap of the keys that came up while it was busy."""
        self._parked: set[int] = set()
        """Hosts with passed-over links that were busy when last looked at."""
        self._ready: list[tuple[int, int]] = []
        self._entry: dict[int, int] = {}
        """Host → the key of its one valid entry in `_ready`."""

    def add(
        self, ids: Sequence[int], hosts: Sequence[int], scores: Sequence[float], *, may_fall: bool = False
    ) -> None:
        """New links begin to wait; the score of one that waits may rise; one that was taken stays away.

        Scores of a link model may fall too: a mean over the pages that hold a link does.
        """
        if not ids:
            return
        self._reach(max(ids) + 1)
        rank, place, floor, hot, cold = self._rank, self._place, self._floor, self._hot, self._cold
        for number, host, bits in zip(ids, hosts, _bits(scores), strict=True):
            was = place[number]
            if was == GONE:
                continue
            new = _ONE - (bits & _POSITIVE)
            if was != UNKNOWN and (new == rank[number] if may_fall else new >= rank[number]):
                continue
            self.waiting += was == UNKNOWN
            rank[number] = new
            self._host[number] = host
            key = (new << 32) | number
            if key > floor:  # as `_enter` does
                place[number] = COLD
                cold.append(number)
            else:
                place[number] = HOT
                heappush(hot, key)
        if len(self._hot) > 8 * self.hot_size:
            self._spill()

    def move(self, ids: NDArray[np.int64], scores: NDArray[np.float32]) -> None:
        """New scores of these links, as far as they wait."""
        known = ids < len(self._place)
        ids, new = ids[known], _ranks(scores[known])
        ranks, place = np.frombuffer(self._rank, np.int32), np.frombuffer(self._place, np.uint8)
        moved = ((place[ids] == COLD) | (place[ids] == HOT)) & (new != ranks[ids])
        ids = ids[moved]
        ranks[ids] = new[moved]
        keys = self._keys_of(ids)
        cold = keys > self._floor
        place[ids] = np.where(cold, COLD, HOT)
        self._cold.extend(ids[cold].tolist())
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
            if above >= 0.0 and self.score_of(number) <= above:
                self._enter(key)
                break
            self._place[number] = GONE
            self.waiting -= 1
            taken.append(number)
        return taken

    def best(self, n: int) -> list[float]:
        """Scores of the `n` best links that wait and whose hosts were not busy when they last came up."""
        self._best_hot()
        scores: list[float] = []
        look = [(self._hot[0], 0)] if self._hot else []
        while look and len(scores) < n:  # down the heap, from each key to the two below it
            key, place = heappop(look)
            if self._is_current(key):
                scores.append(self.score_of(key & _LOW))
            for below in (2 * place + 1, 2 * place + 2):
                if below < len(self._hot):
                    heappush(look, (self._hot[below], below))
        return scores

    def limit_of_best(self, n: int, without: Set[int] = frozenset()) -> float:
        """The `n` best links, and those level with the last of them, score more than this; links of some hosts do
        not count."""
        if not n:
            return 1.0
        ranks = self._waiting_ranks(without)
        if len(ranks) <= n:
            return -1.0
        last = (_ONE - np.partition(ranks, n - 1)[n - 1 : n]).view(np.float32)
        return float(np.nextafter(last, np.float32(-1.0))[0])

    def scores_at(self, places: Sequence[int], without: Set[int] = frozenset()) -> list[float]:
        """Scores of the links at these places, 1 for the best that waits, as far as there are so many; links of some
        hosts do not count."""
        ranks = self._waiting_ranks(without)
        at = [place - 1 for place in places if place <= len(ranks)]
        if not at:
            return []
        best = np.sort(np.partition(ranks, at[-1])[: at[-1] + 1])
        scores: list[float] = (_ONE - best[at]).view(np.float32).tolist()
        return scores

    def remove(self, number: int) -> bool:
        """Take this link, whatever its score; whether it waited."""
        if not self.waits(number):
            return False
        self._place[number] = GONE
        self.waiting -= 1
        return True

    def waits(self, number: int) -> bool:
        return number < len(self._place) and self._place[number] in (COLD, HOT)

    def waiting_above(self, ids: NDArray[np.int32], score: float) -> NDArray[np.int32]:
        """Those of these known links that wait and score above `score`, in the order given."""
        place = np.frombuffer(self._place, np.uint8)[ids]
        scores = (_ONE - np.frombuffer(self._rank, np.int32)[ids]).view(np.float32)
        told: NDArray[np.int32] = ids[((place == COLD) | (place == HOT)) & (scores > score)]
        return told

    def host_of(self, number: int) -> int:
        return self._host[number]

    def hosts(self) -> NDArray[np.int64]:
        """The host of every link, by link number."""
        return np.array(self._host, np.int64)

    def put_back(self, number: int) -> None:
        """A link that was taken waits again, with the score that it had."""
        self.waiting += 1
        self._enter(self._key(number))

    def score_of(self, number: int) -> float:
        score: float = _FLOAT.unpack(_INTEGER.pack(_ONE - self._rank[number]))[0]
        return score

    def scores_of(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        return (_ONE - np.frombuffer(self._rank, np.int32)[ids]).view(np.float32)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """All scores have moved: `scores[number]` is the new one."""
        length = min(len(scores), len(self._rank))
        np.frombuffer(self._rank, np.int32)[:length] = _ranks(scores[:length])
        self._all_cold()

    def load(self, waiting: WaitingLinks, scores: NDArray[np.float32]) -> None:
        """Fill an empty queue in bulk."""
        self._reach(waiting.known)
        place = np.frombuffer(self._place, np.uint8)
        place[:] = GONE
        place[waiting.ids] = COLD
        np.frombuffer(self._rank, np.int32)[waiting.ids] = _ranks(scores)
        np.frombuffer(self._host, np.int32)[waiting.ids] = waiting.hosts
        self.waiting = len(waiting.ids)
        self._all_cold()

    def _waiting_ranks(self, without: Set[int]) -> NDArray[np.int32]:
        place = np.frombuffer(self._place, np.uint8)
        waits = (place == COLD) | (place == HOT)
        if without:
            waits &= ~np.isin(np.frombuffer(self._host, np.int32), list(without))
        ranks: NDArray[np.int32] = np.frombuffer(self._rank, np.int32)[waits]
        return ranks

    def _key(self, number: int) -> int:
        return (self._rank[number] << 32) | number

    def _enter(self, key: int) -> None:
        """Into the heap, or into the cold when it is beyond the floor: else it would pass those that are there."""
        number = key & _LOW
        if key > self._floor:
            self._place[number] = COLD
            self._cold.append(number)
        else:
            self._place[number] = HOT
            heappush(self._hot, key)

    def _is_current(self, key: int) -> bool:
        number = key & _LOW
        return self._place[number] == HOT and self._key(number) == key

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
            host = self._host[hot & _LOW]
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

    def _reach(self, length: int) -> None:
        missing = length - len(self._place)
        if missing > 0:
            self._place.extend(bytes(missing))
            self._rank.frombytes(bytes(4 * missing))
            self._host.frombytes(bytes(4 * missing))

    def _warm(self) -> None:
        """Bring the best of the cold links into the heap."""
        ids = np.flatnonzero(np.frombuffer(self._place, np.uint8) == COLD)
        self._cold = array("i")
        self._set_hot(self._keys_of(ids), max(self.hot_size, len(ids) // 16))

    def _spill(self) -> None:
        """Send the worse part of an overgrown heap into the cold."""
        keys = np.unique(np.array(self._hot, np.int64))
        ids = keys & _LOW
        current = (np.frombuffer(self._place, np.uint8)[ids] == HOT) & (self._keys_of(ids) == keys)
        self._set_hot(keys[current], self.hot_size)

    def _set_hot(self, keys: NDArray[np.int64], size: int) -> None:
        place = np.frombuffer(self._place, np.uint8)
        if len(keys) > size:
            order = np.argpartition(keys, size)
            cold = keys[order[size:]] & _LOW
            keys = keys[order[:size]]
            place[cold] = COLD
            self._cold.frombytes(cold.astype(np.int32).tobytes())
        self._floor = int(keys.max(initial=-1)) if self._cold else _NO_FLOOR
        place[keys & _LOW] = HOT
        self._hot = keys.tolist()
        heapify(self._hot)

    def _all_cold(self) -> None:
        place = np.frombuffer(self._place, np.uint8)
        place[place == HOT] = COLD
        self._hot, self._ready, self._floor = [], [], -1
        self._passed_over, self._parked, self._entry = {}, set(), {}
        self._cold = array("i", np.flatnonzero(place == COLD).astype(np.int32).tobytes())

    def _keys_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return (np.frombuffer(self._rank, np.int32)[ids].astype(np.int64) << 32) | ids
