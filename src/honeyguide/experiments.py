"""The experiments of a workspace: begun as processes of their own, watched as their curves grow, ended, read."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from honeyguide import atomic
from honeyguide.errors import BadInput, CannotRun, HoneyguideError, NotThere
from honeyguide.lab import growing
from honeyguide.lab.bands import band
from honeyguide.lab.experiment import Experiment, checked
from honeyguide.lab.growing import RUNS, WANTED, WantedRun
from honeyguide.lab.label_choice import named_labels
from honeyguide.lab.model import REFERENCES, Point, Report, Run
from honeyguide.lab.report import PAGE
from honeyguide.lab.run import read_report
from honeyguide.own_processes import begin, command_of, last_words
from honeyguide.text_files import read_text
from honeyguide.toml_files import parse, toml_value
from honeyguide.web.offline import open_web
from honeyguide.workspace import Workspace, id_of

FILE = "experiment.toml"
STARTED = "started.json"
LOG = "lab.log"
MOST_FETCHES = 2_000_000
"""Pages that all runs of one experiment may fetch together."""
MOST_STRATEGIES = 30
FEW_FETCHES = 3_000
"""So few are done sooner than further processes are there."""
LARGEST_MULTIPLE = 10.0
_LARGEST_FILE = 200_000
_MOST_FILES = 200
_MOST_FOLDERS = 2_000
_SYNTHETIC = "synthetic:"

Tables = Mapping[str, Mapping[str, Any]]
"""What an experiment's file says: its parts, and in each what is set."""


class ExperimentState(StrEnum):
    RUNNING = "running"
    STOPPED = "stopped"
    """By a person or a crash: it can go on."""
    FINISHED = "finished"
    FAILED = "failed"


class Started(Struct, frozen=True):
    """How an experiment was begun, kept in its folder."""

    file: str
    """The experiment's own, or another's that it was made from."""
    tables: dict[str, dict[str, Any]]
    """What holds instead of what the file says."""
    jobs: int = 0
    """Processes that work; 0 for all cores."""
    process: int = 0
    log_before: int = 0
    """Bytes that its log had."""


class ExperimentSummary(Struct, frozen=True):
    """An experiment as a list shows it."""

    id: str
    path: str
    name: str
    state: ExperimentState
    web: str = ""
    strategies: tuple[str, ...] = ()
    done: int = 0
    """Runs that have ended …"""
    of: int = 0
    """… of so many; 0 while the web is being opened."""
    problem: str = ""
    """Why it failed, in a sentence."""


class ExperimentFile(Struct, frozen=True):
    """An experiment in the workspace that can be run."""

    path: str
    name: str
    """Within the workspace."""
    tables: dict[str, dict[str, Any]]


