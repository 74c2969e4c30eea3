"""Files that a person gives, read within bounds and as UTF-8, or refused with one sentence."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from io import BufferedReader
from pathlib import Path
from select import select

from honeyguide.errors import BadFile, CannotRun

LARGEST = 1_000_000
PIPE_SECONDS = 10.0
"""How long a pipe may take for its first byte."""


def files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder and the folders in it, in order; hidden ones and links to folders are left alone."""
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(inside, name) for name in sorted(names) if not name.startswith("."))


def open_bytes(path: str | Path) -> BufferedReader:
    """A file to read; a pipe that nobody begins to write to is empty instead of keeping us waiting for ever."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if stat.S_ISFIFO(os.fstat(handle).st_mode):
        select([handle], [], [], PIPE_SECONDS)
    os.set_blocking(handle, True)
    return os.fdopen(handle, "rb")


def read_bytes(file: Path | Traversable, kind: str, largest: int = LARGEST) -> bytes:
    """What a file holds; `kind` is what it ought to be, such as "a config file"."""
    try:
        with open_bytes(file) if isinstance(file, Path) else file.open("rb") as stream:
            data: bytes = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise BadFile(file, f"cannot be read: {reason}") from None
    except MemoryError:
        raise CannotRun(f"{file}: there is not enough memory to read it") from None
    if len(data) > largest:
        raise BadFile(file, f"is larger than {largest:,} bytes, too large for {kind}")
    return data


def read_text(file: Path | Traversable, kind: str, largest: int = LARGEST) -> str:
    """What a file says that a person wrote, without a byte order mark and with plain line ends."""
    return decode(read_bytes(file, kind, largest), file)


def decode(data: bytes, where: object) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or _is_utf16(data[:64]):
        raise BadFile(where, "is UTF-16; save it as UTF-8")
    if b"\0" in data[:64]:
        raise BadFile(where, "is no text, or not UTF-8; save it as UTF-8")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadFile(where, "is not UTF-8 text; save it as UTF-8", 1 + data.count(b"\n", 0, error.start)) from None


def _is_utf16(head: bytes) -> bool:
    """Whether every other byte is zero more often than not, as in most words of alphabets."""
    first, second = (2 * half.count(0) > len(half) for half in (head[::2], head[1::2]))
    return first != second
