"""What went wrong in a crawl, by kind and with examples."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from honeyguide.storage.database import Database
from honeyguide.storage.folder import reading
from honeyguide.timestamps import isoformat

_KINDS = """
SELECT outcome, status, count(*), count(*) FILTER (WHERE final), max(id) FROM visits
WHERE id >= ? AND outcome NOT IN ('page', 'redirect', 'alias')
GROUP BY outcome, status ORDER BY 3 DESC, outcome, status
"""
_EXAMPLES = """
SELECT links.url, visits.detail, visits.at FROM visits JOIN links ON links.id = visits.link
WHERE visits.id IN (
  SELECT max(id) FROM visits WHERE id BETWEEN ? AND ? AND outcome = ? AND status = ?
  GROUP BY link ORDER BY 1 DESC LIMIT ?
) ORDER BY visits.id DESC
"""


class Failures(Struct, frozen=True):
    """Requests that failed in the same way."""

    outcome: str
    status: int
    """HTTP status; 0 when no response came."""
    visits: int
    given_up: int
    """Of these, how many are not tried again."""
    detail: str
    """What was said the last time …"""
    at: str
    """… and when."""
    examples: tuple[str, ...]
    """URLs, the last first."""


def failures(folder: Path, examples: int = 3, since: int = 0) -> list[Failures]:
    """All that failed, the most frequent kind first; `since`: from this visit on."""
    with reading(folder) as database:
        database.snapshot()
        return failures_since(database, since, examples)


def failures_since(database: Database, first: int, examples: int) -> list[Failures]:
    """Of the visits from this one on."""
    found = []
    for outcome, status, visits, final, last in database.execute(_KINDS, (first,)).fetchall():
        shown = database.execute(_EXAMPLES, (first, last, outcome, status, max(1, examples))).fetchall()
        _, detail, at = shown[0]
        urls = tuple(url for url, _, _ in shown[:examples])
        found.append(Failures(outcome, status, visits, final, detail, isoformat(at), urls))
    return found
