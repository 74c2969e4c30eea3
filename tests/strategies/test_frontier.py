"""The waiting queue against a plain sorted list."""

from random import Random

import numpy as np
import pytest

from honeyguide.protocols import WaitingLinks
from honeyguide.strategies.frontier import Frontier


def filled(scores: list[float], hosts: list[int] | None = None, hot_size: int = 4096) -> Frontier:
    queue = Frontier(hot_size)
    queue.add(list(range(len(scores))), hosts or [0] * len(scores), scores)
    return queue


def test_gives_the_best_first_and_the_older_among_equals() -> None:
    assert filled([0.2, 0.9, 0.2, 0.5]).take(9) == [1, 3, 0, 2]


def test_a_taken_link_never_comes_back() -> None:
    queue = filled([0.5, 0.4])
    assert queue.take(1) == [0]
    queue.add([0, 1], [0, 0], [1.0, 0.4])
    assert queue.take(9) == [1]
    assert queue.waiting == 0


def test_a_link_seen_again_with_a_higher_score_rises_and_never_falls() -> None:
    queue = filled([0.5, 0.4])
    queue.add([1, 0], [0, 0], [0.8, 0.1])
    assert queue.waiting == 2
    assert queue.take(9) == [1, 0]


def test_leaves_busy_hosts_alone_and_returns_to_them_in_order() -> None:
    queue = filled([0.9, 0.8, 0.7, 0.6], hosts=[1, 1, 2, 1])
    assert queue.take(9, busy={1}) == [2]
    assert queue.take(1, busy={1}) == []
    queue.add([4], [1], [0.85])
    assert queue.take(9) == [0, 4, 1, 3]


def test_stops_at_the_score_it_is_given_and_keeps_the_rest() -> None:
    queue = filled([0.9, 0.1, 0.5])
    assert queue.take(9, above=0.12) == [0, 2]
    assert queue.waiting == 1
    assert queue.take(9) == [1]


def test_a_link_put_back_waits_with_its_old_score() -> None:
    queue = filled([0.9, 0.5])
    queue.take(1)
    queue.put_back(0)
    assert queue.take(9) == [0, 1]


def test_a_link_put_back_does_not_pass_better_ones_that_are_out_of_the_heap() -> None:
    queue = Frontier(hot_size=2)
    queue.add(list(range(20)), [0] * 20, [1 - number / 20 for number in range(20)])
    assert queue.remove(19)
    queue.put_back(19)
    assert queue.take(20) == list(range(20))


def test_tells_which_of_some_links_wait_and_score_above_a_mark() -> None:
    queue = Frontier(hot_size=1)
    queue.add([0, 1, 2, 3, 4], [0] * 5, [0.9, 0.2, 0.5, 0.1, 0.8])
    queue.remove(4)
    found = queue.waiting_above(np.array([3, 2, 4, 1, 0], np.int32), float(np.float32(0.2)))
    assert found.tolist() == [2, 0]


def test_new_scores_in_bulk_change_the_order() -> None:
    queue = filled([0.9, 0.8, 0.7], hosts=[1, 2, 3])
    queue.take(1, busy={1})
    queue.rescore(np.array([0.1, 1.0, 0.7], np.float32))
    assert queue.take(9) == [2, 0]


def test_tells_the_scores_of_many_links_taken_ones_too() -> None:
    queue = filled([0.25, 1.0, 0.5])
    queue.take(1)
    assert queue.scores_of(np.array([2, 1, 0, 2])).tolist() == [0.5, 1.0, 0.25, 0.5]


def test_scores_outside_the_unit_interval_are_clipped() -> None:
    assert filled([1.5, 1.0, -3.0, 0.1]).take(9) == [0, 1, 3, 2]


def test_a_score_of_minus_zero_is_as_low_as_zero() -> None:
    assert filled([-0.0, 0.1, 0.0]).take(9) == [1, 0, 2]


def test_a_loaded_queue_knows_what_was_taken_before() -> None:
    queue = Frontier()
    waiting = WaitingLinks(
        ids=np.array([1, 3]),
        hosts=np.array([5, 6]),
        scores=np.array([0.2, 0.4], np.float32),
        depths=np.array([0, 0]),
        known=5,
        link_state=np.full((2, 2), np.nan),
    )
    queue.load(waiting, waiting.scores)
    queue.add([0, 4, 7], [1, 1, 1], [1.0, 1.0, 0.3])
    assert queue.take(9) == [3, 7, 1]


@pytest.mark.parametrize("seed", range(8))
def test_equals_a_sorted_list_through_any_mix_of_steps(seed: int) -> None:
    rng = Random(seed)
    queue = Frontier(hot_size=8)
    model: dict[int, tuple[float, int]] = {}
    gone: dict[int, tuple[float, int]] = {}
    known = 0
    for _ in range(400):
        step = rng.random()
        if step < 0.4:
            ids = sorted(set(range(known, known + rng.randrange(9))) | {rng.randrange(known + 1)})
            known = max(known, ids[-1] + 1)
            scores = [rng.randrange(33) / 32 for _ in ids]
            may_fall = rng.random() < 0.5
            queue.add(ids, [i % 7 for i in ids], scores, may_fall=may_fall)
            for i, score in zip(ids, scores, strict=True):
                if i not in gone and (i not in model or may_fall or score > model[i][0]):
                    model[i] = (score, i % 7)
        elif step < 0.85:
            busy = set(rng.sample(range(7), rng.randrange(7)))
            n, above = rng.randrange(4), rng.choice([-1.0, 0.5])
            allowed = (i for i, (score, host) in model.items() if host not in busy and score > above)
            expected = sorted(allowed, key=lambda i: (-model[i][0], i))[:n]
            assert queue.take(n, busy, above) == expected
            for i in expected:
                gone[i] = model.pop(i)
        elif step < 0.9 and gone:
            i = rng.choice(list(gone))
            queue.put_back(i)
            model[i] = gone.pop(i)
        elif step < 0.93 and model:
            i = rng.choice(list(model))
            assert queue.remove(i)
            gone[i] = model.pop(i)
        elif step < 0.96 and known:
            new = np.array([rng.randrange(33) / 32 for _ in range(known)], np.float32)
            queue.rescore(new)
            model = {i: (float(new[i]), host) for i, (_, host) in model.items()}
            gone = {i: (float(new[i]), host) for i, (_, host) in gone.items()}
        assert queue.waiting == len(model)


def test_the_best_so_many_score_more_than_their_limit_and_those_level_with_the_last() -> None:
    queue = filled([0.9, 0.1, 0.5, 0.5, 0.3], hosts=[0, 0, 1, 1, 1], hot_size=2)
    assert queue.take(9, above=queue.limit_of_best(2)) == [0, 2, 3]
    assert queue.limit_of_best(2) == -1.0
    queue = filled([0.9, 0.1, 0.5, 0.7, 0.3], hosts=[0, 0, 1, 1, 1], hot_size=2)
    assert queue.take(9, above=queue.limit_of_best(1, without={0})) == [0, 3]
    assert queue.take(9, above=queue.limit_of_best(0)) == []


def test_scores_at_places_are_those_of_all_that_wait() -> None:
    queue = filled([0.875, 0.125, 0.5, 0.75, 0.25, 1.0], hosts=[0, 0, 1, 1, 1, 1], hot_size=2)
    assert queue.take(1, busy={0}) == [5]
    assert queue.scores_at([1, 2, 4, 8]) == [0.875, 0.75, 0.25]
    assert queue.scores_at([1, 3], without={0}) == [0.75, 0.25]
    assert queue.scores_at([1], without={0, 1}) == []
