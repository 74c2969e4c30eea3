"""Where a published ranking holds and where it does not: Kendall's τ over the pairs that the paper puts in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from honeyguide.lab.measures import interval

Pair = tuple[str, str]
"""What is higher, and what is lower."""


class Turned(Struct, frozen=True):
    """A pair that does not stand here as it is published."""

    higher: str
    """In the paper."""
    lower: str
    ahead: float
    """By how much the paper's lower one is ahead here, in the mean of the repeats; 0 for a tie."""
    clear: bool | None
    """Whether the 95 % interval of that difference leaves out 0; None with one repeat."""


class Agreement(Struct, frozen=True):
    where: str
    """Table or figure, measure and number of pages."""
    judged: str
    """`self` or `labels`."""
    tau: float
    """Kendall's τ: 1 for the published order, −1 for its reverse; ties count for neither side."""
    pairs: int
    agree: int
    turned: tuple[Turned, ...]
    sentence: str


def ordered(figures: Mapping[str, float]) -> tuple[Pair, ...]:
    """Every pair of rows whose figures differ, the higher first."""
    pairs = (sorted(pair, key=lambda name: -figures[name]) for pair in combinations(figures, 2))
    return tuple((high, low) for high, low in pairs if figures[high] != figures[low])


def agreement(
    where: str, judged: str, published: Sequence[Pair], ours: Mapping[str, Sequence[float]], *, rate: bool = True
) -> Agreement | None:
    """`ours`: of each row, its value in every repeat. None when none of the pairs was run.

    `rate`: the measure is a share, and differences are told in points.
    """
    pairs = [(high, low) for high, low in published if high in ours and low in ours]
    if not pairs:
        return None
    agree, turned = 0, []
    for high, low in pairs:
        differences = np.array(ours[low], np.float64) - np.array(ours[high], np.float64)
        ahead = float(differences.mean())
        if ahead < 0:
            agree += 1
            continue
        clear = bool(interval(differences)[0] > 0) if len(differences) > 1 else None
        turned.append(Turned(high, low, ahead, clear))
    tied = sum(not each.ahead for each in turned)
    tau = (agree - (len(turned) - tied)) / len(pairs)
    return Agreement(
        where, judged, tau, len(pairs), agree, tuple(turned), _sentence(where, judged, tau, len(pairs), turned, rate)
    )


def _sentence(where: str, judged: str, tau: float, pairs: int, turned: Sequence[Turned], rate: bool) -> str:
    by = "by the labels" if judged == "labels" else "self-judged"
    of_them = "the one pair stands" if pairs == 1 else f"all {pairs} pairs stand"
    if not turned:
        return f"{where}, {by}: the ranking agrees; {of_them} as published (Kendall's τ = 1)."
    agree = pairs - len(turned)
    how = "the ranking does not agree" if tau <= 0 else "the ranking agrees in part"
    stand = "stands" if agree == 1 else "stand"
    start = f"{where}, {by}: {how}; {agree} of {pairs} pairs {stand} as published (Kendall's τ = {_signed(tau)})."
    order = sorted(turned, key=lambda each: -each.ahead)
    return f"{start} Not so: {'; '.join(_turned(each, rate) for each in order)}."


def _turned(pair: Turned, rate: bool) -> str:
    if not pair.ahead:
        return f"{pair.lower} and {pair.higher} are level here"
    by = f"{100 * pair.ahead:.1f} points" if rate else f"{pair.ahead:.3g}"
    by = "less than 0.1 points" if by == "0.0 points" else by
    chance = ", which the spread of the repeats may explain" if pair.clear is False else ""
    return f"{pair.lower} is {by} above {pair.higher} here{chance}"


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
