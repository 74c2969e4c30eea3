"""The report on the papers as a page."""

from __future__ import annotations

from honeyguide.lab.papers.published import PAPERS
from honeyguide.lab.papers.report import page, shown
from honeyguide.lab.papers.tables import Cell, Column, Line, Section, Table
from honeyguide.reporting.pictures import Picture

HOSTILE = '<script>alert("1")</script>\'\u202e'
COLUMNS = (Column("published", "LG", "count"), Column("published", "AR"), Column("ours", HOSTILE))
CELLS = (Cell(1899.0), Cell(0.1271, 0.05), Cell(None, remark=HOSTILE))
TABLE = Table(
    "table-2", "Table 2", COLUMNS, (Line("BFS", CELLS), Line("random", CELLS, reference=True)), note=HOSTILE
)
SECTION = Section("ielp-x", next(iter(PAPERS)), HOSTILE, (HOSTILE,), (), (TABLE,), (), (HOSTILE,))


def test_figures_stand_below_their_group_with_their_spread() -> None:
    html = page([SECTION], {}, [])
    assert '<th class="group" colspan="2" scope="colgroup">published</th>' in html
    assert '<td class="begins published">1,899</td><td class="published">0.127<small>± 0.050</small></td>' in html
    assert '<th scope="col" class="begins">LG</th><th scope="col">AR</th><th scope="col" class="begins">' in html
    assert html.count('<tr class="reference"><th scope="row">random</th>') == 1


def test_names_of_papers_are_spelled_out_before_they_stand_alone() -> None:
    html = page([SECTION], {}, ["IELP, self-judged: 3 of 10 published pairs stand here as published."])
    title = "IELP: Focused Crawler Strategy Based on Improved Energy Landscape Paving Algorithm"
    assert html.index(title) == html.index("IELP")
    assert "WSE:" not in html


def test_counts_rates_and_remarks_are_shown_each_in_its_way() -> None:
    assert shown(Cell(1899.4, 12.6), COLUMNS[0]) == ("1,899", "13")
    assert shown(Cell(0.5), COLUMNS[1]) == ("0.500", "")
    assert shown(Cell("none"), COLUMNS[1]) == ("none", "")
    assert shown(Cell(remark="not reached"), COLUMNS[1]) == ("not reached", "")


def test_everything_is_escaped_but_the_drawings() -> None:
    drawing = Picture("figure-1", HOSTILE, HOSTILE, "<svg><g/></svg>", b"", b"")
    html = page([SECTION], {"ielp-x": [drawing]}, [HOSTILE])
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 8
    assert "<svg><g/></svg></div></figure>" in html
