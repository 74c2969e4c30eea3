"""What happens in a run: for the events of the crawl, for its log, and counted."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence

from honeyguide.core.broken_pages import Retry
from honeyguide.core.rests import Rest
from honeyguide.model import EventKind, Outcome
from honeyguide.protocols import Store
from honeyguide.records import Record

_MOST_RESTS = 100
"""Resting hosts, and pages that are tried again, that are named to who asks."""


class Outcomes:
    """What came of the visits of a run."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.failed: dict[str, str] = {}
        """What was met instead of pages: by kind, the last example."""


class Journal:
    def __init__(self, store: Store, log: logging.Logger, outcomes: Outcomes, wall: Callable[[], float]) -> None:
        """`wall` is the clock whose times are stored."""
        self._store = store
        self._log = log
        self._outcomes = outcomes
        self._wall = wall
        self._rests: dict[int, float] = {}

    def note(self, kind: EventKind, detail: str, link: int | None = None) -> None:
        """Something happened: for the events of the crawl and for its log."""
        self._store.event(self._wall(), kind, detail, link)
        self._log.info("%s: %s%s", kind, detail, f" {self._store.link(link).url}" if link is not None else "")

    def tell(self, record: Record) -> None:
        """What came of a visit, for the log and the counters of this run."""
        self._outcomes.counted[record.outcome] += 1
        if record.relevance is not None:
            self._log.debug("page: relevance %.3f: %s", record.relevance.score, record.link.url)
        elif record.outcome in {Outcome.REDIRECT, Outcome.ALIAS}:
            self._log.debug("%s: %s: %s", record.outcome, record.detail, record.link.url)
        else:
            self._outcomes.failed[record.outcome] = f"{record.link.url}: {record.detail}"
            again = "" if record.final else "; it is tried again"
            self._log.info("%s: %s: %s%s", record.outcome, record.detail, record.link.url, again)

    def resting(self, rests: Sequence[Rest], now: float) -> list[tuple[int, float, str]]:
        """Hosts that rest, by the clock that is stored, `now` being the time that they are told in; the log is told
        of those that are new."""
        names, ahead = self._store.link_table.host_names, self._wall() - now
        for host, until, why in rests:
            if self._rests.get(host) != until:
                self._log.info("%s rests for %.0f seconds: %s", names[host], until - now, why)
        self._rests = {host: until for host, until, _ in rests}
        return [(host, until + ahead, why) for host, until, why in rests[:_MOST_RESTS]]

    def retrying(self, retries: Sequence[Retry], now: float) -> list[tuple[str, float, str]]:
        """Pages that are tried again while their hosts go on, by the clock that is stored."""
        ahead = self._wall() - now
        return [(link.url, until + ahead, why) for link, until, why in retries[:_MOST_RESTS]]
