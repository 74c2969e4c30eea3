"""Raw responses of a crawl in shards may go to object storage, and the whole of it to another folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import CommandHere
from tests.cluster.sharded import TOPIC, ShardedCrawl, crawled, seeds, settings
from tests.cluster.test_gather import rows

from honeyguide.cluster.deal import deal
from honeyguide.cluster.gather import Gatherer, gather
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.storage import raw_responses
from honeyguide.storage.raw_responses import moved, read_raw
from honeyguide.storage.shard_folders import shard_folders
from honeyguide.storage.warc import Place, warc_files

RECORDS = "SELECT warc_file, warc_offset, warc_length FROM visits WHERE warc_file IS NOT NULL ORDER BY id"
PAGES = "SELECT url, relevance FROM pages JOIN links ON links.id = link ORDER BY url"


def responses(folder: Path) -> list[bytes]:
    """All that visits name."""
    return list(read_raw(folder / "warc", iter(Place(*row) for row in rows(folder, RECORDS))))


def go_on(folder: Path, pages: int, raw: str = "") -> None:
    wanted = settings(2, pages, raw=raw)
    with Gatherer.begin(folder, TOPIC, wanted) as whole:
        ShardedCrawl(folder, wanted).run(lambda number: whole.gather() if number % 5 == 0 else None)
        whole.gather()


@pytest.mark.slow
def test_raw_responses_of_shards_are_moved_as_they_are_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw_responses, "MOVED_FILE", 15_000)
    folder, raw = tmp_path / "crawl", f"file://{tmp_path}/storage"
    crawled(folder, 2, 40, gather_every=5, raw=raw)
    files = moved(folder / "warc").files
    assert files
    assert len(warc_files(folder / "warc")) == 2  # which the shards go on with
    go_on(folder, 60, raw)
    gather(folder)
    assert len(moved(folder / "warc").files) > len(files)
    assert len(responses(folder)) == len(rows(folder, RECORDS)) >= 60
    for shard in shard_folders(folder):
        assert len(warc_files(shard / "warc")) == 1
        assert rows(shard, "SELECT count(*) FROM events WHERE kind = 'lost'") == [(0,)]


@pytest.mark.slow
def test_those_of_a_crawl_that_was_not_told_to_are_moved_later(tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    crawled(folder, 2, 30, gather_every=5)
    said = CommandHere(tmp_path)("offload", "crawl", "--raw", f"file://{tmp_path}/storage").err.strip()
    assert said == (
        f"moved 0 files of raw responses, 0.0 MB, to file://{tmp_path}/storage; "
        "2 files that shards go on with stay in the folder"
    )
    go_on(folder, 40)
    assert len(responses(folder)) == len(rows(folder, RECORDS)) >= 40


@pytest.mark.slow
def test_a_crawl_in_shards_is_copied_and_both_go_on(tmp_path: Path) -> None:
    folder, copied = tmp_path / "crawl", tmp_path / "copy"
    crawled(folder, 2, 30, gather_every=5)
    found = rows(folder, PAGES)
    CrawlFolder(folder).copy(copied)
    assert rows(copied, PAGES) == found
    assert [rows(each, PAGES) for each in shard_folders(copied)] == [
        rows(each, PAGES) for each in shard_folders(folder)
    ]
    assert responses(copied) == responses(folder)
    go_on(folder, 40)
    go_on(copied, 50)
    assert [len(rows(each, PAGES)) for each in (folder, copied)] == [40, 50]
    assert len(responses(copied)) == len(rows(copied, RECORDS))


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 3])
def test_a_crawl_whose_files_were_moved_and_that_is_dealt_anew_keeps_all_of_them(tmp_path: Path, first: int) -> None:
    folder, raw = tmp_path / "crawl", f"file://{tmp_path}/storage"
    if first == 1:
        Crawl(TOPIC, seeds(), folder, settings(1, 30)).finish()
    else:
        crawled(folder, first, 30, gather_every=5)
    deal(folder, 1)
    command = CommandHere(tmp_path)
    command("offload", "crawl", "--raw", raw)
    assert not warc_files(folder / "warc")
    deal(folder, 2)
    go_on(folder, 60)
    assert len(responses(folder)) == len(rows(folder, RECORDS)) >= 60
    assert len(set(responses(folder))) > 55


@pytest.mark.slow
def test_files_of_shards_that_are_no_more_are_finished(tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    crawled(folder, 3, 30, gather_every=5)
    deal(folder, 2)
    go_on(folder, 60)
    CommandHere(tmp_path)("offload", "crawl", "--raw", f"file://{tmp_path}/storage")
    assert len(moved(folder / "warc").files) == 3
    assert len(warc_files(folder / "warc")) == 2  # which the shards go on with
    assert len(responses(folder)) == len(rows(folder, RECORDS)) >= 60
