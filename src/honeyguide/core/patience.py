"""For how many of its links a patient strategy has room, and how many of them it may have in flight."""

from __future__ import annotations

from typing import cast

from honeyguide.core.limits import Limits
from honeyguide.core.referrals import PLACES
from honeyguide.protocols import Patient, Strategy
from honeyguide.web.politeness import HostGate

SHORT_REST = 10.0
"""Seconds that are worth waiting for before links are fetched that are held back."""
FIRST_IN_FLIGHT, IN_FLIGHT = 4, 0.25
"""A patient strategy has so many links in flight at first, and then this share of those that were settled: what is
asked for before anything is known is asked for blindly."""
CHOICE_GROWTH = 1.02
"""It is told anew for how many links there is room when so many times as many were settled."""


class Patience:
    def __init__(self, strategy: Strategy, limits: Limits, gate: HostGate, *, is_shard: bool = False) -> None:
        self.is_patient = hasattr(strategy, "keep_to") and cast("Patient", strategy).patient
        self.room: int | None = None
        """Of a shard with a patient strategy: how many of its links are among those of all shards that there is room
        for; None when any may be fetched."""
        self._strategy = cast("Patient", strategy)
        self._limits = limits
        self._gate = gate
        self._is_shard = is_shard
        self._settled = 0
        """Links that were settled, of earlier runs the pages."""
        self._chosen_at = 0
        """How many were when the strategy was last told for how many there is room; -1: it is to be told."""

    def begin(self, pages: int, now: float) -> None:
        """Go on with so many pages of earlier runs."""
        self._settled = pages
        if self.is_patient:
            self._choose(0, now)

    def allow(self, room: int | None) -> None:
        """A shard is told its part of the room of all shards."""
        if self.is_patient:
            self.room, self._chosen_at = room, -1

    def has_place(self, in_flight: int) -> bool:
        return not self.is_patient or in_flight < max(FIRST_IN_FLIGHT, int(IN_FLIGHT * self._settled))

    def mind_room(self, in_flight: int, now: float) -> None:
        """Before links are named: tell the strategy of its room where that is still to be done."""
        if self._chosen_at < 0:
            self._choose(in_flight, now)

    def settled(self, in_flight: int, now: float) -> None:
        """Another link was."""
        self._settled += 1
        if self.is_patient and self._settled > CHOICE_GROWTH * self._chosen_at:
            self._choose(in_flight, now)

    def give_up(self) -> None:
        """Any link may be named, until the strategy is next told for how many there is room."""
        self._strategy.keep_to(None)

    def ladder(self, now: float) -> tuple[float, ...]:
        """What the links of a shard score at the places that are told of; none where it is not patient."""
        if not self.is_patient:
            return ()
        return tuple(self._strategy.scores_at(PLACES, self._gate.out_of_reach(now, SHORT_REST)))

    def _choose(self, in_flight: int, now: float) -> None:
        """Links that there is no room for are not fetched only because better ones wait for their hosts. As many come
        with every page that is left as came with those so far, and among these are as many good ones: so the room
        for links that wait now is as large a share of the pages left as the crawl has had of all."""
        self._chosen_at = self._settled
        most, room = self._limits.most_pages, self.room
        if most is not None and not self._is_shard:
            room = room_of(self._limits.pages, in_flight, most)
        out_of_reach = frozenset() if room is None else self._gate.out_of_reach(now, SHORT_REST)
        self._strategy.keep_to(room, out_of_reach)


def room_of(pages: int, in_flight: int, most: int) -> int:
    """How many links that wait are worth waiting for, in a crawl that has so many of its pages."""
    return max(1, round((most - pages - in_flight) * pages / most))
