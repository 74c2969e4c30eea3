"""Raw responses in object storage: moved as they are finished, never lost or doubled, read from there."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fsspec.core import url_to_fs
from tests.object_storage_server import KEYS, free_port, server
from tests.warm_process import WarmProcess

from honeyguide import known_places
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.errors import BadFolder, BadInput, CannotRun
from honeyguide.recovery import recover
from honeyguide.storage import object_storage, offloading, raw_responses, store
from honeyguide.storage.raw_responses import moved
from honeyguide.topics.files import load_topic
from honeyguide.workspace import Workspace

SEED = "http://harbour-daily.example/"


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_responses, "MOVED_FILE", 15_000)
    monkeypatch.setattr(store, "_SYNC_EVERY", 1)


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """A bucket of a real server."""
    with pytest.MonkeyPatch.context() as patch, server(free_port()) as address:
        for name, value in {**KEYS, "AWS_ENDPOINT_URL": address, "AWS_DEFAULT_REGION": "us-east-1"}.items():
            patch.setenv(name, value)
        url_to_fs("s3://bucket")[0].mkdir("bucket")
        yield "s3://bucket/crawls"


def crawl(folder: Path, raw: str) -> CrawlFolder:
    web = "synthetic:seed=7,pages=300"
    given = Settings(raw=raw, web=web, pages=40, workers=0, encoder="none", strategy="bfs")
    Crawl(load_topic("rainstorm-disaster"), [SEED], folder, given).finish()
    return CrawlFolder(folder)


@pytest.fixture(scope="module")
def unmoved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl whose storage was out of reach."""
    folder = tmp_path_factory.mktemp("unmoved")
    (folder / "storage").write_text("in the way")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raw_responses, "MOVED_FILE", 15_000)
        crawl(folder / "one", f"file://{folder}/storage")
    return folder / "one"


def crawled(unmoved: Path, folder: Path, raw: str) -> CrawlFolder:
    """The same, with another place for its responses."""
    shutil.copytree(unmoved, folder)
    settings = (folder / "settings.toml").read_text()
    (folder / "settings.toml").write_text(re.sub(r"(?m)^raw = .*$", f'raw = "{raw}"', settings))
    (folder / "raw.json").unlink()
    known_places.name(raw)
    return CrawlFolder(folder)


def moved_crawl(unmoved: Path, folder: Path, raw: str) -> CrawlFolder:
    there = crawled(unmoved, folder, raw)
    there.offload()
    return there


def objects(url: str) -> list[str]:
    """Names of all files there, below the folders of crawls."""
    storage, place = url_to_fs(url, use_listings_cache=False, skip_instance_cache=True)
    return sorted(each.rpartition("/")[2] for each in storage.find(place))


def responses(crawl: CrawlFolder, to: Path) -> int:
    count = crawl.export("warc", to / "all.warc.gz", force=True).count
    assert (to / "all.warc.gz").stat().st_size > 1000
    return count


def local(folder: Path) -> list[str]:
    return sorted(each.name for each in (folder / "warc").iterdir())


def is_whole(folder: Path, url: str, tmp_path: Path, pages: int) -> None:
    """Every response is where the database says, every object is named once, and nothing else is there."""
    known = moved(folder / "warc")
    assert sorted(known.files) == objects(url)
    assert not {*known.files} & {*local(folder)}
    found = CrawlFolder(folder)
    assert found.status().pages == pages
    with layout_writing(folder) as database:
        (kept,) = database.execute("SELECT count(*) FROM visits WHERE warc_file IS NOT NULL").fetchone()
        (doubled,) = database.execute(
            "SELECT count(*) - count(DISTINCT link) FROM visits WHERE outcome = 'page'"
        ).fetchone()
    assert (responses(found, tmp_path), doubled) == (kept, 0)
    assert kept >= pages


