"""The raw responses of a crawl, wherever their files are: in its folder, or moved from there to object storage.

`raw.json` says which were moved. A file is named there once it is whole in the storage, and only then deleted here:
who does not find it here looks there.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import IO, Annotated, Protocol

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from honeyguide import atomic, known_places
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.progress import Progress, silent
from honeyguide.storage import object_storage
from honeyguide.storage.warc import NAME, Place, WarcWriter, number_of, opened, warc_files

MOVED = "raw.json"
MOVED_FILE = 64_000_000
"""Bytes of a file that will be moved: small enough to be sent in one piece."""
_AHEAD = 2_000_000
"""Bytes that are read from the storage at once, by who reads on."""

_log = logging.getLogger(__name__)

_Storage = Annotated[str, Meta(pattern=rf"^{known_places.OBJECTS}/[a-z0-9-]+-[0-9a-f]{{8}}\Z")]
_Name = Annotated[str, Meta(pattern=rf"^{NAME}\Z")]


class MovedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file in object storage."""

    place: _Storage
    """A folder of this crawl alone."""
    size: int
    md5: str


class Moved(Struct, frozen=True, forbid_unknown_fields=True):
    """What was moved, and what is wrong if more cannot be."""

    place: _Storage | None = None
    """Where files go now."""
    files: dict[_Name, MovedFile] = {}
    unwanted: dict[_Name, _Storage] = {}
    """Files that are yet to be deleted there."""
    problem: str = ""


class RawFiles(Struct, frozen=True):
    """Where the raw responses of a crawl are, as `status` tells it."""

    place: str
    """Where they are moved to; empty where that was taken back."""
    moved: int
    """Files there …"""
    moved_bytes: int
    here: int
    """… and in the folder, the one that is written to among them."""
    here_bytes: int
    room: int
    """Bytes that the disk of the folder has room for."""
    problem: str
    """Why the last try to move some failed."""


def moved(warc: Path) -> Moved:
    """`warc` is the folder `warc/` of a crawl, here and below."""
    try:
        return msgspec.json.decode((warc.parent / MOVED).read_bytes(), type=Moved)
    except FileNotFoundError:
        return Moved()
    except msgspec.MsgspecError as wrong:
        raise BadFolder(f"{warc.parent / MOVED}: does not say where raw responses are: {wrong}") from None


def require_known(warc: Path) -> None:
    """Refuse files that are where nobody on this machine has said that raw responses may be."""
    known = moved(warc)
    for place in {*(file.place for file in known.files.values()), *known.unwanted.values()}:
        _known(warc, place)


def raw_files(warc: Path, to: str) -> RawFiles | None:
    """For `status`; None where all are in the folder and are meant to be."""
    known = moved(warc)
    if not to and not known.files:
        return None
    here = [file.lstat().st_size for file in warc_files(warc)]
    return RawFiles(
        place=to,
        moved=len(known.files),
        moved_bytes=sum(file.size for file in known.files.values()),
        here=len(here),
        here_bytes=sum(here),
        room=shutil.disk_usage(warc.parent).free,
        problem=known.problem,
    )


def names(warc: Path) -> list[str]:
    """Of all files, the first first."""
    found = {file.name for file in warc_files(warc) if file.lstat().st_size} | moved(warc).files.keys()
    return sorted(found, key=lambda name: number_of(warc, name))


def writer(
    warc: Path, end: tuple[str, int] | None, software: str, now: float, aside: Path, *, small: bool = False
) -> WarcWriter:
    """What appends to the files of a crawl, `small` ones where they will be moved."""
    known = moved(warc)
    for name in known.files:  # the process was killed before it could
        (warc / name).unlink(missing_ok=True)
    sizes = {name: file.size for name, file in known.files.items()}
    unwanted = dict.fromkeys(known.unwanted, 0)
    most = {"largest": MOVED_FILE} if small else {}
    return WarcWriter(warc, end, software, now, aside, unwanted | sizes, **most)


def move(warc: Path, to: str, files: Sequence[str], progress: Progress = silent) -> None:
    """Move files that are finished to a folder of this crawl at `to`; the first that fails ends it."""
    clear(warc)
    for done, name in enumerate(files, 1):
        with opened(warc, name) as file:
            while (sent := object_storage.send(file, warc / name, f"{_place(warc, to)}/{name}")) is None:
                file.seek(0)  # somebody copied the folder by hand, and the copy went on
                _keep(warc, replace(moved(warc), place=None))
        known = moved(warc)
        assert known.place is not None
        kept = {**known.files, name: MovedFile(known.place, *sent)}
        _keep(warc, replace(known, files=kept, problem=""))
        (warc / name).unlink()
        progress("files of raw responses moved", done, len(files))


def note_problem(warc: Path, problem: str) -> bool:
    """For who asks how it is going; whether it is a new one."""
    known = moved(warc)
    if known.problem == problem:
        return False
    _keep(warc, replace(known, problem=problem))
    return True


