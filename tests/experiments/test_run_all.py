"""The experiments that are there, run as `make experiments` does."""

from __future__ import annotations

from pathlib import Path

import pytest

import run_all
from honeyguide import strategies
from honeyguide.lab.experiment import read_experiment
from honeyguide.lab.topics_report import is_published

FILES = sorted(run_all.HERE.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_experiment_can_be_read_and_has_all_published_strategies(file: Path) -> None:
    experiment = read_experiment(file)
    published = {name for name in strategies.names() if is_published(name)}
    assert "guide" not in published
    assert published <= set(experiment.run.strategies)
    assert experiment.topic.several


@pytest.mark.slow
def test_an_experiment_is_run_judged_and_left_out_where_its_web_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = '[run]\nstrategies = ["bfs"]\nrepeats = 1\npages = 5\n'
    shared = f'[topic]\nrelevant = "*"\n{run}[judge]\nmodels = ["tag-vsm"]\n'
    (tmp_path / "away.toml").write_text(f'[web]\nsource = "warc:away.warc.gz"\nlabels = "away.tsv"\n{shared}')
    (tmp_path / "small.toml").write_text(f'[web]\nsource = "synthetic:pages=200,subjects=2"\n{shared}draws = 1\n')
    monkeypatch.setattr(run_all, "HERE", tmp_path)
    monkeypatch.setattr("sys.argv", ["run_all.py", "--out", str(tmp_path / "out"), "--jobs", "1"])
    run_all.main()
    assert "away is left out: away.warc.gz is not there" in capsys.readouterr().err
    reports = (tmp_path / "out" / "index.md").read_text().splitlines()[1:]
    assert len(reports) == 6
    for line in reports:
        assert (tmp_path / "out" / line.split("(")[1].rstrip(")")).read_text()
