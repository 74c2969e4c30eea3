"""Moments as pages write them (ISO 8601) and as the store counts them (seconds since 1970)."""

from __future__ import annotations

from datetime import UTC, date, datetime

from honeyguide.errors import BadInput

GRACE = 24 * 3600.0
"""What time zones and clocks may make of a date: a page dated later than this after it was read is not believed."""
NOON = 12 * 3600.0
"""A bare date stands for the middle of its day, so that no time zone is off by more than a day [ours]."""


def parse(written: str) -> float | None:
    """Seconds since 1970 of an ISO 8601 moment; a clock without offset is taken for UTC. None for no moment."""
    try:
        when = datetime.fromisoformat(written)
        at = (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    return at + NOON if is_day(written) else at


def seconds(when: str | date, *, end: bool = False) -> float:
    """Seconds since 1970 of a date, a moment, or either as ISO 8601; of a bare date its beginning, or its end."""
    written = when if isinstance(when, str) else when.isoformat()
    at = parse(written)
    if at is None:
        raise BadInput(f"'{written[:40]}' is no date; write 2026-07-01 or 2026-07-01T08:00")
    return at + (NOON if end else -NOON) if is_day(written) else at


def plausible(written: str, read_at: float) -> float | None:
    """The same; None also for what lies after the page was read."""
    at = parse(written)
    return at if at is not None and at <= read_at + GRACE else None


def is_day(written: str) -> bool:
    """Whether a moment is a bare date."""
    return len(written) == len("2026-01-31")


def isoformat(at: float) -> str:
    """ISO 8601, UTC, to the second."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
