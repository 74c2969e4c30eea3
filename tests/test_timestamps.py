"""Moments: what pages write, what the store counts."""

from __future__ import annotations

from honeyguide.timestamps import GRACE, NOON, is_day, isoformat, plausible
from honeyguide.timestamps import parse as parse_time


def test_a_moment_is_counted_in_utc_and_a_bare_date_is_noon() -> None:
    assert parse_time("1970-01-02T08:00:00+08:00") == 86_400.0
    assert parse_time("1970-01-02T00:00:00") == 86_400.0
    assert parse_time("1970-01-02") == 86_400.0 + NOON
    assert parse_time("") is None
    assert parse_time("soon") is None
    assert is_day("1970-01-02")
    assert not is_day("1970-01-02T00:00:00")
    assert isoformat(86_400.0) == "1970-01-02T00:00:00+00:00"


def test_a_date_after_the_page_was_read_is_not_believed_but_for_a_day_of_grace() -> None:
    assert plausible("1970-01-03T00:00:00", 2 * 86_400.0 - GRACE) == 2 * 86_400.0
    assert plausible("1970-01-03T00:00:01", 2 * 86_400.0 - GRACE) is None
    assert plausible("", 0.0) is None
