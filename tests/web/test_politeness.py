"""Hosts rest between requests."""

from __future__ import annotations

from random import Random

from honeyguide.web.politeness import HostGate


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def gate(delay: float = 1.0, connections: int = 1) -> tuple[HostGate, Clock]:
    clock = Clock()
    return HostGate(lambda host: delay, connections), clock


def test_a_host_is_busy_while_it_is_asked_and_while_it_rests() -> None:
    hosts, clock = gate(delay=2.0)
    hosts.begin(7)
    assert hosts.busy == {7}
    assert hosts.release(clock.now) is None
    hosts.end(7, clock.now)
    assert hosts.busy == {7}
    assert hosts.release(clock.now) == clock.now + 2.0
    clock.now += 1.5
    assert hosts.release(clock.now) == clock.now + 0.5
    clock.now += 0.5
    assert hosts.release(clock.now) is None
    assert hosts.busy == set()


def test_without_delay_a_host_is_free_at_once() -> None:
    hosts, clock = gate(delay=0.0)
    hosts.begin(7)
    hosts.end(7, clock.now)
    assert hosts.busy == set()
    assert hosts.release(clock.now) is None


def test_a_host_takes_as_many_requests_as_it_may() -> None:
    hosts, clock = gate(delay=0.0, connections=2)
    hosts.begin(7)
    assert hosts.busy == set()
    hosts.begin(7)
    assert hosts.busy == {7}
    hosts.end(7, clock.now)
    assert hosts.busy == set()


def test_the_longest_rest_counts() -> None:
    hosts, clock = gate(delay=1.0)
    hosts.begin(7)
    hosts.rest(7, 30.0, clock.now)
    hosts.end(7, clock.now)
    assert hosts.release(clock.now) == clock.now + 30.0
    clock.now += 1.0
    assert hosts.release(clock.now) == clock.now + 29.0
    assert hosts.busy == {7}
    clock.now += 29.0
    assert hosts.release(clock.now) is None
    assert hosts.busy == set()


def test_a_rest_that_is_over_does_not_free_a_host_that_is_asked() -> None:
    hosts, clock = gate(delay=0.0)
    hosts.rest(7, 1.0, clock.now)
    hosts.begin(7)
    clock.now += 2.0
    assert hosts.release(clock.now) is None
    assert hosts.busy == {7}
    hosts.end(7, clock.now)
    assert hosts.busy == set()


def test_a_closed_host_stays_closed() -> None:
    hosts, clock = gate()
    hosts.begin(7)
    hosts.rest(7, 5.0, clock.now)
    hosts.close(7)
    hosts.end(7, clock.now)
    clock.now += 60.0
    assert hosts.release(clock.now) is None
    assert hosts.busy == {7}


def test_a_host_that_is_opened_again_rests_first() -> None:
    hosts, clock = gate(delay=2.0)
    hosts.close(7)
    hosts.open(7, clock.now)
    assert hosts.busy == {7}
    assert hosts.release(clock.now) == clock.now + 2.0
    clock.now += 2.0
    assert hosts.release(clock.now) is None
    assert hosts.busy == set()
    hosts.open(8, clock.now)
    assert hosts.busy == set()


def test_hosts_come_free_in_the_order_of_their_time() -> None:
    hosts, clock = gate()
    for host, seconds in ((1, 3.0), (2, 1.0), (3, 2.0)):
        hosts.rest(host, seconds, clock.now)
    free = []
    while (wait := hosts.release(clock.now)) is not None:
        before = set(hosts.busy)
        clock.now = wait
        hosts.release(clock.now)
        free += sorted(before - hosts.busy)
    assert free == [2, 3, 1]


