"""A crawl copied into another folder, its database into SQLite or PostgreSQL, whichever it was in."""

from __future__ import annotations

import re
import shutil
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from honeyguide import atomic, known_places
from honeyguide.errors import BadInput
from honeyguide.progress import Progress
from honeyguide.storage import folder as layout
from honeyguide.storage.database import Database, columns
from honeyguide.storage.gathering import files_of_shards
from honeyguide.storage.raw_responses import MOVED, copy_moved
from honeyguide.storage.schema import TABLES
from honeyguide.storage.warc import linked, warc_files

_AT_ONCE = 5_000
_COPIED = [name for statement in TABLES for name in re.findall(r"CREATE TABLE (\w+)", statement) if name != "meta"]
_NOT_COPIED = (layout.LOCK, layout.PLACE, MOVED, f"{layout.DATABASE}*", ".honeyguide-*.part")


def copy_crawl(source: Path, target: Path, store: str, progress: Progress) -> None:
    """Into a folder that is not there yet: then it is there whole, or not at all."""
    if target.exists() or target.is_symlink():
        raise BadInput(f"{target}: is there already; name a new folder")
    layout.new_place(target, store)
    known_places.name(store)
    layout.connect(source).close()
    with ExitStack() as held:
        for each in (source, *layout.shard_folders(source)):
            held.enter_context(layout.locked(each))
        held.enter_context(layout.enough_room(target, "nothing was copied: make room, then copy again"))
        held.enter_context(layout.sound(source))
        part = target.parent / atomic.part_name()
        held.callback(shutil.rmtree, part, ignore_errors=True)
        layout.finish_exchange(source)
        shutil.copytree(source, part, ignore=_not_copied)
        held.callback(layout.delete_elsewhere, part)
        copy_moved(source / layout.WARC, part / layout.WARC, target.name, progress)
        _copy_database(source, part, target, store, progress)
        for shard in layout.shard_folders(source):
            copied = part / layout.SHARDS / shard.name
            held.callback(layout.delete_elsewhere, copied)
            _copy_database(shard, copied, copied, store, progress)
        _copy_raw_of_shards(source, part)
        part.rename(target)


def _not_copied(folder: str, names: list[str]) -> set[str]:
    """Raw responses of shards are those of the whole. Links and pipes are refused wherever they are."""
    layout.refuse_links_below(Path(folder), names)
    of_shard = {layout.WARC} if Path(folder).parent.name == layout.SHARDS else set()
    return of_shard & set(names) | shutil.ignore_patterns(*_NOT_COPIED)(folder, names)


def _copy_database(source: Path, part: Path, named: Path, store: str, progress: Progress) -> None:
    """`named`: whom a schema of the server is named after."""
    place = layout.new_place(named, store)
    with closing(layout.connect(source, write=True, alone=True)) as read:
        meta = dict(read.execute("SELECT key, value FROM meta").fetchall())

        def fill(write: Database) -> None:
            for table in _COPIED:
                _copy_table(read, write, table, progress)

        layout.create(part, place, meta, fill)
    if settings := layout.settings_of(part):
        kept = replace(settings, store=place.url if place else "")
        layout.keep_settings(part, kept, meta["honeyguide_version"])


def _copy_raw_of_shards(source: Path, part: Path) -> None:
    """What a shard keeps of raw responses has a second name in the whole, unless the file system knows none."""
    with layout.reading(source) as database:
        names = files_of_shards(database)
    for number, shard in enumerate(layout.shard_folders(source)):
        warc = part / layout.SHARDS / shard.name / layout.WARC
        for file in warc_files(shard / layout.WARC):
            warc.mkdir(exist_ok=True)
            whole = part / layout.WARC / names.get(number, {}).get(file.name, file.name)
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
