"""Small experiments with known outcome: label harvest that leaves its interval means that quality has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.model import Report
from honeyguide.lab.runner import ExperimentRunner

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[3] / "shared" / "data" / "webs"

GOLDEN = {
    "synthetic:seed=11,pages=2000": {"bfs": (0.08, 0.15), "ops": (0.18, 0.27)},
    "synthetic:seed=13,pages=2000,chinese=0.9": {"bfs": (0.10, 0.19), "ops": (0.27, 0.36)},
}
BIRDS = {"bfs": (0.11, 0.19), "ops": (0.15, 0.24)}


def check(report: Report, expected: dict[str, tuple[float, float]]) -> None:
    harvest = {row.strategy: row.label_harvest.mean for row in report.summary}
    for strategy, (low, high) in expected.items():
        assert low <= harvest[strategy] <= high, f"{strategy}: {harvest[strategy]:.3f}"
    assert harvest["oracle"] >= harvest["oracle-greedy"] > harvest["ops"] > harvest["bfs"] > harvest["random"]


@pytest.mark.parametrize("source", GOLDEN)
def test_harvest_on_a_synthetic_web_is_what_it_was(source: str, tmp_path: Path) -> None:
    experiment = Experiment(
        WebPart(source), TopicPart(), RunPart(("bfs", "ops"), repeats=6, concurrency=1, delay=0.0)
    )
    check(ExperimentRunner(experiment).run(tmp_path), GOLDEN[source])


def test_harvest_on_wikispeedia_is_what_it_was(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (DATA / "wikispeedia.warc.gz").exists():
        pytest.skip("Wikispeedia is not there: it is looked for in ../shared/data")
    if pytestconfig.cache:  # parsed once for as long as the parser stays the same
        monkeypatch.setenv("XDG_CACHE_HOME", str(pytestconfig.cache.mkdir("webs")))
    web = WebPart("warc:wikispeedia.warc.gz", "wikispeedia.labels.tsv", ("*/wp/index/*",))
    topic = TopicPart("subject.Science.Biology.Birds")
    check(
        ExperimentRunner(Experiment(web, topic, RunPart(("bfs", "ops"), concurrency=1, delay=0.0), str(DATA))).run(
            tmp_path
        ),
        BIRDS,
    )