def test_it_agrees_with_plain_bookkeeping() -> None:
    """Against a model that scans all hosts at every step."""
    rng = Random(5)
    hosts, clock = gate(delay=1.0, connections=2)
    asked = dict.fromkeys(range(5), 0)
    until = dict.fromkeys(range(5), 0.0)
    closed: set[int] = set()
    for _ in range(3000):
        host = rng.randrange(5)
        what = rng.random()
        if what < 0.4 and host not in hosts.busy:
            hosts.begin(host)
            asked[host] += 1
        elif what < 0.7 and asked[host]:
            hosts.end(host, clock.now)
            asked[host] -= 1
            until[host] = max(until[host], clock.now + 1.0)
        elif what < 0.75:
            hosts.rest(host, 4.0, clock.now)
            until[host] = max(until[host], clock.now + 4.0)
        elif what < 0.751:
            hosts.close(host)
            closed.add(host)
        else:
            clock.now += rng.choice((0.25, 1.0))
        wait = hosts.release(clock.now)
        expected = {h for h in range(5) if h in closed or until[h] > clock.now or asked[h] >= 2}
        assert hosts.busy == expected
        resting = [until[h] for h in range(5) if h not in closed and until[h] > clock.now]
        assert wait == (min(resting) if resting else None)


def shared(names: list[str], concurrency: int, connections: int = 1) -> HostGate:
    made = HostGate(lambda host: 0.0, connections, concurrency, names)
    made.release(0.0)
    return made


def test_a_site_has_a_share_of_the_requests_however_many_hosts_it_owns() -> None:
    names = [f"h{number}.wild.example" for number in range(40)] + [f"own{number}.example" for number in range(9)]
    hosts = shared(names, 64)
    for host in range(40):
        hosts.heard(host)
    asked = []
    while free := [host for host in range(40) if host not in hosts.busy]:
        hosts.begin(free[0])
        asked.append(free[0])
    assert len(asked) == 64 // 8
    assert not hosts.busy & set(range(40, 49))
    hosts.end(asked[0], 0.0)
    assert hosts.busy == set(range(40))  # what came waits for its reader
    hosts.settled(asked[0])
    assert hosts.busy == set(asked[1:])


def test_hosts_that_never_answered_have_a_small_share() -> None:
    names = [f"h{number}.wild.example" for number in range(40)] + ["other.example"]
    hosts = shared(names, 64)
    hosts.begin(0)
    assert hosts.busy == {0}
    hosts.begin(1)
    assert hosts.busy == set(range(40))
    hosts.end(0, 0.0)
    hosts.settled(0)
    assert hosts.busy == {1}
    hosts.begin(2)
    hosts.heard(2)  # what it sends is read on
    assert hosts.busy == {1, 2}
    names.append("new.wild.example")
    hosts.begin(3)
    assert 41 not in hosts.busy
    hosts.release(0.0)
    assert hosts.busy == set(range(42)) - {40}


def test_a_crawl_of_one_site_is_held_back_by_nobody_and_one_of_two_by_half() -> None:
    names = [f"h{number}.a.example" for number in range(20)]
    for others, share in (([], 16), (["b.example"], 8)):
        hosts = shared(names + others, 16)
        for host in range(20):
            hosts.heard(host)
        for host in range(share):
            assert host not in hosts.busy
            hosts.begin(host)
        assert 19 in hosts.busy


def test_busy_is_what_a_look_at_every_request_says() -> None:
    rng = Random(4)
    names = [f"h{number}.site{number % 5}.example" for number in range(60)]
    hosts = shared(names, 32)
    in_flight: list[int] = []
    heard: set[int] = set()
    for _ in range(4_000):
        free = [host for host in range(60) if host not in hosts.busy]
        if free and rng.random() < 0.55:
            host = rng.choice(free)
            hosts.begin(host)
            in_flight.append(host)
        elif in_flight:
            host = in_flight.pop(rng.randrange(len(in_flight)))
            if rng.random() < 0.1:
                heard.add(host)
                hosts.heard(host)
            hosts.end(host, 0.0)
            hosts.settled(host)
        expected = set()
        for host in range(60):
            of_site = [each for each in in_flight if each % 5 == host % 5]
            unheard = [each for each in of_site if each not in heard]
            if host in in_flight or len(of_site) >= 32 // 5 or (host not in heard and len(unheard) >= 1):
                expected.add(host)
        assert hosts.busy == expected
