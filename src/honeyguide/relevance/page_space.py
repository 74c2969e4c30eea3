"""Where pages lie: a row each, among words that go together (`latent_words`) and among what texts can mean [ours].

From both the middle of all pages is taken away, and rows have length 1, so that products of rows are cosines.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.chinese import ANY_HAN
from honeyguide.relevance.latent_words import LatentWords
from honeyguide.relevance.page_features import PageFeatures, unit

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

TITLE = 0.3
"""Weight of the title's meaning beside that of the beginning, which holds it too."""
SAYS_LITTLE = 0.15
"""A page with a shorter part among the words that go together says less than one that is all about something."""
CHINESE, BORROWED = 0.1, 5.0
"""A page with more of its words in Chinese is Chinese, whatever names and code it holds; and rows of all languages
that are added to those of each, where its middle lies."""
ROOM, _AT_ONCE = 256, 4_096
"""Rows that there is room for at first; and that are laid at a time."""


class PageSpace:
    def __init__(self, encoder: str, size: int) -> None:
        """Of vectors of this length by this encoder; others are left out."""
        self.words = LatentWords()
        self.latent = False
        """Whether words that go together are known; until then a page lies among the words of the examples."""
        self.apart = False
        """Whether each language has a middle of its own."""
        self.linked: list[float] = []
        """Share of the text of each row that is links."""
        self._encoder = encoder
        self._chinese: list[bool] = []
        self.meaning = np.zeros((ROOM, size), np.float16)
        self.among_words = np.zeros((ROOM, 1), np.float32)
        """In full: with half precision, how a processor adds would decide which of two links comes first."""
        self.middle: Floats = np.zeros((2, 1), np.float32)
        """Of all rows among words, by language, …"""
        self._usual: Floats = np.zeros((2, size), np.float32)
        """… and of what they mean."""

    def __len__(self) -> int:
        return len(self.words)

    def add(self, features: PageFeatures) -> None:
        row = len(self.words)
        if row == len(self.meaning):
            self.meaning, self.among_words = doubled(self.meaning), doubled(self.among_words)
        self.words.add(dict(zip(features.words, features.counts, strict=True)))
        self.meaning[row] = 0.0
        if features.lead and features.encoder == self._encoder:
            self.meaning[row] = unit(features.lead) + np.float32(TITLE) * unit(features.title)
        self.linked.append(features.linked)
        self._chinese.append(_chinese_share(features.words) > CHINESE)

    def drop(self) -> None:
        """The last row."""
        self.words.drop()
        self.linked.pop()
        self._chinese.pop()

    def find(self, examples: Collection[int], weights: Floats, *, latent: bool) -> None:
        """Find anew where words lie, and where the middle is of rows that count so much."""
        self.latent = latent
        places = self.words.find(examples, latent=latent)
        if self.among_words.shape[1] != places.shape[1]:
            self.among_words = np.zeros((len(self.meaning), places.shape[1]), np.float32)
        everything = slice(0, len(places))
        self.middle = self.middles(places, weights) if latent else np.zeros((2, places.shape[1]), np.float32)
        self.among_words[everything] = self._says(places, everything)
        self._usual = self.middles(self.meaning[everything].astype(np.float32), weights)

    def middles(self, rows: Floats, weights: Floats) -> Floats:
        """Of rows that are not Chinese, and of those that are; or twice of all, since the language of a page says
        something where the topic is in one. Few rows of a language borrow the middle of all."""
        overall = weights @ rows / weights.sum()
        if not self.apart:
            return np.array([overall, overall], np.float32)
        chinese = np.array(self._chinese)
        middles = [
            (each @ rows + BORROWED * overall) / (each.sum() + BORROWED)
            for each in (weights * ~chinese, weights * chinese)
        ]
        return np.array(middles, np.float32)

    def languages(self, rows: Ints | slice) -> Ints:
        """1 for each row that is Chinese, else 0."""
        chinese = self._chinese[rows] if isinstance(rows, slice) else [self._chinese[row] for row in rows.tolist()]
        return np.array(chinese, np.int64)

    def lay(self, row: int) -> None:
        """Where a page lies among what was found before it came."""
        self.among_words[row] = self._says(self.words.place(row)[None], slice(row, row + 1))[0]

    def rows(self, rows: Ints | slice) -> Floats:
        """Words and meaning side by side: products of rows are the mean of both cosines."""
        words = self.among_words[rows]
        if not self.meaning.shape[1]:
            return words
        return np.concatenate([words, self.meant(rows)], axis=1) * np.float32(np.sqrt(0.5))

    def all_rows(self) -> Floats:
        count = len(self)
        rows = np.empty((count, self.among_words.shape[1] + self.meaning.shape[1]), np.float32)
        for start in range(0, count, _AT_ONCE):
            rows[start : start + _AT_ONCE] = self.rows(slice(start, min(start + _AT_ONCE, count)))
        return rows

    def meant(self, rows: Ints | slice) -> Floats:
        """What they mean, without the middle."""
        return unit_rows(self.meaning[rows].astype(np.float32) - self._usual[self.languages(rows)])

    @property
    def shortest(self) -> float:
        """A page with a shorter part among words is made no longer than its share of this."""
        return SAYS_LITTLE if self.latent else 1.0

    def _says(self, places: Floats, rows: slice) -> Floats:
        return unit_rows(places - self.middle[self.languages(rows)], self.shortest)


def doubled(rows: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([rows, np.zeros_like(rows)])


def unit_rows(rows: Floats, shortest: float = 1e-6) -> Floats:
    """Of length 1; a shorter one than this is made no longer than its share of it."""
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    scaled: Floats = rows / np.maximum(length, np.float32(shortest))
    return scaled


def _chinese_share(words: Sequence[str]) -> float:
    if "".join(words).isascii():
        return 0.0
    return sum(bool(ANY_HAN.match(word)) for word in words) / len(words)
