"""The database of one shard made from that of the whole crawl, and the whole made a crawl in one.

A shard gets its own links with all that came of them, and as much of the pages of others as it would have been told
of. Texts, articles and raw responses stay with the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from honeyguide.storage.database import Database
from honeyguide.storage.folder import reading, transaction
from honeyguide.storage.gathering import DEALT, JOINED, Dealt, Gathering, ToldLinks, extent, write_state
from honeyguide.storage.schema import COUNT_AGAIN

_TEMPORARY = (
    "CREATE TEMP TABLE owned (host INTEGER PRIMARY KEY)",
    "CREATE TEMP TABLE wanted (number INTEGER PRIMARY KEY, is_foreign BOOLEAN NOT NULL)",
    "CREATE TEMP TABLE kept (number INTEGER PRIMARY KEY, local INTEGER NOT NULL, is_foreign BOOLEAN NOT NULL)",
    "CREATE TEMP TABLE kept_hosts (number INTEGER PRIMARY KEY, local INTEGER NOT NULL)",
    "CREATE TEMP TABLE kept_visits (number INTEGER PRIMARY KEY, local INTEGER NOT NULL)",
)
_FETCHED = "CREATE TEMP TABLE fetched (link INTEGER PRIMARY KEY, visit INTEGER NOT NULL)"
"""The visit that settled a link."""
_ORDER = "ORDER BY fetched.visit, position IS NULL, position, cited.rowid"
"""Of citations: page by page, as link models are shown them. Several shards may have named links of one page."""
_FILL = (
    "INSERT INTO wanted SELECT id, FALSE FROM {of}links WHERE host IN (SELECT host FROM owned)",
    """
INSERT INTO wanted SELECT number, TRUE FROM (
    SELECT source AS number FROM {of}citations JOIN wanted ON wanted.number = target
    UNION SELECT parent FROM {of}links JOIN wanted ON wanted.number = id WHERE parent >= 0
  ) AS held WHERE number NOT IN (SELECT number FROM wanted)""",
    "INSERT INTO kept SELECT number, row_number() OVER (ORDER BY number) - 1, is_foreign FROM wanted",
    """
INSERT INTO kept_hosts SELECT host, row_number() OVER (ORDER BY host) - 1 FROM (
    SELECT DISTINCT host FROM {of}links JOIN kept ON kept.number = id
  ) AS theirs""",
    """
INSERT INTO fetched SELECT link, min(id) FROM {of}visits JOIN kept ON kept.number = link WHERE final GROUP BY link""",
    """
INSERT INTO kept_visits SELECT id, row_number() OVER (ORDER BY id) - 1
  FROM {of}visits AS came JOIN kept ON kept.number = came.link LEFT JOIN fetched ON fetched.visit = came.id
  WHERE NOT is_foreign OR fetched.visit IS NOT NULL""",
    "INSERT INTO hosts SELECT local, name FROM {of}hosts AS known JOIN kept_hosts ON kept_hosts.number = known.id",
    """
INSERT INTO links
  SELECT kept.local, url, kept_hosts.local, depth,
         CASE WHEN kept.is_foreign THEN -2 ELSE coalesce(parents.local, known.parent) END, hops, hash
  FROM {of}links AS known JOIN kept ON kept.number = known.id JOIN kept_hosts ON kept_hosts.number = known.host
       LEFT JOIN kept AS parents ON parents.number = known.parent
  ORDER BY kept.local""",
    """
INSERT INTO visits
  SELECT kept_visits.local, kept.local, at, CASE WHEN is_foreign THEN 0 ELSE seconds END,
         CASE WHEN is_foreign THEN 'referral' ELSE outcome END, CASE WHEN is_foreign THEN 0 ELSE status END,
         CASE WHEN is_foreign THEN 0 ELSE bytes END, final, CASE WHEN is_foreign THEN NULL ELSE again_at END,
         CASE WHEN is_foreign THEN '' ELSE detail END, NULL, NULL, NULL
  FROM kept_visits JOIN {of}visits AS came ON came.id = kept_visits.number JOIN kept ON kept.number = came.link
  ORDER BY kept_visits.local""",
    """
INSERT INTO pages
  SELECT kept_visits.local, kept.local, relevance, on_topic, original.local, fingerprint, language, title, '',
         canonical, noindex, '[]', NULL, links, features, kind
  FROM kept_visits JOIN {of}pages AS found ON found.visit = kept_visits.number JOIN kept ON kept.number = found.link
       LEFT JOIN kept AS original ON original.number = found.duplicate_of AND NOT original.is_foreign
  WHERE NOT kept.is_foreign ORDER BY kept_visits.local""",
    """
INSERT INTO referrals
  SELECT kept_visits.local, kept.local, relevance, on_topic, title, links, features
  FROM kept_visits JOIN {of}pages AS found ON found.visit = kept_visits.number JOIN kept ON kept.number = found.link
  WHERE kept.is_foreign ORDER BY kept_visits.local""",
    f"""
