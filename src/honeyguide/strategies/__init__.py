"""Which link next? One algorithm a file; the file's name is its name on the command line."""

from __future__ import annotations

from honeyguide.protocols import Strategy
from honeyguide.registry import Entry, Registry, algorithms

_SHARED = {
    "resumable_random",
    "generation",
    "hits",
    "host_stats",
    "link_distance",
    "parameters",
    "pareto",
    "pheromone",
    "prioritized",
    "url_paths",
    "retrieved_bank",
    "fish_base",
    "seed_bank",
    "tabu",
    "frontier",
    "walkers",
}
registry = Registry(
    "honeyguide.strategies", "strategy", algorithms(__name__, __path__, _SHARED), aliases={"best-first": "ops"}
)
register = registry.register


def names() -> list[str]:
    return registry.names()


def catalogue() -> list[Entry]:
    return registry.entries()


def entry(name: str) -> Entry:
    return registry.entry(name)


def make(spec: str | type | Strategy, **defaults: float) -> Strategy:
    """`ops` or `ops:r2=0.1,reserve=false`, a class, or a strategy that is ready.

    `defaults` hold for parameters that the strategy has and `spec` leaves out.
    """
    strategy: Strategy = registry.make(spec, defaults)
    return strategy
