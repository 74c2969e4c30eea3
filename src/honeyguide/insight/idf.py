"""How rare words are among the stories so far, language by language; renewed from time to time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.idf import idf_by_language
from honeyguide.insight.model import Numbers, Places
from honeyguide.insight.vectors import widened
from honeyguide.insight.vocabulary import Vocabulary


class Rarities:
    """What stands in `rare` and `shared` holds until it is renewed; new words and languages are taken in at once."""

    def __init__(self, least: int) -> None:
        self.least = least
        self.rare: Numbers = np.zeros((0, 0))
        """Languages × words."""
        self.shared: NDArray[np.bool_] = np.zeros(0, np.bool_)
        """Words that at least so many stories held when it was renewed."""
        self._languages = Vocabulary()
        self._holding: Numbers = np.zeros((0, 0))
        self._stories: Numbers = np.zeros(0)
        """In each language, now …"""
        self._before: Numbers = np.zeros(0)
        """… and when it was renewed."""

    def numbers(self, languages: Iterable[str]) -> Places:
        found = np.array([self._languages[language] for language in languages], np.int64)
        self._widen(self._holding.shape[1])
        return found

    def count(self, weights: csr_matrix, languages: Places) -> csr_matrix:
        """Some more stories; the same rows among all words."""
        self._widen(weights.shape[1])
        for language in np.unique(languages).tolist():
            words = weights[languages == language].indices
            self._holding[language] += np.bincount(words, minlength=self._holding.shape[1])
        self._stories += np.bincount(languages, minlength=len(self._stories))
        return widened(weights, self._holding.shape[1])

    def renew(self) -> None:
        self._before = self._stories.copy()
        self.rare = idf_by_language(self._holding, self._before)
        self.shared = self._holding.sum(axis=0) >= self.least

    def _widen(self, words: int) -> None:
        languages = len(self._languages) - len(self._stories)
        words = max(0, words - self._holding.shape[1])
        if languages or words:
            self._stories = np.pad(self._stories, (0, languages))
            self._before = np.pad(self._before, (0, languages))
            self._holding = np.pad(self._holding, ((0, languages), (0, words)))
            self.shared = np.pad(self.shared, (0, words))
            known = self.rare
            self.rare = idf_by_language(np.zeros(self._holding.shape), self._before)
            self.rare[: known.shape[0], : known.shape[1]] = known