INSERT INTO citations (source, target, anchor, relevance, around, position)
  SELECT sources.local, targets.local, anchor, relevance, around, position
  FROM {{of}}citations AS cited JOIN kept AS targets ON targets.number = target AND NOT targets.is_foreign
       JOIN kept AS sources ON sources.number = source JOIN fetched ON fetched.link = source
  {_ORDER}""",  # noqa: S608
    """
INSERT INTO links_elsewhere
  SELECT sources.local, count(*)
  FROM {of}citations AS cited JOIN kept AS sources ON sources.number = source JOIN fetched ON fetched.link = source
  WHERE anchor IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kept WHERE number = target AND NOT is_foreign)
  GROUP BY sources.local""",
    """
INSERT INTO link_state SELECT kept.local, value, second_value FROM {of}link_state JOIN kept ON kept.number = link
  WHERE NOT is_foreign""",
    """
INSERT INTO marks SELECT kept.local, on_topic, at, judged FROM {of}marks JOIN kept ON kept.number = link
  WHERE NOT is_foreign""",
    *COUNT_AGAIN,
    """
UPDATE totals SET value = (SELECT count(DISTINCT link) FROM visits WHERE final AND outcome <> 'referral')
  WHERE name = 'settled'""",
    "INSERT INTO totals SELECT 'foreign', count(*) FROM links WHERE parent = -2",
    "DELETE FROM outcome_totals WHERE outcome = 'referral'",
)
_FETCHED_OF_ALL = "INSERT INTO fetched SELECT link, min(id) FROM visits WHERE final GROUP BY link"
_SORT = (
    f"""
CREATE TEMP TABLE sorted AS
  SELECT source, target, anchor, relevance, around, position, row_number() OVER ({_ORDER}) AS place
  FROM citations AS cited JOIN fetched ON fetched.link = source""",  # noqa: S608
    "DELETE FROM citations",
    """
INSERT INTO citations (source, target, anchor, relevance, around, position)
  SELECT source, target, anchor, relevance, around, position FROM sorted ORDER BY place""",
)


def make_shard(
    database: Database,
    of: str,
    hosts: Iterable[int],
    state: Callable[[Sequence[str]], Mapping[str, object]],
    outbox: Sequence[tuple[int, int, bytes]],
    dealing: str,
) -> None:
    """Fill an empty database, within a transaction, with what a shard has that owns these `hosts` of the whole.

    The tables of the whole have `of` before their names. `state` is asked with the names of its hosts by number.
    `outbox`: what it has yet to tell others.
    """
    for statement in (*_TEMPORARY, _FETCHED):
        database.define(statement)
    database.insert("owned", [(host,) for host in hosts])
    for statement in _FILL:
        database.execute(statement.format(of=of))
    database.insert("outbox", outbox)
    own = state(_host_names(database))
    write_state(database, {**own, "sent": len(outbox), DEALT: Dealt(dealing, extent(database))})


def join(
    database: Database, gathering: Gathering, dealing: str, state: Mapping[str, object], told: Sequence[ToldLinks]
) -> None:
    """Make the whole of shards, all of which was gathered, a crawl in one; `told`: what they had yet to hear."""
    with transaction(database):
        gathering.add_links(told)
        _sort_citations(database)
        database.execute("DELETE FROM state WHERE key LIKE 'shard %'")
        write_state(database, {**state, JOINED: dealing})


def dealing_of(shard: Path) -> str:
    """By which a shard was made; empty for one that began with the crawl."""
    with reading(shard) as database:
        row = database.execute("SELECT value FROM state WHERE key = ?", (DEALT,)).fetchone()
        return msgspec.json.decode(row[0], type=Dealt).dealing if row else ""


def forget(database: Database, key: str) -> None:
    """Something of the state."""
    with transaction(database):
        database.execute("DELETE FROM state WHERE key = ?", (key,))


def _sort_citations(database: Database) -> None:
    """In the whole of shards they stand as they were gathered; a crawl in one has those of each page together."""
    database.define(_FETCHED)
    database.execute(_FETCHED_OF_ALL)
    for statement in _SORT:
        database.execute(statement)


def state_of(folder: Path) -> dict[str, Any]:
    """What a crawl, or one shard of it, keeps beside its rows."""
    with reading(folder) as database:
        return {key: msgspec.json.decode(value) for key, value in database.execute("SELECT key, value FROM state")}


def host_names(folder: Path) -> list[str]:
    """By number."""
    with reading(folder) as database:
        return _host_names(database)


def _host_names(database: Database) -> list[str]:
    return [name for (name,) in database.execute("SELECT name FROM hosts ORDER BY id")]


def meta_of(folder: Path) -> dict[str, str]:
    """What a crawl began with."""
    with reading(folder) as database:
        return dict(database.execute("SELECT key, value FROM meta").fetchall())


def undelivered(shards: Sequence[Path]) -> list[bytes]:
    """What shards were to hear from each other, and have not stored."""
    taken = [state_of(shard).get("taken", {}) for shard in shards]
    left: list[bytes] = []
    for number, shard in enumerate(shards):
        with reading(shard) as database:
            for to, message, data in database.execute("SELECT shard, id, message FROM outbox ORDER BY id"):
                if message > taken[to].get(str(number), -1):
                    left.append(data)
    return left
