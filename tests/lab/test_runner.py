from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.lab.conftest import SmallWeb, url

from honeyguide.errors import BadInput
from honeyguide.lab import growing
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.ground_truth import GroundTruth
from honeyguide.lab.model import Point, Report, Run
from honeyguide.lab.runner import ExperimentRunner, step_for
from honeyguide.web.offline import read_labels

SMALL = Experiment(
    WebPart("synthetic:seed=21,pages=600,share=0.06"),
    TopicPart(relevance="tag-vsm"),
    RunPart(("bfs", "ops"), pages="1x", repeats=2),
)


def but_for_cost(run: Run) -> Run:
    return msgspec.structs.replace(run, cpu_ms_per_page=0.0)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return ExperimentRunner(SMALL).run(tmp_path_factory.mktemp("lab"))


def test_every_strategy_and_reference_runs_in_every_repeat(report: Report) -> None:
    assert [(run.strategy, run.repeat) for run in report.runs] == [
        (strategy, repeat) for strategy in ("bfs", "ops", "random", "oracle-greedy", "oracle") for repeat in (0, 1)
    ]
    assert [row.strategy for row in report.summary] == ["bfs", "ops", "random", "oracle-greedy", "oracle"]


def test_runs_start_from_the_same_pages_and_end_at_the_budget(report: Report) -> None:
    for run in report.runs:
        drawn = report.settings["repeats"][run.repeat]
        assert run.pages == drawn["pages"] == drawn["findable"]
        assert run.curve[-1].label_recall == run.label_recall
        assert run.seconds > 0
    assert report.settings["topic"]["relevant"]
    assert report.facts["on_topic"] >= report.facts["reachable_on_topic"][0]


def test_what_counts_and_how_far_it_is_can_be_read_in_the_folder(small_web: SmallWeb, tmp_path: Path) -> None:
    web = small_web.write({"a": "b c d", "b": "a c", "c": "d", "d": "a b"}, birds="a b")
    runner = ExperimentRunner(web.experiment("bfs", repeats=2))
    report = runner.run(tmp_path)
    wanted = growing.wanted(tmp_path)
    assert [growing.finished(tmp_path, each) for each in wanted] == list(report.runs)
    start = runner.starts()[0]
    told: list[tuple[Point, ...]] = []
    crawl = LabCrawl(runner.experiment, runner.truth(start.label), runner.cache, start, "bfs")
    run = crawl.run(1, lambda curve: told.append(tuple(curve)))
    assert [len(curve) for curve in told] == [1, 2, 3, 4]
    assert told[-1] == run.curve


def test_a_strategy_that_keeps_some_of_its_pages_is_judged_by_those_too(small_web: SmallWeb, tmp_path: Path) -> None:
    web = small_web.write({"a": "b c d", "b": "a c", "c": "d", "d": "a b"}, birds="a b")
    strategy = "hybrid:content=target,variant=traditional"
    (run, *_) = ExperimentRunner(web.experiment(strategy)).run(tmp_path).runs
    # All four are fetched from either bird, and the two on birds are kept.
    end = run.curve[-1]
    assert (end.pages, end.kept, end.label_harvest, end.label_precision) == (4, 2, 0.5, 1.0)
    assert (run.metrics["kept"], run.notes["label_precision"]) == (2.0, 1.0)


@pytest.mark.slow
def test_the_same_experiment_gives_the_same_figures_in_any_number_of_processes(
    report: Report, tmp_path: Path
) -> None:
    again = ExperimentRunner(SMALL, jobs=2).run(tmp_path)
    assert [but_for_cost(run) for run in again.runs] == [but_for_cost(run) for run in report.runs]
    assert again.summary[0].label_harvest == report.summary[0].label_harvest


