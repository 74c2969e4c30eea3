"""The database of a crawl as the rest of storage uses it: one SQL for SQLite and PostgreSQL, and what they do apart.

A query is written once, with `?` for what is given, in what both understand: flags are compared as flags, `count(*)
FILTER` counts them, `ON CONFLICT (key) DO UPDATE` replaces. The rest are methods here; `postgres.py` has the others.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Protocol, TypeVar

from honeyguide.errors import CannotRun, without_passwords

PATIENCE = 60.0
"""Seconds in which a database that was lost must come back: a server restarts in less."""
_SHORTEST_WAIT, _LONGEST_WAIT = 0.1, 5.0
_ROWS = 20
"""That SQLite inserts by one statement: half of the time that as many statements take."""
_T = TypeVar("_T")

_log = logging.getLogger(__name__)


class Rows(Protocol):
    """What a statement brought."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """An open connection; nothing begins a transaction but `begin` and `snapshot`."""

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, sql: str, given: Sequence[Any] = ..., /) -> Rows: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Any: ...

    def insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows with all columns of a table, many at a time."""

    def stream(self, sql: str, given: Sequence[Any] = ...) -> Iterable[Any]:
        """The rows of a query one by one, however many there are; other queries may be asked meanwhile."""

    def define(self, statement: str) -> None:
        """Make a table, its columns named as in `schema.py`."""

    def begin(self) -> None:
        """A transaction that writes; `COMMIT` or `ROLLBACK` ends it."""

    def snapshot(self) -> None:
        """From now on, what stands there now is read, whatever is committed meanwhile."""

    def changes_by_others(self) -> int:
        """A number that is another one when somebody else may have written since it was last asked."""

    def write_much(self) -> None:
        """Make it fit for many small commits, of which `flush` says when the disk is waited for."""

    def leave_flushing(self) -> None:
        """Leave it to the crawl that runs."""

    def flush(self) -> None:
        """Wait until what was committed is on the disk."""

    def has_tables(self) -> bool:
        """Whether a crawl was laid out in it."""

    def create(self, tables: Iterable[str]) -> None:
        """Make the tables, within a transaction."""

    def hold(self) -> None:
        """Keep others from crawling into it, as long as it is open."""

    def outlast(self, check: Callable[[], None]) -> None:
        """Open it again when the connection is lost; `check` then finds what was committed, or refuses to go on.

        What was lost on the way within a transaction is told as `ConnectionLost`.
        """

    def close(self) -> None: ...


class ConnectionLost(CannotRun):
    """To the database: whether what was under way came through is for the database to say."""


class Unreachable(ConnectionLost):
    """There is no connection to be had, at the moment at least."""


class LoginRefused(CannotRun):
    """By the server, which waiting does not change."""


def outlasting(action: Callable[[], _T], lost: type[CannotRun] = ConnectionLost) -> _T:
    """What an action brings; it is tried again when the database is lost, and for a while where it stays lost."""
    since, wait = 0.0, 0.0
    while True:
        try:
            return action()
        except LoginRefused:
            raise
        except lost as wrong:
            now = time.monotonic()
            if not since or type(wrong) is ConnectionLost:
                since, wait = now, _SHORTEST_WAIT
            elif now - since > PATIENCE:
                raise CannotRun(f"{wrong}; nothing stored is lost: run it again") from None
            if isinstance(wrong, Unreachable) and wait == _SHORTEST_WAIT:
                _log.warning("%s; it is tried again for %.0f seconds", without_passwords(str(wrong)), PATIENCE)
            time.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)


class SqliteDatabase(sqlite3.Connection):
    def insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        some = list(rows)
        if not some:
            return
        row = f"({', '.join('?' * len(some[0]))})"
        many = len(some) - len(some) % _ROWS
        batches = [tuple(chain.from_iterable(some[at : at + _ROWS])) for at in range(0, many, _ROWS)]
        self.executemany(f"INSERT INTO {table} VALUES {', '.join([row] * _ROWS)}", batches)  # noqa: S608
        self.executemany(f"INSERT INTO {table} VALUES {row}", some[many:])  # noqa: S608

    def stream(self, sql: str, given: Sequence[Any] = ()) -> Iterable[Any]:
        return self.execute(sql, given)

    def define(self, statement: str) -> None:
        self.execute(statement)

    def begin(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def snapshot(self) -> None:
        self.execute("BEGIN")

    def changes_by_others(self) -> int:
        (version,) = self.execute("PRAGMA data_version").fetchone()
        return int(version)

    def write_much(self) -> None:
        self.execute("PRAGMA synchronous = NORMAL")
        self.execute("PRAGMA cache_size = -32000")
        self.leave_flushing()

    def leave_flushing(self) -> None:
        self.execute("PRAGMA wal_autocheckpoint = 0")

    def flush(self) -> None:
        self.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def has_tables(self) -> bool:
        return bool(self.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table')").fetchone()[0])

    def create(self, tables: Iterable[str]) -> None:
        for statement in tables:
            self.define(statement)

    def hold(self) -> None:
        """The lock of the folder does that."""

    def outlast(self, check: Callable[[], None]) -> None:
        """A file has no connection."""


def open_sqlite(where: str | Path, *, uri: bool = False) -> SqliteDatabase:
    return sqlite3.connect(where, isolation_level=None, uri=uri, factory=SqliteDatabase)


def columns(database: Any, table: str) -> list[str]:
    """The names of a table's columns, in order, but for the number of the row."""
    found = database.execute(f"SELECT * FROM {table} LIMIT 0").description  # noqa: S608
    return [each[0] for each in found if each[0] != "rowid"]


def upsert(table: str, key: str, names: Sequence[str]) -> str:
    """A statement that adds a row with these columns, or replaces the one with its key."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name != key)
    places = ", ".join("?" * len(names))
    return f"INSERT INTO {table} VALUES ({places}) ON CONFLICT ({key}) DO UPDATE SET {changed}"  # noqa: S608


UPSERT_STATE = upsert("state", "key", ("key", "value"))
UPSERT_LINKS_ELSEWHERE = upsert("links_elsewhere", "link", ("link", "links"))
UPSERT_LINK_STATE = upsert("link_state", "link", ("link", "value", "second_value"))
