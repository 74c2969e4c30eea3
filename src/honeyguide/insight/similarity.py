"""Do two groups of items tell of one event? By likeness of their texts, whatever their size, and nearness in time.

The mean likeness of two groups is their likeness times how well each hangs together: corrected for attenuation
(Spearman 1904) it means the same for two items as for two hundred. How much a group's common words can be relied on
follows from its cohesion and size (Spearman 1910, Brown 1910).
"""

from __future__ import annotations

import numpy as np

from honeyguide.insight.model import DAY, Numbers

SAME = 0.55
"""Likeness, corrected, from which two groups are one event: on planted webs the first and the second half of an event
have 0.68 to 1.1, two events, some of the same place and days, at most 0.56."""
NOISE = 0.5
"""How much higher that is for two single items; it falls with the root of the pairs that were compared."""
LEAST = 0.11
"""Mean likeness below which no two groups are one, however loosely they hang together themselves."""
COHESION = 0.2
"""Likeness of two items of one event, as long as nothing is known of the event …"""
PAIRS = 3.0
"""… and for how many pairs of items that counts."""
REACH = 45 * DAY
"""Texts count 1/e of their likeness when one appeared so long after the other event's end, or before its start."""
UNDATED = 1.25
"""How much more alike texts must be when one has no date: time does not speak for them."""


def cohesion(stories: Numbers, squared: Numbers) -> Numbers:
    """Mean likeness of two items of a group; `squared` is the squared length of the sum of its unit vectors."""
    pairs, inside = stories * (stories - 1.0) / 2.0, np.maximum(squared - stories, 0.0) / 2.0
    return (inside + PAIRS * COHESION) / (pairs + PAIRS)


def kinship(dots: Numbers, stories: Numbers, cohesions: Numbers, others: Numbers, theirs: Numbers) -> Numbers:
    """1 and more: their texts are those of one event. Of each pair: the product of the sums of their unit vectors,
    stories and cohesion of the one, and of the other."""
    mean = dots / (stories * others)
    bar = SAME * (1.0 + NOISE / np.sqrt(stories * others))
    return np.minimum(mean / (np.sqrt(cohesions * theirs) * bar), mean / LEAST)


def nearness(start: Numbers | float, end: Numbers | float, other_start: Numbers, other_end: Numbers) -> Numbers:
    """Of two spans of time, in (0, 1]: 1 where they overlap; NaN stands for no date."""
    gap = np.fmax(np.fmax(other_start - end, start - other_end), 0.0)
    return np.where(np.isnan(other_start - start), 1.0 / UNDATED, np.exp(-gap / REACH))


def reliability(stories: float, squared: float) -> float:
    """Share of what a group says in common that is no accident: kρ / (1 + (k − 1)ρ) (Spearman-Brown)."""
    if stories < 2.0:
        return 0.0
    mean = max(0.0, squared - stories) / (stories * (stories - 1.0))
    return stories * mean / (1.0 + (stories - 1.0) * mean)