def forget(warc: Path, gone: Iterable[str]) -> None:
    """Delete files that the database does not name any more; in the storage later, if that is out of reach now."""
    known = moved(warc)
    unwanted = {name: known.files[name].place for name in gone if name in known.files}
    if unwanted:
        left = {name: file for name, file in known.files.items() if name not in unwanted}
        _keep(warc, replace(known, files=left, unwanted=known.unwanted | unwanted))
    for name in gone:
        (warc / name).unlink(missing_ok=True)
    try:
        clear(warc)
    except CannotRun as wrong:
        _log.warning("%s; what is to be deleted there is deleted by the next run, or `honeyguide offload`", wrong)


def clear(warc: Path) -> None:
    """Delete in the storage what is yet to be."""
    known = moved(warc)
    for name, place in known.unwanted.items():
        object_storage.delete(f"{_known(warc, place)}/{name}")
        left = {each: where for each, where in moved(warc).unwanted.items() if each != name}
        _keep(warc, replace(moved(warc), unwanted=left))


def delete_moved(warc: Path) -> None:
    """All of what is in the storage, before the folder of the crawl is deleted."""
    known = moved(warc)
    for name, file in known.files.items():
        object_storage.delete(f"{_known(warc, file.place)}/{name}")
    clear(warc)


def copy_moved(warc: Path, copied: Path, target: str, progress: Progress) -> None:
    """The files in the storage once more, for the crawl of this name whose `warc/` is `copied`."""
    token = token_hex(4)
    known, done = moved(warc), Moved()
    for name, file in known.files.items():
        progress("files of raw responses copied", len(done.files), len(known.files))
        place = f"{_base(_known(warc, file.place))}/{_named(target)}-{token}"
        done = replace(done, files={**done.files, name: replace(file, place=place)})
        _keep(copied, done)  # before it is there: then it is deleted if the rest fails
        object_storage.copy(f"{file.place}/{name}", f"{place}/{name}")


@contextmanager
def whole(warc: Path, name: str) -> Iterator[Path]:
    """A file to be read from the beginning to the end; one that was moved is here as long."""
    there = moved(warc).files.get(name)
    if (warc / name).exists() or there is None:
        opened(warc, name).close()  # refuses what is no file of this folder
        yield warc / name
        return
    part = warc.parent / atomic.part_name()
    try:
        object_storage.fetch(f"{_known(warc, there.place)}/{name}", part)
        yield part
    finally:
        part.unlink(missing_ok=True)


class _Readable(Protocol):
    size: int

    def read(self, offset: int, length: int) -> bytes: ...


class _Here:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = os.fstat(file.fileno()).st_size

    def read(self, offset: int, length: int) -> bytes:
        self._file.seek(offset)
        return self._file.read(length)


class _There:
    """One request a record, or for many where they are read one after the other."""

    def __init__(self, url: str, size: int) -> None:
        self._url, self.size = url, size
        self._start, self._held = -1, b""

    def read(self, offset: int, length: int) -> bytes:
        held_to = self._start + len(self._held)
        if not self._start <= offset <= offset + length <= held_to:
            ahead = _AHEAD if self._start <= offset <= held_to else 0
            end = min(self.size, offset + max(length, ahead))
            self._start, self._held = offset, object_storage.read(self._url, offset, end)
        return self._held[offset - self._start :][:length]


def read_raw(warc: Path, places: Iterator[Place]) -> Iterator[bytes]:
    """Records as they stand in the files, compressed; those that are lost, or whose file is gone, are left out."""
    with ExitStack() as held:
        name: object = None
        file: _Readable | None = None
        for place in places:
            if place.file != name:
                held.close()
                name, file = place.file, _readable(warc, place.file, held)
            if file is None:
                continue
            if not isinstance(place.offset, int) or not isinstance(place.length, int) or place.offset < 0:
                raise BadFolder(f"{warc.parent}: its database is damaged: a raw response has no place in {name}")
            if 0 < place.length <= file.size - place.offset:
                yield file.read(place.offset, place.length)


def _readable(warc: Path, name: str, held: ExitStack) -> _Readable | None:
    try:
        return _Here(held.enter_context(opened(warc, name)))
    except FileNotFoundError:
        there = moved(warc).files.get(name)
        return _There(f"{_known(warc, there.place)}/{name}", there.size) if there else None


def _place(warc: Path, to: str) -> str:
    """A folder of this crawl alone, kept before anything is sent to it."""
    known = moved(warc)
    base = to.rstrip("/")
    known_places.require(warc.parent, base)
    if known.place is None or _base(known.place) != base:
        known = replace(known, place=f"{base}/{_named(warc.resolve().parent.name)}-{token_hex(4)}")
        _keep(warc, known)
    assert known.place is not None
    return known.place


def _known(warc: Path, place: str) -> str:
    """The folder of a crawl in the storage, below an address that somebody on this machine has named."""
    known_places.require(warc.parent, _base(place))
    return place


def _base(place: str) -> str:
    return place.rpartition("/")[0]


def _named(folder: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", folder.lower()).strip("-")[:40] or "crawl"


def _keep(warc: Path, known: Moved) -> None:
    atomic.write(warc.parent / MOVED, msgspec.json.format(msgspec.json.encode(known)))
