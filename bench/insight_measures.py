"""Measures of the analyses against what was planted: clusters, borders, rankings. No crawl, no analysis in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from msgspec import Struct
from scipy.optimize import linear_sum_assignment
from scipy.stats import rankdata

LEAST = 3
"""An event of fewer items does not count, neither planted nor found."""
SAME = 0.5
"""Jaccard from which a found event is the planted one."""
NEAR = 1.5
"""Days within which a border is found."""
Labels = Mapping[Hashable, int]
"""Item → its event; 0 is none."""


class Quality(Struct, frozen=True):
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def members(labels: Labels) -> dict[int, frozenset[Hashable]]:
    """Items of each event."""
    of: dict[int, set[Hashable]] = {}
    for item, event in labels.items():
        if event:
            of.setdefault(event, set()).add(item)
    return {event: frozenset(items) for event, items in of.items()}


def bcubed(found: Labels, planted: Labels) -> Quality:
    """Bagga and Baldwin 1998. Precision over the items that were put in an event, recall over those planted in one.

    An item that belongs to no event is alone of its kind: in a found event it is right with itself only.
    """
    return Quality(_beside(found, planted), _beside(planted, found))


def _beside(labels: Labels, others: Labels) -> float:
    """Mean share of the items beside an item, itself among them, that the other side puts beside it too."""
    ours, theirs = members(labels), members(others)
    shares = []
    for item, label in labels.items():
        if label:
            other = others.get(item, 0)
            right = ours[label] & theirs[other] if other else {item}
            shares.append(len(right) / len(ours[label]))
    return sum(shares) / len(shares) if shares else 0.0


def matches(found: Labels, planted: Labels) -> dict[int, int]:
    """Planted event → found event: pairs that make the sum of Jaccards largest, as far as they are the same."""
    ours, theirs = _counted(found), _counted(planted)
    rows, columns = list(theirs), list(ours)
    if not rows or not columns:
        return {}
    alike = np.array([[len(theirs[a] & ours[b]) / len(theirs[a] | ours[b]) for b in columns] for a in rows])
    chosen = zip(*linear_sum_assignment(-alike), strict=True)
    return {rows[a]: columns[b] for a, b in chosen if alike[a, b] >= SAME}


def events_found(found: Labels, planted: Labels) -> Quality:
    """Share of the found events that are planted ones, and of the planted that were found."""
    pairs = len(matches(found, planted))
    return Quality(pairs / (len(_counted(found)) or 1), pairs / (len(_counted(planted)) or 1))


def _counted(labels: Labels) -> dict[int, frozenset[Hashable]]:
    return {event: items for event, items in members(labels).items() if len(items) >= LEAST}


def majority(found: Labels, planted: Labels) -> dict[int, int]:
    """Found event → the planted one that most of its items tell of; 0 when most tell of none."""
    return {
        event: min(Counter(planted.get(item, 0) for item in items).items(), key=lambda pair: (-pair[1], pair[0]))[0]
        for event, items in members(found).items()
    }


class Borders(Struct, frozen=True):
    planted: int
    """Borders that could be found …"""
    found: int
    """… and those of them that have a found one nearby, each its own."""
    false: int
    """Found borders that are near no planted one, or near one that has another."""
    errors: tuple[float, ...]
    """Days from each planted border to the nearest found one, where the event has any."""


def borders(planted: Sequence[tuple[float, float]], found: Sequence[float], near: float = NEAR) -> Borders:
    """All in days. A planted border is a span: from the last item before it to the first after it."""
    apart = np.array([[max(low - at, at - high, 0.0) for at in found] for low, high in planted])
    pairs = 0
    if planted and found:
        far = np.where(apart <= near, apart, 1e6)
        pairs = int((far[linear_sum_assignment(far)] < 1e6).sum())
    errors = tuple(apart.min(axis=1).tolist()) if planted and found else ()
    return Borders(len(planted), pairs, len(found) - pairs, errors)


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Rank correlation, equal values sharing their ranks; 0 where one side is all the same."""
    a, b = rankdata(one), rankdata(other)
    if len(a) < 2 or a.min() == a.max() or b.min() == b.max():
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def roc_auc(high: Sequence[float], low: Sequence[float]) -> float:
    """Probability that one of the high is above one of the low; half for equal ones. nan where one side is empty."""
    if not high or not low:
        return float("nan")
    ranks = rankdata([*high, *low])
    return float((ranks[: len(high)].sum() - len(high) * (len(high) + 1) / 2) / (len(high) * len(low)))


def top_overlap(planted: Mapping[int, float], ranked: Sequence[int], top: int = 3) -> float:
    """Share of the hottest planted events among the first found; with equal strength any of them will do."""
    best = sorted(planted.values(), reverse=True)[:top]
    first = ranked[: len(best)]
    return sum(planted.get(event, 0.0) >= best[-1] for event in set(first)) / len(best) if best else 0.0
