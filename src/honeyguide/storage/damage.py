"""What is wrong with the database of a crawl, in a sentence: it is damaged, or the disk is full."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from honeyguide.errors import BadFolder, CannotRun
from honeyguide.storage.files import DATABASE, WARC
from honeyguide.storage.places import name_of_database
from honeyguide.storage.raw_responses import names


@contextmanager
def intact(folder: Path) -> Iterator[None]:
    """Around what uses the database of a crawl: what SQLite says of a damaged one, in a sentence."""
    try:
        yield
    except sqlite3.DatabaseError as wrong:
        if _tells_damage(wrong):
            raise _damaged(folder, wrong) from wrong
        raise


@contextmanager
def sound(folder: Path) -> Iterator[None]:
    """Around what reads rows: those that no crawl has written are told in a sentence."""
    try:
        with intact(folder):
            yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, msgspec.MsgspecError) as wrong:
        raise _damaged(folder, wrong) from wrong


@contextmanager
def opening(folder: Path) -> Iterator[None]:
    """What SQLite says of a database that is opened, in a sentence."""
    try:
        yield
    except sqlite3.OperationalError as wrong:
        if "no such table" in str(wrong):
            raise BadFolder(
                f"{folder}: {DATABASE} is not the database of a crawl{can_be_recovered(folder)}"
            ) from None
        raise CannotRun(f"{folder / DATABASE}: cannot be opened: {wrong}") from None
    except (sqlite3.DatabaseError, MemoryError, UnicodeDecodeError) as wrong:
        # the latter two when a row claims to be endless, or the schema that SQLite quotes is no text
        why = wrong if isinstance(wrong, sqlite3.Error) else "it is damaged"
        raise BadFolder(
            f"{folder}: {DATABASE} is not the database of a crawl: {why}{can_be_recovered(folder)}"
        ) from None


@contextmanager
def enough_room(
    folder: Path, otherwise: str = "the crawl stopped and nothing stored is lost: make room, then run it again"
) -> Iterator[None]:
    """A full disk ends the crawl with a clear word; what was committed is intact."""
    said = f"{folder}: the disk is full; {otherwise}"
    try:
        yield
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}:
            raise CannotRun(said) from wrong
        raise
    except OSError as wrong:
        if wrong.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise CannotRun(said) from wrong
        raise


def can_be_recovered(folder: Path) -> str:
    """What to do, where a database is not what it should be."""
    if not names(folder / WARC):
        return ""
    return f"; `honeyguide recover {folder}` makes it anew from the raw responses in {WARC}/"


def _tells_damage(wrong: sqlite3.DatabaseError) -> bool:
    """Not that it is locked, or the disk full. Text that is no text has no code: Python itself finds it."""
    code = getattr(wrong, "sqlite_errorcode", None)
    if code is None:
        return not isinstance(wrong, sqlite3.ProgrammingError)
    return code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT}


def _damaged(folder: Path, wrong: Exception) -> BadFolder:
    why = " ".join(str(wrong).split())[:100] or type(wrong).__name__
    return BadFolder(f"{folder}: {name_of_database(folder)} is damaged: {why}{can_be_recovered(folder)}")
