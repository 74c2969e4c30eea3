"""What pages off topic are like, what those on topic are, and so where the border between them lies [ours].

A height is a likeness with the topic, told from the middle of pages off topic in their standard deviations. Most
pages of a web are not about the topic, so the lower part of all tells what pages off topic are like; where most are
about it, texts about anything tell that instead.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from honeyguide.relevance.evidence import log_odds
from honeyguide.relevance.page_space import Floats, Ints, PageSpace
from honeyguide.relevance.two_groups import cut, skewness

MARGIN, LOWEST, STRICTEST = 1.5, 0.2, 0.85
"""On topic is what is nearly as like the examples as these are like each other: so many standard deviations of pages
off topic less, and at least and at most so much of it."""
STRICT, HALF_SURE, HALF_SURE_OF_ALL = 0.9, 50, 10
"""How much of it the first pages must be like, while little is known of pages off topic; after so many pages, half of
the border is the one above; and after so many when these are all, and no others will come."""
STEEP = 8.0
"""How sharply the border cuts."""
LEAST_LIKENESS = 2.2
"""How like each other examples are at least, in standard deviations of pages off topic."""
FIRST, ALONE, BEST, OF_BEST = 7.0, 3.5, 10, 0.7
"""The same where there is one example, or keywords, and nothing to compare it with: before there are pages, then; and
how much of the likeness of so many best pages stands for it when that is more."""
STANDS_OUT, FEW, MANY = 3.0, 0.1, 0.2
"""A page so many standard deviations above those off topic stands out. The more do, the less the best say about the
others: up to the first share of all pages they stand for the topic, from the second on they do not. In the same way
the best alone count as examples up to the first share of pages on topic, from the second on all of them do. And from
keywords, pages on topic are part of the middle of all up to the first share, from the second on they are not."""
RARE, USUAL, RAREST = 0.4, 0.2, 0.003
"""Standard deviations by which each unit of log-odds lifts the border, where keywords are all that is known and fewer
pages are on topic than the usual share; and the least share that counts."""
HELD = 4.0
"""Marks that it takes to move the level half-way to where they want it."""
ENOUGH = 10
"""Pages that show what pages off topic are like, and which words go together; before these, texts about anything show
the first, and a page is compared by the words that it shares with the examples."""
_LOW, _LOWER = 0.3, 0.1
"""Quantiles of likeness that tell the middle and the spread of pages off topic."""
_Z_LOW, _Z_LOWER = -0.5244, -1.2816
"""The same of the normal distribution."""
SPREAD_BORROWED = 50
"""Pages that differ as much as texts about anything do, which are added to those of the crawl where keywords are all
that is known: few pages may differ little by chance, and everything would stand out."""
LEAST_SPREAD = 0.01
"""Pages off topic differ by so much at least, where few are copies of each other."""
SPREAD_SHARED = 30
"""Pages that differ as much as those of all languages do, which are added to those of each."""
EVEN, SKEWED = 0.6, 1.2
"""From keywords alone, a border is drawn where pages fall into two groups, by how far each stands out. That says
nothing where a few stand far above all others: up to the first skewness it counts fully, from the second on not."""
ANYTHING = 0.15
"""What texts about anything weigh among these pages, since all of the latter may be on topic."""
LEAST_SPLIT = 0.7
"""Height of such a border at least, unless most pages are on topic: else those off topic may be a group of their own
above texts about anything."""
LEAST_OF_NONE = 1.5
"""The same where from examples no page at all would be on topic."""
ENOUGH_SPLIT, ALL_CAME = 60, 20
"""From how many pages on that border counts fully; and when these are all, and no others will come."""
UPPERMOST, FEWEST = 0.05, 3
"""The share of pages that are the best, and how many at least."""
_LEVELS = np.linspace(0.2, 2.0, 91)
"""Among which marks choose."""


class Border:
    """The first `texts` rows are texts about anything. `keywords`: they are all that is known of the topic."""

    def __init__(self, space: PageSpace, texts: int, *, keywords: bool) -> None:
        self._space = space
        self._texts = texts
        self.keywords = keywords
        self.all_came = False
        """Whether no other pages will come."""

    def off_topic(self, likeness: Floats, rows: Ints, high: tuple[float, float] | None) -> tuple[Floats, Floats]:
        """Middle and spread of the likeness of pages off topic; of each language, where the topic is in both."""
        chinese = self._space.languages(rows)
        if not self._space.apart or not ENOUGH <= chinese.sum() <= len(rows) - ENOUGH:
            found = 2 * [self.lower_part(likeness, rows, high)]
        else:
            each = [rows[chinese == kind] for kind in (0, 1)]
            alone = [self.lower_part(likeness, own, high) for own in each]
            shared = _together(alone[0][1], len(each[0]), alone[1][1], len(each[1]))
            found = [
                (middle, _together(spread, len(own), shared, SPREAD_SHARED))
                for (middle, spread), own in zip(alone, each, strict=True)
            ]
        off, spread = zip(*found, strict=True)
        return np.array(off, np.float32), np.array(spread, np.float32)

    def lower_part(self, likeness: Floats, rows: Ints, high: tuple[float, float] | None) -> tuple[float, float]:
        """Of pages off topic, by the lower part of all; or by texts about anything, where that part lies high
        between these and the best pages, since most pages are on topic then. `high`: from where on, and from where
        on alone; never without it."""
        pages, texts = np.sort(likeness[rows]), likeness[: self._texts]
        if rows[0] < self._texts:  # for want of pages these texts are among the rows
            return _middle_and_spread(pages)
        usual, usual_spread = _middle_and_spread(pages)
        middle, spread = _middle_and_spread(texts)
        if self.keywords:
            return usual, _together(usual_spread, len(pages), spread, SPREAD_BORROWED)
        if high is None:
            return usual, usual_spread
        share = _most_on_topic(texts, pages, high)
        return share * middle + (1 - share) * usual, share * spread + (1 - share) * usual_spread

    def on_topic(self, known: Floats, heights: Floats) -> float:
        """How high pages on topic are, by those that are known; by the best where no two are."""
        if len(known) > 1:
            return max(float(known.mean()), LEAST_LIKENESS)
        alone = ALONE if self._space.latent else FIRST
        if len(heights) <= BEST * BEST:
            return alone
        best = max(alone, OF_BEST * float(np.sort(heights)[-BEST:].mean()))
        many = are_many(float((heights > STANDS_OUT).mean()))
        return many * alone + (1 - many) * best

    def level(self, pages: int, on: float, found: float) -> float:
        """Where the border lies, between pages off topic (0) and examples (1), which are at the height `on`; of so
        many pages so many were found on topic."""
        sure = pages / (pages + (HALF_SURE_OF_ALL if self.all_came else HALF_SURE))
        level = sure * min(max(LOWEST, 1 - MARGIN / on), STRICTEST) + (1 - sure) * STRICT
        return level + self._rarity(pages, found) / on if self.keywords else level

    def between_groups(self, heights: Floats, pages: Ints, border: float, high: tuple[float, float]) -> float:
        """The border where pages fall into two groups, as far as it counts beside this one."""
        texts, own = heights[: self._texts], heights[pages]
        counts = min(max((SKEWED - skewness(own)) / (SKEWED - EVEN), 0.0), 1.0)
        counts *= min(len(own) / (ALL_CAME if self.all_came else ENOUGH_SPLIT), 1.0)
        weights = np.ones(len(texts) + len(own))
        weights[: len(texts)] = ANYTHING * len(own) / len(texts)
        drawn = counts * cut(np.concatenate([texts, own]), weights) + (1 - counts) * border
        return drawn + (1 - _most_on_topic(texts, np.sort(own), high)) * max(LEAST_SPLIT - drawn, 0.0)

    def with_some(self, heights: Floats, pages: Ints, border: float, high: tuple[float, float]) -> float:
        """This border, unless none of the pages, which are neither examples nor lists, lies above it."""
        if (heights[pages] > border).any() or len(pages) < FEWEST:
            return border
        return min(border, max(self.between_groups(heights, pages, border, high), LEAST_OF_NONE))

    @staticmethod
    def _rarity(pages: int, found: float) -> float:
        """How much higher the border is than where a usual share of pages is on topic."""
        share = min(max((found + 1) / (pages + 1 / USUAL), RAREST), USUAL)
        return RARE * (log_odds(USUAL) - log_odds(share))


def by_marks(level: float, marked: Floats, on_topic: NDArray[np.bool_]) -> float:
    """Where marks put the level: `marked` are heights by that of examples."""
    signs = np.where(on_topic, 1.0, -1.0)
    wrong = np.log1p(np.exp(-STEEP * signs * (marked - _LEVELS[:, None]))).sum(axis=1)
    wrong += HELD * (_LEVELS - level) ** 2 * STEEP
    return float(_LEVELS[wrong.argmin()])


def marks_of(marks: Mapping[int, bool]) -> tuple[Ints, NDArray[np.bool_]]:
    return np.array(list(marks), np.int64), np.array(list(marks.values()), np.bool_)


def are_many(share: float) -> float:
    """From 0, where the share of pages is that of few, to 1."""
    return min(max((share - FEW) / (MANY - FEW), 0.0), 1.0)


def _most_on_topic(texts: Floats, pages: Floats, high: tuple[float, float]) -> float:
    """From 0 to 1: the lower part of the pages, of which the last are the best, lies high above texts about anything,
    so that not all of it can be off topic."""
    low, best = np.quantile(texts, _LOW), pages[-max(FEWEST, int(UPPERMOST * len(pages))) :].mean()
    up = float((np.quantile(pages, _LOW) - low) / max(best - low, 1e-6))
    return min(max((up - high[0]) / (high[1] - high[0]), 0.0), 1.0)


def _together(spread: float, many: int, other: float, borrowed: int) -> float:
    """Of so many pages, and of so many that are borrowed."""
    return float(np.sqrt((many * spread**2 + borrowed * other**2) / (many + borrowed)))


def _middle_and_spread(likeness: Floats) -> tuple[float, float]:
    """Middle and spread of the lower part, as if it were all of a normal distribution."""
    low, lower = np.quantile(likeness, [_LOW, _LOWER]).tolist()
    spread = (low - lower) / (_Z_LOW - _Z_LOWER)
    return low - _Z_LOW * spread, max(spread, LEAST_SPREAD)
