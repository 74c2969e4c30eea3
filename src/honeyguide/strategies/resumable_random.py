"""Random numbers that go on after a resume: the n-th is a hash of a key and n, so that n is all there is to store."""

from __future__ import annotations

from random import Random

from xxhash import xxh3_64_intdigest


class ResumableRandom:
    def __init__(self, rng: Random, count: int = 0) -> None:
        self.key = rng.getrandbits(64)
        self.count = count
        """How many were drawn."""

    def random(self) -> float:
        """The next number in [0, 1)."""
        self.count += 1
        return (xxh3_64_intdigest(self.count.to_bytes(8), self.key) >> 11) * 2.0**-53

    def below(self, n: int) -> int:
        """A whole number in [0, n)."""
        return int(self.random() * n)
