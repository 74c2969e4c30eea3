"""Raw responses that are not kept, deleted, or lost with their folder: everything else goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO

import pytest
from tests.cli.conftest import CommandHere
from tests.plain_choices import RAIN

from honeyguide import BadInput, Crawl, Settings, open_crawl, recover
from honeyguide.web.offline.warc_reader import scan

WEB = "synthetic:seed=7,pages=300,share=0.4"
SEED = "http://harbour-daily.example/"


def crawl(out: Path, pages: int, **changes: object) -> Path:
    given = {"strategy": "bfs", "encoder": "none", "web": WEB, "workers": 0, "pages": pages}
    Crawl(RAIN, [SEED], out, Settings(**{**given, **changes})).finish()  # type: ignore[arg-type]
    return out


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return crawl(tmp_path_factory.mktemp("crawls") / "c", 40)


@pytest.fixture
def out(first: Path, tmp_path: Path) -> Path:
    shutil.copytree(first, tmp_path / "c")
    return tmp_path / "c"


def set_back(out: Path, visits: int) -> None:
    """The first visits are a year old, the others are of today, by the real clock."""
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        database.execute("DELETE FROM state WHERE key = 'simulated'")
        database.execute("UPDATE visits SET at = unixepoch() - CASE WHEN id < ? THEN 31536000 ELSE 60 END", (visits,))
        database.commit()


def raw(out: Path) -> int:
    return sum(record is not None for file in sorted((out / "warc").glob("*")) for record in scan(file))


def works(out: Path, pages: int) -> None:
    """It is searched, exported and gone on with."""
    crawl = open_crawl(out)
    texts = [page.text for page in crawl.pages(relevant=True)]
    assert texts
    assert all(texts)
    assert crawl.search("rain* OR flood OR 暴雨").total > 0
    for to in ("jsonl", "warc"):
        crawl.export(to, out.parent / f"export.{to}", force=True)
    going = crawl.resume(pages=pages)
    going.finish()
    assert going.pages == pages
    assert crawl.explain(list(crawl.pages())[-1].url)


def test_all_raw_responses_can_be_deleted_and_the_crawl_goes_on(out: Path) -> None:
    before = raw(out)
    urls = [page.url for page in open_crawl(out).pages()]
    done = open_crawl(out).prune()
    assert (done.responses, done.kept, raw(out)) == (before, 0, 0)
    assert done.bytes > 10_000
    with pytest.raises(BadInput, match="its raw response was not kept"):
        open_crawl(out).explain(urls[0])
    works(out, 50)
    assert [page.url for page in open_crawl(out).pages()][:40] == urls
    assert not (out / "set-aside").exists()


def test_only_old_ones_are_deleted_and_the_others_can_still_be_read(out: Path) -> None:
    set_back(out, 25)
    before = raw(out)
    done = open_crawl(out).prune(timedelta(days=30))
    assert (done.responses > 0, done.kept > 0, done.responses + done.kept) == (True, True, before)
    assert raw(out) == done.kept
    assert open_crawl(out).prune(timedelta(days=30)).responses == 0
    pages = list(open_crawl(out).pages())
    with pytest.raises(BadInput, match="was not kept"):
        open_crawl(out).explain(pages[0].url)
    assert open_crawl(out).explain(pages[-1].url).final_url == pages[-1].url
    works(out, 50)
    assert open_crawl(out).explain(pages[-1].url)
    assert not (out / "set-aside").exists()


def test_what_is_old_on_an_off_line_web_goes_by_its_newest_visit(out: Path) -> None:
    assert open_crawl(out).prune(timedelta(days=30)).responses == 0
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        moments = [at for (at,) in database.execute("SELECT at FROM visits WHERE warc_file IS NOT NULL ORDER BY at")]
    age = timedelta(seconds=moments[-1] - moments[20] + 0.01)
    old = sum(at < moments[-1] - age.total_seconds() for at in moments)
    assert open_crawl(out).prune(age, dry_run=True).responses == open_crawl(out).prune(age).responses == old > 0


def test_a_crawl_by_the_real_clock_is_old_by_that_alone(out: Path) -> None:
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        database.execute("DELETE FROM state WHERE key = 'simulated'")
        database.commit()
    assert open_crawl(out).prune(timedelta(days=30)).kept == 0


def test_a_folder_without_its_warc_goes_on(out: Path) -> None:
    shutil.rmtree(out / "warc")
    with pytest.raises(BadInput, match="was not kept, or is damaged"):
        open_crawl(out).explain(next(open_crawl(out).pages()).url)
    works(out, 50)


def test_responses_whose_files_are_gone_are_not_counted_again(out: Path) -> None:
    shutil.rmtree(out / "warc")
    crawl(out, 45)
    left = raw(out)
    assert 0 < left < 20
    told = open_crawl(out).prune(dry_run=True)
    assert (told.responses, told.kept) == (left, 0)
    set_back(out, 25)
    told = open_crawl(out).prune(timedelta(days=30))
    assert (told.responses, told.kept, raw(out)) == (0, left, left)
    shutil.rmtree(out / "warc")
    here = CommandHere(out.parent)
    assert here("prune", out, "--raw", "--dry-run").err.strip() == (
        "would delete 0 raw responses, 0.0 MB; 0 raw responses would be left"
    )
    assert here("prune", out, "--raw").err.strip() == "deleted 0 raw responses, 0.0 MB; 0 raw responses left"


def test_a_crawl_that_keeps_no_raw_responses_has_none(tmp_path: Path) -> None:
    out = crawl(tmp_path / "c", 20, warc=False)
    assert not (out / "warc").exists()
    assert open_crawl(out).export("warc", tmp_path / "x.warc.gz").count == 0
    works(crawl(out, 30, warc=True), 40)
    assert raw(out) >= 20


def test_what_was_kept_is_recovered_where_nothing_is_kept_any_more(out: Path) -> None:
    crawl(out, 45, warc=False)
    assert recover(out).pages == 40
    assert open_crawl(out).status().pages_per_second == 0.0, "recovering is no run of a crawl"


def test_the_command_deletes_what_it_is_told_to(out: Path) -> None:
    here = CommandHere(out.parent)
    assert here("prune", out).code == 2
    assert "'soon' is not a time" in here("prune", out, "--raw", "--older-than", "soon").sentence
    set_back(out, 25)
    said = here("prune", out, "--raw", "--older-than", "30d", "--json").json
    assert said["kept"] == raw(out) > 0
    assert "0 raw responses left" in here("prune", out, "--raw", "--yes").err


def test_all_of_them_go_only_when_somebody_says_so(out: Path) -> None:
    here = CommandHere(out.parent)
    before, size = raw(out), sum(file.stat().st_size for file in (out / "warc").iterdir())
    refused = here("prune", out, "--raw")
    assert refused.code == 1
    assert (
        f"this would delete all of its {before} raw responses, {size / 1e6:.1f} MB; --yes does it" in refused.sentence
    )
    assert here("prune", out, "--raw", "--dry-run", "--json").json["responses"] == before
    assert raw(out) == before
    for answer, left in (("n", before), ("y", 0)):
        with terminal(*here.line("prune", out, "--raw"), cwd=out.parent) as (typed, process):
            typed.write(f"{answer}\n")
            typed.flush()
            assert process.wait(60) == (answer == "n")
        assert raw(out) == left


@contextmanager
def terminal(*line: str, cwd: Path) -> Iterator[tuple[IO[str], subprocess.Popen[bytes]]]:
    """A process at a terminal of its own, and what is typed there."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd)
    os.close(theirs)
    with os.fdopen(ours, "w") as typed:
        yield typed, process
