"""Counters that run along with a crawl, so that nobody need count its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from honeyguide.records import Record
from honeyguide.storage.database import Database

_ADD = """
INSERT INTO totals VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value
"""
_FIRST = """
INSERT INTO totals VALUES ('first_visit', ?) ON CONFLICT (name) DO UPDATE
  SET value = CASE WHEN totals.value < excluded.value THEN totals.value ELSE excluded.value END
"""
_LAST = """
INSERT INTO totals VALUES ('last_visit', ?) ON CONFLICT (name) DO UPDATE
  SET value = CASE WHEN totals.value > excluded.value THEN totals.value ELSE excluded.value END
"""
_OUTCOMES = """
INSERT INTO outcome_totals VALUES (?, ?)
  ON CONFLICT (outcome) DO UPDATE SET visits = outcome_totals.visits + excluded.visits
"""
_HOSTS = """
INSERT INTO host_totals VALUES (?, ?, ?) ON CONFLICT (host) DO UPDATE
  SET pages = host_totals.pages + excluded.pages, on_topic = host_totals.on_topic + excluded.on_topic
"""


class Totals:
    """What some records add up to."""

    def __init__(self) -> None:
        self.numbers: Counter[str] = Counter()
        """pages, on_topic (duplicates not counted), duplicates, bytes, settled, foreign (pages of other shards)."""
        self.outcomes: Counter[str] = Counter()
        self.pages_by_host: Counter[int] = Counter()
        self.on_topic_by_host: Counter[int] = Counter()
        self.moments: list[float] = []
        """Of visits: the first and the last count."""

    def add(self, record: Record, *, settles: bool) -> None:
        """`settles`: it is the first final visit of its link."""
        if record.is_referral:
            self.numbers["foreign"] += settles
            return
        self.moments.append(record.fetched.at)
        self.outcomes[record.outcome] += 1
        self.numbers["bytes"] += len(record.fetched.body)
        self.numbers["settled"] += settles
        if record.page is None or record.relevance is None:
            return
        duplicate = record.duplicate_of is not None
        on_topic = record.relevance.on_topic and not duplicate
        self.numbers["pages"] += 1
        self.numbers["on_topic"] += on_topic
        self.numbers["duplicates"] += duplicate
        self.pages_by_host[record.link.host] += 1
        self.on_topic_by_host[record.link.host] += on_topic

    def write(self, database: Database) -> None:
        """Add them to what the database has, within its transaction."""
        database.executemany(_ADD, self.numbers.items())
        if not self.moments:
            return
        database.execute(_FIRST, (min(self.moments),))
        database.execute(_LAST, (max(self.moments),))
        database.executemany(_OUTCOMES, ((str(outcome), visits) for outcome, visits in self.outcomes.items()))
        database.executemany(_HOSTS, self._hosts())

    def _hosts(self) -> Iterator[tuple[int, int, int]]:
        return ((host, pages, self.on_topic_by_host[host]) for host, pages in self.pages_by_host.items())
