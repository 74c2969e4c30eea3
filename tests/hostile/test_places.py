"""A folder of strangers names a database or object storage: nothing there is asked, read, written or deleted.

What a person on this machine has named is used as ever. Real servers; a listener stands for the stranger's own.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from tests.hostile.test_folders import FILE, SEED, WEB, in_shards
from tests.plain_choices import RAIN, RAIN_FILE
from tests.postgres_server import PASSWORD
from tests.warm_process import WarmProcess

from honeyguide import Crawl, Workspace, __version__, known_places, make_crawl, open_crawl, recover
from honeyguide.agents import agent_server
from honeyguide.cluster.actor import ShardActor, described
from honeyguide.cluster.deal import deal
from honeyguide.config import Settings, load
from honeyguide.errors import BadFolder, BadInput, HoneyguideError
from honeyguide.storage.places import delete_elsewhere, place_of
from honeyguide.storage.postgres import DatabasePlace, PostgresDatabase
from honeyguide.storage.raw_responses import moved


@pytest.fixture(autouse=True)
def new_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nobody has named anything yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for kept in ("_named", "_inherited", "_of_folders"):
        monkeypatch.setattr(known_places, kept, set())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "crawl"
    Crawl(RAIN, [SEED], out, Settings(strategy="ops", web=WEB, pages=20, workers=0, seed=1)).finish()
    return out


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "space" / "strange")


class Listener:
    """Of a stranger: it writes down what it is told, and asks for the password."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"postgresql://someone@127.0.0.1:{self._socket.getsockname()[1]}/crawls?sslmode=disable"
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                connection.settimeout(2)
                self.heard.append(connection.recv(1000))
                connection.sendall(b"R\0\0\0\x08\0\0\0\x03")  # a password, please, in plain text
                self.heard.append(connection.recv(1000))

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    monkeypatch.setenv("PGPASSWORD", "geheim")
    with closing(Listener()) as listening:
        yield listening


def kept_in(folder: Path, url: str, schema: str = "crawl_x") -> None:
    """Says that a crawl is there, instead of in the folder."""
    (folder / "crawl.db").unlink(missing_ok=True)
    (folder / "database.toml").write_text(f'url = "{url}"\nschema = "{schema}"\n')


def everything(folder: Path, out: Path) -> list[Callable[[], object]]:
    """All that reads or changes a crawl."""
    return [
        lambda: open_crawl(folder),
        lambda: open_crawl(folder).status(),
        lambda: open_crawl(folder).last_change,
        lambda: Crawl(RAIN, [SEED], folder, Settings(strategy="ops", web=WEB, pages=40, workers=0)).finish(),
        lambda: Crawl(RAIN, [SEED], folder).finish(),
        lambda: make_crawl(RAIN, [], folder, Settings(strategy="ops", web=WEB, pages=40, workers=0)).finish(),
        lambda: open_crawl(folder).copy(out),
        lambda: deal(folder, 2),
        lambda: delete_elsewhere(folder),
        lambda: recover(folder),
    ]


def test_a_database_that_only_a_folder_names_is_never_dialled(
    folder: Path, listener: Listener, tmp_path: Path
) -> None:
    kept_in(folder, listener.url)
    for use in everything(folder, tmp_path / "copy"):
        with pytest.raises(HoneyguideError) as refused:
            use()
        assert "\n" not in str(refused.value)
    with pytest.raises(BadFolder, match=r"/strange: is kept in postgresql://127\.0\.0\.1:.*, which nobody has named"):
        open_crawl(folder)
    space = Workspace(folder.parent)
    (listed,) = space.crawls()
    assert (listed.state, "nobody has named on this machine" in listed.problem) == ("damaged", True)
    clicks: list[Callable[[], object]] = [
        lambda: space.resume(listed.id),
        lambda: space.delete(listed.id),
        lambda: space.open(listed.id),
        lambda: space.duplicate(listed.id, "mine"),
    ]
    for click in clicks:
        with pytest.raises(BadFolder, match="nobody has named"):
            click()
    assert folder.is_dir()
    assert listener.heard == []
    known_places.name(listener.url)
    with pytest.raises(HoneyguideError):
        open_crawl(folder)
    assert b"geheim" in b"".join(listener.heard), "it would have heard it"


