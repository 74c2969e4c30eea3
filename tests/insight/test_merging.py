"""Groups that have grown together."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.insight.clusters import Groups, akin
from honeyguide.insight.model import DAY


def groups_at(*days: float) -> Groups:
    """Single items."""
    groups = Groups()
    for day in days:
        groups.found(day * DAY)
    return groups


def rows(*values: list[float]) -> csr_matrix:
    table: NDArray[np.float64] = np.array(values)
    return csr_matrix(table / np.linalg.norm(table, axis=1)[:, None])


def test_the_most_akin_pair_is_merged_first_and_no_group_twice() -> None:
    sums = rows([1, 0, 0], [1, 0.5, 0], [1, 0.2, 0], [0, 0, 1])
    assert akin(sums, groups_at(0, 0, 0, 0), 1.0, everything=True) == [(0, 2)]


def test_groups_far_apart_in_time_are_not_merged() -> None:
    sums = rows([1, 0], [1, 0.1])
    assert akin(sums, groups_at(0, 1), 1.0, everything=True) == [(0, 1)]
    assert akin(sums, groups_at(0, 365), 1.0, everything=True) == []


def test_only_groups_that_have_grown_are_looked_at_when_not_everything_is() -> None:
    sums, groups = rows([1, 0], [1, 0.1], [1, 0.3]), groups_at(0, 0, 0)
    groups.settled()
    assert akin(sums, groups, 1.0, everything=False) == []
    groups.known["grown"][2] = True
    assert akin(sums, groups, 1.0, everything=False) == [(1, 2)]


def test_a_higher_bar_merges_less() -> None:
    assert akin(rows([1, 0], [1, 0.1]), groups_at(0, 0), 10.0, everything=True) == []
