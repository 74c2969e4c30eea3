"""Sites are served by the time that they take."""

from __future__ import annotations

import pytest

from honeyguide.fair_queue import SITES, FairQueue


def served(queue: FairQueue[str], seconds: dict[str, float], pages: int) -> list[str]:
    """The sites of so many pages that are read one after the other."""
    order = []
    for _ in range(pages):
        site = queue.pop()
        queue.took(site, seconds[site])
        order.append(site)
    return order


def test_first_come_first_served_within_a_site_and_in_turn_between_them() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.push("a", f"a{number}")
    queue.push("b", "b0")
    queue.push_back("a", "again")
    assert len(queue) == 5
    assert [queue.pop() for _ in range(5)] == ["again", "b0", "a0", "a1", "a2"]
    assert len(queue) == 0


def test_a_site_whose_pages_take_long_gets_the_time_of_the_others_not_the_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for site in "abcs":
        for _ in range(400):
            queue.push(site, site)
    order = served(queue, {"a": 0.01, "b": 0.01, "c": 0.01, "s": 1.0}, 600)
    assert order.count("s") == 2  # two seconds: each of the others has had about as much
    assert all(abs(order.count(site) - 199) <= 1 for site in "abc")


def test_nobody_saves_up_time_by_waiting() -> None:
    queue: FairQueue[str] = FairQueue()
    for _ in range(100):
        queue.push("a", "a")
    served(queue, {"a": 1.0}, 50)
    for _ in range(50):
        queue.push("new", "new")
    order = served(queue, {"a": 1.0, "new": 1.0}, 20)
    assert abs(order.count("new") - 10) <= 1


def test_pages_are_expected_to_take_what_those_of_their_site_took_or_else_first_pages_of_others() -> None:
    queue: FairQueue[str] = FairQueue()
    assert queue.expected("a") == 0.005
    queue.took("a", 0.2)
    assert queue.expected("a") == 0.2
    queue.took("a", 0.1)
    assert queue.expected("a") == pytest.approx(0.16)  # 0.8 of 0.2
    assert queue.expected("new") == pytest.approx(0.8 * 0.005 + 0.2 * 0.2)


def test_all_sites_of_one_address_have_the_time_of_a_few() -> None:
    queue: FairQueue[str] = FairQueue()
    sites = {f"{number}.example": "many" for number in range(100)} | {f"good{number}": "" for number in range(4)}
    for site, address in sites.items():
        for _ in range(50):
            queue.push(site, site, address)
    order = served(queue, dict.fromkeys(sites, 0.1), 120)
    at_the_address = sum(sites[site] == "many" for site in order)
    assert abs(at_the_address - 120 * SITES / (SITES + 4)) <= 2
    assert abs(order.count("good0") - 120 / (SITES + 4)) <= 1


def test_an_address_of_few_sites_takes_nothing_from_them() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.push("a", "a", "shared")
        queue.push("b", "b", "shared")
        queue.push("c", "c", f"{number}")
    order = served(queue, dict.fromkeys("abc", 0.1), 60)
    assert all(abs(order.count(site) - 20) <= 1 for site in "abc")


def test_sites_of_one_address_that_nothing_was_served_of_wait_as_one() -> None:
    queue: FairQueue[str] = FairQueue()
    assert queue.flow_of("a.example", "") == "a.example"
    flow = queue.flow_of("a.example", "192.0.2.1")
    assert flow == queue.flow_of("b.example", "192.0.2.1") != queue.flow_of("a.example", "192.0.2.2")
    queue.push(flow, "a.example", "192.0.2.1")
    queue.push("known.example", "known.example", "192.0.2.2")
    assert queue.pop() == "a.example"
    queue.took("a.example", 1.0, flow)
    assert queue.flow_of("a.example", "192.0.2.1") == "a.example"
    queue.push(flow, "b.example", "192.0.2.1")
    queue.push("known.example", "again", "192.0.2.2")
    assert [queue.pop() for _ in range(3)] == ["known.example", "again", "b.example"]  # a second behind
