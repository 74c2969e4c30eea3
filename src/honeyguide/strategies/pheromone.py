"""Pheromone on places: laid where good pages were found, evaporating everywhere (Dorigo and Gambardella 1997)."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest

LEAST = 0.1
"""What lies everywhere [ours]: so that no place is ruled out, and only places above it need be remembered."""


class Trails:
    def __init__(self, evaporation: float, most: int) -> None:
        self.evaporation = evaporation
        self.most = most
        """Places that it remembers; the weakest are forgotten first."""
        self.strength: dict[int, float] = {}

    def on(self, place: int) -> float:
        return self.strength.get(place, LEAST)

    def renew(self, laid: Mapping[int, float]) -> None:
        """A cycle is over: τ = (1 − ρ)·τ + ρ·Δτ, where Δτ was laid on the place, else 0."""
        rho = self.evaporation
        places = self.strength.keys() | laid.keys()
        moved = {place: (1.0 - rho) * self.on(place) + rho * laid.get(place, 0.0) for place in places}
        above = [place for place, strength in moved.items() if strength > LEAST]
        if len(above) > self.most:
            above = nlargest(self.most, above, key=lambda place: (moved[place], -place))
        self.strength = {place: moved[place] for place in above}
