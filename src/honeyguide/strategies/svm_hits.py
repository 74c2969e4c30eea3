"""Best first by predicted relevance, then from the authorities and the hubs of what was found (SVM, three stages).

What the paper leaves open [ours]: authorities and hubs are not fetched again, so their links begin the two queues of
stage 3. The queues take turns; one without a link whose host is free, or whose limit is reached, passes its turn on.
When neither has one, the best of all other links, the reserve, joins the queue whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct, convert, to_builtins
from numpy.typing import NDArray

from honeyguide.model import Outcome, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.strategies.frontier import Frontier
from honeyguide.strategies.hits import best, hits, link_weights
from honeyguide.strategies.prioritized import BestFirst, numbers_of

NOBODY = -1
FIRST_STAGE, LAST_STAGE = 1, 3
SHARE = 10
"""Stage 1 lasts for a tenth of the budget …"""
WITHOUT_BUDGET = 1_000
"""… or for so many pages when there is none [ours]."""
MOST_PAGES = 20_000
"""It never lasts longer [ours]: a bit for each of its pages is stored with the crawl."""
SIDES = (0, 1)
"""The queue from the authorities, and the one from the hubs."""
PageLimit = Annotated[int, Meta(ge=0, description="pages of the queue, SVM MAX_CRAWLING_PAGE; 0 for no limit")]


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    epsilon: Annotated[
        float, Meta(gt=0.0, lt=1.0, description="weight of a link inside a host; one across hosts has 1 (SVM ε)")
    ] = 0.3
    n1: Annotated[int, Meta(ge=1, le=1000, description="authorities that stage 3 begins with")] = 20
    n2: Annotated[int, Meta(ge=1, le=1000, description="hubs that stage 3 begins with")] = 20
    limit1: PageLimit = 0
    limit2: PageLimit = 0
    budget: Annotated[
        int,
        Meta(ge=0, description="pages of the crawl; stage 1 lasts for a tenth, or for 1,000 pages when this is 0"),
    ] = 0
    reserve: Annotated[
        bool, Meta(description="go on with the best other link when neither queue has one; false as published")
    ] = True


class SvmHitsState(Struct, frozen=True):
    stage: int = FIRST_STAGE
    remembered: int = 0
    """Pages so far, in stage 1 …"""
    on_topic: str = ""
    """… and which of them are on topic: a bit a page, as hexadecimal digits."""
    turn: int = 0
    fetched: tuple[int, int] = (0, 0)
    reopened: int = 0
    authorities: list[int] = []
    hubs: list[int] = []


class SvmHits(BestFirst):
    """All links wait in the frontier: the priority queue of stage 1, and the reserve of stage 3."""

    paper = "SVM"
    link_model = "prediction"
    needs = frozenset({"graph"})

    def __init__(self, parameters: Parameters) -> None:
        super().__init__()
        self.parameters = parameters
        self.first = min(MOST_PAGES, max(1, parameters.budget // SHARE) if parameters.budget else WITHOUT_BUDGET)
        """Pages of stage 1."""
        self.stage = FIRST_STAGE
        self.turn = 0
        self.fetched = [0, 0]
        """Pages that came out of each of the two queues (SVM crawl_num)."""
        self.reopened = 0
        """Links taken from the reserve in stage 3."""
        self.seeds: tuple[list[int], list[int]] = [], []
        """The authorities and the hubs."""
        self._sides = Frontier(), Frontier()
        self._member = bytearray()
        """By link number: bit 0 for the queue from the authorities, bit 1 for the one from the hubs."""
        self._sent: dict[int, int] = {}
        """Links of stage 3 that were named and not told yet, with the queue they came from."""
        self._on_topic = bytearray()
        """Of each page of stage 1, in order, whether it is on topic."""

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        if self.stage == FIRST_STAGE:
            return super().ask(n, busy=busy)
        named: list[int] = []
        while len(named) < n and (number := self._next(busy)) != NOBODY:
            named.append(number)
        return named

    def tell(self, visit: Visit) -> None:
        number = visit.link.id
        if visit.again:
            self._put_back(number)
        side = self._sent.pop(number, None)
        self._add(visit.links, side)
        if visit.outcome is Outcome.PAGE and side is not None:
            self.fetched[side] += 1
        if visit.outcome is Outcome.PAGE and self.stage == FIRST_STAGE:
            self._on_topic.append(visit.on_topic)
            if len(self._on_topic) >= self.first:
                self._divide()

    def remove(self, number: int) -> bool:
        for side in self._sides:
            side.remove(number)
        return super().remove(number)

    def rescore(self, scores: NDArray[np.float32]) -> None:
        for queue in (self.frontier, *self._sides):
            queue.rescore(scores)

    def state(self) -> dict[str, object]:
        bits = np.packbits(np.frombuffer(self._on_topic, np.uint8)).tobytes().hex()
        authorities, hubs = self.seeds
        from_authorities, from_hubs = self.fetched
        state: dict[str, object] = to_builtins(
            SvmHitsState(
                self.stage,
                len(self._on_topic),
                bits,
                self.turn,
                (from_authorities, from_hubs),
                self.reopened,
                authorities,
                hubs,
            )
        )
        return state

    def metrics(self) -> dict[str, float]:
        authorities, hubs = self.seeds
        from_authorities, from_hubs = self.fetched
        return {
            "stage": self.stage,
            "reopened": self.reopened,
            "authorities": len(authorities),
            "hubs": len(hubs),
            "from_authorities": from_authorities,
            "from_hubs": from_hubs,
        }

    def roles(self) -> dict[str, list[int]]:
        authorities, hubs = self.seeds
        return {"authority": authorities, "hub": hubs}

    def kept(self, number: int) -> tuple[float, float]:
        """In which of the two queues it waits."""
        return float(self._member[number]), 0.0

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        super().resume(waiting, state, rng, known)
        stored = convert(state, SvmHitsState)
        self.stage, self.turn, self.reopened = stored.stage, stored.turn, stored.reopened
        self.seeds, self.fetched = (stored.authorities, stored.hubs), list(stored.fetched)
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(stored.on_topic), np.uint8))
        self._on_topic = bytearray(bits[: stored.remembered].tobytes())
        self._member = bytearray(waiting.known)
        member = np.nan_to_num(waiting.link_state[:, 0]).astype(np.uint8)
        np.frombuffer(self._member, np.uint8)[waiting.ids] = member
        for side in SIDES:
            rows = np.flatnonzero(member >> side & 1)
            self._sides[side].add(
                waiting.ids[rows].tolist(), waiting.hosts[rows].tolist(), waiting.scores[rows].tolist()
            )

    def _next(self, busy: Set[int]) -> int:
        """Stage 3, one step of one of its two threads."""
        sides = [side for side in (self.turn, 1 - self.turn) if self._may_fetch(side)]
        for side in sides:
            if taken := self._sides[side].take(1, busy):
                self._sides[1 - side].remove(taken[0])
                self.frontier.remove(taken[0])
                break
        else:
            taken = self.frontier.take(1, busy) if sides and self.parameters.reserve else []
            if not taken:
                return NOBODY
            side = sides[0]
            self.reopened += 1
            self._join(side, taken)
            self._sides[side].remove(taken[0])
        self._sent[taken[0]] = side
        self.turn = 1 - side
        return taken[0]

    def _may_fetch(self, side: int) -> bool:
        """Whether the limit of this queue allows one more page, should all that are under way come."""
        limit = (self.parameters.limit1, self.parameters.limit2)[side]
        return not limit or self.fetched[side] + list(self._sent.values()).count(side) < limit

    def _divide(self) -> None:
        """Stage 2: the authorities and hubs among the pages on topic; their links are where stage 3 begins."""
        p = self.parameters
        graph = pages, ends, targets = self.known.graph()
        chosen = np.flatnonzero(np.frombuffer(self._on_topic, np.uint8))
        hosts = self.known.hosts_of(pages[chosen].astype(np.int64))
        scores = hits(link_weights(graph, chosen, hosts, p.epsilon))
        for side, n in zip(SIDES, (p.n1, p.n2), strict=True):
            at = chosen[best(scores[side], n)]
            self.seeds[side].extend(pages[at].tolist())
            links = [targets[ends[page - 1] if page else 0 : ends[page]] for page in at.tolist()]
            ids = dict.fromkeys(np.concatenate(links).tolist()) if links else ()
            self._join(side, [number for number in ids if self.frontier.waits(number)])
        self.stage = LAST_STAGE
        self._on_topic.clear()

    def _join(self, side: int, ids: Sequence[int]) -> None:
        """These known links wait in this queue too."""
        if not ids:
            return
        for number in ids:
            if not self._member[number] >> side & 1:
                self._member[number] |= 1 << side
                self.changed.add(number)
        scores = self.frontier.scores_of(np.array(ids, np.int64)).tolist()
        self._sides[side].add(ids, [self.frontier.host_of(number) for number in ids], scores, may_fall=True)

    def _put_back(self, number: int) -> None:
        self.frontier.put_back(number)
        for side in SIDES:
            if self._member[number] >> side & 1:
                self._sides[side].put_back(number)

    def _add(self, links: Sequence[ScoredLink], side: int | None = None) -> None:
        """All links wait in the one queue; those of a page that came out of one of the two, in that one too."""
        if not links:
            return
        super()._add(links)
        ids, _ = numbers_of(links)
        self._member.extend(bytes(max(0, 1 + max(ids) - len(self._member))))
        if self.stage == LAST_STAGE:
            wait = [number for number in ids if self.frontier.waits(number)]
            for each in SIDES:  # the score of one that is there already may have moved
                self._join(each, [n for n in wait if each == side or self._member[n] >> each & 1])
