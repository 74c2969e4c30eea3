"""A crawl as somebody has it who chooses nothing; other tests choose what costs less."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Command
from tests.local_web import LocalWeb, local_web, small_synthetic

from honeyguide import open_crawl
from honeyguide.relevance.page_features import unpack

WEB = small_synthetic(seed=5, pages=60, hosts=4, words=60)


def crawl(web: LocalWeb, folder: Path, pages: int) -> None:
    """From two keywords, in a process of its own."""
    chosen = ["--connect-to", web.address, "--delay", "0", "--no-robots", "--quiet", "--pages", str(pages)]
    line = Command(folder).line("crawl", folder / "floods.toml", *WEB.seeds(2), "--out", folder / "out", *chosen)
    own = {name: value for name, value in os.environ.items() if not name.startswith("HONEYGUIDE_")}
    done = subprocess.run(line, env=own, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_guide_finds_the_judge_judges_and_texts_are_compared_by_meaning(tmp_path: Path) -> None:
    (tmp_path / "floods.toml").write_text('name = "floods"\n[keywords]\nflood = 1.0\nrain = 0.6\n')
    with local_web(WEB.answer) as web:
        crawl(web, tmp_path, 20)
        crawl(web, tmp_path, 40)
    folder = open_crawl(tmp_path / "out")
    assert folder.settings.strategy == "guide"
    assert folder.settings.encoder == "use"
    assert folder.topic.relevance == "judge"
    with closing(sqlite3.connect(tmp_path / "out" / "crawl.db")) as database:
        kept = [unpack(blob) for (blob,) in database.execute("SELECT features FROM pages ORDER BY visit")]
    assert len(kept) == 40
    assert all(each.encoder.startswith("use") and len(each.lead) == 512 for each in kept)
    assert "(meaning)" in msgspec.json.encode(folder.explain(next(iter(folder.pages())).url)).decode()
    with closing(sqlite3.connect(tmp_path / "out" / "vectors.sqlite")) as vectors:
        assert vectors.execute("SELECT count(*) FROM vectors").fetchone()[0] > 40
