"""What choosing costs: CPU ms for `ask` + `tell` at 10,000, 100,000 and 1,000,000 waiting links, and bytes a link.

    python bench/strategies.py [STRATEGY …] [--waiting 10000,100000,1000000] [--pages 1000]

Every strategy crawls a made-up web, with 32 requests on their way and their hosts busy: pages of 200 new links until
so many wait, then pages of 30 links of which one is new, so that as many go on waiting. Of the latter, the mean and
the slowest page are told. Apart from them: a change of all scores with the page after it, the size of the state that
every commit stores, and the rows that it keeps with links. One process a strategy.
To reach: 0.5 ms a page at 100,000 waiting links, 1 ms at 1,000,000.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
import tracemalloc
from array import array
from collections import deque
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide import strategies
from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import Strategy

HOSTS = 5_000
IN_FLIGHT = 32
GROWING, STEADY = 200, 30
"""Links of a page."""


class Web:
    """Links by number, and what a crawl knows of them (`protocols.CrawlView`)."""

    factor_weights = (0.3, 0.15, 0.35, 0.2)

    def __init__(self) -> None:
        self.rng = Random(1)
        self.parents, self.depths, self.scores = array("i"), array("i"), array("f")
        self.visited, self.ends, self.targets = array("i"), array("i"), array("i")
        self.columns = (self.parents, self.depths, self.scores, self.visited, self.ends, self.targets)
        self.seeds = [self.link(self.new(-1)) for _ in range(100)]

    def new(self, parent: int) -> int:
        """Most links say little: the anchors of nine in ten hold no word of the topic."""
        rng = self.rng
        self.parents.append(parent)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        self.scores.append(0.7 * rng.random() * (rng.random() < 0.1) + 0.3 * rng.random())
        return len(self.parents) - 1

    def link(self, number: int) -> Link:
        host = number * 2_654_435_761 % HOSTS
        return Link(
            number, f"http://h{host}.example/{number % 7}/{number}", host, self.depths[number], self.parent(number)
        )

    def visit(self, number: int, links: int, new: int) -> Visit:
        """A page with so many links, so many of them new; it holds no link twice."""
        rng, known = self.rng, len(self.parents)
        old = dict.fromkeys(rng.randrange(max(0, known - 20_000), known) for _ in range(links - new))
        targets = [*old, *(self.new(number) for _ in range(new))]
        self.visited.append(number)
        self.targets.extend(targets)
        self.ends.append(len(self.targets))
        relevance = rng.random()
        scored = tuple(
            ScoredLink(
                self.link(each), self.scores[each], max(0.0, self.scores[each] - 0.3), rng.random(), rng.random()
            )
            for each in targets
        )
        return Visit(self.link(number), Outcome.PAGE, relevance, scored, on_topic=relevance > 0.6)

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        scores = np.frombuffer(self.scores, np.float32)[ids]
        mixed = (ids * 2_654_435_761 % 1_000).astype(np.float32) / 1_000
        return np.stack([mixed, 1 - mixed, scores, mixed * scores], axis=1)

    def hosts_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        hosts: NDArray[np.int64] = ids * 2_654_435_761 % HOSTS
        return hosts

    def parent(self, number: int) -> int:
        return self.parents[number]

    def depth(self, number: int) -> int:
        return self.depths[number]

    def graph(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        return tuple(np.array(each, np.int32) for each in (self.visited, self.ends, self.targets))  # type: ignore[return-value]


class Bench:
    """One strategy on its web."""

    def __init__(self, name: str) -> None:
        self.web = Web()
        self.strategy: Strategy = strategies.make(name)
        self.strategy.start(self.web.seeds, Random(1), self.web)
        self.in_flight: deque[int] = deque()
        self.busy: set[int] = set()

    def page(self, links: int, new: int) -> float:
        """CPU seconds of all `ask`s and the `tell` that a page takes."""
        began = time.process_time()
        while len(self.in_flight) < IN_FLIGHT and (asked := self.strategy.ask(1, busy=self.busy)):
            self.in_flight.append(asked[0])
            self.busy.add(self.web.link(asked[0]).host)
        asking = time.process_time() - began
        number = self.in_flight.popleft()
        self.busy.discard(self.web.link(number).host)
        visit = self.web.visit(number, links, new)
        began = time.process_time()
        self.strategy.tell(visit)
        return asking + time.process_time() - began

    def grow(self, waiting: int) -> None:
        while self.strategy.waiting < waiting:
            self.page(GROWING, GROWING)
            self.strategy.link_state()

    def measure(self, pages: int) -> str:
        """The figures of a row."""
        for _ in range(pages // 10):
            self.page(STEADY, 1)
        self.strategy.link_state()
        costs = [1e3 * self.page(STEADY, 1) for _ in range(pages)]
        state = len(msgspec.json.encode(self.strategy.state())) / 1e3
        rows = len(self.strategy.link_state()) / pages
        scores = np.array(self.web.scores, np.float32)
        began = time.process_time()
        self.strategy.rescore(scores)
        moved = 1e3 * (time.process_time() - began + self.page(STEADY, 1))
        return f"{sum(costs) / pages:.3f} | {max(costs):.1f} | {moved:.0f} | {state:.1f} | {rows:.1f}"


def bytes_a_link(name: str, waiting: int) -> float:
    """What the strategy holds when so many wait; the made-up web does not count."""
    tracemalloc.start()
    bench = Bench(name)
    bench.grow(waiting)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (held - sum(sys.getsizeof(column) for column in bench.web.columns)) / bench.strategy.waiting


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("strategies", nargs="*", help="all of them when none is named")
    parser.add_argument("--waiting", default="10000,100000,1000000", help="how many links wait, in rising order")
    parser.add_argument("--pages", type=int, default=1_000, help="pages that are measured at each size")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # in the process made for the strategy
    given = parser.parse_args()
    sizes = [int(size) for size in given.waiting.split(",")]
    if given.here:
        (name,) = given.strategies
        each = bytes_a_link(name, 100_000)
        bench = Bench(name)
        for size in sizes:
            bench.grow(size)
            print(f"| `{name}` | {size:,} | {bench.measure(given.pages)} | {each:.0f} |", flush=True)
        return
    print(
        "| strategy | waiting | ms a page | slowest | all scores move, ms | state, KB | rows a page | bytes a link |"
    )
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for name in given.strategies or strategies.names():
        command = [sys.executable, __file__, name, "--here", "--waiting", given.waiting, "--pages", str(given.pages)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
