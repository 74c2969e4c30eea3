"""When was it last changed?"""

from __future__ import annotations

import pytest
from tests.parsing.article.pages import SIMPLIFIED, STORY, TRADITIONAL, chinese_page, elements

from honeyguide.parsing.article.changes import is_later, updated

PUBLISHED = '<meta property="article:published_time" content="2026-07-01T08:30:00+02:00">'
MODIFIED = '<meta property="article:modified_time" content="2026-07-03T09:00:00+02:00">'
LD = (
    '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2026-07-01T08:30:00+02:00",'
    ' "dateModified": "2026-07-03T09:00:00+02:00"}</script>'
)


def moments(inside: str) -> tuple[str, str]:
    found = elements(f"<html><head><title>Storm</title></head><body>{inside}{STORY}</body></html>")
    return found.published, found.updated


@pytest.mark.parametrize(
    "inside",
    [
        PUBLISHED + MODIFIED,
        LD,
        PUBLISHED + '<h1>Storm</h1><span itemprop="dateModified" content="2026-07-03T09:00:00+02:00">Friday</span>',
        PUBLISHED + '<h1>Storm</h1><time itemprop="dateModified" datetime="2026-07-03T09:00:00+02:00">now</time>',
        PUBLISHED + '<h1>Storm</h1><time class="entry-date updated" datetime="2026-07-03T09:00:00+02:00">x</time>',
        PUBLISHED + "<h1>Storm</h1><p>Updated: 3 July 2026 09:00 +02:00</p>",
        PUBLISHED + "<h1>Storm</h1><p>Published 1 July 2026 | Last updated on July 3, 2026 at 9:00 am +0200</p>",
        PUBLISHED + f"<h1>Storm</h1>{STORY * 6}<p>This page was last edited on 2026-07-03 09:00 +0200.</p>",
    ],
)
def test_a_change_is_found_where_pages_tell_of_it(inside: str) -> None:
    assert moments(inside) == ("2026-07-01T08:30:00+02:00", "2026-07-03T09:00:00+02:00")


def test_the_time_of_a_change_is_not_taken_for_that_of_publication() -> None:
    changed = '<p><time class="updated" datetime="2026-07-03">x</time></p>'
    assert moments(f'<h1>Storm</h1>{changed}<time datetime="2026-07-01">y</time>') == ("2026-07-01", "2026-07-03")


@pytest.mark.parametrize(
    "said",
    [
        "",
        "<p>Updated: 1 July 2026</p>",
        "<p>Updated: 30 June 2026</p>",
        "<p>Updated weekly since 2019</p>",
        "<p>Updated 3 hours ago</p>",
        "<p>An updated list of 2026-07-09 roads</p>" * 2,
        '<meta property="article:modified_time" content="2026-07-01T06:30:00Z">',
        '<time class="published updated" datetime="2026-07-01T08:30:00+02:00">1 July</time>',
    ],
)
def test_what_is_no_later_moment_is_no_change(said: str) -> None:
    assert moments(f"{PUBLISHED}<h1>Storm</h1>{STORY * 6}{said}") == ("2026-07-01T08:30:00+02:00", "")


def test_a_page_that_tells_only_of_a_change_was_published_then() -> None:
    assert moments(f"{MODIFIED}<h1>Storm</h1>") == ("2026-07-03T09:00:00+02:00", "")


@pytest.mark.parametrize(
    ("under", "published", "updated"),
    [
        (
            "发布时间：2026-07-01 08:30 更新时间：2026-07-02 10:00",
            "2026-07-01T08:30:00+08:00",
            "2026-07-02T10:00:00+08:00",
        ),
        (
            "更新时间：2026-07-02 10:00 发布时间：2026-07-01 08:30",
            "2026-07-01T08:30:00+08:00",
            "2026-07-02T10:00:00+08:00",
        ),
        ("2026-07-01 08:30 山城晚报 最后更新 2026年7月2日", "2026-07-01T08:30:00+08:00", "2026-07-02"),
        ("发表于 2026年7月1日 修改时间：2026年7月5日", "2026-07-01", "2026-07-05"),
        ("发布时间：2026-07-01 08:30 最后更新：2026-07-01", "2026-07-01T08:30:00+08:00", ""),
        ("更新时间：2026-07-02 10:00 来源：山城日报", "2026-07-02T10:00:00+08:00", ""),
    ],
)
def test_a_chinese_page_tells_of_a_change(under: str, published: str, updated: str) -> None:
    page = chinese_page("utf-8", "山城遭遇特大暴雨 三千人连夜转移", under, SIMPLIFIED, "山城新闻网")
    found = elements(page, "http://news.shancheng.cn/a.html")
    assert (found.published, found.updated) == (published, updated)


def test_traditional_characters_tell_of_a_change_too() -> None:
    under = "發布時間：2026-07-01 08:30　最後更新：2026-07-02 10:00　來源：山城時報"
    page = chinese_page("big5", "山城暴雨 三千人連夜轉移", under, TRADITIONAL, "山城新聞網")
    found = elements(page, "http://news.shancheng.tw/a.html")
    assert (found.published, found.updated) == ("2026-07-01T08:30:00+08:00", "2026-07-02T10:00:00+08:00")
    assert found.source == "山城時報"


@pytest.mark.parametrize(
    ("when", "than", "later"),
    [
        ("2026-07-02", "2026-07-01", True),
        ("2026-07-01", "2026-07-01", False),
        ("2026-07-01T23:00:00", "2026-07-01", False),
        ("2026-07-01T09:00:00+02:00", "2026-07-01T08:00:00+01:00", False),  # 07:00 UTC both
        ("2026-07-01T09:00:00+01:00", "2026-07-01T09:00:00+02:00", True),  # 08:00 and 07:00 UTC
        ("2026-07-01T09:00:00-05:00", "2026-07-01T10:00:00", False),  # whose zone is not known
        ("2026-07-02T09:00:00-05:00", "2026-07-01T10:00:00", True),
    ],
)
def test_moments_are_compared_as_far_as_they_are_known(when: str, than: str, later: bool) -> None:
    assert is_later(when, than) is later


def test_the_first_that_is_after_the_publication_counts_and_only_where_there_is_one() -> None:
    assert updated(["2026-06-01", "2026-07-03", "2026-07-02"], "2026-07-01") == "2026-07-03"
    assert updated(["2026-07-03"], "") == ""
