import pytest

from honeyguide.lab.papers.agreement import agreement, ordered


def test_pairs_that_differ_are_ordered_and_equal_ones_are_none() -> None:
    assert ordered({"a": 0.1, "b": 0.3, "c": 0.3}) == (("b", "a"), ("c", "a"))


def test_the_published_order_has_a_tau_of_one_and_its_reverse_of_minus_one() -> None:
    pairs = ordered({"a": 1.0, "b": 2.0, "c": 3.0})
    same = agreement("Table 1", "labels", pairs, {"a": [0.1], "b": [0.2], "c": [0.3]})
    other = agreement("Table 1", "labels", pairs, {"a": [0.3], "b": [0.2], "c": [0.1]})
    assert same
    assert other
    assert (same.tau, same.agree, same.turned) == (1.0, 3, ())
    assert same.sentence == (
        "Table 1, by the labels: the ranking agrees; all 3 pairs stand as published (Kendall's τ = 1)."
    )
    assert (other.tau, other.agree) == (-1.0, 0)
    assert "the ranking does not agree" in other.sentence
    assert "τ = −1.00" in other.sentence


def test_tau_counts_pairs_that_stand_less_pairs_that_are_turned() -> None:
    # Published a < b < c < d; ours a < c < b < d: five of six pairs stand, one is turned: (5 − 1) / 6.
    found = agreement(
        "T", "self", ordered({"a": 1, "b": 2, "c": 3, "d": 4}), {"a": [1.0], "b": [3.0], "c": [2.0], "d": [4.0]}
    )
    assert found
    assert found.tau == pytest.approx(4 / 6)
    (turned,) = found.turned
    assert (turned.higher, turned.lower, turned.ahead, turned.clear) == ("c", "b", 1.0, None)


def test_a_tie_is_neither_for_nor_against() -> None:
    # Of two pairs one stands and one is level: (1 − 0) / 2.
    found = agreement("T", "self", (("b", "a"), ("c", "a")), {"a": [0.2], "b": [0.2], "c": [0.4]})
    assert found
    assert found.tau == 0.5
    assert "a and b are level here" in found.sentence


def test_a_turned_pair_says_whether_the_spread_of_the_repeats_may_explain_it() -> None:
    ours = {"a": [0.5, 0.6, 0.5], "b": [0.2, 0.3, 0.1], "c": [0.3, 0.9, 0.2]}
    found = agreement("T", "self", (("b", "a"), ("c", "a")), ours)
    assert found
    assert {(pair.higher, pair.clear) for pair in found.turned} == {("b", True), ("c", False)}
    assert "a is 33.3 points above b here;" in found.sentence
    assert "a is 6.7 points above c here, which the spread of the repeats may explain." in found.sentence


def test_pairs_of_rows_that_were_not_run_are_left_out() -> None:
    assert agreement("T", "self", (("b", "a"),), {"a": [1.0]}) is None
