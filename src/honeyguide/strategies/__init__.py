"""Which link next? One algorithm a file; the file's name is its name on the command line."""

from __future__ import annotations

from honeyguide.catalogue import Catalogue, Entry
from honeyguide.protocols import Strategy

_ALL = Catalogue(
    __name__,
    __path__,
    "strategy",
    shared={
        "draws",
        "generation",
        "hits",
        "host_memory",
        "link_distance",
        "parameters",
        "pareto",
        "pheromone",
        "places",
        "retrieved_bank",
        "schools",
        "seed_bank",
        "tabu",
        "waiting",
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
