"""Weights of the parts of a score, which add up to 1."""

from __future__ import annotations

from collections.abc import Mapping
from math import isclose
from typing import Annotated, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import fields

from honeyguide.errors import BadSetting

Damping = Annotated[float, Meta(gt=0.0, lt=1.0, description="share of PageRank that links pass on (IELP and WSE d)")]
Influence = Annotated[
    float,
    Meta(
        ge=0.0,
        le=100.0,
        description="how much more PageRank an anchor on topic passes on (IELP, WSE λ); 0: plain (NEWS eq. 3)",
    ),
]
GivesContext = Annotated[bool, Meta(description="also compare the text around links; it has no part in the score")]


class Weighted(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters some of which are weights."""

    WEIGHTS: ClassVar[tuple[str, ...]] = ()
    """Their names."""

    @property
    def weights(self) -> tuple[float, ...]:
        return tuple(getattr(self, name) for name in self.WEIGHTS)

    def __post_init__(self) -> None:
        if not isclose(sum(self.weights), 1.0):
            told = ", ".join(f"{name}={getattr(self, name):g}" for name in self.WEIGHTS)
            published = ", ".join(f"{field.default:g}" for field in fields(self) if field.name in self.WEIGHTS)
            raise BadSetting(
                f"the weights of a link model must add up to 1, not {told}; by default they are {published}"
            )


def rest(spec: str, published: Mapping[str, float]) -> dict[str, float]:
    """What the weights that a spec such as `cpe:l1=0.4` leaves out share, in their published proportions."""
    given = {}
    for part in spec.partition(":")[2].split(","):
        name, _, value = part.partition("=")
        if name.strip() in published:
            try:
                given[name.strip()] = float(value)
            except ValueError:
                return {}
    others = {name: value for name, value in published.items() if name not in given}
    left, share = 1.0 - sum(given.values()), sum(others.values())
    return {name: value * left / share for name, value in others.items()} if given and share and left >= 0 else {}
