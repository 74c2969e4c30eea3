"""Stuffed text: words that repeat far more than in other texts of like length (repetition: Simpson 1949)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.insight.model import Analysis, Numbers, Places

LIKE_LENGTH = 50
"""Texts of a language, in the order of their length, are compared so many at a time with as many on either side."""
FEWEST = 20
"""Fewer texts of a language are compared with those of all languages, fewer of these with no others."""
SPREAD = 0.1
"""The least spread, as a share of the median: where all texts are alike a small difference is none."""
BEGINS, IS = 4.0, 8.0
"""Spreads from the median where a text begins to be stuffed, and where it is."""
MUCH, TOO_MUCH = 0.06, 0.15
"""The same for repetition itself, whatever other texts do; in plain prose without its small words it is 0.01."""
STUFFED = 0.5
"""From this degree on a text vouches for no other and replaces none."""
SHORTEST = 8
"""Fewer words tell nothing."""


class Stuffing(NamedTuple):
    degree: Numbers
    """Of each item: 0 for plain text, 1 for stuffed."""
    lengths: Numbers
    """How many words it has."""


def stuffing(analysis: Analysis) -> Stuffing:
    words = analysis.words
    lengths = np.asarray(words.sum(axis=1), np.float64).ravel()
    repetition = simpson(lengths, np.asarray(words.multiply(words).sum(axis=1), np.float64).ravel())
    different = np.sqrt(np.diff(words.indptr))
    long_enough = lengths >= SHORTEST
    degree = ramp(repetition, MUCH, TOO_MUCH)
    often = np.sqrt(repetition)
    # The root of a Poisson number of equal pairs varies by ½: of 20 words one twice is chance [ours].
    chance = 0.5 / np.sqrt(np.maximum(1.0, lengths * (lengths - 1.0) / 2.0))
    languages = np.array([item.language for item in analysis.items], dtype=np.str_)
    for some, like in alike(lengths, languages, np.flatnonzero(long_enough)):
        beyond = np.maximum(outlying(often, some, like, chance), outlying(-different, some, like))
        degree[some] = np.maximum(degree[some], ramp(beyond, BEGINS, IS))
    return Stuffing(np.where(long_enough, degree, 0.0), lengths)


def simpson(lengths: Numbers, squares: Numbers) -> Numbers:
    """Σ c (c − 1) / (n (n − 1)): how likely two words of a text are the same one, at any length."""
    return (squares - lengths) / np.maximum(1.0, lengths * (lengths - 1.0))


def outlying(values: Numbers, some: Places, like: Places, least: Numbers | None = None) -> Numbers:
    """How far values lie above the median of their like, in spreads (1.48 MAD: a standard deviation if normal).

    `least` is the least spread of each: what chance makes of it.
    """
    middle = np.median(values[like])
    spread: float = max(1.4826 * np.median(np.abs(values[like] - middle)), SPREAD * abs(middle), 1e-9)
    spreads = spread if least is None else np.maximum(spread, least[some])
    return np.asarray((values[some] - middle) / spreads, np.float64)


def alike(lengths: Numbers, languages: NDArray[np.str_], places: Places) -> Iterator[tuple[Places, Places]]:
    """Some items of one language and like length, and those that they are compared with, themselves among them."""
    everything = places[np.argsort(lengths[places], kind="stable")]
    names, language = np.unique(languages, return_inverse=True)
    for number in range(len(names)):
        own = everything[language[everything] == number]
        among = own if len(own) >= FEWEST else everything
        if len(among) < FEWEST:
            continue
        in_order = lengths[among]
        for start in range(0, len(own), LIKE_LENGTH):
            some = own[start : start + LIKE_LENGTH]
            middle = start + len(some) // 2 if among is own else np.searchsorted(in_order, np.median(lengths[some]))
            first = max(0, min(int(middle) - 3 * LIKE_LENGTH // 2, len(among) - 3 * LIKE_LENGTH))
            yield some, among[first : first + 3 * LIKE_LENGTH]


def ramp(values: Numbers, start: float, end: float) -> Numbers:
    """0 up to the start, 1 from the end, straight between."""
    return np.clip((values - start) / (end - start), 0.0, 1.0)