def test_neither_is_one_of_a_shard_or_of_shards_that_are_to_go(folder: Path, listener: Listener) -> None:
    in_shards(folder, {})
    for place in ("shards/0", "shards.old/0", "shards.new/0"):
        (folder / place).mkdir(parents=True, exist_ok=True)
        kept_in(folder / place, listener.url)
        with suppress(BadFolder):
            open_crawl(folder).status()
        with pytest.raises(BadFolder, match="nobody has named"):
            make_crawl(RAIN, [SEED], folder, Settings(strategy="ops", web=WEB, pages=40, workers=0))
        space = Workspace(folder.parent)
        with pytest.raises(BadFolder, match="nobody has named"):
            space.delete(space.crawls()[0].id)
        shutil.rmtree(folder / place)
    assert listener.heard == []


def test_settings_of_a_folder_do_not_name_a_place(folder: Path, listener: Listener, tmp_path: Path) -> None:
    def set_to(**places: str) -> None:
        lines = [line for line in kept if line.split(" = ")[0] not in places]
        (folder / "settings.toml").write_text(
            "\n".join([*lines, *(f'{name} = "{value}"' for name, value in places.items())])
        )

    kept = (folder / "settings.toml").read_text().splitlines()
    space = Workspace(folder.parent)
    strange = space.crawls()[0].id
    for places in ({"store": listener.url}, {"raw": f"file://{tmp_path}/theirs"}):
        set_to(**places)
        (listed,) = space.crawls()
        assert listed.problem == ""
        uses: list[Callable[[], object]] = [
            lambda: open_crawl(folder).resume(pages=40),
            lambda: Crawl(RAIN, [], folder),
            lambda: Crawl(RAIN, [SEED], tmp_path / "mine", open_crawl(folder).settings),
            lambda: Crawl(RAIN, [], folder, load({}, environ={}, kept=folder / "settings.toml").settings),
            lambda: space.resume(strange),
            lambda: space.duplicate(strange, "mine"),
        ]
        if "raw" in places:
            uses.append(lambda: open_crawl(folder).offload())
        for use in uses:
            with pytest.raises(BadInput, match=r"nobody has named on this machine|go beyond the public web"):
                use()
        said = WarmProcess("resume", folder, "--pages", "40", "--quiet")
        assert said.wait() == 1
        assert b"which nobody has named on this machine; if it is yours: honeyguide trust" in said.err
    assert listener.heard == []
    assert known_places.known() == []
    assert not (tmp_path / "theirs").exists()
    said = WarmProcess("resume", folder, "--pages", "25", "--quiet", "--raw", f"file://{tmp_path}/theirs")
    assert said.wait() == 0, said.err
    assert moved(folder / "warc").files


