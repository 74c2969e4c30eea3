"""Raw responses deleted from the folder of a crawl; what was read from them stays."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec import Struct

from honeyguide.progress import Progress
from honeyguide.storage.damage import enough_room, sound
from honeyguide.storage.database import Database
from honeyguide.storage.files import ASIDE, WARC
from honeyguide.storage.folder import connect, reading, transaction
from honeyguide.storage.lock import locked
from honeyguide.storage.raw_responses import forget, moved, read_raw, require_known, writer
from honeyguide.storage.warc import LAST_RECORD, Place

_TELL_EVERY = 500
_KNOWN = "warc_file IS NOT NULL"
_OLD = f"{_KNOWN} AND at < ?"
_MOVED = f"""
SELECT id, warc_file, warc_offset, warc_length FROM visits
WHERE at >= ? AND warc_file IN (SELECT DISTINCT warc_file FROM visits WHERE {_OLD}) ORDER BY id
"""  # noqa: S608
_FORGET = f"UPDATE visits SET warc_file = NULL, warc_offset = NULL, warc_length = NULL WHERE {_OLD}"  # noqa: S608
_MOVE = "UPDATE visits SET warc_file = ?, warc_offset = ?, warc_length = ? WHERE id = ?"


_NOWHERE = (None, None, None)


class Pruned(Struct, frozen=True):
    """What was deleted."""

    responses: int
    bytes: int
    """What the folder is smaller by, and what it had moved to object storage."""
    kept: int
    """Raw responses that are left."""


def prune_raw(folder: Path, before: float, software: str, now: float, progress: Progress) -> Pruned:
    """Delete the raw responses of visits before this moment.

    What is kept of the same files is copied to a new one. The database names the copies before a file is deleted:
    whatever ends this, nothing that it names is lost.
    """
    warc = folder / WARC
    require_known(warc)
    with locked(folder), enough_room(folder, "nothing was deleted"), sound(folder):
        with closing(connect(folder, write=True, alone=True)) as database:
            old, _ = _responses(database, warc, _OLD, before)
            gone = database.execute(f"SELECT DISTINCT warc_file FROM visits WHERE {_OLD}", (before,)).fetchall()  # noqa: S608
            staying = database.execute(_MOVED, (before, before)).fetchall()
            last = database.execute(LAST_RECORD).fetchone()
            size = _size(warc)
            places: list[tuple[object, ...]] = []
            if staying:
                end = (last[0], last[1] + last[2])
                with closing(writer(warc, end, software, now, folder / ASIDE)) as into:
                    into.begin_file()
                    for number, *place in staying:
                        raw = next(read_raw(warc, iter([Place(*place)])), b"")
                        places.append((*(into.write([raw])[0] if raw else _NOWHERE), number))
                        if len(places) % _TELL_EVERY == 0:
                            progress("responses kept", len(places), len(staying))
                    into.sync()
            with transaction(database):
                database.execute(_FORGET, (before,))
                database.executemany(_MOVE, places)
            kept, _ = _responses(database, warc, _KNOWN)
        forget(warc, [Path(name).name for (name,) in gone])
    return Pruned(old, max(0, size - _size(warc)), kept)


def prunable(folder: Path, before: float) -> Pruned:
    """What would be deleted."""
    with reading(folder) as database:
        old, size = _responses(database, folder / WARC, _OLD, before)
        known, _ = _responses(database, folder / WARC, _KNOWN)
    return Pruned(old, size, known - old)


def _responses(database: Database, warc: Path, which: str, *given: float) -> tuple[int, int]:
    """How many of these visits have a raw response in a file that is there, and how many bytes that is."""
    there = {*(file.name for file in warc.glob("*")), *moved(warc).files}
    query = f"SELECT warc_file, count(*), sum(warc_length) FROM visits WHERE {which} GROUP BY warc_file"  # noqa: S608
    sizes = [(count, size) for name, count, size in database.execute(query, given) if Path(name).name in there]
    return sum(int(count) for count, _ in sizes), sum(int(size) for _, size in sizes)


def newest_simulated(folder: Path) -> float | None:
    """When the newest visit was, by the clock of an off-line web; None where the time is the real one."""
    with reading(folder) as database:
        (newest,) = database.execute(
            "SELECT max(at) FROM visits WHERE EXISTS (SELECT 1 FROM state WHERE key = 'simulated')"
        ).fetchone()
    return None if newest is None else float(newest)


def _size(warc: Path) -> int:
    here = sum(file.lstat().st_size for file in warc.iterdir()) if warc.is_dir() else 0
    return here + sum(file.size for file in moved(warc).files.values())
