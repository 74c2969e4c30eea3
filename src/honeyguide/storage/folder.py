"""One folder a crawl: `crawl.db`, `warc/`, `search/`, `settings.toml`; one process at a time may write.

The database may be PostgreSQL instead: then `database.toml` stands for `crawl.db`, and says where it is.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import msgspec

from honeyguide import atomic
from honeyguide.config import Settings
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.link_table import url_hash
from honeyguide.model import Topic
from honeyguide.storage.damage import can_be_recovered, enough_room, opening, sound
from honeyguide.storage.database import Database, SqliteDatabase, open_sqlite
from honeyguide.storage.files import (
    DATABASE,
    PLACE,
    foreign,
    has_database,
    refuse_links_and_pipes,
    require_folder,
    require_name,
)
from honeyguide.storage.lock import locked
from honeyguide.storage.places import name_of_database, new_place, open_server, place_of
from honeyguide.storage.postgres import DatabasePlace, PostgresDatabase
from honeyguide.storage.run_settings import keep_settings, keep_settings_of_run, settings_of
from honeyguide.storage.schema import TABLES, UPGRADES, VERSION
from honeyguide.toml_files import toml_value

FIRST_RELEVANCE = "tag-vsm"
"""What judged pages before topics said which relevance model does."""

_log = logging.getLogger(__name__)


def check(folder: Path) -> None:
    """Refuse what is no crawl, or cannot be read here."""
    connect(folder).close()


def connect(folder: Path, *, write: bool = False, alone: bool = False) -> Database:
    """The database of an existing crawl; refuses what is no crawl or comes from a newer version.

    `alone`: others are kept from crawling into it, from other folders and machines too.
    """
    require_folder(folder)
    refuse_links_and_pipes(folder)
    if not has_database(folder):
        raise BadFolder(f"{folder}: not a crawl: it has no {DATABASE}{can_be_recovered(folder)}")
    with opening(folder):
        database = _open(folder, write=write)
        try:
            if alone:
                database.hold()
            found = database.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
        except BaseException:
            database.close()
            raise
    version = int(found[0]) if found and str(found[0]).isdecimal() else 0
    if not version:
        database.close()
        raise BadFolder(
            f"{folder}: {name_of_database(folder)} is damaged: it has no format{can_be_recovered(folder)}"
        )
    if version > VERSION:
        database.close()
        raise BadFolder(
            f"{folder}: written by a newer Honeyguide (format {version}, this one knows {VERSION}); update Honeyguide"
        )
    if version < VERSION and write:
        with enough_room(folder):
            _upgrade(database, version)
    elif version < VERSION:
        database.close()
        try:
            with locked(folder):
                connect(folder, write=True).close()
        except CannotRun as wrong:
            raise CannotRun(f"{wrong}; its format {version} must first be brought up to {VERSION}") from None
        return connect(folder)
    return database


@contextmanager
def attached(database: Database, folder: Path) -> Iterator[str]:
    """The database of another crawl, read by the same connection: what stands before the names of its tables."""
    with closing(connect(folder)):  # brings it up to this format, and takes in the log of a killed crawl
        there = place_of(folder)
        if isinstance(database, SqliteDatabase) and there is None:
            database.execute(
                "ATTACH ? AS shard", (f"file:{quote(os.fsencode((folder / DATABASE).resolve()))}?mode=ro",)
            )
            try:
                yield "shard."
            finally:
                database.execute("DETACH shard")
        elif isinstance(database, PostgresDatabase) and there and there.url == database.place.url:
            yield f"{there.schema}."
        else:
            raise BadFolder(f"{folder}: is kept in {there or DATABASE}, and the crawl that it is a part of is not")


def _open(folder: Path, *, write: bool) -> Database:
    """Read-only readers could not recover the log of a killed crawl: others are kept from writing by `query_only`."""
    if place := place_of(folder):
        return open_server(folder, place, write=write)
    where = f"file:{quote(os.fsencode(folder / DATABASE))}{_as_it_stands(folder)}"
    database = open_sqlite(where, uri=True)
    database.execute(f"PRAGMA query_only = {'OFF' if write else 'ON'}")
    return database


@contextmanager
def reading(folder: Path) -> Iterator[Database]:
    """The database for those who only read; rows that they cannot read are told in a sentence."""
    with sound(folder), closing(connect(folder)) as database:
        yield database


def last_change(folder: Path) -> object:
    """What is another whenever something was committed: times and sizes of the database and its log."""
    if place := place_of(folder):
        with closing(open_server(folder, place, write=False)) as database:
            return database.last_change()
    found = []
    for name in (DATABASE, f"{DATABASE}-wal"):
        with suppress(OSError):
            there = (folder / name).stat()
            found.append((there.st_mtime_ns, there.st_size))
    return tuple(found)


def _as_it_stands(folder: Path) -> str:
    """How to open a database beside which nothing can be written; SQLite else makes files of its own there."""
    if os.access(folder, os.W_OK):
        return ""
    return "?mode=ro" if (folder / f"{DATABASE}-wal").exists() else "?immutable=1"


def _upgrade(database: Database, version: int) -> None:
    """Bring a folder of an older version up to this one, whole or not at all."""
    _log.info("the crawl is brought from format %d up to %d", version, VERSION)
    if isinstance(database, SqliteDatabase):
        database.create_function("url_hash", 1, url_hash, deterministic=True)
    try:
        with transaction(database):
            for each in range(version, VERSION):
                for statement in UPGRADES[each]:
                    database.define(statement)
            database.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", (str(VERSION),))
    except BaseException:
        database.close()
        raise


@contextmanager
def transaction(database: Database) -> Iterator[None]:
    """What is written within is there as a whole, or not at all."""
    database.begin()
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def lay_out_or_check(
    folder: Path, topic: Topic, settings: Settings, version: str, published_links: str = "", *, keep: bool = True
) -> bool:
    """Lay out a new crawl, or make sure that the one which is there is this one: then True; hold `locked`.

    Settings, and a folder, that do not say a link model mean the one that the strategy was published with.
    Those of a crawl that is there are kept as the last run's, unless that is left to `keep_settings_of_run`.
    """
    wanted = {
        "topic": msgspec.json.encode(topic, order="sorted").decode(),
        "strategy": settings.strategy,
        "links": settings.links or published_links,
    }
    if not is_crawl(folder):
        with enough_room(folder):
            place = new_place(folder, settings.store)
            keep_settings(folder, settings, version)
            create(folder, place, {**wanted, "honeyguide_version": version, "seed": str(settings.seed)})
        return False
    place, before = place_of(folder), settings_of(folder)
    if settings.store not in ("", place.url if place else "", before.store if before else ""):
        raise BadFolder(
            f"{folder}: the crawl is kept in {place or DATABASE}; name another folder, or leave out --store"
        )
    with sound(folder), closing(connect(folder, write=True)) as database:
        held = dict(database.execute("SELECT key, value FROM meta").fetchall())
        kept = _read_topic(held["topic"])
        strategy = held["strategy"]
    for what, then, now in (
        ("topic", kept, topic),
        ("strategy", strategy, settings.strategy),
        ("link model", held.get("links", published_links), wanted["links"]),
    ):
        if then != now:
            instead = "; or change it: --new-topic, in Python `CrawlFolder.rejudge`" if what == "topic" else ""
            raise BadFolder(
                f"{folder}: holds a crawl with another {what}{_apart(then, now)}; name another folder, or go on with "
                f"what it began with{instead}"
            )
    if keep:
        keep_settings_of_run(folder, settings, version)
    return True


def topic_of(folder: Path) -> Topic:
    """The topic that a crawl began with."""
    with reading(folder) as database:
        (kept,) = database.execute("SELECT value FROM meta WHERE key = 'topic'").fetchone()
        return _read_topic(kept)


def _read_topic(kept: str) -> Topic:
    """With the defaults of fields that it did not have yet, as they were then."""
    return msgspec.convert({"relevance": FIRST_RELEVANCE, **msgspec.json.decode(kept)}, Topic)


def _apart(then: object, now: object) -> str:
    """How they differ, where that can be said in a few words."""
    if isinstance(then, Topic) and isinstance(now, Topic):
        if msgspec.structs.replace(then, relevance=now.relevance) != now:
            return ""
        then, now = then.relevance, now.relevance
    return f": {str(then)[:60]}, not {str(now)[:60]}"


def create(
    folder: Path,
    place: DatabasePlace | None,
    meta: dict[str, str],
    fill: Callable[[Database], None] = lambda database: None,
) -> None:
    """A database in the folder or in its place, without pages, or with what `fill` writes: whole or not at all."""
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", PLACE):
        (folder / name).unlink(missing_ok=True)  # of a crawl that was killed while it was laid out
    with closing(_made(folder, place)) as database, transaction(database):
        database.create(TABLES)
        database.insert("meta", {"schema_version": str(VERSION), **meta}.items())
        fill(database)


def _made(folder: Path, place: DatabasePlace | None) -> Database:
    """A database without tables."""
    if place is None:
        database = open_sqlite(folder / DATABASE)
        database.execute("PRAGMA journal_mode = WAL")
        return database
    kept = open_server(folder, place, write=True)
    atomic.write(folder / PLACE, f"url = {toml_value(place.url)}\nschema = {toml_value(place.schema)}\n")
    kept.hold()
    kept.drop()
    return kept


def is_crawl(folder: Path) -> bool:
    """Whether there is a crawl to go on with; a folder with other things in it is refused."""
    require_name(folder)
    if not folder.exists():
        return False
    require_folder(folder)
    refuse_links_and_pipes(folder)
    if is_begun(folder):
        return True
    if others := foreign(folder):
        raise BadFolder(f"{folder}: holds other files ({others[0]} …); name a new or empty folder for the crawl")
    if again := can_be_recovered(folder):
        raise BadFolder(f"{folder}: its {DATABASE} is lost or empty{again}")
    return False


def is_begun(folder: Path) -> bool:
    """Whether anything was ever committed: a crawl that was killed before is not there yet."""
    if not has_database(folder):
        return False
    refuse_links_and_pipes(folder)
    with opening(folder), closing(_open(folder, write=False)) as database:
        if not database.has_tables():
            return False
        filled = " UNION ALL ".join(f"SELECT EXISTS (SELECT 1 FROM {table})" for table in ("state", "visits"))  # noqa: S608
        return any(has for (has,) in database.execute(filled))
