"""Words of accepted pages that are no keywords: what calVector may take into the standard vector (NEWS 4.3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest

import msgspec
from msgspec import Struct

MOST_KNOWN = 2000
"""Words that are kept [ours]: a crawl meets new ones on every page, and all of them are stored with every commit."""
FEWEST = 2
"""Accepted pages that must hold a word before it enters [ours]: one page has its own names and typing errors."""

_counts = msgspec.msgpack.Decoder(dict[str, int])


class NewWord(Struct, array_like=True):
    since: int
    """Number of the first accepted page that held it: the counts begin there."""
    holding: int = 1
    """Pages that hold it …"""
    accepted: int = 0
    """… and accepted ones among them."""
    learned: float = 0.0
    """Sum of its weights (eq. 1) on these."""


class NewWords(Struct, forbid_unknown_fields=True):
    known: dict[str, NewWord] = {}
    entered: dict[str, float] = {}
    """Those in the standard vector, with their part of it."""

    def count(self, page: Iterable[str]) -> None:
        """A page came that holds these."""
        for word in page:
            if known := self.known.get(word):
                known.holding += 1

    def meet(self, page: Iterable[str], number: int) -> None:
        """It is accepted."""
        if len(self.known) > 2 * MOST_KNOWN:
            self._forget()
        for word in page:
            self.known.setdefault(word, NewWord(number)).accepted += 1

    def best(self, most: int) -> dict[str, float]:
        """The words that say most of the accepted pages, with how much."""
        self._forget()
        able = [word for word, known in self.known.items() if known.accepted >= FEWEST]
        return {word: self.known[word].learned for word in able[:most]}

    def _forget(self) -> None:
        """Keep the words that say most and those that have entered, in this order."""
        ranked = nlargest(MOST_KNOWN, self.known, key=lambda word: (self.known[word].learned, word))
        self.known = {word: self.known[word] for word in [*ranked, *self.entered]}


def pack(counts: Mapping[str, int]) -> bytes:
    return msgspec.msgpack.encode(counts)


def unpack(packed: bytes) -> dict[str, int]:
    return _counts.decode(packed)
