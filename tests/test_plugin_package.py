"""Parts from a package of their own, really installed: on the command line, in Python, in workers and in the lab."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).parent / "plugin_package"
SEED = "http://host1.example/deep/1"
TOPIC = """
name = "birds"
relevance = "bird-words"
[keywords]
bird = 1.0
birdsong = 0.5
"""
PARTS = ["--strategy", "few-slashes:trust=0.8", "--links", "bird-anchors", "--web", "aviary:300"]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """In which the package is installed, in a folder of its own: the environment of the tests stays as it is."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--no-cache-dir", "--target", str(target)]
    subprocess.run([*pip, *offline, str(PACKAGE)], check=True, timeout=300)
    path = os.pathsep.join(filter(None, (str(target), os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": path}


class Installed:
    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        (folder / "birds.toml").write_text(TOPIC)

    def begin(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=self.folder, env=self.environment, **pipes)  # type: ignore[call-overload,no-any-return]

    def __call__(self, *arguments: str) -> str:
        process = self.begin(*arguments)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, f"{out[-3000:]}\n{err[-3000:]}"
        return out

    def json(self, *arguments: str) -> Any:
        return json.loads(self("honeyguide", *arguments, "--json"))

    def visits(self, out: str) -> list[tuple[str, str, float | None]]:
        query = (
            "SELECT url, outcome, relevance FROM visits JOIN links ON links.id = visits.link "
            "LEFT JOIN pages ON pages.visit = visits.id ORDER BY visits.id"
        )
        with closing(sqlite3.connect(self.folder / out / "crawl.db")) as database:
            return database.execute(query).fetchall()


@pytest.fixture
def installed(tmp_path: Path, environment: dict[str, str]) -> Installed:
    return Installed(tmp_path, environment)


def test_its_strategy_is_listed_among_ours(installed: Installed) -> None:
    listed = {entry["name"]: entry for entry in installed.json("strategies")}
    assert {"ops", "few-slashes"} <= listed.keys()
    assert listed["few-slashes"]["says"] == "Short paths first, good scores first among them."
    assert [parameter["name"] for parameter in listed["few-slashes"]["parameters"]] == ["trust"]


def test_the_command_line_crawls_with_all_of_them(installed: Installed) -> None:
    told = installed.json("crawl", "birds.toml", SEED, "--out", "crawl", *PARTS, "--pages", "40", "--workers", "1")
    assert told["pages"] == 40
    pages = [visit for visit in installed.visits("crawl") if visit[1] == "page"]
    relevant = {url for url, _, relevance in pages if relevance and relevance > 0.5}
    assert relevant == {url for url, *_ in pages if int(url.rpartition("/")[2]) % 3 == 0}
    assert len(relevant) > 5


def test_a_killed_crawl_goes_on_as_if_nothing_had_been(installed: Installed) -> None:
    """The link model is rebuilt from what was stored of links, the strategy from what it kept with them."""
    options = [*PARTS, "--pages", "120", "--concurrency", "1", "--workers", "0", "--delay", "0", "--quiet"]
    installed("honeyguide", "crawl", "birds.toml", SEED, "--out", "whole", *options)
    killed = installed.begin("honeyguide", "crawl", "birds.toml", SEED, "--out", "killed", *options)
    while killed.poll() is None and _count(installed.folder / "killed" / "crawl.db") < 40:
        time.sleep(0.005)
    killed.kill()
    killed.communicate()
    assert 40 <= _count(installed.folder / "killed" / "crawl.db") < 120
    installed("honeyguide", "crawl", "birds.toml", "--out", "killed", *options)
    assert installed.visits("killed") == installed.visits("whole")


def _count(database: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
            (found,) = opened.execute("SELECT count(*) FROM visits").fetchone()
    except sqlite3.Error:
        return 0
    return int(found)


def test_the_lab_compares_its_strategy_on_its_web_in_two_processes(installed: Installed) -> None:
    (installed.folder / "birds-lab.toml").write_text(
        '[web]\nsource = "aviary:150"\n'
        '[topic]\nrelevance = "bird-words"\nexamples = 2\n'
        '[run]\nstrategies = ["few-slashes:trust=1", "bfs"]\nlinks = "bird-anchors"\npages = 50\nrepeats = 2\n'
    )
    told = installed.json("lab", "run", "birds-lab.toml", "--jobs", "2", "--out", "report")
    harvest = {row["strategy"]: row["label_harvest"]["mean"] for row in told["summary"]}
    assert harvest["few-slashes:trust=1"] > harvest["bfs"]
    assert harvest["oracle"] > 0.5
    runs = [run for run in told["runs"] if run["strategy"] == "few-slashes:trust=1"]
    assert all(run["self_harvest"] == run["label_harvest"] for run in runs)  # the function saw the text of the pages


def test_it_passes_the_shipped_suites_and_is_used_from_python(installed: Installed) -> None:
    suites = [str(PACKAGE / "contracts.py"), str(PACKAGE / "usage.py")]
    installed("pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(PACKAGE), "--import-mode=importlib", *suites)