class Course(Struct, frozen=True):
    """How one strategy fares along the pages that it fetches."""

    strategy: str
    finished: int
    """Runs that have ended; these are their mean and its 95 % interval."""
    at: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    under_way: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Of each run that is not over: pages and value."""


class Experiments:
    """All experiments that were begun in the folders of a workspace, each in a folder of its own."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._begun: list[subprocess.Popen[bytes]] = []

    def summaries(self) -> list[ExperimentSummary]:
        """All of them, the latest first."""
        found = sorted(self._paths(), key=lambda path: (path / STARTED).stat().st_mtime, reverse=True)
        return [self._summary(path) for path in found]

    def summary(self, experiment: str) -> ExperimentSummary:
        """One of them, by its id."""
        return self._summary(self.path(experiment))

    def path(self, experiment: str) -> Path:
        """Where an experiment is, by its id: nothing outside of the workspace has one."""
        for path in self._paths():
            if id_of(path) == experiment:
                return path
        raise NotThere(f"there is no experiment '{experiment[:80]}' in this workspace")

    def files(self) -> list[ExperimentFile]:
        """Experiments that lie in the workspace's folders as TOML files, to be run as they are or with changes."""
        found = []
        for folder in self._workspace.folders:
            for file in sorted(folder.glob("*.toml"))[:_MOST_FILES]:
                if (tables := _tables_in(file)) is not None:
                    found.append(ExperimentFile(str(file), file.name, tables))
        return found

    def check(self, tables: Tables, file: str = "") -> Experiment:
        """The experiment that these tables make, over those of a file of the workspace; what is wrong begins with
        the name of the setting, such as `run.pages`."""
        merged: dict[str, dict[str, Any]] = {}
        for given in (self._file(file).tables if file else {}, tables):
            for part, values in given.items():
                merged.setdefault(part, {}).update(values)
        base = str(Path(file).parent) if file else "."
        experiment = checked(merged, lambda *place: ".".join(place), base)
        _require_bounds(experiment)
        if experiment.web.source.startswith(_SYNTHETIC):
            _require_label(experiment)
        return experiment

    def start(self, name: str, tables: Tables, file: str = "") -> ExperimentSummary:
        """Begin one in a new folder of this name, by a process of its own; the tables are checked first."""
        experiment = self.check(tables, file)
        out = self._workspace.new_folder(name)
        try:
            out.mkdir()
        except OSError as wrong:
            raise CannotRun(f"{out}: cannot be made: {wrong.strerror}") from None
        if not file:
            atomic.write(out / FILE, _as_toml(tables))
        kept = {} if not file else {part: dict(values) for part, values in tables.items()}
        self._begin(out, Started(file or str(out / FILE), kept, jobs=_jobs(experiment)))
        return self._summary(out)

    def resume(self, experiment: str) -> ExperimentSummary:
        """Let one that was stopped, or failed, go on: runs that have ended are kept."""
        path = self.path(experiment)
        if self._summary(path).state is ExperimentState.RUNNING:
            raise BadInput(f"{path.name}: is running already")
        self._begin(path, _started(path))
        return self._summary(path)

    def stop(self, experiment: str) -> None:
        """End one that runs; runs that have ended are kept."""
        path = self.path(experiment)
        process = _started(path).process
        if not _is_at_work(path, process):
            raise BadInput(f"{path.name}: does not run")
        try:
            os.kill(process, signal.SIGTERM)
        except OSError as wrong:
            raise CannotRun(f"{path.name}: process {process} cannot be reached: {wrong.strerror}") from None

    def delete(self, experiment: str) -> None:
        """Remove the folder of one that does not run; nothing brings it back."""
        path = self.path(experiment)
        if self._summary(path).state is ExperimentState.RUNNING:
            raise BadInput(f"{path.name}: is running; stop it first")
        shutil.rmtree(path)

    def courses(self, experiment: str, measure: str = "label_harvest") -> tuple[Course, ...]:
        """The curves as far as they are, in the order of the report; `measure` is one of a `Point`."""
        if measure not in Point.__struct_fields__:
            raise BadInput(f"'{measure[:80]}' is no measure of a curve")
        path = self.path(experiment)
        running = self._summary(path).state is ExperimentState.RUNNING
        by_strategy: dict[str, list[WantedRun]] = {}
        for each in growing.wanted(path):
            by_strategy.setdefault(each.strategy, []).append(each)
        return tuple(_course(path, name, runs, measure, running) for name, runs in by_strategy.items())

    def report(self, experiment: str) -> Report | None:
        """All figures of one that has ended; else None."""
        return read_report(self.path(experiment))

    def page(self, experiment: str) -> Path:
        """The report as an HTML file, of one that has ended."""
        page = self.path(experiment) / PAGE
        if not page.is_file():
            raise BadInput(f"{page.parent.name}: there is no report yet")
        return page

    def _paths(self) -> Iterator[Path]:
        for folder in self._workspace.folders:
            inside: list[Path] = []
            with suppress(OSError), os.scandir(folder) as entries:
                for entry, _ in zip(entries, range(_MOST_FOLDERS), strict=False):
                    if entry.is_dir(follow_symlinks=False):
                        inside.append(folder / entry.name)
            yield from (path for path in sorted(inside) if _is_file(path / STARTED))

    def _file(self, path: str) -> ExperimentFile:
        for each in self.files():
            if each.path == path:
                return each
        raise BadInput("web.source: there is no such experiment in this workspace")

    def _begin(self, out: Path, how: Started) -> None:
        (out / WANTED).unlink(missing_ok=True)
        log = out / LOG
        before = log.stat().st_size if log.exists() else 0
        changes = [
            f"--set={part}.{key}={_toml(value)}"
            for part, values in how.tables.items()
            for key, value in values.items()
        ]
        process = begin(log, "lab", "run", how.file, "--out", out, "--jobs", str(how.jobs), *changes)
        self._begun.append(process)
        now = msgspec.structs.replace(how, process=process.pid, log_before=before)
        atomic.write(out / STARTED, msgspec.json.encode(now))

    def _summary(self, path: Path) -> ExperimentSummary:
        self._begun = [each for each in self._begun if each.poll() is None]  # those that ended are let go
        how = _started(path)
        wanted = growing.wanted(path)
        done = sum(_is_file(path / RUNS / each.file) for each in wanted)
        problem = ""
        if _is_at_work(path, how.process):
            state = ExperimentState.RUNNING
        elif _is_file(path / PAGE) and wanted and done == len(wanted):
            state = ExperimentState.FINISHED
        else:
            problem = last_words(path / LOG, how.log_before) if _is_file(path / LOG) else ""
            state = ExperimentState.FAILED if problem else ExperimentState.STOPPED
        own = _tables_in(Path(how.file)) or {}
        run = {**own.get("run", {}), **how.tables.get("run", {})}
        web = {**own.get("web", {}), **how.tables.get("web", {})}
        return ExperimentSummary(
            id=id_of(path),
            path=str(path),
            name=path.name,
            state=state,
            web=str(web.get("source", "")),
            strategies=tuple(map(str, run.get("strategies", ()))),
            done=done,
            of=len(wanted),
            problem=problem,
        )


