"""A crawl copied into another folder, its database into SQLite or PostgreSQL, whichever it was in."""

from __future__ import annotations

import re
import shutil
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from honeyguide import atomic
from honeyguide.errors import BadInput
from honeyguide.progress import Progress
from honeyguide.storage import folder as layout
from honeyguide.storage.database import Database, columns
from honeyguide.storage.raw_responses import MOVED, copy_moved
from honeyguide.storage.schema import TABLES

_AT_ONCE = 5_000
_COPIED = [name for statement in TABLES for name in re.findall(r"CREATE TABLE (\w+)", statement) if name != "meta"]
_NOT_COPIED = (layout.LOCK, layout.PLACE, MOVED, f"{layout.DATABASE}*", ".honeyguide-*.part")


def copy_crawl(source: Path, target: Path, store: str, progress: Progress) -> None:
    """Into a folder that is not there yet: then it is there whole, or not at all."""
    if target.exists() or target.is_symlink():
        raise BadInput(f"{target}: is there already; name a new folder")
    if many := len(layout.shard_folders(source)):
        raise BadInput(f"{source}: is a crawl in {many} shards, and only one in one is copied; deal it to one first")
    place = layout.new_place(target, store)
    layout.connect(source).close()
    with ExitStack() as held:
        held.enter_context(layout.locked(source))
        held.enter_context(layout.enough_room(target, "nothing was copied: make room, then copy again"))
        held.enter_context(layout.sound(source))
        read = held.enter_context(closing(layout.connect(source, write=True, alone=True)))
        part = target.parent / atomic.part_name()
        held.callback(shutil.rmtree, part, ignore_errors=True)
        shutil.copytree(source, part, ignore=shutil.ignore_patterns(*_NOT_COPIED))
        meta = dict(read.execute("SELECT key, value FROM meta").fetchall())
        held.callback(layout.delete_elsewhere, part)
        copy_moved(source / layout.WARC, part / layout.WARC, target.name, progress)

        def fill(write: Database) -> None:
            for table in _COPIED:
                _copy_table(read, write, table, progress)

        layout.create(part, place, meta, fill)
        if settings := layout.settings_of(part):
            kept = replace(settings, store=place.url if place else "")
            layout.keep_settings(part, kept, meta["honeyguide_version"])
        part.rename(target)


def _copy_table(read: Database, write: Database, table: str, progress: Progress) -> None:
    names = ", ".join(columns(read, table))
    order = "rowid" if table == "citations" else "1"
    rows = iter(read.stream(f"SELECT {names} FROM {table} ORDER BY {order}"))  # noqa: S608
    done = 0
    while some := list(islice(rows, _AT_ONCE)):
        write.insert(table, some)
        done += len(some)
        progress(f"{table} copied", done, 0)
