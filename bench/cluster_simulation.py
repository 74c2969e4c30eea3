"""What would a crawl of a billion links cost in 10 to 1,000 shards, and what breaks first?

    python bench/cluster_simulation.py [--shards 10 30 100 300 1000] [--judge words|meaning] [--page-ms 2.6]
        [--message-ms 0.4] [--message-bytes 390] [--call-ms 0.3] [--foreign 15] [--rounds 40]

Sites are Zipf-distributed in their known links and dealt to shards by chance, as a hash does it. The coordinator is
the real one, and its time is measured here; what a page and a message cost is given: by default what the lab and the
benchmarks measured for `ops`, which judges by words, or with `--judge meaning` for the guide with the judge and an
encoder. In each round every shard, one core, tells its best links, gets a lease and fetches what it has time for;
new links go to the owners of their sites and wait two rounds. A page is wasted when as many better ones waited
anywhere in that round, which one crawl that sees all links would have fetched instead.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.cluster.coordinator import Coordinator
from honeyguide.cluster.rounds import ROUND_SECONDS
from honeyguide.core.crawl_core import BEST
from honeyguide.core.referrals import ShardReport

LINKS, SITES, EXPONENT = 1_000_000_000, 2_000_000, 1.0
LINK_BYTES = 80
"""In memory: hash table, host, depth, parent, frontier and link model (docs/architecture.md)."""
NEW = 2
"""New links of a page that are worth a look."""
KEPT = 1_000
"""The best waiting links of a shard that a simulation looks at."""
UNDER_WAY = 2
"""Rounds that a message takes."""
COSTS = {"words": (2.6, 0.4, 390), "meaning": (22.0, 2.4, 2_500)}
"""CPU ms a page; CPU ms and bytes a message, at both ends together."""

Floats = NDArray[np.float64]


class Costs(NamedTuple):
    page_ms: float
    message_ms: float
    message_bytes: float
    call_ms: float
    """Of the coordinator, to ask one shard and to tell it."""
    foreign: int = 15
    """Links of a page that lead to other sites."""


class Outcome(NamedTuple):
    shards: int
    most_links: float
    """Of the largest shard, times the mean …"""
    gigabytes: float
    """… and what it needs for them."""
    messages: float
    """A page."""
    megabytes: float
    """A second, in and out of one shard."""
    coordinator: float
    """Share of a round that it is busy."""
    idle: float
    """Share of the time of all shards in which there was no lease."""
    wasted: float
    """Share of the pages."""
    pages_per_second: float
    efficiency: float
    """Pages of the kind that one crawl would have fetched, a core, beside a core that is no shard."""


def deal_sites(shards: int, rng: np.random.Generator) -> Floats:
    """Known links of each shard."""
    sizes = 1.0 / np.arange(1, SITES + 1) ** EXPONENT
    dealt = np.bincount(rng.integers(shards, size=SITES), sizes, shards).astype(np.float64)
    links: Floats = LINKS * dealt / dealt.sum()
    return links


def messages_a_page(shards: int, foreign: int) -> float:
    """Different owners of its links to other sites, but for this shard."""
    return (shards - 1) * (1 - (1 - 1 / shards) ** foreign)


def simulate(shards: int, rounds: int, costs: Costs, seed: int = 1) -> Outcome:
    rng = np.random.default_rng(seed)
    links = deal_sites(shards, rng)
    messages = messages_a_page(shards, costs.foreign)
    busy_ms = costs.page_ms + messages * costs.message_ms
    able = max(1, int(1_000 * ROUND_SECONDS / busy_ms))
    chance = links / links.sum()
    waiting = [-np.sort(-rng.beta(2, 6, KEPT)) for _ in range(shards)]
    coming: list[list[Floats]] = [[np.empty(0)] * shards for _ in range(UNDER_WAY)]
    coordinator = Coordinator(0, at_once=shards * able)
    pages = np.zeros(shards, np.int64)
    fetched = wasted = idle = 0
    planning = 0.0
    for _ in range(rounds):
        reports = [
            ShardReport(int(own), 0, 0, 0, len(queue), 1, tuple(queue[:BEST].tolist()), False)
            for own, queue in zip(pages, waiting, strict=True)
        ]
        began = time.process_time()
        leases = np.array([lease.pages for lease in coordinator.plan(reports)]) - pages
        planning += time.process_time() - began
        take = np.minimum(leases, able)
        total = int(take.sum())
        threshold = _highest(waiting, total)
        brought: list[Floats] = []
        for number, many in enumerate(take.tolist()):
            done, waiting[number] = waiting[number][:many], waiting[number][many:]
            wasted += int((done < threshold).sum())
            brought.append(done)
        fetched += total
        idle += shards * able - total
        pages += take
        new = np.repeat(np.concatenate(brought), NEW)
        scores = np.clip(new + rng.normal(0.0, 0.15, len(new)), 0.0, 1.0)
        coming.append(_dealt(scores, rng.choice(shards, len(new), p=chance), shards))
        for number, told in enumerate(coming.pop(0)):
            if len(told):
                waiting[number] = -np.sort(-np.concatenate([waiting[number], told]))[:KEPT]
    coordinator_ms = 1_000 * planning / rounds + shards * costs.call_ms
    slower = max(1.0, coordinator_ms / (1_000 * ROUND_SECONDS))
    rate = fetched / rounds / ROUND_SECONDS / slower
    useful = rate * (1 - wasted / max(1, fetched)) / shards
    return Outcome(
        shards,
        float(links.max() / links.mean()),
        float(links.max()) * LINK_BYTES / 1e9,
        messages,
        2 * rate / shards * messages * costs.message_bytes / 1e6,
        coordinator_ms / (1_000 * ROUND_SECONDS),
        idle / (shards * able * rounds),
        wasted / max(1, fetched),
        rate,
        useful * costs.page_ms / 1_000,
    )


def _highest(waiting: Sequence[Floats], many: int) -> float:
    """The score of the last of the best links of all."""
    scores = np.concatenate(waiting)
    return float(np.partition(scores, len(scores) - many)[len(scores) - many]) if 0 < many <= len(scores) else 0.0


def _dealt(scores: Floats, owners: NDArray[np.int64], shards: int) -> list[Floats]:
    order = np.argsort(owners, kind="stable")
    return np.split(scores[order], np.searchsorted(owners[order], np.arange(1, shards)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=int, nargs="+", default=[10, 30, 100, 300, 1_000])
    parser.add_argument("--judge", choices=list(COSTS), default="words")
    parser.add_argument("--page-ms", type=float)
    parser.add_argument("--message-ms", type=float)
    parser.add_argument("--message-bytes", type=float)
    parser.add_argument("--call-ms", type=float, default=0.3)
    parser.add_argument("--foreign", type=int, default=15, help="links of a page to other sites")
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    page_ms, message_ms, size = COSTS[given.judge]
    told = given.page_ms or page_ms, given.message_ms or message_ms, given.message_bytes or size
    costs = Costs(*told, given.call_ms, given.foreign)
    print(
        "| shards | links of the largest, × mean | its memory, GB | messages a page | MB/s a shard "
        "| coordinator busy | idle for want of a lease | wasted pages | pages/s | efficiency |"
    )
    print("|" + "---|" * 10)
    for shards in given.shards:
        of = simulate(shards, given.rounds, costs)
        print(
            f"| {shards:,} | {of.most_links:.2f} | {of.gigabytes:.1f} | {of.messages:.1f} | {of.megabytes:.2f} | "
            f"{of.coordinator:.0%} | {of.idle:.0%} | {of.wasted:.0%} | {of.pages_per_second:,.0f} | "
            f"{of.efficiency:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
