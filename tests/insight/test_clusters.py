"""Groups of items that may be an event."""

import numpy as np
import pytest

from honeyguide.insight.clusters import Groups


def grown(groups: Groups, likeness: float, stories: int = 3) -> int:
    """A group of stories that are alike, each one to each."""
    group = groups.found(0.0)
    for before in range(1, stories):
        groups.join(group, float(before), before * likeness)
    return group


def test_a_group_is_an_event_from_three_reliable_items_on() -> None:
    groups = Groups()
    grown(groups, 0.9, stories=2)
    grown(groups, 0.9)
    grown(groups, 0.3)
    # 0.3 on average: 0.9 / 1.6 = 0.56 of three stories, too little; 2.1 / 2.8 = 0.75 of seven.
    grown(groups, 0.3, stories=7)
    assert groups.event_numbers().tolist() == [0, 1, 0, 2]


def test_copies_of_one_text_are_no_event_but_count_where_there_is_another_story() -> None:
    groups = Groups()
    alone = groups.found(0.0)
    for _ in range(5):
        groups.copy(alone)
    pair = grown(groups, 0.9, stories=2)
    assert groups.event_numbers().tolist() == [0, 0]
    groups.copy(pair)
    assert groups.event_numbers().tolist() == [0, 1]


def test_events_are_numbered_as_they_become_events() -> None:
    groups = Groups()
    first = grown(groups, 0.9, stories=2)
    grown(groups, 0.9)
    groups.join(first, 0.0, 1.8)
    assert groups.event_numbers().tolist() == [2, 1]


def test_a_group_knows_its_span_and_undated_items_do_not_hide_it() -> None:
    groups = Groups()
    group = groups.found(np.nan)
    for at in (5.0, np.nan, 2.0):
        groups.join(group, at, 0.1)
    assert (groups.known["start"][group], groups.known["end"][group]) == (2.0, 5.0)


def test_the_sum_of_vectors_is_measured_as_it_grows_worked_by_hand() -> None:
    # 1, then + 2 · 0.4 + 1 = 2.8: 0.4 of one pair. (0.4 + 3 · 0.2) / (1 + 3) = 0.25
    groups = Groups()
    grown(groups, 0.4, stories=2)
    assert groups.known["squared"].tolist() == pytest.approx([2.8])
    assert groups.cohesions().tolist() == pytest.approx([0.25])


def test_a_merge_keeps_the_earlier_number_and_leaves_no_gap() -> None:
    groups = Groups()
    for _ in range(3):
        grown(groups, 0.9)
    single = groups.found(9.0)
    assert groups.merge([(1, single), (0, 2)]).tolist() == [0, 1, 0, 1]
    groups.settled()
    assert groups.event_numbers().tolist() == [1, 2]
    assert groups.known["items"].tolist() == [6, 4]
    assert groups.known["stories"].tolist() == [6, 4]
    assert groups.known["end"].tolist() == [2.0, 9.0]


def test_there_is_room_for_many() -> None:
    groups = Groups()
    places = [groups.found(float(at)) for at in range(1_000)]
    assert places == list(range(1_000))
    assert groups.known["start"].tolist() == [float(at) for at in range(1_000)]
