"""WARC 1.1 files of the raw responses: one gzip member a record, so that a page is read back by its offset."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import IO, NamedTuple

from isal import isal_zlib

from honeyguide.model import Fetched

_GZIP = 31
"""zlib's window bits for a gzip member."""
_MAX_FILE = 1_000_000_000
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
    """Appends records to numbered files in a folder. What stands beyond `end` was never committed: it is cut off."""

    def __init__(self, folder: Path, end: tuple[str, int] | None, software: str, now: float) -> None:
        self._folder = folder
        self._software = software
        self._now = now
        folder.mkdir(exist_ok=True)
        kept = end[0] if end else ""
        for beyond in sorted(folder.glob("*.warc.gz")):
            if beyond.name > kept:
                beyond.unlink()
        self._name = kept
        self._file: IO[bytes] | None = None
        self.lost = 0
        """Bytes of committed records that are not there: the machine went down before they reached the disk."""
        if end:
            self.lost = max(0, end[1] - (folder / kept).stat().st_size)
        if end and not self.lost:
            self._file = (folder / kept).open("r+b", buffering=0)
            self._file.truncate(end[1])
            self._offset = self._file.seek(end[1])

    def write(self, records: Sequence[bytes]) -> list[Place]:
        """Append records; one after the other they make few large writes."""
        places: list[Place] = []
        together: list[bytes] = []
        for record in records:
            if self._file is None or self._offset > _MAX_FILE:
                self._flush(together)
                self._next_file()
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

    def _next_file(self) -> None:
        self.sync()
        self.close()
        number = int(self._name.split(".")[0]) + 1 if self._name else 1
        self._name = f"{number:05}.warc.gz"
        self._file = (self._folder / self._name).open("wb", buffering=0)
        self._offset = len(info := info_record(self._software, self._now))
        self._flush([info])

    def _flush(self, records: list[bytes]) -> None:
        left = memoryview(b"".join(records))
        while left and self._file:
            left = left[self._file.write(left) :]
        records.clear()


def read_raw(folder: Path, places: Iterator[Place]) -> Iterator[bytes]:
    """Records as they stand in the files, compressed; those that a power cut has cost are left out."""
    name, file = "", None
    try:
        for place in places:
            if place.file != name:
                if file:
                    file.close()
                name, file = place.file, (folder / place.file).open("rb")
            assert file is not None
            file.seek(place.offset)
            record = file.read(place.length)
            if len(record) == place.length:
                yield record
    finally:
        if file:
            file.close()
