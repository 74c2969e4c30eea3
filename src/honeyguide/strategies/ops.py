"""Optimal priority search: always the waiting link with the highest score (IELP 4, WSE 7)."""

from __future__ import annotations

from msgspec import Struct

from honeyguide.strategies.parameters import KeepsDiscarded, LinkThreshold
from honeyguide.strategies.prioritized import WithReserve


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    r2: LinkThreshold = 0.12
    reserve: KeepsDiscarded = True


class Ops(WithReserve):
    paper = "IELP 4, WSE 7"

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters.r2, reserve=parameters.reserve)
