"""One process at a time writes into the folder of a crawl."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from honeyguide.errors import CannotRun
from honeyguide.storage.files import LOCK, refuse_links_and_pipes, require_name
from honeyguide.timestamps import isoformat

_TRIES = 5
_LOOK_SECONDS = 0.02
"""Who only looks whether a folder is held holds it for a moment."""


class Holder(msgspec.Struct, frozen=True):
    """The process that writes into a folder; 0 where it does not say."""

    process: int
    since: float


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder for one writing process; the lock goes with the process, however it ends."""
    require_name(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        refuse_links_and_pipes(folder)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as wrong:
        raise CannotRun(f"{folder}: cannot be written: {wrong.strerror}") from None
    if not os.access(folder, os.W_OK):
        os.close(handle)
        raise CannotRun(f"{folder}: cannot be written: {os.strerror(errno.EACCES)}")
    try:
        for patience in reversed(range(_TRIES)):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not patience:
                    who = _read_holder(handle)
                    which = f" (process {who.process}, since {isoformat(who.since)})" if who else ""
                    raise CannotRun(f"{folder}: another process is crawling into this folder{which}") from None
                time.sleep(_LOOK_SECONDS)
        os.ftruncate(handle, 0)
        os.pwrite(handle, msgspec.json.encode(Holder(os.getpid(), time.time())), 0)
        yield
    finally:
        os.close(handle)


def was_left(folder: Path) -> bool:
    """Whether a process held the folder and died, or let go of it."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return _read_holder(handle) is not None  # who has just opened it and is about to hold it has said nothing yet
    except OSError:
        return False
    finally:
        os.close(handle)


def holder(folder: Path) -> Holder | None:
    """The process that writes into the folder now, if any does."""
    try:
        handle = os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_holder(handle) or Holder(0, 0.0)
    except OSError:
        return None
    else:
        return None
    finally:
        os.close(handle)


def _read_holder(handle: int) -> Holder | None:
    try:
        return msgspec.json.decode(os.pread(handle, 1000, 0), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None