@pytest.mark.parametrize("where", ["file", "unwanted", "shards.old"])
def test_files_that_only_a_folder_names_are_neither_read_nor_deleted(
    folder: Path, tmp_path: Path, where: str
) -> None:
    precious = tmp_path / "storage" / "mine-12345678" / FILE
    precious.parent.mkdir(parents=True)
    shutil.move(folder / "warc" / FILE, precious)
    before = precious.read_bytes()
    place = f"file://{precious.parent}"
    file = {FILE: {"place": place, "size": len(before), "md5": ""}}
    told = {"unwanted": {FILE: place}} if where == "unwanted" else {"files": file}
    if where == "shards.old":
        in_shards(folder, {})
        shutil.copytree(folder / "shards", folder / "shards.old")
        (folder / "shards.old" / "0" / "raw.json").write_text(json.dumps(told))
    else:
        (folder / "raw.json").write_text(json.dumps(told))
    there = open_crawl(folder)
    assert there.status().pages == 20
    space = Workspace(folder.parent)
    uses: list[Callable[[], object]] = [lambda: space.delete(space.crawls()[0].id)]
    if where != "shards.old":
        uses += [there.prune, lambda: there.offload(f"file://{tmp_path}/mine")]
    if where == "file":
        uses += [
            lambda: there.explain(SEED),
            lambda: there.export("warc", tmp_path / "x.warc.gz"),
            lambda: there.copy(tmp_path / "copy"),
            lambda: recover(folder),
        ]
        uses.remove(uses[2])  # nothing is there to be moved
    for use in uses:
        with pytest.raises(BadFolder, match=r"keeps raw responses in file://.*, which nobody has named"):
            use()
    assert precious.read_bytes() == before
    known_places.name(f"file://{tmp_path}/storage/")
    assert there.status().pages == 20
    if where == "file":
        assert there.explain(SEED).url == SEED
    space.delete(space.crawls()[0].id)
    assert not precious.exists()


def test_a_known_place_is_known_by_its_very_address(tmp_path: Path) -> None:
    known_places.name("postgresql://crawler@db.example/crawls?sslmode=require", f"file://{tmp_path}/a/")
    for address in (
        "postgres://crawler@db.example/crawls?sslmode=require",
        "postgresql://db.example/crawls?sslmode=require&user=crawler",
        "postgresql:///crawls?host=db.example&user=crawl%65r&sslmode=require",
        f"file://{tmp_path}/a",
    ):
        assert known_places.is_known(address), address
    for address in (
        "postgresql://crawler@db.example/crawls",
        "postgresql://crawler@db.example/crawls?sslmode=disable",
        "postgresql://crawler@db.example:5433/crawls?sslmode=require",
        "postgresql://other@db.example/crawls?sslmode=require",
        "postgresql://crawler@db.example,evil.example/crawls?sslmode=require",
        "postgresql://crawler@db.example/crawls?sslmode=require&hostaddr=10.0.0.1",
        f"file://{tmp_path}/a/..",
        f"file://{tmp_path}/b/../a",
        f"file://{tmp_path}",
    ):
        assert not known_places.is_known(address), address


def test_places_are_kept_for_their_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "state" / "honeyguide" / "places"
    known_places.name("s3://bucket/one", "s3://bucket/two")
    assert file.read_text() == "s3://bucket/one\ns3://bucket/two\n"
    assert file.stat().st_mode & 0o777 == 0o600
    for wrong in ("postgresql://me:geheim@db/x", "postgresql://me:geh@eim@db/x", "postgresql://db/x?password=geheim"):
        with pytest.raises(BadInput, match="without its password") as refused:
            known_places.name(wrong)
        assert "eim" not in str(refused.value)
    assert file.read_text() == "s3://bucket/one\ns3://bucket/two\n"
    assert known_places.forget("s3://bucket/one", "s3://bucket/three") == ["s3://bucket/three"]
    assert known_places.known() == ["s3://bucket/two"]
    monkeypatch.setenv("HONEYGUIDE_PLACES", "s3://b/three 'file:///with a space'")
    assert known_places.known() == ["file:///with a space", "s3://b/three", "s3://bucket/two"]
    assert load({}, environ=os.environ).settings.raw == ""


def test_where_nothing_can_be_kept_the_process_remembers_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "state").write_text("in the way")
    known_places.name("s3://bucket/one")
    known_places.name("s3://bucket/two")
    assert known_places.known() == ["s3://bucket/one", "s3://bucket/two"]
    assert known_places.for_children() == "s3://bucket/one s3://bucket/two"
    assert caplog.text.count("are known to this process alone") == 1


