"""The nearest of a fixed list of words, for a crawl that asks it of every word of every anchor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from honeyguide.lexicons.similarity import ConceptSimilarity
from honeyguide.lexicons.vectors import WordVectors


class Asked(Protocol):
    """A lexicon, as far as it is needed here."""

    @property
    def similarity(self) -> ConceptSimilarity: ...

    def senses(self, word: str) -> tuple[int, ...]: ...


class NearestInLexicon:
    """What lies above each of the words is kept once, as a set of words for each concept: bit n is word n."""

    def __init__(self, lexicon: Asked, words: Sequence[str]) -> None:
        self._lexicon = lexicon
        self._senses = [lexicon.senses(word) for word in words]
        self._meaning: dict[int, int] = defaultdict(int)
        self._below: dict[int, int] = defaultdict(int)
        for number, senses in enumerate(self._senses):
            for concept in senses:
                self._meaning[concept] |= 1 << number
            for concept in lexicon.similarity.upward(senses).all:
                self._below[concept] |= 1 << number

    def among(self, word: str, wanted: int) -> tuple[float | None, int]:
        """The similarity with the nearest of the wanted words, and those that the lexicon can compare it with."""
        senses = self._lexicon.senses(word)
        if not senses:
            return None, 0
        if any(self._meaning.get(concept, 0) & wanted for concept in senses):
            return 1.0, wanted
        similarity = self._lexicon.similarity
        if similarity.hierarchy.composed:
            return self._one_by_one(senses, wanted)
        best: float | None = None
        compared = 0
        for concept in similarity.upward(senses).ordered:  # the most telling first
            below = self._below.get(concept, 0) & wanted
            if below and best is None:
                best = similarity.information(concept)
            compared |= below
        return best, compared

    def _one_by_one(self, senses: tuple[int, ...], wanted: int) -> tuple[float | None, int]:
        best: float | None = None
        compared = 0
        for number, others in enumerate(self._senses):
            if wanted >> number & 1 and others:
                value = self._lexicon.similarity.of_words(senses, others)
                if value is not None:
                    best = value if best is None else max(best, value)
                    compared |= 1 << number
        return best, compared


class NearestByVector:
    def __init__(self, vectors: WordVectors, words: Sequence[str]) -> None:
        self._vectors = vectors
        found = [vectors.vector(word) for word in words]
        self._numbers = [number for number, vector in enumerate(found) if vector is not None]
        self._matrix = np.array([vector for vector in found if vector is not None], np.float32)

    def among(self, word: str, wanted: int) -> float | None:
        rows = [row for row, number in enumerate(self._numbers) if wanted >> number & 1]
        vector = self._vectors.vector(word) if rows else None
        if vector is None:
            return None
        return min(1.0, max(0.0, float((self._matrix @ vector)[rows].max())))