@pytest.mark.slow
def test_a_crawl_moves_its_responses_to_s3_and_everything_reads_them_there(s3: str, tmp_path: Path) -> None:
    here, there = crawl(tmp_path / "here", ""), crawl(tmp_path / "there 雨", f"{s3}/one")
    assert here.status().raw is None
    raw = there.status().raw
    assert raw is not None
    assert (raw.here, raw.problem, local(there.path)) == (0, "", [])
    assert raw.moved == len(objects(f"{s3}/one")) > 3
    assert responses(there, tmp_path) == responses(here, tmp_path) == 40
    explained = [each.explain(SEED) for each in (here, there)]
    assert explained[0] == explained[1]
    for each in there.path.rglob("*"):
        for secret in KEYS.values():
            assert not each.is_file() or secret.encode() not in each.read_bytes()
    pages = {page.url for page in there.pages()}
    assert recover(there.path).pages == 40
    assert {page.url for page in there.pages()} == pages
    before = moved(there.path / "warc").files
    there.resume(pages=60).finish()
    assert there.status().pages == 60
    after = moved(there.path / "warc").files
    assert before.items() < after.items()
    assert not [event for event in there.events() if event.kind == "lost"]
    assert sorted(after) == objects(f"{s3}/one")
    assert responses(there, tmp_path) == 60
    assert not list(there.path.glob("*.part"))


def test_many_records_in_a_row_are_one_request(
    unmoved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = moved_crawl(unmoved, tmp_path / "one", f"file://{tmp_path}/storage")
    asked: list[str] = []
    ask = object_storage.read

    def counts(url: str, start: int, end: int) -> bytes:
        asked.append(url)
        return ask(url, start, end)

    monkeypatch.setattr(object_storage, "read", counts)
    assert responses(there, tmp_path) == 40
    assert len(asked) <= 2 * len(moved(there.path / "warc").files) < 40


def test_a_storage_out_of_reach_never_stops_a_crawl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "storage").write_text("in the way")
    url = f"file://{tmp_path}/storage"
    there = crawl(tmp_path / "one", url)
    raw = there.status().raw
    assert raw is not None
    assert raw.moved == 0
    assert raw.here == len(local(there.path)) > 3
    assert raw.here_bytes > 20_000
    assert raw.room > 0
    assert "the storage cannot be used" in raw.problem
    assert f"files of raw responses wait in it; `honeyguide offload {there.path}` moves them to {url}" in caplog.text
    with pytest.raises(CannotRun, match="the storage cannot be used"):
        there.offload()
    assert responses(there, tmp_path) == 40
    (tmp_path / "storage").unlink()
    assert there.offload().files == raw.here
    is_whole(there.path, url, tmp_path, 40)
    assert there.offload().files == 0
    assert there.status().raw.problem == ""  # type: ignore[union-attr]


def test_what_fails_is_tried_again_while_the_crawl_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offloading, "_FIRST_WAIT", 0.001)
    send, tries = object_storage.send, 0

    def unsteady(*given: Any) -> object:
        nonlocal tries
        tries += 1
        if tries % 3:
            raise CannotRun("the storage cannot be used: not now")
        return send(*given)

    monkeypatch.setattr(object_storage, "send", unsteady)
    there = crawl(tmp_path / "one", f"file://{tmp_path}/storage")
    monkeypatch.setattr(object_storage, "send", send)
    assert moved(there.path / "warc").files
    there.offload()
    is_whole(there.path, f"file://{tmp_path}/storage", tmp_path, 40)


class Killed(BaseException):
    """What ends everything at once."""


