import pytest
from tests.insight.by_hand import Told, item_of

from honeyguide.insight.date_checks import agreement, in_address
from honeyguide.timestamps import parse as parse_time


@pytest.mark.parametrize(
    ("told", "value", "says"),
    [
        (Told("a.example"), 0.5, "there is no date to compare"),
        (Told("a.example", "2025-03-02"), 1.0, "its dates agree"),
        (
            Told("a.example", "2025-03-02", url="http://a.example/2025/03/01/rain.html"),
            1.0,
            "its dates agree, that of its address too",
        ),
        (
            Told("a.example", "2025-03-02", url="http://a.example/2021/03/02/rain.html"),
            0.0,
            "the address says 2021-03-02, the page 2025-03-02",
        ),
        # 16 days after that day's end: half of the way from 2 days to 30.
        (
            Told("a.example", "2025-03-18T00:00:00Z", url="http://a.example/t20250301_7.html"),
            0.5,
            "the address says 2025-03-01, the page 2025-03-18",
        ),
        (
            Told("a.example", "2025-03-31", url="http://a.example/2025/03/1002.html"),
            1.0,
            "its dates agree, that of its address too",
        ),
        (
            Told("a.example", "2025-03-31", url="http://a.example/202501/1002.html"),
            0.0,
            "the address says 2025-01, the page 2025-03-31",
        ),
        (
            Told("a.example", "2025-03-02", updated="2025-03-10", url="http://a.example/2025-03-10/rain"),
            1.0,
            "its dates agree, that of its address too",
        ),
        (Told("a.example", "2025-05-02"), 0.0, "it is dated 2025-05-02, after it was read on 2025-04-01"),
        (
            Told("a.example", "2025-03-02", updated="2025-02-02"),
            0.0,
            "its last change is dated 2025-02-02, before it was published on 2025-03-02",
        ),
        (
            Told("a.example", "2025-03-02", updated="2026-02-02"),
            0.0,
            "its last change is dated 2026-02-02, after it was read on 2025-04-01",
        ),
    ],
)
def test_dates_that_do_not_agree_are_named(told: Told, value: float, says: str) -> None:
    found, words = agreement(item_of(told))
    assert found == pytest.approx(value)
    assert words == says


def test_a_day_is_left_to_time_zones() -> None:
    assert agreement(item_of(Told("a.example", "2025-04-01T20:00:00Z")))[0] == 1.0
    assert agreement(item_of(Told("a.example", "2025-03-02T08:00:00Z", updated="2025-03-01T20:00:00Z")))[0] == 1.0
    assert agreement(item_of(Told("a.example", "2025-03-02", updated="2025-04-01T20:00:00Z")))[0] == 1.0


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("2025/03/02/rain", "2025-03-02"),
        ("2025-03/02/c_17.htm", "2025-03-02"),
        ("news/20250302/17.html", "2025-03-02"),
        ("yuedu/t20250302_17.htm", "2025-03-02"),
        ("rain-2025-03-02", "2025-03-02"),
        ("2025/03/1002.html", "2025-03"),
        ("2025/02/30/rain", "2025-02"),
        ("2025/13/02/rain", ""),
        ("id/1202503021", ""),
        ("rain", ""),
    ],
)
def test_the_day_or_month_of_an_address(path: str, says: str) -> None:
    found = in_address(f"http://a.example/{path}")
    assert (found[0] if found else "") == says


def test_a_month_ends_with_the_next() -> None:
    assert in_address("http://a.example/2024/12/1002.html") == (
        "2024-12",
        parse_time("2024-12-01T00:00"),
        parse_time("2025-01-01T00:00"),
    )
