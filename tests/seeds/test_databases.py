"""Seeds from a column of a table in SQLite, or in a real PostgreSQL server."""

from __future__ import annotations

import io
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import psycopg
import pytest
from psycopg import sql
from tests.postgres_server import own_database

from honeyguide.errors import BadSeeds, CannotRun
from honeyguide.seeds import databases, read_seeds

EXPECTED = ["http://a.org/", "http://b.org/x"]
HOSTILE = 'x"; DROP TABLE pages; --'


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(source: str, column: str = "", table: str = "") -> list[str]:
    return list(read_seeds([source], column=column, table=table, stdin=io.StringIO()))


def refusal(source: str, column: str = "", table: str = "") -> str:
    with pytest.raises(BadSeeds) as caught:
        read(source, column, table)
    assert "\n" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return str(caught.value)


def write_sqlite(*statements: str, name: str = "s.db") -> str:
    with closing(sqlite3.connect(name)) as database, database:
        for statement in statements:
            database.execute(statement)
    return name


PAGES = (
    "CREATE TABLE pages (id INTEGER, url TEXT, note TEXT)",
    "INSERT INTO pages VALUES (1, 'http://a.org', 'x'), (2, NULL, 'y'), (3, 'b.org/x', 'z')",
)


@pytest.mark.parametrize("name", ["s.db", "s.sqlite", "s.sqlite3", "whatever", "50%?#.db"])
def test_an_sqlite_file_is_known_by_its_name_or_its_first_bytes(name: str) -> None:
    assert read(write_sqlite(*PAGES, name=name)) == EXPECTED


def test_table_and_column_of_sqlite_may_be_named() -> None:
    write_sqlite(
        *PAGES,
        'CREATE TABLE "雨 ""pages""" (id, "网 ""址""")',
        'INSERT INTO "雨 ""pages""" VALUES (1, \'http://c.org\')',
        "CREATE VIEW few AS SELECT url AS link FROM pages LIMIT 1",
    )
    assert read("s.db", table="pages") == EXPECTED
    assert read("s.db", table="PAGES", column="URL") == EXPECTED
    assert read("s.db", table='雨 "pages"', column='网 "址"') == ["http://c.org/"]
    assert read("s.db", table='雨 "pages"') == ["http://c.org/"]
    assert read("s.db", table="few") == ["http://a.org/"]


def test_a_missing_or_unnamed_table_or_column_of_sqlite_is_told() -> None:
    write_sqlite(*PAGES, "CREATE TABLE hosts (name)")
    assert refusal("s.db") == "s.db holds several tables; name the table to read; there is hosts, pages"
    assert refusal("s.db", table="pagse") == "s.db has no table 'pagse'; did you mean 'pages'?"
    assert refusal("s.db", table=HOSTILE).startswith(f"s.db has no table '{HOSTILE}'")
    assert refusal("s.db", table="pages", column="ulr") == (
        "s.db, table 'pages' has no column 'ulr'; did you mean 'url'?"
    )
    assert refusal("s.db", table="hosts") == "s.db holds no URLs"
    assert refusal(write_sqlite("PRAGMA user_version = 3", name="none.db")) == "none.db holds no table"


def test_a_hostile_table_name_of_sqlite_is_only_a_name() -> None:
    quoted = HOSTILE.replace('"', '""')
    write_sqlite(*PAGES, f'CREATE TABLE "{quoted}" (url)', f"INSERT INTO \"{quoted}\" VALUES ('c.org')")
    assert read("s.db", table=HOSTILE) == ["http://c.org/"]
    assert read("s.db", table="pages") == EXPECTED


def test_what_is_no_sqlite_database_is_refused() -> None:
    Path("s.db").write_text("url\nhttp://a.org\n")
    assert refusal("s.db") == "s.db is no SQLite database"
    whole = Path(write_sqlite(*PAGES, name="whole.db")).read_bytes()
    Path("s.db").write_bytes(whole[:100] + b"\xff" * 5000)
    assert refusal("s.db").startswith("s.db is no SQLite database that can be read: ")
    no_text = "UPDATE sqlite_master SET sql = 'x', name = CAST(x'ff' AS TEXT)"
    odd = write_sqlite(*PAGES, "PRAGMA writable_schema = ON", no_text, name="odd.db")
    assert refusal(odd) == "odd.db is no SQLite database that can be read: it is damaged"


def test_bytes_that_are_no_text_are_no_urls() -> None:
    write_sqlite("CREATE TABLE t (url)", "INSERT INTO t VALUES (x'FF00'), (CAST(x'FFFE41' AS TEXT)), (7)")
    assert refusal("s.db").startswith("s.db, table 't', row 1: '")
    assert refusal("s.db").endswith("is not a URL, and 2 more of 3 seeds are not")