@pytest.mark.parametrize("at", ["before", "while", "after", "noted"])
def test_a_kill_at_any_step_loses_and_doubles_nothing(
    unmoved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    there = crawled(unmoved, tmp_path / "one", "")
    url = f"file://{tmp_path}/storage"
    send, keep = object_storage.send, raw_responses._keep

    def sends(file: Any, path: Path, to: str) -> object:
        if path.name == "00001.warc.gz" and at == "before":
            raise Killed
        if path.name == "00001.warc.gz" and at == "while":
            half = Path(f"{to.removeprefix('file://')}.part")
            half.parent.mkdir(parents=True)
            half.write_bytes(b"half of it")
            raise Killed
        sent = send(file, path, to)
        if at == "after":
            raise Killed
        return sent

    def keeps(warc: Path, known: raw_responses.Moved) -> None:
        keep(warc, known)
        if at == "noted" and known.files:
            raise Killed

    monkeypatch.setattr(object_storage, "send", sends)
    monkeypatch.setattr(raw_responses, "_keep", keeps)
    with pytest.raises(Killed):
        there.offload(url)
    assert responses(there, tmp_path) == 40
    monkeypatch.setattr(object_storage, "send", send)
    monkeypatch.setattr(raw_responses, "_keep", keep)
    there.resume(raw=url, pages=50).finish()
    is_whole(there.path, url, tmp_path, 50)


@pytest.mark.slow
def test_a_crawl_that_is_killed_again_and_again_loses_and_doubles_nothing(s3: str, tmp_path: Path) -> None:
    url, out = f"{s3}/killed", tmp_path / "one"
    often = tmp_path / "often.py"
    often.write_text(
        "from honeyguide.storage import raw_responses, store\n"
        "raw_responses.MOVED_FILE = 15_000; store._SYNC_EVERY = 1\n"
    )
    options = f"--web synthetic:seed=7,pages=2000 --pages 150 --workers 0 --raw {url} --strategy bfs --out {out}"
    command = ["--plugin", str(often), "crawl", "rainstorm-disaster", SEED, *options.split()]
    kills = 0
    for patience in (1, 2, 4, 6, 8, None):
        process = WarmProcess(*command)
        if patience:
            process.kill_when(lambda: len(moved(out / "warc").files) >= patience)  # noqa: B023  used before it changes
            kills += process.poll() == -signal.SIGKILL
        else:
            assert process.wait() == 0, process.err.decode()
    assert kills >= 4
    is_whole(out, url, tmp_path, 150)


def test_what_arrives_damaged_is_not_deleted_here(
    unmoved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = crawled(unmoved, tmp_path / "one", "")
    kept = local(there.path)
    from fsspec.implementations.local import LocalFileSystem

    put = LocalFileSystem.put_file

    def damages(self: LocalFileSystem, source: str, to: str, **more: object) -> None:
        put(self, source, to, **more)
        with open(to, "r+b") as file:
            file.write(b"other")

    monkeypatch.setattr(LocalFileSystem, "put_file", damages)
    with pytest.raises(CannotRun, match="what arrived is not what was sent"):
        there.offload(f"file://{tmp_path}/storage")
    assert local(there.path) == kept
    assert not moved(there.path / "warc").files


@pytest.mark.slow
def test_files_of_one_name_never_replace_each_other(unmoved: Path, tmp_path: Path) -> None:
    """A folder that was copied by hand goes on beside the first."""
    url = f"file://{tmp_path}/storage"
    one = moved_crawl(unmoved, tmp_path / "one", url)
    shutil.copytree(one.path, tmp_path / "two")
    two = CrawlFolder(tmp_path / "two")
    for each, pages in ((one, 60), (two, 80)):
        each.resume(pages=pages).finish()
    assert responses(one, tmp_path) == 60
    assert responses(two, tmp_path) == 80


def test_prune_deletes_there_and_keeps_what_is_younger(unmoved: Path, tmp_path: Path) -> None:
    url = f"file://{tmp_path}/storage"
    there = moved_crawl(unmoved, tmp_path / "one", url)
    with layout_writing(there.path) as database:
        database.execute("UPDATE visits SET at = at - 86400000 WHERE id < 30")
    done = there.prune(timedelta(days=900))
    assert (done.responses, done.kept) == (30, 10)
    assert done.bytes > 20_000
    assert sorted(moved(there.path / "warc").files) == objects(url)
    assert responses(there, tmp_path) == 10
    there.offload()
    is_pruned = objects(url)
    assert local(there.path) == []
    (tmp_path / "storage").rename(tmp_path / "away")
    (tmp_path / "storage").write_text("in the way")
    there.prune()
    assert moved(there.path / "warc").unwanted.keys() == {*is_pruned}
    (tmp_path / "storage").unlink()
    (tmp_path / "away").rename(tmp_path / "storage")
    there.resume(pages=50).finish()
    known = moved(there.path / "warc")
    assert not known.unwanted
    assert sorted(known.files) == objects(url)
    assert not {*is_pruned} & {*objects(url)}, "a name is used once"
    assert there.status().raw.here == 0  # type: ignore[union-attr]


def layout_writing(folder: Path) -> Any:
    from contextlib import closing

    from honeyguide.storage.folder import connect

    return closing(connect(folder, write=True))


@pytest.mark.slow
def test_a_copy_has_objects_of_its_own_and_who_is_deleted_takes_them_along(
    unmoved: Path, s3: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"{s3}/copied"
    one = moved_crawl(unmoved, tmp_path / "one", url)
    many = len(objects(url))
    two = one.copy(tmp_path / "two")
    assert len(objects(url)) == 2 * many
    copy, copies = object_storage.copy, 0

    def fails(*given: str) -> None:
        nonlocal copies
        copies += 1
        if copies == 3:
            raise CannotRun("no more")
        copy(*given)

    monkeypatch.setattr(object_storage, "copy", fails)
    with pytest.raises(CannotRun, match="no more"):
        one.copy(tmp_path / "three")
    assert len(objects(url)) == 2 * many
    space = Workspace(tmp_path)
    space.delete(next(each.id for each in space.crawls() if each.name == "one"))
    is_whole(two.path, url, tmp_path, 40)
    space.delete(next(each.id for each in space.crawls()))
    assert objects(url) == []


def test_a_storage_that_lost_a_file_is_told(unmoved: Path, tmp_path: Path) -> None:
    there = moved_crawl(unmoved, tmp_path / "one", f"file://{tmp_path}/storage")
    shutil.rmtree(tmp_path / "storage")
    with pytest.raises(CannotRun, match=r"00001\.warc\.gz: the storage cannot be used: .*No such file"):
        there.explain(SEED)
    with pytest.raises(CannotRun, match="the storage cannot be used"):
        there.export("warc", tmp_path / "x.warc.gz")
    assert there.prune().kept == 0


@pytest.mark.parametrize(
    "url",
    [
        "bucket",
        "http://127.0.0.1/x",
        "memory://x",
        "simplecache::s3://b/x",
        "s3://key:geheim@bucket/x",
        "s3://bucket/x?token=geheim",
        "file://",
        "file:///",
    ],
)
def test_an_address_that_is_none_is_refused_and_not_repeated(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadInput, match="raw: is no address such as s3://bucket/folder") as wrong:
        crawl(tmp_path / "one", url)
    assert "geheim" not in str(wrong.value)
    assert not (tmp_path / "one").exists()


def test_without_the_extra_it_is_said_what_to_install(
    unmoved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = moved_crawl(unmoved, tmp_path / "one", f"file://{tmp_path}/storage")
    monkeypatch.setattr("honeyguide.extras.find_spec", lambda module: None)
    says = r"keeping raw responses in object storage needs fsspec: pip install 'honeyguide\[s3\]'"
    with pytest.raises(CannotRun, match=says):
        there.explain(SEED)
    with pytest.raises(CannotRun, match=says):
        crawl(tmp_path / "two", "s3://bucket")


def test_a_folder_of_strangers_names_only_files_that_a_crawl_moved(unmoved: Path, tmp_path: Path) -> None:
    there = moved_crawl(unmoved, tmp_path / "one", f"file://{tmp_path}/storage")
    kept = (there.path / "raw.json").read_text()
    known = json.loads(kept)
    name, file = next(iter(known["files"].items()))
    precious = tmp_path / "precious"
    precious.write_text("not yours")
    wrongs: list[object] = [
        {**known, "files": {"../../precious": file}},
        {**known, "files": {name: {**file, "place": f"file://{tmp_path}"}}},
        {**known, "unwanted": {"precious": f"file://{tmp_path}/a-12345678"}},
        {**known, "files": {name: {**file, "place": "http://127.0.0.1/a-12345678"}}},
        [],
    ]
    for wrong in wrongs:
        (there.path / "raw.json").write_text(json.dumps(wrong))
        for use in (there.status, there.prune, lambda: there.explain(SEED)):
            with pytest.raises(BadFolder, match=r"raw\.json: does not say where raw responses are"):
                use()
    (there.path / "raw.json").unlink()
    with suppress(OSError):
        os.symlink(precious, there.path / "raw.json")
    with pytest.raises(BadFolder, match="is a link"):
        there.status()
    assert precious.read_text() == "not yours"
