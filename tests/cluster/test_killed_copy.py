"""What a killed copy left is cleared by the next one into the same place, where it is certain that it was left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from tests.cluster.sharded import TOPIC, crawled, seeds, settings
from tests.postgres_server import PASSWORD

from honeyguide import Crawl, atomic, open_crawl
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.storage.lock import locked

KILLED = """
import os, sys
from honeyguide import open_crawl

tables = []

def progress(doing, done, of):
    tables.append(doing)
    if tables.count("links copied") == int(sys.argv[4]):
        os._exit(9)

open_crawl(sys.argv[1]).copy(sys.argv[2], store=sys.argv[3], progress=progress)
"""


def kill_a_copy(folder: Path, to: Path, store: str = "", *, when: int = 1) -> None:
    """When the links of so many databases were copied."""
    given = [sys.executable, "-c", KILLED, str(folder), str(to), store, str(when)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run(given, check=False, env=environment).returncode == 9


def schemas(store: str) -> set[str]:
    with psycopg.connect(store) as server:
        return {name for (name,) in server.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'crawl%'")}


def parts(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.glob(".honeyguide-*"))


def test_parts_of_killed_copies_go_and_those_of_others_stay(tmp_path: Path) -> None:
    folder = tmp_path / "rain"
    crawled(folder, 2, 20)
    kill_a_copy(folder, tmp_path / "copy")
    kill_a_copy(folder, tmp_path / "another", when=2)
    assert len(parts(tmp_path)) == 1, "the second one has cleared what the first left"
    (tmp_path / ".honeyguide-export.part").mkdir()
    under_way = tmp_path / ".honeyguide-alive.part"
    begins = tmp_path / ".honeyguide-begins.part"
    begins.mkdir()
    (begins / "lock").touch()  # its process has yet to hold it
    with locked(under_way):
        open_crawl(folder).copy(tmp_path / "copy")
        assert parts(tmp_path) == [f".honeyguide-{name}.part" for name in ("alive", "begins", "export")]
    assert open_crawl(tmp_path / "copy").status().pages == 20
    open_crawl(folder).copy(tmp_path / "another")
    assert parts(tmp_path) == [f".honeyguide-{name}.part" for name in ("begins", "export")]


def test_a_part_that_is_no_copy_of_ours_deletes_nothing(tmp_path: Path) -> None:
    folder, other = tmp_path / "rain", tmp_path / "other"
    for each in (folder, other):
        Crawl(TOPIC, seeds(), each, settings(1, 20)).finish()
        CrawlFolder(each).offload(f"file://{tmp_path}/storage")
    kill_a_copy(folder, tmp_path / "copy")
    stored = sorted(tmp_path.glob("storage/*/*"))
    for name, said in (("own", folder), ("link", other)):
        part = tmp_path / f".honeyguide-{name}.part"
        with locked(part):
            if name == "own":
                (part / "raw.json").write_bytes((said / "raw.json").read_bytes())
            else:
                (part / "shards").mkdir()
                (part / "shards" / "0").symlink_to(said)
    open_crawl(folder).copy(tmp_path / "copy")
    assert parts(tmp_path) == [".honeyguide-link.part", ".honeyguide-own.part"]
    left = {path for path in stored if not path.exists()}
    assert {path.parent.name[:4] for path in left} == {"copy"}, "what the killed copy had sent is gone, and no more"


def test_the_part_of_a_copy_is_not_swept_as_a_file_that_was_left(tmp_path: Path) -> None:
    part = tmp_path / ".honeyguide-0123456789ab.part"
    with locked(part):
        os.utime(part, (0, 0))
        atomic.write(tmp_path / "file", "text")
    assert part.exists()


@pytest.mark.slow
def test_its_schemas_go_too_and_no_other_that_a_part_may_name(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    store = postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")
    folder = tmp_path / "rain"
    crawled(folder, 2, 20)
    before = schemas(store)
    kill_a_copy(folder, tmp_path / "there", store, when=3)
    left = schemas(store) - before
    assert sorted(name[: -len("_12345678")] for name in left) == ["crawl_there", "crawl_there_0"]
    open_crawl(folder).copy(tmp_path / "here")
    assert len(parts(tmp_path)) == 1, "a copy that does not use the server left it alone"
    open_crawl(folder).copy(tmp_path / "there", store=store)
    there = schemas(store) - before
    assert sorted(name[: -len("_12345678")] for name in there) == ["crawl_there", "crawl_there_0", "crawl_there_1"]
    assert not there & left
    assert parts(tmp_path) == []
    foreign = tmp_path / ".honeyguide-0123456789ab.part"
    with locked(foreign):
        (foreign / "database.toml").write_text((tmp_path / "there" / "database.toml").read_text())
    open_crawl(folder).copy(tmp_path / "more", store=store)
    assert foreign.exists()
    assert there <= schemas(store)
    with psycopg.connect(store, autocommit=True) as server:
        for schema in schemas(store) - before:
            server.execute(f"DROP SCHEMA {schema} CASCADE")
