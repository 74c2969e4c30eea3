"""Crawls in folders: found in any state, started as processes of their own, signalled, copied, deleted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.conftest import TOPIC, WEB, Command
from tests.local_web import LocalWeb, local_web
from tests.planted_crawl import planted_crawl

from honeyguide import BadInput, CannotRun, HoneyguideError, Workspace, load_topic, open_crawl
from honeyguide.model import EventKind
from honeyguide.timestamps import isoformat
from honeyguide.web.response import Answer
from honeyguide.workspace import State, _last_activity

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    def answer(url: str) -> Answer:
        time.sleep(0.15)  # one after the other: a crawl takes its time, however long a command takes to start
        return WEB.answer(url)

    with local_web(answer) as served:
        yield served


@pytest.fixture
def slow(web: LocalWeb) -> dict[str, object]:
    """Settings of a crawl that takes its time."""
    return {"connect_to": web.address, "delay": 0.3, "workers": 0, "pages": 300, "strategy": "bfs"}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """Whose crawls end with the test."""
    made = Workspace(tmp_path)
    yield made
    for each in made.crawls():
        if each.process:
            os.kill(each.process, signal.SIGKILL)


def until(true: Callable[[], bool]) -> None:
    for _ in range(3000):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came true")


def test_a_crawl_is_started_paused_gone_on_with_stopped_resumed_copied_and_deleted(
    workspace: Workspace, slow: dict[str, object], tmp_path: Path, web: LocalWeb
) -> None:
    seeds = {url: f"seed {number}" for number, url in enumerate(WEB.seeds(4))}
    begun = workspace.start(load_topic(TOPIC), seeds, "rain", slow)
    assert begun.state is State.RUNNING
    assert begun.process is not None
    assert os.getsid(begun.process) == begun.process  # it does not end with us
    until(lambda: workspace.summary(begun.id).pages > 5)
    status = Command(tmp_path)("status", "rain", "--json").json
    assert (status["running"], status["process"]) == (True, begun.process)  # as the command line sees it

    workspace.pause(begun.id)
    until(lambda: workspace.summary(begun.id).state is State.PAUSED)
    paused, asked = workspace.summary(begun.id).pages, sum(web.requests.values())
    time.sleep(1.0)
    assert (workspace.summary(begun.id).pages, sum(web.requests.values())) == (paused, asked)
    assert workspace.resume(begun.id).process == begun.process
    until(lambda: workspace.summary(begun.id).pages > paused)

    workspace.stop(begun.id)
    until(lambda: workspace.summary(begun.id).state is State.STOPPED)
    kinds = [each.kind for each in open_crawl(tmp_path / "rain").events() if each.outcome is None]
    assert [kind for kind in kinds if kind in {EventKind.PAUSE, EventKind.PROCEED, EventKind.STOP}] == [
        EventKind.PAUSE,
        EventKind.PROCEED,
        EventKind.STOP,
    ]
    enough = workspace.summary(begun.id).pages + 20
    again = workspace.resume(begun.id, delay=0.0, pages=enough)
    until(lambda: workspace.summary(begun.id).state is State.FINISHED)
    assert again.process != begun.process
    assert workspace.summary(begun.id).pages == enough

    copy = workspace.duplicate(begun.id, "rain 2")
    first, second = open_crawl(tmp_path / "rain"), open_crawl(tmp_path / "rain 2")
    assert (first.topic, first.seeds, first.settings) == (second.topic, second.seeds, second.settings)
    assert second.seeds == seeds
    until(lambda: workspace.summary(copy.id).state is State.FINISHED)

    workspace.delete(begun.id)
    assert [each.name for each in workspace.crawls()] == ["rain 2"]
    assert not (tmp_path / "rain").exists()


def test_what_runs_is_not_deleted_and_ends_with_the_word_of_a_person(
    workspace: Workspace, slow: dict[str, object], tmp_path: Path
) -> None:
    begun = workspace.start(TOPIC, WEB.seeds(4), "rain", slow)
    with pytest.raises(BadInput, match="is in use"):
        workspace.delete(begun.id)
    with pytest.raises(BadInput, match="is running already"):
        workspace.resume(begun.id)
    workspace.pause(begun.id)
    until(lambda: workspace.summary(begun.id).state is State.PAUSED)
    workspace.stop(begun.id)  # also one that is paused
    until(lambda: workspace.summary(begun.id).state is State.STOPPED)
    with pytest.raises(BadInput, match="does not run"):
        workspace.stop(begun.id)


def test_a_crawl_in_a_program_of_somebodys_own_is_left_alone(
    workspace: Workspace, slow: dict[str, object], tmp_path: Path
) -> None:
    given = (TOPIC, WEB.seeds(2), str(tmp_path / "rain"), slow)
    code = "from honeyguide import Crawl, load_topic, settings\n"
    code += f"topic, seeds, out, held = {given!r}\nCrawl(load_topic(topic), seeds, out, settings(**held)).finish()"
    other = subprocess.Popen([sys.executable, "-c", code])
    try:
        until(lambda: [each.state for each in workspace.crawls()] == [State.RUNNING])
        until(lambda: workspace.crawls()[0].pages > 0)
        with pytest.raises(CannotRun, match=f"process {other.pid} is not honeyguide's own"):
            workspace.stop(workspace.crawls()[0].id)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"name": "../out"}, r"is no name for a folder: it holds a slash \(/\)"),
        ({"name": ".hidden"}, "is no name for a folder: it begins with a dot"),
        ({"name": "--help"}, "is no name for a folder: it begins with a hyphen"),
        ({"name": "rain\u202egnp.exe"}, r"'rain\\u202egnp.exe' is no name for a folder: it holds a character"),
        ({"name": "rain\x9b"}, "is no name for a folder: it holds a character that is not seen"),
        ({"name": ""}, "is no name for a folder: it is empty"),
        ({"name": " x"}, "is no name for a folder: it begins with a space"),
        ({"name": "x" * 101}, "is no name for a folder: it has 101 characters, and 100 are the most"),
        ({"name": "a\x07b"}, "is no name for a folder: it holds a character that is not seen"),
        ({"topic": "no such topic"}, "no such topic"),
        ({"seeds": []}, "there are no seeds"),
        ({"seeds": ["file:///etc/passwd"]}, "file:///etc/passwd"),
        ({"settings": {"pages": -1}}, "pages"),
        ({"settings": {"pagse": 1}}, "did you mean 'pages'"),
        ({"settings": {"strategy": "none-such"}}, "none-such"),
    ],
)
def test_what_cannot_be_started_is_said_at_once_and_leaves_nothing(
    tmp_path: Path, given: dict[str, object], why: str
) -> None:
    wanted: dict[str, object] = {
        "topic": TOPIC,
        "seeds": ["http://a.example/"],
        "name": "rain",
        "settings": {},
        **given,
    }
    with pytest.raises(HoneyguideError, match=why):
        Workspace(tmp_path).start(**wanted)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_what_fails_in_the_process_itself_is_said_too(tmp_path: Path) -> None:
    (tmp_path / "busy").mkdir()
    with local_web(WEB.answer) as taken, pytest.raises(CannotRun, match="metrics_port"):
        Workspace(tmp_path).start(
            TOPIC, WEB.seeds(1), "rain", {"metrics_port": int(taken.address.rsplit(":", 1)[1]), "workers": 0}
        )


def test_crawls_are_found_in_the_folder_itself_and_one_level_down_but_never_through_links(
    tmp_path: Path, finished_crawl: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "link").symlink_to(finished_crawl, target_is_directory=True)
    (home / "damaged").mkdir()
    (home / "damaged" / "crawl.db").write_bytes(b"x" * 5000)
    found = Workspace([home, finished_crawl, finished_crawl]).crawls()
    assert [(each.name, each.state) for each in found] == [
        (finished_crawl.name, State.FINISHED),
        ("damaged", State.DAMAGED),
    ]
    assert "is not the database of a crawl" in found[1].problem
    workspace = Workspace(home)
    for wrong in ("../home", "damaged", "link", "", "%2e%2e", str(finished_crawl)):
        with pytest.raises(BadInput, match="there is no crawl"):
            workspace.delete(wrong)


def test_a_folder_with_other_files_in_it_is_not_deleted(tmp_path: Path, finished_crawl: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "crawl.db").write_bytes((finished_crawl / "crawl.db").read_bytes())
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    workspace = Workspace(tmp_path)
    with pytest.raises(HoneyguideError, match=r"thesis\.tex"):
        workspace.delete(workspace.crawls()[0].id)
    assert (tmp_path / "mine" / "crawl.db").exists()


@pytest.fixture(scope="module")
def finished_crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("crawls") / "storm"
    options = ("--pages", "20", "--quiet", "--web", "synthetic:seed=7,pages=200", "--workers", "0")
    assert Command(out.parent)("crawl", TOPIC, "http://harbour-daily.example/", "--out", out, *options).code == 0
    return out


def test_the_last_activity_of_a_running_off_line_crawl_moves_with_what_is_stored(tmp_path: Path) -> None:
    crawl = planted_crawl(tmp_path / "rain", 20)
    runs = replace(crawl.status(), simulated=True, running=True, since="2010-01-01T00:00:00Z")
    files = [crawl.path / name for name in ("crawl.db", "crawl.db-wal")]
    files[1].touch()
    for moment, changed in ((1_600_000_000, files), (1_700_000_000, files[1:])):
        for file in changed:
            os.utime(file, (moment, moment))
        assert _last_activity(crawl.path, runs) == isoformat(moment)
