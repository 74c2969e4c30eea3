"""Figures are the papers': against their own arithmetic always, and against their text where ../shared/papers is."""

import re
from pathlib import Path

import pytest

from honeyguide.lab.papers.published import (
    IELP_TABLE_2,
    NEWS_TABLE_1,
    PAGES,
    WSE_HOURS,
    WSE_TABLE_3,
    WSE_TABLE_4,
    WSE_TABLE_5,
    WSE_TAUS,
)
from honeyguide.lab.papers.published import PAPERS as TITLES

PAPERS = Path(__file__).parents[4] / "shared" / "papers"
needs_papers = pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers are not in ../shared/papers")


def text_of(name: str) -> str:
    (file,) = PAPERS.glob(f"{name}*.txt")
    return file.read_text("utf-8")


def rows(text: str, first: str, last: str) -> list[list[str]]:
    """The lines of a table between two words of the text, cut into cells."""
    part = text[text.index(first) : text.index(last, text.index(first))]
    return [[cell.strip() for cell in re.split(r"\||\t", line) if cell.strip()] for line in part.splitlines()]


def test_accuracy_is_relevant_pages_of_all_pages() -> None:
    for row in IELP_TABLE_2.values():
        assert row.accuracy == pytest.approx(row.LG / PAGES, abs=0.00015)
    for n, table in WSE_TABLE_3.items():
        for name, figures in table.items():
            misprint = (n, name) == (7000, "FCWSEO")
            assert (abs(figures.HR - figures.M / n) > 0.001) == misprint
    for news in NEWS_TABLE_1.values():
        assert news.related + news.unrelated == news.searched


def test_tables_of_one_paper_agree_with_each_other() -> None:
    assert WSE_TABLE_4["FCWSEO"] == WSE_TABLE_3[PAGES]["FCWSEO"]
    assert WSE_TABLE_5[0.7][WSE_TAUS.index(0.2)] == WSE_TABLE_3[PAGES]["FCWSEO"].HR
    assert list(WSE_TABLE_3) == [1000, 3000, 5000, 7000, 9000, 11000, 13000, 15000]


@needs_papers
@pytest.mark.parametrize(
    ("paper", "file"), [("ielp", "ielp"), ("wse", "fcwseo"), ("hyb", "hybrid"), ("news", "news")]
)
def test_titles_are_as_printed(paper: str, file: str) -> None:
    assert TITLES[paper].lower() in text_of(file).lower()


@needs_papers
def test_table_2_of_ielp_is_as_printed() -> None:
    found = {cells[0]: cells[1:] for cells in rows(text_of("ielp"), "algorithm\tLG", "Figure 1.") if len(cells) == 5}
    del found["algorithm"]
    printed = {name: tuple(map(float, cells)) for name, cells in found.items()}
    assert printed == {name: tuple(map(float, row)) for name, row in IELP_TABLE_2.items()}


@needs_papers
def test_tables_3_and_4_of_wse_are_as_printed() -> None:
    text = text_of("fcwseo")
    found: dict[int, dict[str, tuple[float, ...]]] = {}
    n = 0
    for cells in rows(text, "Comparison of experimental results by the six", "number of the topic-relevant"):
        if len(cells) == 7 and cells[0].isdigit():
            n = int(cells.pop(0))
        if len(cells) == 6 and cells[1].isdigit():
            found.setdefault(n, {})[cells[0]] = tuple(map(float, cells[1:5]))
            assert cells[5] == "–" or float(cells[5]) == WSE_HOURS[cells[0]]
    assert found == {
        n: {name: tuple(map(float, row)) for name, row in table.items()} for n, table in WSE_TABLE_3.items()
    }
    fourth = [
        cells for cells in rows(text, "Comparison of performance of the FCWSE and", "it is easy to grab") if cells
    ]
    for name, row in WSE_TABLE_4.items():
        (cells,) = (cells for cells in fourth if cells[0] == name)
        assert tuple(map(float, cells[1:])) == (*map(float, row), WSE_HOURS[name])


@needs_papers
def test_table_5_of_wse_is_as_printed() -> None:
    part = rows(text_of("fcwseo"), "Harvest rates of the FCWSEO with different", "to 0.7, the harvest rates")
    found = {float(cells[0]): cells[1:] for cells in part if len(cells) == 5 and cells[0].startswith("0.")}
    printed = {eta: tuple(None if cell == "—" else float(cell) for cell in cells) for eta, cells in found.items()}
    assert printed == dict(WSE_TABLE_5)
    assert any(cells == [f"{tau:g}" for tau in WSE_TAUS] for cells in part)


@needs_papers
def test_table_1_of_news_is_as_printed() -> None:
    part = rows(text_of("news"), "The category of web crawler", "Figure 8")
    found = {cells[0]: tuple(map(int, cells[1:])) for cells in part if len(cells) == 7 and cells[1].isdigit()}
    assert found == {
        "The universal web crawler": tuple(NEWS_TABLE_1["universal"]),
        "The improved topic-focused web crawler": tuple(NEWS_TABLE_1["improved"]),
    }
