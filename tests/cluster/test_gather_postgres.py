"""A crawl in shards that is kept in PostgreSQL: gathered and dealt within the server."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from tests.cluster.sharded import crawled
from tests.postgres_server import PASSWORD

from honeyguide import CannotRun, known_places
from honeyguide.cluster.deal import deal, must_deal
from honeyguide.cluster.gather import gather
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.storage.shard_folders import shard_folders
from honeyguide.workspace import Workspace, id_of


def schemas(store: str) -> set[str]:
    with psycopg.connect(store) as server:
        return {name for (name,) in server.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'crawl%'")}


@pytest.mark.slow
def test_shards_in_postgresql_read_like_one_crawl(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    store = postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")
    folder = tmp_path / "crawl"
    before = schemas(store)
    crawled(folder, 2, 60, gather_every=5, store=store)
    crawl = CrawlFolder(folder)
    found = sorted((page.url, page.relevance, page.parent) for page in crawl.pages())
    shards = shard_folders(folder)
    theirs = [(page.url, page.relevance) for shard in shards for page in CrawlFolder(shard).pages()]
    assert sorted(theirs) == [(url, relevance) for url, relevance, _ in found]
    assert len(found) == crawl.status().pages == 60
    assert crawl.marks() == {}
    here = crawl.copy(tmp_path / "here")
    there = here.copy(tmp_path / "there", store=store)
    for copied in (here, there):
        gather(copied.path)
        assert sorted((page.url, page.relevance, page.parent) for page in copied.pages()) == found
        assert len(shard_folders(copied.path)) == 2
    Workspace(tmp_path).delete(id_of(there.path))
    waiting = crawl.status().waiting
    for shards_now in (3, 1):
        deal(folder, shards_now)
        gather(folder)
        assert sorted((page.url, page.relevance, page.parent) for page in crawl.pages()) == found
        assert crawl.status().waiting >= waiting  # what was on its way counts when it came
    (left,) = schemas(store) - before
    with psycopg.connect(store, autocommit=True) as server:
        server.execute(f"DROP SCHEMA {left} CASCADE")


KILLED = """
import os, sys
from pathlib import Path
from honeyguide import known_places
from honeyguide.cluster import deal

def dies(*_, **__):
    os._exit(9)

known_places.name(sys.argv[3])
where = {"_delete": deal, "make_shard": deal, "forget": deal.Gatherer}[sys.argv[2]]
setattr(where, sys.argv[2], dies)
deal.deal(Path(sys.argv[1]), int(sys.argv[4]))
"""


@pytest.mark.slow
def test_a_deal_that_is_killed_leaves_no_schemas_behind(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    store = postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")
    folder = tmp_path / "crawl"
    before = schemas(store)
    crawled(folder, 2, 20, store=store)
    pages = sorted(page.url for page in CrawlFolder(folder).pages())
    for step, shards in (("make_shard", 3), ("forget", 3), ("_delete", 1), ("make_shard", 2)):
        command = [sys.executable, "-c", KILLED, str(folder), step, store, str(shards)]
        assert subprocess.run(command, check=False).returncode == 9
        if must_deal(folder, shards):
            deal(folder, shards)
        assert len(schemas(store) - before) == 1 + len(shard_folders(folder))
        assert sorted(page.url for page in CrawlFolder(folder).pages()) == pages
    (folder / "settings.toml").unlink()
    deal(folder, 3)
    gather(folder)
    assert len(schemas(store) - before) == 4, "shards are kept where the whole is, whatever the settings say"
    Workspace(tmp_path).delete(id_of(folder))
    assert schemas(store) == before


@pytest.mark.slow
def test_readers_of_shards_do_not_wait_for_a_database_that_lets_nobody_in(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    store = postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")
    folder = tmp_path / "crawl"
    crawled(folder, 2, 20, store=store)
    began = time.monotonic()
    monkeypatch.setenv("PGPASSWORD", "wrong")
    with pytest.raises(CannotRun, match="password authentication failed"):
        CrawlFolder(folder).status()
    file = folder / "database.toml"
    known = file.read_text()
    nobody = "postgresql://reader@127.0.0.1:1/x"
    known_places.name(nobody)
    file.write_text(known.replace(store, nobody))
    with pytest.raises(CannotRun, match=r"cannot be opened: .*refused"):
        CrawlFolder(folder).status()
    assert time.monotonic() - began < 20
    assert not [record for record in caplog.records if "reader@" in record.getMessage()]
    file.write_text(known)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    with psycopg.connect(store, autocommit=True) as server:
        for schema in schemas(store):
            server.execute(f"DROP SCHEMA {schema} CASCADE")
