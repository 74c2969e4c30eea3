"""Experiments of a workspace: checked, begun as processes of their own, watched, stopped, gone on with, read."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from honeyguide import BadInput, Experiments, Workspace
from honeyguide.experiments import STARTED, ExperimentState, _started
from honeyguide.lab import growing
from honeyguide.lab.model import Point

WEB = "synthetic:seed=7,pages=300,hosts=8"


def tables(**run: Any) -> dict[str, dict[str, Any]]:
    """A small experiment, with these settings of its run."""
    return {
        "web": {"source": WEB},
        "topic": {"relevance": "tag-vsm"},
        "run": {"strategies": ("ops",), "pages": 20, "repeats": 2, **run},
    }


@pytest.fixture
def experiments(tmp_path: Path) -> Iterator[Experiments]:
    """Whose processes end with the test."""
    made = Experiments(Workspace(tmp_path))
    yield made
    for each in made.summaries():
        if each.state is ExperimentState.RUNNING:
            os.kill(_started(Path(each.path)).process, signal.SIGKILL)


def until(true: Callable[[], bool]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came true")


@pytest.mark.slow
def test_an_experiment_is_begun_watched_to_its_end_and_read(experiments: Experiments) -> None:
    begun = experiments.start("first", tables())
    assert (begun.state, begun.web, begun.strategies) == (ExperimentState.RUNNING, WEB, ("ops",))
    with pytest.raises(BadInput, match="is running already"):
        experiments.resume(begun.id)
    with pytest.raises(BadInput, match="is running; stop it first"):
        experiments.delete(begun.id)
    assert experiments.report(begun.id) is None
    with pytest.raises(BadInput, match="no report yet"):
        experiments.page(begun.id)
    until(lambda: experiments.summary(begun.id).state is not ExperimentState.RUNNING)
    now = experiments.summary(begun.id)
    assert (now.state, now.done, now.of, now.problem) == (ExperimentState.FINISHED, 8, 8, "")
    courses = {each.strategy: each for each in experiments.courses(begun.id)}
    assert list(courses) == ["ops", "random", "oracle-greedy", "oracle"]
    assert courses["ops"].finished == 2
    assert courses["ops"].at[-1] == 20
    report = experiments.report(begun.id)
    assert report is not None
    assert report.summary[0].label_harvest.mean == pytest.approx(courses["ops"].mean[-1])
    assert b"<html" in experiments.page(begun.id).read_bytes()
    experiments.delete(begun.id)
    assert experiments.summaries() == []


@pytest.mark.slow
def test_one_that_is_stopped_goes_on_and_one_that_fails_says_why(experiments: Experiments, tmp_path: Path) -> None:
    begun = experiments.start("long", tables(pages=60, repeats=12))
    until(lambda: experiments.summary(begun.id).done > 0)
    experiments.stop(begun.id)
    until(lambda: experiments.summary(begun.id).state is ExperimentState.STOPPED)
    done = experiments.summary(begun.id).done
    with pytest.raises(BadInput, match="does not run"):
        experiments.stop(begun.id)
    assert experiments.courses(begun.id)[0].under_way == ()
    experiments.resume(begun.id)
    until(lambda: experiments.summary(begun.id).done > done)
    experiments.stop(begun.id)
    file = tmp_path / "broken.toml"
    file.write_text('[web]\nsource = "folder:nothing-here"\n[run]\nstrategies = ["bfs"]\n')
    failed = experiments.start("broken", {"run": {"pages": 5}}, str(file))
    until(lambda: experiments.summary(failed.id).state is ExperimentState.FAILED)
    assert "nothing-here" in experiments.summary(failed.id).problem


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"run": {"pages": "many"}}, "run.pages: 'pages' must be a number or a multiple"),
        ({"run": {"pages": 0}}, "run.pages: 'pages' must be at least 1"),
        ({"run": {"pages": 10**7}}, "run.pages: all strategies, with the references, fetch 80,000,000 pages"),
        ({"run": {"pages": "11x"}}, "run.pages: at most 10x"),
        ({"run": {"repeats": "two"}}, "run.repeats: "),
        ({"run": {"repeats": 10_001}}, "run.repeats: "),
        ({"run": {"strategies": ()}}, "run.strategies: "),
        ({"run": {"strategies": ("opps",)}}, "run.strategies: .*did you mean 'ops'"),
        ({"run": {"strategies": ("ops:r2=x",)}}, "run.strategies: "),
        ({"run": {"strategies": tuple(f"ops:r2=0.{n:02}" for n in range(1, 32))}}, "run.strategies: at most 30"),
        ({"topic": {"relevant": "rainn"}}, "topic.relevant: label 'rainn'"),
        ({"topic": {"relevance": "<b>"}}, "topic.relevance: "),
        ({"web": {"source": "synthetic:seed=x"}}, "web.source: "),
    ],
)
def test_what_is_wrong_is_said_with_the_name_of_the_setting(
    experiments: Experiments, tmp_path: Path, changed: dict[str, dict[str, Any]], said: str
) -> None:
    given = tables()
    for part, values in changed.items():
        given[part] |= values
    with pytest.raises(BadInput, match=f"^{said}"):
        experiments.start("x", given)
    assert list(tmp_path.iterdir()) == []


def test_files_of_the_workspace_are_found_and_others_cannot_be_named(
    experiments: Experiments, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(f'[web]\nsource = "{WEB}"\n[run]\nstrategies = ["bfs"]\n')
    (tmp_path / "topic.toml").write_text('name = "rain"\n[keywords]\nrain = 1.0\n')
    (tmp_path / "wrong.toml").write_text("= = =")
    (tmp_path / "link.toml").symlink_to(tmp_path / "mine.toml")
    assert [each.name for each in experiments.files()] == ["mine.toml"]
    checked = experiments.check({"run": {"pages": 7}}, str(tmp_path / "mine.toml"))
    assert (checked.run.strategies, checked.run.pages) == (("bfs",), 7)
    for other in ("/etc/passwd", str(tmp_path / "link.toml"), "mine.toml"):
        with pytest.raises(BadInput, match="no such experiment"):
            experiments.check({}, other)


def test_processes_of_others_are_left_alone(experiments: Experiments, tmp_path: Path) -> None:
    folder = tmp_path / "claimed"
    folder.mkdir()
    (folder / STARTED).write_text(f'{{"file": "x", "tables": {{}}, "process": {os.getpid()}}}')
    (claimed,) = experiments.summaries()
    assert claimed.state is ExperimentState.STOPPED
    with pytest.raises(BadInput, match="does not run"):
        experiments.stop(claimed.id)


def test_ids_lead_nowhere_else_and_measures_are_known(experiments: Experiments) -> None:
    with pytest.raises(BadInput, match="there is no experiment"):
        experiments.summary("../etc")
    with pytest.raises(BadInput, match="is no measure"):
        experiments.courses("x", "__class__")


def test_a_run_under_way_shows_its_curve_until_it_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "_EVERY_SECONDS", 0.0)
    run = growing.WantedRun("ops-0.json", "ops", 0, "", 9)
    point = Point(3, 0.5, 0.1, 0.2, 0.3, 0.4, 1.0)
    with growing.Growing(tmp_path / growing.RUNS / run.file) as told:
        assert growing.under_way(tmp_path, run) == ()
        told([point])
        assert growing.under_way(tmp_path, run) == (point,)
    assert growing.under_way(tmp_path, run) == ()
