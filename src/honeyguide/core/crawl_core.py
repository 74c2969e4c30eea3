"""The core of every crawl: which links to fetch now, what follows from an answer, when to store, when to end.

A driver asks for links, fetches and analyzes them in whatever time it lives in, and hands back what came. Every
call says what time it is. The live crawl, the lab and whoever comes next differ in how they wait, in nothing else.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from random import Random
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from honeyguide.analysis import AnalyzedPage
from honeyguide.config import Settings
from honeyguide.core.answers import Answers, KnownLinks
from honeyguide.core.enough import Enough
from honeyguide.core.limits import Limits
from honeyguide.core.lists import Sitemaps
from honeyguide.core.proxy_login import ProxyLogin
from honeyguide.core.recall_shares import RecallOrder
from honeyguide.core.referrals import PLACES, Partition, Referral, ShardReport, unpacked
from honeyguide.core.traps import ANCESTORS, Traps, shape_of
from honeyguide.errors import BadSeeds
from honeyguide.model import Coverage, Fetched, Link, Outcome, Page, Visit
from honeyguide.protocols import (
    HasMetrics,
    LinkModel,
    NamesRoles,
    Patient,
    ShowsBest,
    Strategy,
    TopicDecision,
    WaitingLinks,
)
from honeyguide.records import Checkpoint, Citations, Mark, PageLinks, Record
from honeyguide.storage.warc import response_record
from honeyguide.urls import canonical, host_of
from honeyguide.web.politeness import HostGate
from honeyguide.web.response import LOGIN
from honeyguide.web.scope import Scope

COMMIT_VISITS = 32
COMMIT_SECONDS, SHARD_COMMIT_SECONDS = 0.25, 1.0
SHORT_REST = 10.0
"""Seconds that are worth waiting for before links are fetched that are held back."""
LONGEST_REST = 3600.0
"""Seconds that a crawl waits for when it has nothing else to do, and that tries of a link are apart at most, unless
the server asks for more."""
MOST_DELAYS = 5_000
"""Hosts whose Crawl-delay is kept for the next run."""
BACK_OFF = 4.0
"""Each further try waits this many times longer than the one before."""
_ROUNDED = 0.01
"""Seconds by which two sums of the same moments may differ."""
FIRST_IN_FLIGHT, IN_FLIGHT = 4, 0.25
"""A patient strategy has so many links in flight at first, and then this share of those that were settled: what is
asked for before anything is known is asked for blindly."""
CHOICE_GROWTH = 1.02
"""It is told anew for how many links there is room when so many times as many were settled."""
BEST = 256
"""Scores of waiting links that a shard reports at most."""
MOVES = ("stage", "generations", "restarts", "reopened")
"""What strategies count (`HasMetrics`) that a follower of the crawl wants to hear of when it moves."""


class Rest(NamedTuple):
    """A host that is left alone for longer than its delay."""

    host: int
    until: float
    why: str


class Batch(NamedTuple):
    """What is to be stored together."""

    records: list[Record]
    state: dict[str, object]
    link_state: Sequence[tuple[int, float, float]]
    """What the strategy keeps with links, new since the last time."""
    moves: Sequence[str]
    """Of a threshold that moves, in words."""
    strategy_move: str
    """What the strategy did since the last time beyond naming links, in words; mostly nothing."""
    recall_moves: Sequence[str]
    """Recall tests that began or ended, in words."""
    rests: Sequence[Rest]
    """Hosts that are left alone on account of a failure."""
    rescored: Citations | None = None
    """All links as they score now, once they were judged again: for a store that keeps it."""


class CrawlCore:
    _room: int | None = None
    """Of a shard with a patient strategy: how many of its links are among those of all shards that there is room for;
    None when any may be fetched."""

    def __init__(
        self,
        settings: Settings,
        links: KnownLinks,
        strategy: Strategy,
        link_model: LinkModel,
        decision: TopicDecision | None,
        delay: Callable[[str], float],
        scope: Scope | None = None,
        sitemaps: Sitemaps = lambda host: (),
        partition: Partition | None = None,
    ) -> None:
        """`delay` says how long a host must rest between two requests, as far as this run knows. `scope`, of these
        settings, when a web is to keep to it as well. `sitemaps`: those that the robots.txt of a host names.
        `partition`: it is a shard of a crawl, which ends when it is told to."""
        self.settings = settings
        self.strategy = strategy
        self.links = links
        self.limits = Limits(
            settings,
            hosts_earn_pages=getattr(strategy, "hosts_earn_pages", False),
            host_names=links.link_table.host_names,
        )
        self.on_topic = 0
        """Pages on topic, earlier runs included, duplicates not counted."""
        self.failures = 0
        self.in_flight: set[int] = set()
        """Links that were named and not settled."""
        self.pending: list[Record] = []
        """Settled, and not stored yet."""
        self._referred = 0
        """How many of these are what other shards told of."""
        self.taken: dict[int, int] = {}
        """By shard, the number of the last message that was taken in."""
        self._reported = 0
        """Pages when it was last asked how it stands."""
        self._patient = hasattr(strategy, "keep_to") and cast("Patient", strategy).patient
        self._settled = 0
        """Links that were settled, of earlier runs the pages."""
        self._chosen_at = 0
        """How many were when a patient strategy was last told for how many there is room; -1: it is to be told."""
        self._nothing_to_ask = False
        """No link could be named when there was room for one, and nothing came since that may change that."""
        self._partition = partition
        self._patience = SHARD_COMMIT_SECONDS if partition else COMMIT_SECONDS
        if partition:
            self.allow(0)
        self._scope = scope or Scope(settings)
        self._beyond: set[int] = set()
        """Hosts that gave a page and are not those of the seeds."""
        self._answers = Answers(settings, links, self._scope, link_model, decision, sitemaps, partition)
        names = links.link_table.host_names
        self._gate = HostGate(self._delay, settings.connections_per_host, settings.concurrency, names)
        self._delay_now = delay
        self._delays: dict[int, float] = {}
        """Hosts that ask for more than the usual delay; those of an earlier run until they tell again."""
        self._delays_moved = False
        self._attempts: dict[int, int] = {}
        self._proxy = ProxyLogin(settings)
        self._rests: dict[int, Rest] = {}
        self._rest_ends: float | None = None
        self._stored_at = 0.0
        self._moves: dict[str, float] = {}
        self._traps = Traps()
        self._for_want_of_better: set[int] = set()
        """Links in flight that had no turn and were fetched because there was nothing else."""
        shard = partition.number if partition else None
        self._enough = Enough(settings, links.link_table, link_model, self.limits, self._take_away, shard)

    def begin(self, seeds: Sequence[str], rng: Random, now: float) -> int:
        """Start from the seeds that the scope allows; how many these are."""
        self.limits.start(now, {})
        self._stored_at = now
        links = self._add_seeds(seeds)
        self.strategy.start(links, rng, self._answers)
        self.strategy.rescore(self._answers.links.scores(len(self.links.link_table)))
        return len(links)

    def restore(
        self,
        stored: Checkpoint,
        seeds: Sequence[str],
        rng: Random,
        now: float,
        page_links: Callable[[], Iterator[PageLinks]],
    ) -> int:
        """Go on from what an earlier run stored; how many links wait.

        `page_links`: what the links of all pages looked like, for a link model that is rebuilt from them.
        """
        book, scorer = self.links.link_table, self._answers.links
        self._answers.restore(stored, page_links)
        self._attempts = stored.attempts
        self.taken = {int(shard): number for shard, number in stored.state.get("taken", {}).items()}
        for host in set(book.hosts_of(stored.seeds).tolist()):
            self._scope.add_seed(book.host_names[host])
        found = np.isin(stored.pages, stored.on_topic).tolist()
        found_by_host = Counter(book.hosts_of(stored.on_topic).tolist())
        self._delays = dict(stored.state.get("delays", ()))
        spent = {host: took + n * self._delay(host) for host, (n, took) in stored.requests_by_host.items()}
        self.limits.start(now, stored.pages_by_host, found, found_by_host, spent)
        self._stored_at = now
        self.on_topic = len(stored.on_topic)
        self._settled = len(stored.pages)
        for host in {*self.limits.host_pages, *spent}:
            self._mind_limit(host, now)
        for host in range(len(book.host_names)):  # nobody knows what was on its way when the earlier run was killed
            self._gate.rest(host, self._delay(host), now)
        for host, until in stored.rests:
            self._gate.rest(host, until - now, now)
            self._rests[host] = Rest(host, until, "it failed, or asked for it, in an earlier run")
        known = len(book)
        self._restore_traps(stored, known)
        self._add_seeds(seeds)
        self._beyond = {host for host in self.limits.host_pages if not self._is_of_seeds(host)}
        left = stored.waiting
        if not len(stored.holders):  # nothing came yet: the cause may be mended, so that seeds are tried again
            left = np.union1d(left, stored.seeds)
        ids = self._in_scope(np.append(left, np.arange(known, len(book))))
        scores = scorer.scores(len(book))[ids]
        waiting = WaitingLinks(
            ids, book.hosts_of(ids), scores, book.depths_of(ids), len(book), stored.link_state_of(ids)
        )
        self.strategy.resume(waiting, stored.state["strategy"], rng, self._answers)
        self._enough.restore(stored, ids, more=len(book) > known)
        if self._patient:
            self._choose(now)
        return len(ids)

    def ask(self, now: float) -> Iterator[Link]:
        """Links to fetch now; what is not stored yet counts as in flight, so that a kill costs few fetches."""
        self._rest_ends = self._gate.release(now)
        if self._chosen_at < 0:
            self._choose(now)
        while self.has_place and not self.limits.is_over(now):
            if self.limits.is_full(len(self.in_flight)):
                return
            number = self._next(now)
            self._nothing_to_ask = number is None
            if number is None:
                return
            link = self.links.link(number)
            self._traps.give(link)
            if self._answers.is_alias(link.url):
                self.settle(link, Fetched(link.url, Outcome.ALIAS, at=now), None, now)
                continue
            self.in_flight.add(link.id)
            self._gate.begin(link.host)
            self.limits.request(link.host)
            self._mind_limit(link.host, now)
            yield link

    @property
    def has_place(self) -> bool:
        """Whether there is a place for another link: without one, `ask` names none."""
        if self._patient and len(self.in_flight) >= max(FIRST_IN_FLIGHT, int(IN_FLIGHT * self._settled)):
            return False
        return self._places_taken < self.settings.concurrency

    @property
    def _places_taken(self) -> int:
        return len(self.in_flight) + len(self.pending) - self._referred

    def answered(self, link: Link, now: float) -> None:
        """The request is over: its host rests. What came may still be read."""
        self._gate.end(link.host, now)

    def settle(self, link: Link, fetched: Fetched, analyzed: AnalyzedPage | None, now: float) -> Record:
        """What came of a link: to be stored, and told to the strategy. `analyzed` when a page was fetched."""
        if fetched.status and not fetched.is_of_proxy:
            self._gate.heard(link.host)
            self._note_delay(link.host)
            self._proxy.let_through(link.host)
        if fetched.seconds and self.limits.of_sites:
            self.limits.spend(link.host, fetched.seconds + self._delay(link.host))
        score = self._answers.links.score_of(link.id)
        if analyzed is not None:
            record, visit = self._answers.page(link, fetched, analyzed)
        elif fetched.outcome is Outcome.REDIRECT:
            warc = response_record(fetched) if self.settings.warc else b""
            record, visit = self._answers.redirect(link, fetched, warc)
        else:
            again, at = self._try_again(link, fetched, now)
            record, visit = self._answers.failure(link, fetched, again=again, again_at=at)
        if visit.again:
            self._traps.give(link, -1)
        self.pending.append(record)
        self.strategy.tell(visit)
        found = self._enough.settled(record, score)
        is_page = record.page is not None
        self.limits.settled(link.host, requested=link.id in self.in_flight, page=is_page, found=found)
        self._let_in(link, now)
        if is_page and not self._is_of_seeds(link.host):
            self._beyond.add(link.host)
        if record.page is None:
            self.failures += record.final and record.outcome is not Outcome.REDIRECT
        else:
            self.on_topic += found
            if found:
                self._traps.brought([self.links.link(number) for number in self._led_to(link.id)])
            self._refresh()
        self._enough.look(record, found)
        self._settled += 1
        if self._patient and self._settled > CHOICE_GROWTH * self._chosen_at:
            self._choose(now)
        return record

    def postpone(self, link: Link, fetched: Fetched, now: float) -> None:
        """The link was not asked for, because its host must rest first: it goes back to where it was."""
        self._note_delay(link.host)
        self._gate.rest(link.host, fetched.retry_after or 0.0, now)
        self.strategy.tell(Visit(link, fetched.outcome, again=True))
        self._traps.give(link, -1)
        self.limits.settled(link.host, requested=True, page=False, found=False)
        self._let_in(link, now)

    def receive(
        self, told: Iterable[tuple[int, int, bytes]], now: float, coming: Sequence[tuple[Link, Page]] = ()
    ) -> None:
        """What other shards tell: each who tells it, its number there, and what is told; one that was taken in before
        is not taken in again. `coming`: pages that are settled next."""
        referrals: list[Referral] = []
        for shard, number, message in told:
            if number > self.taken.get(shard, -1):
                self.taken[shard] = number
                referrals.append(unpacked(message))
        self._answers.expect(referrals, coming)
        for referral in referrals:
            self._nothing_to_ask = False
            record, visit = self._answers.referral(referral, now)
            self._enough.referred(record.link.id)
            self.pending.append(record)
            self._referred += 1
            self.strategy.tell(visit)
        if referrals:
            self._refresh()

    def allow(self, pages: int, room: int | None = None) -> None:
        """A shard may have so many pages in all; if its strategy is patient, of so many best links, or of any."""
        if (pages, room) != (self.limits.most_pages, self._room):
            self.limits.most_pages = pages
            self._nothing_to_ask = False
            if self._patient:
                self._room, self._chosen_at = room, -1

    def report(self, now: float) -> ShardReport:
        """It tells of as many links as it could fetch until the next look, were that four times as many as since the
        last."""
        most = min(BEST, 2 * self.settings.concurrency + 4 * (self.limits.pages - self._reported))
        self._reported = self.limits.pages
        best = cast("ShowsBest", self.strategy).best(most) if hasattr(self.strategy, "best") else ()
        ladder: Sequence[float] = ()
        if self._patient:
            ladder = cast("Patient", self.strategy).scores_at(PLACES, self._gate.out_of_reach(now, SHORT_REST))
        return ShardReport(
            pages=self.limits.pages,
            on_topic=self.on_topic,
            failures=self.failures,
            in_flight=len(self.in_flight),
            waiting=self.waiting,
            hosts=len(self.limits.host_pages),
            best=tuple(best),
            is_done=self._is_done(now),
            hosts_beyond_seeds=self.hosts_beyond_seeds,
            resting=len(self.rests(now)),
            recall=self._enough.share(),
            ladder=tuple(ladder),
        )

    def obey(self, order: RecallOrder) -> None:
        """What the coordinator says to a shard of the test on recall."""
        self._enough.obey(order)

    def _is_done(self, now: float) -> bool:
        """Whether there is nothing to do for as long as nobody tells of more links."""
        if self.in_flight or self.pending:
            return False
        if not self.waiting:
            return True
        return self._room != 0 and self._nothing_to_ask and not self._rest_ends_soon(now, LONGEST_REST)

    def _let_in(self, link: Link, now: float) -> None:
        """The place of the link is free for another."""
        self._for_want_of_better.discard(link.id)
        if link.id in self.in_flight:
            self.in_flight.remove(link.id)
            self._gate.settled(link.host)
        self._mind_limit(link.host, now)

    def _refresh(self) -> None:
        """Tell the strategy which scores moved."""
        links = self._answers.links
        scores = links.refresh()
        if scores is not None:
            self.strategy.rescore(scores)
        elif hasattr(links, "moved") and hasattr(self.strategy, "move") and (moved := links.moved()):
            self.strategy.move(*moved)

    def is_over(self, now: float) -> bool:
        """Whether there is nothing left to do, or the crawl was cut short; `why_stopped` then says why."""
        left = self.waiting
        if not self.limits.is_over(now):
            if self._partition:
                return False
            waits = left and self._rest_ends_soon(now, LONGEST_REST) and not self.limits.why_stopped
            if self.in_flight or self.pending or waits:
                return False
            reached = self.limits.reached()
            why = f": limit of a host or site ({reached})" if reached else ""
            why = why if self._rest_ends is None else " within the hour"
            self.limits.why_stopped = self.limits.why_stopped or (
                f"none of the {left:,} links left may be fetched{why}" if left else "no link waits any more"
            )
        return True

    @property
    def waiting(self) -> int:
        """Links that wait, also those that are held back."""
        return self.strategy.waiting + len(self._traps)

    def due(self) -> float | None:
        """When there will be something to do that no answer brings: a host has rested, it is time to store."""
        times = [self._rest_ends, self.limits.ends_at()]
        if self.pending:
            times.append(self._stored_at + self._patience)
        return min((time for time in times if time is not None), default=None)

    def must_store(self, now: float) -> bool:
        if not self.pending:
            return False
        if now >= self._stored_at + self._patience:
            return True
        enough = min(COMMIT_VISITS, self.settings.concurrency / 4)
        if self._partition:  # with few requests at a time, and idle now and then until it may have more pages
            is_full = self._places_taken >= self.settings.concurrency
            return len(self.pending) >= COMMIT_VISITS or (is_full and len(self.pending) - self._referred >= enough)
        return len(self.pending) >= enough or not self.in_flight

    def take(self, now: float) -> Batch:
        """What is to be stored, whole or not at all; it counts as stored from here on."""
        records, self.pending, self._referred = self.pending, [], 0
        self._stored_at = now
        metrics = self.metrics()
        state = {**self._answers.state(), **self._enough.state(), "strategy": self.strategy.state()}
        state |= {"metrics": metrics, "roles": self._roles(), "traps": self._traps.told()}
        state["hosts_beyond_seeds"] = self.hosts_beyond_seeds
        if self._partition:
            state["taken"] = self.taken
        if self._delays_moved:
            state["delays"] = list(self._delays.items())
            self._delays_moved = False
        decision = self._answers.decision
        moves = decision.moves() if decision else ()
        recall_moves, self._enough.moves = self._enough.moves, []
        strategy_move = self._strategy_move(metrics)
        rests = self.rests(now)
        rescored, self._answers.rescored = self._answers.rescored, None
        return Batch(records, state, self.strategy.link_state(), moves, strategy_move, recall_moves, rests, rescored)

    def let_go(self, now: float) -> None:
        """The same for who stores nothing."""
        self.pending.clear()
        self._referred = 0
        self._stored_at = now
        self.strategy.link_state()

    def metrics(self) -> dict[str, float]:
        """What the strategy and the decision on what is on topic say of themselves in numbers."""
        metrics: dict[str, float] = {}
        for part in (self.strategy, self._answers.decision):
            if hasattr(part, "metrics"):
                metrics |= cast("HasMetrics", part).metrics()
        return metrics

    def rests(self, now: float) -> list[Rest]:
        """Hosts that are left alone now on account of a failure, the one that rests longest first."""
        self._rests = {host: rest for host, rest in self._rests.items() if rest.until > now}
        return sorted(self._rests.values(), key=lambda rest: -rest.until)

    def waits_for(self, now: float) -> Rest | None:
        """The host whose rest is all that is waited for, where nothing else is left to do for now."""
        first = min(self.rests(now), key=lambda rest: rest.until, default=None)
        if first is None or self.in_flight or self._rest_ends is None or self._rest_ends < first.until - _ROUNDED:
            return None
        return first

    def changed_verdicts(self) -> tuple[int, int]:
        """See `Answers.changed_verdicts`."""
        return self._answers.changed_verdicts()

    @property
    def hosts_beyond_seeds(self) -> int:
        """Hosts that gave a page, and that no seed names or redirects to."""
        return len(self._beyond)

    def _is_of_seeds(self, host: int) -> bool:
        return self._scope.is_of_seeds(self.links.link_table.host_names[host])

    def coverage(self) -> Coverage | None:
        """What is probably found and left, as of now; None when there is too little to say."""
        return self._enough.estimate()

    def _next(self, now: float) -> int | None:
        """The number of the link to fetch now: mostly what the strategy names."""
        number = self._enough.name()
        if number is None:
            number = self._traps.next(self.limits.pages, self._gate.busy)
        if number is None:
            number = self._named()
        if number is None and self._room != 0 and self._has_nothing_better(now):
            if self._patient:
                cast("Patient", self.strategy).keep_to(None)
                number = self._named()
            if number is None:
                number = self._for_want(now)
        return number

    def _choose(self, now: float) -> None:
        """Links that there is no room for are not fetched only because better ones wait for their hosts. As many come
        with every page that is left as came with those so far, and among these are as many good ones: so the room
        for links that wait now is as large a share of the pages left as the crawl has had of all. A shard is told its
        part of the room of all shards."""
        self._chosen_at = self._settled
        most, room = self.limits.most_pages, self._room
        if most is not None and self._partition is None:
            room = room_of(self.limits.pages, len(self.in_flight), most)
        out_of_reach = frozenset() if room is None else self._gate.out_of_reach(now, SHORT_REST)
        cast("Patient", self.strategy).keep_to(room, out_of_reach)

    def _for_want(self, now: float) -> int | None:
        """What limits of hosts and shares of shapes forbid, since there is nothing else."""
        number = None
        while number is None and self.limits.widen():
            for host in self.limits.host_pages:
                self._mind_limit(host, now)
            self._rest_ends = self._gate.release(now)
            if self._rest_ends is not None:  # a host that is open now rests first
                return None
            number = self._named()
        if (
            number is None
            and (number := self._traps.next(self.limits.pages, self._gate.busy, anyway=True)) is not None
        ):
            self._for_want_of_better.add(number)
        return number

    def _named(self) -> int | None:
        """What the strategy names, but for links of shapes that have had their share: these are held back."""
        while asked := self.strategy.ask(1, busy=self._gate.busy):
            link = self.links.link(asked[0])
            if self._traps.admits(link, self.limits.pages):
                return link.id
            self._traps.hold(link, self._answers.links.score_of(link.id))
            self.strategy.tell(Visit(link, Outcome.HELD))
        return None

    def _has_nothing_better(self, now: float) -> bool:
        """Whether the strategy names nothing, and neither an answer nor the end of a rest would change that soon."""
        if len(self.in_flight) > len(self._for_want_of_better):
            return False
        return not self.strategy.waiting or (not self.in_flight and not self._rest_ends_soon(now, SHORT_REST))

    def _rest_ends_soon(self, now: float, within: float) -> bool:
        return self._rest_ends is not None and self._rest_ends - now <= within

    def _led_to(self, number: int) -> list[int]:
        """A link, and those whose pages led to it."""
        links: list[int] = []
        while number >= 0 and len(links) <= ANCESTORS:
            links.append(number)
            number = self.links.link_table.parent(number)
        return links

    def _restore_traps(self, stored: Checkpoint, known: int) -> None:
        """In one pass over the addresses; links that wait have cost nothing yet."""
        fetched = np.ones(known, bool)
        fetched[stored.waiting] = False
        urls = zip(self.links.urls(), fetched, strict=True)
        keys = array("Q", (shape_of(url).key if was_fetched else 0 for url, was_fetched in urls))
        given = Counter(compress(keys, fetched))
        brought = Counter(key for page in stored.on_topic.tolist() for key in {keys[n] for n in self._led_to(page)})
        self._traps.restore(given, brought)

    def _take_away(self, number: int) -> bool:
        if self.links.link_table.host(number) in self._gate.busy:
            return False
        return self._traps.remove(number) or self.strategy.remove(number)

    def _roles(self) -> Mapping[str, Sequence[int]]:
        return cast("NamesRoles", self.strategy).roles() if hasattr(self.strategy, "roles") else {}

    def _strategy_move(self, metrics: Mapping[str, float]) -> str:
        counted = {name: metrics[name] for name in MOVES if name in metrics}
        moved = [f"{name} {value:,}" for name, value in counted.items() if value != self._moves.get(name, 0)]
        is_first = not self._moves
        self._moves = counted
        return "" if is_first else ", ".join(moved)

    def mark(self, marks: Sequence[Mark]) -> None:
        """What people say of pages that were fetched: used at once, where the relevance model learns."""
        if self._answers.mark(marks):
            self.strategy.rescore(self._answers.links.scores(len(self.links.link_table)))

    def stop(self) -> None:
        """End soon and cleanly: what is in flight is dropped and still waits."""
        self.limits.stop()

    def _add_seeds(self, seeds: Sequence[str]) -> list[Link]:
        for url in seeds:
            self._scope.add_seed(host_of(url))
        own = [url for url in seeds if self._partition is None or self._partition.owns(host_of(url))]
        links = (self.add_seed(url) for url in own if self._scope.allows(url, host_of(url)))
        return list({link.id: link for link in links}.values())

    def add_seed(self, url: str) -> Link:
        """Number the link of a page to start from, or one that was fetched before anybody knew of it."""
        self._scope.add_seed(host_of(url))
        link = self.links.link_table.add(url, host_of(url), 0, -1)
        self._answers.links.set_prior(link.id)
        return link

    def _in_scope(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Links that wait and are allowed now: the settings may be narrower than when they were found."""
        if self.settings.depth >= 0:
            ids = ids[self.links.link_table.depths_of(ids) <= self.settings.depth]
        if self._scope.is_open:
            return ids
        waits = np.zeros(len(self.links.link_table), bool)
        waits[ids] = True
        new = (link.url for link in self.links.link_table.new_links)
        allowed = [self._scope.allows(url, host_of(url)) for url in compress(chain(self.links.urls(), new), waits)]
        return ids[allowed]

    def _try_again(self, link: Link, fetched: Fetched, now: float) -> tuple[bool, float | None]:
        """Whether a link that failed for now is tried again in this run, and when that would be worth it.

        Its host rests until then, also when this link is given up; between two tries of one link longer and longer.
        """
        if fetched.retry_after is None:
            return False, None
        if fetched.is_of_proxy:
            return self._wait_for_proxy(link, fetched, fetched.retry_after, now)
        if fetched.outcome is Outcome.REFUSED and not self._has_answered(link.host):
            return False, now  # nobody is there to wait for; a seed is tried again by the next run
        if fetched.status == LOGIN and link.host not in self.limits.host_pages:
            return False, now  # the login never worked, and will not by waiting
        tries = self._attempts.pop(link.id, 0) + 1
        seconds = fetched.retry_after
        again = tries <= self.settings.retries
        if again:
            self._attempts[link.id] = tries
            seconds = max(seconds, min(LONGEST_REST, seconds * BACK_OFF ** (tries - 1)))
        self._gate.rest(link.host, seconds, now)
        before = self._rests.get(link.host)
        if before is None or before.until < now + seconds:
            self._rests[link.host] = Rest(
                link.host, now + seconds, f"{fetched.detail or fetched.outcome}: {link.url}"
            )
        return again, now + seconds

    def _wait_for_proxy(self, link: Link, fetched: Fetched, seconds: float, now: float) -> tuple[bool, float | None]:
        """The link waits, however often the proxy refuses our login. A shard, which others end, has nothing to do
        then within the hour."""
        times, is_over = self._proxy.refuse(link.host)
        if is_over and not self._partition:
            self.limits.enough(fetched.detail)
        if not (self._proxy.was_good or self.limits.pages):
            return False, now  # the login never worked, and will not by waiting: seeds are tried by the next run
        seconds = 2 * LONGEST_REST if is_over else min(LONGEST_REST, seconds * BACK_OFF ** min(times - 1, 9))
        self._gate.rest(link.host, seconds, now)
        if not is_over:
            self._rests[link.host] = Rest(link.host, now + seconds, f"{fetched.detail}: {link.url}")
        return True, now  # the next run need not wait: the login may be mended

    def _has_answered(self, host: int) -> bool:
        """In this run, or with a page in an earlier one."""
        return self._gate.has_answered(host) or host in self.limits.host_pages

    def _delay(self, host: int) -> float:
        return max(self._delay_now(self.links.link_table.host_names[host]), self._delays.get(host, 0.0))

    def _note_delay(self, host: int) -> None:
        """Keep what a host asks for, now that its robots.txt was read."""
        delay = self._delay_now(self.links.link_table.host_names[host])
        if delay <= self.settings.delay:
            self._delays_moved = self._delays.pop(host, None) is not None or self._delays_moved
        elif self._delays.get(host) != delay and len(self._delays) < MOST_DELAYS:
            self._delays[host] = delay
            self._delays_moved = True

    def _mind_limit(self, host: int, now: float) -> None:
        if self.limits.of_hosts:
            if self.limits.closes(host):
                self._gate.close(host)
            else:
                self._gate.open(host, now)
        if self.limits.of_sites:
            self._gate.set_site(host, closed=self.limits.closes_site(host))


def room_of(pages: int, in_flight: int, most: int) -> int:
    """How many links that wait are worth waiting for, in a crawl that has so many of its pages."""
    return max(1, round((most - pages - in_flight) * pages / most))


def as_seed(url: str) -> str:
    seed = canonical(url)
    if seed is None:
        raise BadSeeds(f"{url[:80]!r} is not the address of a web page: write it like 'https://example.org/'")
    return seed


def check_seeds(seeds: Sequence[str], settings: Settings) -> None:
    """There must be one that the scope allows."""
    if not seeds:
        raise BadSeeds("there are no seeds: name at least one page to start from")
    scope = Scope(settings, seeds)
    reasons = [scope.why_not(url, host_of(url)) for url in seeds]
    if all(reasons):
        raise BadSeeds(f"the scope excludes every seed: {seeds[0]}: {reasons[0]}")
