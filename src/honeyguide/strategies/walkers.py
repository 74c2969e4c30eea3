"""Walkers: the loop of a walking strategy, several times side by side over one waiting queue.

A walker stands on a page, its head, and draws among the page's links until its strategy accepts one; when none is
left it ends, and a new one starts from the best waiting link (IELP steps 2 and 10). It is free to choose, blocked
while the host of its choice is busy, or sent and waiting for the answer. One walker is the published loop.

What the papers leave open [ours]: links that were named before are passed over, for no page is fetched twice; a
choice that cannot be fetched counts as not accepted (step 9), and the walker draws on from its head; a redirect leads
it straight to the target. A blocked walker keeps its choice while another can move or start; when none can, the one
that is blocked longest lets go, so that no free host idles.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from heapq import nlargest
from math import exp
from random import Random

import numpy as np
from msgspec import Struct, convert, to_builtins
from numpy.typing import NDArray
from xxhash import xxh32_intdigest

from honeyguide.model import Link, Outcome, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.frontier import Frontier
from honeyguide.strategies.prioritized import WithReserve, numbers_of
from honeyguide.strategies.resumable_random import ResumableRandom

MOST_LINKS = 1000
"""Links of a page that a walker draws from; those beyond only wait in the queue [ours]."""
NOBODY = -1


class Walker(Struct, array_like=True, gc=False):
    """One instance of the loop: small, because it is stored with every commit."""

    choice: int = NOBODY
    """The link that it goes to next, or is waiting for."""
    head: int = NOBODY
    """The link whose page it stands on; none before its first answer."""
    energy: float = 0.0
    """E of the head."""
    count: int = 0
    """H of the head."""
    links: list[int] = []
    """Links of the head that are not drawn yet."""


class WalkState(Struct, frozen=True):
    drawn: int = 0
    restarts: int = 0
    reopened: int = 0
    walkers: list[Walker] = []


def metropolis(gain: float, heat: float, draws: ResumableRandom) -> bool:
    """Accept with probability min(1, exp(gain / heat))."""
    return gain >= 0.0 or draws.random() < exp(gain / heat)


class Walking(WithReserve):
    """What walking strategies share; each says in `accepts` (or `choose`) which link of the head is next.

    Links that score no more than r2 are not walked to; walkers may start from them.
    """

    def __init__(self, walkers: int, r2: float = -1.0, *, reserve: bool = True) -> None:
        super().__init__(r2, reserve=reserve)
        self.most = walkers
        self.restarts = 0
        """Walkers that started from the best waiting link."""
        self.draws: ResumableRandom
        self._free: deque[Walker] = deque()
        """Those that are not sent; the blocked ones in front, the longest blocked first."""
        self._sent: dict[int, Walker] = {}
        """By the link whose answer they wait for."""

    def accepts(self, walker: Walker, number: int) -> bool:
        raise NotImplementedError

    def choose(self, walker: Walker) -> int:
        """Draw links of the head, all with the same chance, until one is accepted (IELP steps 7–10)."""
        links = walker.links
        while links:
            at = self.draws.below(len(links))
            number, links[at] = links[at], links[-1]
            links.pop()
            if self.frontier.waits(number) and self.accepts(walker, number):
                return number
        return NOBODY

    def arrive(self, walker: Walker, visit: Visit) -> None:
        """The page of its choice came: it is the head now (IELP steps 5 and 6)."""
        link = visit.link
        walker.head = link.id
        # A seed has no anchor and no page that holds it: its E is the highest [ours], as in the queue at the start.
        walker.energy = 1.0 if link.depth == 0 else self.frontier.score_of(link.id)
        walker.count = 1
        links = np.array([scored.link.id for scored in visit.links], np.int32)
        walker.links = self.frontier.waiting_above(links, self.floor)[:MOST_LINKS].tolist()

    def valued(
        self, ids: NDArray[np.int64], hosts: NDArray[np.int64], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The scores by which links wait: those of the crawl, unless a strategy has its own."""
        return scores

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self.draws = ResumableRandom(rng)
        super().start(seeds, rng, known)

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        blocked: list[Walker] = []
        named: list[int] = []
        while self._free and len(named) < n:
            walker = self._free.popleft()
            if walker.choice == NOBODY or not self.frontier.waits(walker.choice):
                walker.choice = self.choose(walker)
            if walker.choice == NOBODY:
                continue
            if self.frontier.host_of(walker.choice) in busy:
                blocked.append(walker)
                continue
            self.frontier.remove(walker.choice)
            self._sent[walker.choice] = walker
            named.append(walker.choice)
        self._free.extendleft(reversed(blocked))
        while len(named) < n and (number := self._restart(busy)) != NOBODY:
            named.append(number)
        return named

    def tell(self, visit: Visit) -> None:
        super().tell(visit)
        walker = self._sent.pop(visit.link.id, None)
        if walker is None:
            return
        walker.choice = NOBODY
        if visit.outcome is Outcome.PAGE:
            self.arrive(walker, visit)
        elif visit.outcome is Outcome.REDIRECT and visit.links:
            walker.choice = visit.links[0].link.id
        self._free.append(walker)

    def state(self) -> dict[str, object]:
        """Walkers that wait for an answer are stored with their choice, and name it first after a resume."""
        walkers = [*self._sent.values(), *self._free]
        state: dict[str, object] = to_builtins(WalkState(self.draws.count, self.restarts, self.reopened, walkers))
        return state

    def metrics(self) -> dict[str, float]:
        return {"walkers": len(self._sent) + len(self._free), "restarts": self.restarts, **super().metrics()}

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        stored = convert(state, WalkState)
        self.draws = ResumableRandom(rng, stored.drawn)
        self.restarts = stored.restarts
        self._free.extend(stored.walkers[: self.most])

    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        return self.valued(waiting.ids, waiting.hosts, waiting.scores)

    def _restart(self, busy: Set[int]) -> int:
        """A new walker from the best waiting link whose host is free (IELP step 2)."""
        full = len(self._sent) + len(self._free) >= self.most
        if full and not self._free:
            return NOBODY
        taken = self.take(1, busy)
        if not taken:
            return NOBODY
        if full:
            self._free.popleft()
        self.restarts += 1
        self._sent[taken[0]] = Walker(taken[0])
        return taken[0]

    def _add(self, links: Sequence[ScoredLink]) -> None:
        if not links:
            return
        ids, hosts = (np.array(numbers, np.int64) for numbers in numbers_of(links))
        scores = self.valued(ids, hosts, np.array([scored.score for scored in links], np.float32))
        self.frontier.add(ids.tolist(), hosts.tolist(), scores.tolist(), may_fall=True)


def path_of(url: str) -> int:
    """A number for the directory, its host included; the same in every run. The query says nothing of it."""
    return xxh32_intdigest(url.partition("?")[0].rpartition("/")[0].encode())


def best_links(visit: Visit, most: int, above: float, queue: Frontier) -> tuple[list[int], list[int]]:
    """Of the page's links that wait and score above `above`, the `most` best, best first; and their paths."""
    links = np.array([scored.link.id for scored in visit.links], np.int32)
    wanted = set(queue.waiting_above(links, above).tolist())
    best = nlargest(most, (s for s in visit.links if s.link.id in wanted), key=lambda scored: scored.score)
    return [scored.link.id for scored in best], [path_of(scored.link.url) for scored in best]
