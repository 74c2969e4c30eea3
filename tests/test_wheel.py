"""The wheel as a user gets it: built, installed by the oldest pip and the newest, used far from the repository."""

from __future__ import annotations

import email
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
OLDEST = "pip==22.3"
"""What Python 3.11.0 came with."""
CRAWL = (
    "crawl rainstorm-disaster http://harbour-daily.example/ --out rain --pages 40 --web synthetic:seed=7,pages=500"
)


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Without what makes this very repository importable."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [*map(str, command)], check=False, cwd=cwd, env=environment, capture_output=True, text=True, timeout=500
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    (file,) = folder.glob("*.whl")
    return file


def test_a_package_index_can_show_what_it_says_of_itself(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        told = email.message_from_bytes(archive.read(name))
    classified = told.get_all("Classifier", [])
    assert "Operating System :: POSIX :: Linux" in classified
    assert len(classified) > 10
    text = str(told.get_payload())
    assert "pip install honeyguide" in text
    targets = [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'(?:src|href)="([^"]+)"', text)]
    assert not [target for target in targets if not target.startswith(("https://", "#"))]


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the oldest pip has installed it."""
    folder = tmp_path_factory.mktemp("user")
    python = folder / "fresh" / "bin" / "python"
    assert run(sys.executable, "-m", "venv", "--without-pip", folder / "fresh", cwd=folder).returncode == 0
    fetched = run(sys.executable, "-m", "pip", "--python", python, "install", OLDEST, cwd=folder)
    if fetched.returncode:
        pytest.skip(f"no package index is reached, so that {OLDEST} installs nothing: {fetched.stderr[-300:]}")
    installed = run(python, "-m", "pip", "install", "--no-compile", wheel, cwd=folder)
    assert installed.returncode == 0, installed.stderr
    return python


def test_it_works_in_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    command = fresh.with_name("honeyguide")
    crawled = run(command, *CRAWL.split(), "--json", cwd=tmp_path)
    assert crawled.returncode == 0, crawled.stderr
    told = json.loads(run(command, "status", "rain", "--json", cwd=tmp_path).stdout)
    assert told["pages"] == 40
    assert told["on_topic"] > 0
    assert "broken" not in told["failures"]
    assert run(command, "results", "rain", cwd=tmp_path).returncode == 0
    report = run(command, "insight", "report", "rain", cwd=tmp_path)
    assert report.returncode == 3
    assert "pip install 'honeyguide[reports]'" in report.stderr


def test_the_newest_pip_installs_the_same_packages(fresh: Path, wheel: Path, tmp_path: Path) -> None:
    """Which is where old and new ones differ; that environment works, as the test above shows."""
    there = {canonical(path.name.split("-")[0]) for path in fresh.parents[1].glob("lib/*/site-packages/*.dist-info")}
    newest = run(fresh, "-m", "pip", "install", "--upgrade", "pip", cwd=tmp_path)
    assert newest.returncode == 0, newest.stderr
    pip = (fresh, "-m", "pip", "install", "--quiet")
    planned = run(*pip, "--dry-run", "--ignore-installed", "--report", "-", wheel, cwd=tmp_path)
    assert planned.returncode == 0, planned.stderr
    chosen = {canonical(each["metadata"]["name"]) for each in json.loads(planned.stdout)["install"]}
    assert chosen == there - {"pip"}
    fresh.with_name("honeyguide").unlink()
    again = run(*pip, "--no-compile", "--no-deps", "--force-reinstall", wheel, cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    told = run(fresh.with_name("honeyguide"), "version", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert run(fresh, "-m", "pip", "check", cwd=tmp_path).returncode == 0


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
