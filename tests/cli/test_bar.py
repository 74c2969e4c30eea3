"""Long work says how far it is: a bar on a terminal, lines elsewhere, or nothing."""

import io

import pytest
from rich.console import Console

from honeyguide.cli import bar, terminal


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
    with bar.Bar(seconds=0.0) as often, bar.Bar(seconds=3600.0) as seldom:
        for done in (0, 500, 500, 1_000):
            often("pages read", done, 2_000)
        for done in (0, 500, 2_000, 2_000):
            seldom("verdicts", done, 2_000)
    read = [f"pages read: {done} of 2,000" for done in ("0", "500", "1,000")]
    assert screen.getvalue().splitlines() == [*read, "verdicts: 0 of 2,000", "verdicts: 2,000 of 2,000"]


def test_elsewhere_nothing_is_said_where_lines_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown_on(monkeypatch, terminal_=False)
    with bar.Bar(lines=False) as told:
        told("pages read", 1, 2)
    assert screen.getvalue() == ""
