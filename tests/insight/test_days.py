import pytest

from honeyguide.insight.days import days_of, said, said_length
from honeyguide.insight.model import DAY
from honeyguide.timestamps import parse as parse_time


def day(written: str) -> int:
    at = parse_time(written)
    assert at is not None
    return int(at // DAY)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2025-12-03", "2025-12-05", "3–5 December"),
        ("2025-12-04", "2025-12-04", "4 December"),
        ("2025-11-30", "2025-12-02", "30 November–2 December"),
        ("2024-12-03", "2024-12-05", "3–5 December 2024"),
        ("2024-12-30", "2025-01-02", "30 December 2024–2 January"),
    ],
)
def test_days_are_said_as_a_person_says_them(first: str, last: str, words: str) -> None:
    assert said(day(first), day(last), day("2025-12-31") * DAY) == words


def test_lengths_are_said_in_days_or_hours() -> None:
    assert [said_length(each) for each in (7 * DAY, DAY, 36 * 3600.0, 3600.0)] == [
        "7 days",
        "1 day",
        "36 hours",
        "1 hour",
    ]


def test_days_before_1970_are_days_too() -> None:
    assert days_of([-1.0, 0.0, DAY - 1, DAY]).tolist() == [-1, 0, 0, 1]  # type: ignore[arg-type]
