import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.insight.by_hand import Told, analysis_of

from honeyguide.insight.corroboration import NOBODY, Others, listed, others, times
from honeyguide.insight.model import DAY, Analysis


def told(analysis: Analysis, plain: list[bool] | None = None) -> list[Others]:
    marks = np.array(plain) if plain else np.ones(len(analysis.items), np.bool_)
    return others(analysis, times(analysis), marks)


def test_other_sites_are_counted_once_however_many_texts_and_hosts_they_have() -> None:
    found = told(
        analysis_of(
            [
                Told("a.example", "2025-03-01", 1),
                Told("www.b.example", "2025-03-02", 1),
                Told("sport.b.example", "2025-03-02", 1),
                Told("c.example", "2025-03-03", 1),
            ]
        )
    )
    assert found == [
        Others(2, ("b.example", "c.example")),
        Others(2, ("a.example", "c.example")),
        Others(2, ("a.example", "c.example")),
        Others(2, ("a.example", "b.example")),
    ]


def test_copies_of_one_text_count_once_for_the_site_that_it_began_on() -> None:
    items = [Told("a.example", "2025-03-01", 1), Told("b.example", "2025-03-01", 1)]
    copies = [Told(f"copy{number}.example", "2025-03-02", 1, story=1) for number in range(5)]
    found = told(analysis_of(items + copies))
    assert found[0] == Others(1, ("b.example",))
    assert found[1] == Others(1, ("a.example",))
    assert found[2] == Others(1, ("a.example",))  # its own text is no other telling


def test_nobody_vouches_for_a_text_that_stands_alone_or_outside_of_events() -> None:
    found = told(analysis_of([Told("a.example", "2025-03-01", 1), Told("b.example", "2025-03-01")]))
    assert found == [NOBODY, NOBODY]


def test_only_what_is_told_within_two_weeks_counts() -> None:
    days = [1, 15, 16, 31]
    found = told(analysis_of([Told(f"{day}.example", f"2025-03-{day:02}", 1) for day in days]))
    assert [each.many for each in found] == [1, 2, 1, 0]


def test_an_item_without_a_date_is_vouched_for_at_any_time_and_vouches_for_none() -> None:
    found = told(
        analysis_of(
            [Told("a.example", "2025-03-01", 1), Told("b.example", "", 1), Told("c.example", "2025-03-30", 1)]
        )
    )
    assert [each.many for each in found] == [0, 2, 0]


def test_stuffed_texts_and_those_dated_after_they_were_read_vouch_for_none() -> None:
    analysis = analysis_of(
        [
            Told("a.example", "2025-03-01", 1),
            Told("stuffed.example", "2025-03-01", 1),
            Told("future.example", "2025-03-02", 1, fetched="2025-02-01T00:00:00Z"),
        ]
    )
    found = told(analysis, [True, False, True])
    assert found[0] == NOBODY
    assert found[1] == Others(1, ("a.example",))


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.integers(0, 40), st.booleans(), st.integers(-1, 20)),
        min_size=1,
        max_size=20,
    )
)
def test_the_sliding_window_finds_what_looking_at_every_pair_finds(
    made: list[tuple[str, int, bool, int]],
) -> None:
    items = [
        Told(f"{site}.example", f"2025-01-{1 + day % 28:02}T{day % 24:02}:00:00Z", 1, -1 if story >= place else story)
        for place, (site, day, _, story) in enumerate(made)
    ]
    flat = [
        each if each.story < 0 or items[each.story].story < 0 else Told(each.host, each.published, 1)
        for each in items
    ]
    analysis = analysis_of(flat)
    plain = [mark for _, _, mark, _ in made]
    at = times(analysis)
    for place, each in enumerate(told(analysis, plain)):
        own = {analysis.sites[place], analysis.sites[analysis.stories[place]]}
        expected = {
            analysis.sites[other]
            for other in range(len(flat))
            if analysis.stories[other] == other and plain[other] and abs(at[other] - at[place]) <= 14 * DAY
        } - own
        assert each.many == len(expected)
        assert len(each.names) == min(3, each.many)
        assert set(each.names) <= expected


def test_lists_are_bounded() -> None:
    assert listed(("a", "b", "c"), 5) == "a, b, c and 2 more"
    assert listed(("a", "b"), 2) == "a, b"
    assert listed(("a", "b", "c"), 4) == "a, b, c and 1 more"
    assert listed(("x" * 300, "\x1b[31my"), 2) == "x" * 59 + "…, [31my"
