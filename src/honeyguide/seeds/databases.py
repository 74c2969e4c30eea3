"""Cells of a column in a database: SQLite, PostgreSQL; both are only read."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from honeyguide.errors import BadSeeds, CannotRun
from honeyguide.seeds.cells import MOST_CELLS, SAMPLE, Cell, choose_column, choose_table, description_column, shown

if TYPE_CHECKING:
    import psycopg

LONGEST_CELL = 65_536
CONNECT_SECONDS = 10
ROW_SECONDS = 30.0
"""How long a database may take for its next row: a view need never end."""
STEPS = 100_000
"""Of SQLite between two looks at the clock."""

SQLITE_TABLES = """
    SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name
"""
POSTGRES_TABLES = """
    SELECT n.nspname, c.relname, pg_table_is_visible(c.oid)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f')
      AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    ORDER BY 1, 2 LIMIT 10000
"""
POSTGRES_COLUMNS = """
    SELECT a.attname FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
"""


class _Patience:
    """How long a row has been waited for."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self._since = time.monotonic()

    def is_over(self) -> bool:
        return time.monotonic() - self._since > ROW_SECONDS


def sqlite_cells(source: str, column: str, table: str) -> Iterator[Cell]:
    place = source
    try:
        with closing(_open_sqlite(source)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            patience = _Patience()
            database.set_progress_handler(patience.is_over, STEPS)
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            tables = [name for (name,) in database.execute(SQLITE_TABLES)]
            name = choose_table(tables, table, source, "table")
            place = f"{source}, table '{shown(name)}'"
            columns = [row[0] for row in database.execute("SELECT name FROM pragma_table_info(?)", (name,))]
            cut = [f"substr({_quoted(each)}, 1, {LONGEST_CELL})" for each in columns]
            of = f"FROM {_quoted(name)} LIMIT"
            sample = database.execute(f"SELECT {', '.join(cut)} {of} {SAMPLE}").fetchall()
            index = choose_column(columns, sample, column, place)
            described = description_column(columns, index)
            wanted = cut[index] if described is None else f"{cut[index]}, {cut[described]}"
            for cell in _numbered(database.execute(f"SELECT {wanted} {of} {MOST_CELLS + 1}"), place):
                yield cell
                patience.begin()
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            raise BadSeeds(f"{place} gives no row within {ROW_SECONDS:g} seconds; read from a table") from None
        raise BadSeeds(f"{source} is no SQLite database that can be read: {error}") from None
    except (MemoryError, UnicodeDecodeError):  # of a row that claims to be endless, and of a schema that is no text
        raise BadSeeds(f"{source} is no SQLite database that can be read: it is damaged") from None


def _open_sqlite(source: str) -> sqlite3.Connection:
    address = f"file:{quote(str(Path(source).absolute()))}?mode=ro"
    database = sqlite3.connect(address, uri=True)
    try:
        database.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError:
        database.close()
        if Path(f"{source}-wal").exists():
            raise
        # a WAL database in a folder that may not be written to
        database = sqlite3.connect(f"{address}&immutable=1", uri=True)
    return database


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def postgres_cells(source: str, column: str, table: str) -> Iterator[Cell]:
    try:
        import psycopg  # noqa: PLC0415
        from psycopg import conninfo, sql  # noqa: PLC0415
    except ImportError:
        raise CannotRun("reading seeds from PostgreSQL needs psycopg: pip install 'honeyguide[postgres]'") from None
    try:
        parts = conninfo.conninfo_to_dict(source)
    except psycopg.Error:
        raise BadSeeds("the postgresql:// address cannot be understood; escape special signs as %XX") from None
    if any("@" in str(parts.get(part, "")) for part in ("host", "port", "dbname")):
        raise BadSeeds("the postgresql:// address is ambiguous; in the password write @ as %40 and / as %2F")
    user, host, port, name = (str(parts.get(part) or "") for part in ("user", "host", "port", "dbname"))
    place = f"postgresql://{f'{user}@' if user else ''}{host}{f':{port}' if port else ''}/{name}"
    try:
        with psycopg.connect(source, connect_timeout=CONNECT_SECONDS) as connection:
            connection.read_only = True
            connection.execute("SET lock_timeout = '10s'")
            schema, relation = _postgres_table(connection, table, place)
            place = f"{place}, table '{shown(relation)}'"
            columns = [row[0] for row in connection.execute(POSTGRES_COLUMNS, (schema, relation))]
            cut = [sql.SQL("left({}::text, {})").format(sql.Identifier(each), LONGEST_CELL) for each in columns]
            select = sql.SQL("SELECT {} FROM {} LIMIT {}")
            of = sql.Identifier(schema, relation)
            sample = connection.execute(select.format(sql.SQL(", ").join(cut), of, SAMPLE)).fetchall()
            index = choose_column(columns, sample, column, place)
            described = description_column(columns, index)
            wanted = cut[index] if described is None else sql.SQL(", ").join((cut[index], cut[described]))
            with connection.cursor(name="seeds") as cursor:
                cursor.itersize = 5_000
                cursor.execute(select.format(wanted, of, MOST_CELLS + 1))
                yield from _numbered(cursor, place)
    except psycopg.Error as error:
        said = " ".join(str(error).split())[:300]
        for secret in ("password", "sslpassword"):
            if parts.get(secret):
                said = said.replace(str(parts[secret]), "***")
        raise BadSeeds(f"{place} cannot be read: {said}") from None


def _postgres_table(connection: psycopg.Connection[Any], table: str, place: str) -> tuple[str, str]:
    """Schema and name of a table that is there: nothing that the user wrote becomes part of a query."""
    found = connection.execute(POSTGRES_TABLES).fetchall()
    qualified = {f"{schema}.{name}": (schema, name) for schema, name, _ in found}
    plain = {name if visible else f"{schema}.{name}": (schema, name) for schema, name, visible in found}
    known = qualified if "." in table and table not in plain else plain
    return known[choose_table(known, table, place, "table")]


def _numbered(rows: Any, place: str) -> Iterator[Cell]:
    for number, row in enumerate(rows, start=1):
        if number > MOST_CELLS:
            raise BadSeeds(f"{place} holds more than {MOST_CELLS:,} rows; read from a view with fewer")
        yield f"{place}, row {number}", row[0], row[1] if len(row) > 1 else ""