@pytest.mark.slow
def test_finished_runs_are_kept_and_a_changed_experiment_starts_afresh(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    first = ExperimentRunner(SMALL).run(tmp_path)
    files = sorted((tmp_path / "runs").iterdir())
    assert len(files) == 10
    files[3].unlink()
    files[4].write_bytes(files[4].read_bytes()[:100])  # as if the machine had failed
    again = ExperimentRunner(SMALL, progress=lambda *seen: told.append(seen)).run(tmp_path)
    assert told[0] == ("runs", 8, 10)
    assert told[-1] == ("runs", 10, 10)
    assert [but_for_cost(run) for run in again.runs] == [but_for_cost(run) for run in first.runs]
    told.clear()
    more = msgspec.structs.replace(SMALL, run=RunPart(("bfs", "ops", "ops:r2=0.3"), pages="1x", repeats=2))
    ExperimentRunner(more, progress=lambda *seen: told.append(seen)).run(tmp_path)
    assert told[0] == ("runs", 10, 12)
    other = msgspec.structs.replace(SMALL, run=RunPart(("bfs", "ops"), pages="1x", repeats=2, seed=9))
    ExperimentRunner(other, progress=lambda *seen: told.append(seen)).run(tmp_path)
    assert ("runs", 0, 10) in told


def test_every_repeat_starts_from_other_pages(report: Report) -> None:
    one, other = (set(each["seeds"]) for each in report.settings["repeats"])
    assert one != other
    assert report.settings["repeats"][0]["keywords"] != report.settings["repeats"][1]["keywords"]


def test_every_repeat_draws_other_numbers_also_from_the_same_page(small_web: SmallWeb) -> None:
    pages = {"s": " ".join(f"p{n}" for n in range(30)), **{f"p{n}": "" for n in range(30)}}
    small_web.write(pages, "s")
    for n in range(30):
        (small_web.folder / "pages" / "h.test" / f"p{n}.html").write_text(
            f"<p>{'nest ' * n} {'stone ' * (30 - n)}</p>"
        )
    report = ExperimentRunner(small_web.experiment("bfs", repeats=3)).run(small_web.folder / "lab")
    courses = {name: {run.curve for run in report.runs if run.strategy == name} for name in ("bfs", "random")}
    assert [len(set(each["seeds"])) for each in report.settings["repeats"]] == [1, 1, 1]
    assert (len(courses["bfs"]), len(courses["random"])) == (1, 3)


def test_a_crawl_is_the_same_whatever_the_labels_say(small_web: SmallWeb) -> None:
    pages = {"s": "a b c", "a": "d", "b": "", "c": "e", "d": "", "e": ""}
    laboratory = ExperimentRunner(small_web.write(pages, "s a d").experiment("ops"))
    start = laboratory.starts()[0]
    (small_web.folder / "labels.tsv").write_text(f"{url('b')}\tbirds\n{url('c')}\tbirds\n{url('e')}\tbirds\n")
    lying = read_labels(small_web.folder / "labels.tsv", laboratory.web)
    other = GroundTruth(laboratory.web, lying, "birds", laboratory.graph, laboratory.scope)
    seen, unseen = (
        LabCrawl(laboratory.experiment, judge, laboratory.cache, start, "ops").run(1)
        for judge in (laboratory.judge, other)
    )
    assert [(point.ar, point.seconds) for point in seen.curve] == [
        (point.ar, point.seconds) for point in unseen.curve
    ]
    assert [point.label_harvest for point in seen.curve] != [point.label_harvest for point in unseen.curve]


def test_excluded_pages_are_neither_seeds_nor_followed_nor_counted(small_web: SmallWeb) -> None:
    pages = {"s": "a x", "a": "", "x1": "b", "x": "b", "b": ""}
    small_web.write(pages, "s a x x1 b")
    experiment = small_web.experiment("bfs", pages="2x", repeats=3)
    without = msgspec.structs.replace(experiment, web=WebPart("folder:pages", "labels.tsv", ("*/x*",)))
    laboratory = ExperimentRunner(without)
    for start in laboratory.starts():
        assert not any("/x" in seed for seed in start.seeds)
        assert start.findable == (2 if start.seeds == (url("s"),) else 1)
        run = LabCrawl(without, laboratory.judge, laboratory.cache, start, "bfs").run(1)
        assert run.pages == start.findable


def test_what_robots_txt_disallows_is_no_seed_and_cannot_be_found(small_web: SmallWeb) -> None:
    small_web.write({"s": "a x", "a": "", "x1": "b", "x": "b", "b": ""}, "s a x x1 b")
    (small_web.folder / "pages" / "h.test" / "robots.txt").write_text("User-agent: *\nDisallow: /x\n")
    laboratory = ExperimentRunner(small_web.experiment("bfs", pages="2x", repeats=8))
    seen: set[str] = set()
    for start in laboratory.starts():
        seen.update(start.seeds)
        assert start.findable == (2 if start.seeds == (url("s"),) else 1)
        run = LabCrawl(laboratory.experiment, laboratory.judge, laboratory.cache, start, "oracle").run(1)
        assert (run.pages, run.label_recall) == (start.findable, 1.0)
    assert seen == {url("s"), url("a"), url("b")}


def test_a_page_that_is_linked_with_many_queries_is_one_page(small_web: SmallWeb) -> None:
    pages = {"s": "a b", "a": "", "b": ""}
    small_web.write(pages, "s a")
    site = small_web.folder / "pages" / "h.test"
    several = "".join(f'<a href="/a.html?page={n}">{n}</a>' for n in range(5))
    (site / "s.html").write_text(f"<title>bird nest</title><p>{several} <a href='/b.html'>b</a></p>")
    laboratory = ExperimentRunner(small_web.experiment("bfs", examples=2))
    (start,) = laboratory.starts()
    run = LabCrawl(laboratory.experiment, laboratory.judge, laboratory.cache, start, "bfs").run(1)
    assert (start.findable, run.pages, run.label_harvest, run.label_recall) == (2, 3, 2 / 3, 1.0)


def test_keywords_come_from_the_example_pages_when_none_are_given(small_web: SmallWeb) -> None:
    experiment = small_web.write({"s": "a", "a": "", "b": "", "c": ""}, "s a").experiment()
    learned = msgspec.structs.replace(experiment, topic=TopicPart("birds", examples=2, relevance="tag-vsm"))
    (start,) = ExperimentRunner(learned).starts()
    assert {"bird", "wing", "nest"} <= set(start.topic.keywords)
    assert "stone" not in start.topic.keywords


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"topic": TopicPart("brids", {"bird": 1.0}, 1)}, "label 'brids': no page of this web has it; did you mean"),
        ({"topic": TopicPart("", {"bird": 1.0}, 1)}, r"\[topic\] must say 'relevant'"),
        ({"web": WebPart("folder:pages")}, r"\[web\] must say 'labels'"),
        ({"web": WebPart("folder:nowhere", "labels.tsv")}, "nowhere"),
        ({"web": WebPart("folder:pages", "nowhere.tsv")}, "nowhere.tsv: cannot be read"),
        ({"web": WebPart("folder:pages", "others.tsv")}, "others.tsv: 3 of 3 labelled URLs are not in this web"),
        ({"topic": TopicPart("birds", {"bird": 1.0}, 5)}, "asks for 5 examples, but only 2 pages are on topic"),
    ],
)
def test_what_does_not_fit_the_web_is_refused(
    small_web: SmallWeb, change: dict[str, TopicPart | WebPart], says: str
) -> None:
    small_web.write({"s": "a", "a": ""}, "s a")
    (small_web.folder / "others.tsv").write_text("".join(f"http://other.test/{n}\tbirds\n" for n in range(3)))
    with pytest.raises(BadInput, match=says):
        ExperimentRunner(msgspec.structs.replace(small_web.experiment(), **change)).starts()


