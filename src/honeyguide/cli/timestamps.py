"""Dates and lengths of time as people write them on a command line."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from honeyguide.errors import BadSetting
from honeyguide.timestamps import NOON, is_day, isoformat
from honeyguide.timestamps import parse as parse_time

DAY = 86_400.0
_UNITS = {"h": DAY / 24, "d": DAY, "w": 7 * DAY}
_LENGTH = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)([hdw])")
_LONGEST = 36_525 * DAY
_YEARS = range(1970, 2101)


def moment(flag: str, text: str) -> float:
    """Seconds since 1970 of `2026-07-01`, the end of that day, or of `2026-07-01T18:00+08:00`; UTC without offset."""
    compact = text.strip()
    at = parse_time(compact)
    if at is None or datetime.fromtimestamp(at, UTC).year not in _YEARS:
        raise BadSetting(
            f"flag {flag}: '{text[:80]}' is not a date from {_YEARS[0]} to {_YEARS[-1]}; "
            "write 2026-07-01, or 2026-07-01T18:00"
        )
    return at + NOON - 1.0 if is_day(compact) else at


def length(flag: str, text: str) -> float:
    """Seconds of `24h`, `7d` or `2w`."""
    found = _LENGTH.fullmatch(text.replace(" ", "").lower())
    many = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0.0 < many <= _LONGEST:
        raise BadSetting(f"flag {flag}: '{text[:80]}' is not a length of time; write 24h, 7d or 2w")
    return many


def minute(at: float) -> str:
    """2026-07-01 18:00 UTC."""
    return f"{isoformat(at)[:16].replace('T', ' ')} UTC"
