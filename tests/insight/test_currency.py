import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.insight.by_hand import PROSE, Told, analysis_of

from honeyguide.errors import BadSetting
from honeyguide.insight.currency import ago, currency, replacement
from honeyguide.insight.model import DAY, Currency
from honeyguide.timestamps import isoformat
from honeyguide.timestamps import parse as parse_time

NOW = "2025-03-31T12:00:00Z"
STUFFED = [*PROSE[:10], *["rain"] * 30]


def one(told: Told, *more: Told, until: str = NOW, half_life: float = 14.0) -> Currency:
    return currency(analysis_of([told, *more], until), half_life)[0]


def test_an_item_loses_half_of_its_currency_in_a_half_life() -> None:
    assert one(Told("a.example", "2025-03-17")).score == pytest.approx(0.5)
    assert one(Told("a.example", "2025-03-03")).score == pytest.approx(0.25)
    # 30 days at a half-life of 10: 2^−3
    found = one(Told("a.example", "2025-03-01"), half_life=10)
    assert found.score == pytest.approx(0.125)
    assert found == Currency(0, found.score, 30.0, None, ("published 30 days ago (2025-03-01)",))


def test_the_age_runs_from_the_last_change() -> None:
    found = one(Told("a.example", "2025-03-01", updated="2025-03-29"))
    assert found.score == pytest.approx(2 ** (-2 / 14))
    assert found.says == ("updated 2 days ago (2025-03-29)",)


def test_a_change_before_publication_or_after_the_page_was_read_is_not_believed() -> None:
    for updated in ("2025-01-01", "2026-01-01"):
        assert one(Told("a.example", "2025-03-17", updated=updated)).says == ("published 14 days ago (2025-03-17)",)


def test_a_change_a_few_hours_from_now_is_a_matter_of_time_zones() -> None:
    found = one(Told("a.example", "2025-03-17", updated="2025-03-31T20:00:00Z"))
    assert (found.score, found.age) == (1.0, 0.0)
    assert found.says == ("updated less than a day ago (2025-03-31)",)


def test_the_half_life_is_two_weeks_unless_said_otherwise() -> None:
    assert currency(analysis_of([Told("a.example", "2025-03-17")], NOW))[0].score == pytest.approx(0.5)


def test_an_item_without_a_date_has_no_currency() -> None:
    assert one(Told("a.example")) == Currency(0, 0.0, None, None, ("it has no date",))


def test_a_date_after_the_page_was_read_is_said_and_counts_for_nothing() -> None:
    found = one(Told("a.example", "2025-05-01"))
    assert found == Currency(0, 0.0, None, None, ("it is dated 2025-05-01, after it was read on 2025-04-01",))


def test_at_an_earlier_moment_later_items_are_not_yet_there() -> None:
    analysis = analysis_of(
        [Told("a.example", "2025-03-01", 1), Told("b.example", "2025-03-20", 1)], "2025-03-08T12:00:00Z"
    )
    old, new = currency(analysis, 7)
    assert old.score == pytest.approx(0.5)
    assert old.replaced_by is None
    assert new.score == 0.0
    assert new.says == ("published on 2025-03-20: not yet on 2025-03-08, which counts as now",)


def test_a_newer_item_of_the_event_replaces_it() -> None:
    newer = Told("b.example", "2025-03-20", 1, title="Bridge reopened")
    found = one(Told("a.example", "2025-03-17", 1), newer)
    # One newer text, 3 days newer: 1 − ½ × ½ × 7/8 = 25/32; half of that after 14 days.
    assert found.score == pytest.approx(0.5 * 25 / 32)
    assert found.replaced_by == 1
    assert found.says == (
        "published 14 days ago (2025-03-17)",
        "a newer item tells the event further: Bridge reopened (b.example, 2025-03-20)",
    )
    found = one(Told("a.example", "2025-03-17", 1), newer, Told("c.example", "2025-03-19T20:00:00Z", 1))
    # Two, the newest still 3 days newer: 1 − ½ × ¾ × 7/8
    assert found.score == pytest.approx(0.5 * (1 - 21 / 64))
    assert found.says[1].endswith("Bridge reopened (b.example, 2025-03-20), and 1 more")


