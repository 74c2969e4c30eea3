"""How far a crawl is by its tables of visits and pages alone: what the running totals must add up to."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from honeyguide.storage.results import HostCount, Status, status
from honeyguide.timestamps import isoformat


def counted(folder: Path) -> Status:
    with closing(sqlite3.connect(folder / "crawl.db")) as database:
        pages, on_topic, duplicates = database.execute(
            "SELECT count(*), sum(on_topic AND duplicate_of IS NULL), count(duplicate_of) FROM pages"
        ).fetchone()
        settled, size, first, last = database.execute(
            "SELECT count(DISTINCT CASE WHEN final THEN link END), sum(bytes), min(at), max(at) FROM visits"
        ).fetchone()
        (links,) = database.execute("SELECT count(*) FROM links").fetchone()
        failures = database.execute(
            "SELECT outcome, count(*) FROM visits WHERE outcome <> 'page' GROUP BY outcome ORDER BY 2 DESC, 1"
        ).fetchall()
        hosts = database.execute(
            "SELECT name, count(*), sum(on_topic AND duplicate_of IS NULL) FROM pages JOIN links ON links.id = link"
            " JOIN hosts ON hosts.id = host GROUP BY host ORDER BY 3 DESC, 2 DESC, 1"
        ).fetchall()
    return msgspec.structs.replace(
        status(folder),
        pages=pages,
        on_topic=on_topic,
        harvest_rate=on_topic / pages,
        duplicates=duplicates,
        waiting=links - settled,
        links=links,
        hosts=len(hosts),
        failures=dict(failures),
        bytes=size,
        first_visit=isoformat(first),
        last_visit=isoformat(last),
        top_hosts=tuple(HostCount(*row) for row in hosts[:10]),
    )
