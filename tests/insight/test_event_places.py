"""Where events stand on the map."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from tests.insight import made_up

from honeyguide.insight.event_places import Box, apart, distances, labels, radii_of, scaled, stretched
from honeyguide.insight.model import Event

SIZE = (10.0, 4.0)


def test_the_distance_of_two_events_is_one_minus_the_cosine_of_their_words() -> None:
    # 60 items, 40 in events, 8 in each; an event's items hold its three words and the first of the next event, so
    # that first words stand in 16 items, others in 8. Rarity: a = ln(60/16) = 1.3218, b = ln(60/8) = 2.0149.
    # Each event is 8 (a, b, b, a); two neighbours share one a: cosine = a² / (2a² + 2b²) = 1.7471 / 11.6139 = 0.1504
    analysis = made_up.findings(60).analysis
    assert [len(event.items) for event in analysis.events] == [8] * 5
    found = distances(analysis, analysis.events)
    assert found[0, 1] == pytest.approx(1 - 0.1504, abs=1e-4)
    assert found[0, 2] == pytest.approx(1.0)
    assert found[2, 2] == 0.0


def test_bubbles_are_as_large_as_their_events_and_leave_room() -> None:
    # areas as 4 : 1, so radii as 2 : 1; of 40 equal ones each fills 1/160 of 10 × 4: r = √(40 / 160 / π) = 0.2821
    assert radii_of(np.array([8.0, 2.0]), SIZE).tolist() == [0.52, 0.26]
    assert radii_of(np.full(40, 3.0), SIZE) == pytest.approx(0.2821, abs=1e-4)


def test_three_events_at_known_distances_are_drawn_at_them() -> None:
    wanted = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
    places = scaled(wanted)
    assert np.linalg.norm(places[:, None] - places[None], axis=2) == pytest.approx(wanted, abs=1e-3)


def test_events_with_the_same_words_do_not_fall_into_one() -> None:
    places = apart(stretched(scaled(np.zeros((5, 5))), SIZE), np.full(5, 0.3), SIZE)
    assert gaps(places, np.full(5, 0.3)).min() > 0


def gaps(places: NDArray[np.float64], radii: NDArray[np.float64]) -> NDArray[np.float64]:
    far = np.linalg.norm(places[:, None] - places[None], axis=2) - radii[:, None] - radii[None]
    return np.asarray(far[~np.eye(len(radii), dtype=bool)], np.float64)


@settings(max_examples=30)
@given(arrays(np.float64, (12, 2), elements=st.floats(0, 1)))
def test_no_bubble_covers_another_or_leaves_the_picture(places: NDArray[np.float64]) -> None:
    radii = np.linspace(0.5, 0.13, 12)
    found = apart(stretched(places + np.arange(12)[:, None] * 1e-6, SIZE), radii, SIZE)
    assert gaps(found, radii).min() > -0.05
    assert (found - radii[:, None] >= 0).all()
    assert (found + radii[:, None] <= np.array(SIZE)).all()


@settings(max_examples=30)
@given(arrays(np.float64, (12, 2), elements=st.floats(0.5, 3.5)))
def test_no_label_covers_a_bubble_or_another_label(places: NDArray[np.float64]) -> None:
    radii = np.full(12, 0.2)
    events = [Event(n + 1, (), ("flood", "暴雨红色预警", "a" * 60), None, None) for n in range(12)]
    taken = [Box(x - 0.2, y - 0.2, x + 0.2, y + 0.2) for x, y in places]
    for _, box in labels(events, places, radii, SIZE):
        assert not any(box.common(other) for other in taken)
        assert box.left >= 0
        assert box.right <= SIZE[0]
        taken.append(box)


def test_a_label_alone_holds_three_words_and_none_is_no_label() -> None:
    centre = np.array([[5.0, 2.0]])
    ((text, _),) = labels(
        [Event(1, (), ("flood", "dam", "river", "rain"), None, None)], centre, np.array([0.3]), SIZE
    )
    assert text == "flood, dam, river"
    assert list(labels([Event(1, (), (), None, None)], centre, np.array([0.3]), SIZE)) == []
