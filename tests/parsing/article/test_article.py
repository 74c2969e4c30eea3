"""The elements of a page as a whole."""

from __future__ import annotations

import socket
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parsing.article.pages import PARAGRAPHS, SIMPLIFIED, STORY, TRADITIONAL, chinese_page, elements

from honeyguide.model import Article
from honeyguide.parsing.html import parse

LD = """<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
{"@type": "NewsArticle", "headline": "Bridge closed after storm", "datePublished": "2026-07-01T06:15:00+02:00",
 "author": {"@id": "#ann"}, "publisher": {"@type": "Organization", "name": "Valley Courier"}},
{"@type": "Person", "@id": "#ann", "name": "Ann Example"}]}</script>"""
PAGE = f"""<html lang=en><head><title>Bridge closed after storm | Valley Courier</title>{LD}</head><body>
<nav><a href="/">Home</a> <a href="/sport">Sport</a></nav><h1>Bridge closed after storm</h1>{STORY}
<p>See <a href="/relief#top">how to help</a>, and <a href="/relief#top">again</a>.</p></body></html>"""


def test_everything_that_a_page_says_of_itself_is_found() -> None:
    found = elements(PAGE, relevance=0.25)
    assert found.url == "http://news.example/story"
    assert found.title == "Bridge closed after storm"
    assert found.published == "2026-07-01T06:15:00+02:00"
    assert found.source == "Valley Courier"
    assert found.author == "Ann Example"
    assert found.language == "en"
    assert found.content.split("\n")[:3] == list(PARAGRAPHS)
    assert found.hyperlinks == ("http://news.example/", "http://news.example/sport", "http://news.example/relief")
    assert found.title_words == ("bridge", "closed", "after", "storm")
    assert found.content_words[:4] == ("the", "river", "rose", "by")
    assert found.keywords[0].weight == 1.0
    assert {"bridge", "closed", "storm"} <= {each.term for each in found.keywords}
    assert found.relevance == 0.25


def test_elements_travel_between_processes_as_they_are() -> None:
    found = elements(PAGE)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Article) == found


@pytest.mark.parametrize("charset", ["utf-8", "gbk"])
def test_a_simplified_chinese_page_is_read_in_its_encoding(charset: str) -> None:
    under = "2026年07月01日 08:30　来源：山城日报　作者：林一、周二　责任编辑：吴三　浏览：1024"
    page = chinese_page(charset, "山城遭遇特大暴雨 三千人连夜转移", under, SIMPLIFIED, "山城新闻网")
    found = elements(page, "http://news.shancheng.cn/a.html")
    assert found.title == "山城遭遇特大暴雨 三千人连夜转移"
    assert found.published == "2026-07-01T08:30:00+08:00"
    assert (found.source, found.author, found.language) == ("山城日报", "林一, 周二", "zh")
    assert found.content == "\n".join(SIMPLIFIED)
    assert "山城" in found.title_words
    assert "气象台" in found.content_words
    assert "山城" in {each.term for each in found.keywords}


@pytest.mark.parametrize("charset", ["utf-8", "big5"])
def test_a_traditional_chinese_page_is_read_in_its_encoding(charset: str) -> None:
    under = "發布時間：民國115年7月1日 下午3:05 來源：山城時報 記者：林一"
    page = chinese_page(charset, "山城暴雨 三千人連夜轉移", under, TRADITIONAL, "山城新聞網")
    found = elements(page, "http://news.shancheng.tw/a.html")
    assert found.title == "山城暴雨 三千人連夜轉移"
    assert found.published == "2026-07-01T15:05:00+08:00"
    assert (found.source, found.author, found.language) == ("山城時報", "林一", "zh")
    assert found.content == "\n".join(TRADITIONAL)


def test_a_page_that_names_no_source_has_its_host() -> None:
    assert elements(f"<title>Storm</title>{STORY}", "http://www.valley.example/a").source == "valley.example"


def test_a_page_that_says_nothing_has_empty_elements() -> None:
    found = elements("")
    assert (found.title, found.published, found.author, found.content, found.keywords) == ("", "", "", "", ())


