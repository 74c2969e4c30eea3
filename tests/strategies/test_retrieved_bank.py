"""Who tests the seed bank, who is kept, and where links are found again."""

from collections.abc import Mapping, Sequence

import numpy as np
from tests.strategies.worked import Dice, WorkedWeb

from honeyguide.strategies.retrieved_bank import RetrievedBank, links_of
from honeyguide.testing.graph import Graph


def bank(factors: Mapping[int, Sequence[float]], most: int = 100) -> RetrievedBank:
    told = RetrievedBank(most, Dice([]), WorkedWeb({}, factors=factors))
    for page in factors:
        told.add(page, np.array([page + 100], np.int32))
    return told


def test_of_twice_as_many_that_are_picked_those_with_the_best_anchors_test_and_leave() -> None:
    # 1, 2 and 3 do not dominate one another: the first front. 1 dominates 4 and 5. 2k = 4 takes the first front and
    # of the second one extreme, as the draw says: 4. Anchors (F3) are 0.4, 0.9, 0.5 and 0.3: 2 and 3 test.
    told = bank(
        {1: (0.9, 0.9, 0.4, 0), 2: (0.1, 0, 0.9, 0), 3: (0, 0, 0.5, 0.5), 4: (0.8, 0, 0.3, 0), 5: (0, 0.8, 0, 0)}
    )
    told.draws = Dice([0.0])
    assert {page: links.tolist() for page, links in told.mark(2).items()} == {2: [102], 3: [103]}
    assert list(told.pages) == [1, 4, 5]


def test_the_picker_of_the_bank_decides_who_is_picked() -> None:
    # One front on a line between 1 and 6. Page 3 is farthest from both ends; page 2 has the widest gaps around it.
    along = {1: 0.0, 2: 0.3, 3: 0.5, 4: 0.52, 5: 0.54, 6: 1.0}
    factors = {page: (x, 1 - x, 0, 0) for page, x in along.items()}
    told = bank(factors)
    assert list(told.take(3)) == [6, 1, 3]
    told = bank(factors)
    told.picker = "cdc"
    assert list(told.take(3)) == [1, 6, 2]


def test_among_equal_anchors_the_order_in_which_they_were_picked_counts() -> None:
    told = bank({1: (0.1, 0, 0, 0), 2: (0.3, 0, 0, 0), 3: (0.2, 0, 0, 0), 4: (0.4, 0, 0, 0)})
    assert list(told.mark(2)) == [4, 2]
    assert list(told.mark(2)) == [3, 1]
    assert told.pages == {}


def test_full_at_twice_as_many_it_keeps_the_best_in_the_order_in_which_they_came() -> None:
    told = bank({page: (page / 100, page / 100, 0, 0) for page in range(20, 0, -1)}, most=10)
    assert len(told.pages) == 20
    told.known.rows[50] = (0.5, 0.5, 0, 0)  # type: ignore[attr-defined]
    told.add(50, np.zeros(0, np.int32))
    assert list(told.pages) == [*range(20, 11, -1), 50]


def test_the_links_of_pages_are_found_again_in_what_the_crawl_knows() -> None:
    graph = Graph(1)
    told = {number: [s.link.id for s in graph.visit(number).links] for number in (2, 0, 1)}
    found = links_of([0, 2, 77], graph)
    assert {page: links.tolist() for page, links in found.items()} == {0: told[0], 2: told[2], 77: []}