def test_sqlite_is_not_written_to_and_a_wal_database_in_use_is_read() -> None:
    with closing(sqlite3.connect("s.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        for statement in PAGES:
            database.execute(statement)
        before = Path("s.db").read_bytes()
        assert read("s.db") == EXPECTED
        assert Path("s.db").read_bytes() == before


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "MOST_CELLS", 2)
    assert refusal(write_sqlite(*PAGES)) == "s.db, table 'pages' holds more than 2 rows; read from a view with fewer"


@pytest.fixture
def filled(postgres: str) -> Iterator[str]:
    """A database with some tables in it, which a test may change."""
    with own_database(postgres) as ours:
        with psycopg.connect(ours, autocommit=True) as connection:
            connection.execute("CREATE TABLE pages (id int, url text, note text)")
            connection.execute(
                "INSERT INTO pages VALUES (1, 'http://a.org', 'x'), (2, NULL, 'y'), (3, 'b.org/x', 'z')"
            )
            connection.execute('CREATE SCHEMA "雨"')
            connection.execute('CREATE TABLE "雨"."Seiten" (nr int, "Die Seite" varchar(99))')
            connection.execute("""INSERT INTO "雨"."Seiten" VALUES (1, 'http://c.org')""")
        yield ours


def test_a_column_of_a_postgresql_table_is_read(filled: str) -> None:
    assert read(filled, table="pages") == EXPECTED
    assert read(filled, table="pages", column="url") == EXPECTED
    assert read(filled, table="public.pages", column="2") == EXPECTED
    assert read(filled.replace("postgresql://", "postgres://"), table="PAGES") == EXPECTED
    assert read(filled, table="雨.Seiten") == ["http://c.org/"]
    assert read(filled, table="雨.Seiten", column="Die Seite") == ["http://c.org/"]


def test_the_only_table_of_postgresql_need_not_be_named(filled: str) -> None:
    with psycopg.connect(filled) as connection:
        connection.execute('DROP SCHEMA "雨" CASCADE')
    assert read(filled) == EXPECTED


def test_a_missing_table_or_column_of_postgresql_is_told(filled: str) -> None:
    assert refusal(filled).endswith(" holds several tables; name the table to read; there is pages, 雨.Seiten")
    assert refusal(filled, table="pagse").endswith(" has no table 'pagse'; did you mean 'pages'?")
    assert refusal(filled, table="public.pagse").endswith(
        " has no table 'public.pagse'; did you mean 'public.pages'?"
    )
    assert refusal(filled, table="pages", column="ulr").endswith(
        "table 'pages' has no column 'ulr'; did you mean 'url'?"
    )
    assert " has no table " in refusal(filled, table="pg_catalog.pg_authid")


def test_a_hostile_table_name_of_postgresql_is_only_a_name(filled: str) -> None:
    assert " has no table " in refusal(filled, table=HOSTILE)
    with psycopg.connect(filled) as connection:
        table = sql.Identifier(HOSTILE)
        connection.execute(sql.SQL("CREATE TABLE {} ({} text)").format(table, sql.Identifier('u"; x')))
        connection.execute(sql.SQL("INSERT INTO {} VALUES ('c.org')").format(table))
    assert read(filled, table=HOSTILE, column='u"; x') == ["http://c.org/"]
    assert read(filled, table=HOSTILE) == ["http://c.org/"]
    assert read(filled, table="pages") == EXPECTED


def test_postgresql_is_only_read(filled: str) -> None:
    with psycopg.connect(filled) as connection:
        connection.execute(
            "CREATE FUNCTION sly() RETURNS text LANGUAGE plpgsql AS "
            "$$ BEGIN DELETE FROM pages; RETURN 'http://c.org'; END $$"
        )
        connection.execute("CREATE VIEW trap AS SELECT sly() AS url")
    assert "read-only transaction" in refusal(filled, table="trap")
    assert read(filled, table="pages") == EXPECTED
    with psycopg.connect(filled) as connection:
        connection.execute("DROP FUNCTION sly CASCADE")


def test_many_rows_stream_in_order_and_a_bad_one_is_told(filled: str) -> None:
    with psycopg.connect(filled) as connection:
        connection.execute(
            "CREATE TABLE many AS SELECT 'http://a.org/' || n AS link FROM generate_series(1, 12000) n"
        )
    assert read(filled, table="many") == [f"http://a.org/{n}" for n in range(1, 12001)]
    with psycopg.connect(filled) as connection:
        connection.execute("INSERT INTO many VALUES ('oops')")
    assert refusal(filled, table="many").endswith("table 'many', row 12001: 'oops' is not a URL")


def test_a_wrong_password_is_refused_and_never_shown(filled: str) -> None:
    right = quote(unquote(urlsplit(filled).password or ""), safe="")
    wrong = filled.replace(right, "f%40lsch-geheim")
    said = refusal(wrong, table="pages")
    assert said.startswith("postgresql://reader@")
    assert "password authentication failed" in said
    assert "geheim" not in said
    said = refusal(wrong.replace(":f%40lsch-geheim", "") + "&password=f%40lsch-geheim", table="pages")
    assert "password authentication failed" in said
    assert "geheim" not in said


def test_a_server_that_cannot_be_reached_is_told_without_the_password() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        said = refusal(f"postgresql://me:geheim@127.0.0.1:{port}/db", table="pages")
    assert said.startswith(f"postgresql://me@127.0.0.1:{port}/db cannot be read: ")
    assert "refused" in said
    assert "geheim" not in said


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:gehe%zzim@127.0.0.1:1/db",
        "postgresql://me:x@geheim@127.0.0.1:1/db",
        "postgresql://me:x/geheim@127.0.0.1:1/db",
        "postgresql://me:geheim@127.0.0.1:port/db",
        "postgresql://me:geheim@127.0.0.1:1/db?nosuch=1",
        "postgresql://me:geheim@[::1/db",
        "postgresql://me@127.0.0.1:1/db?password=geheim&host=a@b",
    ],
)
def test_an_address_that_is_not_well_formed_never_shows_its_password(address: str) -> None:
    said = refusal(address, table="pages")
    assert "geheim" not in said
    assert "gehe%" not in said
    assert "postgresql://" in said


def test_without_the_extra_the_command_that_brings_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CannotRun, match=r"pip install 'honeyguide\[postgres\]'"):
        read("postgresql://me:geheim@127.0.0.1:1/db", table="pages")
