import logging
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.older import make_old

from honeyguide.config import Settings
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.link_table import url_hash
from honeyguide.model import Topic
from honeyguide.storage.damage import enough_room
from honeyguide.storage.folder import connect, is_crawl, lay_out_or_check, topic_of
from honeyguide.storage.lock import locked
from honeyguide.storage.schema import VERSION

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    assert lay_out_or_check(tmp_path, TOPIC, Settings(), "0.1") is False
    with closing(connect(tmp_path, write=True)) as database:
        database.execute("INSERT INTO state VALUES ('strategy', '{}')")
    return tmp_path


def test_a_folder_without_state_is_new(tmp_path: Path) -> None:
    assert lay_out_or_check(tmp_path, TOPIC, Settings(), "0.1") is False
    assert not is_crawl(tmp_path)
    other = Topic(name="storms", keywords={"storm": 1.0}, relevance="tag-vsm")
    assert lay_out_or_check(tmp_path, other, Settings(strategy="bfs"), "0.1") is False
    assert topic_of(tmp_path) == other


def test_a_new_crawl_is_laid_out_once_and_recognised_again(crawl: Path) -> None:
    assert is_crawl(crawl)
    assert lay_out_or_check(crawl, TOPIC, Settings(pages=5), "0.1") is True
    assert (crawl / "settings.toml").read_text().startswith("# honeyguide 0.1")


def test_another_topic_or_strategy_is_refused(crawl: Path) -> None:
    other = Topic(name="floods", keywords={"flood": 0.5})
    with pytest.raises(BadFolder, match="another topic"):
        lay_out_or_check(crawl, other, Settings(), "0.1")
    with pytest.raises(BadFolder, match="another strategy"):
        lay_out_or_check(crawl, TOPIC, Settings(strategy="bfs"), "0.1")


def test_a_newer_format_is_refused(crawl: Path) -> None:
    with sqlite3.connect(crawl / "crawl.db") as database:
        database.execute("UPDATE meta SET value = '99' WHERE key = 'schema_version'")
    with pytest.raises(BadFolder, match="newer Honeyguide"):
        connect(crawl)


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 100])
def test_what_is_no_crawl_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadFolder, match="no such folder"):
        connect(tmp_path / "nowhere")
    with pytest.raises(BadFolder, match=r"has no crawl\.db"):
        connect(tmp_path)
    (tmp_path / "crawl.db").write_bytes(content)
    with pytest.raises(BadFolder, match="not the database of a crawl"):
        connect(tmp_path)


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(BadFolder, match=r"holds other files \(thesis\.tex"):
        is_crawl(tmp_path)


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from honeyguide.storage.lock import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('held', flush=True); time.sleep(60)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(CannotRun, match="another process"), locked(tmp_path):
            pass
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    with locked(tmp_path):
        pass


def test_a_full_database_is_a_clear_word(crawl: Path) -> None:
    database = connect(crawl, write=True)
    database.execute(f"PRAGMA max_page_count = {database.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(CannotRun, match="the disk is full"), enough_room(crawl):
        database.execute("INSERT INTO events (at, kind, detail, visit) VALUES (0, 'x', ?, 0)", ("y" * 100_000,))
    database.close()


def test_readers_cannot_write(crawl: Path) -> None:
    database = connect(crawl)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        database.execute("DELETE FROM meta")
    database.close()


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_a_folder_of_an_older_version_is_brought_up_to_this_one(
    crawl: Path, version: int, write: bool, caplog: pytest.LogCaptureFixture
) -> None:
    url = "http://a.example/"
    with closing(connect(crawl, write=True)) as database:
        database.execute("INSERT INTO links VALUES (0, ?, 0, 0, -1, 0, ?)", (url, url_hash(url)))
        database.execute("INSERT INTO citations VALUES (0, 1, 'rain', 0.8, NULL, NULL)")
    make_old(crawl, version)
    with caplog.at_level(logging.INFO), closing(connect(crawl, write=write)) as database:
        assert database.execute("SELECT * FROM citations").fetchone() == (0, 1, "rain", 0.8, None, None)
        assert database.execute("SELECT * FROM links").fetchone() == (0, url, 0, 0, -1, 0, url_hash(url))
        assert database.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone() == (str(VERSION),)
        columns = (
            "SELECT m.name, p.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p ORDER BY 1, p.cid"
        )
        upgraded = database.execute(columns).fetchall()
    assert f"from format {version} up to {VERSION}" in caplog.text
    (crawl / "new").mkdir()
    lay_out_or_check(crawl / "new", TOPIC, Settings(), "0.1")
    with closing(connect(crawl / "new")) as database:
        assert sorted(upgraded) == sorted(database.execute(columns).fetchall())


def test_an_old_folder_that_a_crawl_holds_is_told_in_a_sentence(crawl: Path) -> None:
    make_old(crawl, 2)
    with locked(crawl), pytest.raises(CannotRun, match=r"another process .*; its format 2 must first"):
        connect(crawl)


def test_an_old_folder_where_nothing_can_be_written_is_told_in_a_sentence(crawl: Path) -> None:
    make_old(crawl, 2)
    (crawl / "lock").unlink(missing_ok=True)
    (crawl / "lock").mkdir()  # whoever runs the tests may write everywhere
    with pytest.raises(
        CannotRun, match=rf"cannot be written: .*; its format 2 must first be brought up to {VERSION}$"
    ):
        connect(crawl)
