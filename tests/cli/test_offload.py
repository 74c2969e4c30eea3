"""Raw responses moved elsewhere at the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import PAGES, Command


@pytest.mark.slow
def test_responses_are_moved_told_and_read(here: Command, crawled: Path, tmp_path: Path) -> None:
    shutil.copytree(crawled, tmp_path / "rain")
    assert "raw responses" not in here("status", "rain").out
    nowhere = here("offload", "rain")
    assert (nowhere.code, nowhere.sentence) == (
        1,
        "rain: its settings do not say where raw responses go; name it: --raw s3://bucket/folder",
    )
    refused = here("offload", "rain", "--raw", "s3://me:geheim@bucket")
    assert refused.code == 1
    assert "geheim" not in refused.sentence
    (tmp_path / "file").write_text("")
    failed = here("offload", "rain", "--raw", f"file://{tmp_path}/file")
    assert failed.code == 3
    assert "the storage cannot be used" in failed.sentence
    said = here("offload", "rain", "--raw", f"file://{tmp_path}/storage")
    assert said.code == 0, said.err
    assert f"to file://{tmp_path}/storage/rain-" in said.err
    assert len(list((tmp_path / "storage").rglob("*.warc.gz"))) == 1
    assert "raw responses    1 file, " in here("status", "rain").out
    assert here("status", "rain", "--json").json["raw"]["moved"] == 1
    assert here("export", "rain", "--to", "warc", "--output", "all.warc.gz").code == 0
    recovered = here("recover", "rain", "--force")
    assert (recovered.code, "resume rain goes on" in recovered.err) == (0, True)
    assert here("status", "rain", "--json").json["pages"] == PAGES
    pruned = here("prune", "rain", "--raw", "--yes")
    assert pruned.code == 0
    assert not list((tmp_path / "storage").rglob("*.warc.gz"))


def test_a_crawl_whose_storage_fails_ends_well_and_says_what_waits(honeyguide: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    web = ("--web", "synthetic:seed=7,pages=100", "--workers", "0", "--pages", "5")
    options = ("--out", "rain", "--raw", f"file://{tmp_path}/file", *web)
    said = honeyguide("crawl", "rainstorm-disaster", "http://harbour-daily.example/", *options)
    assert said.code == 0, said.err
    assert "`honeyguide offload rain` moves them" in said.err
    shown = honeyguide("status", "rain").out
    assert "1 file, " in shown
    assert "with room for" in shown
    assert "the last try to move some failed, and is repeated:" in shown
