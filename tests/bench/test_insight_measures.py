"""The measures of `bench/insight.py`, with numbers worked by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[2] / "bench/insight_measures.py"


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("insight_measures_bench", FILE)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


measures = module()

PLANTED = dict(zip("abcdefghij", (1, 1, 1, 1, 2, 2, 2, 3, 3, 0), strict=True))
FOUND = dict(zip("abcdefghij", (7, 7, 7, 0, 8, 8, 8, 8, 0, 9), strict=True))


def test_bcubed_counts_the_right_items_beside_each_item() -> None:
    # precision, over a b c e f g h j: 3 × 3/3, then e f g 3/4 each, h 1/4, j 1/1 → (3 + 2.25 + 0.25 + 1) / 8
    # recall, over a … i: a b c 3/4 each, d 1/4, e f g 3/3 each, h 1/2, i 1/2 → (2.25 + 0.25 + 3 + 1) / 9
    quality = measures.bcubed(FOUND, PLANTED)
    assert quality.precision == pytest.approx(6.5 / 8)
    assert quality.recall == pytest.approx(6.5 / 9)
    assert quality.f1 == pytest.approx(2 * 0.8125 * 6.5 / 9 / (0.8125 + 6.5 / 9))


def test_bcubed_of_nothing_is_nothing() -> None:
    assert measures.bcubed({"a": 0}, {"a": 1}).f1 == 0.0
    assert measures.bcubed({"a": 1, "b": 1}, {"a": 1, "b": 1}).f1 == 1.0


def test_events_match_from_a_jaccard_of_a_half_and_small_ones_do_not_count() -> None:
    # 1 ↔ 7: 3 of 4; 2 ↔ 8: 3 of 4; planted 3 has two items and found 9 one: they do not count
    assert measures.matches(FOUND, PLANTED) == {1: 7, 2: 8}
    quality = measures.events_found(FOUND, PLANTED)
    assert (quality.precision, quality.recall, quality.f1) == (1.0, 1.0, 1.0)


def test_an_event_in_two_halves_is_found_at_most_once() -> None:
    # six items, found as 3 and 3: both have a Jaccard of 3/6; one is right, the other false
    planted = dict.fromkeys("abcdef", 1)
    found = dict(zip("abcdef", (1, 1, 1, 2, 2, 2), strict=True))
    quality = measures.events_found(found, planted)
    assert (quality.precision, quality.recall) == (0.5, 1.0)
    # as 3 of seven neither is enough: 3/7
    assert measures.matches(found, planted | {"g": 1}) == {}


def test_a_found_event_tells_of_what_most_of_its_items_tell() -> None:
    assert measures.majority(FOUND, PLANTED) == {7: 1, 8: 2, 9: 0}


def test_borders_are_found_within_a_day_and_a_half_each_its_own() -> None:
    # planted at 10, 20 and anywhere from 30 to 45; found at 11, 11.4, 40: 10 is found once, 30–45 exactly, 20 is
    # missed (8.6 away), and one of 11 and 11.4 is false
    result = measures.borders([(10.0, 10.0), (20.0, 20.0), (30.0, 45.0)], [11.0, 11.4, 40.0])
    assert (result.planted, result.found, result.false) == (3, 2, 1)
    assert result.errors == pytest.approx((1.0, 8.6, 0.0))


def test_without_borders_there_are_no_errors() -> None:
    assert measures.borders([], [3.0]) == measures.Borders(0, 0, 1, ())
    assert measures.borders([(1.0, 2.0)], []) == measures.Borders(1, 0, 0, ())


def test_spearman_shares_the_ranks_of_equal_values() -> None:
    # ranks 1 2.5 2.5 4 and 1 2 3 4: deviations -1.5 0 0 1.5 and -1.5 -0.5 0.5 1.5 → 4.5 / √(4.5 · 5) = 0.9487
    assert measures.spearman([1, 5, 5, 9], [10, 20, 30, 40]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
    assert measures.spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1.0)
    assert measures.spearman([1, 1], [1, 2]) == 0.0


def test_auc_is_the_share_of_pairs_in_the_right_order() -> None:
    # pairs (0.9, 0.1) (0.9, 0.5) (0.5, 0.1) are right, (0.5, 0.5) is half: 3.5 / 4
    assert measures.roc_auc([0.9, 0.5], [0.1, 0.5]) == pytest.approx(0.875)
    assert measures.roc_auc([], [1.0]) != measures.roc_auc([], [1.0])  # nan


def test_the_top_is_shared_as_far_as_it_is_as_strong() -> None:
    strength = {1: 9.0, 2: 5.0, 3: 4.0, 4: 4.0, 5: 1.0}
    assert measures.top_overlap(strength, [1, 4, 2]) == 1.0  # 4 is as strong as 3
    assert measures.top_overlap(strength, [1, 5, 0, 2]) == pytest.approx(1 / 3)
    assert measures.top_overlap({1: 2.0}, [1, 1, 1]) == 1.0
    assert measures.top_overlap({}, [1]) == 0.0
