"""WARC 1.1 files of the raw responses: one gzip member a record, so that a page is read back by its offset."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import IO, NamedTuple

from isal import isal_zlib

from honeyguide.errors import BadFolder
from honeyguide.model import Fetched

NAME = r"[0-9]{5,9}\.warc\.gz"
LAST_RECORD = """
SELECT warc_file, warc_offset, warc_length FROM visits WHERE warc_file IS NOT NULL
ORDER BY length(warc_file) DESC, warc_file DESC, warc_offset DESC LIMIT 1
"""
"""The record that stands last in the files; a later visit may stand before it, when others were deleted."""
_GZIP = 31
"""zlib's window bits for a gzip member."""
_MAX_FILE = 1_000_000_000
_NO_LINKS = {errno.EXDEV, errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS}
"""What a file system says that cannot give a file a second name."""
_REBUILT = {"transfer-encoding", "content-length"}
"""Headers of the connection, not of the content: the body is stored whole, with its true length."""


class Place(NamedTuple):
    """Where a record stands."""

    file: str
    offset: int
    length: int


def response_record(fetched: Fetched) -> bytes:
    """A compressed `response` record: status line, headers and body as they came over the wire."""
    lines = [f"HTTP/1.1 {fetched.status} {fetched.reason}"]
    lines += [f"{name}: {value}" for name, value in fetched.headers if name.lower() not in _REBUILT]
    lines.append(f"Content-Length: {len(fetched.body)}")
    head = "\r\n".join(map(_one_line, lines)).encode("utf-8", "replace") + b"\r\n\r\n"
    return _record("response", "application/http;msgtype=response", fetched.url, fetched.at, head + fetched.body)


def info_record(software: str, at: float) -> bytes:
    fields = f"software: {software}\r\nformat: WARC File Format 1.1\r\n"
    return _record("warcinfo", "application/warc-fields", "", at, fields.encode())


def _record(kind: str, content_type: str, target: str, at: float, block: bytes) -> bytes:
    lines = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{_random_uuid()}>",
        f"WARC-Date: {_second(int(at))}.{int(at % 1 * 1e6):06}Z",
        *([f"WARC-Target-URI: {target}"] if target else []),
        f"Content-Type: {content_type}",
        f"Content-Length: {len(block)}",
    ]
    head = "\r\n".join(lines).encode("utf-8", "replace")
    packed: bytes = isal_zlib.compress(head + b"\r\n\r\n" + block + b"\r\n\r\n", 1, _GZIP)
    return packed


def _random_uuid() -> str:
    """Version 4; `uuid.uuid4` takes five times as long."""
    digits = os.urandom(16).hex()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


@lru_cache(maxsize=16)
def _second(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%S}"


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")