def test_a_sentence_is_safe_for_a_terminal_and_its_command_works(folder: Path, tmp_path: Path) -> None:
    kept_in(folder, "postgresql://me@127.0.0.1:1/a%1b%5B31m'`$(id)`?options=-c%20x")
    refused = WarmProcess("status", folder)
    assert refused.wait() == 1
    sentence = refused.err.decode().strip()
    assert sentence.isprintable()
    command = sentence.rpartition("if it is yours: ")[2]
    assert command.startswith("honeyguide trust 'postgresql://127.0.0.1:1/a%1B%5B31m%27%60%24%28id%29%60?")
    assert WarmProcess("trust", command.split("'")[1]).wait() == 0
    assert b"the database cannot be opened" in (again := _ended(WarmProcess("status", folder))).err, again.err


def _ended(process: WarmProcess) -> WarmProcess:
    process.wait()
    return process


def test_the_command_names_lists_and_forgets(tmp_path: Path) -> None:
    assert _ended(WarmProcess("trust", "s3://bucket/one", "file:///there")).wait() == 0
    assert _ended(WarmProcess("trust", "--list")).out == b"file:///there\ns3://bucket/one\n"
    assert _ended(WarmProcess("trust", "--forget", "s3://bucket/one")).wait() == 0
    assert json.loads(_ended(WarmProcess("trust", "--list", "--json")).out) == {"places": ["file:///there"]}
    for wrong in (["mysql://x"], ["postgresql://me:geheim@db/x"], ["s3://key:geheim@bucket"], [], ["--forget"]):
        refused = _ended(WarmProcess("trust", *wrong))
        assert refused.wait() == 1
        assert b"geheim" not in refused.err
        assert refused.err.count(b"\n") == 1


@pytest.fixture
def server(postgres: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    return postgres.replace(f":{quote(PASSWORD, safe='')}@", "@")


def tables(server: str, schema: str) -> int:
    with psycopg.connect(server) as database:
        found = database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = %s", (schema,)).fetchone()
        return int(found[0]) if found else 0


def test_looking_at_a_folder_of_strangers_drops_no_schema(folder: Path, server: str) -> None:
    with psycopg.connect(server, autocommit=True) as database:
        database.execute("CREATE SCHEMA thesis")
        database.execute("CREATE TABLE thesis.chapters (id INTEGER)")
    in_shards(folder, {})
    for left in ("shards.old", "shards.new"):
        (folder / left / "0").mkdir(parents=True)
        kept_in(folder / left / "0", server, "thesis")
    space = Workspace(folder.parent)

    def use_it() -> None:
        open_crawl(folder).status()
        (listed,) = space.crawls()
        assert listed.problem == ""
        for use in (
            lambda: space.delete(listed.id),
            lambda: make_crawl(RAIN, [SEED], folder, Settings(strategy="ops", web=WEB, workers=0)),
        ):
            with pytest.raises(BadFolder, match=r"nobody has named|schema thesis: holds 'chapters', which is no"):
                use()
        assert tables(server, "thesis") == 1

    use_it()
    known_places.name(server)
    use_it()


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (("CREATE TABLE {}.meta (key TEXT, value TEXT)",), "holds no crawl"),
        ((), "holds no crawl"),
        (
            (
                "CREATE TABLE {}.meta (key TEXT, value TEXT)",
                "INSERT INTO {}.meta VALUES ('schema_version', '8')",
                "CREATE TABLE {}.accounts (id INTEGER)",
            ),
            "holds 'accounts', which is no crawl's",
        ),
        (("CREATE FUNCTION {}.mine() RETURNS INTEGER LANGUAGE SQL AS 'SELECT 1'",), "holds 'mine'"),
        (("CREATE TYPE {}.mood AS ENUM ('good')",), "holds 'mood'"),
    ],
)
def test_only_what_is_a_crawl_and_nothing_else_is_dropped(server: str, made: tuple[str, ...], says: str) -> None:
    with psycopg.connect(server, autocommit=True) as database:
        database.execute("DROP SCHEMA IF EXISTS not_ours CASCADE")
        database.execute("CREATE SCHEMA not_ours")
        for each in made:
            database.execute(each.format("not_ours").encode())
    place = DatabasePlace(server, "not_ours")
    with closing(PostgresDatabase(place, write=True)) as opened, pytest.raises(BadFolder, match=says):
        opened.drop()
    with closing(PostgresDatabase(DatabasePlace(server, "nowhere"), write=True)) as opened:
        opened.drop()
    with psycopg.connect(server) as database:
        assert database.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'not_ours'").fetchone()


