"""The text of PDF documents: titles, paragraphs and links, in any script, within bounds."""

from __future__ import annotations

import pytest
from tests.pdfs import CHINESE, FLOOD, page_of, pdf

from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import NO_TOPIC, Fetched, Outcome, Page
from honeyguide.parsing.pdf import DRAWN, PAGES, html_of

LARGEST = 16_000_000


def read(body: bytes, kind: str = "application/pdf", **settings: bool) -> Page | AnalyzedPage:
    came = Fetched("http://a.example/b/c.pdf", Outcome.PAGE, 200, "OK", (("Content-Type", kind),), body)
    return PageAnalyzer(NO_TOPIC, Settings(**settings)).parse(came)  # type: ignore[arg-type]


def page(body: bytes, kind: str = "application/pdf") -> Page:
    made = read(body, kind)
    assert isinstance(made, Page), made
    return made


@pytest.mark.parametrize(
    "kind",
    ["application/pdf", "Application/PDF; qs=1", "application/x-pdf", "", "text/html", "application/octet-stream"],
)
def test_a_pdf_is_one_by_its_type_or_its_first_bytes(kind: str) -> None:
    made = page(FLOOD, kind)
    assert (made.kind, made.title, made.language) == ("pdf", "Rainstorm and flood", "en")


def test_lines_are_joined_to_paragraphs_words_mended_and_page_numbers_left_out() -> None:
    lines = page(FLOOD).text.splitlines()
    assert lines[0] == "Rainstorm and flood in the valley"
    assert "the river rose, and the flood stands" in lines[1]
    assert "is forecast for the night" in lines[1]
    assert "1" not in lines
    assert lines[-1].startswith("The rainstorm is the worst flood")


def test_a_link_stands_on_its_words() -> None:
    (link,) = page(FLOOD).links
    assert link.url == "http://a.example/report"
    assert link.anchor == "See the flood report of the weather office for figures of rainfall."


def test_a_link_over_no_words_is_a_link() -> None:
    (link,) = page(pdf([page_of("Some words of a flood.")], [((0, 0, 9, 9), "https://b.example/x")])).links
    assert (link.url, link.anchor) == ("https://b.example/x", "")


def test_chinese_lines_are_joined_without_a_gap() -> None:
    made = page(CHINESE)
    assert (made.title, made.language) == ("暴雨灾害通报", "zh")
    assert "多条街道被洪水淹没，洪涝灾害严重" in made.text


@pytest.mark.parametrize("title", ["", "Microsoft Word - final2.doc", "untitled", "flood.indd", "无标题"])
def test_a_title_that_says_nothing_gives_way_to_the_first_line(title: str) -> None:
    assert page(pdf([page_of("Flood in the valley", "", "It rained.")], Title=title)).title == "Flood in the valley"


def test_what_a_document_says_is_no_markup() -> None:
    made = page(pdf([page_of("<script>flood()</script> & <a href='x'>y</a>")], Title="<b>Flood</b>"))
    assert (made.title, made.links) == ("<b>Flood</b>", ())
    assert made.text == "<script>flood()</script> & <a href='x'>y</a>"


@pytest.mark.slow
def test_as_many_pages_are_read_as_are_worth_it_the_same_every_time() -> None:
    many = html_of(pdf([page_of(f"Flood {number}.") for number in range(PAGES + 20)]), LARGEST)
    assert f"Flood {PAGES - 1}." in many
    assert f"Flood {PAGES}." not in many
    wide = pdf([page_of(*[f"Flood {number} " + "and rain " * 12] * 48) for number in range(4)])
    assert html_of(wide, LARGEST) == html_of(wide, LARGEST)
    heavy = pdf([page_of("First."), [(72, 700, "x" * (DRAWN // 4 + 1))], page_of("Last.")])
    assert "First." in html_of(heavy, LARGEST)
    assert "Last." not in html_of(heavy, LARGEST)


def test_what_is_off_is_not_read() -> None:
    made = read(FLOOD, pdf=False)
    assert isinstance(made, AnalyzedPage)
    assert (made.outcome, made.detail) == (Outcome.NOT_HTML, "application/pdf; the setting pdf is off")


def test_a_scan_is_no_page_and_the_reason_is_said() -> None:
    made = read(pdf([page_of(), page_of()], title="Flood map"))
    assert isinstance(made, AnalyzedPage)
    assert made.outcome is Outcome.NOT_HTML
    assert made.detail == "application/pdf; it holds no text that could be read, as scans do not"


def test_without_the_library_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("honeyguide.extras.find_spec", lambda module: None)
    made = read(FLOOD)
    assert isinstance(made, AnalyzedPage)
    assert made.outcome is Outcome.NOT_HTML
    assert made.detail == "application/pdf; reading PDF documents needs pypdf: pip install 'honeyguide[pdf]'"


def test_a_page_that_speaks_of_pdf_is_a_page() -> None:
    assert page(b"<title>x</title><p>Files begin with %PDF-1.7 or so.</p>", "text/html").kind == "html"
    assert page(b"plain words", "text/plain").kind == "text"
