"""Folders as older versions of Honeyguide wrote them."""

from __future__ import annotations

import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

COLUMNS = {
    "links": "id INTEGER PRIMARY KEY, url, host, depth, parent, hops",
    "citations": "source, target, anchor, relevance, around",
    "events": "id INTEGER PRIMARY KEY, at REAL, kind, detail",
    "pages": (
        "visit INTEGER PRIMARY KEY, link INTEGER NOT NULL UNIQUE, relevance, on_topic, duplicate_of, fingerprint,"
        " language, title, description, canonical, noindex, evidence, text"
    ),
}
"""Of tables of format 3 that have more of them today."""
TO_7 = "DROP TABLE links_elsewhere;"
TO_6 = "DROP TABLE referrals; DROP TABLE outbox;"
TO_5 = "ALTER TABLE pages DROP COLUMN kind;"
TO_4 = """
ALTER TABLE pages DROP COLUMN features;
DROP TABLE marks;
DROP TABLE search_changes;
"""
TO_3 = """
DROP VIEW newest_pages;
ALTER TABLE link_state RENAME TO kept;
ALTER TABLE kept RENAME COLUMN value TO one;
ALTER TABLE kept RENAME COLUMN second_value TO other;
DROP TABLE totals;
DROP TABLE outcome_totals;
DROP TABLE host_totals;
"""
TO_2 = "DROP TABLE elements;"
TO_1 = "DROP TABLE kept;"


def make_old(folder: Path, version: int) -> None:
    """Take from a folder of today what this version did not have yet."""
    with closing(sqlite3.connect(folder / "crawl.db")) as database, database:
        for script in (TO_7, TO_6, TO_5, TO_4, TO_3, TO_2, TO_1)[: 8 - version]:
            database.executescript(script)
        for table, columns in COLUMNS.items() if version < 4 else ():
            then = columns.removesuffix(", around") if version == 1 else columns
            names = ", ".join(column.split()[0] for column in then.split(","))
            database.execute(f"ALTER TABLE {table} RENAME TO newer")
            database.execute(f"CREATE TABLE {table} ({then})")
            database.execute(f"INSERT INTO {table} SELECT {names} FROM newer")
            database.execute("DROP TABLE newer")
        database.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", (version,))


def unpack_format_3(into: Path) -> Path:
    """A real crawl of `small_web`, stopped after 18 pages by the last version that wrote format 3."""
    with tarfile.open(DATA / "format-3.tar.gz") as packed:
        packed.extractall(into, filter="data")
    return into / "format-3"