def test_a_crawl_that_somebody_here_began_is_used_as_ever(server: str, tmp_path: Path) -> None:
    out = tmp_path / "space" / "mine"
    options: list[str | Path] = ["--web", WEB, "--workers", "0", "--quiet", "--strategy", "ops", "--out", out]
    begun = WarmProcess("crawl", RAIN_FILE, SEED, "--pages", "5", "--store", server, *options)
    assert begun.wait() == 0, begun.err
    commands: list[list[str | Path]] = [
        ["status", out],
        ["resume", out, "--pages", "8", "--quiet"],
        ["copy", out, tmp_path / "copy"],
    ]
    for command in commands:
        assert (ended := _ended(WarmProcess(*command))).wait() == 0, ended.err
    elsewhere = {"XDG_STATE_HOME": str(tmp_path / "other")}
    refused = _ended(WarmProcess("status", out, env=elsewhere))
    assert refused.wait() == 1
    assert b"nobody has named on this machine" in refused.err
    assert WarmProcess("status", out, env={**elsewhere, "HONEYGUIDE_PLACES": server}).wait() == 0
    assert WarmProcess("status", out, env={**elsewhere, "HONEYGUIDE_STORE": server}).wait() == 0
    assert WarmProcess("resume", out, "--pages", "9", "--quiet", "--store", server, env=elsewhere).wait() == 0
    assert WarmProcess("status", out, env=elsewhere).wait() == 0
    place = place_of(out)
    assert place is not None
    space = Workspace(out.parent)
    space.resume(space.crawls()[0].id, pages=10)
    while space.crawls()[0].state == "running":
        pass
    assert open_crawl(out).status().pages == 10
    space.delete(space.crawls()[0].id)
    assert tables(server, place.schema) == 0


def test_agents_are_told_and_nothing_is_dialled(folder: Path, listener: Listener) -> None:
    import asyncio

    kept_in(folder, listener.url)
    server = agent_server(Workspace(folder.parent))
    told = asyncio.run(server.call_tool("list_crawls", {}))
    assert "nobody has named on this machine" in str(told)
    assert listener.heard == []


def test_a_shard_on_another_machine_knows_what_its_crawl_was_told(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_shards(folder, {})
    store, raw = "postgresql://crawler@db.example/crawls", f"file://{tmp_path}/storage"
    known_places.name(store, raw)
    handed = known_places.known()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    monkeypatch.setattr(known_places, "_named", set())
    assert not known_places.is_known(store)
    given = Settings(strategy="ops", web=WEB, workers=0, shards=2, store=store, raw=raw)
    ShardActor(__version__, str(folder), 0, described(RAIN, [SEED], given), handed)
    assert known_places.known() == handed
    assert not (tmp_path / "another").exists()
    assert known_places.for_children() == shlex.join(sorted(handed))


@pytest.mark.slow
def test_a_crawl_in_shards_goes_on_where_its_command_says_once_that_it_is_kept(server: str, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    out = tmp_path / "mine"
    options: list[str | Path] = ["--web", WEB, "--quiet", "--strategy", "ops", "--out", out, "--shards", "2"]
    begun = _ended(WarmProcess("crawl", RAIN_FILE, SEED, "--pages", "20", "--store", server, *options))
    assert begun.wait() == 0, begun.err
    again = _ended(WarmProcess("resume", out, "--pages", "30", "--quiet"))
    assert again.wait() == 0, again.err
    assert open_crawl(out).status().pages == 30
    known_places.forget(server)
    for folder in (out, out / "shards" / "1"):
        with pytest.raises(BadFolder, match="nobody has named on this machine"):
            open_crawl(folder)
