"""The crawls in some folders: what each is doing, and starting, pausing, stopping, copying and deleting them.

A crawl that is started here is a process of its own: it goes on when this one ends, and the command line sees it.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from honeyguide import atomic, config, known_places, reach
from honeyguide.cluster.making import make_crawl
from honeyguide.config import Settings
from honeyguide.crawl_folder import CrawlFolder, open_crawl
from honeyguide.errors import (
    BadFolder,
    BadInput,
    CannotRun,
    HoneyguideError,
    NotNow,
    NotThere,
    Untrusted,
    without_passwords,
)
from honeyguide.model import STOPPED_BY_USER, Topic
from honeyguide.own_processes import begin, command_of, last_words
from honeyguide.reach import Reach
from honeyguide.storage.errors import DatabaseError
from honeyguide.storage.files import DATABASE, GIVEN, LOCK, LOG, SETTINGS, foreign, has_database, require_folder
from honeyguide.storage.lock import holder, locked
from honeyguide.storage.places import delete_elsewhere, require_known
from honeyguide.storage.results import Status
from honeyguide.storage.running import KILLED
from honeyguide.storage.shard_folders import complete_exchange, finish_exchange, refuse_shard, shard_folders
from honeyguide.timestamps import isoformat
from honeyguide.topics.files import load_topic
from honeyguide.topics.writing import write_topic
from honeyguide.validation import quoted

_MOST = 2_000
"""Folders that are looked into, of each that is named."""
_PATIENCE_SECONDS = 60.0
"""How long a crawl may take to lay out its folder, which needs its libraries loaded."""
_CLOSING_SECONDS = 10.0
_LOOK_SECONDS = 0.05
_LONGEST_NAME = 100
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
"""With these a name would not read as it is written."""
_CHANGES = "changes.toml"
_LONGEST = 200
"""What a list shows of a text in a folder that may come from strangers."""


class State(StrEnum):
    """What a crawl is doing."""

    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    """By a person or a crash: it can go on."""
    FINISHED = "finished"
    """It came to its end, or to a limit."""
    DAMAGED = "damaged"


class CrawlSummary(Struct, frozen=True):
    """A crawl as a list shows it."""

    id: str
    """Letters, digits and hyphens; stays the same as long as the folder stays where it is."""
    path: str
    name: str
    """Of the folder."""
    state: State
    topic: str = ""
    strategy: str = ""
    pages: int = 0
    on_topic: int = 0
    harvest_rate: float = 0.0
    page_limit: int = 0
    pages_per_second: float = 0.0
    last_activity: str = ""
    """ISO 8601, UTC."""
    why_stopped: str = ""
    process: int | None = None
    problem: str = ""
    """What is wrong with a damaged one, in a sentence."""


class Workspace:
    """All crawls in some folders: those that are a crawl themselves, and those that hold crawls one level down."""

    def __init__(self, folders: str | Path | Sequence[str | Path] = ".", reach: Reach = Reach.MACHINE) -> None:
        """Folders that are not there are refused; so are settings of crawls that go beyond the reach."""
        given = [folders] if isinstance(folders, str | Path) else folders
        self.folders = tuple(Path(each).resolve() for each in given)
        for folder in self.folders:
            require_folder(folder)
        if not self.folders:
            raise BadFolder("name at least one folder")
        self.reach = reach
        self._started: list[subprocess.Popen[bytes]] = []
        self._own: set[Path] = set()
        """Folders of crawls that were begun here: their settings are no stranger's."""

    def within(self, reach: Reach) -> Workspace:
        """The same for somebody who may use less of this machine."""
        made = Workspace(self.folders, min(self.reach, reach))
        made._started, made._own = self._started, self._own
        return made

    def __repr__(self) -> str:
        return f"Workspace({[str(each) for each in self.folders]!r})"

    def crawls(self) -> list[CrawlSummary]:
        """All of them, those with the latest activity first; damaged ones say what is wrong."""
        self._started[:] = [each for each in self._started if each.poll() is None]  # those that ended are let go
        found = [self._summary(path) for path in self._paths()]
        return sorted(found, key=lambda each: (each.last_activity, each.path), reverse=True)

    def summary(self, crawl: str) -> CrawlSummary:
        """One of them, by its id."""
        return self._summary(self.path(crawl))

    def open(self, crawl: str) -> CrawlFolder:
        """The folder of a crawl, by its id."""
        path = self.path(crawl)
        return open_crawl(path, trusted=path in self._own)

    def path(self, crawl: str) -> Path:
        """Where a crawl is, by its id: nothing outside of the workspace has one."""
        for path in self._paths():
            if id_of(path) == crawl:
                return path
        raise NotThere(f"there is no crawl '{crawl[:80]}' in this workspace")

    def new_folder(self, name: str) -> Path:
        """Where something new of this name goes; refused where that is no name for a folder, or is taken."""
        return self._new_folder(name)

    def start(
        self,
        topic: Topic | str | Path,
        seeds: Sequence[str] | Mapping[str, str],
        name: str,
        settings: Settings | Mapping[str, object] | None = None,
    ) -> CrawlSummary:
        """Begin a crawl in a new folder of this name, and return when it runs.

        `settings` as `Crawl` takes them, or those that differ from the defaults by name.
        """
        out = self._new_folder(name)
        wanted = topic if isinstance(topic, Topic) else load_topic(str(topic))
        held = (
            settings
            if isinstance(settings, Settings)
            else config.load(dict(settings or {}), environ=os.environ, by_name=True).settings
        )
        reach.check(held, self.reach)
        make_crawl(wanted, seeds, out, held)  # says what is wrong before there is a folder
        given = out / GIVEN
        urls = seeds if isinstance(seeds, Mapping) else dict.fromkeys(seeds, "")
        if not urls:
            raise BadInput("there are no seeds: name at least one URL")
        try:
            given.mkdir(parents=True)
        except OSError as wrong:
            raise CannotRun(f"{given}: cannot be made: {wrong.strerror}") from None
        write_topic(wanted, given / "topic.toml")
        atomic.write(given / "seeds.csv", _table(urls))
        atomic.write(given / SETTINGS, config.to_toml(held))
        options = ("--seeds", given / "seeds.csv", "--column", "url", "--config", given / SETTINGS)
        try:
            self._run(out, "crawl", given / "topic.toml", *options, "--out", out)
        except HoneyguideError:
            if not has_database(out):
                shutil.rmtree(out, ignore_errors=True)
            raise
        self._own.add(out)
        return self._summary(out)

    def check_name(self, name: str) -> None:
        """Refuse what a new crawl cannot be called: no name for a folder, or one that is taken."""
        self._new_folder(name)

    def resume(self, crawl: str, /, **changes: object) -> CrawlSummary:
        """Let a paused crawl go on, or run one again with these settings changed; returns when it runs."""
        path = self.path(crawl)
        now = self._summary(path)
        if now.state is State.PAUSED:
            if changes:
                raise NotNow(f"{path.name}: is paused; stop it first to change its settings")
            self._signal(path, signal.SIGUSR2)
        elif now.state is State.RUNNING:
            raise NotNow(f"{path.name}: is running already")
        else:
            refuse_shard(path)
            self._is_let_go(path)
            opened = open_crawl(path)
            file = path / GIVEN / _CHANGES
            known = "" if "store" in changes else "store"  # whoever looks at a crawl reads the database it is kept in
            wanted = self._kept(opened, changes, but=known)
            known_places.given(path, wanted.store, wanted.raw)
            atomic.write(file, config.to_toml(wanted))
            self._run(path, "resume", path, "--config", file)
        return self._summary(path)

    def pause(self, crawl: str) -> None:
        """Have a running crawl ask for nothing more, once what is under way is stored."""
        path = self.path(crawl)
        if self._summary(path).state is not State.RUNNING:
            raise NotNow(f"{path.name}: does not run")
        self._signal(path, signal.SIGUSR1)

    def stop(self, crawl: str) -> None:
        """End a running or paused crawl cleanly; it can be resumed."""
        path = self.path(crawl)
        if self._summary(path).state not in {State.RUNNING, State.PAUSED}:
            raise NotNow(f"{path.name}: does not run")
        self._signal(path, signal.SIGTERM)

    def duplicate(self, crawl: str, name: str, /, **changes: object) -> CrawlSummary:
        """Begin a crawl with the same topic, seeds and settings, but for these changes, in a folder of this name."""
        opened = self.open(crawl)
        return self.start(opened.topic, opened.seeds, name, self._kept(opened, changes))

    def delete(self, crawl: str) -> None:
        """Remove the folder of a crawl that does not run, with its database, and nothing else: for good."""
        path = self.path(crawl)
        refuse_shard(path)
        if not self._is_let_go(path):
            raise NotNow(f"{path.name}: is in use; stop it first")
        with locked(path):
            complete_exchange(path)
            for each in (*shard_folders(path), path):
                require_known(each)  # else half of it would be gone
            finish_exchange(path)
            if others := foreign(path):
                raise BadFolder(f"{path}: holds other files ({others[0]} …), which are not the crawl's to delete")
            for each in (*shard_folders(path), path):
                delete_elsewhere(each)
            for entry in sorted(path.iterdir(), key=lambda each: each.name == LOCK):
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(entry)
                else:
                    entry.unlink(missing_ok=True)  # SQLite's own files go with their last reader
            path.rmdir()

    def _paths(self) -> Iterator[Path]:
        """Folders of crawls, each once; never through a link."""
        seen: set[Path] = set()
        for folder in self.folders:
            inside: list[Path] = []
            with suppress(OSError), os.scandir(folder) as entries:
                for entry, _ in zip(entries, range(_MOST), strict=False):
                    if entry.is_dir(follow_symlinks=False):
                        inside.append(folder / entry.name)
            for path in [folder, *sorted(inside)]:
                if path not in seen and has_database(path):
                    seen.add(path)
                    yield path

    def _new_folder(self, name: str) -> Path:
        if why := _no_name(name):
            raise BadInput(f"{quoted(name[:80])} is no name for a folder: {why}")
        homes = [each for each in self.folders if not has_database(each)]
        if not homes:
            raise BadInput(
                "this workspace has no folder for new crawls: name one that holds crawls and is none itself"
            )
        out = homes[0] / name
        refuse_shard(out)
        if out.exists() or out.is_symlink():
            raise NotNow(f"{out}: is there already; choose another name")
        return out

    def _summary(self, path: Path) -> CrawlSummary:
        try:
            now = CrawlFolder(path).status()
        except (HoneyguideError, DatabaseError, OSError) as wrong:
            starting = holder(path) is not None
            state = State.RUNNING if starting else State.DAMAGED
            problem = "" if starting else without_passwords(str(wrong))
            return CrawlSummary(id_of(path), _text(path), _text(path.name), state, problem=problem)
        return CrawlSummary(
            id=id_of(path),
            path=_text(path),
            name=_text(path.name),
            state=_state(now),
            topic=now.topic[:_LONGEST],
            strategy=now.strategy[:_LONGEST],
            pages=now.pages,
            on_topic=now.on_topic,
            harvest_rate=now.harvest_rate,
            page_limit=now.page_limit,
            pages_per_second=now.pages_per_second if now.running else 0.0,
            last_activity=_last_activity(path, now),
            why_stopped=now.why_stopped[:_LONGEST],
            process=now.process,
        )

    def _run(self, out: Path, *arguments: str | Path) -> None:
        """`honeyguide` with these arguments, in a session of its own, until it crawls into this folder."""
        log = out / LOG
        before = log.stat().st_size if log.exists() else 0
        process = begin(log, *arguments, "--quiet")
        self._started.append(process)
        ends = time.monotonic() + _PATIENCE_SECONDS
        while process.poll() is None and time.monotonic() < ends:
            held = holder(out)
            if held is not None and held.process == process.pid and _runs(out):
                return
            time.sleep(_LOOK_SECONDS)
        if process.returncode:
            raise CannotRun(
                last_words(log, before) or f"{out}: the crawl ended at once, with code {process.returncode}"
            )

    def _is_let_go(self, path: Path) -> bool:
        """Whether nobody writes into it; a process that has stopped is given the time to close it."""
        ends = time.monotonic() + _CLOSING_SECONDS
        while holder(path) is not None:
            if _runs(path) or time.monotonic() > ends:
                return False
            time.sleep(_LOOK_SECONDS)
        return True

    def _kept(self, opened: CrawlFolder, changes: Mapping[str, object], *, but: str = "") -> Settings:
        """The settings of a folder with these changes. A folder may come from a stranger: code that it alone names is
        not run at a click, and files, proxies and private addresses, `but` one, are used only once a person has named
        them."""
        settings = config.load(changes, environ={}, kept=opened.settings_file, by_name=True).settings
        if "plugins" not in changes:
            reach.refuse_strange_plugins(settings, opened.path.name)
        reach.check(settings, self.reach, but=but)
        strange = {name: each for name, each in reach.beyond(settings, but=but).items() if name not in changes}
        if strange and opened.path not in self._own:
            told = ", ".join(f"{name} = {str(value)[:80]}" for name, value in strange.items())
            raise Untrusted(
                f"{opened.path.name}: its own settings go beyond the public web: {told}; if you trust that, name "
                "them as changes",
                strange,
            )
        return settings

    def _signal(self, path: Path, number: signal.Signals) -> None:
        held = holder(path)
        if held is None or not held.process:
            raise NotNow(f"{path.name}: does not run")
        if not any(Path(part).name in {"honeyguide", "honeyguide.exe"} for part in command_of(held.process)):
            raise CannotRun(f"{path.name}: process {held.process} is not honeyguide's own, and is left alone")
        try:
            os.kill(held.process, number)
        except OSError as wrong:
            raise CannotRun(f"{path.name}: process {held.process} cannot be reached: {wrong.strerror}") from None


