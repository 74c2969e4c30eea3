"""A crawl kept in PostgreSQL: one schema of a database for each crawl. Only here is psycopg spoken.

What psycopg raises leaves as one sentence. A connection that breaks is made anew for who asked for it with `outlast`,
and what was asked outside of a transaction is asked again; else the loss is told.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from msgspec import Meta, Struct

from honeyguide import known_places
from honeyguide.errors import BadFolder, BadInput, CannotRun, HoneyguideError, without_passwords
from honeyguide.extras import require
from honeyguide.storage.database import ConnectionLost, LoginRefused, Unreachable, columns, outlasting
from honeyguide.storage.schema import TABLES

if TYPE_CHECKING:
    import psycopg

READERS = "honeyguide_reader"
"""A role that may read every crawl, where the database knows it."""

_CONNECT_SECONDS = 10
_AT_A_TIME = 2_000
"""Rows that are fetched together."""
_TRIES = 30
_LOOK_SECONDS = 0.1
"""A server takes a moment to see that a process was killed."""
_T = TypeVar("_T")
_REFUSED = re.compile(r"authentication failed|no password supplied|no pg_hba\.conf entry|role .* does not exist")
"""What server and client say of a login, where no SQLSTATE comes with it: of class 28, they would be."""
_LOCK = "SELECT pg_try_advisory_lock(hashtextextended(?, 0))"
_WRITER = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))"
_TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "NUMERIC": "DOUBLE PRECISION", "BLOB": "BYTEA"}
_NUMBER_ROWS = "ALTER TABLE citations ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY"
"""SQLite has such a number by itself."""


_NAMES = """
SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relnamespace = ?::regnamespace
UNION SELECT proname FROM pg_proc WHERE pronamespace = ?::regnamespace
UNION SELECT typname FROM pg_type WHERE typrelid = 0 AND typelem = 0 AND typnamespace = ?::regnamespace
"""
"""Of what is in a schema, but for indexes and what the server makes for each table."""
_OURS = {
    *(found for each in TABLES for found in re.findall(r"CREATE (?:TABLE|VIEW) (\w+)", each)),
    "kept",
    "citations_rowid_seq",
}
"""Names of what a crawl has, or had in an older format."""

_log = logging.getLogger(__name__)


class DatabasePlace(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a crawl is kept."""

    url: str
    """Without a password."""
    schema: Annotated[str, Meta(pattern=r"^[a-z_][a-z0-9_]{0,62}\Z")]

    def __str__(self) -> str:
        return f"{self.url}, schema {self.schema}"


def checked_url(url: str) -> str:
    """The address of a database as it may be kept and shown: one with a password is refused."""
    if not url.startswith(known_places.POSTGRES):
        raise BadInput(
            "store: is no address such as postgresql://host/database; without one a crawl is in its folder"
        )
    require("psycopg", "keeping a crawl in PostgreSQL")
    import psycopg  # noqa: PLC0415
    from psycopg import conninfo  # noqa: PLC0415

    try:
        parts = conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        raise BadInput("store: the postgresql:// address cannot be understood; escape special signs as %XX") from None
    if any(parts.get(part) for part in ("password", "sslpassword")) or any(
        "@" in str(parts.get(part, "")) for part in ("host", "port", "dbname")
    ):
        raise BadInput(
            "store: a password in an address is seen and kept by others; give it in PGPASSWORD or ~/.pgpass instead"
        )
    return url


