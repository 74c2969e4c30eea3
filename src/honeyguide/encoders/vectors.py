"""A cache in front of an encoder: each text is encoded once, and its vector kept in int8, in memory and on disk.

The numbers of a vector are divided by the largest and rounded to 255 steps; what is handed out is made of these, so
it is the same wherever it comes from.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from honeyguide.protocols import Encoder
from honeyguide.quantized import quantized, unit_rows

LONGEST_TEXT = 2_000
"""Characters of a text that are looked at."""
_REMEMBERED = 50_000
_ASKED_AT_ONCE = 500
_WRITE_AFTER = 256
_LARGEST_FILE = 1 << 30
"""Bytes; a file that has grown so far takes no more."""
_LONGEST_WAIT = 30.0
"""Seconds that a process waits while another writes."""

_log = logging.getLogger(__name__)


def cleaned(text: str) -> str:
    """A text as an encoder gets it: cut, in one form of Unicode (NFKC), without what is no character; empty for one
    without words. Cut twice: a character may stand for 18."""
    whole = normalize("NFKC", text[:LONGEST_TEXT].encode(errors="ignore").decode())
    plain = " ".join(whole.replace("\0", " ").split())[:LONGEST_TEXT]
    return plain if any(map(str.isalnum, plain)) else ""


class Vectors:
    """Is an encoder itself. Several processes may share the file, several threads the object."""

    def __init__(self, encoder: Encoder, file: Path | None = None, remembered: int = _REMEMBERED) -> None:
        """`remembered`: vectors that are kept in memory."""
        self._encoder = encoder
        self._remembered = remembered
        self._memory: OrderedDict[int, bytes] = OrderedDict()
        self._unwritten: dict[int, bytes] = {}
        self._file: VectorFile | None = None
        self._write_after = _WRITE_AFTER
        self._lock = Lock()
        self.cpu = 0.0
        """Seconds of this process that encoding took."""
        if file:
            self.keep_in(file)

    def keep_in(self, file: Path, write_after: int = _WRITE_AFTER) -> None:
        """Look there, too, from now on, and keep there what is made, so many vectors at a time."""
        with self._lock:
            self._file = VectorFile(file)
            self._write_after = write_after
            self._unwritten.update(self._memory)

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def languages(self) -> Sequence[str]:
        """That the encoder understands; none when it does not tell."""
        return getattr(self._encoder, "languages", ())

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        plain = [cleaned(text) for text in texts]
        if not any(plain):
            return np.zeros((len(texts), self.dimensions), np.float32)
        keys = [self._key(text) for text in plain]
        with self._lock:
            found = self._known(set(keys))
            new = {key: text for key, text in zip(keys, plain, strict=True) if text and key not in found}
            if new:
                found |= self._made(new)
            self._remember(found)
        nothing = bytes(self.dimensions)
        kept = b"".join(found[key] if text else nothing for key, text in zip(keys, plain, strict=True))
        return unit_rows(np.frombuffer(kept, np.int8).reshape(len(texts), -1))

    def write(self) -> None:
        """Into the file, what is not there yet."""
        with self._lock:
            self._write()

    def close(self) -> None:
        with self._lock:
            self._write()
            if self._file:
                self._file.close()

    def _key(self, text: str) -> int:
        return xxh3_64_intdigest(f"{self.name}\0{text}".encode()) - (1 << 63)

    def _known(self, keys: set[int]) -> dict[int, bytes]:
        found = {key: self._memory[key] for key in keys if key in self._memory}
        found |= {key: self._unwritten[key] for key in keys - found.keys() if key in self._unwritten}
        if self._file and (rest := keys - found.keys()):
            stored = self._file.get(rest)
            found |= {key: row for key, row in stored.items() if len(row) == self.dimensions}
        return found

    def _made(self, new: Mapping[int, str]) -> dict[int, bytes]:
        began = time.process_time()
        rows = self._encoder.encode(list(new.values()))
        self.cpu += time.process_time() - began
        made = dict(zip(new, (row.tobytes() for row in quantized(rows)), strict=True))
        self._write_later(made)
        return made

    def _remember(self, found: Mapping[int, bytes]) -> None:
        for key, row in found.items():
            self._memory[key] = row
            self._memory.move_to_end(key)
        while len(self._memory) > self._remembered:
            self._memory.popitem(last=False)

    def _write_later(self, new: Mapping[int, bytes]) -> None:
        if self._file:
            self._unwritten.update(new)
            if len(self._unwritten) >= self._write_after:
                self._write()

    def _write(self) -> None:
        if self._file and self._unwritten:
            self._file.put(self._unwritten.items())
            self._unwritten.clear()


class VectorFile:
    """Vectors by key in SQLite, opened when first asked. It may be deleted at any time; one that is damaged is made
    anew, and where the disk does not take it (full, read-only, in use for too long) work goes on without."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._database: sqlite3.Connection | None = None
        self._given_up = False

    def get(self, keys: Iterable[int]) -> dict[int, bytes]:
        wanted = list(keys)
        found: dict[int, bytes] = {}
        try:
            for start in range(0, len(wanted), _ASKED_AT_ONCE):
                some = wanted[start : start + _ASKED_AT_ONCE]
                query = f"SELECT key, vector FROM vectors WHERE key IN ({','.join('?' * len(some))})"  # noqa: S608
                if database := self._opened():
                    found.update(database.execute(query, some))
        except sqlite3.Error as wrong:
            self._failed(wrong)
        return found

    def put(self, vectors: Iterable[tuple[int, bytes]]) -> None:
        try:
            if (database := self._opened()) and self._has_room(database):
                with database:
                    database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", vectors)
        except sqlite3.Error as wrong:
            self._failed(wrong)

    def close(self) -> None:
        """Until it is asked again."""
        if self._database:
            self._database.close()
            self._database = None

    def _opened(self) -> sqlite3.Connection | None:
        if self._database is None and not self._given_up:
            self._database = sqlite3.connect(self._file, timeout=_LONGEST_WAIT, check_same_thread=False)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = OFF")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key INTEGER PRIMARY KEY, vector BLOB NOT NULL)"
            )
        return self._database

    @staticmethod
    def _has_room(database: sqlite3.Connection) -> bool:
        ((pages,),), ((size,),) = (
            database.execute(f"PRAGMA {each}").fetchall() for each in ("page_count", "page_size")
        )
        return bool(pages * size < _LARGEST_FILE)

    def _failed(self, wrong: sqlite3.Error) -> None:
        self.close()
        damaged = isinstance(wrong, sqlite3.DatabaseError) and not isinstance(wrong, sqlite3.OperationalError)
        try:
            for end in ("", "-wal", "-shm") if damaged else ():
                self._file.with_name(self._file.name + end).unlink(missing_ok=True)
        except OSError:
            damaged = False
        if not damaged:
            self._given_up = True
            _log.warning("%s: vectors are not kept: %s", self._file, wrong)
