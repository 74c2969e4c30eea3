"""Who of the shards may fetch how many pages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from honeyguide.cluster.coordinator import Coordinator, shares
from honeyguide.core.recall_shares import RecallShare
from honeyguide.core.referrals import PLACES, ShardReport


def report(
    pages: int = 0,
    best: tuple[float, ...] = (),
    *,
    on_topic: int = 0,
    in_flight: int = 0,
    waiting: int | None = None,
    is_done: bool = False,
    undelivered: int = 0,
    ladder: tuple[float, ...] = (),
    recall: RecallShare | None = None,
) -> ShardReport:
    left = len(best) if waiting is None else waiting
    return ShardReport(
        pages, on_topic, 0, in_flight, left, 1, best, is_done, undelivered, recall=recall, ladder=ladder
    )


def pages_of(coordinator: Coordinator, reports: Sequence[ShardReport]) -> list[int]:
    """Of its plan, without rooms."""
    leases = coordinator.plan(reports)
    assert all(lease.room is None for lease in leases)
    return [lease.pages for lease in leases]


def test_the_best_links_of_all_get_the_pages() -> None:
    reports = [report(best=(0.9, 0.2)), report(best=(0.8, 0.7, 0.1)), report()]
    assert shares(reports, 3) == [1, 2, 0]
    assert shares(reports, 5) == [2, 3, 0]
    assert shares(reports, 9) == [2, 3, 0]


def test_of_equal_links_those_of_the_first_shard_come_first() -> None:
    assert shares([report(best=(0.5, 0.5)), report(best=(0.5,))], 2) == [2, 0]


def test_a_strategy_that_does_not_tell_what_its_links_are_worth_counts_as_the_middle() -> None:
    reports = [report(waiting=3), report(best=(0.6, 0.4))]
    assert shares(reports, 1) == [0, 1]
    assert shares(reports, 4) == [3, 1]
    assert shares([report(waiting=1_000)], 100) == [8]


def test_a_lease_is_on_top_of_what_a_shard_has_begun() -> None:
    coordinator = Coordinator(pages=100, at_once=4)
    assert pages_of(coordinator, [report(best=(0.9,) * 3), report(best=(0.1,) * 3)]) == [3, 1]
    assert pages_of(coordinator, [report(2, (0.9,), in_flight=1), report(1, (0.8,) * 9)]) == [4, 6]


def test_a_round_grows_with_what_the_last_one_brought() -> None:
    coordinator = Coordinator(pages=0, at_once=2)
    assert pages_of(coordinator, [report(best=(0.9,) * 64)]) == [2]
    assert pages_of(coordinator, [report(10, (0.9,) * 64)]) == [30]
    assert pages_of(coordinator, [report(10, (0.9,) * 64)]) == [12]


class Fetching:
    """A shard that fetches as many pages as it may, at moments that nobody foresees."""

    def __init__(self, rng: Random, *, patient: bool) -> None:
        self.rng = rng
        self.patient = patient
        self.allowed = self.pages = self.in_flight = 0

    def go_on(self) -> None:
        begin = self.rng.randrange(1 + max(0, self.allowed - self.pages - self.in_flight))
        self.in_flight += begin
        for _ in range(self.rng.randrange(1 + self.in_flight)):
            self.in_flight -= 1
            self.pages += self.rng.random() < 0.8  # others fail, and their place is free again

    def report(self) -> ShardReport:
        best = tuple(sorted((self.rng.random() for _ in range(self.rng.randrange(9))), reverse=True))
        ladder = best if self.patient else ()
        return report(self.pages, best, in_flight=self.in_flight, waiting=9, ladder=ladder)


@pytest.mark.parametrize("patient", [False, True])
def test_leases_never_exceed_the_budget_also_when_an_older_one_is_used_up_meanwhile(*, patient: bool) -> None:
    for seed in range(40):
        rng = Random(seed)
        shards = [Fetching(rng, patient=patient) for _ in range(5)]
        coordinator = Coordinator(pages=200, at_once=8)
        for _ in range(400):
            reports = [shard.report() for shard in shards]
            if coordinator.why_over(reports):
                break
            leases = coordinator.plan(reports)
            for shard, lease in zip(shards, leases, strict=True):
                shard.go_on()  # by its older lease, while the new one is on its way
                shard.allowed = lease.pages
                shard.go_on()
            assert sum(shard.pages + shard.in_flight for shard in shards) <= 200
        assert sum(shard.pages for shard in shards) == 200


def test_ends_when_the_pages_are_there_and_nothing_is_on_its_way() -> None:
    coordinator = Coordinator(pages=3, at_once=4)
    assert not coordinator.why_over([report(2, in_flight=1), report(1)])
    assert coordinator.why_over([report(2), report(1)]) == "3 pages"


def test_ends_when_all_are_done_twice_in_the_same_way() -> None:
    done, busy = report(2, is_done=True), report(2, (0.3,))
    coordinator = Coordinator(pages=0, at_once=4)
    assert not coordinator.why_over([done, busy])
    assert not coordinator.why_over([done, done])
    assert not coordinator.why_over([done, busy])
    assert not coordinator.why_over([done, done])
    assert not coordinator.why_over([done, report(3, is_done=True)])
    assert coordinator.why_over([done, report(3, is_done=True)]) == "no link waits any more"


def test_does_not_end_while_a_message_is_under_way() -> None:
    coordinator = Coordinator(pages=0, at_once=4)
    untold = [report(2, is_done=True, undelivered=1), report(0, is_done=True)]
    assert [coordinator.why_over(untold) for _ in range(3)] == ["", "", ""]


def test_links_that_may_not_be_fetched_are_counted_at_the_end() -> None:
    coordinator = Coordinator(pages=0, at_once=4)
    left = [report(2, waiting=1_200, is_done=True), report(0, is_done=True)]
    coordinator.why_over(left)
    assert coordinator.why_over(left) == "none of the 1,200 links left may be fetched"


def test_a_harvest_that_dried_up_ends_the_crawl() -> None:
    coordinator = Coordinator(0, 8, "harvest 0.1 over 20")
    rounds = [(10, 5), (20, 8), (30, 9), (38, 9), (41, 9)]
    said = [coordinator.why_over([report(pages=pages, on_topic=found), report()]) for pages, found in rounds]
    assert said[:4] == ["", "", "", ""]
    assert said[4].startswith("the harvest has dried up: 1 of the last 21 pages are on topic")


def test_pages_of_an_earlier_run_do_not_widen_the_first_round() -> None:
    waiting = report(pages=5_000, waiting=900, best=(0.5,) * 256)
    assert pages_of(Coordinator(0, 8), [waiting, waiting]) == [5_008, 5_000]


def test_rooms_are_where_the_best_links_of_all_wait_and_without_room_there_are_no_pages() -> None:
    coordinator = Coordinator(pages=20, at_once=8)
    high, low = report(5, ladder=(0.9, 0.8, 0.3)), report(4, ladder=(0.7, 0.2), in_flight=1)
    leases = coordinator.plan([high, low, report(ladder=(0.1,))])
    # 10 pages are left, and 9 of 20 were had: room for 4.5 links, which is rounded to 4
    assert [lease.room for lease in leases] == [3, 1, 0]
    assert [lease.pages for lease in leases] == [6, 6, 0]  # four may be in flight, and one is


def test_links_drawn_for_a_test_are_fetched_also_where_there_is_no_room() -> None:
    draws = report(ladder=(0.1,) * 5, recall=RecallShare(1, None, 3, 0))
    _, lease = Coordinator(pages=1_000, at_once=8).plan([report(100, ladder=(0.9,) * 120), draws])
    assert (lease.pages, lease.room) == (3, 0)


def test_what_is_in_flight_leaves_less_for_the_next_round() -> None:
    high, low = report(50, in_flight=10, ladder=(0.9,) * 38), report(50, in_flight=5, ladder=(0.5,) * 60)
    leases = Coordinator(pages=1_000, at_once=100).plan([high, low])
    # A quarter of 100 pages may be in flight, and 15 are: 5 more for each of the two
    assert [lease.pages for lease in leases] == [65, 60]


def test_a_step_of_the_ladder_stands_for_the_links_up_to_it() -> None:
    high = tuple(0.9 for _ in PLACES[:50])
    leases = Coordinator(pages=2_000, at_once=8).plan([report(1_000, ladder=high), report(ladder=(0.5,) * 400)])
    assert PLACES[49] > 100
    assert [lease.room for lease in leases] == [PLACES[49], 500 - PLACES[49]]


def test_there_is_no_limit_where_there_is_room_for_all_or_no_limit_of_pages() -> None:
    reports = [report(10, (0.9,), ladder=(0.9,)), report(ladder=(0.1,))]
    assert [lease.room for lease in Coordinator(0, 8).plan(reports)] == [None, None]
    assert [lease.room for lease in Coordinator(20, 8).plan(reports)] == [None, None]
    assert [lease.room for lease in Coordinator(11, 8).plan(reports)] == [1, 0]


def test_who_waits_for_hosts_leaves_pages_to_others() -> None:
    coordinator = Coordinator(pages=1_000, at_once=8)
    waits = report(100, waiting=30, ladder=(0.9,) * 30)
    for pages, share in [(0, 4), (4, 8), (12, 16), (28, 28), (60, 36)]:  # the last two: a quarter of all pages
        leases = coordinator.plan([waits, report(pages, waiting=99, ladder=(0.5,) * 60)])
        assert leases[0].pages == 104
        assert leases[1].pages == pages + share


def test_it_says_why_links_are_left_as_a_crawl_in_one_does() -> None:
    def why(**more: str) -> str:
        coordinator = Coordinator(0, 10)
        reports = [report(1, waiting=3, is_done=True), replace(report(2, waiting=4, is_done=True), **more)]
        assert coordinator.why_over(reports) == "", "what one had told another may be under way"
        return coordinator.why_over(reports)

    assert why() == "none of the 7 links left may be fetched"
    assert why(why_kept=" within the hour") == "none of the 7 links left may be fetched within the hour"
    assert why(why_kept=" within the hour", why_refused="the proxy answers 407") == "the proxy answers 407"
