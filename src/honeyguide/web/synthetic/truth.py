"""What was planted: the truth that analyses are measured by, decided before any word is said."""

from __future__ import annotations

from msgspec import Struct


class PlantedEvent(Struct, frozen=True):
    number: int
    """From 1."""
    language: str
    phases: tuple[tuple[float, float], ...]
    """From, until, in seconds since 1970; before a follow-up there is a gap."""
    peak: float
    """Middle of its busiest three days."""
    pages: tuple[int, ...]
    """All that tell of it, in the order of time."""
    hot: float
    """Reports, without copies, in its busiest three days."""


class Planting(Struct, frozen=True):
    """The truth about one page."""

    event: int
    """0 for none."""
    phase: int
    """From 0; -1 for none."""
    role: str
    """report | copy | update | stale | spam | background"""
    copy_of: int | None
    """The page whose text it repeats."""
    at: float
    """When it was truly published, whatever it says."""
    trust: int
    """0 spam, 1 neither corroborated nor fully named, 2 one of the two, 3 both."""
    replaced_by: int | None
    """The first later report or update on a later phase of its event."""
    updated: float | None = None
    """When it was truly changed, for an update."""
    dated: bool = True
    """Whether the page tells a date, right or wrong."""
