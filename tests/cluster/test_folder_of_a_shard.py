"""The folder of a shard may be read by itself; what writes is refused there and names the whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import CommandHere
from tests.cluster.sharded import crawled, seeds, settings
from tests.plain_choices import RAIN_FILE

from honeyguide import BadFolder, BadInput, Crawl, Workspace, load_topic, make_crawl, open_crawl
from honeyguide.recovery import recover
from honeyguide.storage.shard_folders import whole_of
from honeyguide.workspace import id_of


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crawls") / "rain"
    crawled(folder, 2, 20)
    return folder


def files(folder: Path) -> dict[str, int]:
    return {
        str(each.relative_to(folder)): each.stat().st_size for each in folder.glob("shards/**/*") if each.is_file()
    }


def test_every_command_that_writes_names_the_whole(whole: Path) -> None:
    here, before = CommandHere(whole.parent), files(whole)
    url = next(open_crawl(whole).pages()).url
    for arguments in (
        ("resume", "rain/shards/0", "--pages", "30"),
        ("resume", "rain/shards/0", "--pages", "30", "--shards", "2"),
        ("crawl", RAIN_FILE, *seeds(), "--out", "rain/shards/1"),
        ("crawl", RAIN_FILE, *seeds(), "--out", "rain/shards/2"),
        ("rejudge", "rain/shards/0"),
        ("mark", "rain/shards/0", url, "--on"),
        ("index", "rain/shards/0"),
        ("prune", "rain/shards/0", "--raw", "--yes"),
        ("offload", "rain/shards/0", "--raw", f"file://{whole.parent}/storage"),
        ("recover", "rain/shards/0", "--force"),
    ):
        said = here(*arguments)
        told = said.err.splitlines()[-1]
        assert (said.code, told.startswith("honeyguide: rain: is the crawl that rain/shards/")) == (1, True), said.err
    said = here("copy", "rain", "rain/shards/2")
    assert said.sentence.startswith(f"{whole}: is a crawl, and a copy is a folder of its own")
    assert files(whole) == before
    assert here("status", "rain/shards/0").code == 0
    assert here("results", "rain/shards/0").code == 0


def test_python_and_the_workspace_refuse_it_too(whole: Path) -> None:
    shard = whole / "shards" / "0"
    workspace, topic = Workspace(whole / "shards"), load_topic("rainstorm-disaster")
    attempts: tuple[Callable[[], object], ...] = (
        lambda: Crawl(topic, seeds(), shard, settings(1)),
        lambda: make_crawl(topic, seeds(), shard, settings(2)),
        lambda: open_crawl(shard).resume(pages=30),
        lambda: recover(shard),
        lambda: workspace.delete(id_of(shard)),
        lambda: workspace.resume(id_of(shard)),
        lambda: workspace.start(topic, seeds(), "more"),
    )
    for attempt in attempts:
        with pytest.raises(BadFolder, match=f"^{whole}: is the crawl that {whole}/shards/"):
            attempt()
    assert sorted(each.name for each in (whole / "shards").iterdir()) == ["0", "1"]


def test_a_shard_knows_its_whole_from_wherever_it_is_named(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(whole / "shards" / "0")
    assert whole_of(Path()) == whole
    link = whole.parent / "link"
    link.symlink_to(whole / "shards" / "1")
    assert whole_of(link) == whole
    link.unlink()


def test_a_shard_that_was_taken_out_is_a_crawl_of_its_own(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "shards" / "0"
    shutil.copytree(whole / "shards" / "0", out)
    assert whole_of(out) is None
    assert open_crawl(out).resume(pages=30, shards=1).out == out


def test_a_crawl_in_one_that_meets_shards_names_the_command(whole: Path) -> None:
    with pytest.raises(BadFolder, match=f"in 2 shards; `honeyguide resume {whole} --shards 2` goes on") as refused:
        Crawl(load_topic("rainstorm-disaster"), seeds(), whole, settings(1)).finish()
    assert "`--shards 1` makes it a crawl in one" in str(refused.value)


def test_a_copy_is_a_folder_of_its_own(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"^{whole}: is a crawl, and a copy is a folder of its own"):
        open_crawl(whole).copy(whole / "inside")
    open_crawl(whole).copy(tmp_path / "nosub" / ".." / "copy")
    assert [each.name for each in tmp_path.iterdir()] == ["copy"]
