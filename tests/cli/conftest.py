"""The real command in a process of its own, a small web on a real local server, and one finished crawl of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.local_web import LocalWeb, local_web, small_synthetic

TOPIC = "rainstorm-disaster"
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
        ran = subprocess.run(
            self.line(*arguments),
            check=False,
            cwd=self.folder,
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=100,
            env=os.environ | (env or {}),
        )
        return Said(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    def line(self, *arguments: str | Path) -> list[str]:
        return [sys.executable, "-m", "honeyguide", *map(str, arguments)]


@pytest.fixture
def honeyguide(tmp_path: Path) -> Command:
    """The command, run in an empty folder."""
    return Command(tmp_path)


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