class WarcWriter:
    """Appends records to numbered files in a folder. What is beyond `end` was never committed: it is set aside."""

    def __init__(
        self,
        folder: Path,
        end: tuple[str, int] | None,
        software: str,
        now: float,
        aside: Path,
        elsewhere: Mapping[str, int] = MappingProxyType({}),
        largest: int = _MAX_FILE,
    ) -> None:
        """`aside` is a folder, which is made when there is something to put there: nothing is ever deleted.

        `elsewhere`: files that were moved, and their sizes. `largest`: bytes after which a new file is begun.
        """
        self._folder = folder
        self._software = software
        self._now = now
        self._aside = aside
        self._largest = largest
        kept, size = end or ("", 0)
        self.number = number_of(folder, kept) if end else 0
        """Of the file that is written to, or was last."""
        self._name = kept
        self._file: IO[bytes] | None = None
        self.set_aside = 0
        """Bytes that stood beyond the end."""
        self.lost = 0
        """Bytes of committed records that are not there: the machine went down before they reached the disk."""
        for beyond in warc_files(folder):
            if number_of(folder, beyond.name) > self.number:
                self._move_aside(beyond)
        self.number = max([self.number, *(number_of(folder, name) for name in elsewhere)])
        if end:
            try:
                self._file = opened(folder, kept, os.O_RDWR)
            except FileNotFoundError:
                self.lost = max(0, size - elsewhere.get(kept, 0))
                return
            length = os.fstat(self._file.fileno()).st_size
            self.lost = max(0, size - length)
            if self.lost:
                self._file.close()
                self._file = None
                return
            if length > size:
                self._set_tail_aside(self._file, size, length)
            self._offset = self._file.seek(size)

    def write(self, records: Sequence[bytes]) -> list[Place]:
        """Append records; one after the other they make few large writes."""
        places: list[Place] = []
        together: list[bytes] = []
        for record in records:
            if self._file is None or self._offset > self._largest:
                self._flush(together)
                self.begin_file()
            places.append(Place(self._name, self._offset, len(record)))
            together.append(record)
            self._offset += len(record)
        self._flush(together)
        return places

    def sync(self) -> None:
        if self._file:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file:
            self._file.close()

    def begin_file(self) -> None:
        """What is written next goes into a new file."""
        self.sync()
        self.close()
        self.number += 1
        self._name = file_name(self.number)
        self._folder.mkdir(exist_ok=True)
        self._file = opened(self._folder, self._name, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        self._offset = len(info := info_record(self._software, self._now))
        self._flush([info])

    def _flush(self, records: list[bytes]) -> None:
        left = memoryview(b"".join(records))
        while left and self._file:
            left = left[self._file.write(left) :]
        records.clear()

    def _move_aside(self, file: Path) -> None:
        self.set_aside += file.lstat().st_size
        file.rename(self._place_aside(file.name.split(".")[0]))

    def _set_tail_aside(self, file: IO[bytes], start: int, end: int) -> None:
        """The copy is on the disk before the tail is cut off."""
        with self._place_aside(f"{self.number:05}-{start}").open("xb") as copy:
            file.seek(start)
            shutil.copyfileobj(file, copy)
            copy.flush()
            os.fsync(copy.fileno())
        file.truncate(start)
        self.set_aside += end - start

    def _place_aside(self, stem: str) -> Path:
        self._aside.mkdir(exist_ok=True)
        names = (f"{stem}{f'-{again}' if again > 1 else ''}.warc.gz" for again in count(1))
        return next(path for path in (self._aside / name for name in names) if not os.path.lexists(path))


class StandingRecords:
    """Stands for a writer where the records are in their files already: it says the places that it was told."""

    lost = set_aside = number = 0

    def __init__(self) -> None:
        self._places: deque[Place] = deque()

    def append(self, place: Place) -> None:
        self._places.append(place)

    def write(self, records: Sequence[bytes]) -> list[Place]:
        return [self._places.popleft() for _ in records]

    def sync(self) -> None:
        pass

    def close(self) -> None:
        pass


def take_back(folder: Path, aside: Path, elsewhere: Iterable[str]) -> None:
    """What was set aside becomes the last files of the folder again; `elsewhere`: names of files that were moved."""
    taken = (*(file.name for file in warc_files(folder)), *elsewhere)
    number = max((number_of(folder, name) for name in taken), default=0)
    for file in sorted(aside.glob("*.warc.gz")) if aside.is_dir() else ():
        number += 1
        folder.mkdir(exist_ok=True)
        file.rename(folder / file_name(number))


def file_name(number: int) -> str:
    return f"{number:05}.warc.gz"


def file_number(name: str) -> int:
    """Of a file of raw responses, by its name; what is none is refused."""
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        raise ValueError(f"'{str(name)[:80]}' is no file of raw responses")
    return int(name[:-8])


def linked(file: Path, name: Path) -> bool:
    """Whether a file has this second name now; False where the file system knows no such thing."""
    try:
        os.link(file, name)
    except OSError as wrong:
        if wrong.errno not in _NO_LINKS:
            raise
        return False
    return True


def warc_files(folder: Path) -> list[Path]:
    """The files of a folder that a writer would have made, the first first."""
    if not folder.is_dir():
        return []
    return sorted(
        (each for each in folder.iterdir() if re.fullmatch(NAME, each.name)),
        key=lambda each: file_number(each.name),
    )


def is_kept(folder: Path, name: str) -> bool:
    """Whether a file is there, by its name, which may come from strangers; what is a link or no file is refused."""
    try:
        opened(folder, name).close()
    except FileNotFoundError:
        return False
    return True


def opened(folder: Path, name: object, flags: int = os.O_RDONLY) -> IO[bytes]:
    """A file of records, which must be one of the folder itself: a name may come from a database of strangers."""
    number_of(folder, name)
    try:
        inside = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            file = os.open(str(name), flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644, dir_fd=inside)
        finally:
            os.close(inside)
    except OSError as wrong:
        if wrong.errno in {errno.ELOOP, errno.ENOTDIR, errno.ENXIO, errno.EISDIR}:
            raise _no_file(folder, name) from None
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise _no_file(folder, name)
    return os.fdopen(file, "rb") if flags == os.O_RDONLY else os.fdopen(file, "r+b", buffering=0)


def _no_file(folder: Path, name: object) -> BadFolder:
    return BadFolder(f"{folder / str(name)}: is a link or no file, and raw responses are kept in files only")


def number_of(folder: Path, name: object) -> int:
    """Of a file, by its name."""
    try:
        return file_number(name)  # type: ignore[arg-type]
    except ValueError as wrong:
        raise BadFolder(f"{folder.parent}: its database is damaged: {wrong}") from None