def _text(name: str | Path) -> str:
    """What a folder is called, where its name is no text too."""
    return os.fsencode(name).decode("utf-8", "replace")


def _no_name(name: str) -> str:
    """Which rule for names of folders it breaks; empty where none."""
    if not name:
        return "it is empty"
    if len(name) > _LONGEST_NAME:
        return f"it has {len(name):,} characters, and {_LONGEST_NAME} are the most"
    if found := re.search(r"[/\\]", name):
        return f"it holds a slash ({found[0]})"
    if name[0] == ".":
        return "it begins with a dot"
    if name[0] == "-":
        return "it begins with a hyphen"
    if name[0].isspace():
        return "it begins with a space"
    return "it holds a character that is not seen" if _UNSEEN.search(name) else ""


def _last_activity(path: Path, now: Status) -> str:
    """The clock of an off-line web is never today's: of its crawls, when something was stored last."""
    if not now.simulated:
        return max(now.last_visit, now.since)
    stored = []
    for suffix in ("", "-wal") if now.running else ("",):  # where a server keeps it, there is no file
        with suppress(OSError):
            stored.append(isoformat((path / f"{DATABASE}{suffix}").stat().st_mtime))
    return max(stored, default=now.since if now.running else max(now.last_visit, now.since))


def _state(now: Status) -> State:
    if now.running:
        return State.PAUSED if now.paused else State.RUNNING
    return State.STOPPED if now.why_stopped in {STOPPED_BY_USER, KILLED} else State.FINISHED


def _runs(folder: Path) -> bool:
    try:
        return CrawlFolder(folder).status().running
    except (HoneyguideError, DatabaseError):
        return False


def id_of(path: Path) -> str:
    """A readable part, and one that tells folders of one name apart."""
    readable = re.sub(r"[^a-z0-9]+", "-", path.name.lower()).strip("-")[:40]
    return f"{readable or 'crawl'}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}"


def _table(seeds: Mapping[str, str]) -> str:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("url", "description"))
    rows.writerows(seeds.items())
    return text.getvalue()
