"""WARC files, plain or compressed record by record: every record whole or counted as broken, never half of one.

ISO 28500. After damage the scan goes on at the next place where a record can begin.
"""

from __future__ import annotations

import mmap
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from isal import isal_zlib

from honeyguide.errors import BadInput

LARGEST = 64_000_000
"""Bytes of a record, unpacked; larger ones count as broken."""
_LONGEST_HEAD = 64_000
_GZIP = b"\x1f\x8b\x08"
_MARK = b"WARC/"
_CHUNK = 1 << 16
_PLAIN_START = re.compile(rb"(?<=\n)WARC/[01]\.\d")
_FIELD = re.compile(rb"([^\s:]+)[ \t]*:[ \t]*([^\r\n]*)")
_KINDS = (b"response", b"resource")
_UNPACKING: tuple[type[Exception], ...] = (isal_zlib.error, zlib.error)  # type: ignore[assignment]  # its stub


class Record(NamedTuple):
    """One that holds an answer of the web."""

    offset: int
    length: int
    """Bytes in the file."""
    url: str
    content_type: str
    block: bytes
    date: str
    """When it was stored, as the record says; empty for none."""


class Damage(Exception):
    """What stands here is no whole record; `begun` says whether it starts like one."""

    def __init__(self, *, begun: bool) -> None:
        self.begun = begun


def scan(path: Path) -> Iterator[Record | None]:
    """The records of a file in order that hold an answer; None for each that is broken."""
    try:
        with path.open("rb") as file:
            if not path.stat().st_size:
                return
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                yield from _scan(path, data)
    except OSError as wrong:
        raise BadInput(f"{path}: cannot be read: {wrong.strerror}") from wrong


def _scan(path: Path, data: mmap.mmap) -> Iterator[Record | None]:
    packed = data[:3] == _GZIP
    if not packed and data[:5] != _MARK:
        raise BadInput(f"{path}: is no WARC file; it starts with neither 'WARC/' nor gzip")
    at, damaged = 0, False
    while at < len(data):
        try:
            block, end = _member(data, at) if packed else _plain(data, at)
            if block:
                record, rest = read_record(block, at, end - at)
                if rest.lstrip()[:5] == _MARK and packed:
                    raise BadInput(
                        f"{path}: is compressed as a whole, so no page can be read alone; unpack it, "
                        "or compress it record by record with `warcio recompress`"
                    )
                if record:
                    yield record
            damaged, at = False, end
        except Damage as damage:
            if damage.begun or not damaged:
                yield None
            damaged, at = True, _next_start(data, at, packed)


def _member(data: mmap.mmap, at: int) -> tuple[bytes, int]:
    """A gzip member unpacked, and where it ends."""
    if data[at : at + 3] != _GZIP:
        if not data[at : at + _CHUNK].strip(b"\0\r\n"):  # padding
            return b"", min(at + _CHUNK, len(data))
        raise Damage(begun=False)
    unpacking = isal_zlib.decompressobj(31)
    parts: list[bytes] = []
    size, place = 0, at
    try:
        while not unpacking.eof and place < len(data):
            part = unpacking.decompress(data[place : place + _CHUNK], _CHUNK * 16)
            while part:
                size += len(part)
                if size <= LARGEST:
                    parts.append(part)
                tail = unpacking.unconsumed_tail
                part = unpacking.decompress(tail, _CHUNK * 16) if tail and not unpacking.eof else b""
            place += _CHUNK
    except _UNPACKING:
        raise Damage(begun=_begins(parts)) from None
    if not unpacking.eof:
        raise Damage(begun=_begins(parts))
    end = min(place, len(data)) - len(unpacking.unused_data)
    if size > LARGEST:
        raise Damage(begun=True)
    return b"".join(parts), end


def _begins(parts: list[bytes]) -> bool:
    return bool(parts) and parts[0][:5] == _MARK


def _plain(data: mmap.mmap, at: int) -> tuple[bytes, int]:
    """A record that is not compressed, with its head, and where the next one begins."""
    if data[at : at + 5] != _MARK:
        raise Damage(begun=False)
    head = data.find(b"\r\n\r\n", at, at + _LONGEST_HEAD)
    length = _length(data[at:head]) if head >= 0 else -1
    end = head + 4 + length
    gap = data[end : end + 4]
    if not 0 <= length <= LARGEST or end > len(data) or gap != b"\r\n\r\n"[: len(gap)]:
        raise Damage(begun=True)
    return data[at:end], end + len(gap)


def _next_start(data: mmap.mmap, at: int, packed: bool) -> int:
    if packed:
        found = data.find(_GZIP, at + 1)
        return found if found >= 0 else len(data)
    start = _PLAIN_START.search(data, at + 1)
    return start.start() if start else len(data)


def _length(head: bytes) -> int:
    value = _fields(head).get(b"content-length", b"")
    return int(value) if value.isdigit() and len(value) < 15 else -1


def _fields(head: bytes) -> dict[bytes, bytes]:
    return {name.lower(): value.strip() for name, value in _FIELD.findall(head)}


def read_record(data: bytes, offset: int = 0, length: int = 0) -> tuple[Record | None, bytes]:
    """The record at the front, None when it holds no answer; and what comes after it."""
    split = data.find(b"\r\n\r\n", 0, _LONGEST_HEAD)
    if split < 0 or data[:5] != _MARK:
        raise Damage(begun=data[:5] == _MARK)
    fields = _fields(data[:split])
    size = _length(data[:split])
    start = split + 4
    if size < 0 or start + size > len(data):
        raise Damage(begun=True)
    rest = data[start + size :]
    if fields.get(b"warc-type", b"").lower() not in _KINDS:
        return None, rest
    url = fields.get(b"warc-target-uri", b"").strip(b"<>").decode("utf-8", "replace")
    kind = fields.get(b"content-type", b"").decode("latin-1")
    date = fields.get(b"warc-date", b"").decode("latin-1")
    return Record(offset, length, url, kind, data[start : start + size], date), rest


def unpack(raw: bytes) -> bytes:
    """The bytes of one record as they stand in a file, without their compression."""
    if raw[:3] != _GZIP:
        return raw
    try:
        unpacked: bytes = isal_zlib.decompressobj(31).decompress(raw, LARGEST)
    except _UNPACKING:
        raise Damage(begun=False) from None
    return unpacked
