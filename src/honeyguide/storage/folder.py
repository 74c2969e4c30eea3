"""One folder a crawl: `crawl.db`, `warc/`, `search/`, `settings.toml`; one process at a time may write.

The database may be PostgreSQL instead: then `database.toml` stands for `crawl.db`, and says where it is.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from itertools import count, takewhile
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from honeyguide import atomic, known_places
from honeyguide.config import Settings, load, to_toml
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.link_table import url_hash
from honeyguide.model import Topic
from honeyguide.storage.database import Database, SqliteDatabase, open_sqlite
from honeyguide.storage.postgres import DatabasePlace, PostgresDatabase, checked_url
from honeyguide.storage.raw_responses import MOVED, delete_moved, names
from honeyguide.storage.raw_responses import require_known as require_known_raw
from honeyguide.storage.schema import TABLES, UPGRADES, VERSION
from honeyguide.text_files import read_text
from honeyguide.timestamps import isoformat
from honeyguide.toml_files import parse, toml_value

DATABASE = "crawl.db"
PLACE = "database.toml"
SETTINGS = "settings.toml"
WARC = "warc"
SEARCH = "search"
LOCK = "lock"
LOG = "crawl.log"
VECTORS = "vectors.sqlite"
DESCRIPTIONS = "seeds.json"
"""What was said of seeds, by URL."""
ASIDE = "set-aside"
"""Raw responses that the database does not know, and databases that were made anew: kept for who may want them."""
GIVEN = "given"
"""What a crawl that was started from elsewhere was given: its topic, seeds and settings."""
SHARDS = "shards"
"""The folders of the shards of a crawl, by number; beside it, while it is replaced, those to come and to go."""
NEW_SHARDS = "shards.new"
OLD_SHARDS = "shards.old"
_SHARD_FOLDERS = (SHARDS, NEW_SHARDS, OLD_SHARDS)
DEMO_MARK = "demo.toml"
"""Says that a folder may be replaced by the next demo."""
_FILES = (
    LOG,
    f"{LOG}.1",
    DATABASE,
    f"{DATABASE}-wal",
    f"{DATABASE}-shm",
    PLACE,
    MOVED,
    LOCK,
    SETTINGS,
    f"{SETTINGS}.new",
    DEMO_MARK,
)
_FOLDERS = (WARC, SEARCH, ASIDE, GIVEN, *_SHARD_FOLDERS)
OURS = {*_FILES, *_FOLDERS, DESCRIPTIONS, VECTORS, f"{VECTORS}-wal", f"{VECTORS}-shm"}
FIRST_RELEVANCE = "tag-vsm"
"""What judged pages before topics said which relevance model does."""

_TRIES = 5
_LOOK_SECONDS = 0.02
"""Who only looks whether a folder is held holds it for a moment."""

_log = logging.getLogger(__name__)


class Holder(msgspec.Struct, frozen=True):
    """The process that writes into a folder; 0 where it does not say."""

    process: int
    since: float


def check(folder: Path) -> None:
    """Refuse what is no crawl, or cannot be read here."""
    connect(folder).close()


def has_database(folder: Path) -> bool:
    """Whether this is the folder of a crawl, by its files; never through a link."""
    return any((folder / name).is_file() and not (folder / name).is_symlink() for name in (DATABASE, PLACE))


def place_of(folder: Path) -> DatabasePlace | None:
    """Where the database is; None for in the folder."""
    file = folder / PLACE
    if not file.is_file():
        return None
    _refuse_link_or_pipe(file)
    said = parse(read_text(file, "the place of a database"), file, "the place of a database")
    try:
        return msgspec.convert(said, DatabasePlace)
    except msgspec.ValidationError as wrong:
        raise BadFolder(f"{file}: does not say where a database is: {wrong}") from None


def require_folder(folder: Path) -> None:
    _require_name(folder)
    if not folder.is_dir():
        raise BadFolder(f"{folder}: {'is a file, not a' if folder.exists() else 'there is no such'} folder")


def _require_name(folder: Path) -> None:
    """Refuse a name that is no text: the search index and what is told as JSON have no way to write it."""
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        raise BadFolder(f"{folder}: the name of this folder is not UTF-8; a crawl needs one that is") from None


def connect(folder: Path, *, write: bool = False, alone: bool = False) -> Database:
    """The database of an existing crawl; refuses what is no crawl or comes from a newer version.

    `alone`: others are kept from crawling into it, from other folders and machines too.
    """
    require_folder(folder)
    _refuse_links_and_pipes(folder)
    if not has_database(folder):
        raise BadFolder(f"{folder}: not a crawl: it has no {DATABASE}{_can_be_recovered(folder)}")
    with _opening(folder):
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
        raise BadFolder(f"{folder}: {_name(folder)} is damaged: it has no format{_can_be_recovered(folder)}")
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


def shard_folders(folder: Path) -> list[Path]:
    """Of the shards of a crawl, by number; none for a crawl in one."""
    _refuse_link_or_pipe(folder / SHARDS)
    found = list(takewhile(has_database, (folder / SHARDS / str(number) for number in count())))
    for shard in found:
        _refuse_link_or_pipe(shard)
    return found


def whole_of(folder: Path) -> Path | None:
    """The crawl that a folder is a shard of, by its place there: one that somebody took out stands for itself."""
    place = folder.resolve()
    for each in reversed(place.parents):
        if each.name in _SHARD_FOLDERS and has_database(each.parent):
            return next((near for near in folder.parents if near.resolve() == each.parent), each.parent)
    return None


def refuse_shard(folder: Path) -> None:
    """For what writes: what the shards of a crawl keep is for the crawl as a whole to change."""
    if whole := whole_of(folder):
        raise BadFolder(f"{whole}: is the crawl that {folder} belongs to; a shard may only be read: name {whole}")


def exchange_shards(folder: Path) -> None:
    """Those that stand ready as new ones take the place of the old; hold `locked`."""
    if (folder / SHARDS).exists():
        (folder / SHARDS).rename(folder / OLD_SHARDS)
    finish_exchange(folder)


def complete_exchange(folder: Path) -> None:
    """What a kill may have left of an exchange of shards: those that stand ready take their place. Nothing goes."""
    shards = folder / SHARDS
    for name in (SHARDS, NEW_SHARDS, OLD_SHARDS):
        _refuse_link_or_pipe(folder / name)
    for ready in (folder / NEW_SHARDS, folder / OLD_SHARDS):
        if not shards.exists() and ready.exists():
            ready.rename(shards)


def finish_exchange(folder: Path) -> None:
    """The same for who writes: what is left of shards whose place others took goes, with what it keeps elsewhere."""
    complete_exchange(folder)
    for left in (folder / NEW_SHARDS, folder / OLD_SHARDS):
        for shard in left.iterdir() if left.is_dir() else ():
            delete_elsewhere(shard)
        shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _opening(folder: Path) -> Iterator[None]:
    """What SQLite says of a database that is opened, in a sentence."""
    try:
        yield
    except sqlite3.OperationalError as wrong:
        if "no such table" in str(wrong):
            raise BadFolder(
                f"{folder}: {DATABASE} is not the database of a crawl{_can_be_recovered(folder)}"
            ) from None
        raise CannotRun(f"{folder / DATABASE}: cannot be opened: {wrong}") from None
    except (sqlite3.DatabaseError, MemoryError, UnicodeDecodeError) as wrong:
        # the latter two when a row claims to be endless, or the schema that SQLite quotes is no text
        why = wrong if isinstance(wrong, sqlite3.Error) else "it is damaged"
        raise BadFolder(
            f"{folder}: {DATABASE} is not the database of a crawl: {why}{_can_be_recovered(folder)}"
        ) from None


def _name(folder: Path) -> str:
    """Of the database, as people know it."""
    place = place_of(folder)
    return str(place) if place else DATABASE


def _open(folder: Path, *, write: bool) -> Database:
    """Read-only readers could not recover the log of a killed crawl: others are kept from writing by `query_only`."""
    if place := place_of(folder):
        return _server(folder, place, write=write)
    where = f"file:{quote(os.fsencode(folder / DATABASE))}{_as_it_stands(folder)}"
    database = open_sqlite(where, uri=True)
    database.execute(f"PRAGMA query_only = {'OFF' if write else 'ON'}")
    return database


def _server(folder: Path, place: DatabasePlace, *, write: bool) -> PostgresDatabase:
    """The database in its place, which the folder names and somebody on this machine must have named, too."""
    known_places.require(folder, checked_url(place.url))
    return PostgresDatabase(place, write=write)


def require_known(folder: Path) -> None:
    """Refuse what a crawl keeps elsewhere, where nobody on this machine has named that place."""
    _refuse_link_or_pipe(folder)
    _refuse_links_and_pipes(folder)
    if place := place_of(folder):
        known_places.require(folder, checked_url(place.url))
    require_known_raw(folder / WARC)


def _refuse_links_and_pipes(folder: Path) -> None:
    """What a crawl keeps is in its folder: a link there could have any file written to, a pipe hang us."""
    for name in sorted(OURS):
        _refuse_link_or_pipe(folder / name)
    with suppress(OSError), os.scandir(folder / WARC) as entries:
        for entry in entries:
            if entry.is_symlink():
                _refuse_link_or_pipe(Path(entry.path))


def _refuse_link_or_pipe(path: Path) -> None:
    """One that is there."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return
    if stat.S_ISLNK(mode):
        raise BadFolder(f"{path}: is a link, and a crawl keeps its files in its own folder")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise BadFolder(f"{path}: is neither a file nor a folder")


