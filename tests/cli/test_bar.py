"""Long work says how far it is: a bar on a terminal, lines elsewhere, or nothing."""

import io
import re
import shutil
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.conftest import Command
from tests.lexicons import tiny

from honeyguide.cli import bar, terminal
from honeyguide.storage.files import SEARCH


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    return shown_on(monkeypatch, terminal_=True)


def shown_on(monkeypatch: pytest.MonkeyPatch, *, terminal_: bool) -> io.StringIO:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=terminal_, width=100, highlight=False)
    for module in (bar, terminal):
        monkeypatch.setattr(module, "stderr", lambda: console)
    return screen


def test_a_terminal_sees_what_is_done_and_of_how_much(screen: io.StringIO) -> None:
    with bar.Bar("opening the web") as told:
        assert "opening the web" in screen.getvalue()
        told("pages read", 7, 20)
        assert "pages read" in screen.getvalue()
        assert "7/20" in screen.getvalue()
        told("documents read", 9, 0)
        assert "9/?" in screen.getvalue()


def test_a_terminal_sees_nothing_when_nothing_is_told(screen: io.StringIO) -> None:
    with bar.Bar():
        pass
    assert "━" not in screen.getvalue()


def test_elsewhere_each_stage_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown_on(monkeypatch, terminal_=False)
    with bar.Bar() as told:
        for done in range(3):
            told("pages read", done, 2_000)
        told("documents read", 5, 0)
    assert screen.getvalue() == "pages read: 0 of 2,000\ndocuments read: 5\n"


def test_elsewhere_long_work_is_told_again_now_and_then_and_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown_on(monkeypatch, terminal_=False)
    monkeypatch.setattr(bar, "SECONDS", 0.0)
    with bar.Bar() as often:
        for done in (0, 500, 500, 1_000):
            often("pages read", done, 2_000)
    monkeypatch.setattr(bar, "SECONDS", 3600.0)
    with bar.Bar() as seldom:
        for done in (0, 500, 2_000, 2_000):
            seldom("verdicts", done, 2_000)
    read = [f"pages read: {done} of 2,000" for done in ("0", "500", "1,000")]
    assert screen.getvalue().splitlines() == [*read, "verdicts: 0 of 2,000", "verdicts: 2,000 of 2,000"]


def test_elsewhere_work_that_is_mostly_quick_says_nothing_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown_on(monkeypatch, terminal_=False)
    monkeypatch.setattr(bar, "SECONDS", 3600.0)
    with bar.Bar("reading", quick=True) as told:
        told("reading", 1, 2)
        told("reading", 2, 2)
        told("writing", 0, 1)
    assert screen.getvalue() == ""
    monkeypatch.setattr(bar, "SECONDS", 0.0)
    with bar.Bar("reading", quick=True) as told:
        told("reading", 1, 2)
        told("writing", 0, 1)
    assert screen.getvalue() == "reading: 1 of 2\nwriting: 0 of 1\n"


def test_elsewhere_nothing_is_said_where_lines_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown_on(monkeypatch, terminal_=False)
    with bar.Bar(lines=False) as told:
        told("pages read", 1, 2)
    assert screen.getvalue() == ""


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("search rain flood", r"made searchable: \d+ of \d+"),
        ("insight trust rain", r"reading: \d+ of \d+"),
        ("insight currency rain", r"reading: \d+ of \d+"),
        ("insight hot rain", r"reading: \d+ of \d+"),
        ("insight evolution rain", r"reading: \d+ of \d+"),
        ("insight report rain", r"writing the report: 0 of 1"),
        ("export rain --to csv", r"pages written: (\d+) of \1"),
        ("export rain --to warc", r"responses written: \d+"),
        ("web stats synthetic:seed=5,pages=100,hosts=5,words=60", r"links read: 100 of 100"),
        ("lexicon add en wn", r"files read: 1 of \d"),
        ("topic train storms --positive rain", r"documents read: \d+"),
    ],
)
def test_where_there_is_no_terminal_every_long_command_says_how_far_it_is(
    here: Command, crawled: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, line: str
) -> None:
    shutil.copytree(crawled, here.folder / "rain", ignore=shutil.ignore_patterns(SEARCH))
    tiny.wordnet(here.folder / "wn")
    homes = {name: str(here.folder / name) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME")}
    monkeypatch.setattr(bar, "SECONDS", 1_000.0)
    assert not re.search(line, here(*arguments.split(), env=homes).err), "it is quick"
    shutil.rmtree(here.folder / "rain" / SEARCH, ignore_errors=True)
    monkeypatch.setattr(bar, "SECONDS", 0.0)
    again = ["--force"] * arguments.startswith(("insight report", "topic", "export"))
    said = here(*arguments.split(), *again, env=homes)
    assert said.code == 0, said.err
    assert re.search(f"^{line}$", said.err, re.MULTILINE), said.err
