from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from honeyguide.insight.threads import goes_on, sides


def texts(which: list[int], seed: int = 1, words: int = 40, own: int = 10) -> csr_matrix:
    """Unit vectors of stories that speak of sides; -1 for none."""
    rng = np.random.default_rng(seed)
    table = np.zeros((len(which), words + own * (max(*which, 0) + 1)))
    for row, side in enumerate(which):
        table[row, rng.choice(words, words // 4, replace=False)] = 1.0
        if side >= 0:
            table[row, words + side * own + rng.choice(own, own * 2 // 3, replace=False)] = 1.0
    return csr_matrix(table / np.linalg.norm(table, axis=1)[:, None])


def test_two_sides_are_told_apart() -> None:
    which = [0, 1, 0, 0, 1, 0, 1, 1, 0, 0]
    found = sides(texts(which))
    assert [rows.tolist() for rows in found] == [[0, 2, 3, 5, 8, 9], [1, 4, 6, 7]]


def test_three_sides_are_told_apart() -> None:
    found = sides(texts([0] * 20 + [1] * 15 + [2] * 10))
    assert [rows.tolist() for rows in found] == [[*range(20)], [*range(20, 35)], [*range(35, 45)]]


def test_noise_has_one_side() -> None:
    assert all(len(sides(texts([-1] * 60, seed))) == 1 for seed in range(10))


def test_alike_or_few_or_wordless_stories_have_one_side() -> None:
    assert len(sides(csr_matrix(np.ones((20, 1))))) == 1
    assert len(sides(texts([0, 0, 1, 1, 1]))) == 1
    assert len(sides(csr_matrix((9, 3)))) == 1


def test_three_stories_make_a_side_and_two_do_not() -> None:
    assert [rows.tolist() for rows in sides(texts([0, 0, 0, 1, 1, 1]))] == [[0, 1, 2], [3, 4, 5]]
    assert len(sides(texts([0, 0, 0, 0, 1, 1]))) == 1


def test_a_group_is_divided_where_its_first_eigenvalue_lies_beyond_the_edge_of_noise() -> None:
    # The same from the vectors themselves: eigenvalues of what they differ from their mean by, the first of which, in
    # ascending order, is nought; the edge is m (1 + √c)² of the others.
    divided = []
    for seed in range(40):
        vectors = texts([0] * 12 + [1] * 12, seed, own=3 + seed % 4)
        dense = vectors.toarray() - vectors.toarray().mean(axis=0)
        values = np.linalg.eigvalsh(dense @ dense.T)
        others = values[1:-1]
        edge = others.mean() * (1 + np.sqrt((others**2).mean() / others.mean() ** 2 - 1)) ** 2
        divided.append(len(sides(vectors)) > 1)
        assert divided[-1] == (values[-1] > 1.25 * edge)
    assert 5 < sum(divided) < 35


def test_more_stories_than_are_compared_go_to_their_side() -> None:
    which = [0, 1, 1] * 300
    found = sides(texts(which))
    assert [len(rows) for rows in found] == [600, 300]
    assert set(found[1].tolist()) == {row for row, side in enumerate(which) if side == 0}


@given(st.lists(st.integers(-1, 2), min_size=1, max_size=50), st.integers(0, 5))
def test_sides_are_a_partition_and_always_the_same(which: list[int], seed: int) -> None:
    vectors = texts(which, seed)
    found = sides(vectors)
    assert sorted(np.concatenate(found).tolist()) == [*range(len(which))]
    assert [rows.tolist() for rows in sides(vectors)] == [rows.tolist() for rows in found]


def linked(before: list[list[float]], after: list[list[float]]) -> list[tuple[int, ...]]:
    """Each row a story and a side of its own."""
    one, other = csr_matrix(np.array(before)), csr_matrix(np.array(after))
    return goes_on(
        one, [np.array([row]) for row in range(len(before))], other, [np.array([row]) for row in range(len(after))]
    )


def test_what_goes_on_splits_and_merges_worked_by_hand() -> None:
    a, b, both = [1.0, 0.0], [0.0, 1.0], [0.7, 0.7]
    # Likeness by pairs, and their average, that a link must reach:
    assert linked([a, b], [a, b]) == [(0,), (1,)]  # 1 0 / 0 1, on average 0.5
    assert linked([a, b], [both]) == [(0, 1)]  # 0.7 / 0.7: a merge
    assert linked([both], [a, b]) == [(0,), (0,)]  # a split
    assert linked([a, b], [a]) == [(0,)]  # 1 / 0, on average 0.5: b ends
    assert linked([a], [a, b]) == [(0,), ()]  # b is new


def test_it_is_enough_that_one_is_nearest_to_the_other() -> None:
    a, b, both, apart = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]
    # 0.8 0.6 / 0 0, on average 0.35: a is nearest to `both`, but to b nothing is nearer than `both`.
    assert linked([both, apart], [a, b]) == [(0,), (0,)]
    assert linked([a, b], [both, apart]) == [(0, 1), ()]
    # 1 0.7 0 / 0 1 0 / 0 0 1: 0.7 is more than the average 0.41, but neither has the other for its nearest.
    assert linked([[1.0, 0.7, 0.0], b, apart], [a, b, apart]) == [(0,), (1,), (2,)]


def test_what_shares_no_word_does_not_go_on() -> None:
    assert linked([[1.0, 0.0]], [[0.0, 1.0]]) == [()]
