"""The experiments of docs/lab.md are run or read, and nothing that a report holds is undescribed."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from tests.warm_process import WarmProcess

from honeyguide.lab.experiment import RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.figures import COURSES
from honeyguide.lab.model import MEASURES, REFERENCES

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "lab.md").read_text("utf-8")
FIRST, *OTHERS = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.mark.slow
def test_the_first_experiment_of_the_document_works_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "experiment.toml").write_text(FIRST, "utf-8")
    process = WarmProcess("lab", "run", "experiment.toml", "--json", "--jobs", "1", cwd=tmp_path)
    assert process.wait() == 0, process.err
    rows = [row["strategy"] for row in json.loads(process.out)["summary"]]
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
