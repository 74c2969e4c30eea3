"""The real command, in a process of its own or in this one; a small web on a real local server; one crawl of it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.plain_choices import RAIN_FILE
from tests.warm_process import WarmProcess

import honeyguide as package
from honeyguide.cli import main

TOPIC = RAIN_FILE
WEB = small_synthetic(seed=5)
PAGES = 150


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """What was refused, and why: one line for a person, no traceback."""
        lines = self.err.splitlines()
        assert [line for line in lines if line.startswith("honeyguide: ")] == lines, self.err
        assert len(lines) == 1, self.err
        return lines[0].removeprefix("honeyguide: ")


class Command:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Said:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        process = WarmProcess(*arguments, cwd=self.folder, stdin=given, env=env)
        return Said(process.wait(), process.out.decode(), process.err.decode())

    def line(self, *arguments: str | Path) -> list[str]:
        """The same as a shell begins it."""
        return [sys.executable, "-m", "honeyguide", *map(str, arguments)]


class CommandHere(Command):
    """The same, from its arguments to its exit code, without the second or two that a new process takes to begin.

    What the command does not expect comes out of it as it is, and fails the test.
    """

    def __call__(self, *arguments: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Said:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        streams = {
            name: io.TextIOWrapper(io.BytesIO(given if name == "stdin" else b""), "utf-8", write_through=True)
            for name in ("stdin", "stdout", "stderr")
        }
        code: str | int | None = 0
        with chdir(self.folder), pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", [str(Path(package.__file__).with_name("__main__.py")), *map(str, arguments)])
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            try:
                main()
            except SystemExit as left:
                code = left.code
        assert code is None or isinstance(code, int), code
        out, err = (streams[name].buffer.getvalue().decode() for name in ("stdout", "stderr"))
        return Said(code or 0, out, err)


@pytest.fixture
def honeyguide(tmp_path: Path) -> Command:
    """The command, run in an empty folder."""
    return Command(tmp_path)


@pytest.fixture
def here(tmp_path: Path) -> Command:
    """The command, run in an empty folder and in this process."""
    return CommandHere(tmp_path)


@pytest.fixture(scope="session")
def web() -> Iterator[LocalWeb]:
    with local_web(WEB.answer) as served:
        yield served


@pytest.fixture(scope="session")
def polite(web: LocalWeb) -> list[str]:
    """What a crawl of the local web needs on its command line."""
    return ["--connect-to", web.address, "--delay", "0", "--workers", "1"]


@pytest.fixture(scope="session")
def finished(web: LocalWeb, polite: list[str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A crawl of the local web and what the command said."""
    out = tmp_path_factory.mktemp("crawls") / "rain"
    run = Command(out.parent)
    said = run("crawl", TOPIC, *WEB.seeds(4), "--out", out, "--pages", str(PAGES), "--seed", "3", "--json", *polite)
    return out, said


@pytest.fixture
def crawled(finished: tuple[Path, Said]) -> Path:
    return finished[0]
