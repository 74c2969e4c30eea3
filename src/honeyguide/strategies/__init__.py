"""Which link next? One algorithm a file; the file's name is its name on the command line."""

from __future__ import annotations

from honeyguide.protocols import Strategy
from honeyguide.registry import Entry, Registry

_ALL = Registry(
    __name__,
    __path__,
    "strategy",
    shared={
        "resumable_random",
        "generation",
        "hits",
        "host_stats",
        "link_distance",
        "parameters",
        "pareto",
        "pheromone",
        "url_paths",
        "retrieved_bank",
        "fish_base",
        "seed_bank",
        "tabu",
        "frontier",
        "walkers",
    },
)


def names() -> list[str]:
    return _ALL.names()


def catalogue() -> list[Entry]:
    return _ALL.entries()


def entry(name: str) -> Entry:
    return _ALL.entry(name)


def make(spec: str, **defaults: float) -> Strategy:
    """`ops` or `ops:r2=0.1,reserve=false`.

    `defaults` hold for parameters that the strategy has and `spec` leaves out.
    """
    kind, parameters = _ALL.resolve(spec, **defaults)
    strategy: Strategy = kind(parameters)
    return strategy
