from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from honeyguide.lab.measures import Tally, interval, sign_flip, summary
from honeyguide.lab.model import Run


def run(strategy: str, repeat: int, harvest: float) -> Run:
    return Run(strategy, repeat, 10, harvest, 0.5, 0.5, 0.5, 0.5, 0.1, 3, 20.0, 1.0, ())


def test_tally_gives_the_figures_of_the_papers() -> None:
    tally = Tally(step=2, findable=8)
    tally.page(True, False, 0.2, 1.0)
    tally.page(False, False, 0.4, 2.0)
    tally.page(True, True, 0.9, 4.0)
    end = tally.point()
    # Labels 1, 0, 1: harvest 1/1, 1/2, 2/3 after each page; 2 of 8 found; judged itself 1 of 3.
    assert end.label_harvest == pytest.approx(2 / 3)
    assert end.label_recall == 0.25
    assert end.self_harvest == pytest.approx(1 / 3)
    assert tally.auc == pytest.approx((1 + 1 / 2 + 2 / 3) / 3)
    # AR = (0.2 + 0.4 + 0.9)/3 = 0.5; SD = √((0.09 + 0.01 + 0.16)/3)
    assert end.ar == pytest.approx(0.5)
    assert end.sd == pytest.approx(sqrt(0.26 / 3))
    assert end.seconds == 4.0


def test_precision_is_that_of_the_pages_that_are_kept() -> None:
    tally = Tally(step=2, findable=8)
    assert tally.point().label_precision == 0.0
    tally.page(True, True, 0.9, 1.0)
    tally.page(False, False, 0.2, 2.0, kept=False)
    tally.page(False, True, 0.6, 3.0)
    tally.page(True, False, 0.1, 4.0, kept=False)
    end = tally.point()
    assert (end.pages, end.kept, end.label_harvest, end.label_precision) == (4, 2, 0.5, 0.5)
    tally.page(True, True, 0.7, 5.0)
    assert tally.point().label_precision == pytest.approx(2 / 3)


def test_curve_has_a_point_every_step_and_one_at_the_end() -> None:
    tally = Tally(step=2, findable=1)
    for number in range(5):
        tally.page(False, False, 0.0, float(number))
    assert [point.pages for point in tally.whole_curve()] == [2, 4, 5]
    assert tally.whole_curve() == tally.whole_curve()


def test_curve_of_a_run_without_pages_is_empty() -> None:
    assert Tally(step=2, findable=0).whole_curve() == ()
    assert Tally(step=2, findable=0).point().label_harvest == 0.0


def test_sign_flip_counts_all_signs_of_few_differences() -> None:
    # ±1 ±2 ±3: only +++ and --- reach a sum of 6, two of eight.
    assert sign_flip(np.array([1.0, 2.0, 3.0]), 0) == 0.25
    # ±1 ±1 ±1 is never nearer to 0 than 1.
    assert sign_flip(np.array([1.0, 1.0, -1.0]), 0) == 1.0
    assert sign_flip(np.zeros(5), 0) == 1.0
    assert sign_flip(np.array([0.1] * 5), 0) == 2 / 32


def test_sign_flip_samples_the_signs_of_many_differences() -> None:
    assert sign_flip(np.full(40, 0.1), 3) == pytest.approx(1 / 10_001)
    assert sign_flip(np.tile([0.1, -0.1], 20), 3) == 1.0


def test_bootstrap_interval_holds_the_middle_of_the_resampled_means() -> None:
    assert interval(np.full(4, 0.25)).tolist() == [0.25, 0.25]
    # Means of two draws from {0, 1} are 0, ½ and 1 with chances ¼, ½ and ¼.
    assert interval(np.array([0.0, 1.0])).tolist() == [0.0, 1.0]
    assert interval(np.array([[0.0, 4.0], [1.0, 4.0]])).tolist() == [[0.0, 4.0], [1.0, 4.0]]
    # Twenty repeats of which half are 1: deviation of the mean is sqrt(0.25/20) = 0.112, times 1.96 = 0.219.
    assert interval(np.repeat([0.0, 1.0], 10)).tolist() == pytest.approx([0.5 - 0.219, 0.5 + 0.219], abs=0.04)


def test_summary_compares_each_strategy_with_the_first_pair_by_pair() -> None:
    runs = [run("bfs", 0, 0.1), run("ops", 1, 0.5), run("ops", 0, 0.2), run("bfs", 1, 0.3)]
    bfs, ops = summary(runs, ("bfs", "ops"), seed=1)
    assert (bfs.label_harvest.difference, bfs.label_harvest.p) == (0.0, 1.0)
    # ops − bfs is 0.1 and 0.2; the sample standard deviation of 0.2 and 0.5 is 0.3/√2; two of four signs reach it.
    assert ops.label_harvest.difference == pytest.approx(0.15)
    assert ops.label_harvest.sd == pytest.approx(0.3 / sqrt(2))
    assert ops.label_harvest.p == 0.5
    assert ops.repeats == 2
    assert ops.hosts.mean == 3.0


def test_one_repeat_has_no_spread() -> None:
    (row,) = summary([run("bfs", 0, 0.1)], ("bfs",), seed=1)
    assert (row.label_harvest.sd, row.label_harvest.interval) == (0.0, (0.1, 0.1))


def test_an_interval_of_95_per_cent_is_one() -> None:
    # Of many repeats, 95 % of the resampled means lie within 1.96 standard errors of the mean; 90 % within 1.645.
    values = np.random.default_rng(1).normal(0.4, 0.1, (400, 20))
    error = values.std(axis=0) / sqrt(400)
    low, high = (values.mean(axis=0) - interval(values)) / error * np.array([[1], [-1]])
    assert low.mean() == pytest.approx(1.96, abs=0.05)
    assert high.mean() == pytest.approx(1.96, abs=0.05)
    # And of 400 experiments with 40 repeats each, about 95 % have intervals that hold the truth.
    low, high = interval(np.random.default_rng(2).normal(0.4, 0.1, (40, 400)))
    assert 0.92 < ((low < 0.4) & (high > 0.4)).mean() < 0.97
