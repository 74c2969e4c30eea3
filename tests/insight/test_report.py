"""The report on a crawl: one HTML file, and nothing from a page in it but text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from tests.insight import made_up

from honeyguide.errors import CannotRun
from honeyguide.insight.report_page import ANCHORS

HOSTILE = (
    "<script>alert(1)</script>]]><b>",
    "\"><img src=x onerror=alert(1)> ' onmouseover='alert(1)",
    "</title></style></text></svg></td></table><iframe src=//evil.example><!--<svg onload=alert(1)>-->",
    "\u202egnp.exe\u2066\u200f\x00\x1b[31m\x9b\x0c\x7f\ud800$x^2$ &#x3c;script&#x3e;",
    "a" * 3000,
    "洪水" * 800,
)
VOID = {"meta", "br"}


class Read(HTMLParser):
    """Notes every tag and attribute, and that every tag is closed in turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> str:
    return made_up.findings(200).write(tmp_path_factory.mktemp("report") / "deep" / "report.html")


def test_the_page_asks_for_nothing_from_outside_and_runs_nothing(html: str) -> None:
    page = Read(html)
    assert not {"script", "link", "img", "iframe", "image", "object", "embed", "form", "base"} & set(page.tags)
    asked = [value for _, name, value in page.attributes if name in ("src", "xlink:href", "srcset", "data", "action")]
    assert all(value.startswith("#") for value in asked)
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert not re.search(r"url\((?!#)|@import|@font-face", html)
    assert "default-src 'none'" in html


def test_the_page_has_every_part_and_each_is_linked(html: str) -> None:
    page = Read(html)
    identities = [value for _, name, value in page.attributes if name == "id"]
    assert len(identities) == len(set(identities))
    assert set(ANCHORS) <= set(identities)
    linked = {value[1:] for tag, name, value in page.attributes if (tag, name) == ("a", "href") and value[0] == "#"}
    assert linked <= set(identities)
    assert {f"event-{number}" for number in (3, 4)} <= linked
    for said in ("flood, river, dam", "暴雨", "Most trusted", "Least trusted", "Most current", "Least current"):
        assert said in page.text
    for said in ("29 items have no date", "3 pages on topic are not in this report", "phase 2", "herald.example"):
        assert said in page.text


def test_every_picture_says_what_it_shows_and_every_table_has_heads(html: str) -> None:
    page = Read(html)
    labels = [value for _, name, value in page.attributes if name == "aria-label"]
    assert len(labels) == page.tags.count("svg") == page.tags.count("figure")
    assert all(len(label) > 20 for label in labels)
    assert page.tags.count("table") == html.count("<thead>")
    assert page.tags.count("th") == html.count('scope="col"') + html.count('scope="row"')


def test_links_lead_to_pages_only_and_do_not_say_where_from(html: str) -> None:
    links = re.findall(r"<a [^>]*>", html)
    outside = [link for link in links if 'href="#' not in link]
    assert outside
    assert all(re.fullmatch(r'<a href="http://[^"]+" rel="noopener noreferrer nofollow">', link) for link in outside)


def test_an_event_has_one_colour_in_every_picture(html: str) -> None:
    hot = re.search(r'id="event-3">Event <span class="chip c(\d)">', html)
    assert hot
    section = html[hot.start() : html.index("</section>", hot.start())]
    used = set(re.findall(r"var\(--colour-(\d)\)", section))
    assert used == {hot[1]}


@pytest.mark.slow
@pytest.mark.parametrize("marked", HOSTILE)
def test_nothing_from_a_page_becomes_an_element_or_an_attribute(html: str, marked: str, tmp_path: Path) -> None:
    harmless = Read(html)
    hostile = Read(made_up.findings(marked=marked).write(tmp_path / "hostile.html", f"floods{marked}"))
    assert set(hostile.tags) <= set(harmless.tags)
    allowed = {(tag, name) for tag, name, _ in harmless.attributes} | {("bdi", "lang")}
    assert {(tag, name) for tag, name, _ in hostile.attributes} <= allowed
    for tag, name, value in hostile.attributes:
        if name == "href":
            assert tag == "a"
            assert value.startswith(("http://", "#"))
    assert not set(hostile.text) & set("\u202e\u2066\u200f\x00\x1b\x9b\x0c\x7f\ud800")


@pytest.mark.slow
@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "JaVaScRiPt:x"])
def test_an_address_that_is_not_http_is_no_link(url: str, tmp_path: Path) -> None:
    html = made_up.findings(url=url).write(tmp_path / "report.html")
    assert all('href="#' in link for link in re.findall(r"<a [^>]*>", html))


def test_the_same_findings_are_written_the_same_way(html: str, tmp_path: Path) -> None:
    assert made_up.findings(200).write(tmp_path / "again.html") == html


def test_chinese_stays_text_that_can_be_found_and_read_aloud(html: str) -> None:
    assert 'lang="zh"' in html
    assert ">暴雨, 红色预警, 内涝</text>" in html


@pytest.mark.parametrize(("many", "events"), [(1, 0), (1, 1), (2, 1), (7, 0), (40, 2)])
def test_few_items_and_no_events_are_no_hindrance(many: int, events: int, tmp_path: Path) -> None:
    Read(made_up.findings(many, events=events).write(tmp_path / "report.html"))


def test_without_dates_there_are_no_time_lines_and_the_report_says_so(tmp_path: Path) -> None:
    page = Read(made_up.findings(40, dated=False).write(tmp_path / "report.html"))
    assert "40 items have no date and are in no time line" in page.text
    assert "there is no time line" in page.text
    assert "No event has an item that is dated in this window" in page.text


def test_a_very_old_item_and_one_of_the_future_are_no_hindrance(tmp_path: Path) -> None:
    made = made_up.findings(60)
    items = list(made.analysis.items)
    items[1] = msgspec.structs.replace(items[1], published=-2e9)
    items[2] = msgspec.structs.replace(items[2], published=made_up.UNTIL + 1e8)
    made = made._replace(analysis=msgspec.structs.replace(made.analysis, items=items))
    assert "left of the picture" in Read(made.write(tmp_path / "report.html")).text


@pytest.mark.slow
def test_the_size_does_not_grow_with_the_crawl(tmp_path: Path) -> None:
    small = len(made_up.findings(600).write(tmp_path / "small.html"))
    large = len(made_up.findings(20_000, events=200).write(tmp_path / "large.html"))
    assert large < 2.5 * small
    assert "160 smaller events are not on it" in (tmp_path / "large.html").read_text("utf-8")


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRun, match="cannot be written"):
        made_up.findings(3).write(tmp_path / "file" / "report.html")
