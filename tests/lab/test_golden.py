"""Who is ahead of whom: on synthetic webs, on Honeyguide's own documentation, and on Wikispeedia if it is there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.lab.documentation_web import HOST, write_documentation
from tests.lab.pins import CHINESE, ENGLISH

from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.web.offline import open_web, read_labels

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data" / "webs"
BIRDS = {"bfs": (0.11, 0.19), "ops": (0.15, 0.24)}
AHEAD_OF_BFS, AHEAD_OF_RANDOM = 1.2, 1.25
"""How many times the recall of these two best-first search reaches on the documentation; it was 1.60 and 1.61,
and at least 1.39 and 1.44 when any one document was taken away."""


@pytest.fixture(scope="session")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation")
    write_documentation(ROOT, folder)
    return folder


def subjects(folder: Path) -> list[str]:
    """Documents that are long enough to be looked for: three of their pages are given away."""
    lines = (folder / "labels.tsv").read_text("utf-8").splitlines()
    counted = Counter(line.split("\t")[1] for line in lines)
    return [label for label, pages in counted.items() if 8 <= pages <= len(lines) / 8]


def harvest(experiment: Experiment, folder: Path) -> dict[str, float]:
    with ExperimentRunner(experiment) as runner:
        return {row.strategy: row.label_harvest.mean for row in runner.run(folder).summary}


def in_order(harvest: dict[str, float]) -> bool:
    return harvest["oracle"] >= harvest["oracle-greedy"] > harvest["ops"] > harvest["bfs"] > harvest["random"]


@pytest.mark.slow
@pytest.mark.parametrize("web", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_strategies_keep_their_order_on_a_synthetic_web(web: str, tmp_path: Path) -> None:
    run = RunPart(("bfs", "ops"), 110, repeats=6, concurrency=1, delay=0.0, retries=0)
    found = harvest(Experiment(WebPart(web), TopicPart(relevance="tag-vsm"), run), tmp_path)
    assert in_order(found), found


def test_the_documentation_is_a_web_of_pages_links_and_subjects(documentation: Path) -> None:
    web = open_web(f"folder:{documentation / 'pages'}")
    labels = read_labels(documentation / "labels.tsv", web)
    assert len(web) == sum(len(labels.of(url)) for url in web.urls()) > 100
    assert len(subjects(documentation)) >= 3
    written = [
        (labels.of(url), labels.of(f"http://{HOST}{target}"))
        for url in web.urls()
        for target in re.findall(r'<a href="(/[^"#]+)"', web.answer(url).body.decode().partition("<main>")[2])
    ]
    assert all(goal for _, goal in written)
    assert sum(source != goal for source, goal in written) > 30, "links from one subject to another"


@pytest.mark.slow
def test_best_first_is_ahead_on_our_own_documentation(documentation: Path, tmp_path: Path) -> None:
    """Three pages of a long document are given; a quarter of the web may be fetched to find the others."""
    strategies = ("ops", "bfs", "random")
    recall = dict.fromkeys(strategies, 0.0)
    for subject in subjects(documentation):
        pages = len(open_web(f"folder:{documentation / 'pages'}")) // 4
        experiment = Experiment(
            WebPart("folder:pages", "labels.tsv"),
            TopicPart(subject, relevance="tag-vsm"),
            RunPart(strategies, pages, repeats=6, concurrency=1, delay=0.0),
            str(documentation),
        )
        with ExperimentRunner(experiment) as runner:
            starts = runner.starts()
            for run in runner.runs(
                runner.tasks([(start, name) for name in strategies for start in starts], tmp_path)
            ):
                recall[run.strategy] += run.label_recall
    assert recall["ops"] > AHEAD_OF_BFS * recall["bfs"], recall
    assert recall["ops"] > AHEAD_OF_RANDOM * recall["random"], recall


@pytest.mark.slow
def test_harvest_on_wikispeedia_is_what_it_was(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (DATA / "wikispeedia.warc.gz").exists():
        pytest.skip("Wikispeedia is not there: it is looked for in ../shared/data")
    if pytestconfig.cache:  # parsed once for as long as the parser stays the same
        monkeypatch.setenv("XDG_CACHE_HOME", str(pytestconfig.cache.mkdir("webs")))
    web = WebPart("warc:wikispeedia.warc.gz", "wikispeedia.labels.tsv", ("*/wp/index/*",))
    topic = TopicPart("subject.Science.Biology.Birds", relevance="tag-vsm")
    run = RunPart(("bfs", "ops"), concurrency=1, delay=0.0)
    found = harvest(Experiment(web, topic, run, str(DATA)), tmp_path)
    assert in_order(found), found
    for strategy, (low, high) in BIRDS.items():
        assert low <= found[strategy] <= high, f"{strategy}: {found[strategy]:.3f}"
