"""The core of every crawl: which links to fetch now, what follows from an answer, when to store, when to end.

A driver asks for links, fetches and analyzes them in whatever time it lives in, and hands back what came. Every
call says what time it is. The live crawl, the lab and whoever comes next differ in how they wait, in nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from honeyguide.analysis import AnalyzedPage
from honeyguide.config import Settings
from honeyguide.core.answers import Answers, KnownLinks
from honeyguide.core.choice import Choice
from honeyguide.core.enough import Enough
from honeyguide.core.limits import Limits, why_left
from honeyguide.core.lists import Sitemaps
from honeyguide.core.metrics import Metrics
from honeyguide.core.patience import Patience
from honeyguide.core.recall_shares import RecallOrder
from honeyguide.core.referrals import Partition, Referral, ShardReport, unpacked
from honeyguide.core.rests import LONGEST_REST, Rest, Rests
from honeyguide.core.traps import Traps
from honeyguide.core.unstored import Batch, Unstored
from honeyguide.model import Coverage, Fetched, Link, Outcome, Page, Visit
from honeyguide.protocols import (
    LinkModel,
    ShowsBest,
    Strategy,
    TopicDecision,
    WaitingLinks,
)
from honeyguide.records import Checkpoint, Mark, PageLinks, Record
from honeyguide.storage.warc import response_record
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope

BEST = 256
"""Scores of waiting links that a shard reports at most."""


class CrawlCore:
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
        self.taken: dict[int, int] = {}
        """By shard, the number of the last message that was taken in."""
        self._reported = 0
        """Pages when it was last asked how it stands."""
        self._nothing_to_ask = False
        """No link could be named when there was room for one, and nothing came since that may change that."""
        self._partition = partition
        self._scope = scope or Scope(settings)
        self._beyond: set[int] = set()
        """Hosts that gave a page and are not those of the seeds."""
        self._answers = Answers(settings, links, self._scope, link_model, decision, sitemaps, partition)
        is_shard, host_names = partition is not None, links.link_table.host_names
        self._unstored = Unstored(settings.concurrency, is_shard=is_shard)
        self._rests = Rests(settings, host_names, self.limits, delay, is_shard=is_shard)
        self._gate = self._rests.gate
        self._patience = Patience(strategy, self.limits, self._gate, is_shard=is_shard)
        self._traps = Traps()
        self._choice = Choice(strategy, self._patience, self._traps, links, link_model, self.limits, self._rests)
        shard = partition.number if partition else None
        self._enough = Enough(settings, links.link_table, link_model, self.limits, self._choice.take, shard)
        self._metrics = Metrics(strategy, decision)
        if partition:
            self.allow(0)

    def begin(self, seeds: Sequence[str], rng: Random, now: float) -> int:
        """Start from the seeds that the scope allows; how many these are."""
        self.limits.start(now, {})
        self._unstored.begin(now)
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
        self._rests.know(stored)
        self.taken = {int(shard): number for shard, number in stored.state.get("taken", {}).items()}
        for host in set(book.hosts_of(stored.seeds).tolist()):
            self._scope.add_seed(book.host_names[host])
        found = np.isin(stored.pages, stored.on_topic).tolist()
        found_by_host = Counter(book.hosts_of(stored.on_topic).tolist())
        spent = {host: took + n * self._rests.delay(host) for host, (n, took) in stored.requests_by_host.items()}
        self.limits.start(now, stored.pages_by_host, found, found_by_host, spent)
        self._unstored.begin(now)
        self.on_topic = len(stored.on_topic)
        self._rests.begin(stored, {*self.limits.host_pages, *spent}, now)
        known = len(book)
        self._choice.restore(stored, known)
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
        self._patience.begin(len(stored.pages), now)
        return len(ids)

    def ask(self, now: float) -> Iterator[Link]:
        """Links to fetch now; what is not stored yet counts as in flight, so that a kill costs few fetches."""
        for visit in self._rests.broken.due(now):
            self.strategy.tell(visit)
        self._rests.release(now)
        self._patience.mind_room(len(self.in_flight), now)
        while self.has_place and not self.limits.is_over(now):
            if self.limits.is_full(len(self.in_flight)):
                return
            number = self._enough.name()
            if number is None:
                number = self._choice.next(len(self.in_flight), now)
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
            self._rests.mind_limit(link.host, now)
            yield link

    @property
    def has_place(self) -> bool:
        """Whether there is a place for another link: without one, `ask` names none."""
        in_flight = len(self.in_flight)
        return self._patience.has_place(in_flight) and in_flight + self._unstored.places < self.settings.concurrency

    @property
    def pending(self) -> Sequence[Record]:
        """Settled, and not stored yet."""
        return self._unstored.records

    def answered(self, link: Link, now: float) -> None:
        """The request is over: its host rests. What came may still be read."""
        self._gate.end(link.host, now)

    def settle(self, link: Link, fetched: Fetched, analyzed: AnalyzedPage | None, now: float) -> Record:
        """What came of a link: to be stored, and told to the strategy. `analyzed` when a page was fetched."""
        if fetched.status and not fetched.is_of_proxy:
            self._rests.heard(link.host, well=fetched.retry_after is None)
        if fetched.seconds and self.limits.of_sites:
            self.limits.spend(link.host, fetched.seconds + self._rests.delay(link.host))
        score = self._answers.links.score_of(link.id)
        if analyzed is not None:
            record, visit = self._answers.page(link, fetched, analyzed)
        elif fetched.outcome is Outcome.REDIRECT:
            warc = response_record(fetched) if self.settings.warc else b""
            record, visit = self._answers.redirect(link, fetched, warc)
        else:
            again, at = self._rests.try_again(link, fetched, now)
            record, visit = self._answers.failure(link, fetched, again=again, again_at=at)
        if visit.again:
            self._traps.give(link, -1)
        self._unstored.add(record)
        if link.id not in self._rests.broken:
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
                self._choice.found(link.id)
            self._refresh()
        self._enough.look(record, found)
        self._patience.settled(len(self.in_flight), now)
        return record

    def postpone(self, link: Link, fetched: Fetched, now: float) -> None:
        """The link was not asked for, because its host must rest first: it goes back to where it was."""
        self._rests.postpone(link.host, fetched.retry_after or 0.0, now)
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
            self._unstored.add_referred(record)
            self.strategy.tell(visit)
        if referrals:
            self._refresh()

    def allow(self, pages: int, room: int | None = None) -> None:
        """A shard may have so many pages in all; if its strategy is patient, of so many best links, or of any."""
        if (pages, room) != (self.limits.most_pages, self._patience.room):
            self.limits.most_pages = pages
            self._nothing_to_ask = False
            self._patience.allow(room)

    def report(self, now: float) -> ShardReport:
        """It tells of as many links as it could fetch until the next look, were that four times as many as since the
        last."""
        most = min(BEST, 2 * self.settings.concurrency + 4 * (self.limits.pages - self._reported))
        self._reported = self.limits.pages
        best = cast("ShowsBest", self.strategy).best(most) if hasattr(self.strategy, "best") else ()
        is_done = self._is_done(now)
        return ShardReport(
            pages=self.limits.pages,
            on_topic=self.on_topic,
            failures=self.failures,
            in_flight=len(self.in_flight),
            waiting=self.waiting,
            hosts=len(self.limits.host_pages),
            best=tuple(best),
            is_done=is_done,
            hosts_beyond_seeds=self.hosts_beyond_seeds,
            resting=len(self.rests(now)),
            retrying=self.retrying,
            recall=self._enough.share(),
            ladder=self._patience.ladder(now),
            why_kept=self._why_kept() if is_done else "",
            why_refused=self._rests.why_nobody_is_let_through,
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
        return self._patience.room != 0 and self._nothing_to_ask and not self._rests.end_soon(now, LONGEST_REST)

    def _let_in(self, link: Link, now: float) -> None:
        """The place of the link is free for another."""
        self._choice.settled(link.id)
        if link.id in self.in_flight:
            self.in_flight.remove(link.id)
            self._gate.settled(link.host)
        self._rests.mind_limit(link.host, now)

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
            waits = left and self._rests.end_soon(now, LONGEST_REST) and not self.limits.why_stopped
            if self.in_flight or self.pending or waits:
                return False
            self.limits.why_stopped = self.limits.why_stopped or why_left(left, self._why_kept())
        return True

    def _why_kept(self) -> str:
        """Why links that wait are not fetched, as the end of a sentence."""
        if self._rests.next_end is not None:
            return " within the hour"
        reached = self.limits.reached()
        return f": limit of a host or site ({reached})" if reached else ""

    @property
    def waiting(self) -> int:
        """Links that wait, also those that are held back, and those that failed for now."""
        return self.strategy.waiting + len(self._traps) + len(self._rests.broken)

    def due(self) -> float | None:
        """When there will be something to do that no answer brings: a host has rested, it is time to store."""
        times = [self._rests.next_end, self.limits.ends_at(), self._unstored.due()]
        return min((time for time in times if time is not None), default=None)

    def must_store(self, now: float) -> bool:
        return self._unstored.must_be_stored(len(self.in_flight), now)

    def take(self, now: float) -> Batch:
        """What is to be stored, whole or not at all; it counts as stored from here on."""
        records = self._unstored.take(now)
        metrics = self.metrics()
        state = {**self._answers.state(), **self._enough.state(), "strategy": self.strategy.state()}
        state |= {"metrics": metrics, "roles": self._metrics.roles(), "traps": self._traps.told()}
        state["hosts_beyond_seeds"] = self.hosts_beyond_seeds
        if self._partition:
            state["taken"] = self.taken
        state |= self._rests.take_delays()
        decision = self._answers.verdicts.decision
        moves = decision.moves() if decision else ()
        recall_moves, self._enough.moves = self._enough.moves, []
        strategy_move = self._metrics.strategy_move(metrics)
        rests, retries = self.rests(now), self._rests.broken.retries()
        rescored, self._answers.rescored = self._answers.rescored, None
        link_state = self.strategy.link_state()
        return Batch(records, state, link_state, moves, strategy_move, recall_moves, rests, retries, rescored)

    def let_go(self, now: float) -> None:
        """The same for who stores nothing."""
        self._unstored.take(now)
        self.strategy.link_state()

    def metrics(self) -> dict[str, float]:
        """What the strategy and the decision on what is on topic say of themselves in numbers."""
        return self._metrics.now()

    def rests(self, now: float) -> list[Rest]:
        """Hosts that are left alone now on account of a failure, the one that rests longest first."""
        return self._rests.after_failures(now)

    @property
    def retrying(self) -> int:
        """Pages that failed for now while their hosts go on."""
        return len(self._rests.broken)

    def waits_for(self, now: float) -> Rest | None:
        """The host whose rest, or whose broken page, is all that is waited for, where nothing else is left to do."""
        return None if self.in_flight else self._rests.waited_for(now)

    def changed_verdicts(self) -> tuple[int, int]:
        """See `Verdicts.changed`."""
        return self._answers.verdicts.changed()

    def has_changed_verdicts(self) -> bool:
        """See `Verdicts.have_changed`."""
        return self._answers.verdicts.have_changed()

    @property
    def hosts_beyond_seeds(self) -> int:
        """Hosts that gave a page, and that no seed names or redirects to."""
        return len(self._beyond)

    def _is_of_seeds(self, host: int) -> bool:
        return self._scope.is_of_seeds(self.links.link_table.host_names[host])

    def coverage(self) -> Coverage | None:
        """What is probably found and left, as of now; None when there is too little to say."""
        return self._enough.estimate()

    def mark(self, marks: Sequence[Mark]) -> None:
        """What people say of pages that were fetched: used at once, where the relevance model learns."""
        if self._answers.verdicts.mark(marks):
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
