"""Folders that were damaged, torn apart or made by somebody who means harm: a word, and no file lost or touched."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.plain_choices import RAIN, RAIN_FILE
from tests.warm_process import WarmProcess

from honeyguide import Crawl, Workspace, make_crawl, open_crawl, recover, strategies
from honeyguide.config import Settings
from honeyguide.errors import BadFolder, BadInput, CannotRun, HoneyguideError
from honeyguide.recovery import is_healthy
from honeyguide.storage.folder import is_crawl
from honeyguide.storage.search_schema import discard
from honeyguide.web.offline.warc_reader import scan

WEB = "synthetic:seed=7,pages=300"
SEED = "http://harbour-daily.example/"


def crawl(out: Path, pages: int = 60) -> Crawl:
    return Crawl(RAIN, [SEED], out, Settings(strategy="ops", web=WEB, pages=pages, workers=0, seed=1))


def urls(*folders: Path) -> set[str]:
    """Of all raw responses that are kept there."""
    files = [file for folder in folders if folder.is_dir() for file in folder.glob("*.warc.gz")]
    return {record.url for file in files for record in scan(file) if record}


def change(out: Path, *statements: str) -> None:
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "crawl"
    crawl(out).finish()
    return out


def copy_if_there(source: str, to: str) -> None:
    """Of a folder that is written to, files go while others are copied, as a kill may find it."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, to)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As a kill in the middle leaves it: with a log that nobody has written out."""
    out = tmp_path_factory.mktemp("killed") / "crawl"
    running = crawl(out.with_name("running"))

    async def run() -> None:
        async for _ in running:
            if running.pages > 30:
                shutil.copytree(running.out, out, copy_function=copy_if_there)
                return

    asyncio.run(run())
    return out


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "crawl")


def lose_database(out: Path) -> None:
    (out / "crawl.db").unlink()


def empty_database(out: Path) -> None:
    (out / "crawl.db").write_bytes(b"")


def overwrite_database(out: Path) -> None:
    (out / "crawl.db").write_bytes(b"not a database" * 1000)


