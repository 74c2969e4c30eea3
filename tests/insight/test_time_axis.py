"""Time in cuts, and its ticks."""

from datetime import UTC, datetime

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.insight.model import DAY
from honeyguide.insight.time_axis import LEFT_OUT, MOST, axis, ticks

FAR = 4e9


def at(year: int, month: int = 1, day: int = 1, hour: int = 0) -> float:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


def test_a_day_begins_at_midnight_and_holds_what_is_dated_then() -> None:
    found = axis([at(2026, 7, 1), at(2026, 7, 1, 23), at(2026, 7, 2)], FAR)
    assert found is not None
    assert found.unit == "day"
    assert found.edges.tolist() == [at(2026, 7, 1), at(2026, 7, 2), at(2026, 7, 3)]
    assert found.counts([at(2026, 7, 1), at(2026, 7, 1, 23), at(2026, 7, 2)]).tolist() == [2, 1]


def test_weeks_begin_on_monday_months_on_their_first_and_years_in_january() -> None:
    units = {}
    for months in (1, 12, 60, 600):
        moments = [at(2020 + month // 12, month % 12 + 1, 15) for month in range(months + 1)]
        found = axis(moments, FAR)
        assert found is not None
        units[found.unit] = [datetime.fromtimestamp(edge, UTC) for edge in found.edges]
    assert set(units) == {"day", "week", "month", "year"}
    assert all(edge.weekday() == 0 for edge in units["week"])
    assert all(edge.day == 1 for edge in units["month"])
    assert all((edge.month, edge.day) == (1, 1) for edge in units["year"])


def test_a_few_very_old_moments_do_not_press_the_others_together() -> None:
    recent = [at(2026, 6, 1) + hour * 3600 for hour in range(0, 700, 7)]
    found = axis([at(2014, 3, 1), at(2018), *recent], FAR)
    assert found is not None
    assert (found.unit, found.before) == ("day", 2)


def test_nothing_is_left_out_for_a_little_room() -> None:
    found = axis([at(2026, 6, 1), *(at(2026, 6, day) for day in range(8, 25) for _ in range(9))], FAR)
    assert found is not None
    assert found.before == 0


def test_evenly_spread_moments_are_all_in_the_picture() -> None:
    found = axis([at(2020) + week * 7 * DAY for week in range(200)], FAR)
    assert found is not None
    assert found.before == 0


def test_what_is_dated_after_now_is_left_out_and_without_dates_there_is_no_axis() -> None:
    found = axis([at(2026, 7, 1), at(2026, 9, 1)], at(2026, 7, 2))
    assert found is not None
    assert len(found.edges) == 2
    assert axis([at(2026, 9, 1)], at(2026, 7, 2)) is None
    assert axis([], FAR) is None


def test_a_short_time_is_filled_up_on_both_sides() -> None:
    found = axis([at(2026, 7, 10)], FAR, least=21)
    assert found is not None
    assert len(found.edges) == 22
    assert found.edges[0] == at(2026, 6, 30)


moments = st.lists(st.floats(0, 4e9), min_size=1, max_size=60)


@given(moments)
def test_every_moment_is_counted_once_or_is_before(times: list[float]) -> None:
    found = axis(times, FAR)
    assert found is not None
    assert found.counts(times).sum() + found.before == len(times)
    assert found.before <= len(times) * LEFT_OUT
    assert found.unit == "year" or len(found.edges) <= MOST + 1
    assert (np.diff(found.edges) > 0).all()


@given(st.floats(0, 4e9), st.floats(1, 4e9))
def test_ticks_are_few_in_order_and_within(first: float, length: float) -> None:
    places, names = ticks(first, first + length)
    assert len(places) == len(names) <= 10
    assert places == sorted(places)
    assert all(first <= place <= first + length for place in places)


def test_ticks_are_named_with_the_year_where_it_is_new() -> None:
    assert ticks(at(2025, 12, 30), at(2026, 1, 2))[1] == ["30 Dec 2025", "31 Dec", "1 Jan 2026", "2 Jan"]
    assert ticks(at(2025, 11, 1), at(2026, 6, 2))[1] == [
        "Nov 2025",
        "Dec",
        "Jan 2026",
        "Feb",
        "Mar",
        "Apr",
        "May",
        "Jun",
    ]
    assert ticks(at(2014, 5, 1), at(2026, 6, 2))[1] == ["2016", "2018", "2020", "2022", "2024", "2026"]
