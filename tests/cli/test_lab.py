from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.conftest import Command

EXPERIMENT = """
[web]
source = "synthetic:seed=21,pages=600,share=0.06"
[topic]
relevance = "tag-vsm"
[run]
strategies = ["bfs", "ops"]
pages = 60
repeats = 2
encoder = "none"
"""


@pytest.mark.slow
def test_an_experiment_prints_its_runs_and_writes_its_report_beside_the_file(
    honeyguide: Command, tmp_path: Path
) -> None:
    (tmp_path / "small.toml").write_text(EXPERIMENT)
    said = honeyguide("lab", "run", "small.toml", "--json")
    assert said.code == 0, said.err
    assert {"runs", "summary"} <= set(said.json)
    assert set(said.json["runs"][0]) >= {
        "strategy", "repeat", "pages", "label_harvest", "label_recall", "label_auc", "self_harvest", "ar", "sd",
        "hosts", "seconds", "cpu_ms_per_page", "curve",
    }  # fmt: skip
    assert [row["strategy"] for row in said.json["summary"]] == ["bfs", "ops", "random", "oracle-greedy", "oracle"]
    assert set(said.json["summary"][1]["label_harvest"]) == {
        "mean", "sd", "interval", "difference", "difference_interval", "p", "p_holm",
    }  # fmt: skip
    assert all(run["pages"] == 60 for run in said.json["runs"])
    assert (tmp_path / "small-lab" / "report.html").exists()
    shown = honeyguide("lab", "run", "small.toml")
    assert max(map(len, shown.out.splitlines())) <= 80
    apart = said.json["summary"][1]["label_harvest"]
    line = next(line for line in shown.out.splitlines() if line.startswith("ops"))
    assert f"{100 * apart['difference']:+.1f}".replace("-", "−") in line
    assert "95 % interval" in shown.err
    assert "With 2 repeats p cannot fall below 0.5." in shown.err


@pytest.mark.slow
def test_without_json_it_shows_a_table(honeyguide: Command, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(EXPERIMENT.replace("repeats = 2", "repeats = 1"))
    said = honeyguide("lab", "run", "small.toml", "--out", "there", "--jobs", "1")
    assert said.code == 0, said.err
    assert [line.split()[0] for line in said.out.splitlines()] == [
        "strategy", "bfs", "ops", "random", "oracle-greedy", "oracle",
    ]  # fmt: skip
    assert (tmp_path / "there" / "summary.csv").exists()


@pytest.mark.slow
def test_a_stopped_experiment_goes_on(honeyguide: Command, tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(EXPERIMENT.replace("repeats = 2", "repeats = 3"))
    runs = tmp_path / "my lab" / "runs"
    process = subprocess.Popen(
        honeyguide.line("lab", "run", "long.toml", "--jobs", "2", "--out", "my lab"),
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (runs.exists() and any(runs.glob("*.json"))):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=150)
    assert process.returncode == 130, err
    assert "finished runs are kept" in err
    assert "lab run long.toml --out 'my lab' --jobs 2 goes on" in " ".join(err.split())
    kept = {file.name: file.stat().st_mtime_ns for file in runs.glob("*.json")}
    assert kept
    said = honeyguide("lab", "run", "long.toml", "--out", "my lab", "--json", "--jobs", "1")
    assert said.code == 0, said.err
    assert len(said.json["runs"]) == 15
    assert {name: (runs / name).stat().st_mtime_ns for name in kept} == kept


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("repeats", "repeat", "did you mean 'repeats'?"),
        ('"bfs"', '"bsf"', "'bsf' is not a strategy; did you mean 'bfs'?"),
        ('"ops"', '"ops:r9=1"', "has no parameter 'r9'"),
        ("synthetic:seed", "synthetik:seed", "did you mean 'synthetic'?"),
        ("share=0.06", "shares=0.06", "did you mean 'share'?"),
        ('relevance = "tag-vsm"', "relevant = 'rain'", "small.toml:5: label 'rain': no page of this web has it"),
        ('relevance = "tag-vsm"', "examples = 900", "small.toml:5: [topic] asks for 900 examples"),
        ("[topic]", "labels = 'none.tsv'\n[topic]", "none.tsv: cannot be read"),
    ],
)
def test_what_cannot_be_run_is_refused_with_one_sentence(
    honeyguide: Command, tmp_path: Path, was: str, now: str, says: str
) -> None:
    (tmp_path / "small.toml").write_text(EXPERIMENT.replace(was, now))
    said = honeyguide("lab", "run", "small.toml", "--jobs", "1")
    assert said.code == 1
    assert says in said.sentence


def test_a_missing_file_is_refused(honeyguide: Command) -> None:
    said = honeyguide("lab", "run", "none.toml")
    assert said.code == 1
    assert "none.toml: cannot be read" in said.sentence
