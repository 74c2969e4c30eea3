"""`honeyguide lab papers` for all papers at its smallest: every table has its shape, and holds what was published."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Command, Said

from honeyguide.lab.papers.published import IELP_TABLE_2, NEWS_TABLE_1, WSE_HOURS, WSE_TABLE_3, WSE_TABLE_5, WSE_TAUS

pytestmark = pytest.mark.slow

SMALL = ("--quick", "--pages", "75", "--repeats", "1")


def run(folder: Path, *arguments: str) -> Said:
    return Command(folder)("lab", "papers", *arguments, "--jobs", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("papers")


@pytest.fixture(scope="module")
def report(folder: Path) -> Any:
    done = run(folder, "all", *SMALL, "--json")
    assert done.code == 0, done.err
    return done.json


def table(report: Any, study: str, name: str) -> Any:
    (section,) = (each for each in report["sections"] if each["study"] == study)
    (found,) = (each for each in section["tables"] if each["name"] == name)
    return found


def values(line: Any) -> list[Any]:
    return [cell.get("value") for cell in line["cells"]]


def test_every_table_of_the_papers_is_there(report: Any) -> None:
    assert {(section["study"], each["name"]) for section in report["sections"] for each in section["tables"]} == {
        ("ielp-synthetic", "table-2"),
        ("ielp-synthetic", "counted"),
        ("wse-synthetic", "table-3"),
        ("wse-synthetic", "table-3-leaders"),
        ("wse-synthetic", "searches"),
        ("wse-synthetic", "table-4"),
        ("wse-weights-synthetic", "table-4-weights"),
        ("wse-weights-synthetic", "counted"),
        ("wse-pickers-synthetic", "figure-3"),
        ("ielp-r2-synthetic", "r2"),
        ("wse-synthetic", "counted"),
        ("wse-grid-synthetic", "table-5"),
        ("wse-grid-synthetic", "counted"),
        ("hyb-synthetic-site-1", "table"),
        ("hyb-synthetic-site-1", "counted"),
        ("hyb-synthetic-site-2", "table"),
        ("hyb-synthetic-site-2", "counted"),
        ("hyb-synthetic-site-3", "table"),
        ("hyb-synthetic-site-3", "counted"),
        ("news-synthetic", "table-1"),
        ("news-synthetic", "counted"),
        ("svm-synthetic", "table"),
        ("svm-synthetic", "counted"),
    }
    for section in report["sections"]:
        for each in section["tables"]:
            assert all(len(line["cells"]) == len(each["columns"]) for line in each["lines"])


def test_published_figures_stand_beside_ours(report: Any) -> None:
    second = table(report, "ielp-synthetic", "table-2")
    assert {line["name"]: tuple(values(line)[:4]) for line in second["lines"][:5]} == dict(IELP_TABLE_2)
    assert [line["name"] for line in second["lines"] if line.get("reference")] == ["random", "oracle"]
    assert values(second["lines"][-1])[:4] == [None] * 4
    third = table(report, "wse-synthetic", "table-3")
    assert len(third["lines"]) == len(WSE_TABLE_3) * (6 + 2 + 2)
    for line in third["lines"]:
        n, *published, hours = values(line)[:6]
        assert tuple(published) == WSE_TABLE_3[n].get(line["name"], (None,) * 4)
        assert hours == (WSE_HOURS.get(line["name"]) if n == 15_000 else None)
        assert values(line)[-1] > 0
    fifth = table(report, "wse-grid-synthetic", "table-5")
    assert len(fifth["columns"]) == 3 * len(WSE_TAUS)
    assert [tuple(values(line)[:4]) for line in fifth["lines"][:3]] == list(WSE_TABLE_5.values())
    first = table(report, "news-synthetic", "table-1")
    assert [tuple(values(line)[:4]) for line in first["lines"] if line["name"] in NEWS_TABLE_1] == [
        row[:4] for row in NEWS_TABLE_1.values()
    ]


def test_harvests_are_shares_and_the_oracle_is_above_chance(report: Any) -> None:
    for section in report["sections"]:
        for each in section["tables"]:
            if each["name"] == "counted":  # what strategies say of themselves is no share
                continue
            for line in each["lines"]:
                for cell, column in zip(line["cells"], each["columns"], strict=True):
                    is_share = column["form"] == "rate" and not column["name"].endswith((" h", "difference"))
                    if is_share and cell.get("value") is not None:
                        assert 0 <= cell["value"] <= 1
    lines = {line["name"]: values(line) for line in table(report, "ielp-synthetic", "table-2")["lines"]}
    assert lines["oracle"][8] > lines["random"][8]


def test_controls_score_links_as_the_searches_that_they_are_compared_with(report: Any) -> None:
    ends = {
        line["name"]: values(line)[7:]
        for line in table(report, "wse-synthetic", "table-3")["lines"]
        if values(line)[0] == 15_000
    }
    assert len({str(ends[name]) for name in ("OPS", "OPS + CPE", "OPS + CPE + ontology")}) == 3
    lines = {line["name"]: values(line) for line in table(report, "wse-synthetic", "searches")["lines"]}
    assert list(lines) == ["FCSA", "FCWSE", "On-ITS", "MOACO", "FCWSEO"]
    for name, (control, _, _, _, theirs, apart, _) in lines.items():
        labelled = -2  # HR by the labels, before the time
        assert control == ("OPS + CPE" if name in ("FCSA", "FCWSE") else "OPS + CPE + ontology")
        assert theirs == pytest.approx(ends[control][labelled])
        assert name == "FCWSE" or apart == pytest.approx(ends[name][labelled] - theirs)


def test_a_sentence_says_of_every_comparison_whether_the_ranking_agrees(report: Any) -> None:
    judged = set()
    for section in report["sections"]:
        for each in section["agreements"]:
            assert re.search(
                r"the ranking (agrees|agrees in part|does not agree); .*Kendall's τ = ", each["sentence"]
            )
            assert each["agree"] + len(each["turned"]) == each["pairs"]
            judged.add((section["paper"], each["judged"]))
    both = {(paper, by) for paper in ("ielp", "wse", "news", "svm") for by in ("self", "labels")}
    assert judged == both | {("hyb", "labels")}  # its rows judge themselves by different measures


def test_the_report_is_one_page_with_tables_and_pictures_beside_it(report: Any, folder: Path) -> None:
    out = folder / "papers-lab"
    page = (out / "report.html").read_text("utf-8")
    assert not re.search(r"""(?:src|href)=["'](?!#)""", page.replace("xlink:", ""))
    assert "<script" not in page
    assert page.count("<svg") == sum(len(section["curves"]) for section in report["sections"]) == 14
    assert json.loads((out / "report.json").read_text("utf-8")) == report
    pictures = {file.name for file in out.glob("*.png")}
    assert {"ielp-synthetic-figure-2.png", "wse-synthetic-figure-9.png", "news-synthetic-figure-8.png"} <= pictures
    with (out / "agreement.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == sum(len(each["agreements"]) for each in report["sections"])


def test_finished_runs_are_kept_and_another_paper_says_its_own(report: Any, folder: Path) -> None:
    runs = folder / "papers-lab" / "runs"
    kept = {file.name: file.stat().st_mtime_ns for file in runs.iterdir()}
    again = run(folder, "ielp", *SMALL)
    assert again.code == 0, again.err
    assert {file.name: file.stat().st_mtime_ns for file in runs.iterdir()} == kept
    assert "IELP Table 2, accuracy, by the labels:" in again.out
    assert "WSE" not in again.out


def test_one_study_can_be_run_for_itself_and_is_not_run_again_with_the_others(report: Any, tmp_path: Path) -> None:
    done = run(tmp_path, "all", *SMALL, "--only", "ielp-r2-*", "--json")
    assert done.code == 0, done.err
    assert [section["study"] for section in done.json["sections"]] == ["ielp-r2-synthetic"]
    runs = tmp_path / "papers-lab" / "runs"
    kept = {file.name for file in runs.iterdir()}
    assert len(kept) == 6
    assert run(tmp_path, "ielp", *SMALL).code == 0
    assert len({file.name for file in runs.iterdir()} - kept) == 5 + 2
    wrong = run(tmp_path, "ielp", *SMALL, "--only", "nothing")
    assert (wrong.code, wrong.out) == (1, "")
    assert "--only: no study is named nothing; there is ielp-" in wrong.err


def test_a_paper_that_is_none_is_wrong_usage(tmp_path: Path) -> None:
    done = run(tmp_path, "nature", "--quick")
    assert done.code == 2
    assert not (tmp_path / "papers-lab").exists()
