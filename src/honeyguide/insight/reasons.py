"""What speaks for an item and what against it, the weightiest first; and which items have the most and the least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from honeyguide.insight.findings import TrustedPage
from honeyguide.insight.model import Currency, Reason, Trust

EVEN = 0.5
Scored = TypeVar("Scored", Trust, Currency)


def for_it(trust: Trust | TrustedPage) -> list[Reason]:
    return sorted((each for each in trust.reasons if each.value >= EVEN), key=lambda each: -each.weight * each.value)


def against_it(trust: Trust | TrustedPage) -> list[Reason]:
    weak = (each for each in trust.reasons if each.value < EVEN)
    return sorted(weak, key=lambda each: -each.weight * (1.0 - each.value))


def highest(scored: Sequence[Scored], top: int) -> list[Scored]:
    return sorted(scored, key=lambda each: (-each.score, each.item))[:top]


def lowest(scored: Sequence[Scored], top: int) -> list[Scored]:
    return sorted(scored, key=lambda each: (each.score, each.item))[:top]
