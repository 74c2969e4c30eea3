"""Which link is fetched next: mostly what the strategy names; what is held back when its turn comes, or for want of
anything better."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import compress

import numpy as np

from honeyguide.core.answers import KnownLinks
from honeyguide.core.limits import Limits
from honeyguide.core.patience import SHORT_REST, Patience
from honeyguide.core.rests import Rests
from honeyguide.core.traps import ANCESTORS, Traps, shape_of
from honeyguide.model import Link, Outcome, Visit
from honeyguide.protocols import LinkModel, Strategy
from honeyguide.records import Checkpoint


class Choice:
    def __init__(
        self,
        strategy: Strategy,
        patience: Patience,
        traps: Traps,
        links: KnownLinks,
        link_model: LinkModel,
        limits: Limits,
        rests: Rests,
    ) -> None:
        self._strategy = strategy
        self._patience = patience
        self._traps = traps
        self._links = links
        self._link_model = link_model
        self._limits = limits
        self._rests = rests
        self._gate = rests.gate
        self._for_want_of_better: set[int] = set()
        """Links in flight that had no turn and were fetched because there was nothing else."""

    def restore(self, stored: Checkpoint, known: int) -> None:
        """What shapes of links were given and brought: in one pass over the addresses of the links that were known;
        those that wait have cost nothing yet."""
        fetched = np.ones(known, bool)
        fetched[stored.waiting] = False
        urls = zip(self._links.urls(), fetched, strict=True)
        keys = array("Q", (shape_of(url).key if was_fetched else 0 for url, was_fetched in urls))
        given = Counter(compress(keys, fetched))
        brought = Counter(key for page in stored.on_topic.tolist() for key in {keys[n] for n in self._led_to(page)})
        self._traps.restore(given, brought)

    def next(self, in_flight: int, now: float) -> int | None:
        """The number of a link; None where none may be fetched now."""
        number = self._traps.next(self._limits.pages, self._gate.busy)
        if number is None:
            number = self._named()
        if number is None and self._patience.room != 0 and self._has_nothing_better(in_flight, now):
            if self._patience.is_patient:
                self._patience.give_up()
                number = self._named()
            if number is None:
                number = self._for_want(now)
        return number

    def take(self, number: int) -> bool:
        """Take this link out of those that wait, if it does and may be fetched now."""
        if self._links.link_table.host(number) in self._gate.busy:
            return False
        return self._traps.remove(number) or self._strategy.remove(number)

    def settled(self, number: int) -> None:
        """The link is not in flight any more."""
        self._for_want_of_better.discard(number)

    def found(self, number: int) -> None:
        """The link is a page on topic: that counts for its shape, and for those of the pages that led to it."""
        self._traps.brought([self._links.link(each) for each in self._led_to(number)])

    def _named(self) -> int | None:
        """What the strategy names, but for links of shapes that have had their share: these are held back."""
        while asked := self._strategy.ask(1, busy=self._gate.busy):
            link: Link = self._links.link(asked[0])
            if self._traps.admits(link, self._limits.pages):
                return link.id
            self._traps.hold(link, self._link_model.score_of(link.id))
            self._strategy.tell(Visit(link, Outcome.HELD))
        return None

    def _for_want(self, now: float) -> int | None:
        """What limits of hosts and shares of shapes forbid, since there is nothing else."""
        number = None
        while number is None and self._limits.widen():
            for host in self._limits.host_pages:
                self._rests.mind_limit(host, now)
            if self._rests.release(now) is not None:  # a host that is open now rests first
                return None
            number = self._named()
        if (
            number is None
            and (number := self._traps.next(self._limits.pages, self._gate.busy, anyway=True)) is not None
        ):
            self._for_want_of_better.add(number)
        return number

    def _has_nothing_better(self, in_flight: int, now: float) -> bool:
        """Whether the strategy names nothing, and neither an answer nor the end of a rest would change that soon."""
        if in_flight > len(self._for_want_of_better):
            return False
        waits = self._strategy.waiting or len(self._rests.broken)
        return not waits or (not in_flight and not self._rests.end_soon(now, SHORT_REST))

    def _led_to(self, number: int) -> list[int]:
        """A link, and those whose pages led to it."""
        links: list[int] = []
        while number >= 0 and len(links) <= ANCESTORS:
            links.append(number)
            number = self._links.link_table.parent(number)
        return links