class PostgresDatabase:
    """`database.Database` over one connection."""

    def __init__(self, place: DatabasePlace, *, write: bool) -> None:
        checked_url(place.url)
        import psycopg  # noqa: PLC0415

        self.place = place
        self._error = psycopg.Error
        self._streams = 0
        self._asked = 0
        self._session: list[str] = ["SET lock_timeout = '10s'" if write else "SET default_transaction_read_only = on"]
        """What every connection begins with."""
        self._holds = False
        self._check: Callable[[], None] | None = None
        self._connect()

    def _connect(self) -> None:
        import psycopg  # noqa: PLC0415

        place = self.place
        try:
            self._connection: psycopg.Connection[Any] = psycopg.connect(
                place.url, autocommit=True, connect_timeout=_CONNECT_SECONDS, client_encoding="utf8"
            )
        except psycopg.Error as wrong:
            raise _unreachable(place, wrong) from None
        encoding = self._connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            self.close()
            raise CannotRun(f"{place.url}: the database holds text in {encoding}, and pages need UTF8")
        self.execute("SELECT set_config('search_path', quote_ident(?), false)", (place.schema,))
        for statement in self._session:
            self.execute(statement)
        if self._holds:
            self.hold()

    @property
    def in_transaction(self) -> bool:
        from psycopg.pq import TransactionStatus  # noqa: PLC0415

        return self._connection.info.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    def execute(self, sql: str, given: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        statement, values = _translated(sql, bool(given)), _clean(given) if given else None
        return self._outlasting(lambda: self._connection.execute(statement, values))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        some = list(map(_clean, rows))
        if some:
            with self._telling(), self._connection.cursor() as cursor:
                cursor.executemany(_translated(sql, True), some)

    def insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        some = list(rows)
        if not some:
            return
        names = ", ".join(columns(self, table))
        into = f"COPY {table} ({names}) FROM STDIN".encode()
        with self._telling(), self._connection.cursor() as cursor, cursor.copy(into) as copy:
            for row in some:
                copy.write_row(_clean(row))

    def stream(self, sql: str, given: Sequence[Any] = ()) -> Iterator[Any]:
        self._streams += 1
        name = f"stream_{self._streams}"
        with self._telling():
            cursor = self._connection.cursor(name, withhold=not self.in_transaction)
            cursor.itersize = _AT_A_TIME
            cursor.execute(_translated(sql, bool(given)), _clean(given) if given else None)
        return self._rows(cursor)

    def _rows(self, cursor: psycopg.ServerCursor[Any]) -> Iterator[Any]:
        with self._telling():
            while some := cursor.fetchmany(_AT_A_TIME):
                yield from some
            cursor.close()

    def define(self, statement: str) -> None:
        self.execute(defined(statement))

    def begin(self) -> None:
        """One at a time writes, as in SQLite."""
        self.execute("BEGIN")
        self.execute(_WRITER, (f"honeyguide writer {self.place.schema}",))

    def snapshot(self) -> None:
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")

    def changes_by_others(self) -> int:
        """Not known here without looking."""
        self._asked += 1
        return self._asked

    def last_change(self) -> str:
        """What is another whenever something was committed to the server."""
        return str(self.execute("SELECT pg_current_snapshot()::text").fetchall()[0][0])

    def write_much(self) -> None:
        self._session.append("SET synchronous_commit = off")
        self.execute(self._session[-1])

    def leave_flushing(self) -> None:
        """The server sees to it."""

    def flush(self) -> None:
        """A commit that is waited for takes those before it along."""

        def commit() -> None:
            for statement in ("BEGIN", "SET LOCAL synchronous_commit = on", "SELECT pg_current_xact_id()", "COMMIT"):
                self._connection.execute(statement.encode())

        self._outlasting(commit)

    def hold(self) -> None:
        """Keep others from crawling into this schema, as long as this connection is open."""
        for patience in reversed(range(_TRIES)):
            if self._is(_LOCK, f"honeyguide {self.place.schema}"):
                self._holds = True
                return
            if patience:
                time.sleep(_LOOK_SECONDS)
        raise CannotRun(f"{self.place}: another process is crawling into it")

    def has_tables(self) -> bool:
        """Whether there is a crawl, however far it came."""
        return self._is("SELECT to_regclass('meta') IS NOT NULL")

    def create(self, tables: Iterable[str]) -> None:
        """Make the schema and its tables, within a transaction."""
        schema = self.place.schema
        self.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
        for statement in tables:
            self.define(statement)
        self.execute(_NUMBER_ROWS)
        if self._is("SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = ?)", READERS):
            self.execute(f"GRANT USAGE ON SCHEMA {schema} TO {READERS}")
            self.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {READERS}")

    def say_of_schema(self, said: str) -> None:
        """For people who look at the server, and for `said_of_schema`."""
        quoted = said.replace("'", "''")
        self.execute(f"COMMENT ON SCHEMA {self.place.schema} IS '{quoted}'")

    def said_of_schema(self) -> str | None:
        """None where there is no such schema."""
        asked = "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = ?"
        found = self.execute(asked, (self.place.schema,)).fetchone()
        return str(found[0]) if found else None

    def drop(self) -> None:
        """Delete the crawl; a schema that holds anything else is left alone, and one that is not there is deleted."""
        schema = self.place.schema
        if not self._is("SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = ?)", schema):
            return
        others = sorted({str(name) for (name,) in self.execute(_NAMES, (schema,) * 3).fetchall()} - _OURS)
        if others or not self._is_crawl():
            what = f"holds {others[0][:80]!r}, which is no crawl's" if others else "holds no crawl"
            raise BadFolder(f"{self.place}: {what}, and is left alone; delete it yourself if it is to go")
        self.execute(f"DROP SCHEMA {schema} CASCADE")

    def _is_crawl(self) -> bool:
        if not self._is("SELECT to_regclass(?) IS NOT NULL", f"{self.place.schema}.meta"):
            return False
        found = self.execute(f"SELECT value FROM {self.place.schema}.meta WHERE key = 'schema_version'").fetchall()  # noqa: S608
        return bool(found) and str(found[0][0]).isdecimal()

    def _is(self, question: str, *given: str) -> bool:
        return self.execute(question, given).fetchall() == [(True,)]

    def outlast(self, check: Callable[[], None]) -> None:
        self._check = check

    def close(self) -> None:
        self._connection.close()

    def _outlasting(self, action: Callable[[], _T]) -> _T:
        """Once more over another connection, where this one is lost and no transaction with it."""
        while True:
            begun = self.in_transaction
            try:
                with self._telling():
                    return action()
            except ConnectionLost:
                if begun or self._check is None:
                    raise
                self._reconnect(self._check)

    def _reconnect(self, check: Callable[[], None]) -> None:
        """The lock is had when the server has ended what the former connection had begun."""
        self._check = None
        began = time.monotonic()

        def connect() -> None:
            self.close()
            self._connect()

        outlasting(connect, CannotRun)
        took = time.monotonic() - began
        place = without_passwords(str(self.place))
        _log.warning("%s: the connection was lost, and is there again after %.1f seconds", place, took)
        self._check = check
        check()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What psycopg says, in a sentence."""
        try:
            yield
        except self._error as wrong:
            raise self._told(wrong) from wrong

    def _told(self, wrong: psycopg.Error) -> HoneyguideError:
        from psycopg import errors  # noqa: PLC0415

        safe = "nothing stored is lost"
        if self._connection.closed or isinstance(wrong, errors.AdminShutdown | errors.CrashShutdown):
            return ConnectionLost(f"{self.place}: the connection was lost; {safe}: run it again")
        if isinstance(wrong, errors.DiskFull):
            return CannotRun(f"{self.place}: the disk of the server is full; {safe}: make room, then run it again")
        if isinstance(wrong, errors.ReadOnlySqlTransaction):
            return CannotRun(f"{self.place}: cannot be written: the database is read-only")
        if isinstance(wrong, errors.LockNotAvailable):
            return CannotRun(f"{self.place}: another process is writing at the moment; try again in a while")
        if isinstance(wrong, errors.InsufficientPrivilege):
            return CannotRun(f"{self.place}: its user may not do that: {_said(wrong)}")
        if isinstance(wrong, errors.UndefinedTable | errors.UndefinedColumn | errors.InvalidSchemaName):
            return BadFolder(f"{self.place}: holds no crawl: {_said(wrong)}")
        return CannotRun(f"{self.place}: cannot be used: {_said(wrong)}")


def _unreachable(place: DatabasePlace, wrong: psycopg.Error) -> Unreachable | LoginRefused:
    said = _said(wrong)
    refused = LoginRefused if (wrong.sqlstate or "").startswith("28") or _REFUSED.search(said) else Unreachable
    if "password" in said:
        said += "; give it in PGPASSWORD or ~/.pgpass"
    return refused(f"{place.url}: the database cannot be opened: {said}")


def _said(wrong: psycopg.Error) -> str:
    return " ".join((wrong.diag.message_primary or str(wrong)).split())[:200]


@lru_cache(256)
def _translated(sql: str, given: bool) -> bytes:
    """`%` means something to psycopg where values are given."""
    return (sql.replace("%", "%%").replace("?", "%s") if given else sql).encode()


def _clean(row: Sequence[Any]) -> Sequence[Any]:
    """PostgreSQL has no text with NUL in it."""
    for value in row:
        if type(value) is str and "\0" in value:
            return [each.replace("\0", "\ufffd") if isinstance(each, str) else each for each in row]
    return row


def defined(statement: str) -> str:
    """A table of `schema.py` in the words of PostgreSQL: numbers as wide as there, and text in the order of bytes."""
    named = re.sub(r"\b(INTEGER|REAL|NUMERIC|BLOB)\b", lambda found: _TYPES[found[0]], statement)
    return re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', named).replace("WITHOUT ROWID", "")
