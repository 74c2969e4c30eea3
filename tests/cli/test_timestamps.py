"""Dates and lengths of time on the command line."""

import pytest

from honeyguide.cli.timestamps import DAY, length, minute, moment
from honeyguide.errors import BadSetting


def test_a_bare_date_is_the_end_of_its_day() -> None:
    assert minute(moment("--at", "2026-07-01")) == "2026-07-01 23:59 UTC"


def test_a_clock_is_taken_as_it_stands() -> None:
    assert minute(moment("--at", "2026-07-01T18:00")) == "2026-07-01 18:00 UTC"
    assert minute(moment("--at", "2026-07-01T18:00+08:00")) == "2026-07-01 10:00 UTC"


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-01", "01.07.2026", "9999-01-01", "0001-01-01"])
def test_what_is_no_date_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadSetting, match=r"flag --at: '.*' is not a date.*write 2026-07-01"):
        moment("--at", text)


def test_lengths_are_hours_days_or_weeks() -> None:
    assert [length("--window", text) / DAY for text in ("24h", "7d", "2w", "1.5d", "7 D")] == [1, 7, 14, 1.5, 7]


@pytest.mark.parametrize("text", ["", "7", "0d", "-1d", "d", "fortnight", "1e9d", "999999w", "7d7d", "nan"])
def test_what_is_no_length_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadSetting, match=r"flag --window: '.*' is not a length of time; write 24h, 7d or 2w"):
        length("--window", text)
