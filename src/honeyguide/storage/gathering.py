"""What is new in the shards of a crawl, copied into the database of the whole by the database itself.

Links, hosts, visits and events have numbers of their own in each shard: temporary tables say which these are in the
whole. A shard's new rows and how far it was read are committed together, so that a kill neither loses nor doubles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec
import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from honeyguide.link_table import LinkNumbers, url_hash
from honeyguide.model import EventKind
from honeyguide.storage.database import UPSERT_STATE, Database
from honeyguide.storage.folder import transaction
from honeyguide.storage.told import Told, together
from honeyguide.storage.totals import Totals
from honeyguide.storage.warc import NAME, file_name, file_number

JOINED = "joined"
"""The key of the whole's state that says which shards it has become the crawl in one of."""
DEALT = "dealt"
"""The key of a shard's state that says how much of it the whole had when it was made."""
_SHARD = "shard "
"""With its number, the key of the whole's state that says how far a shard was read."""
_NOT_ITS_OWN = ("start", "resume", "settings", "pause", "proceed", "stop")
"""Events of each shard that are those of the whole."""
_TEMPORARY = (
    "CREATE TEMP TABLE known_links (local INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
    "CREATE TEMP TABLE new_visits (local INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
    "CREATE TEMP TABLE new_files (local TEXT PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TEMP TABLE originals (visit INTEGER PRIMARY KEY, link INTEGER NOT NULL)",
)
_MAPS = (
    "CREATE TEMP TABLE links_of_{shard} (local INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
    "CREATE TEMP TABLE hosts_of_{shard} (local INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
)
_EXTENT = """
SELECT (SELECT coalesce(max(id) + 1, 0) FROM {of}hosts), (SELECT coalesce(max(id) + 1, 0) FROM {of}links),
       (SELECT coalesce(max(id) + 1, 0) FROM {of}visits), (SELECT coalesce(max(rowid), 0) FROM {of}citations),
       (SELECT coalesce(max(id), 0) FROM {of}events),
       coalesce((SELECT value FROM {of}totals WHERE name = 'settled'), 0)
"""
_HOSTS = "SELECT id, name FROM {of}hosts WHERE id >= ? AND id < ? ORDER BY id"
_LINKS = "SELECT hash FROM {of}links WHERE id >= ? AND id < ? ORDER BY id"
_NUMBER_LINKS = """
INSERT INTO links_of_{shard} SELECT id, ? - 1 + row_number() OVER (ORDER BY id) FROM {of}links
  WHERE id >= ? AND id < ? AND NOT EXISTS (SELECT 1 FROM known_links WHERE local = id)
"""
_COPY_LINKS = """
INSERT INTO links
  SELECT own.number, found.url, hosts.number, found.depth, coalesce(parent.number, found.parent), found.hops,
         found.hash
  FROM {of}links AS found JOIN links_of_{shard} AS own ON own.local = found.id
       JOIN hosts_of_{shard} AS hosts ON hosts.local = found.host
       LEFT JOIN links_of_{shard} AS parent ON parent.local = found.parent
  WHERE found.id >= ? AND found.id < ? AND own.number >= ? ORDER BY own.number
"""
_TOLD_BEFORE = """
SELECT local, number FROM known_links JOIN {of}links AS found ON found.id = local WHERE found.parent <> -2
"""
_COMPLETE_LINK = """
UPDATE links SET depth = found.depth, parent = coalesce(parent.number, found.parent), hops = found.hops
  FROM {of}links AS found LEFT JOIN links_of_{shard} AS parent ON parent.local = found.parent
  WHERE found.id = ? AND links.id = ?
"""
"""Of a link that another shard told of before its own did."""
_NUMBER_VISITS = """
INSERT INTO new_visits SELECT id, ? - 1 + row_number() OVER (ORDER BY id) FROM {of}visits
  WHERE id >= ? AND id < ? AND outcome <> 'referral'
"""
_FILES = "SELECT DISTINCT warc_file FROM {of}visits WHERE id >= ? AND id < ? AND warc_file IS NOT NULL"
_COPY_VISITS = """
INSERT INTO visits
  SELECT fresh.number, own.number, at, seconds, outcome, status, bytes, final, again_at, detail,
         new_files.name, warc_offset, warc_length
  FROM new_visits AS fresh JOIN {of}visits AS came ON came.id = fresh.local
       JOIN links_of_{shard} AS own ON own.local = came.link
       LEFT JOIN new_files ON new_files.local = came.warc_file
  ORDER BY fresh.number
"""
_PRINTS = """
SELECT fresh.number, own.number, original.number, pages.fingerprint
FROM new_visits AS fresh JOIN {of}pages AS pages ON pages.visit = fresh.local
     JOIN links_of_{shard} AS own ON own.local = pages.link
     LEFT JOIN links_of_{shard} AS original ON original.local = pages.duplicate_of
ORDER BY fresh.number
"""
_COPY_PAGES = """
INSERT INTO pages
  SELECT fresh.number, own.number, relevance, on_topic, originals.link, fingerprint, language, title, description,
         canonical, noindex, evidence, text, links, features, kind
  FROM new_visits AS fresh JOIN {of}pages AS pages ON pages.visit = fresh.local
       JOIN links_of_{shard} AS own ON own.local = pages.link
       LEFT JOIN originals ON originals.visit = fresh.number
  ORDER BY fresh.number
"""
_NEW_ELEMENTS = "SELECT link FROM {of}pages JOIN new_visits ON new_visits.local = visit"
_DROP_ELEMENTS = f"""
DELETE FROM elements WHERE link IN (
  SELECT number FROM links_of_{{shard}} WHERE local IN ({_NEW_ELEMENTS})
)"""  # noqa: S608
_COPY_ELEMENTS = f"""
INSERT INTO elements
  SELECT own.number, title, published, updated, moment, source, author, language, content, keywords, fingerprint
  FROM {{of}}elements AS found JOIN links_of_{{shard}} AS own ON own.local = found.link
  WHERE found.link IN ({_NEW_ELEMENTS})
"""  # noqa: S608
_COPY_CITATIONS = """
INSERT INTO citations (source, target, anchor, relevance, around, position)
  SELECT sources.number, targets.number, anchor, relevance, around, position
  FROM {of}citations AS cited JOIN links_of_{shard} AS sources ON sources.local = cited.source
       JOIN links_of_{shard} AS targets ON targets.local = cited.target
  WHERE cited.rowid > ? AND cited.rowid <= ? ORDER BY cited.rowid
"""
_COPY_EVENTS = """
INSERT INTO events
  SELECT ? + row_number() OVER (ORDER BY happened.id), at, kind, ? || detail,
         ? + (SELECT count(*) FROM new_visits WHERE local < happened.visit), own.number
  FROM {of}events AS happened LEFT JOIN links_of_{shard} AS own ON own.local = happened.link
  WHERE happened.id > ? AND happened.id <= ? AND kind NOT IN (?, ?, ?, ?, ?, ?) ORDER BY happened.id
"""
_COPY_LINK_STATE = """
INSERT INTO link_state SELECT own.number, value, second_value
  FROM {of}link_state AS kept JOIN links_of_{shard} AS own ON own.local = kept.link WHERE TRUE
  ON CONFLICT (link) DO UPDATE SET value = excluded.value, second_value = excluded.second_value
"""
_NEW_PAGES = """
SELECT count(*), count(*) FILTER (WHERE on_topic AND duplicate_of IS NULL), count(duplicate_of) FROM pages
WHERE visit >= ?
"""
_NEW_BYTES = "SELECT coalesce(sum(bytes), 0), min(at), max(at) FROM visits WHERE id >= ?"
_NEW_OUTCOMES = "SELECT outcome, count(*) FROM visits WHERE id >= ? GROUP BY outcome"
_NEW_HOSTS = """
SELECT host, count(*), count(*) FILTER (WHERE on_topic AND duplicate_of IS NULL)
FROM pages JOIN links ON links.id = pages.link WHERE visit >= ? GROUP BY host
"""
_NOTE = """
INSERT INTO events (id, at, kind, detail, visit)
  SELECT (SELECT coalesce(max(id), 0) + 1 FROM events), ?, ?, ?, coalesce(max(id) + 1, 0) FROM visits
"""


