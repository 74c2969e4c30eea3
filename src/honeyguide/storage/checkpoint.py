"""What a stopped crawl knew, read from its database in bulk: seconds for a hundred thousand pages, and no replay."""

from __future__ import annotations

from itertools import chain
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide.records import Checkpoint, Citations
from honeyguide.storage.database import Database, SqliteDatabase

_UNREACHED = """
SELECT links.id FROM links JOIN visits ON visits.link = links.id WHERE links.parent = -1
GROUP BY links.id HAVING count(*) = count(visits.again_at)
"""
_RESTS = """
SELECT links.host, max(CASE WHEN visits.at > ? THEN ? + again_at - visits.at ELSE again_at END)
FROM visits JOIN links ON links.id = visits.link
WHERE again_at IS NOT NULL GROUP BY links.host ORDER BY links.host
"""
"""No longer than when it was asked for, also when the clock was set back since."""
_ATTEMPTS = (
    "SELECT link, count(*) FROM visits WHERE NOT final AND status <> 407 AND outcome <> 'refused' GROUP BY link"
)
"""What is turned away on its way is no try, see `core.turned_away`."""
_REQUESTS = """
SELECT links.host, count(*), sum(seconds) FROM visits JOIN links ON links.id = visits.link
WHERE seconds > 0 GROUP BY links.host ORDER BY links.host
"""
_CITATIONS = (
    "SELECT source, target, relevance, anchor IS NULL, coalesce(around, 0) FROM citations ORDER BY citations.rowid"
)
_LINK_STATE = "SELECT link, value, second_value FROM link_state"
_RELEVANCE = """
SELECT link, relevance FROM (
  SELECT visit, link, relevance FROM pages UNION ALL SELECT visit, link, relevance FROM referrals
) AS holders ORDER BY visit
"""
_FINGERPRINTS = "SELECT fingerprint, link FROM pages WHERE duplicate_of IS NULL ORDER BY visit"
_CANONICALS = """
SELECT url, canonical FROM pages JOIN links ON links.id = pages.link WHERE canonical <> '' ORDER BY visit
"""
_STRAY = """
WITH known AS (SELECT (SELECT count(*) FROM hosts) AS hosts, (SELECT count(*) FROM links) AS links)
SELECT EXISTS (SELECT 1 FROM hosts WHERE id NOT BETWEEN 0 AND known.hosts - 1)
  OR EXISTS (SELECT 1 FROM links WHERE id NOT BETWEEN 0 AND known.links - 1
             OR host NOT BETWEEN 0 AND known.hosts - 1 OR parent NOT BETWEEN -2 AND known.links - 1)
  OR EXISTS (SELECT 1 FROM visits WHERE link NOT BETWEEN 0 AND known.links - 1
             OR id NOT BETWEEN 0 AND 9007199254740992)
  OR EXISTS (SELECT 1 FROM pages WHERE link NOT BETWEEN 0 AND known.links - 1)
  OR EXISTS (SELECT 1 FROM referrals WHERE link NOT BETWEEN 0 AND known.links - 1)
  OR EXISTS (SELECT 1 FROM citations WHERE source NOT BETWEEN 0 AND known.links - 1
             OR target NOT BETWEEN 0 AND known.links - 1)
  OR EXISTS (SELECT 1 FROM links_elsewhere WHERE link NOT BETWEEN 0 AND known.links - 1)
  OR EXISTS (SELECT 1 FROM link_state WHERE link NOT BETWEEN 0 AND known.links - 1)
  OR EXISTS (SELECT 1 FROM host_totals WHERE host NOT BETWEEN 0 AND known.hosts - 1)
FROM known
"""
_NO_TEXT = """
SELECT EXISTS (SELECT 1 FROM hosts WHERE typeof(name) <> 'text')
  OR EXISTS (SELECT 1 FROM links WHERE typeof(url) <> 'text')
"""
"""SQLite lets a column hold anything."""


def check_numbers(database: Database) -> None:
    """Links and hosts have names and are numbered without gaps, and no row names one that is not there."""
    checks = (_STRAY, _NO_TEXT) if isinstance(database, SqliteDatabase) else (_STRAY,)
    if any(database.execute(check).fetchone()[0] for check in checks):
        raise LookupError("a link or a host that a row names is not there, or has no name")


def read_checkpoint(database: Database, links: int, now: float) -> Checkpoint | None:
    """None when nothing was committed yet; `links` is the number of links."""
    state = {key: msgspec.json.decode(value) for key, value in database.execute("SELECT key, value FROM state")}
    if "strategy" not in state:
        if database.execute("SELECT EXISTS (SELECT 1 FROM visits)").fetchone()[0]:
            raise LookupError("what the crawl needs to go on is not in it")
        return None

    def column(query: str) -> NDArray[np.int64]:
        return np.fromiter(chain.from_iterable(database.stream(query)), np.int64)

    def table(query: str, width: int) -> NDArray[np.float64]:
        return np.fromiter(chain.from_iterable(database.stream(query)), np.float64).reshape(-1, width)

    def pairs(query: str) -> dict[Any, Any]:
        return dict(database.execute(query).fetchall())

    left = np.ones(links, bool)
    left[column("SELECT link FROM visits WHERE final")] = False
    left[column(_UNREACHED)] = True
    cited = table(_CITATIONS, 5)
    held = table(_RELEVANCE, 2)
    return Checkpoint(
        state=state,
        waiting=np.flatnonzero(left),
        link_state=_by_link(table(_LINK_STATE, 3), np.full((links, 2), np.nan)),
        attempts=pairs(_ATTEMPTS),
        rests=database.execute(_RESTS, (now, now)).fetchall(),
        seeds=column("SELECT id FROM links WHERE parent = -1 ORDER BY id"),
        citations=Citations(
            cited[:, 0].astype(np.int64), cited[:, 1].astype(np.int64), cited[:, 2], cited[:, 3] > 0, cited[:, 4]
        ),
        pages=column("SELECT link FROM pages ORDER BY visit"),
        page_relevance=_by_link(held, np.zeros((links, 1)))[:, 0],
        holders=held[:, 0].astype(np.int64),
        fingerprints=database.execute(_FINGERPRINTS).fetchall(),
        canonicals=database.execute(_CANONICALS).fetchall(),
        pages_by_host=pairs("SELECT host, pages FROM host_totals"),
        on_topic=column("SELECT link FROM pages WHERE on_topic AND duplicate_of IS NULL ORDER BY visit"),
        requests_by_host={host: (n, took) for host, n, took in database.execute(_REQUESTS)},
        links_elsewhere=pairs("SELECT link, links FROM links_elsewhere"),
    )


def _by_link(rows: NDArray[np.float64], every: NDArray[np.float64]) -> NDArray[np.float64]:
    every[rows[:, 0].astype(np.int64)] = rows[:, 1:]
    return every