def test_a_newer_item_without_a_title_is_named_by_its_address_cut_to_a_length() -> None:
    newer = Told("b.example", "2025-03-20", 1, title=" \x1b\n", url="http://b.example/" + "y" * 1_900)
    says = one(Told("a.example", "2025-03-17", 1), newer).says[1]
    assert says.startswith("a newer item tells the event further: http://b.example/yyy")
    assert says.endswith("y… (b.example, 2025-03-20)")
    assert len(says) < 200


def test_copies_stuffed_texts_and_those_of_the_same_days_replace_nothing() -> None:
    told = Told("a.example", "2025-03-17", 1)
    assert one(told, Told("b.example", "2025-03-20", 1, story=0)).replaced_by is None
    assert one(told, Told("b.example", "2025-03-20", 1, words=STUFFED)).replaced_by is None
    assert one(told, Told("b.example", "2025-03-19", 1)).replaced_by is None
    assert one(told, Told("b.example", "2025-03-20", 2)).replaced_by is None
    assert one(told, Told("b.example", "", 1)).replaced_by is None


def test_an_update_after_the_newer_item_makes_up_for_it() -> None:
    newer = Told("b.example", "2025-03-20", 1)
    assert one(Told("a.example", "2025-03-17", 1, updated="2025-03-25"), newer).replaced_by is None
    assert one(Told("a.example", "2025-03-17", 1, updated="2025-03-17T20:00:00Z"), newer).replaced_by == 1


def test_a_late_copy_is_replaced_by_what_came_after_its_text() -> None:
    analysis = analysis_of(
        [
            Told("a.example", "2025-03-01", 1),
            Told("copy.example", "2025-03-20", 1, story=0),
            Told("b.example", "2025-03-10", 1),
        ]
    )
    assert [each.replaced_by for each in currency(analysis)] == [2, 2, None]


def test_being_replaced_leaves_at_least_a_half() -> None:
    assert replacement(1, 4.0) == pytest.approx(1 - 0.5 * 0.5 * 15 / 16)
    assert replacement(100_000, 10_000.0) == pytest.approx(0.5)


@pytest.mark.parametrize("half_life", [0.0, -1.0, float("nan"), float("inf")])
def test_a_half_life_of_nothing_is_refused(half_life: float) -> None:
    with pytest.raises(BadSetting, match="half-life must be more than 0 days"):
        currency(analysis_of([Told("a.example")]), half_life)


def test_ages_in_words() -> None:
    assert [ago(days * DAY) for days in (-0.5, 0.9, 1.9, 2.0, 4000.0)] == [
        "less than a day ago",
        "less than a day ago",
        "1 day ago",
        "2 days ago",
        "4,000 days ago",
    ]


moments = st.floats(0, 80).map(lambda days: isoformat((parse_time(NOW) or 0.0) - days * DAY))
told = st.builds(Told, st.sampled_from(["a.example", "b.example"]), moments, event=st.integers(0, 1))


@given(told, st.lists(told, max_size=8), st.floats(0, 40), st.floats(0.1, 100))
def test_an_older_item_is_never_more_current(young: Told, rest: list[Told], older: float, half_life: float) -> None:
    published = (parse_time(young.published) or 0.0) - older * DAY
    old = Told(young.host, isoformat(published), young.event)
    before, after = one(young, *rest, half_life=half_life), one(old, *rest, half_life=half_life)
    assert after.score <= before.score + 1e-12
    assert 0.0 <= after.score <= 1.0


@given(told, st.lists(told, max_size=8), told)
def test_a_further_item_of_the_event_never_makes_the_others_more_current(
    first: Told, rest: list[Told], new: Told
) -> None:
    assert one(first, *rest, new).score <= one(first, *rest).score + 1e-12


@given(told, st.floats(0, 50))
def test_a_change_never_makes_an_item_less_current(item: Told, later: float) -> None:
    changed = isoformat(min((parse_time(item.published) or 0.0) + later * DAY, parse_time(NOW) or 0.0))
    newer = Told("c.example", "2025-03-10", 1)
    updated = Told(item.host, item.published, item.event, updated=changed)
    assert one(updated, newer).score >= one(item, newer).score - 1e-12
