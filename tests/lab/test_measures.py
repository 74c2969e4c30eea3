from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide.lab.measures import Tally, holm, interval, ratio_interval, sign_flip, summary
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


def test_an_interval_worked_by_hand() -> None:
    assert interval(np.full(4, 0.25)).tolist() == [0.25, 0.25]
    # 0.2, 0.4 and 0.6: mean 0.4, standard error 0.2/√3 = 0.1155, t of two degrees of freedom 4.303: 0.4 ± 0.4968.
    assert interval(np.array([0.2, 0.4, 0.6])).tolist() == pytest.approx([-0.0968, 0.8968], abs=1e-4)
    found = interval(np.array([[0.2, 4.0], [0.4, 4.0], [0.6, 4.0]]))
    assert found.tolist() == [pytest.approx([-0.0968, 4.0], abs=1e-4), pytest.approx([0.8968, 4.0], abs=1e-4)]


def test_an_interval_of_a_ratio_worked_by_hand() -> None:
    # Means 0.4 and 0.2, r = 2; ours − 2 · theirs is 0, 0.2 and −0.2: standard error 0.1155; over 0.2, times 4.303.
    ours, theirs = np.array([0.2, 0.6, 0.4]), np.array([0.1, 0.2, 0.3])
    assert ratio_interval(ours, theirs) == pytest.approx((2 - 2.4843, 2 + 2.4843), abs=1e-3)
    assert ratio_interval(2 * theirs, theirs) == pytest.approx((2.0, 2.0))


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


def test_summary_has_an_interval_of_each_difference_and_corrects_for_many_comparisons() -> None:
    harvests = {"bfs": (0.1, 0.3, 0.2), "ops": (0.2, 0.5, 0.4), "elp": (0.3, 0.2, 0.2), "random": (0.1, 0.1, 0.1)}
    runs = [run(name, repeat, each) for name, found in harvests.items() for repeat, each in enumerate(found)]
    bfs, ops, elp, reference = summary(runs, tuple(harvests), seed=1)
    # ops − bfs is 0.1, 0.2 and 0.2: mean 1/6, standard error (0.1/√3)/√3 = 1/30, t of two degrees of freedom 4.303.
    assert ops.label_harvest.difference_interval == pytest.approx((1 / 6 - 0.1434, 1 / 6 + 0.1434), abs=1e-4)
    # All signs alike: p is 2/8; of two comparisons the smaller p counts twice, the other as it is.
    assert (ops.label_harvest.p, ops.label_harvest.p_holm) == (0.25, 0.5)
    assert (elp.label_harvest.p, elp.label_harvest.p_holm) == (1.0, 1.0)
    assert (bfs.label_harvest.p_holm, reference.label_harvest.p_holm) == (None, None)


def test_holm_worked_by_hand() -> None:
    # Four of them: 0.01 · 4, then 0.02 · 3, 0.04 · 2 and 0.03 · … in the order of their size, never falling.
    assert holm([0.01, 0.04, 0.03, 0.02]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


def test_holm_is_wrong_about_any_of_many_comparisons_in_5_of_100_experiments_at_most() -> None:
    drawn = np.random.default_rng(1).random((4000, 8))
    assert np.mean([min(holm(list(each))) < 0.05 for each in drawn]) == pytest.approx(0.05, abs=0.01)
    assert np.mean([min(each) < 0.05 for each in drawn]) > 0.3


def test_one_repeat_has_no_spread() -> None:
    (row,) = summary([run("bfs", 0, 0.1)], ("bfs",), seed=1)
    assert (row.label_harvest.sd, row.label_harvest.interval) == (0.0, (0.1, 0.1))


EXPERIMENTS = 20_000


@pytest.mark.parametrize("repeats", [3, 5, 10])
def test_an_interval_of_95_per_cent_holds_the_truth_in_95_of_100_experiments(repeats: int) -> None:
    drawn = np.random.default_rng(repeats)
    assert _coverage(drawn.normal(0.4, 0.1, (repeats, EXPERIMENTS)), 0.4) == pytest.approx(0.95, abs=0.01)
    # Skewed to either side, as harvests near 0 and near 1 are: a little less, where a percentile bootstrap holds
    # 0.69 to 0.75 with three repeats, 0.77 to 0.85 with five and 0.86 to 0.89 with ten.
    assert _coverage(drawn.beta(5.0, 1.5, (repeats, EXPERIMENTS)), 5 / 6.5) > 0.91
    assert _coverage(drawn.lognormal(0.0, 0.5, (repeats, EXPERIMENTS)), np.exp(0.125)) > 0.9


@pytest.mark.parametrize("repeats", [5, 10])
def test_an_interval_of_a_ratio_holds_it(repeats: int) -> None:
    drawn = np.random.default_rng(repeats)
    topic = drawn.beta(3.0, 5.0, (4000, repeats))
    ours, theirs = (topic + drawn.normal(mean, 0.05, topic.shape) for mean in (0.3, 0.2))
    held = [low < 0.675 / 0.575 < high for low, high in map(ratio_interval, ours, theirs)]
    assert 0.92 < np.mean(held) < 0.97


def _coverage(experiments: NDArray[np.float64], truth: float) -> float:
    low, high = interval(experiments)
    return float(((low < truth) & (truth < high)).mean())
