"""Randomness by counting: every draw is a hash of seed, number and purpose, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

T = TypeVar("T")


def number(seed: int, key: int, purpose: bytes) -> int:
    """64 bits."""
    return xxh3_64_intdigest(purpose + key.to_bytes(8, "little"), seed)


def fraction(seed: int, key: int, purpose: bytes) -> float:
    """In [0, 1)."""
    return (xxh3_64_intdigest(purpose + key.to_bytes(8, "little"), seed) >> 11) * 2.0**-53


def stream(seed: int, key: int, purpose: bytes, length: int) -> bytes:
    """As many random bytes as are needed at once."""
    return shake_128(b"%d %d %b" % (seed, key, purpose)).digest(length)


def fractions(seed: int, count: int, purpose: int) -> NDArray[np.float64]:
    """`count` numbers in [0, 1) in one go (splitmix64)."""
    state = np.arange(1, count + 1, dtype=np.uint64) + np.uint64((seed * 0x9E3779B1 + purpose * 0x85EBCA77) % 2**63)
    state *= np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    state ^= state >> np.uint64(31)
    return (state >> np.uint64(11)).astype(np.float64) * 2.0**-53


def shuffled_place(rank: int, size: int, offset: int) -> int:
    """A one-to-one map of [0, size): the multiplier is a prime above any size."""
    return (rank * 1_000_000_000_039 + offset) % size


class PowerLaw:
    """ResumableRandom ranks so that in-degree k is found with probability ~ k^-exponent, flattened at the very top.

    The weight of the page at relative rank x is (x + head)^(-1/(exponent-1)) (Zipf and Mandelbrot): with exponent
    2 and head 0.006 the first 1 % of the ranks get 19 % of the draws and the first 10 % get 56 %.
    """

    def __init__(self, exponent: float, head: float = 0.006) -> None:
        power = 1.0 - 1.0 / (exponent - 1.0)
        self.power = power if abs(power) > 1e-6 else 1e-6
        self.head = head
        self.low = head**self.power
        self.span = (1.0 + head) ** self.power - self.low

    def rank(self, u: float, size: int) -> int:
        x: float = (u * self.span + self.low) ** (1.0 / self.power) - self.head
        return min(int(x * size), size - 1)


class Dice:
    """One draw after the other for one purpose: what a plan is made with, where a single number is not enough."""

    def __init__(self, seed: int, key: int, purpose: bytes) -> None:
        self.seed, self.key, self.purpose = seed, key << 20, purpose

    def fraction(self) -> float:
        self.key += 1
        return fraction(self.seed, self.key, self.purpose)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.fraction()

    def one(self, items: Sequence[T]) -> T:
        return items[int(self.fraction() * len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """So many of them, none twice, in random order."""
        keyed = sorted((self.fraction(), at) for at in range(len(items)))
        return [items[at] for _, at in keyed[:count]]
