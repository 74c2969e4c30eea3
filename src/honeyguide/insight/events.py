"""Events: groups of items over text and time, found as items come (single-pass clustering: Allan et al. 1998).

An item joins the group that it is most akin to, or founds one. Nothing is ever taken apart, so the bar is high; what
belongs together and did not find together is merged later. When the items have grown by an eighth, words get a new
rarity and groups are merged; in between all is linear, and it does not matter how many items come at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from honeyguide.insight.clusters import LEAST_ITEMS, Groups, akin
from honeyguide.insight.idf import Rarities
from honeyguide.insight.model import Numbers, Places
from honeyguide.insight.similarity import COHESION, LEAST, kinship, nearness
from honeyguide.insight.vectors import heightened, story_vectors, term_weights, trimmed, widened

EARLY = 50.0
"""After n items the bar is 1 + 50 / (50 + n) times what it is in the end: rarities are guesses at first, and what is
not joined can be merged later."""
GROWTH = 8
"""An epoch ends when the items have grown by this part of them."""
FULL = 4_096
"""Stories that are kept with all their words, to be cut anew as rarities move; later ones with those that count."""
PRUNED = LEAST / 4.0
"""Groups with a mean likeness below this are not looked at."""
BLOCK = 256


class EventFinder:
    """Which items tell of one event? Asked at any time, of all items so far; it never looks ahead."""

    def __init__(self) -> None:
        self._groups = Groups()
        self._group_of: Places = np.zeros(0, np.int64)
        """Of each item; room for more."""
        self._many = 0
        self._stories: Places = np.zeros(0, np.int64)
        """Places of the items that are the first of a story; room for more."""
        self._told = 0
        self._weights: list[csr_matrix] = []
        self._language_of: Places = np.zeros(0, np.int64)
        """Of each story; room for more."""
        # Fixed while an epoch lasts:
        self._ends = 1
        self._before = 0
        """Stories before the epoch."""
        self._words = Rarities(LEAST_ITEMS)
        self._sums: csr_matrix | None = None
        """Words × groups: the sums of the vectors of their stories before the epoch …"""
        self._sizes: Numbers = np.zeros(0)
        """… and how many those are."""
        self._fresh: csr_matrix | None = None
        """Vectors of the stories since."""

    @property
    def numbers(self) -> Places:
        """Of each item: the number of its event; 0 for none."""
        return self._groups.event_numbers()[self._group_of[: self._many]]

    def add(
        self, counts: csr_matrix, titles: csr_matrix, languages: Sequence[str], at: Numbers, firsts: Places
    ) -> None:
        """Some more items: words of each, words of its title, its language, its publication (NaN for none), and the
        place of the first item of its story, which for most is the item itself."""
        self._group_of = _room(self._group_of, self._many + len(at))
        self._stories = _room(self._stories, self._told + len(at))
        self._language_of = _room(self._language_of, self._told + len(at))
        spoken = self._words.numbers(languages)
        done = 0
        while done < len(at):
            part = slice(done, done + min(len(at) - done, self._ends - self._many, BLOCK))
            self._add(counts[part], titles[part], spoken[part], at[part], firsts[part])
            done = part.stop
            if self._many == self._ends:
                self.settle()

    def _add(self, counts: csr_matrix, titles: csr_matrix, spoken: Places, at: Numbers, firsts: Places) -> None:
        """Items of one epoch."""
        leads = firsts == np.arange(self._many, self._many + len(firsts))
        vectors = self._vectors(counts[leads], titles[leads], spoken[leads])
        olds, news = self._products(vectors)
        row = 0
        for first, moment, lead in zip(firsts.tolist(), at.tolist(), leads.tolist(), strict=True):
            if lead:
                group = self._home(_row(olds, row), _row(news, row), moment)
                self._stories[self._told] = self._many
                self._told += 1
                row += 1
            else:
                group = int(self._group_of[first])
                self._groups.copy(group)
            self._group_of[self._many] = group
            self._many += 1

    def _vectors(self, counts: csr_matrix, titles: csr_matrix, spoken: Places) -> csr_matrix:
        self._language_of[self._told : self._told + len(spoken)] = spoken
        weights = self._words.count(term_weights(counts, titles), spoken)
        if self._told >= FULL:
            weights = trimmed(weights, self._words.rare, spoken, self._words.shared)
        self._weights.append(weights)
        return story_vectors(weights, self._words.rare, spoken, self._words.shared)

    def _products(self, vectors: csr_matrix) -> tuple[csr_matrix | None, csr_matrix]:
        """Of each new story with the groups as they were before the epoch, and with the stories since, itself too."""
        width = vectors.shape[1]
        self._fresh = vectors if self._fresh is None else vstack([widened(self._fresh, width), vectors], "csr")
        news = (self._fresh @ vectors.T).T.tocsr()
        if self._sums is None:
            return None, news
        olds = vectors @ heightened(self._sums, width)
        near = olds.data >= PRUNED * self._sizes[olds.indices]
        borders = np.concatenate([[0], np.cumsum(near)])[olds.indptr]
        return csr_matrix((olds.data[near], olds.indices[near], borders), shape=olds.shape), news

    def _home(
        self,
        old: tuple[NDArray[np.int32], NDArray[np.float32]],
        new: tuple[NDArray[np.int32], NDArray[np.float32]],
        at: float,
    ) -> int:
        """The group that a story joins."""
        known = self._groups.known
        earlier = new[0] < self._told - self._before
        homes = self._group_of[self._stories[self._before + new[0][earlier]]]
        near, which = np.unique(np.concatenate([homes, old[0]]), return_inverse=True)
        if len(near):
            dots = np.bincount(which, np.concatenate([new[1][earlier], old[1]])).astype(np.float64)
            rows = known[near]
            stories = rows["stories"].astype(np.float64)
            one = np.ones(len(near))
            akin_to = kinship(dots, one, COHESION * one, stories, self._groups.cohesions(near))
            akin_to *= nearness(at, at, rows["start"], rows["end"])
            best = int(np.argmax(akin_to))
            if akin_to[best] >= self._bar():
                self._groups.join(int(near[best]), at, float(dots[best]))
                return int(near[best])
        return self._groups.found(at)

    def _bar(self) -> float:
        return 1.0 + EARLY / (EARLY + self._many)

    def settle(self) -> None:
        """Merge what belongs together now; by itself it happens at the end of an epoch."""
        if self._told:
            self._merge()
        self._ends = self._many + max(1, self._many // GROWTH)

    def _merge(self) -> None:
        self._before = self._told
        self._words.renew()
        self._weights = [vstack([widened(rows, len(self._words.shared)) for rows in self._weights], "csr")]
        vectors = story_vectors(self._weights[0], self._words.rare, self._language_of, self._words.shared)
        private = 1.0 - np.asarray(vectors.multiply(vectors).sum(axis=1), np.float64).ravel()
        ones, places = np.ones(self._told, np.float32), np.arange(self._told)
        while True:
            homes = self._group_of[self._stories[: self._told]]
            sums = (csr_matrix((ones, (homes, places)), shape=(self._groups.many, self._told)) @ vectors).tocsr()
            squared = np.asarray(sums.multiply(sums).sum(axis=1), np.float64).ravel()
            self._groups.measured(squared + np.bincount(homes, private, self._groups.many))
            pairs = akin(sums, self._groups, self._bar(), everything=self._told <= FULL)
            if not pairs:
                break
            self._group_of[: self._many] = self._groups.merge(pairs)[self._group_of[: self._many]]
        self._groups.settled()
        self._sums, self._fresh = sums.T.tocsr(), None
        self._sizes = self._groups.known["stories"].astype(np.float64)


def _row(matrix: csr_matrix | None, row: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    if matrix is None:
        return np.empty(0, np.int32), np.empty(0, np.float32)
    part = slice(matrix.indptr[row], matrix.indptr[row + 1])
    return matrix.indices[part], matrix.data[part]


def _room(places: Places, least: int) -> Places:
    return places if len(places) >= least else np.concatenate([places, np.zeros(max(least, 64), np.int64)])
