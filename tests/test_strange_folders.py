"""Folders of crawls that strangers made, looked at: no code of theirs runs, and no model of theirs is loaded."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.plain_choices import RAIN

from honeyguide import BadInput, Crawl, CrawlFolder, HoneyguideError, Workspace, open_crawl, settings
from honeyguide.cli import main

PAGES = 45


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    made = {"web": "synthetic:seed=7,pages=300", "pages": PAGES, "encoder": "none", "workers": 0}
    Crawl(RAIN, ["http://harbour-daily.example/"], tmp_path / "home" / "gold", settings(**made)).finish()
    return tmp_path / "home"


def change(home: Path, before: str, now: str) -> None:
    kept = home / "gold" / "settings.toml"
    assert before in kept.read_text()
    kept.write_text(kept.read_text().replace(before, now))


def opened(home: Path) -> CrawlFolder:
    workspace = Workspace(home)
    return workspace.open(workspace.crawls()[0].id)


JUDGING: dict[str, Callable[[CrawlFolder], object]] = {
    "explain": lambda crawl: crawl.explain(0),
    "explain_other": lambda crawl: crawl.explain_other("http://harbour-daily.example/"),
    "ask": lambda crawl: crawl.ask(),
    "rejudge": lambda crawl: crawl.rejudge(),
}


@pytest.mark.parametrize("how", JUDGING)
def test_no_page_is_judged_by_a_model_that_a_folder_alone_names(
    home: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = f"folder:path={home}/gold/model"
    change(home, 'encoder = "none"', f'encoder = "{model}"')
    with pytest.raises(
        BadInput, match=r"gold: its settings have the encoder 'folder:path=.*; if you trust that, name it"
    ):
        JUDGING[how](opened(home))
    monkeypatch.setenv("HONEYGUIDE_ENCODER", model)
    with pytest.raises(HoneyguideError) as wrong:
        JUDGING[how](opened(home))
    assert "if you trust that" not in str(wrong.value)  # the model is asked for, and is not there


def test_who_looks_loads_no_model_however_it_is_named(home: Path, tmp_path: Path) -> None:
    change(home, 'encoder = "none"', 'encoder = "folder:path=nowhere"')
    for crawl in (opened(home), open_crawl(home / "gold")):
        page = next(crawl.pages(relevant=True)).url
        assert crawl.markdown(page)
        assert crawl.view(page).text
        assert crawl.export("markdown", tmp_path / "pages", force=True).count
        assert crawl.export("chunks", tmp_path / "chunks.jsonl", force=True).chunks
        assert crawl.mark(page, False).left == 1
        assert crawl.mark(page).joined == 1
        assert crawl.index()


def test_the_command_line_explains_by_a_model_that_it_was_told_to(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(home, 'encoder = "none"', 'encoder = "folder:path=nowhere"')
    (home / "page.html").write_text("<p>A flood.")
    said = {}
    for given in ((), ("--encoder", "folder:path=elsewhere"), ("--encoder", "none")):
        monkeypatch.setattr(
            "sys.argv", ["honeyguide", "try", str(home / "page.html"), "--crawl", str(home / "gold"), *given]
        )
        with suppress(SystemExit):
            main()
        said[given[-1:]] = capsys.readouterr().err
    assert "if you trust that, name it" in said[()]
    assert "elsewhere" in said["folder:path=elsewhere",]
    assert "honeyguide: " not in said["none",]


def test_no_code_runs_that_a_folder_alone_names(home: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    (home / "gold" / "given").mkdir()
    code = home / "gold" / "given" / "evil.py"
    code.write_text(f"open({str(ran)!r}, 'w')\n")
    change(home, "plugins = []", f"plugins = ['{code}']")
    change(home, "workers = 0", "workers = 1")
    crawl = opened(home)
    with pytest.raises(BadInput, match=r"have the plug-in '.*' run; if you trust that, name it"):
        crawl.rejudge()
    off = [page.url for page in crawl.pages() if not page.on_topic]
    assert len(off) > 32  # so many that other processes read them
    assert crawl.mark(off, True).joined == len(off)
    assert not os.path.exists(ran)
