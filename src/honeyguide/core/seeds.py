"""Seeds: the canonical addresses of pages, of which the scope must allow one."""

from __future__ import annotations

from collections.abc import Sequence

from honeyguide.config import Settings
from honeyguide.errors import BadSeeds
from honeyguide.urls import canonical, host_of
from honeyguide.web.scope import Scope


def as_seed(url: str) -> str:
    seed = canonical(url)
    if seed is None:
        raise BadSeeds(f"{url[:80]!r} is not the address of a web page: write it like 'https://example.org/'")
    return seed


def check_seeds(seeds: Sequence[str], settings: Settings) -> None:
    """There must be one that the scope allows."""
    if not seeds:
        raise BadSeeds("there are no seeds: name at least one page to start from")
    scope = Scope(settings, seeds)
    reasons = [scope.why_not(url, host_of(url)) for url in seeds]
    if all(reasons):
        raise BadSeeds(f"the scope excludes every seed: {seeds[0]}: {reasons[0]}")