HOSTILE = {
    "nested": "<div>" * 100_000 + STORY,
    "16 MB": STORY * (16_000_000 // len(STORY)),
    "many elements": "<b>a</b>" * 60_000,
    "JSON within JSON": f'<script type="application/ld+json">{"[" * 100_000}</script>{STORY}',
    "half a character": '<script type="application/ld+json">{"@type": "Article", "headline": "\\ud800 x"}</script>',
    "no JSON": '<script type="application/ld+json">{"@type": </script>',
    "odd types": '<script type="application/ld+json">{"@type": ["Article", 3], "author": [[1], {"name": {}}], '
    '"headline": 5, "datePublished": [null, {}], "publisher": "x"}</script>',
    "bars": f"<title>{'a | ' * 400}</title><h1>{'a | ' * 90}</h1>",
    "labels": f"<h1>暴雨</h1><p>{'来源：' * 50}</p>",
    "digits": f"<p>{'1' * 500_000}",
    "spaces": f"<h1>{' ' * 500_000}x</h1>",
    "nothing but a picture": "<svg><h1><p>",
    "no HTML": "\ufffd<\x01<!" * 1000,
    "long class": f'<div class="{"author-" * 20_000}">x</div>',
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.timeout(60)
def test_a_hostile_page_is_read_within_bounds(name: str) -> None:
    found = elements(HOSTILE[name])
    assert len(found.content) <= 500_000
    assert len(found.title) <= 500
    msgspec.json.encode(found)


def test_nothing_is_fetched_whatever_a_page_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a connection was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for page in (
        "http://127.0.0.1:9/secret",
        f'<base href="http://127.0.0.1:9/">{STORY}<img src="x"><iframe src="y">',
    ):
        assert elements(page).published == ""


PIECES = st.sampled_from(
    ["<h1>", "</h1>", "<div class=author>", "<time datetime=", "2026-02-31", "来源：", "作者：", "<p>", "</div>",
     "<table>", '<meta name=author content="', '">', "By Ann", "<script type='application/ld+json'>", "</script>",
     '{"@graph":[', '{"@type":"Article","author":', "]}", "<title>", " | ", "<!--", "民国999年13月40日",
     STORY, "<svg>", "<a href=x>"]
)  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=25))
@settings(max_examples=60)
def test_no_page_makes_it_raise(parts: list[str]) -> None:
    found = elements("".join(parts).encode("utf-8", "replace"))
    assert found.relevance is None
    msgspec.json.encode(found)


def test_the_command_line_starts_without_heavy_libraries() -> None:
    heavy = ("trafilatura", "htmldate", "lxml", "numpy", "scipy", "matplotlib", "jinja2", "opencc", "rjieba")
    code = f"import sys, honeyguide.cli.app; print([m for m in {heavy} if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout.strip() == "[]"


def test_a_title_ends_where_its_heading_was_left_open_and_has_no_signs_without_width() -> None:
    open_heading = f"<title>Broken page of bridges</title><body><h1>Broken page of bridges<p>{'<p>'.join(PARAGRAPHS)}"
    assert elements(open_heading).title == "Broken page of bridges"
    anchor = "<a class=header-anchor href='#k'>&ZeroWidthSpace;</a>"
    heading = f"<title>快速\u200b开始 | 江城</title><h1>快速开始 {anchor}</h1>"
    page = f"{heading}<p>{SIMPLIFIED[0]}\u200b</p><p>{SIMPLIFIED[1]}</p>"
    found = elements(page)
    assert found.title == "快速开始"
    assert found.content.endswith(f"{SIMPLIFIED[0]}\n{SIMPLIFIED[1]}")
    assert parse(page, "http://a.example/", max_links=1).title == "快速开始 | 江城"


@pytest.mark.parametrize("name", ["menu-title", "navbar-brand h5", "site-title"])
def test_the_name_of_the_book_above_each_page_is_no_title(name: str) -> None:
    page = (
        f"<title>cargo fix - The Cargo Book</title><h1 class='{name}'>The Cargo Book</h1>"
        f"<main><h1>cargo-fix(1)</h1><p>{'It mends what the compiler says is wrong. ' * 12}</p></main>"
    )
    assert elements(page).title == "cargo-fix(1)"
    assert elements(page.replace("cargo-fix(1)", "Mend")).title == "cargo fix"
