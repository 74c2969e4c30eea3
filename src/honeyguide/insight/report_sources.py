"""The sites with the most items, and what is known of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from honeyguide.insight.model import Analysis, Trust

SITES = 25


class Source(NamedTuple):
    site: str
    items: int
    copies: int
    """Texts that stood elsewhere first."""
    events: int
    trust: float
    authority: float | None
    languages: list[tuple[str, int]]
    """The most frequent ones, with how many items."""


def largest_sources(analysis: Analysis, trusts: Sequence[Trust]) -> list[Source]:
    places = defaultdict[str, list[int]](list)
    for place, site in enumerate(analysis.sites):
        places[site].append(place)
    largest = sorted(places, key=lambda site: (-len(places[site]), site))[:SITES]
    return [_source(site, places[site], analysis, trusts) for site in largest]


def _source(site: str, mine: list[int], analysis: Analysis, trusts: Sequence[Trust]) -> Source:
    reasons = (reason for place in mine for reason in trusts[place].reasons)
    return Source(
        site,
        items=len(mine),
        copies=sum(int(analysis.stories[place]) != place for place in mine),
        events=len({int(number) for number in analysis.event_of[mine] if number}),
        trust=fmean(trusts[place].score for place in mine),
        authority=max((reason.value for reason in reasons if reason.kind == "authority"), default=None),
        languages=Counter(analysis.items[place].language for place in mine).most_common(3),
    )