def _course(path: Path, strategy: str, wanted: Sequence[WantedRun], measure: str, running: bool) -> Course:
    ended = [run for each in wanted if (run := _finished(path / RUNS / each.file))]
    shown = band(ended, measure)
    now = [growing.under_way(path, each) for each in wanted] if running else []
    lines = tuple(tuple((float(p.pages), float(getattr(p, measure))) for p in curve) for curve in now if curve)
    at, mean, low, high = (tuple(map(float, column)) for column in shown)
    return Course(strategy, len(ended), at, mean, low, high, lines)


def _finished(file: Path) -> Run | None:
    try:
        return _read(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=2_000)
def _read(file: Path, changed: int) -> Run | None:
    """A run that has ended does not change: it is read once."""
    return growing.kept(file)


def _started(path: Path) -> Started:
    try:
        return msgspec.json.decode((path / STARTED).read_bytes(), type=Started)
    except (OSError, msgspec.DecodeError) as wrong:
        raise BadInput(f"{path / STARTED}: does not say how the experiment was begun: {wrong}") from None


def _is_at_work(path: Path, process: int) -> bool:
    """Whether this process is the one that works on the experiment in this folder."""
    command = command_of(process) if process > 1 else []
    return "lab" in command and str(path) in " ".join(command)


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _tables_in(file: Path) -> dict[str, dict[str, Any]] | None:
    """Of an experiment's file; None of any other."""
    try:
        if not _is_file(file) or file.stat().st_size > _LARGEST_FILE:
            return None
        data = parse(read_text(file, "an experiment"), file, "an experiment")
    except (HoneyguideError, OSError, tomllib.TOMLDecodeError):
        return None
    tables = {part: values for part, values in data.items() if isinstance(values, dict)}
    return tables if len(tables) == len(data) and {"web", "run"} <= tables.keys() else None


def _fetches(experiment: Experiment) -> int:
    """Pages of all runs together, where that is known."""
    run = experiment.run
    rows = len({*run.strategies, *REFERENCES})
    return run.pages * run.repeats * rows if isinstance(run.pages, int) else 0


def _jobs(experiment: Experiment) -> int:
    return 1 if 0 < _fetches(experiment) <= FEW_FETCHES else 0


def _require_bounds(experiment: Experiment) -> None:
    run = experiment.run
    if len(run.strategies) > MOST_STRATEGIES:
        raise BadInput(f"run.strategies: at most {MOST_STRATEGIES} can be compared, not {len(run.strategies)}")
    if isinstance(run.pages, str):
        if float(run.pages.strip().removesuffix("x")) > LARGEST_MULTIPLE:
            raise BadInput(f"run.pages: at most {LARGEST_MULTIPLE:g}x, not {run.pages}")
        return
    if (fetches := _fetches(experiment)) > MOST_FETCHES:
        raise BadInput(
            f"run.pages: all strategies, with the references, fetch {fetches:,} pages in {run.repeats} repeats; "
            f"at most {MOST_FETCHES:,} are allowed here"
        )


def _require_label(experiment: Experiment) -> None:
    """A synthetic web is there at once, and says which labels it has."""
    try:
        labels = open_web(experiment.web.source).labels
    except BadInput as wrong:
        raise BadInput(f"web.source: {wrong}") from None
    assert labels is not None
    try:
        named_labels(experiment.topic, labels)
    except BadInput as wrong:
        raise BadInput(f"topic.relevant: {wrong}") from None


def _as_toml(tables: Tables) -> str:
    lines = []
    for part, values in tables.items():
        lines += [f"[{part}]", *(f"{key} = {_toml(value)}" for key, value in values.items()), ""]
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml_value(key)} = {_toml(each)}' for key, each in value.items())} }}"
    return toml_value(tuple(value) if isinstance(value, list) else value)
