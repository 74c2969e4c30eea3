"""Exports that are sent while they are made; those that must be a file first are made aside."""

from __future__ import annotations

import io
import os
import tempfile
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import IO, cast

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response, StreamingResponse

from honeyguide.crawl_folder import CrawlFolder
from honeyguide.exports import FORMATS, STREAMED, Form

_WAITING = 8
"""Pieces that are made ahead of what is sent."""
_PIECE = 64_000
_PATIENCE_SECONDS = 1.0
_TYPES = {
    "jsonl": "application/x-ndjson",
    "chunks": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
    "warc": "application/warc",
}


def exported(crawl: CrawlFolder, to: str, *, relevant: bool, columns: Sequence[str] = ()) -> Response:
    """A crawl in a format, as a download; what is wrong with the wish is raised before anything is sent."""
    Form(to, tuple(columns)).check()
    suffix = ".md" if to == "markdown" else FORMATS[to]
    name = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in crawl.path.name)
    if to in STREAMED:
        attached = {"Content-Disposition": f'attachment; filename="{name}{suffix}"'}
        return StreamingResponse(_pieces(crawl, to, relevant, columns), media_type=_TYPES[to], headers=attached)
    handle, made = tempfile.mkstemp(prefix="honeyguide-", suffix=suffix)
    os.close(handle)
    try:
        crawl.export(to, Path(made), relevant=relevant, columns=columns, force=True)
    except BaseException:
        os.unlink(made)
        raise
    done = BackgroundTask(os.unlink, made)
    return FileResponse(made, media_type=_TYPES[to], filename=f"{name}{suffix}", background=done)


def _pieces(crawl: CrawlFolder, to: str, relevant: bool, columns: Sequence[str]) -> Iterator[bytes]:
    """What an export writes, made by a thread that ends when nobody reads any more."""
    sink = _Sink()
    failed: list[BaseException] = []

    def make() -> None:
        try:
            stream = io.BufferedWriter(cast("io.RawIOBase", sink), _PIECE)
            crawl.export(to, cast("IO[bytes]", stream), relevant=relevant, columns=columns)
            stream.flush()
        except BaseException as wrong:  # noqa: BLE001  # it is raised where it is read
            failed.append(wrong)
        finally:
            sink.done.set()

    Thread(target=make, daemon=True).start()
    try:
        if to == "csv":
            yield BOM_UTF8  # as in a file: spreadsheets go by it
        while True:
            try:
                yield sink.pieces.get(timeout=_PATIENCE_SECONDS)
            except Empty:
                if sink.done.is_set() and sink.pieces.empty():
                    break
    finally:
        sink.left.set()
    if failed:
        raise failed[0]  # breaks the connection: the reader sees that it is not whole


class _Sink(io.RawIOBase):
    """Where an export writes to, piece by piece."""

    def __init__(self) -> None:
        self.pieces: Queue[bytes] = Queue(_WAITING)
        self.done, self.left = Event(), Event()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        piece = bytes(data)
        while not self.left.is_set():
            try:
                self.pieces.put(piece, timeout=_PATIENCE_SECONDS)
            except Full:
                continue
            return len(piece)
        raise BrokenPipeError("nobody reads the export any more")