@pytest.mark.parametrize("harm", [lose_database, empty_database, overwrite_database])
def test_without_its_database_a_crawl_is_refused_and_keeps_its_responses(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    harm(folder)
    before = {file.name: file.read_bytes() for file in (folder / "warc").iterdir()}
    for what in (crawl(folder).finish, lambda: open_crawl(folder)):
        with pytest.raises(BadFolder, match=r"crawl\.db.*`honeyguide recover .*` makes it anew from the raw resp"):
            what()
    assert {file.name: file.read_bytes() for file in (folder / "warc").iterdir()} == before


def test_a_crawl_that_was_copied_without_its_log_loses_no_response(killed: Path, tmp_path: Path) -> None:
    out = shutil.copytree(killed, tmp_path / "crawl", ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    before = urls(out / "warc")
    assert len(before) > 30
    try:
        crawl(out, pages=1).finish()  # what is lost is not fetched again
    except BadFolder as refused:
        assert "honeyguide recover" in str(refused)  # noqa: PT017
    assert urls(out / "warc", out / "set-aside") >= before


def test_responses_that_the_database_does_not_know_are_set_aside(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    crawl(out, pages=20).finish()
    shutil.copyfile(out / "crawl.db", tmp_path / "backup")
    crawl(out, pages=40).finish()
    before = urls(out / "warc")
    shutil.copyfile(tmp_path / "backup", out / "crawl.db")
    crawl(out, pages=21).finish()
    assert urls(out / "warc") < before
    assert urls(out / "warc", out / "set-aside") == before


@pytest.mark.parametrize(
    "name", ["../../precious", "/etc/hostname", "..", "x", "00001.warc.gz/../../../precious", "7"]
)
def test_a_name_in_the_database_cannot_leave_the_folder(folder: Path, tmp_path: Path, name: str) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"a thesis" * 100_000)
    change(folder, f"UPDATE visits SET warc_file = '{name}', warc_offset = 0, warc_length = 9")
    with pytest.raises(BadFolder, match=r"is damaged: .* is no file of raw responses"):
        crawl(folder, pages=80).finish()
    with pytest.raises(BadFolder, match="is no file of raw responses"):
        open_crawl(folder).export("warc", tmp_path / "stolen.warc.gz")
    assert precious.read_bytes() == b"a thesis" * 100_000
    assert not (tmp_path / "stolen.warc.gz").exists()


@pytest.mark.parametrize(
    "inside",
    ["warc", "warc/00001.warc.gz", "crawl.db", "lock", "settings.toml", "search", "set-aside", "vectors.sqlite"],
)
def test_links_in_a_folder_are_not_followed(folder: Path, tmp_path: Path, inside: str) -> None:
    outside = tmp_path / "outside"
    place = folder / inside
    if place.is_dir():
        shutil.move(place, outside)
    elif place.exists():
        shutil.copyfile(place, outside)
        place.unlink()
    else:
        outside.write_bytes(b"a thesis")
    place.symlink_to(outside)
    before = _content(outside)
    with pytest.raises(HoneyguideError, match="is a link"):
        crawl(folder, pages=80).finish()
    assert _content(outside) == before


def in_shards(folder: Path, files: dict[str, str]) -> Path:
    """As if it had been crawled in one shard, whose raw responses have these names, there and in the whole."""
    shard = folder / "shards" / "0"
    (shard / "warc").mkdir(parents=True)
    for name in ("crawl.db", "settings.toml"):
        shutil.copyfile(folder / name, shard / name)
    read = json.dumps({"dealing": "d", "files": files})
    change(folder, f"""INSERT INTO state VALUES ('shard 0', '{read}'), ('joined', '"d"')""")
    change(shard, """INSERT INTO state VALUES ('dealt', '{"dealing": "d"}')""")
    return shard


def look(folder: Path) -> None:
    """All that merely shows which crawls there are, and what is in one."""
    for crawl in Workspace(folder.parent).crawls():
        assert "\n" not in crawl.problem
    with suppress(BadFolder):
        open_crawl(folder).status()
        list(open_crawl(folder).pages())


FILE = "00001.warc.gz"


@pytest.mark.parametrize("name", ["{precious}", "../../../precious", "..", "7", "1/.zlogin"])
def test_names_of_files_in_shards_cannot_leave_their_folders(folder: Path, tmp_path: Path, name: str) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"a thesis")
    name = name.format(precious=precious)
    for number, files in enumerate(({name: "00007.warc.gz"}, {FILE: name}, {name: FILE})):
        strange = shutil.copytree(folder, tmp_path / f"strange{number}")
        shard = in_shards(strange, files)
        (shard / "warc" / FILE).write_bytes(b"touch x")
        moved = {"00007.warc.gz": {"place": f"file://{tmp_path}/x-00000000", "size": 1, "md5": ""}}
        (strange / "raw.json").write_text(json.dumps({"files": moved}))
        (strange / "warc" / "1").mkdir()
        change(strange, f"UPDATE visits SET warc_file = '{name}' WHERE id = 3")
        before = _content(tmp_path / f"strange{number}" / "warc")
        with pytest.raises(BadFolder, match=r"is damaged: .*shard|is damaged: .*Expected `str` matching"):
            open_crawl(strange)
        look(strange)
        assert _content(strange / "warc") == before
    assert precious.read_bytes() == b"a thesis"


def test_names_of_files_that_a_shard_has_newly_written_are_checked_too(folder: Path, tmp_path: Path) -> None:
    shard = in_shards(folder, {})
    change(folder, "DELETE FROM state WHERE key = 'joined'")
    change(shard, "UPDATE visits SET warc_file = '../../../../precious'")
    with pytest.raises(BadFolder, match=r"is damaged: '.*precious' is no file of raw responses"):
        open_crawl(folder)


@pytest.mark.parametrize(
    "inside",
    [
        "warc",
        "warc/1",
        "warc/00007.warc.gz",
        "shards",
        "shards/0",
        "shards/0/warc",
        "shards/0/warc/00001.warc.gz",
        "shards/0/crawl.db-wal",
        "shards.old",
        "shards.new",
    ],
)
def test_links_in_a_folder_with_shards_are_not_followed(folder: Path, tmp_path: Path, inside: str) -> None:
    shard = in_shards(folder, {FILE: "00007.warc.gz"})
    shutil.copyfile(folder / "warc" / FILE, shard / "warc" / FILE)
    change(folder, "UPDATE visits SET warc_file = '00007.warc.gz' WHERE id = 3")
    outside, place = tmp_path / "outside", folder / inside
    if place.exists():
        shutil.move(place, outside)
    else:
        outside.write_bytes(b"a thesis")
    place.symlink_to(outside)
    before = _content(outside)
    if inside == "shards.new":
        (folder / "shards").rename(tmp_path / "away")
        with pytest.raises(HoneyguideError, match="is a link"):
            crawl(folder, pages=80).finish()
    else:
        with pytest.raises(BadFolder, match="is a link"):
            open_crawl(folder)
    look(folder)
    assert _content(outside) == before


def test_a_link_among_the_shards_that_are_to_go_is_no_shard(folder: Path, whole: Path, tmp_path: Path) -> None:
    other = shutil.copytree(whole, tmp_path / "other")
    in_shards(folder, {})
    (folder / "shards.old").mkdir()
    (folder / "shards.old" / "0").symlink_to(other)
    before = _content(other)
    with pytest.raises(BadFolder, match=r"shards\.old/0: is a link"):
        make_crawl(RAIN, [SEED], folder, open_crawl(folder).settings)
    look(folder)
    assert _content(other) == before


@pytest.mark.parametrize("inside", ["notes", "given", "given/topic.toml", "search/x", "warc/x"])
def test_a_copy_takes_nothing_from_outside_along(folder: Path, tmp_path: Path, inside: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("geheim")
    (folder / inside).parent.mkdir(exist_ok=True)
    (folder / inside).symlink_to(outside)
    with pytest.raises(BadFolder, match="is a link"):
        open_crawl(folder).copy(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert not [file for file in tmp_path.rglob("secret") if file.parent != outside and not file.parent.is_symlink()]


def _content(path: Path) -> dict[str, bytes]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return {str(file): file.read_bytes() for file in files if file.is_file()}


def test_a_search_index_with_links_in_it_is_made_anew(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    shutil.move(folder / "search" / "meta.json", outside)
    (folder / "search" / "meta.json").symlink_to(outside)
    created = tmp_path / "created"
    (folder / "search" / ".tantivy-writer.lock").unlink(missing_ok=True)
    (folder / "search" / ".tantivy-writer.lock").symlink_to(created)
    before = outside.read_bytes()
    crawl(folder, pages=70).finish()
    assert outside.read_bytes() == before
    assert not created.exists()
    assert not (folder / "search" / "meta.json").is_symlink()


def test_a_fifo_among_the_responses_does_not_hang(folder: Path) -> None:
    (folder / "warc" / "00001.warc.gz").unlink()
    os.mkfifo(folder / "warc" / "00001.warc.gz")
    with pytest.raises(BadFolder, match="no file"):
        crawl(folder, pages=80).finish()
    with pytest.raises(BadFolder, match="no file"):
        open_crawl(folder).export("warc", folder.parent / "out.warc.gz")


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE meta SET value = '[]' WHERE key = 'topic'",
        "UPDATE meta SET value = x'ff' WHERE key = 'topic'",
        "DELETE FROM meta WHERE key = 'topic'",
        "DELETE FROM meta WHERE key = 'schema_version'",
        "UPDATE meta SET value = 'five' WHERE key = 'schema_version'",
        "UPDATE links SET hash = 'x' WHERE id = 3",
        "UPDATE links SET depth = 99999999 WHERE id = 3",
        "UPDATE links SET host = 'none' WHERE id = 3",
        "UPDATE visits SET link = 4000000000 WHERE id = 3",
        "UPDATE visits SET link = 'x' WHERE id = 3",
        "UPDATE visits SET warc_offset = 'x'",
        "UPDATE citations SET source = 'x'",
        "UPDATE state SET value = '{' WHERE key = 'strategy'",
        "DELETE FROM state",
        "DELETE FROM links WHERE id > 2",
        "UPDATE links SET id = 1000000 WHERE id = 3",
        "UPDATE links SET parent = 1000000 WHERE id = 3",
        "UPDATE citations SET target = 1000000 WHERE rowid = 3",
        "UPDATE hosts SET name = x'ff' WHERE id = 0",
        "UPDATE visits SET id = 9223372036854775807 WHERE id = 3",
        "UPDATE state SET value = '1.0' WHERE key = 'strategy'",
    ],
)
def test_damaged_rows_are_one_sentence(folder: Path, harm: str) -> None:
    change(folder, harm)
    before = _content(folder / "warc")
    with pytest.raises(BadFolder, match="damaged") as refused:
        crawl(folder, pages=80).finish()
    assert "\n" not in str(refused.value)
    assert _content(folder / "warc") == before


def blank(out: Path, table: str) -> None:
    """Nothing is left of the first leaf of a table, as when a sector of the disk is lost."""
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (number,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with (out / "crawl.db").open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(bytes(size))


@pytest.mark.parametrize("table", ["meta", "state", "hosts", "links", "visits", "pages", "citations", "totals"])
def test_a_database_with_lost_sectors_is_one_sentence_and_can_be_recovered(folder: Path, table: str) -> None:
    blank(folder, table)
    with pytest.raises(BadFolder, match=r"honeyguide recover .*` makes it anew") as refused:
        crawl(folder, pages=80).finish()
    assert "\n" not in str(refused.value)
    assert recover(folder, RAIN).pages >= 60  # one that was fetched before the damage was met comes with it
    crawl(folder, pages=80).finish()
    assert open_crawl(folder).status().pages == 80


def test_text_that_is_no_text_is_one_sentence_too(folder: Path) -> None:
    change(folder, "UPDATE meta SET value = CAST(x'7bff7d' AS TEXT) WHERE key = 'topic'")
    with pytest.raises(BadFolder, match="is damaged: Could not decode"):
        crawl(folder, pages=80).finish()
    assert recover(folder, RAIN).pages == 60


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE totals SET value = 'many'",
        "UPDATE meta SET value = 'x' WHERE key = 'topic'",
        "UPDATE visits SET at = 'yesterday'",
        "UPDATE visits SET at = 1e300",
        "UPDATE elements SET keywords = '{'",
    ],
)
def test_readers_say_in_one_sentence_what_is_damaged(folder: Path, harm: str) -> None:
    change(folder, harm)

    def read() -> Iterator[object]:
        found = open_crawl(folder)
        yield found.status()
        yield from found.pages(relevant=True)

    with pytest.raises(BadFolder, match="is damaged"):
        list(read())


def test_a_schema_that_is_no_text_is_told_in_a_sentence(folder: Path) -> None:
    change(
        folder,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'x', name = CAST(x'ff' AS TEXT) WHERE name = 'meta'",
    )
    for what in (lambda: open_crawl(folder), crawl(folder).finish):
        with pytest.raises(BadFolder, match=r"is not the database of a crawl: .*`honeyguide recover .*`"):
            what()


KILLED = """
import os, signal, sys
from honeyguide.core.crawl_core import CrawlCore
from honeyguide.storage.store import FolderStore
from honeyguide.storage import folder

def die(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("moment", ["folder.create", "FolderStore._load", "CrawlCore.begin", "FolderStore._write"])
def test_a_crawl_that_was_killed_before_its_first_commit_is_new(tmp_path: Path, moment: str) -> None:
    out = tmp_path / "crawl"
    given = ["crawl", RAIN_FILE, SEED, "--web", WEB, "--pages", "5", "--workers", "0", "--quiet", "--out", str(out)]
    plugin = tmp_path / "aimed.py"
    plugin.write_text(f"{KILLED}\n{moment} = die\n")
    aimed = WarmProcess("--plugin", str(plugin), *given, "--strategy", "ops")
    assert aimed.wait() == -9
    again = WarmProcess(*given, "--strategy", "bfs")
    assert again.wait() == 0, again.err
    assert open_crawl(out).status().pages == 5


RECOVERABLE = """
SELECT url, relevance, on_topic, fingerprint, title, text, status, warc_file, warc_offset, warc_length
FROM pages JOIN links ON links.id = pages.link JOIN visits ON visits.id = pages.visit ORDER BY url
"""


def rows(out: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        return database.execute(query).fetchall()


@pytest.mark.parametrize("harm", [lose_database, empty_database, overwrite_database])
def test_a_lost_database_is_made_anew_from_the_responses(folder: Path, harm: Callable[[Path], None]) -> None:
    before = rows(folder, RECOVERABLE)
    found = {page.url: page for page in open_crawl(folder).pages(relevant=True)}
    harm(folder)
    with pytest.raises(BadInput, match="does not say which topic"):
        recover(folder)
    done = recover(folder, RAIN)
    assert (done.pages, done.broken, done.repeated) == (60, 0, 0)
    assert rows(folder, RECOVERABLE) == before
    again = {page.url: page for page in open_crawl(folder).pages(relevant=True)}
    assert again.keys() == found.keys()
    assert all(
        (page.content, page.fetched_at) == (found[page.url].content, found[page.url].fetched_at)
        for page in again.values()
    )
    assert open_crawl(folder).search("rain*").total > 0
    crawl(folder, pages=80).finish()
    assert open_crawl(folder).status().pages == 80
    assert urls(folder / "warc") == {
        str(url)
        for (url,) in rows(folder, "SELECT url FROM links JOIN visits ON links.id = link WHERE warc_file IS NOT NULL")
    }


def test_a_crawl_that_was_copied_without_its_log_is_recovered_whole(killed: Path, tmp_path: Path) -> None:
    out = shutil.copytree(killed, tmp_path / "crawl", ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    before = urls(out / "warc")
    done = recover(out, RAIN)
    assert done.responses == len(before)
    crawl(out).finish()
    assert open_crawl(out).status().pages == 60
    assert urls(out / "warc") >= before


def test_what_was_set_aside_is_recovered_too(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    crawl(out, pages=20).finish()
    shutil.copyfile(out / "crawl.db", tmp_path / "backup")
    crawl(out, pages=40).finish()
    before = rows(out, "SELECT url FROM pages JOIN links ON links.id = link")
    shutil.copyfile(tmp_path / "backup", out / "crawl.db")
    crawl(out, pages=21).finish()
    open_crawl(out).mark(str(before[0][0]), False)
    done = recover(out)
    assert done.repeated >= 1
    assert done.marks == 1
    assert set(rows(out, "SELECT url FROM pages JOIN links ON links.id = link")) == set(before)
    assert open_crawl(out).marks() == {str(before[0][0]): False}


def test_broken_records_cost_themselves_alone(folder: Path) -> None:
    (file,) = (folder / "warc").iterdir()
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 40] = bytes(40)
    file.write_bytes(bytes(content[:-50]))
    lose_database(folder)
    done = recover(folder, RAIN)
    assert (done.broken, done.pages) == (2, 58)
    crawl(folder).finish()
    assert open_crawl(folder).status().pages == 60


@pytest.mark.slow
@pytest.mark.parametrize("strategy", sorted(strategies.registry.names()))
def test_every_strategy_goes_on_from_a_recovered_database(tmp_path: Path, strategy: str) -> None:
    out = tmp_path / "crawl"

    def go_on(pages: int) -> None:
        Crawl(RAIN, [SEED], out, Settings(strategy=strategy, web=WEB, pages=pages, workers=0)).finish()

    go_on(40)
    lose_database(out)
    assert recover(out, RAIN).pages == 40
    go_on(60)
    assert open_crawl(out).status().pages == 60


def test_the_command_recovers_and_says_so(folder: Path) -> None:
    lose_database(folder)
    refused = WarmProcess("recover", folder, "--workers", "0")
    assert refused.wait() == 1
    assert b"does not say which topic it was" in refused.err
    done = WarmProcess("recover", folder, "--topic", RAIN_FILE, "--workers", "0")
    assert done.wait() == 0, done.err
    assert b"recovered 60 pages" in done.err


def test_the_command_leaves_a_healthy_crawl_alone_unless_it_is_forced(folder: Path) -> None:
    before = (folder / "crawl.db").stat().st_ino
    refused = WarmProcess("recover", folder, "--workers", "0")
    assert refused.wait() == 1
    assert b"its database is healthy and knows all raw responses" in refused.err
    assert (folder / "crawl.db").stat().st_ino == before
    assert WarmProcess("recover", folder, "--workers", "0", "--force").wait() == 0
    assert (folder / "crawl.db").stat().st_ino != before


def test_a_database_that_is_older_than_the_raw_responses_or_damaged_is_not_healthy(folder: Path) -> None:
    assert is_healthy(folder)
    (last,) = sorted((folder / "warc").iterdir())[-1:]
    last.write_bytes(last.read_bytes() + b"more")
    assert not is_healthy(folder)
    last.write_bytes(last.read_bytes()[:-4])
    assert is_healthy(folder)
    database = folder / "crawl.db"
    database.write_bytes(database.read_bytes()[:-9000] + b"x" * 9000)
    assert not is_healthy(folder)


def test_there_must_be_something_to_recover(tmp_path: Path) -> None:
    for out in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BadFolder, match=r"no such folder|no raw responses"):
            recover(out, RAIN)
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(BadFolder, match=r"holds other files \(thesis"):
        recover(tmp_path, RAIN)


@pytest.fixture
def read_only(folder: Path) -> Iterator[Path]:
    """As a backup or somebody else's folder is; permissions do not hold whoever runs the tests as root."""
    place = folder.parent
    if subprocess.run(["mount", "--bind", place, place], check=False, capture_output=True).returncode:
        pytest.skip("a folder cannot be made read-only here: it needs the rights of root")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", place], check=True)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def test_a_folder_that_cannot_be_written_is_read_and_not_called_broken(read_only: Path) -> None:
    assert open_crawl(read_only).status().pages == 60
    assert is_crawl(read_only)
    for what in (crawl(read_only, pages=80).finish, lambda: recover(read_only)):
        with pytest.raises(CannotRun, match="cannot be written"):
            what()
    again = WarmProcess("crawl", RAIN_FILE, "--web", WEB, "--strategy", "ops", "--quiet", "--out", read_only)
    assert again.wait() == 3
    assert b"cannot be written: Read-only file system" in again.err


def test_marks_that_a_damaged_database_takes_with_it_are_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    out = tmp_path / "crawl"
    crawl(out, pages=5).finish()
    (out / "crawl.db").write_bytes(b"no database" * 1_000)
    assert recover(out, RAIN).marks == 0
    assert "marks, if there were any, cannot be read from its database: they are lost" in caplog.text


def test_a_search_index_that_must_go_and_cannot_ends_what_would_make_it_wrong(tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    crawl(out, pages=5).finish()
    search = out / "search"
    shutil.copytree(search, tmp_path / "search")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", search], check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip("a file system cannot be mounted here: it needs the rights of root")
    try:
        shutil.copytree(tmp_path / "search", search, dirs_exist_ok=True)
        subprocess.run(["mount", "-o", "remount,ro", search], check=True)
        with pytest.raises(CannotRun, match="this search index must go and cannot be removed: Read-only file system"):
            discard(out)
    finally:
        subprocess.run(["umount", "--lazy", search], check=True)
    discard(out)
    assert not search.exists()
