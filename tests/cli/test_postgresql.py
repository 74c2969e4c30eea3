"""A crawl in PostgreSQL at the command line: every command takes its folder, and what goes wrong is one sentence."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import psycopg
import pytest
from tests.app.browser import running_app
from tests.cli.conftest import TOPIC, Command
from tests.postgres_server import PASSWORD, account

from honeyguide.crawl_folder import open_crawl
from honeyguide.storage.schema import VERSION

SEED = "http://harbour-daily.example/"
WEB = ("--web", "synthetic:seed=7,pages=400", "--workers", "0", "--quiet")


@pytest.fixture(scope="module")
def address(postgres: str) -> Iterator[str]:
    plain = postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGPASSWORD", PASSWORD)
        yield plain


@pytest.fixture(scope="module")
def there(address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("crawls") / "rain"
    said = Command(out.parent)("crawl", TOPIC, SEED, "--out", out, "--pages", "60", "--store", address, *WEB)
    assert said.code == 0, said.err
    return out


def schemas(address: str) -> list[str]:
    with psycopg.connect(address) as server:
        return [name for (name,) in server.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'crawl\\_%'")]


def schema_of(folder: Path) -> str:
    return folder.joinpath("database.toml").read_text().split('schema = "')[1].split('"')[0]


@pytest.mark.slow
def test_every_command_that_reads_takes_the_folder(here: Command, there: Path) -> None:
    status = here("status", there, "--json").json
    assert (status["pages"], status["running"]) == (60, False)
    assert here("results", there, "--json").out
    assert here("errors", there).code == 0
    assert "http://" in here("search", there, "rain OR storm OR flood").out
    exported = here("export", there, "--to", "jsonl", "--output", "pages.jsonl")
    assert exported.code == 0, exported.err
    assert len((here.folder / "pages.jsonl").read_text().splitlines()) == 60
    assert here("export", there, "--to", "warc", "--output", "raw.warc.gz").code == 0
    for question in (
        ("trust", there),
        ("currency", there),
        ("hot", there),
        ("report", there, "--output", "report.html"),
    ):
        insight = here("insight", *question)
        assert insight.code == 0, insight.err
    assert here("mark", there, SEED, "--on").code == 0
    assert here("rejudge", there, "--dry-run").code == 0
    assert here("index", there).code == 0
    again = here("resume", there, "--pages", "80", "--quiet")
    assert again.code == 0, again.err
    assert here("status", there, "--json").json["pages"] == 80


@pytest.mark.slow
def test_the_application_shows_resumes_and_deletes_it(address: str, there: Path, tmp_path: Path) -> None:
    copied = open_crawl(there).copy(tmp_path / "rain", store=address)
    before = schemas(address)
    assert copied.view(SEED).page.url == SEED
    assert copied.link_map().nodes
    assert copied.link_map(hosts=True).nodes
    assert copied.out_links(SEED)
    token = "geheim-and-long-enough-to-be-one"
    with (
        running_app(tmp_path, env={"HONEYGUIDE_APP_TOKEN": token}) as app,
        httpx.Client(base_url=f"{app.address}api", headers={"Authorization": f"Bearer {token}"}, timeout=60) as api,
    ):
        (crawl,) = api.get("/crawls").json()
        assert crawl["problem"] == ""
        path = f"/crawls/{crawl['id']}"
        (page, *_) = api.get(f"{path}/pages").json()["pages"]
        for part in ("status", "events", f"pages/{page['number']}", f"pages/{page['number']}/explanation"):
            assert api.get(f"{path}/{part}").status_code == 200, part
        assert api.get(f"{path}/search", params={"query": "rain OR storm"}).json()["total"] > 0
        assert len(api.get(f"{path}/export", params={"to": "jsonl"}).text.splitlines()) == crawl["pages"]
        more = crawl["pages"] + 5
        assert api.post(f"{path}/resume", json={"settings": {"pages": more}}).status_code == 200
        while (now := api.get(path).json())["state"] == "running":
            time.sleep(0.1)
        assert (now["pages"], now["problem"]) == (more, "")
        assert api.delete(path, params={"confirm": "rain"}).status_code == 204
    assert not (tmp_path / "rain").exists()
    assert len(schemas(address)) == len(before) - 1


@pytest.mark.slow
def test_a_crawl_is_copied_into_sqlite_and_back_at_the_command_line(here: Command, there: Path, address: str) -> None:
    before = here("status", there, "--json").json
    said = here("copy", there, "sqlite")
    assert said.code == 0, said.err
    assert f"copied {before['pages']} pages and {before['links']:,} links" in said.err
    assert here("copy", "sqlite", "again", "--store", address, "--json").json["pages"] == before["pages"]
    for copy in ("sqlite", "again"):
        found = here("status", copy, "--json").json
        assert {**found, "since": ""} == {**before, "since": ""}
        assert here("resume", copy, "--pages", str(before["pages"] + 5), "--quiet").code == 0
        assert here("status", copy, "--json").json["pages"] == before["pages"] + 5


def test_what_cannot_be_copied_is_refused_in_one_sentence(here: Command, there: Path, address: str) -> None:
    known = schemas(address)
    (here.folder / "full").mkdir()
    (here.folder / "full" / "file").write_text("")
    for arguments, code, says in (
        (("nowhere", "new"), 1, "there is no such folder"),
        (("full", "new"), 1, "not a crawl"),
        ((there, "full"), 1, "is there already; name a new folder"),
        ((there, "new", "--store", "mysql://db/x"), 1, "is no address such as postgresql://"),
        ((there, "new", "--store", "postgresql://me:geheim@db/x"), 1, "a password in an address is seen"),
        ((there, "new", "--store", "postgresql://127.0.0.1:1/x"), 3, "the database cannot be opened"),
    ):
        said = here("copy", *arguments)
        assert (said.code, says in said.sentence) == (code, True), said.err
        assert "geheim" not in said.err
    assert not (here.folder / "new").exists()
    assert not list(here.folder.glob(".honeyguide*"))
    assert schemas(address) == known


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_copy_that_is_ended_half_way_leaves_nothing_in_the_database(
    honeyguide: Command, there: Path, address: str, number: signal.Signals
) -> None:
    known = schemas(address)
    with psycopg.connect(address) as busy:
        busy.execute(f"LOCK TABLE {schema_of(there)}.visits IN ACCESS EXCLUSIVE MODE")  # the copy waits at its rows
        process = subprocess.Popen(
            honeyguide.line("copy", there, "new", "--store", address), cwd=honeyguide.folder, stderr=subprocess.PIPE
        )
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
        while busy.execute(waits, (f"{schema_of(there)}.visits",)).fetchone() == (0,):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        process.wait(30)
    assert process.returncode != 0
    assert not (honeyguide.folder / "new").exists()
    for _ in range(200):
        if schemas(address) == known:
            break
        time.sleep(0.05)  # the server notices that its client is gone
    assert schemas(address) == known
    assert honeyguide("copy", there, "new", "--store", address).code == 0


def crawl(command: Command, out: str | Path, address: str, pages: int = 20) -> tuple[int, str]:
    said = command("crawl", TOPIC, SEED, "--out", out, "--pages", str(pages), "--store", address, *WEB)
    return said.code, said.sentence if said.code else ""


def test_what_keeps_a_crawl_from_its_database_is_one_sentence(
    here: Command, there: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", "wrong")
    assert crawl(here, "one", address) == (3, matching("password authentication failed", "PGPASSWORD or ~/.pgpass"))
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert crawl(here, "one", "postgresql://127.0.0.1:1/x") == (3, matching("cannot be opened", "refused"))
    assert crawl(here, "one", "postgresql:///x?host=/nowhere") == (3, matching("cannot be opened", "/nowhere"))
    monkeypatch.setattr("honeyguide.storage.postgres._TRIES", 1)
    with psycopg.connect(address, autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (f"honeyguide {schema_of(there)}",))
        said = here("resume", there, "--pages", "200", "--quiet")
        assert (said.code, said.sentence) == (3, matching("another process is crawling into it"))
        server.execute("SELECT pg_advisory_unlock_all()")
        server.execute(f"UPDATE {schema_of(there)}.meta SET value = '99' WHERE key = 'schema_version'")
        for command in (("status", there), ("resume", there, "--pages", "200", "--quiet"), ("copy", there, "new")):
            said = here(*command)
            assert (said.code, said.sentence) == (1, matching("written by a newer Honeyguide", "update Honeyguide"))
        server.execute(f"UPDATE {schema_of(there)}.meta SET value = '{VERSION}' WHERE key = 'schema_version'")


def test_a_role_that_only_reads_is_told_so(
    here: Command, there: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'")
        server.execute(f"GRANT USAGE ON SCHEMA {schema_of(there)} TO guest")
        server.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema_of(there)} TO guest")
    shutil.copytree(there, here.folder / "guest")
    file = here.folder / "guest" / "database.toml"
    file.write_text(file.read_text().replace("//reader@", "//guest@"))
    try:
        assert "nobody has named on this machine" in here("status", "guest").sentence
        assert here("trust", address.replace("//reader@", "//guest@")).code == 0
        assert here("status", "guest").code == 0
        said = here("resume", "guest", "--pages", "200", "--quiet")
        assert (said.code, said.sentence) == (3, matching("its user may not do that: permission denied"))
        guest = address.replace("//reader@", "//guest@")
        assert crawl(here, "one", guest) == (3, matching("its user may not do that: permission denied for database"))
    finally:
        with psycopg.connect(address, autocommit=True) as server:
            server.execute("DROP OWNED BY guest")
            server.execute("DROP ROLE guest")


@pytest.mark.slow
def test_a_server_whose_disk_is_full_ends_a_crawl_in_a_sentence_and_it_goes_on(here: Command, address: str) -> None:
    disk = Path(tempfile.mkdtemp(prefix="hg-small-"))  # the server may not look into `tmp_path`
    owner = account()
    options = "size=1000k" + (f",uid={owner['user']},gid={owner['group']},mode=700" if owner else "")
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        disk.rmdir()
        pytest.skip("a small disk cannot be mounted here")
    try:
        with psycopg.connect(address, autocommit=True) as server:
            server.execute(f"CREATE TABLESPACE small LOCATION '{disk}'")
        small = f"{address}&options=-c%20default_tablespace%3Dsmall"
        code, said = crawl(here, "one", small, 300)
        assert (code, said) == (3, matching("the disk of the server is full; nothing stored is lost: make room"))
        stored = here("status", "one", "--json").json["pages"]
        assert 0 < stored < 300
        subprocess.run(["mount", "-o", "remount,size=100m", disk], check=True)
        again = here("resume", "one", "--quiet")
        assert again.code == 0, again.err
        assert here("status", "one", "--json").json["pages"] >= 300
        with psycopg.connect(address, autocommit=True) as server:
            schema = schema_of(here.folder / "one")
            found = server.execute(
                f"SELECT count(*) - count(DISTINCT link) FROM {schema}.visits WHERE outcome = 'page'"
            ).fetchone()
            assert found == (0,)
            server.execute(f"DROP SCHEMA {schema} CASCADE")
            server.execute("DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)
        disk.rmdir()


class matching(str):
    """Equal to a sentence that holds these words."""

    words: tuple[str, ...]

    def __new__(cls, *words: str) -> matching:
        made = super().__new__(cls, " … ".join(words))
        made.words = words
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and all(word in other for word in self.words)

    __hash__ = str.__hash__
