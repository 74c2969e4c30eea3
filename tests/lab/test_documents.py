"""The experiments of docs/lab.md are run or read, and nothing that a report holds is undescribed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from honeyguide.lab.experiment import RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.figures import COURSES
from honeyguide.lab.model import MEASURES, REFERENCES

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "lab.md").read_text("utf-8")
FIRST, *OTHERS = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)


def test_the_first_experiment_of_the_document_works_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "experiment.toml").write_text(FIRST, "utf-8")
    command = [sys.executable, "-m", "honeyguide", "lab", "run", "experiment.toml", "--json"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr
    rows = [row["strategy"] for row in json.loads(done.stdout)["summary"]]
    assert rows == ["bfs", "ops", "ops:r2=0.1", *REFERENCES]
    out = tmp_path / "experiment-lab"
    named = re.findall(r"`([\w-]+\.(?:html|csv))`", DOCUMENT)
    assert {"report.html", "runs.csv", "summary.csv", "curves.csv"} <= set(named)
    assert all((out / name).stat().st_size for name in named)
    assert all((out / f"{course.name}.png").exists() for course in COURSES)


def test_all_other_experiments_of_the_document_can_be_read(tmp_path: Path) -> None:
    assert OTHERS
    for text in OTHERS:
        (tmp_path / "experiment.toml").write_text(text, "utf-8")
        assert read_experiment(tmp_path / "experiment.toml").run.repeats > 1


def test_every_setting_measure_and_reference_is_described() -> None:
    parts: dict[str, type[msgspec.Struct]] = {"web": WebPart, "topic": TopicPart, "run": RunPart}
    wanted = [f"{part}.{field.name}" for part, kind in parts.items() for field in msgspec.structs.fields(kind)]
    assert not [name for name in (*wanted, *MEASURES) if f"| `{name}` |" not in DOCUMENT]
    assert not [name for name in REFERENCES if f"- `{name}` " not in DOCUMENT]