def refuse_links_below(folder: Path, names: Iterable[str]) -> None:
    """Of a folder that is copied: the same for all that is in it."""
    for name in names:
        _refuse_link_or_pipe(folder / name)


def _can_be_recovered(folder: Path) -> str:
    """What to do, where a database is not what it should be."""
    if not names(folder / WARC):
        return ""
    return f"; `honeyguide recover {folder}` makes it anew from the raw responses in {WARC}/"


@contextmanager
def intact(folder: Path) -> Iterator[None]:
    """Around what uses the database of a crawl: what SQLite says of a damaged one, in a sentence."""
    try:
        yield
    except sqlite3.DatabaseError as wrong:
        if _tells_damage(wrong):
            raise _damaged(folder, wrong) from wrong
        raise


def _tells_damage(wrong: sqlite3.DatabaseError) -> bool:
    """Not that it is locked, or the disk full. Text that is no text has no code: Python itself finds it."""
    code = getattr(wrong, "sqlite_errorcode", None)
    if code is None:
        return not isinstance(wrong, sqlite3.ProgrammingError)
    return code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT}


@contextmanager
def sound(folder: Path) -> Iterator[None]:
    """Around what reads rows: those that no crawl has written are told in a sentence."""
    try:
        with intact(folder):
            yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, msgspec.MsgspecError) as wrong:
        raise _damaged(folder, wrong) from wrong


