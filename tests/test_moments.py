"""Moments: what pages write, what the store counts."""

from __future__ import annotations

from honeyguide.moments import GRACE, NOON, believed, is_day, seconds, written


def test_a_moment_is_counted_in_utc_and_a_bare_date_is_noon() -> None:
    assert seconds("1970-01-02T08:00:00+08:00") == 86_400.0
    assert seconds("1970-01-02T00:00:00") == 86_400.0
    assert seconds("1970-01-02") == 86_400.0 + NOON
    assert seconds("") is None
    assert seconds("soon") is None
    assert is_day("1970-01-02")
    assert not is_day("1970-01-02T00:00:00")
    assert written(86_400.0) == "1970-01-02T00:00:00+00:00"


def test_a_date_after_the_page_was_read_is_not_believed_but_for_a_day_of_grace() -> None:
    assert believed("1970-01-03T00:00:00", 2 * 86_400.0 - GRACE) == 2 * 86_400.0
    assert believed("1970-01-03T00:00:01", 2 * 86_400.0 - GRACE) is None
    assert believed("", 0.0) is None
