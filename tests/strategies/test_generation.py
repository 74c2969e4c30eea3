"""A generation names its links in order, and none of a busy host."""

from honeyguide.strategies.frontier import Frontier
from honeyguide.strategies.generation import NOBODY, Generation

FREE: frozenset[int] = frozenset()


def queue() -> Frontier:
    """Links 0 to 5 on hosts 0, 1, 0, 1, 0, 1."""
    waiting = Frontier()
    waiting.add(list(range(6)), [0, 1] * 3, [0.5] * 6)
    return waiting


def test_links_come_in_the_order_given_and_leave_the_queue_when_named() -> None:
    waiting = queue()
    generation = Generation(waiting, [4, 1, 3])
    assert [generation.take(FREE) for _ in range(4)] == [4, 1, 3, NOBODY]
    assert waiting.waiting == 3
    assert not generation.is_over
    generation.sent.clear()
    assert generation.is_over


def test_links_of_busy_hosts_keep_their_place() -> None:
    generation = Generation(queue(), [4, 1, 0, 3])
    assert generation.take({0}) == 1
    assert generation.take({0, 1}) == NOBODY
    assert [generation.take(FREE) for _ in range(3)] == [4, 0, 3]


def test_what_failed_for_now_takes_its_old_place() -> None:
    waiting = queue()
    generation = Generation(waiting, [4, 1, 3])
    assert [generation.take(FREE), generation.take(FREE)] == [4, 1]
    waiting.put_back(4)
    generation.back(4)
    assert generation.left() == [4, 1, 3]
    assert [generation.take(FREE), generation.take(FREE)] == [4, 3]


def test_links_that_do_not_wait_are_left_out() -> None:
    waiting = queue()
    waiting.remove(1)
    generation = Generation(waiting, [1, 2, 4, 77])
    assert len(generation) == 2
    waiting.remove(2)
    assert generation.take(FREE) == 4


def test_what_is_let_go_waits_like_any_other_link() -> None:
    waiting = queue()
    generation = Generation(waiting, [4, 1, 3])
    generation.take(FREE)
    generation.let_go()
    assert generation.take(FREE) == NOBODY
    assert generation.left() == [4]
    assert waiting.waits(1)
    generation.sent.clear()
    assert generation.is_over
