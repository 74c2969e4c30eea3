"""Who of the shards may fetch how many pages."""

from __future__ import annotations

from random import Random

from honeyguide.cluster.coordinator import Coordinator, shares
from honeyguide.core.referrals import ShardReport


def report(
    pages: int = 0,
    best: tuple[float, ...] = (),
    *,
    on_topic: int = 0,
    in_flight: int = 0,
    waiting: int | None = None,
    is_done: bool = False,
    undelivered: int = 0,
) -> ShardReport:
    left = len(best) if waiting is None else waiting
    return ShardReport(pages, on_topic, 0, in_flight, left, 1, best, is_done, undelivered)


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
    assert coordinator.plan([report(best=(0.9,) * 3), report(best=(0.1,) * 3)]) == [3, 1]
    assert coordinator.plan([report(2, (0.9,), in_flight=1), report(1, (0.8,) * 9)]) == [4, 6]


def test_a_round_grows_with_what_the_last_one_brought() -> None:
    coordinator = Coordinator(pages=0, at_once=2)
    assert coordinator.plan([report(best=(0.9,) * 64)]) == [2]
    assert coordinator.plan([report(10, (0.9,) * 64)]) == [30]
    assert coordinator.plan([report(10, (0.9,) * 64)]) == [12]


class Fetching:
    """A shard that fetches as many pages as it may, at moments that nobody foresees."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.allowed = self.pages = self.in_flight = 0

    def go_on(self) -> None:
        begin = self.rng.randrange(1 + max(0, self.allowed - self.pages - self.in_flight))
        self.in_flight += begin
        for _ in range(self.rng.randrange(1 + self.in_flight)):
            self.in_flight -= 1
            self.pages += self.rng.random() < 0.8  # others fail, and their place is free again

    def report(self) -> ShardReport:
        best = tuple(sorted((self.rng.random() for _ in range(self.rng.randrange(9))), reverse=True))
        return report(self.pages, best, in_flight=self.in_flight, waiting=9)


def test_leases_never_exceed_the_budget_also_when_an_older_one_is_used_up_meanwhile() -> None:
    for seed in range(40):
        rng = Random(seed)
        shards = [Fetching(rng) for _ in range(5)]
        coordinator = Coordinator(pages=200, at_once=8)
        for _ in range(400):
            reports = [shard.report() for shard in shards]
            if coordinator.why_over(reports):
                break
            leases = coordinator.plan(reports)
            for shard, lease in zip(shards, leases, strict=True):
                shard.go_on()  # by its older lease, while the new one is on its way
                shard.allowed = lease
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
    assert Coordinator(0, 8).plan([waiting, waiting]) == [5_008, 5_000]
