"""How an event moves: one put together by hand, and whatever comes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.insight.by_hand import Told, analysis_of

from honeyguide.errors import BadInput
from honeyguide.insight.evolution import evolution
from honeyguide.insight.model import DAY, Analysis, Evolution
from honeyguide.timestamps import parse as parse_time

FLOOD = ("surge", "torrent", "breach", "debris", "crest", "casualty", "wreckage", "mudflow")
INQUIRY = ("听证会", "检察官", "witness", "negligence", "testimony", "lawsuit", "audit", "minister")


def words(side: tuple[str, ...], place: int, *more: str) -> tuple[str, ...]:
    """What all say, six of eight words of a side, and words of nobody else."""
    return ("river", "town", *(side[(place + k) % 8] for k in range(6)), f"own{side[0]}{place}", *more)


def two_phases() -> Analysis:
    """Twelve stories of a flood on 1–4 March, a copy among them; from 20 March an inquiry on other sites."""
    flood = [
        Told(
            f"s{place % 4}.example",
            f"2025-03-0{1 + place // 3}T{6 + place % 3:02}:00:00Z",
            1,
            words=words(FLOOD, place),
        )
        for place in range(12)
    ]
    copy = Told("copy.example", "2025-03-04T20:00:00Z", 1, story=0, words=flood[0].words)
    inquiry = [
        Told(f"t{place % 3}.example", f"2025-03-2{place // 3}T09:00:00Z", 1, words=words(INQUIRY, place))
        for place in range(9)
    ]
    undated = Told("s1.example", "", 1, words=words(FLOOD, 3))
    return analysis_of([*flood, copy, *inquiry, undated, Told("s1.example", "2025-03-05", 0)])


def test_phases_of_an_event_worked_by_hand() -> None:
    analysis = two_phases()
    found = evolution(analysis, 1)
    flood, inquiry = found.phases
    assert flood.items == tuple(range(13))
    assert inquiry.items == tuple(range(13, 22))
    assert (flood.stories, inquiry.stories) == (12, 9)
    assert (flood.start, flood.end) == (parse_time("2025-03-01T06:00:00Z"), parse_time("2025-03-04T20:00:00Z"))
    assert set(flood.appears) <= set(FLOOD)
    assert len(flood.appears) >= 4
    assert set(inquiry.appears) <= set(INQUIRY)
    assert "听证会" in inquiry.appears
    assert flood.disappears == ()
    assert set(inquiry.disappears) <= set(FLOOD)
    assert len(inquiry.disappears) >= 4
    assert flood.sites == ("s0.example", "s1.example", "s2.example", "s3.example", "copy.example")
    assert flood.new_sites == flood.sites
    assert inquiry.new_sites == inquiry.sites == ("t0.example", "t1.example", "t2.example")
    assert flood.begun_by == (0, 1, 2)
    assert inquiry.begun_by == (13, 14, 15)
    assert found.undated == 1


def test_volume_is_by_day_with_copies_counted_and_empty_days_left_out() -> None:
    volume = evolution(two_phases(), 1).volume
    assert [(items, stories) for _, items, stories in volume] == [
        (3, 3),
        (3, 3),
        (3, 3),
        (4, 4),
        (3, 3),
        (3, 3),
        (3, 3),
    ]
    assert [start / DAY for start, _, _ in volume[:2]] == [20148.0, 20149.0]  # 1 and 2 March 2025
    same_day = analysis_of([Told(f"{n}.example", "2025-03-02", 1, story=0) for n in range(3)])
    assert [day[1:] for day in evolution(same_day, 1).volume] == [(3, 1)]


def test_a_site_that_told_of_it_before_is_not_new() -> None:
    analysis = two_phases()
    analysis = replace(analysis, sites=["s1.example" if site == "t1.example" else site for site in analysis.sites])
    inquiry = evolution(analysis, 1).phases[1]
    assert inquiry.sites == ("t0.example", "s1.example", "t2.example")
    assert inquiry.new_sites == ("t0.example", "t2.example")


def test_a_late_story_of_the_old_kind_did_not_start_the_new_phase() -> None:
    analysis = two_phases()
    late = Told("s1.example", "2025-03-20T01:00:00Z", 1, words=words(FLOOD, 5))
    told = [
        Told(
            item.host,
            "" if item.published is None else _written(item.published),
            1,
            int(story),
            _words(analysis, place),
        )
        for place, (item, story) in enumerate(zip(analysis.items[:22], analysis.stories[:22], strict=True))
    ]
    found = evolution(analysis_of([*told, late]), 1)
    assert found.phases[1].items[0] == 22
    assert found.phases[1].begun_by == (13, 14, 15)


def _written(at: float) -> str:
    return str(np.datetime64(int(at), "s")) + "Z"


def _words(analysis: Analysis, place: int) -> list[str]:
    return [analysis.vocabulary[word] for word in analysis.words[place].indices.tolist()]


def test_two_sides_of_one_phase_go_on_merge_or_end() -> None:
    # Both sides are told all the time until 6 March; from 10 March only the second is, in words of its own too.
    first = [
        Told(f"{place}.example", f"2025-03-0{1 + place // 4}", 1, words=words((FLOOD, INQUIRY)[place % 2], place))
        for place in range(24)
    ]
    trial = ("judge", "jury", "appeal", "sentence")
    then = [
        Told(f"{place}.example", f"2025-03-{10 + place // 4}", 1, words=words(INQUIRY, place, *trial))
        for place in range(16)
    ]
    found = evolution(analysis_of(first + then), 1)
    assert len(found.phases) == 2
    flood, inquiry, court = found.threads
    assert [each.phase for each in found.threads] == [0, 0, 1]
    assert set(flood.items) == set(range(0, 24, 2))
    assert set(inquiry.items) == set(range(1, 24, 2))
    assert (flood.follows, inquiry.follows, court.follows) == ((), (), (1,))
    assert set(flood.terms) <= set(FLOOD)
    assert set(inquiry.terms) <= set(INQUIRY)
    assert set(court.terms) & set(trial)


def test_small_events_are_one_phase_named_by_the_event() -> None:
    analysis = analysis_of([Told("a.example", f"2025-03-0{day}", 1, words=words(FLOOD, day)) for day in (1, 2, 3)])
    event = replace(analysis.events[0], terms=("surge", "torrent"))
    (phase,) = evolution(replace(analysis, events=[event]), 1).phases
    assert phase.appears == ("surge", "torrent")
    assert phase.begun_by == (0, 1, 2)


def test_what_is_dated_after_now_is_in_no_phase() -> None:
    told = [Told("a.example", f"2025-03-0{day}", 1) for day in (1, 2, 3)] + [Told("a.example", "2031-01-01", 1)]
    found = evolution(analysis_of(told), 1)
    assert found.phases[-1].items == (0, 1, 2)
    assert found.undated == 1


@pytest.mark.parametrize(
    ("events", "asked", "says"),
    [
        (14, 99, "there is no event 99; this crawl has events 1 to 14"),
        (14, 0, "there is no event 0; this crawl has events 1 to 14"),
        (1, 2, "there is no event 2; this crawl has only event 1"),
        (0, 1, "there is no event 1; no events were found in this crawl"),
    ],
)
def test_an_event_that_is_not_there_is_refused(events: int, asked: int, says: str) -> None:
    analysis = analysis_of([Told("a.example", "2025-03-01", number) for number in range(events + 1)])
    with pytest.raises(BadInput, match=f"^{says}$"):
        evolution(analysis, asked)


def test_an_event_without_dates_is_refused() -> None:
    with pytest.raises(BadInput, match="event 1 has no item with a date"):
        evolution(analysis_of([Told("a.example", "", 1), Told("b.example", "2031-01-01", 1)]), 1)


def check(analysis: Analysis, found: Evolution) -> None:
    event = analysis.events[found.event - 1]
    placed = [place for phase in found.phases for place in phase.items]
    dated = [place for place in event.items if (at := analysis.items[place].published) and at <= analysis.until]
    assert sorted(placed) == sorted(dated)
    times = [analysis.items[place].published for place in placed]
    assert times == sorted(times)  # type: ignore[type-var]
    assert len(placed) + found.undated == len(event.items)
    assert sum(items for _, items, _ in found.volume) == len(placed)
    for number, phase in enumerate(found.phases):
        assert set(phase.begun_by) <= set(phase.items)
        assert phase.begun_by
        assert set(phase.new_sites) <= set(phase.sites)
        threads = [place for thread in found.threads if thread.phase == number for place in thread.items]
        assert sorted(threads) == sorted(phase.items)
    for thread in found.threads:
        assert all(found.threads[place].phase == thread.phase - 1 for place in thread.follows)


@given(
    st.lists(
        st.tuples(st.integers(-1, 27), st.integers(0, 3), st.integers(0, 1), st.integers(0, 30)),
        min_size=1,
        max_size=50,
    )
)
def test_phases_hold_every_dated_item_once_in_order_and_threads_divide_them(
    rows: list[tuple[int, int, int, int]],
) -> None:
    told = [
        Told(
            f"s{site}.example",
            f"2025-03-{day + 1:02}" if day >= 0 else "",
            1,
            story=story if story < place else -1,
            words=words((FLOOD, INQUIRY)[side], place),
        )
        for place, (day, site, side, story) in enumerate(rows)
    ]
    analysis = analysis_of(told)
    if analysis.undated == len(rows):
        return
    found = evolution(analysis, 1)
    check(analysis, found)
    assert evolution(analysis, 1) == found


def test_years_and_thousands_of_items() -> None:
    rng = np.random.default_rng(5)
    at = np.sort(rng.integers(0, 2_000, 3_000))
    told = [
        Told(
            f"s{place % 9}.example",
            str(np.datetime64("2019-06-01") + int(day)),
            1,
            words=words((FLOOD, INQUIRY)[day > 900], place),
        )
        for place, day in enumerate(at.tolist())
    ]
    analysis = analysis_of(told)
    found = evolution(analysis, 1)
    check(analysis, found)
    assert len(found.phases) == 2
    assert found.phases[1].start == pytest.approx(parse_time("2019-06-01") + 901 * DAY, abs=DAY)  # type: ignore[operator]
