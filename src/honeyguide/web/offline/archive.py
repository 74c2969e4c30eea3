"""A web replayed from WARC files: what was stored is answered, everything else is not found."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import msgspec
from msgspec import Struct

from honeyguide import atomic
from honeyguide.errors import BadInput
from honeyguide.urls import canonical
from honeyguide.web.offline.cache import cache_folder, file_identity
from honeyguide.web.offline.page_source import PageSource
from honeyguide.web.offline.responses import answer_of
from honeyguide.web.offline.warc_reader import Damage, read_record, scan, unpack
from honeyguide.web.response import NOT_FOUND, Answer, is_page

_FORMAT = 1
_UNREADABLE = Answer(500)


class _Place(Struct, frozen=True, array_like=True, gc=False):
    file: int
    offset: int
    length: int
    rank: int
    """2 for a page, 1 for a redirect, 0 for anything else."""


class _Index(Struct, frozen=True, array_like=True):
    places: dict[str, _Place]
    broken: int


class WarcSource(PageSource):
    """Of several responses for a URL a page counts before a redirect and that before an error; then the last one."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = [file.resolve() for file in files]

    @property
    def spec(self) -> str:
        return f"warc:{','.join(map(_quoted, self.files))}"

    @cached_property
    def identity(self) -> str:
        return f"warc-{_FORMAT}-{file_identity(*self.files)}"

    @cached_property
    def _index(self) -> _Index:
        kept = cache_folder() / f"{self.identity}.index"
        try:
            return msgspec.msgpack.decode(kept.read_bytes(), type=_Index)
        except (OSError, msgspec.DecodeError):
            index = _read_index(self.files)
            if not any(place.rank == 2 for place in index.places.values()):
                names = ", ".join(map(str, self.files[:3]))
                raise BadInput(f"{names}: no page in it ({index.broken:,} broken records)") from None
            atomic.write(kept, msgspec.msgpack.encode(index))
            return index

    @cached_property
    def _open(self) -> list[int]:
        try:
            return [os.open(file, os.O_RDONLY | os.O_CLOEXEC) for file in self.files]
        except OSError as wrong:
            raise BadInput(f"{wrong.filename}: cannot be read: {wrong.strerror}") from wrong

    @property
    def broken(self) -> int:
        return self._index.broken

    @cached_property
    def _urls(self) -> list[str]:
        return [url for url, place in self._index.places.items() if place.rank == 2]

    def __len__(self) -> int:
        return len(self._urls)

    def urls(self) -> Sequence[str]:
        return self._urls

    def answer(self, url: str) -> Answer:
        place = self._index.places.get(canonical(url) or "")
        if place is None:
            return NOT_FOUND
        raw = os.pread(self._open[place.file], place.length, place.offset)
        try:
            record, _ = read_record(unpack(raw))
            return answer_of(record) if record else _UNREADABLE
        except Damage:
            return _UNREADABLE


def _quoted(file: Path) -> str:
    """As `open_web` reads it: a name that holds what separates names is in quotation marks."""
    name = str(file)
    return '"' + name.replace('"', '""') + '"' if re.search(r'[,\s"]', name) else name


def _read_index(files: Sequence[Path]) -> _Index:
    places: dict[str, _Place] = {}
    broken = 0
    for number, file in enumerate(files):
        for record in scan(file):
            url = canonical(record.url) if record else None
            if record is None or url is None:
                broken += record is None
                continue
            try:
                answer = answer_of(record)
            except Damage:
                broken += 1
                continue
            rank = 2 if is_page(answer) and not url.endswith("/robots.txt") else 1 if answer.location else 0
            before = places.get(url)
            if before is None or rank >= before.rank:
                places[url] = _Place(number, record.offset, record.length, rank)
    return _Index(places, broken)
