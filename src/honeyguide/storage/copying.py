"""A crawl copied into another folder, its database into SQLite or PostgreSQL, whichever it was in."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import ExitStack, closing, suppress
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from honeyguide import atomic, known_places
from honeyguide.errors import BadInput, HoneyguideError
from honeyguide.progress import Progress
from honeyguide.storage import folder as layout
from honeyguide.storage.damage import enough_room, sound
from honeyguide.storage.database import Database, columns
from honeyguide.storage.files import DATABASE, LOCK, PLACE, SHARDS, WARC, has_database, refuse_links_below
from honeyguide.storage.gathering import files_of_shards
from honeyguide.storage.lock import locked, was_left
from honeyguide.storage.places import delete_elsewhere, new_place, place_of, shard_name
from honeyguide.storage.postgres import DatabasePlace, PostgresDatabase
from honeyguide.storage.raw_responses import MOVED, copy_moved, moved
from honeyguide.storage.run_settings import keep_settings, settings_of
from honeyguide.storage.schema import TABLES
from honeyguide.storage.shard_folders import finish_exchange, shard_folders
from honeyguide.storage.warc import linked, warc_files

_AT_ONCE = 5_000
_COPIED = [name for statement in TABLES for name in re.findall(r"CREATE TABLE (\w+)", statement) if name != "meta"]
_NOT_COPIED = (LOCK, PLACE, MOVED, f"{DATABASE}*", ".honeyguide-*.part")


def copy_crawl(source: Path, target: Path, store: str, progress: Progress) -> None:
    """Into a folder that is not there yet: then it is there whole, or not at all."""
    if target.exists() or target.is_symlink():
        raise BadInput(f"{target}: is there already; name a new folder")
    place = target.resolve()
    if around := next(filter(has_database, place.parents), None):
        raise BadInput(f"{around}: is a crawl, and a copy is a folder of its own: name one outside of it")
    target = place
    new_place(target, store)
    known_places.name(store)
    layout.connect(source).close()
    with ExitStack() as held:
        for each in (source, *shard_folders(source)):
            held.enter_context(locked(each))
        held.enter_context(enough_room(target, "nothing was copied: make room, then copy again"))
        held.enter_context(sound(source))
        _clear_left(target.parent, source, store)
        part = target.parent / atomic.part_name()
        held.callback(shutil.rmtree, part, ignore_errors=True)
        held.enter_context(locked(part))
        finish_exchange(source)
        shutil.copytree(source, part, ignore=_not_copied, dirs_exist_ok=True)
        held.callback(delete_elsewhere, part)
        copy_moved(source / WARC, part / WARC, target.name, progress)
        _copy_database(source, part, part, new_place(target, store), progress)
        for shard in shard_folders(source):
            copied = part / SHARDS / shard.name
            held.callback(delete_elsewhere, copied)
            named = shard_name(target.name, shard.name)
            _copy_database(shard, copied, part, new_place(copied, store, named), progress)
        _copy_raw_of_shards(source, part)
        part.rename(target)


def _not_copied(folder: str, names: list[str]) -> set[str]:
    """Raw responses of shards are those of the whole. Links and pipes are refused wherever they are."""
    refuse_links_below(Path(folder), names)
    of_shard = {WARC} if Path(folder).parent.name == SHARDS else set()
    return of_shard & set(names) | shutil.ignore_patterns(*_NOT_COPIED)(folder, names)


def _clear_left(folder: Path, source: Path, store: str) -> None:
    """Delete what copies into a folder left that were killed, in the server and the storage that this one uses, too.

    Only where it is certain: the process that held the part is gone, the user is the same, nothing is a link, and
    schemas say that they are of that copy. Parts that name any other server or storage stay.
    """
    servers = {store, *(place.url for place in [place_of(source)] if place)}
    own = _storages(source)
    for part in folder.glob(atomic.part_name("*")):
        with suppress(HoneyguideError, OSError):
            crawls = [part, *(part / SHARDS).glob("*")]
            named = [each / name for each in crawls for name in ("", SHARDS, PLACE, MOVED)]
            if any(map(Path.is_symlink, named)) or part.lstat().st_uid != os.getuid() or not was_left(part):
                continue
            places = filter(None, map(place_of, crawls))
            theirs = set().union(*map(_storages, crawls))
            is_apart = not theirs & own and {_base(each) for each in theirs} <= {_base(each) for each in own}
            if is_apart and all(place.url in servers and _is_of(place, part) for place in places):
                for each in crawls:
                    delete_elsewhere(each)
                shutil.rmtree(part)


def _storages(folder: Path) -> set[str]:
    """Folders of object storage that hold raw responses of a crawl."""
    return {file.place for file in moved(folder / WARC).files.values()}


def _base(storage: str) -> str:
    """What folders of several crawls are in."""
    return storage.rpartition("/")[0]


def _is_of(place: DatabasePlace, part: Path) -> bool:
    """Whether a schema is one that a copy made, or that it had yet to make."""
    with closing(PostgresDatabase(place, write=False)) as database:
        return database.said_of_schema() in {None, _said(part)}


def _said(part: Path) -> str:
    return f"a copy by honeyguide, first called {part.name}"


def _copy_database(source: Path, target: Path, part: Path, place: DatabasePlace | None, progress: Progress) -> None:
    """`part`: the folder of all that is copied."""
    with closing(layout.connect(source, write=True, alone=True)) as read:
        meta = dict(read.execute("SELECT key, value FROM meta").fetchall())

        def fill(write: Database) -> None:
            if isinstance(write, PostgresDatabase):
                write.say_of_schema(_said(part))
            for table in _COPIED:
                _copy_table(read, write, table, progress)

        layout.create(target, place, meta, fill)
    if settings := settings_of(target):
        kept = replace(settings, store=place.url if place else "")
        keep_settings(target, kept, meta["honeyguide_version"])


def _copy_raw_of_shards(source: Path, part: Path) -> None:
    """What a shard keeps of raw responses has a second name in the whole, unless the file system knows none."""
    with layout.reading(source) as database:
        names = files_of_shards(database)
    for number, shard in enumerate(shard_folders(source)):
        warc = part / SHARDS / shard.name / WARC
        for file in warc_files(shard / WARC):
            warc.mkdir(exist_ok=True)
            whole = part / WARC / names.get(number, {}).get(file.name, file.name)
            if not (file.name in names.get(number, {}) and whole.exists() and linked(whole, warc / file.name)):
                shutil.copy2(file, warc / file.name)


def _copy_table(read: Database, write: Database, table: str, progress: Progress) -> None:
    names = ", ".join(columns(read, table))
    order = "rowid" if table == "citations" else "1"
    rows = iter(read.stream(f"SELECT {names} FROM {table} ORDER BY {order}"))  # noqa: S608
    done = 0
    while some := list(islice(rows, _AT_ONCE)):
        write.insert(table, some)
        done += len(some)
        progress(f"{table} copied", done, 0)
