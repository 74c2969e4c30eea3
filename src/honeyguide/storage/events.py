"""The events of a crawl, in order, for progress, logs and other processes; also while the crawl runs."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from pathlib import Path

from honeyguide.model import CrawlEvent, EventKind, Outcome
from honeyguide.storage.database import Database
from honeyguide.storage.folder import reading

# An event follows `events.visit` visits and the events before it: so its place among all of them is the sum.
_PASSED = "SELECT id FROM events WHERE visit + id <= ? ORDER BY id DESC LIMIT 1"
_EVENTS = """
SELECT events.visit + events.id, at, kind, detail, link, coalesce(links.url, '')
FROM events LEFT JOIN links ON links.id = events.link WHERE events.id > ? ORDER BY events.id
"""
_VISITS = """
SELECT visits.id, visits.at, visits.outcome, visits.detail, visits.link, links.url, pages.relevance, pages.on_topic
FROM visits JOIN links ON links.id = visits.link LEFT JOIN pages ON pages.visit = visits.id
WHERE visits.id >= ? ORDER BY visits.id
"""


def events(folder: Path, since: int = 0) -> Iterator[CrawlEvent]:
    """What happened after the event with the id `since`, in order, up to the last commit.

    To follow a crawl, ask again every half second or so with the id of the last event that came; ids have no gaps and
    never change, and a poll that finds nothing new costs the same late in a crawl as early.
    """
    with reading(folder) as database:
        database.snapshot()
        (passed,) = database.execute(_PASSED, (since,)).fetchone() or (0,)
        after = database.execute("SELECT visit FROM events WHERE id > ? ORDER BY id", (passed,))
        places = [place for (place,) in after]
        yield from merge(
            _noted(database, passed),
            _visits(database, since - passed, passed, places),
            key=lambda event: event.id,
        )


def kind_of_visit(outcome: Outcome, *, is_page: bool) -> EventKind:
    if outcome is Outcome.REFERRAL:
        return EventKind.REFERRAL
    return EventKind.PAGE if is_page else EventKind.FAILURE


def latest(database: Database, limit: int, kind: EventKind | None = None) -> list[tuple[str, str]]:
    """Kind and detail of the last events beside the visits, the latest first."""
    where, given = ("WHERE kind = ?", (kind, limit)) if kind else ("", (limit,))
    query = f"SELECT kind, detail FROM events {where} ORDER BY id DESC LIMIT ?"  # noqa: S608
    return database.execute(query, given).fetchall()


def _noted(database: Database, passed: int) -> Iterator[CrawlEvent]:
    for place, at, kind, detail, link, url in database.stream(_EVENTS, (passed,)):
        yield CrawlEvent(place, at, EventKind(kind), detail, link, url)


def _visits(database: Database, first: int, passed: int, places: list[int]) -> Iterator[CrawlEvent]:
    """`places`: how many visits each event after the first `passed` ones follows."""
    ahead = iter([*places, float("inf")])
    following = next(ahead)
    for visit, at, outcome, detail, link, url, relevance, on_topic in database.stream(_VISITS, (first,)):
        while following <= visit:
            passed += 1
            following = next(ahead)
        yield CrawlEvent(
            visit + passed + 1,
            at,
            kind_of_visit(Outcome(outcome), is_page=relevance is not None),
            detail,
            link,
            url,
            Outcome(outcome),
            relevance,
            bool(on_topic),
        )
