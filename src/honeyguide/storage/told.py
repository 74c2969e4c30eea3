"""What the shards of a crawl say of themselves beside their rows, and what that is of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from honeyguide.model import Coverage, Trap

_MOST_RESTS = 100
_MOST_TRAPS = 20


class Told(Struct, frozen=True):
    """What one shard keeps of these in its state, in the numbers of the whole."""

    pages: int = 0
    metrics: dict[str, int | float] = {}
    roles: dict[str, list[int]] = {}
    traps: list[Trap] = []
    hosts_beyond_seeds: int = 0
    resting: list[tuple[int, float, str]] = []
    retrying: list[tuple[str, float, str]] = []
    coverage: Coverage | None = None
    verdict: Any = None
    simulated: bool = False


def together(told: Sequence[Told]) -> dict[str, object]:
    """What the state of the whole says."""
    largest = max(told, key=lambda each: each.pages)
    retrying = sorted((each for shard in told for each in shard.retrying), key=lambda each: each[1])
    state: dict[str, object] = {
        "metrics": _metrics(told),
        "roles": _roles(told),
        "traps": sorted((trap for each in told for trap in each.traps), key=lambda trap: -trap.waiting)[:_MOST_TRAPS],
        "hosts_beyond_seeds": sum(each.hosts_beyond_seeds for each in told),
        "resting": sorted((rest for each in told for rest in each.resting), key=lambda rest: -rest[1])[:_MOST_RESTS],
        "retrying": retrying[:_MOST_RESTS],
        "coverage": _coverage([each.coverage for each in told]),
    }
    if any(each.simulated for each in told):
        state["simulated"] = True
    return state if largest.verdict is None else {**state, "verdict": largest.verdict}


def _metrics(told: Sequence[Told]) -> dict[str, int | float]:
    """What is counted is added up; of temperatures and thresholds, the mean by pages."""
    metrics: dict[str, int | float] = {}
    for name in dict.fromkeys(name for each in told for name in each.metrics):
        values = [(each.metrics[name], each.pages) for each in told if name in each.metrics]
        if all(isinstance(value, int) for value, _ in values):
            metrics[name] = sum(value for value, _ in values)
        else:
            weights = sum(pages for _, pages in values)
            mean = sum(value * pages for value, pages in values) / weights if weights else values[0][0]
            metrics[name] = float(mean)
    return metrics


def _roles(told: Sequence[Told]) -> dict[str, list[int]]:
    """The best of each shard first, then the second, …"""
    roles: dict[str, list[int]] = {}
    for role in dict.fromkeys(role for each in told for role in each.roles):
        ranked = [(place, number) for each in told for place, number in enumerate(each.roles.get(role, ()))]
        roles[role] = [number for _, number in sorted(ranked, key=lambda entry: entry[0])]
    return roles


def _coverage(known: Sequence[Coverage | None]) -> Coverage | None:
    """The shards do not share a link, so that what they expect adds up, and its errors do as squares."""
    told = [each for each in known if each is not None]
    if len(told) < len(known):
        return None
    found, expected = sum(each.found for each in told), sum(each.expected for each in told)
    low = max(0.0, expected - sqrt(sum((each.expected - each.low) ** 2 for each in told)))
    high = expected + sqrt(sum((each.high - each.expected) ** 2 for each in told))
    recall, recall_low, recall_high = (
        found / (found + left) if found + left else 0.0 for left in (expected, high, low)
    )
    return Coverage(
        pages=sum(each.pages for each in told),
        found=found,
        waiting=sum(each.waiting for each in told),
        expected=expected,
        low=low,
        high=high,
        untried=sum(each.untried for each in told),
        undiscovered=sum(each.undiscovered for each in told),
        recall=recall,
        recall_low=recall_low,
        recall_high=recall_high,
        test=next((each.test for each in told if each.test), ""),
    )