@pytest.mark.parametrize(
    ("topic", "says"),
    [
        ("relevant = 'brids'\nexamples = 1", "e.toml:5: label 'brids': no page"),
        ("relevant = 'birds'\nexamples = 9", r"e.toml:6: \[topic\] asks for 9 examples"),
        ("examples = 9", r"e.toml:4: \[topic\] must say 'relevant'"),
    ],
)
def test_what_does_not_fit_the_web_is_refused_with_its_line(small_web: SmallWeb, topic: str, says: str) -> None:
    small_web.write({"s": "a", "a": ""}, "s a")
    file = small_web.folder / "e.toml"
    web = "[web]\nsource = 'folder:pages'\nlabels = 'labels.tsv'\n"
    file.write_text(f"{web}[topic]\n{topic}\n[run]\nstrategies = ['bfs']\n")
    with pytest.raises(BadInput, match=says):
        ExperimentRunner(read_experiment(file)).starts()


def test_a_curve_has_about_a_hundred_points() -> None:
    assert [step_for(pages) for pages in (1, 100, 101, 400, 900, 15_000)] == [1, 1, 2, 5, 10, 200]


@pytest.mark.slow
def test_a_relevance_model_that_weighs_labels_is_given_pages_cut_by_label(tmp_path: Path) -> None:
    trained = msgspec.structs.replace(SMALL, topic=TopicPart(relevance="gini-cosine"), run=RunPart(("ops",), 60, 1))
    laboratory = ExperimentRunner(trained)
    assert laboratory.cache.layout == "labels"
    run = laboratory.run(tmp_path).runs[0]
    assert run.pages == 60
    assert run.ar > 0
