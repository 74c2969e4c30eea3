"""The words of the topic as a crawl comes to know it: those of examples and of pages on topic, the rare ones most."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_TF = np.array([0.0, *(1 + log(count) for count in range(1, 256))], np.float32)
COMMON, LEAST = 3.0, 0.1
"""Pages that are taken to hold every word beforehand, so that none is rare before some came; and the rarity of a word
that is on all of them."""


class WordProfile:
    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._holding = array("i")
        """Pages that hold each word, …"""
        self._weight = array("f")
        """… and its weight in the profile."""
        self._pages = 0

    def see(self, words: Iterable[str]) -> None:
        """The different words of a page: how rare each is."""
        self._pages += 1
        for number in self._numbers(words):
            self._holding[number] += 1

    def add(self, words: Mapping[str, int], weight: float) -> None:
        """A page with this weight on topic, or with a negative one to take it back."""
        if not words:
            return
        numbers = np.array(self._numbers(words), np.int64)
        counts = np.minimum(np.fromiter(words.values(), np.int64, len(words)), len(_TF) - 1)
        vector = _TF[counts] * self._rarity(numbers)
        length = float(np.sqrt(vector @ vector))
        if length:
            np.frombuffer(self._weight, np.float32)[numbers] += np.float32(weight / length) * vector

    def likeness(self, texts: Sequence[Sequence[str]]) -> Floats:
        """Cosine of the words of each text with the profile."""
        found = np.zeros(len(texts), np.float32)
        weights = np.frombuffer(self._weight, np.float32)
        length = float(np.sqrt(weights @ weights)) if len(weights) else 0.0
        known = self._number.get
        flat: list[int] = []
        ends: list[int] = []
        unknown: list[int] = []
        for words in texts:
            numbers = {number for word in words if (number := known(word)) is not None}
            flat += numbers
            ends.append(len(flat))
            unknown.append(len(set(words)) - len(numbers))
        if not flat or not length:
            return found
        numbers_of_all = np.array(flat, np.int64)
        rarity = self._rarity(numbers_of_all)
        products = np.concatenate(([0.0], np.cumsum(rarity * weights[numbers_of_all], dtype=np.float64)))
        squares = np.concatenate(([0.0], np.cumsum(rarity * rarity, dtype=np.float64)))
        stop = np.array(ends)
        start = np.concatenate(([0], stop[:-1]))
        rarest = log((self._pages + COMMON) / COMMON) + LEAST
        lengths = np.sqrt(squares[stop] - squares[start] + np.array(unknown) * rarest**2)
        np.divide(products[stop] - products[start], lengths * length, out=found, where=lengths > 0, casting="unsafe")
        return np.clip(found, 0.0, 1.0)

    def _rarity(self, numbers: NDArray[np.int64]) -> Floats:
        holding = np.frombuffer(self._holding, np.int32)[numbers]
        rarity: Floats = (np.log((self._pages + COMMON) / (holding + COMMON)) + LEAST).astype(np.float32)
        return rarity

    def _numbers(self, words: Iterable[str]) -> list[int]:
        known = self._number
        numbers = [known.setdefault(word, len(known)) for word in words]
        missing = len(known) - len(self._weight)
        self._weight.frombytes(bytes(4 * missing))
        self._holding.frombytes(bytes(4 * missing))
        return numbers
