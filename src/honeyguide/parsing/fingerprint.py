"""Near-duplicate pages: the smallest hashes of a text's 12-grams stand for it (bottom-k MinHash, Broder 1997)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

SHORTEST = 100
"""A text of fewer characters has no fingerprint: too little to tell a copy from a kin."""
SIZE = 64
"""Hashes in a fingerprint: the share of two texts that is the same is then known to about five per cent."""
ALIKE = 0.7
"""Texts that share this part of their 12-grams are near-duplicates; docs/benchmarks.md has the figures."""
PROSE = 30
"""Characters of a line that counts: shorter ones are navigation, bylines and dates. Half as many for Chinese."""

_ODD: Final = [np.uint32(pow(0x9E3779B1, power, 1 << 32)) for power in (1, 2, 4)]
_ENOUGH: Final = 6 * SIZE
_WHITE: Final = bytes(range(33))
_SMALL: Final = bytes(range(256)).lower()


def fingerprint(text: str) -> bytes:
    """Its smallest hashes, whatever the language, spacing and case; empty for no verdict."""
    half = PROSE // 2
    prose = [line for line in text.split("\n") if len(line) >= (PROSE if line.isascii() else half)]
    letters = _letters("".join(prose))
    if len(letters) < SHORTEST:
        letters = _letters(text)
    if len(letters) < SHORTEST:
        return b""
    grams = _twelve_grams(letters)
    small = grams[grams < np.uint32(min(0xFFFFFFFF, (_ENOUGH << 32) // len(grams)))]
    smallest = _distinct(small)[:SIZE]
    if len(smallest) < SIZE:  # a text that repeats itself
        smallest = _distinct(grams)[:SIZE]
    return smallest.tobytes()


def _letters(text: str) -> NDArray[np.uint32]:
    # As bytes, where this is one quick pass: `lower` costs three times all that follows on a text that is not ASCII.
    dense = text.encode("utf-8", "replace").translate(_SMALL, _WHITE)
    if dense.isascii():
        return np.frombuffer(dense, np.uint8).astype(np.uint32)
    return np.frombuffer(dense.decode().encode("utf-32-le"), np.uint32)


def _distinct(grams: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Each once, smallest first; a fifth of the time of `np.unique`."""
    grams = np.sort(grams)
    first = np.ones(len(grams), np.bool_)
    first[1:] = grams[1:] != grams[:-1]
    return grams[first]


def _twelve_grams(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A polynomial hash of every twelve characters in a row: of two, four, eight; then mixed."""
    pairs = codes[:-1] * _ODD[0] + codes[1:]
    fours = pairs[:-2] * _ODD[1] + pairs[2:]
    eights = fours[:-4] * _ODD[2] + fours[4:]
    twelves = eights[:-4] * _ODD[2] + fours[8:]
    twelves ^= twelves >> np.uint32(15)
    twelves *= np.uint32(0x85EBCA6B)
    return twelves


def likeness(one: bytes | bytearray, other: bytes | bytearray) -> float:
    """Estimated share of the 12-grams of both texts that each of them has (Jaccard)."""
    a, b = set(memoryview(one).cast("I")), set(memoryview(other).cast("I"))
    smallest = sorted(a | b)[:SIZE]
    both = a & b
    return sum(each in both for each in smallest) / len(smallest) if smallest else 0.0


class NearDuplicates:
    """Pages by fingerprint, 360 bytes each. Holds the first of its kind: add what `find` does not know.

    Two neighbours among the smallest hashes make a key: texts that are alike have one of eight in common (at a
    likeness of 0.7 in 96 of 100 cases), pages that merely share a footer rarely do. The ninth key, which is asked
    first, is the whole fingerprint: exact copies.
    """

    KEYS = 9
    BUCKETS = 1 << 20
    """A power of two."""
    STEPS = 4
    """Pages that are looked at for one key, the newest first: a phrase that thousands of pages share says nothing."""

    def __init__(self, alike: float = ALIKE) -> None:
        self.alike = alike
        self._prints = bytearray()
        self._last: tuple[bytes, list[int]] = (b"", [])
        self._ends = array("q", [0])
        self._numbers = array("q")
        self._newest = array("i", [-1]) * self.BUCKETS
        """Bucket → its newest entry. Entry e belongs to page e // KEYS, …"""
        self._keys = array("Q")
        """… has this key, …"""
        self._older = array("i")
        """… and leads to the entry before it in the same bucket."""

    def __len__(self) -> int:
        return len(self._numbers)

    def find(self, fingerprint: bytes) -> int | None:
        """Number of a page that is nearly the same."""
        hashes: set[int] = set()
        looked_at: set[int] = set()
        newest, keys, older, steps = self._newest, self._keys, self._older, range(self.STEPS)
        last = self.BUCKETS - 1
        for key in self._keys_of(fingerprint):
            entry = newest[key & last]
            for _ in steps:
                if entry < 0:
                    break
                if keys[entry] == key and (page := entry // self.KEYS) not in looked_at:
                    looked_at.add(page)
                    hashes = hashes or set(memoryview(fingerprint).cast("I"))
                    there = self._prints[self._ends[page] : self._ends[page + 1]]
                    enough = len(hashes.intersection(memoryview(there).cast("I"))) >= self.alike * len(hashes)
                    if enough and likeness(fingerprint, there) >= self.alike:
                        return self._numbers[page]
                entry = older[entry]
        return None

    def add(self, fingerprint: bytes, number: int) -> None:
        if not fingerprint:
            return
        self._prints += fingerprint
        self._ends.append(len(self._prints))
        self._numbers.append(number)
        keys, newest, older = self._keys_of(fingerprint), self._newest, self._older
        self._keys.extend(keys)
        last = self.BUCKETS - 1
        for entry, key in enumerate(keys, len(older)):
            bucket = key & last
            older.append(newest[bucket])
            newest[bucket] = entry

    def _keys_of(self, fingerprint: bytes) -> list[int]:
        """A page that is looked for is mostly added next."""
        if self._last[0] is not fingerprint:
            self._last = (fingerprint, _keys(fingerprint, self.KEYS))
        return self._last[1]

    def load(self, pages: Iterable[tuple[bytes, int]]) -> None:
        """Fill with what was stored: fingerprint and number."""
        for fingerprint, number in pages:
            self.add(fingerprint, number)


def _keys(fingerprint: bytes, many: int) -> list[int]:
    if not fingerprint:
        return []
    hashes = memoryview(fingerprint).cast("I")[:many].tolist()
    hashes += hashes[-1:] * (many - len(hashes))  # so that every page has as many
    return [xxh3_64_intdigest(fingerprint), *[(one << 32) | other for one, other in pairwise(hashes)]]