FileName = Annotated[str, Meta(pattern=rf"^{NAME}\Z")]


class Extent(Struct, frozen=True):
    """How much there is in a shard: so many hosts, links and visits, and the number of the last of other rows."""

    hosts: int = 0
    links: int = 0
    visits: int = 0
    citations: int = 0
    events: int = 0
    settled: int = 0


class Dealt(Struct, frozen=True):
    """What a shard was made from."""

    dealing: str = ""
    """Another one whenever the crawl was dealt anew."""
    extent: Extent = Extent()


class Progress(Struct, frozen=True):
    """How far a shard was read."""

    dealing: str = ""
    extent: Extent = Extent()
    files: dict[FileName, FileName] = {}
    """What its files of raw responses are called in the whole."""
    told: Told = Told()


class Taken(Struct, frozen=True):
    """What was new."""

    outcomes: dict[str, int] = {}
    """Visits by what came of them."""
    pages: int = 0
    links: int = 0


class NamedLink(NamedTuple):
    """A link of a page that its shard was to hear of."""

    url: str
    host: str
    depth: int
    hops: int
    anchor: str | None
    relevance: float
    position: int | None
    is_seed: bool = False


class ToldLinks(NamedTuple):
    source: str
    """The page's address."""
    links: Sequence[NamedLink]


