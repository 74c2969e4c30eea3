"""The guides for contributors and plug-in authors are followed, block by block, as they are written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"```(python|toml|sh)\n(?:# (\S+\.(?:py|toml))\n)?(.*?)```", re.DOTALL)


def follow(document: str, folder: Path, **environment: str) -> str:
    """Write each block that names a file to it, below what is there, and run each of the shell; what was said."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    said = []
    for language, name, text in _BLOCK.findall((ROOT / document).read_text("utf-8")):
        if language == "sh":
            ran = subprocess.run(
                ["bash", "-e", "-c", text],
                check=False,
                cwd=folder,
                env={**os.environ, "PATH": path, "HONEYGUIDE_WORKERS": "0", **environment},
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert ran.returncode == 0, f"{text}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
            said.append(ran.stdout)
        else:
            assert name, f"a block of {document} does not say which file it is:\n{text}"
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as written:
                written.write(f"{text}\n\n")
    return "\n".join(said)


def test_a_contributor_adds_a_strategy_a_link_model_and_a_relevance_model(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src")
    said = follow("CONTRIBUTING.md", tmp_path, PYTHONPATH=str(tmp_path / "src"))
    assert "Links near the seeds first, good scores first among them." in said
    assert said.count(" passed") == 2


def test_a_plug_in_author_writes_each_part(tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    path = os.pathsep.join(filter(None, (str(installed), os.environ.get("PYTHONPATH", ""))))
    offline = {"PIP_TARGET": str(installed), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    folder = tmp_path / "here"
    folder.mkdir()
    said = follow("docs/plugins.md", folder, PYTHONPATH=path, **offline)
    assert said.count("1.0 http://a.example/") == 5
    assert " passed" in said
    assert (folder / "wide" / "crawl.db").exists()
    assert (folder / "pair" / "crawl.db").exists()
