"""Several labels, each the topic in turn."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import numpy as np
import pytest
from tests.lab.conftest import SmallWeb, url

from honeyguide.errors import BadInput, BadSetting
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.label_choice import HALVES, half_of, named_labels
from honeyguide.lab.measures import holm
from honeyguide.lab.model import Report
from honeyguide.lab.report import write
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.topics_report import apart
from honeyguide.web.offline import Labels

MANY = Experiment(
    WebPart("synthetic:seed=21,pages=400,subjects=3"),
    TopicPart("*", leave_out=("general", "spam"), relevance="tag-vsm"),
    RunPart(("bfs", "ops"), pages=30, repeats=2),
)
NAMES = ["en.Kernel", "en.Music", "zh.Kernel"]
LABELS = Labels(dict.fromkeys(NAMES, ("http://h.test/",)), lambda url: frozenset())


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return ExperimentRunner(MANY).run(tmp_path_factory.mktemp("lab"))


@pytest.mark.parametrize(
    ("topic", "chosen"),
    [
        (TopicPart("*"), NAMES),
        (TopicPart("en.*"), ["en.Kernel", "en.Music"]),
        (TopicPart(("zh.Kernel", "*.Music")), ["en.Music", "zh.Kernel"]),
        (TopicPart("*", leave_out=("*.Kernel",)), ["en.Music"]),
        (TopicPart("en.Music"), ["en.Music"]),
        (TopicPart("*", half="held-out"), [name for name in NAMES if half_of(name) == "held-out"]),
    ],
)
def test_labels_are_named_outright_or_by_patterns(topic: TopicPart, chosen: list[str]) -> None:
    assert list(named_labels(topic, LABELS)) == chosen


def test_a_label_that_no_page_has_is_refused_also_in_a_list() -> None:
    with pytest.raises(BadInput, match=r"label 'en\.Musik': no page of this web has it; did you mean 'en\.Music'"):
        named_labels(TopicPart(("en.Kernel", "en.Musik")), LABELS)
    with pytest.raises(BadInput, match="leaves no label"):
        named_labels(TopicPart("*", leave_out=("*",)), LABELS)


def test_the_halves_share_all_labels_between_them_and_never_move() -> None:
    labels = [f"subject {number}" for number in range(200)]
    sizes = [sum(half_of(label) == half for label in labels) for half in HALVES]
    assert sum(sizes) == 200
    assert min(sizes) > 70
    assert [half_of(name) for name in NAMES] == ["held-out", "development", "held-out"]


def test_every_strategy_runs_on_every_label_and_draw(report: Report) -> None:
    labels = report.settings["topic"]["relevant"]
    assert len(labels) == 3
    wanted = {(row, label, repeat) for row in MANY.rows for label in labels for repeat in (0, 1)}
    assert {(run.strategy, run.label, run.repeat) for run in report.runs} == wanted
    assert len(report.runs) == len(wanted)


def test_a_label_among_others_is_crawled_as_it_is_alone(report: Report, tmp_path: Path) -> None:
    alone = msgspec.structs.replace(MANY, topic=TopicPart("weather", relevance="tag-vsm"))
    runs = ExperimentRunner(alone).run(tmp_path).runs
    same = [run for run in report.runs if run.label == "weather"]
    assert [run.curve for run in runs] == [run.curve for run in same]
    assert [run.label_auc for run in runs] == [run.label_auc for run in same]


def test_a_topic_counts_once_whatever_its_draws(report: Report) -> None:
    assert report.topics is not None
    (ops,) = (row for row in report.summary if row.strategy == "ops")
    assert ops.repeats == 3
    by_topic = [topic.label_auc["ops"] for topic in report.topics.topics]
    assert ops.label_auc.mean == pytest.approx(np.mean(by_topic))
    runs = [run.label_auc for run in report.runs if run.strategy == "ops" and run.label == "weather"]
    (weather,) = (topic for topic in report.topics.topics if topic.label == "weather")
    assert weather.label_auc["ops"] == pytest.approx(np.mean(runs))


def test_all_are_compared_with_the_best_published_one_and_with_the_oracle(report: Report) -> None:
    assert report.topics is not None
    best = max(report.summary[:2], key=lambda row: row.label_auc.mean).strategy
    assert report.topics.best_published == best
    pairs = {(each.strategy, each.other) for each in report.topics.comparisons}
    assert pairs == {(name, other) for other in (best, "oracle") for name in MANY.rows if name != other}


def test_chance_is_corrected_for_the_strategies_that_are_compared_and_not_for_references(report: Report) -> None:
    assert report.topics is not None
    oracle = {each.strategy: each.label_auc for each in report.topics.comparisons if each.other == "oracle"}
    assert {name for name, each in oracle.items() if each.p_holm is not None} == {"bfs", "ops"}
    assert [oracle[name].p_holm for name in ("bfs", "ops")] == holm([oracle[name].p for name in ("bfs", "ops")])


def test_a_distance_worked_by_hand() -> None:
    # 0.4, 0.2 against 0.2, 0.2: differences 0.2 and 0, mean 0.1; means 0.3 and 0.2, ratio 1.5. The standard error of
    # the difference is 0.1, of the ratio 0.1 / 0.2; Student's t of one degree of freedom is 12.706.
    found = apart(np.array([0.4, 0.2]), np.array([0.2, 0.2]), 1)
    assert found.difference == pytest.approx(0.1)
    assert found.interval == pytest.approx((0.1 - 1.2706, 0.1 + 1.2706), abs=1e-4)
    assert found.ratio == pytest.approx(1.5)
    assert found.ratio_interval == pytest.approx((1.5 - 6.353, 1.5 + 6.353), abs=1e-3)
    assert found.p == 1.0
    assert apart(np.array([0.4]), np.array([0.0]), 1).ratio is None


def test_labels_with_too_few_pages_to_be_had_are_left_out(small_web: SmallWeb) -> None:
    names = [f"p{number}" for number in range(12)]
    small_web.write(dict.fromkeys(names, "p0"), birds=" ".join(names))
    with (small_web.folder / "labels.tsv").open("a") as file:
        file.writelines(f"{url(name)}\tfew\n" for name in names[:9])
    experiment = msgspec.structs.replace(
        small_web.experiment("bfs"),
        topic=TopicPart("*", {"bird": 1.0}, relevance="tag-vsm"),
        run=RunPart(("bfs",), 3, 1),
    )
    assert ExperimentRunner(experiment).topics == ("birds",)
    lower = msgspec.structs.replace(experiment, topic=TopicPart("*", {"bird": 1.0}, least=9, relevance="tag-vsm"))
    assert ExperimentRunner(lower).topics == ("birds", "few")
    without = msgspec.structs.replace(lower, web=WebPart("folder:pages", "labels.tsv", ("*/p1.html",)))
    assert ExperimentRunner(without).topics == ("birds",)
    with pytest.raises(BadInput, match="no label that \\[topic\\] names has 13 pages"):
        ExperimentRunner(msgspec.structs.replace(experiment, topic=TopicPart("*", least=13)))


def test_the_report_has_tables_by_topic_and_pictures(report: Report, tmp_path: Path) -> None:
    written = write(report, tmp_path)
    assert [file.name for file in written] == [
        "report.html", "report.md", "runs.csv", "summary.csv",
        "strategies.tex", "against-best.tex", "against-oracle.tex", "counted.tex", "by-topic.tex",
        "topics-auc.svg", "topics-auc.pdf", "topics-auc.png",
        "topics-harvest.svg", "topics-harvest.pdf", "topics-harvest.png",
    ]  # fmt: skip
    assert "p (Holm)" in written[5].read_text("utf-8")
    text = written[1].read_text("utf-8")
    assert "3 topics of synthetic:" in text
    assert "## Compared with oracle" in text
    assert "| weather |" in text
    assert '<th scope="row">weather</th>' in written[0].read_text("utf-8")
    with written[2].open() as file:
        assert {row["label"] for row in csv.DictReader(file)} == set(report.settings["topic"]["relevant"])


def test_no_background_teaches_words_of_the_examples_alone(tmp_path: Path) -> None:
    def keywords(pages: int) -> dict[str, float]:
        topic = TopicPart("weather", background=pages, relevance="tag-vsm")
        with ExperimentRunner(msgspec.structs.replace(MANY, topic=topic)) as runner:
            assert runner._background is not None
            assert len(runner._background.documents) == pages
            return dict(runner.starts()[0].topic.keywords)

    assert keywords(0) != keywords(100)


def test_settings_of_the_command_line_hold_before_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text('[web]\nsource = "synthetic:seed=7"\n[run]\nstrategies = ["bfs"]\nconcurrency = 8\n')
    read = read_experiment(file, ("run.concurrency=1", "topic.relevance=rocchio", 'topic.relevant=["weather"]'))
    assert (read.run.concurrency, read.topic.relevance, read.topic.relevant) == (1, "rocchio", ("weather",))
    with pytest.raises(BadSetting, match=r"--set run\.concurrency=0: 'concurrency' must be"):
        read_experiment(file, ("run.concurrency=0",))
    with pytest.raises(BadInput, match=r"--set concurrency: write it as part\.key=value"):
        read_experiment(file, ("concurrency",))
