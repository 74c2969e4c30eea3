"""What is written beside an experiment."""

import csv
import re
import struct
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from tests.lab import made_up

from honeyguide.lab.model import MEASURES, Report
from honeyguide.lab.report import write
from honeyguide.lab.report_page import findings, flat, least_p, lowest_p, p_value

PICTURES = ("overview", "harvest", "recall", "ar", "sd", "recall-in-time")
VOID = {"meta", "br"}


class Balanced(HTMLParser):
    """Notes every tag and attribute, and that every tag is closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(path: Path) -> Balanced:
    parser = Balanced()
    parser.feed(path.read_text("utf-8"))
    parser.close()
    assert parser.open == []
    return parser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report") / "deep" / "out"
    write(made_up.report(), out)
    return out


@pytest.mark.slow
def test_names_all_files_that_it_writes(tmp_path: Path) -> None:
    written = write(made_up.report(repeats=2, pages=200), tmp_path)
    assert written[0].name == "report.html"
    assert sorted(written) == sorted(tmp_path.iterdir())
    names = {path.name for path in written}
    drawn = {f"{name}.{form}" for name in PICTURES for form in ("png", "svg", "pdf")}
    tables = {"runs.csv", "summary.csv", "curves.csv", "summary.tex", "differences.tex"}
    assert names == {"report.html", *tables, *drawn}


@pytest.mark.slow
def test_the_page_asks_for_nothing_from_outside(folder: Path) -> None:
    page = read(folder / "report.html")
    assert not {"script", "link", "img", "iframe", "image", "object", "embed"} & set(page.tags)
    asked = [value for name, value in page.attributes if name in ("src", "href", "xlink:href", "srcset", "data")]
    assert all(value.startswith("#") for value in asked)
    text = (folder / "report.html").read_text("utf-8")
    assert not re.search(r"url\((?!#)|@import", text)
    assert "default-src 'none'" in text


@pytest.mark.slow
def test_the_page_has_every_picture_table_setting_and_fact(folder: Path) -> None:
    page = read(folder / "report.html")
    assert page.tags.count("svg") == page.tags.count("figure") == len(PICTURES)
    for said in ("web.source", "synthetic:seed=7,pages=20000", "20,000", "python", "oracle-greedy", "ops:r2=0.1"):
        assert said in page.text
    assert "Differences from bfs" in page.text
    assert "What the strategies did" in page.text
    assert "reopened" in page.text
    assert "cannot fall below 0.062" in page.text


@pytest.mark.slow
def test_everything_in_the_page_is_escaped(tmp_path: Path) -> None:
    bad = '"><script>alert(1)</script>&$x$'
    made = made_up.report({bad: 0.2, "oracle": 0.5}, repeats=2, pages=100)
    made = Report(made.runs, made.summary, {"name": bad, bad: {bad: [bad]}}, {bad: bad})
    write(made, tmp_path)
    page = read(tmp_path / "report.html")
    assert "script" not in page.tags
    assert page.text.count("<script>alert(1)</script>&$x$") > 6


@pytest.mark.slow
def test_pictures_are_png_of_a_readable_size(folder: Path) -> None:
    for name in PICTURES:
        head = (folder / f"{name}.png").read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", head[16:24])
        assert width >= 1_200
        assert height >= 300


@pytest.mark.slow
def test_pictures_are_there_as_pdf_and_svg_too(folder: Path) -> None:
    for name in PICTURES:
        assert (folder / f"{name}.pdf").read_bytes().startswith(b"%PDF-")
        assert "CreationDate" not in (folder / f"{name}.pdf").read_text("latin-1")
        assert fromstring((folder / f"{name}.svg").read_text("utf-8")).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.slow
def test_tables_for_a_paper_have_the_figures_with_their_spread(folder: Path) -> None:
    ops = made_up.report().summary[1]
    low, high = ops.label_harvest.interval
    summary = (folder / "summary.tex").read_text("utf-8")
    assert f"{100 * ops.label_harvest.mean:.1f} $\\pm$ {50 * (high - low):.1f}" in summary
    assert "harvest (\\%)" in summary
    differences = (folder / "differences.tex").read_text("utf-8")
    low, high = ops.label_harvest.difference_interval
    assert f"ops & harvest & +{100 * ops.label_harvest.difference:.1f} & +{100 * low:.1f} to" in differences
    assert "& 0.062 & 0.12 \\\\" in differences
    assert "Holm (1979)" in differences
    assert "With 5 repeats p cannot fall below 0.062." in differences


@pytest.mark.slow
def test_the_page_says_how_far_apart_strategies_are_and_how_sure_that_is(folder: Path) -> None:
    text = read(folder / "report.html").text
    low, high = made_up.report().summary[1].label_harvest.difference_interval
    assert f"95 % interval +{100 * low:.1f} to +{100 * high:.1f}, p = 0.062 (Holm 0.12)" in text
    assert "corrected for the 2 strategies that are compared with the first, after Holm (1979)" in text


@pytest.mark.slow
def test_tables_hold_every_figure_to_the_last_digit(folder: Path) -> None:
    made = made_up.report()
    runs = list(csv.DictReader((folder / "runs.csv").open(encoding="utf-8", newline="")))
    assert len(runs) == len(made.runs)
    assert [float(row["label_recall"]) for row in runs] == [run.label_recall for run in made.runs]
    assert runs[0]["metrics.reopened"] == "3.0"
    summary = list(csv.DictReader((folder / "summary.csv").open(encoding="utf-8", newline="")))
    assert len(summary) == len(made.summary) * len(MEASURES)
    ops = next(row for row in summary if row["strategy"] == "ops" and row["measure"] == "ar")
    assert (float(ops["low"]), float(ops["high"])) == made.summary[1].ar.interval
    curves = list(csv.DictReader((folder / "curves.csv").open(encoding="utf-8", newline="")))
    assert len(curves) == sum(len(run.curve) for run in made.runs)
    assert float(curves[-1]["seconds"]) == made.runs[-1].curve[-1].seconds


@pytest.mark.slow
def test_the_same_experiment_is_drawn_the_same_way(folder: Path, tmp_path: Path) -> None:
    write(made_up.report(), tmp_path)
    assert (tmp_path / "report.html").read_bytes() == (folder / "report.html").read_bytes()


@pytest.mark.slow
def test_one_strategy_one_repeat_and_an_empty_crawl_are_no_hindrance(tmp_path: Path) -> None:
    write(made_up.report({"bfs": 0.2}, repeats=1, pages=50), tmp_path)
    made = made_up.report({"bfs": 0.0, "ops": 0.0}, repeats=1, pages=50)
    empty = tuple(msgspec.structs.replace(run, pages=0, curve=(), ar=float("nan")) for run in made.runs)
    write(msgspec.structs.replace(made, runs=empty), tmp_path)
    assert "–" in read(tmp_path / "report.html").text


@pytest.mark.slow
def test_twenty_strategies_with_long_names_fit(tmp_path: Path) -> None:
    names = {f"ops:r2=0.{n:02},reserve=false": n / 25 for n in range(20)}
    write(made_up.report(names, repeats=2, pages=60), tmp_path)
    assert (tmp_path / "harvest.png").stat().st_size > 10_000


def test_the_finding_names_difference_chance_and_limit() -> None:
    said = list(findings(made_up.report().summary))
    assert re.search(r"^ops fetched [\d.]+ % on-topic pages, bfs [\d.]+ %: [\d.]+ points more", said[0])
    assert "p = 0.062 (Holm 0.12), 5 repeats; too few to rule out chance" in said[0]
    assert "of the harvest of the oracle" in said[-1]


def test_a_strategy_above_the_oracle_is_explained() -> None:
    above = "It knows the labels, but plans as if no host were ever busy."
    assert not any(above in each for each in findings(made_up.report().summary))
    said = list(findings(made_up.report({"guide": 0.7, "bfs": 0.1, "oracle": 0.4}).summary))
    assert said[-1] == f"Above the oracle: guide. {above}"


def test_the_finding_compares_with_the_first_row_even_if_that_is_a_reference() -> None:
    said = list(findings(made_up.report({"random": 0.06, "bfs": 0.11, "ops": 0.34}).summary))
    assert said[0].startswith("bfs fetched")
    assert said[1].startswith("ops fetched")
    assert all(", random " in each for each in said)


@pytest.mark.slow
def test_one_repeat_has_neither_interval_nor_p(tmp_path: Path) -> None:
    once = made_up.report({"bfs": 0.11, "ops": 0.34}, repeats=1)
    assert "(one repeat: no interval)" in next(iter(findings(once.summary)))
    write(once, tmp_path)
    text = read(tmp_path / "report.html").text
    assert "one repeat: no interval" in text
    assert "p = " not in text
    assert "95 %" not in text


def test_p_values_are_shown_as_precisely_as_they_matter() -> None:
    assert [p_value(p) for p in (0.0001, 0.0312, 0.5, 1.0)] == ["p < 0.001", "p = 0.031", "p = 0.50", "p = 1.00"]


def test_the_lowest_p_is_two_of_all_sign_patterns() -> None:
    # five differences have 2^5 = 32 patterns of signs; the two most extreme make 2/32
    assert lowest_p(5) == 0.0625
    assert lowest_p(1) == 1.0
    assert least_p(3, "topics") == "With 3 topics p cannot fall below 0.25."
    assert least_p(7) == ""


def test_nested_settings_become_lines() -> None:
    values = {"web": {"source": "folder:x", "exclude": []}, "run": {"pages": 20_000, "seed": 1, "own": None}}
    assert list(flat(values)) == [
        ("web.source", "folder:x"),
        ("web.exclude", "–"),
        ("run.pages", "20,000"),
        ("run.seed", "1"),
        ("run.own", "–"),
    ]
    assert list(flat({"repeat": [{"seeds": ["a", "b"], "keywords": {"birds": 1.0, "wing": 0.25}}]})) == [
        ("repeat 0: seeds", "a, b"),
        ("repeat 0: keywords", "birds 1, wing 0.25"),
    ]
