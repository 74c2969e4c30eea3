"""Counters that run along with a crawl, so that nobody need count its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from sqlite3 import Connection

from honeyguide.records import Record

_ADD = "INSERT INTO totals VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value"
_FIRST = "INSERT INTO totals VALUES ('first_visit', ?) ON CONFLICT DO UPDATE SET value = min(value, excluded.value)"
_LAST = "INSERT INTO totals VALUES ('last_visit', ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)"
_OUTCOMES = "INSERT INTO outcome_totals VALUES (?, ?) ON CONFLICT DO UPDATE SET visits = visits + excluded.visits"
_HOSTS = (
    "INSERT INTO host_totals VALUES (?, ?, ?)"
    " ON CONFLICT DO UPDATE SET pages = pages + excluded.pages, on_topic = on_topic + excluded.on_topic"
)


class Totals:
    """What some records add up to."""

    def __init__(self) -> None:
        self.numbers: Counter[str] = Counter()
        """pages, on_topic (duplicates not counted), duplicates, bytes, settled."""
        self.outcomes: Counter[str] = Counter()
        self.pages_by_host: Counter[int] = Counter()
        self.on_topic_by_host: Counter[int] = Counter()
        self._moments: list[float] = []

    def add(self, record: Record, *, settles: bool) -> None:
        """`settles`: it is the first final visit of its link."""
        self._moments.append(record.fetched.at)
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

    def write(self, database: Connection) -> None:
        """Add them to what the database has, within its transaction."""
        if not self._moments:
            return
        database.executemany(_ADD, self.numbers.items())
        database.execute(_FIRST, (min(self._moments),))
        database.execute(_LAST, (max(self._moments),))
        database.executemany(_OUTCOMES, ((str(outcome), visits) for outcome, visits in self.outcomes.items()))
        database.executemany(_HOSTS, self._hosts())

    def _hosts(self) -> Iterator[tuple[int, int, int]]:
        return ((host, pages, self.on_topic_by_host[host]) for host, pages in self.pages_by_host.items())