def _damaged(folder: Path, wrong: Exception) -> BadFolder:
    why = " ".join(str(wrong).split())[:100] or type(wrong).__name__
    return BadFolder(f"{folder}: {_name(folder)} is damaged: {why}{_can_be_recovered(folder)}")


@contextmanager
def reading(folder: Path) -> Iterator[Database]:
    """The database for those who only read; rows that they cannot read are told in a sentence."""
    with sound(folder), closing(connect(folder)) as database:
        yield database


def last_change(folder: Path) -> object:
    """What is another whenever something was committed: times and sizes of the database and its log."""
    if place := place_of(folder):
        with closing(_server(folder, place, write=False)) as database:
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


def keep_descriptions(folder: Path, described: Mapping[str, str]) -> None:
    """Beside those that are kept already."""
    known = descriptions(folder)
    now = {**known, **described}
    if now != known:
        atomic.write(folder / DESCRIPTIONS, msgspec.json.format(msgspec.json.encode(now)).decode())


def descriptions(folder: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode((folder / DESCRIPTIONS).read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError as wrong:
        raise BadFolder(f"{folder / DESCRIPTIONS}: cannot be read: {wrong}") from None


def settings_of(folder: Path) -> Settings | None:
    """Those of the last run; None where none are kept."""
    kept = folder / SETTINGS
    return load({}, file=kept, environ={}, of_folder=True).settings if kept.is_file() else None


def keep_settings_of_run(folder: Path, settings: Settings, version: str) -> None:
    """Those of a run that begins in a crawl that is there, which is kept where it is."""
    place = place_of(folder)
    with enough_room(folder):
        keep_settings(folder, replace(settings, store=place.url if place else ""), version)


def keep_settings(folder: Path, settings: Settings, version: str) -> None:
    """Those of the last run."""
    atomic.write(folder / SETTINGS, f"# honeyguide {version}\n{to_toml(settings)}")


def new_place(folder: Path, store: str, named: str = "") -> DatabasePlace | None:
    """A schema of its own for a new crawl, or the one in which it began to be laid out; None for in the folder.

    It is named after the folder, one of a shard after that of the crawl as well; or `named` so.
    """
    if not store:
        return None
    begun = place_of(folder)
    if begun and begun.url == store:
        return begun
    place = folder.resolve()
    if not named:
        named = shard_name(place.parent.parent.name, place.name) if place.parent.name == SHARDS else place.name
    words = re.sub(r"[^a-z0-9]+", "_", named.lower()).strip("_")[:40]
    return DatabasePlace(checked_url(store), f"crawl_{words}_{token_hex(4)}".replace("__", "_"))


def shard_name(crawl: str, number: str) -> str:
    """Whom the schema of a shard is named after; `crawl` is the name of its folder."""
    return f"{crawl[:32]}_{number}"


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
    kept = _server(folder, place, write=True)
    atomic.write(folder / PLACE, f"url = {toml_value(place.url)}\nschema = {toml_value(place.schema)}\n")
    kept.hold()
    kept.drop()
    return kept


def delete_elsewhere(folder: Path) -> None:
    """What a crawl keeps in a database server and in object storage, before its folder is deleted; hold `locked`."""
    require_known(folder)
    delete_moved(folder / WARC)
    if place := place_of(folder):
        with closing(_server(folder, place, write=True)) as database:
            database.hold()
            database.drop()


def is_crawl(folder: Path) -> bool:
    """Whether there is a crawl to go on with; a folder with other things in it is refused."""
    _require_name(folder)
    if not folder.exists():
        return False
    require_folder(folder)
    _refuse_links_and_pipes(folder)
    if is_begun(folder):
        return True
    if others := foreign(folder):
        raise BadFolder(f"{folder}: holds other files ({others[0]} …); name a new or empty folder for the crawl")
    if again := _can_be_recovered(folder):
        raise BadFolder(f"{folder}: its {DATABASE} is lost or empty{again}")
    return False


def foreign(folder: Path) -> list[str]:
    """Names in a folder that no crawl has written."""
    return sorted(each.name for each in folder.iterdir() if each.name not in OURS and not atomic.is_part(each.name))


def is_part_of_a_crawl(path: Path) -> bool:
    """Whether a path names something that a crawl keeps in its folder."""
    path = path.resolve()
    return any(has_database(folder) and path.relative_to(folder).parts[0] in OURS for folder in path.parents)


def is_begun(folder: Path) -> bool:
    """Whether anything was ever committed: a crawl that was killed before is not there yet."""
    if not has_database(folder):
        return False
    _refuse_links_and_pipes(folder)
    with _opening(folder), closing(_open(folder, write=False)) as database:
        if not database.has_tables():
            return False
        filled = " UNION ALL ".join(f"SELECT EXISTS (SELECT 1 FROM {table})" for table in ("state", "visits"))  # noqa: S608
        return any(has for (has,) in database.execute(filled))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for one writing process; the lock goes with the process, however it ends."""
    _require_name(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_links_and_pipes(folder)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as wrong:
        raise CannotRun(f"{folder}: cannot be written: {wrong.strerror}") from None
    if not os.access(folder, os.W_OK):
        os.close(handle)
        raise CannotRun(f"{folder}: cannot be written: {os.strerror(errno.EACCES)}")
    try:
        for patience in reversed(range(_TRIES)):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not patience:
                    who = _read_holder(handle)
                    which = f" (process {who.process}, since {isoformat(who.since)})" if who else ""
                    raise CannotRun(f"{folder}: another process is crawling into this folder{which}") from None
                time.sleep(_LOOK_SECONDS)
        os.ftruncate(handle, 0)
        os.pwrite(handle, msgspec.json.encode(Holder(os.getpid(), time.time())), 0)
        yield
    finally:
        os.close(handle)


def was_left(folder: Path) -> bool:
    """Whether a process held the folder and died, or let go of it."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return _read_holder(handle) is not None  # who has just opened it and is about to hold it has said nothing yet
    except OSError:
        return False
    finally:
        os.close(handle)


def holder(folder: Path) -> Holder | None:
    """The process that writes into the folder now, if any does."""
    try:
        handle = os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_holder(handle) or Holder(0, 0.0)
    except OSError:
        return None
    else:
        return None
    finally:
        os.close(handle)


def _read_holder(handle: int) -> Holder | None:
    try:
        return msgspec.json.decode(os.pread(handle, 1000, 0), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None


@contextmanager
def enough_room(
    folder: Path, otherwise: str = "the crawl stopped and nothing stored is lost: make room, then run it again"
) -> Iterator[None]:
    """A full disk ends the crawl with a clear word; what was committed is intact."""
    said = f"{folder}: the disk is full; {otherwise}"
    try:
        yield
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}:
            raise CannotRun(said) from wrong
        raise
    except OSError as wrong:
        if wrong.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise CannotRun(said) from wrong
        raise
