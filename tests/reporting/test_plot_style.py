"""Places of names beside their lines."""

import pytest

from honeyguide.reporting.plot_style import spread


def test_names_that_do_not_touch_stay_where_they_are() -> None:
    assert spread([0.1, 0.5, 0.9], 0.1) == pytest.approx([0.1, 0.5, 0.9])


def test_names_that_touch_are_moved_apart_about_their_middle() -> None:
    # 0.50 and 0.52 have their middle at 0.51: a gap of 0.1 puts them at 0.46 and 0.56
    assert spread([0.50, 0.52], 0.1) == pytest.approx([0.46, 0.56])


def test_names_stay_inside_the_picture() -> None:
    assert spread([0.0, 0.0, 0.01], 0.1) == pytest.approx([0.0, 0.1, 0.2])
    assert spread([1.0, 1.0], 0.1) == pytest.approx([0.9, 1.0])


def test_too_many_names_share_the_height_evenly() -> None:
    assert spread([0.5] * 4, 0.3) == pytest.approx([0.125, 0.375, 0.625, 0.875])
