"""The mean course of a strategy and its interval."""

import numpy as np
import pytest

from honeyguide.lab.bands import STEPS, band
from honeyguide.lab.measures import figure
from honeyguide.lab.model import Point, Run


def run(*points: tuple[int, float], seconds: float = 1.0) -> Run:
    curve = tuple(Point(pages, harvest, 0, 0, 0, 0, pages * seconds) for pages, harvest in points)
    return Run("ops", 0, curve[-1].pages if curve else 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, curve)


def test_the_mean_is_taken_where_any_run_has_a_point_and_lines_join_the_points() -> None:
    # at 10: 1 and 0.4; at 20: (1 + 0)/2 = 0.5 on the first line, and 0.4 given; at 30: 0 and 0.4
    found = band([run((10, 1.0), (30, 0.0)), run((10, 0.4), (20, 0.4), (30, 0.4))], "label_harvest")
    assert found.at.tolist() == [10, 20, 30]
    assert found.mean.tolist() == pytest.approx([0.7, 0.45, 0.2])


def test_a_run_that_ended_early_keeps_its_last_value() -> None:
    # at 40: 0.2 kept by the first run, 0.6 of the second
    found = band([run((10, 0.5), (20, 0.2)), run((10, 0.5), (40, 0.6))], "label_harvest")
    assert found.at.tolist() == [10, 20, 40]
    assert found.mean[-1] == pytest.approx(0.4)


def test_a_course_may_run_along_simulated_time() -> None:
    assert band([run((10, 0.5), (20, 0.2), seconds=3.0)], "label_harvest", "seconds").at.tolist() == [30, 60]


def test_a_band_ends_with_the_interval_of_the_table() -> None:
    ends = [0.1, 0.4, 0.2, 0.9, 0.3]
    runs = [run((10, 1.0), (20, end)) for end in ends]
    found = band(runs, "label_harvest")
    table = figure(np.array(ends), np.array(ends), seed=5)
    assert (found.low[-1], found.high[-1]) == pytest.approx(table.interval, rel=1e-12)


def test_the_interval_of_a_single_run_is_its_own_course() -> None:
    found = band([run((1, 1.0), (2, 0.5))], "label_harvest")
    assert found.low.tolist() == found.mean.tolist() == found.high.tolist() == [1.0, 0.5]


def test_long_curves_are_thinned_out_and_keep_their_ends() -> None:
    found = band([run(*((n, 1 / n) for n in range(1, 2_001)))], "label_harvest")
    assert len(found.at) == STEPS
    assert (found.at[0], found.at[-1]) == (1, 2_000)


def test_without_any_curve_there_is_no_band() -> None:
    assert len(band([run()], "ar").at) == 0
