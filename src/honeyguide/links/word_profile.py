"""The words of the topic as a crawl comes to know it: those of examples and of pages on topic, the rare ones most."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import compress
from math import log
from typing import cast

import numpy as np
from numpy.typing import NDArray

from honeyguide.parsing.tokens import pieces, words_in

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

_TF = np.array([0.0, *(1 + log(count) for count in range(1, 256))], np.float32)
COMMON, LEAST = 3.0, 0.1
"""Pages that are taken to hold every word beforehand, so that none is rare before some came; and the rarity of a word
that is on all of them."""
NOTHING = 0
"""The number of what is no word."""
_REMEMBERED = 100_000


class WordProfile:
    """Keeps the words of pages, in five bytes each, so that what a page counts for can change."""

    def __init__(self) -> None:
        self._number: defaultdict[str, int] = defaultdict()
        self._number.default_factory = self._number.__len__  # a new word has the next number
        self._number[""] = NOTHING
        self._of_piece: dict[str, int] = {}
        """Pieces of text that are one word, or none: its number, …"""
        self._unknown: dict[str, int] = {}
        """… which is below zero while no page has the word."""
        self._holding = array("i", [0])
        """Pages that hold each word, …"""
        self._weight = array("f", [0.0])
        """… and its weight in the profile."""
        self._square = 0.0
        """Of the length of the profile."""
        # The words of all pages, and where those of each end:
        self._words = array("i")
        self._counts = array("B")
        self._ends = array("q", [0])

    def see(self, words: Sequence[str], counts: Sequence[int]) -> None:
        """The different words of the next page, with how often it uses each."""
        numbers = self._numbers(words)
        np.frombuffer(self._holding, np.int32)[numbers] += 1
        self._words.frombytes(numbers.tobytes())
        self._counts.frombytes(np.minimum(counts, len(_TF) - 1).astype(np.uint8).tobytes())
        self._ends.append(len(self._words))

    def add(self, words: Mapping[str, int]) -> None:
        """An example that is no page of the crawl."""
        numbers = self._numbers(words).astype(np.int64)
        counts = np.minimum(np.fromiter(words.values(), np.int64, len(words)), len(_TF) - 1)
        self._add(numbers, counts, np.array([len(words)]), np.ones(1))

    def weigh(self, pages: Ints, changes: NDArray[np.float64]) -> None:
        """How much more, or less, each of these pages counts as an example."""
        ends = np.frombuffer(self._ends, np.int64)
        starts, lengths = ends[pages], ends[pages + 1] - ends[pages]
        places = np.repeat(starts - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        numbers = np.frombuffer(self._words, np.int32)[places].astype(np.int64)
        self._add(numbers, np.frombuffer(self._counts, np.uint8)[places], lengths, changes)

    def likeness(self, texts: Sequence[str]) -> Floats:
        """Cosine of the words of each text with the profile."""
        found = np.zeros(len(texts), np.float32)
        if self._square <= 0.0:
            return found
        flat: list[int] = []
        ends = [0]
        of_piece = self._of_piece.get
        for text in texts:
            words: list[int | None] = [*map(of_piece, cut := pieces(text))]
            if None in words:
                self._look_up(words, cut)
            flat += cast("dict[int, None]", dict.fromkeys(words))
            ends.append(len(flat))
        numbers = np.array(flat, np.int64)
        known = np.maximum(numbers, NOTHING)  # a word that is not known is as rare as what is on no page
        rarity = self._rarity(known).astype(np.float64)
        rarity[numbers == NOTHING] = 0.0
        weights = np.frombuffer(self._weight, np.float32)[known]
        products = np.concatenate(([0.0], np.cumsum(rarity * weights)))[ends]
        squares = np.concatenate(([0.0], np.cumsum(rarity * rarity)))[ends]
        lengths = np.sqrt(np.diff(squares) * self._square)
        np.divide(np.diff(products), lengths, out=found, where=lengths > 0, casting="unsafe")
        return np.clip(found, 0.0, 1.0)

    def _look_up(self, words: list[int | None], cut: Sequence[str]) -> None:
        """Put the numbers of words where there is None, for a piece that is not remembered."""
        place = more = 0
        for _ in range(words.count(None)):
            place = words.index(None, place)
            found = self._numbers_in(cut[place - more])
            words[place : place + 1] = found
            place += len(found)
            more += len(found) - 1
        if max(len(self._of_piece), len(self._unknown)) >= _REMEMBERED:
            self._of_piece.clear()
            self._unknown.clear()

    def _numbers_in(self, piece: str) -> list[int]:
        words = words_in(piece)
        numbers = [*map(self._number_of, words)] or [NOTHING]
        if words == (piece,) or (len(numbers) == 1 and numbers[0] >= 0):
            self._of_piece[piece] = numbers[0]
        return numbers

    def _number_of(self, word: str) -> int:
        number = self._number.get(word)
        return self._unknown.setdefault(word, -1 - len(self._unknown)) if number is None else number

    def _add(self, numbers: Ints, counts: NDArray[np.integer], lengths: Ints, weights: NDArray[np.float64]) -> None:
        """The words of texts one after the other, so many of each, and the weight of each."""
        if not len(numbers):
            return
        vectors = _TF[counts] * self._rarity(numbers)
        text = np.repeat(np.arange(len(lengths)), lengths)
        squares = np.bincount(text, vectors.astype(np.float64) ** 2, len(lengths))
        factors = weights / np.sqrt(np.where(squares > 0, squares, 1.0))
        profile = np.frombuffer(self._weight, np.float32)
        if len(lengths) == 1:  # mostly: words are different, and the length needs no look at all others
            before = profile[numbers].astype(np.float64)
            profile[numbers] += factors[0].astype(np.float32) * vectors
            self._square += float((profile[numbers].astype(np.float64) ** 2 - before**2).sum())
        else:
            np.add.at(profile, numbers, factors.astype(np.float32)[text] * vectors)
            self._square = float(np.square(profile, dtype=np.float64).sum())

    def _rarity(self, numbers: Ints) -> Floats:
        holding = np.frombuffer(self._holding, np.int32)[numbers]
        rarity: Floats = (np.log((len(self._ends) - 1 + COMMON) / (holding + COMMON)) + LEAST).astype(np.float32)
        return rarity

    def _numbers(self, words: Collection[str]) -> NDArray[np.int32]:
        numbers = np.fromiter(map(self._number.__getitem__, words), np.int32, len(words))
        missing = len(self._number) - len(self._weight)
        if missing:
            for word in compress(words, numbers >= len(self._weight)):
                self._of_piece.pop(word, None)
        self._weight.frombytes(bytes(4 * missing))
        self._holding.frombytes(bytes(4 * missing))
        return numbers