class Originals(Protocol):
    """Pages by their fingerprints, see `parsing.fingerprint.NearDuplicates`."""

    def find(self, fingerprint: bytes) -> int | None: ...

    def add(self, fingerprint: bytes, number: int) -> None: ...

    def load(self, pages: Iterable[tuple[bytes, int]]) -> None: ...


class Gathering:
    """Reads shards into the database of the whole, one by one. After an error another one must be made."""

    def __init__(self, database: Database, originals: Originals, files: int) -> None:
        """`files`: the number of the last file of raw responses in the whole."""
        self._database = database
        self._originals = originals
        self._links = LinkNumbers()
        self._hosts: dict[str, int] = {}
        self._is_ready = False
        self._mapped: set[int] = set()
        self.progress: dict[int, Progress] = {}
        rows = database.execute("SELECT key, value FROM state WHERE key LIKE 'shard %'").fetchall()
        for key, value in rows:
            self.progress[int(key.removeprefix(_SHARD))] = msgspec.json.decode(value, type=Progress)
        joined = database.execute("SELECT value FROM state WHERE key = ?", (JOINED,)).fetchone()
        self._joined = msgspec.json.decode(joined[0]) if joined else None
        named = (name for each in self.progress.values() for name in each.files.values())
        self._files = max(files, *map(file_number, named), 0)

    def take(self, shard: int, of: str) -> Taken | None:
        """What is new in a shard, whose tables have `of` before their names; None when nothing is."""
        now = extent(self._database, of)
        before = self._known(shard, of)
        if now == before.extent or before.dealing == self._joined:
            return None
        with transaction(self._database):
            self._prepare(shard, of, before.extent)
            files = before.files | self._name_files(of, before, now)
            done = self._copy(shard, of, before.extent, now, files)
            read = Progress(before.dealing, now, files, self._told(shard, of))
            others = {n: each for n, each in self.progress.items() if each.dealing == read.dealing}
            progress = {**others, shard: read}
            state = {f"{_SHARD}{shard}": read, **together([each.told for each in progress.values()])}
            write_state(self._database, state)
        self.progress = progress
        return done

    def _name_files(self, of: str, before: Progress, now: Extent) -> dict[str, str]:
        """What files of raw responses that are new are called in the whole."""
        rows = self._database.execute(_FILES.format(of=of), (before.extent.visits, now.visits)).fetchall()
        names: dict[str, str] = {}
        for name in sorted({name for (name,) in rows} - set(before.files), key=file_number):
            self._files += 1
            names[name] = file_name(self._files)
        return names

    def take_link_state(self, shard: int, of: str) -> None:
        """What the strategy keeps with the links of a shard that was read."""
        with transaction(self._database):
            self._prepare(shard, of, self._known(shard, of).extent)
            self._database.execute(_COPY_LINK_STATE.format(of=of, shard=shard))

    def add_links(self, told: Sequence[ToldLinks]) -> None:
        """Within a transaction, links that no shard has stored, and where they stand."""
        self._know()
        self._number_hosts(link.host for _, named in told for link in named)
        links, citations = [], []
        for source, named in told:
            page = self._number(source)
            for link in named:
                known = len(self._links)
                number = self._number(link.url)
                if number == known:
                    parent, host = -1 if link.is_seed else page, self._hosts[link.host]
                    links.append((number, link.url, host, link.depth, parent, link.hops, url_hash(link.url)))
                citations.append((page, number, link.anchor, link.relevance, None, link.position))
        self._database.insert("links", links)
        self._database.insert("citations", citations)

    def note(self, at: float, kind: EventKind, detail: str) -> None:
        """Something that happened to the whole."""
        with transaction(self._database):
            self._database.execute(_NOTE, (at, str(kind), detail))

    def _known(self, shard: int, of: str) -> Progress:
        """How far it was read; of one that was made since, what it was made with counts as read."""
        row = self._database.execute(f"SELECT value FROM {of}state WHERE key = ?", (DEALT,)).fetchone()  # noqa: S608
        dealt = msgspec.json.decode(row[0], type=Dealt) if row else Dealt()
        known = self.progress.get(shard)
        if known is None or known.dealing != dealt.dealing:
            return Progress(dealt.dealing, dealt.extent)
        return known

    def _prepare(self, shard: int, of: str, read: Extent) -> None:
        """Know the numbers in the whole of what was read before."""
        self._know()
        if shard not in self._mapped:
            self._mapped.add(shard)
            for statement in _MAPS:
                self._database.define(statement.format(shard=shard))
            self._map(shard, of, Extent(), read)

    def _know(self) -> None:
        """Links, hosts and pages of the whole; only when there is something to add, since it takes a while."""
        if self._is_ready:
            return
        self._is_ready = True
        run = self._database
        self._hosts = {name: number for number, name in run.stream("SELECT id, name FROM hosts")}
        self._links.number(_column(run.stream("SELECT hash FROM links ORDER BY id")))
        pages = run.stream("SELECT fingerprint, link FROM pages WHERE duplicate_of IS NULL ORDER BY visit")
        self._originals.load(pages)
        for statement in _TEMPORARY:
            run.define(statement)

    def _number_hosts(self, names: Iterable[str]) -> None:
        new = [name for name in dict.fromkeys(names) if name not in self._hosts]
        numbered = list(enumerate(new, start=len(self._hosts)))
        self._database.insert("hosts", numbered)
        self._hosts |= {name: number for number, name in numbered}

    def _number(self, url: str) -> int:
        return int(self._links.number(np.array([url_hash(url)]))[0])

    def _map(self, shard: int, of: str, since: Extent, until: Extent) -> None:
        """Number new hosts and links. Those of pages that other shards fetched are mostly known, and so are those
        that another told of before: these are in `known_links`."""
        run = self._database
        hosts = run.execute(_HOSTS.format(of=of), (since.hosts, until.hosts)).fetchall()
        self._number_hosts(name for _, name in hosts)
        run.insert(f"hosts_of_{shard}", [(local, self._hosts[name]) for local, name in hosts])
        known = len(self._links)
        span = since.links, until.links
        numbers = self._links.number(_column(run.execute(_LINKS.format(of=of), span)))
        places = np.flatnonzero(numbers < known)
        run.execute("DELETE FROM known_links")
        run.insert("known_links", zip((places + since.links).tolist(), numbers[places].tolist(), strict=True))
        run.execute(_NUMBER_LINKS.format(of=of, shard=shard), (known, *span))
        run.execute(f"INSERT INTO links_of_{shard} SELECT local, number FROM known_links")  # noqa: S608

    def _copy(self, shard: int, of: str, since: Extent, until: Extent, files: Mapping[str, str]) -> Taken:
        run = self._database

        def execute(statement: str, *given: object) -> None:
            run.execute(statement.format(of=of, shard=shard), given)

        known = len(self._links)
        self._map(shard, of, since, until)
        execute(_COPY_LINKS, since.links, until.links, known)
        told_before = run.execute(_TOLD_BEFORE.format(of=of)).fetchall()
        run.executemany(_COMPLETE_LINK.format(of=of, shard=shard), told_before)
        (first,) = run.execute("SELECT coalesce(max(id) + 1, 0) FROM visits").fetchone()
        (last_event,) = run.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()
        for table in ("new_visits", "new_files", "originals"):
            run.execute(f"DELETE FROM {table}")  # noqa: S608
        execute(_NUMBER_VISITS, first, since.visits, until.visits)
        run.insert("new_files", files.items())
        execute(_COPY_VISITS)
        self._find_originals(shard, of)
        execute(_COPY_PAGES)
        execute(_DROP_ELEMENTS)
        execute(_COPY_ELEMENTS)
        execute(_COPY_CITATIONS, since.citations, until.citations)
        word = f"shard {shard}: "
        execute(_COPY_EVENTS, last_event, word, first, since.events, until.events, *_NOT_ITS_OWN)
        return self._count(first, until.settled - since.settled, len(self._links) - known)

    def _find_originals(self, shard: int, of: str) -> None:
        """A page may be nearly that of another shard: then it is a duplicate in the whole."""
        rows = self._database.execute(_PRINTS.format(of=of, shard=shard)).fetchall()
        found: list[tuple[int, int]] = []
        copies: dict[int, int] = {}
        original: int | None
        for visit, link, known, fingerprint in rows:
            if known is not None:
                original = copies[known] if known in copies else self._original_of(known)
            else:
                original = self._originals.find(fingerprint)
                if original is None:
                    self._originals.add(fingerprint, link)
            if original is not None and original != link:
                found.append((visit, original))
                copies[link] = original
        self._database.insert("originals", found)

    def _original_of(self, link: int) -> int:
        """What the shard found a page to be a duplicate of may be one itself in the whole."""
        query = "SELECT duplicate_of FROM newest_pages WHERE link = ?"
        row = self._database.execute(query, (link,)).fetchone()
        return int(row[0]) if row and row[0] is not None else link

    def _count(self, first: int, settled: int, links: int) -> Taken:
        """Add what is new from this visit on to the totals."""
        run, totals = self._database, Totals()
        pages, on_topic, duplicates = run.execute(_NEW_PAGES, (first,)).fetchone()
        count, begin, end = run.execute(_NEW_BYTES, (first,)).fetchone()
        counted = {"pages": pages, "on_topic": on_topic, "duplicates": duplicates, "bytes": count, "settled": settled}
        totals.numbers.update({name: int(number) for name, number in counted.items()})
        totals.moments += [at for at in (begin, end) if at is not None]
        totals.outcomes.update(dict(run.execute(_NEW_OUTCOMES, (first,)).fetchall()))
        for host, of_host, found in run.execute(_NEW_HOSTS, (first,)).fetchall():
            totals.pages_by_host[host], totals.on_topic_by_host[host] = of_host, found
        totals.write(run)
        return Taken(dict(totals.outcomes), pages, links)

    def _told(self, shard: int, of: str) -> Told:
        rows = self._database.execute(f"SELECT key, value FROM {of}state")  # noqa: S608
        state = {key: value for key, value in rows if key in Told.__struct_fields__}
        told = msgspec.convert({key: msgspec.json.decode(value) for key, value in state.items()}, Told)
        pages = self._database.execute(f"SELECT value FROM {of}totals WHERE name = 'pages'").fetchone()  # noqa: S608
        resting = [(self._in_whole("hosts", shard, host), until, why) for host, until, why in told.resting]
        roles = {role: [self._in_whole("links", shard, each) for each in links] for role, links in told.roles.items()}
        return msgspec.structs.replace(told, pages=int(pages[0]) if pages else 0, resting=resting, roles=roles)

    def _in_whole(self, what: str, shard: int, local: int) -> int:
        query = f"SELECT number FROM {what}_of_{shard} WHERE local = ?"  # noqa: S608
        return int(self._database.execute(query, (local,)).fetchone()[0])


