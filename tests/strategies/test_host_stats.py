"""What is remembered of hosts."""

import msgspec
import pytest

from honeyguide.strategies.fcsa import HostMemory, HostState


def test_a_host_is_remembered_by_the_mean_relevance_of_its_pages() -> None:
    memory = HostMemory(10)
    for relevance in (0.2, 0.8, 0.5):
        memory.learn(7, relevance)
    assert memory.means.get(7) == pytest.approx(0.5)
    assert memory.means.get(8) is None


def test_the_host_that_gave_no_page_for_longest_is_forgotten_first() -> None:
    memory = HostMemory(2)
    for host in (1, 2, 1, 3):
        memory.learn(host, 0.5)
    assert memory.means.get(2) is None
    assert memory.means.get(1) == memory.means.get(3) == 0.5


def test_settled_means_stay_until_they_are_settled_again() -> None:
    memory = HostMemory(10)
    memory.learn(1, 0.4)
    assert memory.settled == {}
    memory.settle()
    memory.learn(1, 0.8)
    assert memory.settled == {1: 0.4}
    assert memory.means.get(1) == pytest.approx(0.6)


def test_knows_the_same_after_it_was_stored() -> None:
    memory = HostMemory(3)
    for host, relevance in ((1, 0.1), (2, 0.7), (1, 0.2), (3, 1 / 3)):
        memory.learn(host, relevance)
        memory.settle()
    memory.learn(2, 0.3)
    woken = HostMemory(3)
    woken.restore(msgspec.json.decode(msgspec.json.encode(memory.state()), type=HostState))
    assert [woken.means.get(host) for host in (1, 2, 3)] == [memory.means.get(host) for host in (1, 2, 3)]
    assert woken.settled == memory.settled
    for one in (memory, woken):
        one.learn(4, 0.9)
    assert woken.means.get(1) is None
    assert woken.state() == memory.state()
