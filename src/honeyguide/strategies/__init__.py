"""Which link next? One algorithm a file; the file's name is its name on the command line."""

from __future__ import annotations

from honeyguide.protocols import Strategy
from honeyguide.registry import Registry, algorithms, methods_of

_SHARED = """
fish_base frontier generation hits link_distance parameters pareto prioritized resumable_random retrieved_bank
seed_bank walkers
"""
registry = Registry(
    "honeyguide.strategies",
    "strategy",
    algorithms(__name__, __path__, _SHARED.split()),
    aliases={"best-first": "ops"},
    must_have=methods_of(Strategy),
)
register = registry.register
names = registry.names
catalogue = registry.entries
entry = registry.entry


def make(spec: str | type | Strategy, **defaults: float) -> Strategy:
    """`ops` or `ops:r2=0.1,reserve=false`, a class, or a strategy that is ready.

    `defaults` hold for parameters that the strategy has and `spec` leaves out.
    """
    strategy: Strategy = registry.make(spec, defaults)
    return strategy
