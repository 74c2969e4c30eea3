"""What pages hear of those most like them: Zhou et al.'s formula worked by hand, and what is ours in it."""

from __future__ import annotations

import numpy as np
import pytest

from honeyguide.relevance.label_propagation import MOST, SHARP, SPREADS, TIES, Floats, Neighbours


def around(*degrees: float) -> Floats:
    """Rows of length 1 in these directions."""
    turned = np.radians(np.array(degrees))
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


def heard(rows: Floats, weights: list[float]) -> list[float]:
    said: list[float] = Neighbours(rows).hear(np.array(weights, np.float32)).by_all().tolist()
    return said


def test_what_three_pages_in_a_row_hear_worked_by_hand() -> None:
    # 0° and 60°, 60° and 120° are alike by cos 60° = 1/2, so tied by 1/8; 0° and 120° not at all. Degrees 1/8, 2/8,
    # 1/8, so S has 1/√2 between neighbours, S² 1/2 at the ends and 1 in the middle, and with a = 0.8 the first
    # column of (1 − a)(1 − aS)⁻¹ is (1 − a) / (1 − a²) · (1 − a²/2, a/√2, a²/2): what each hears of the first page.
    middle, last = (1 - SPREADS) / (1 - SPREADS**2) * np.array([SPREADS / np.sqrt(2), SPREADS**2 / 2])
    usual = (middle + last) / 2  # the best of the others, which are two
    parts = np.sqrt(np.minimum(np.array([middle, last]) / usual, MOST))
    assert heard(around(0, 60, 120), [1.0, 0.0, 0.0]) == pytest.approx([0.0, *parts], abs=1e-4)


def test_a_tie_is_as_strong_as_the_third_power_of_the_likeness_worked_by_hand() -> None:
    ties = np.array([[0, np.cos(np.pi / 6), 0], [np.cos(np.pi / 6), 0, 0.5], [0, 0.5, 0]]) ** SHARP
    degree = np.sqrt(ties.sum(axis=1))
    near, far = np.linalg.inv(np.eye(3) - SPREADS * ties / degree / degree[:, None])[1:, 0]
    parts = np.sqrt(np.minimum(np.array([near, far]) / ((near + far) / 2), MOST))
    assert heard(around(0, 30, 90), [1.0, 0.0, 0.0]) == pytest.approx([0.0, *parts], abs=1e-3)


def test_what_several_examples_tell_is_their_mean_and_none_counts_for_itself() -> None:
    # As above: the middle hears a/√2 of each end, and each end a²/2 of the other, which is the only one beside it.
    end = ((SPREADS**2 / 2) / (SPREADS / np.sqrt(2))) ** 0.5
    assert heard(around(0, 60, 120), [1.0, 0.0, 1.0]) == pytest.approx([end, 1.0, end], abs=1e-4)


def test_one_is_at_least_what_examples_hear_of_each_other() -> None:
    assert heard(around(0, 5, 90), [1.0, 1.0, 0.0])[0] == pytest.approx(1.0, abs=0.01)


def test_what_a_single_example_hears_is_no_measure_of_what_is_much() -> None:
    assert heard(around(0, 5, 90), [1.0, 0.5, 0.0])[0] == pytest.approx(MOST**0.5, abs=0.01)


def test_pages_that_have_ties_enough_hear_of_one_that_is_tied_to_them() -> None:
    crowd = range(TIES + 2)
    assert min(heard(around(*crowd, 60), [*(0.0 for _ in crowd), 1.0])[:-1]) > 0


def test_what_is_heard_at_the_edge_counts_for_nothing() -> None:
    rows, weights = around(0, 60, 120), np.array([1, 0, 0], np.float32)
    plain = Neighbours(rows).hear(weights)
    _, middle, last = plain.by_all()
    with_edge = Neighbours(rows, np.array([2])).hear(weights)
    assert with_edge.by_all() == pytest.approx([0.0, middle - last, 0.0])
    assert with_edge.by(rows[1]) == pytest.approx(plain.by(rows[1]) - last)


def test_a_page_hears_nothing_of_itself() -> None:
    assert heard(around(0, 60, 90), [1.0, 0.0, 0.0])[0] == 0.0


def test_a_page_among_pages_like_the_examples_hears_more_than_one_that_is_as_far_and_alone() -> None:
    company = around(0, 15, 30, 45, 60, -60)
    *_, among, alone = heard(company, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert among > alone


def test_a_page_that_came_since_hears_about_what_one_in_its_place_does() -> None:
    rng = np.random.default_rng(1)
    rows = around(*rng.uniform(0, 90, 4 * TIES))
    told = Neighbours(rows).hear((np.arange(len(rows)) < 3).astype(np.float32))
    for at in range(3, len(rows)):
        assert told.by(rows[at]) == pytest.approx(told.by_all()[at], abs=0.25)


def test_a_page_that_came_since_is_told_only_a_share_of_what_its_neighbour_hears() -> None:
    told = Neighbours(around(0, 60, 120)).hear(np.array([1, 0, 0], np.float32))
    # 180° is tied to 120° alone, and as strongly as that is to 60°; the part is a square root.
    assert told.by(around(180)[0]) == pytest.approx(SPREADS**0.5 * told.by_all()[2], rel=1e-3)


def test_a_page_like_none_hears_nothing() -> None:
    rows = around(0, 20, 40)
    told = Neighbours(rows).hear(np.array([1, 0, 0], np.float32))
    assert told.by(around(180)[0]) == 0.0