def _column(rows: Iterable[Any]) -> NDArray[np.int64]:
    return np.fromiter(chain.from_iterable(rows), np.int64)


def extent(database: Database, of: str = "") -> Extent:
    """How much there is in a database."""
    return Extent(*map(int, database.execute(_EXTENT.format(of=of)).fetchone()))


def write_state(database: Database, state: Mapping[str, object]) -> None:
    """Within a transaction."""
    rows = [(key, msgspec.json.encode(value).decode()) for key, value in state.items()]
    database.executemany(UPSERT_STATE, rows)


def files_of_shards(database: Database) -> dict[int, dict[str, str]]:
    """By shard, its files of raw responses: what each is called in the whole."""
    rows = database.execute("SELECT key, value FROM state WHERE key LIKE 'shard %'").fetchall()
    return {int(key.removeprefix(_SHARD)): msgspec.json.decode(value, type=Progress).files for key, value in rows}


def growing_files(database: Database, shards: int) -> set[str]:
    """What the files are called in the whole that so many shards go on with; there may have been more of them."""
    known = (files for shard, files in files_of_shards(database).items() if files and shard < shards)
    return {files[max(files, key=file_number)] for files in known}


def names_file(database: Database, name: str) -> bool:
    """Whether a visit says that its raw response is in this file."""
    return bool(database.execute("SELECT EXISTS (SELECT 1 FROM visits WHERE warc_file = ?)", (name,)).fetchone()[0])
