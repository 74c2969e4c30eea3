"""A crawl in PostgreSQL keeps to the contract of stores, and knows what one in SQLite knows."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import psycopg
import pytest
from tests.postgres_server import PASSWORD

from honeyguide import known_places
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.errors import BadFolder, BadInput, CannotRun
from honeyguide.model import EventKind, Topic
from honeyguide.recovery import recover
from honeyguide.storage import folder as layout
from honeyguide.storage.copying import _COPIED
from honeyguide.storage.database import ConnectionLost, LoginRefused, columns, outlasting
from honeyguide.storage.marks import MarkablePage, find, write_marks
from honeyguide.storage.page_list import SORTS
from honeyguide.storage.places import place_of
from honeyguide.storage.postgres import PostgresDatabase
from honeyguide.storage.results import status
from honeyguide.storage.run_settings import settings_of
from honeyguide.storage.store import FolderStore
from honeyguide.testing import store_contract
from honeyguide.testing.records import STATE, STORY, fill, page_record, seed
from honeyguide.topics.files import load_topic
from honeyguide.workspace import Workspace

TOPIC = Topic("rain", {"rain": 1.0}, relevance="tag-vsm")


@pytest.fixture(autouse=True)
def address(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """As a person names it: the password is in the environment."""
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    plain = postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")
    monkeypatch.setenv("PG_UNDER_TEST", plain)
    yield plain
    with psycopg.connect(plain, autocommit=True) as server:
        for (schema,) in server.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'crawl\\_%'").fetchall():
            server.execute(f"DROP SCHEMA {schema} CASCADE")


def opened(folder: Path, now: float = 30.0) -> FolderStore:
    settings = Settings(store=os.environ["PG_UNDER_TEST"])
    known_places.name(settings.store)
    return FolderStore.open(folder, TOPIC, settings, version="0.1", now=now)


TestPostgresStore = store_contract(opened)


def test_it_knows_what_a_store_in_sqlite_knows(tmp_path: Path) -> None:
    one = opened(tmp_path / "one")
    other = FolderStore.open(tmp_path / "other", TOPIC, Settings(), version="0.1", now=30.0)
    for store in (one, other):
        fill(store)
        known = store.restore()
        assert known is not None
        halves = known.citations.relevance / 2
        store.rescore(known.citations._replace(relevance=halves, context_scores=halves))
        store.commit(STATE)
        store.checkpoint()
        scored = store.restore()
        assert scored is not None
        assert scored.citations.relevance.tolist() == scored.citations.context_scores.tolist() == halves.tolist()
        assert any(halves)
    assert one.restore() == other.restore()
    assert list(one.events()) == list(other.events())
    assert list(one.page_links()) == list(other.page_links())
    assert list(one.urls()) == list(other.urls())
    one.close()
    other.close()
    assert status(tmp_path / "one") == status(tmp_path / "other")


def test_a_folder_says_where_its_database_is_and_never_the_password(tmp_path: Path, address: str) -> None:
    opened(tmp_path / "Floods 洪水").close()
    place = place_of(tmp_path / "Floods 洪水")
    assert place is not None
    assert place.url == address
    assert place.schema.startswith("crawl_floods_")
    assert not (tmp_path / "Floods 洪水" / "crawl.db").exists()
    for file in (tmp_path / "Floods 洪水").iterdir():
        if file.is_file():
            assert PASSWORD not in file.read_text()


def test_a_crawl_goes_on_where_it_is_kept_whatever_the_settings_say(tmp_path: Path) -> None:
    store = opened(tmp_path / "one")
    fill(store)
    store.close()
    with closing(FolderStore.open(tmp_path / "one", TOPIC, Settings(), version="0.1", now=40.0)) as again:
        assert len(again.link_table) == 6
    kept = settings_of(tmp_path / "one")
    assert kept is not None
    assert kept.store == os.environ["PG_UNDER_TEST"]


def test_a_crawl_that_is_kept_elsewhere_is_refused(tmp_path: Path) -> None:
    store = FolderStore.open(tmp_path / "one", TOPIC, Settings(), version="0.1", now=30.0)
    fill(store)
    store.close()
    with pytest.raises(BadFolder, match=r"the crawl is kept in crawl\.db"):
        opened(tmp_path / "one")


def test_several_crawls_stand_in_one_database(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "one")) as one, closing(opened(tmp_path / "two")) as two:
        fill(one)
        seed(two)
        two.commit(STATE)
    assert (status(tmp_path / "one").links, status(tmp_path / "two").links) == (6, 1)


def test_one_process_at_a_time_crawls_into_a_schema_whatever_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honeyguide.storage.postgres._TRIES", 2)
    with closing(opened(tmp_path / "one")) as one:
        fill(one)
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / "database.toml").write_bytes((tmp_path / "one" / "database.toml").read_bytes())
        with pytest.raises(CannotRun, match="another process is crawling into it"):
            opened(tmp_path / "two")
    opened(tmp_path / "two").close()


def test_text_with_nul_is_kept_with_a_sign_in_its_place(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "one")) as store:
        store.add(msgspec.structs.replace(page_record(store, seed(store)), detail="a\0b"))
        store.commit(STATE)
        assert [event.detail for event in store.events()] == ["a\ufffdb"]


def test_a_password_in_the_address_is_refused_and_not_repeated(tmp_path: Path, postgres: str) -> None:
    for url in (postgres, "postgresql://me:geh@eim@host/db", "mysql://me:geheim@host/db", "postgresql://host:x:y/%"):
        with pytest.raises(BadInput) as wrong:
            Crawl(TOPIC, ["http://a.example/"], tmp_path / "one", Settings(store=url))
        assert "geh" not in str(wrong.value)
        assert PASSWORD not in str(wrong.value)
    assert not (tmp_path / "one").exists()


def test_without_psycopg_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(tmp_path / "one").close()
    monkeypatch.setattr("honeyguide.extras.find_spec", lambda module: None)
    says = r"keeping a crawl in PostgreSQL needs psycopg: pip install 'honeyguide\[postgres\]'"
    with pytest.raises(CannotRun, match=says):
        status(tmp_path / "one")
    with pytest.raises(CannotRun, match=says):
        opened(tmp_path / "two")


def test_what_keeps_a_database_from_being_opened_is_one_sentence(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "one")
    fill(store)
    store.close()
    monkeypatch.setenv("PGPASSWORD", "wrong")
    with pytest.raises(CannotRun, match=r"cannot be opened: .*password.*; give it in PGPASSWORD or ~/\.pgpass"):
        status(tmp_path / "one")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    file = tmp_path / "one" / "database.toml"
    known = file.read_text()
    for url, says in (
        ("postgresql://127.0.0.1:1/x", "cannot be opened: .*refused"),
        (re.sub(r"/\w+\?", "/elsewhere?", address), 'database "elsewhere" does not exist'),
    ):
        file.write_text(known.replace(address, url))
        known_places.name(url)
        with pytest.raises(CannotRun, match=says) as wrong:
            status(tmp_path / "one")
        assert "\n" not in str(wrong.value)
    for text in ("url = 1", "[", 'url = "postgresql:///"\nschema = "a; DROP"'):
        file.write_text(text)
        with pytest.raises(BadInput, match=r"database\.toml"):
            status(tmp_path / "one")


def test_a_schema_of_a_newer_version_or_without_a_crawl_is_refused(tmp_path: Path, address: str) -> None:
    store = opened(tmp_path / "one")
    fill(store)
    store.close()
    place = place_of(tmp_path / "one")
    assert place is not None
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"UPDATE {place.schema}.meta SET value = '99' WHERE key = 'schema_version'")
        with pytest.raises(BadFolder, match=r"written by a newer Honeyguide \(format 99"):
            status(tmp_path / "one")
        server.execute(f"DROP SCHEMA {place.schema} CASCADE")
    with pytest.raises(BadFolder, match="holds no crawl"):
        status(tmp_path / "one")


def test_a_database_that_cannot_be_written_is_told(tmp_path: Path, address: str) -> None:
    with closing(opened(tmp_path / "one")) as store:
        fill(store)
        store._database.execute("SET default_transaction_read_only = on")
        seed(store, "http://new.example/")
        with pytest.raises(CannotRun, match="cannot be written: the database is read-only"):
            store.commit(STATE)


def test_readers_have_a_role_that_writes_nothing(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(address, autocommit=True) as server:
        server.execute("CREATE ROLE honeyguide_reader")
        server.execute(f"CREATE ROLE visitor LOGIN PASSWORD '{PASSWORD}' IN ROLE honeyguide_reader")
    monkeypatch.setenv("PG_UNDER_TEST", address.replace("//reader@", "//"))
    monkeypatch.setenv("PGUSER", "reader")
    store = opened(tmp_path / "one")
    fill(store)
    store.close()
    known = status(tmp_path / "one")
    try:
        monkeypatch.setenv("PGUSER", "visitor")
        assert status(tmp_path / "one") == known
        page = find(tmp_path / "one", [STORY])[STORY]
        assert isinstance(page, MarkablePage)
        with pytest.raises(CannotRun, match="its user may not do that: permission denied"):
            write_marks(tmp_path / "one", [(page, False, None)], 50.0)
    finally:
        with psycopg.connect(address, user="reader", autocommit=True) as server:
            server.execute("DROP OWNED BY honeyguide_reader")
            server.execute("DROP ROLE visitor")
            server.execute("DROP ROLE honeyguide_reader")


def cut_off(address: str) -> int:
    """All connections but our own, ended by the server."""
    with psycopg.connect(address, autocommit=True) as server:
        found = server.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchone()
    assert found
    return int(found[0])


@pytest.mark.parametrize("moment", ["before", "COPY", "within", "COMMIT", "committed", "flush"])
def test_a_connection_that_is_cut_is_made_anew_and_nothing_is_lost_or_doubled(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    with closing(opened(tmp_path / "whole")) as whole:
        fill(whole)
        whole.add(page_record(whole, whole.link(5)))
        whole.event(50.0, EventKind.MARK, "said")
        whole.commit(STATE)
    store = opened(tmp_path / "one")
    fill(store)
    store.add(page_record(store, store.link(5)))
    store.event(50.0, EventKind.MARK, "said")
    execute, insert, cuts = PostgresDatabase.execute, PostgresDatabase.insert, 0

    def cut() -> None:
        nonlocal cuts
        cuts += cut_off(address) if cuts < 2 else 0

    def executes(self: PostgresDatabase, sql: str, given: Sequence[object] = ()) -> Any:
        if sql == "COMMIT" and moment == "COMMIT":
            cut()
        done = execute(self, sql, given)
        if sql == "COMMIT" and moment == "committed" and not cuts:
            cut()
            raise ConnectionLost("the answer did not arrive")
        return done

    def inserts(self: PostgresDatabase, table: str, rows: Iterable[Sequence[object]]) -> None:
        if table == "pages" and moment == "within":
            cut()
        insert(self, table, rows)

    def copies() -> Iterator[Sequence[object]]:
        yield (1, 50.0, "mark", "said", 0, None)
        cut()

    monkeypatch.setattr(PostgresDatabase, "execute", executes)
    monkeypatch.setattr(PostgresDatabase, "insert", inserts)
    if moment in ("before", "flush"):
        cut()
    elif moment == "COPY":
        store._database.begin()
        with pytest.raises(ConnectionLost, match="the connection was lost; nothing stored is lost: run it again"):
            store._database.insert("events", copies())
    if moment == "flush":
        store.checkpoint()
    store.commit(STATE)
    store.commit(STATE)
    store.close()
    assert cuts >= 1
    monkeypatch.undo()
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert everything(tmp_path / "one") == everything(tmp_path / "whole")


def test_a_server_that_does_not_come_back_ends_the_crawl_in_a_sentence(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "one")
    fill(store)
    before = store.restore()
    monkeypatch.setattr("honeyguide.storage.database.PATIENCE", 0.2)
    elsewhere = re.sub(r"/\w+\?", "/postgres?", address)
    with psycopg.connect(elsewhere, password=PASSWORD, autocommit=True) as server:
        database = place_of_database(address)
        server.execute(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
        try:
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (database,))
            with pytest.raises(CannotRun, match=r"cannot be opened: .*; nothing stored is lost: run it again"):
                store.commit(STATE)
        finally:
            server.execute(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")
    store.close()
    with closing(opened(tmp_path / "one")) as again:
        assert again.restore() == before


def place_of_database(address: str) -> str:
    """Its name in the server."""
    found = re.search(r"/(\w+)\?", address)
    assert found
    return found[1]


def test_a_login_that_is_refused_is_not_waited_for(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "one")
    fill(store)
    cut_off(address)
    monkeypatch.setenv("PGPASSWORD", "wrong")
    began = time.monotonic()
    with pytest.raises(LoginRefused, match=r"cannot be opened: .*password authentication failed"):
        store.commit(STATE)
    with pytest.raises(LoginRefused):
        outlasting(lambda: status(tmp_path / "one"))
    monkeypatch.delenv("PGPASSWORD")
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    with pytest.raises(LoginRefused, match="no password supplied"):
        status(tmp_path / "one")
    assert time.monotonic() - began < 10
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    store.close()


def test_a_database_that_lost_commits_meanwhile_is_not_written_on(tmp_path: Path, address: str) -> None:
    store = opened(tmp_path / "one")
    fill(store)
    place = place_of(tmp_path / "one")
    assert place is not None
    cut_off(address)
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DELETE FROM {place.schema}.events WHERE id = (SELECT max(id) FROM {place.schema}.events)")
    with pytest.raises(
        CannotRun, match="what was committed last is not in the database as it was before; run it again"
    ):
        store.commit(STATE)
    store.close()
    opened(tmp_path / "one").close()


def everything(folder: Path) -> dict[str, list[str]]:
    """What all tables hold, but for the number of a row."""
    with layout.reading(folder) as database:
        found = {}
        for table in ("meta", *_COPIED):
            names = ", ".join(columns(database, table))
            found[table] = sorted(repr(plain(row)) for row in database.stream(f"SELECT {names} FROM {table}"))
        return found


def plain(row: tuple[object, ...]) -> list[object]:
    """SQLite has numbers for flags, and whole numbers among others."""
    return [float(value) if isinstance(value, bool | int) else value for value in row]


def test_a_crawl_moves_into_postgresql_and_back_and_goes_on(tmp_path: Path, address: str) -> None:
    store = FolderStore.open(tmp_path / "one", TOPIC, Settings(), version="0.1", now=30.0)
    fill(store)
    before, looks = store.restore(), list(store.page_links())
    store.close()
    (tmp_path / "one" / "seeds.json").write_text("{}")
    there = CrawlFolder(tmp_path / "one").copy(tmp_path / "two", store=address)
    assert there.settings.store == address
    back = there.copy(tmp_path / "three")
    assert not (tmp_path / "three" / "database.toml").exists()
    assert everything(tmp_path / "one") == everything(tmp_path / "two") == everything(tmp_path / "three")
    for copied in (there, back):
        assert copied.status() == status(tmp_path / "one")
        assert (copied.path / "seeds.json").exists()
        assert (copied.path / "warc").is_dir() == (tmp_path / "one" / "warc").is_dir()
        with closing(FolderStore.open(copied.path, TOPIC, copied.settings, version="0.1", now=30.0)) as again:
            assert again.restore() == before
            assert list(again.page_links()) == looks
            again.add(page_record(again, again.link(5), at=50.0))
            again.commit(STATE)


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FolderStore.open(tmp_path / "one", TOPIC, Settings(), version="0.1", now=30.0)
    fill(store)
    store.close()

    def fails(*_: object) -> None:
        raise CannotRun("no more")

    with pytest.raises(CannotRun, match="no more"):
        CrawlFolder(tmp_path / "one").copy(tmp_path / "two", store=address, progress=fails)
    assert [each.name for each in tmp_path.iterdir()] == ["one"]
    with psycopg.connect(address) as server:
        assert server.execute("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'crawl%'").fetchone() == (0,)
    with pytest.raises(BadInput, match="is there already; name a new folder"):
        CrawlFolder(tmp_path / "one").copy(tmp_path / "one")


def test_a_crawl_that_is_deleted_or_recovered_leaves_no_schema_without_a_name(tmp_path: Path, address: str) -> None:
    def schemas() -> int:
        with psycopg.connect(address) as server:
            found = server.execute("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'crawl%'").fetchone()
        assert found
        return int(found[0])

    given = Settings(store=address, web="synthetic:seed=7,pages=100", pages=10, workers=0, encoder="none")
    Crawl(TOPIC, ["http://harbour-daily.example/"], tmp_path / "one", given).finish()
    crawl = CrawlFolder(tmp_path / "one")
    pages = {page.url for page in crawl.pages()}
    assert len(pages) == 10
    assert recover(tmp_path / "one").pages == 10
    assert {page.url for page in crawl.pages()} == pages
    assert crawl.settings.store == address
    assert schemas() == 2  # the former one is named in set-aside/
    assert len(list((tmp_path / "one" / "set-aside").glob("*-database.toml"))) == 1
    (known,) = Workspace(tmp_path).crawls()
    assert known.pages == 10
    Workspace(tmp_path).delete(known.id)
    assert not (tmp_path / "one").exists()
    assert schemas() == 1


def test_pages_are_marked_judged_again_and_pruned_there_as_in_sqlite(tmp_path: Path, address: str) -> None:
    said = []
    for name, store in (("one", address), ("two", "")):
        given = Settings(
            store=store,
            web="synthetic:seed=7,pages=200",
            pages=40,
            concurrency=1,
            workers=0,
            encoder="none",
            strategy="bfs",
        )
        Crawl(load_topic("rainstorm-disaster"), ["http://harbour-daily.example/"], tmp_path / name, given).finish()
        crawl = CrawlFolder(tmp_path / name)
        off, on = (next(page.url for page in crawl.pages() if page.on_topic is not is_on) for is_on in (True, False))
        done: list[object] = [crawl.mark({off: True, on: False}), crawl.mark(off), crawl.mark(off, True)]
        done += [crawl.search("rainstorm OR 暴雨").total, crawl.rejudge(TOPIC), crawl.mark(on), crawl.status()]
        done += [
            crawl.list_pages(sort=sort, contains="A", mark=mark) for sort in SORTS for mark in ("", "any", "off")
        ]
        done += [
            crawl.list_pages(title="rain", at_once=True),
            *(crawl.link_map(hosts=each) for each in (True, False)),
        ]
        done += [list(crawl.pages()), crawl.ask(5), crawl.errors(), list(crawl.events())[:-1]]
        done += [msgspec.structs.replace(crawl.harvest(), marks=(1, 0.0))]  # the time of the last mark is among them
        done += [crawl.index(), crawl.prune().responses, list(crawl.results(by="trust"))]
        said.append(done)
    for one, two in zip(*said, strict=True):
        assert one == two
