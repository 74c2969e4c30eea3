"""When was it published?"""

from __future__ import annotations

from typing import Any

import pytest
from dateparser.languages.locale import Locale
from htmldate import extractors
from tests.parsing.article.pages import STORY, elements

from honeyguide.parsing.article import body
from honeyguide.parsing.article.dates import moment
from honeyguide.parsing.article.guessed_dates import MOST, _find, bounded
from honeyguide.timestamps import parse as parse_moment


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-07-01", "2026-07-01"),
        ("2026-07-01T08:30:00Z", "2026-07-01T08:30:00+00:00"),
        ("2026-07-01T08:30:00.123+0530", "2026-07-01T08:30:00+05:30"),
        ("2026-07-01 08:30", "2026-07-01T08:30:00"),
        ("Published on July 1st, 2026 at 8:30 pm", "2026-07-01T20:30:00"),
        ("1 Jul 2026 12:05 a.m.", "2026-07-01T00:05:00"),
        ("Wed, 01 Jul 2026 08:30:00 GMT", "2026-07-01T08:30:00+00:00"),
        ("20260701", "2026-07-01"),
        ("Stand: 3.4.2026", "2026-04-03"),  # with points the day is first
        ("version 1.3.4.2026", ""),
        ("2026年7月1日", "2026-07-01"),
        ("2026年7月1日 下午3:05", "2026-07-01T15:05:00"),
        ("2026年7月1日 20时05分 北京时间", "2026-07-01T20:05:00+08:00"),
        ("2026年7月1日 9时5分 北京时间", "2026-07-01T09:05:00+08:00"),
        ("民國115年7月1日", "2026-07-01"),  # 115 + 1911 = 2026
        ("2026-02-31", ""),
        ("2026-13-01", ""),
        ("1901-01-01", ""),
        ("yesterday", ""),
        ("call 2026-555-1234", ""),
    ],
)
def test_a_moment_is_read_as_it_is_meant(written: str, meant: str) -> None:
    assert moment(written) == meant


def test_a_bare_clock_is_in_the_zone_of_its_host_only_where_that_has_one() -> None:
    assert moment("2026-07-01 08:30", "news.shancheng.cn") == "2026-07-01T08:30:00+08:00"
    assert moment("2026-07-01 08:30", "news.example.com") == "2026-07-01T08:30:00"
    assert moment("2026-07-01", "news.shancheng.cn") == "2026-07-01"


@pytest.mark.parametrize(
    ("inside", "meant"),
    [
        ('<meta property="article:published_time" content="2026-07-01T08:30:00+02:00">', "2026-07-01T08:30:00+02:00"),
        ('<meta itemprop="datePublished" content="2026-07-01">', "2026-07-01"),
        ('<h1>Storm</h1><time datetime="2026-07-01T08:30Z">this morning</time>', "2026-07-01T08:30:00+00:00"),
        ('<h1>Storm</h1><span class="post-date">July 1, 2026</span>', "2026-07-01"),
        ("<h1>Storm</h1><p>Published: 1 July 2026</p>", "2026-07-01"),
    ],
)
def test_the_date_of_a_page_is_found_where_pages_have_it(inside: str, meant: str) -> None:
    assert elements(f"<html><head><title>Storm</title></head><body>{inside}{STORY}</body></html>").published == meant


def test_what_is_declared_comes_before_what_stands_on_the_page() -> None:
    page = '<meta property="article:published_time" content="2026-07-01"><h1>Storm</h1>'
    assert elements(f'{page}<time datetime="2026-07-04">now</time>{STORY}').published == "2026-07-01"


def test_the_address_tells_the_date_when_nothing_else_does() -> None:
    assert elements(f"<h1>Storm</h1>{STORY}", "http://news.example/2026/07/01/storm").published == "2026-07-01"


def test_the_year_of_a_copyright_line_is_no_date() -> None:
    footer = "<div class='footer'>&copy; 2025 example.com All rights reserved</div>"
    assert elements(f"<html><body><h1>The river rose</h1>{STORY}{footer}</body></html>").published == ""


MANY = "".join(f'<span class="date">{n % 28 + 1} Brumaire {2000 + n % 30} {n}</span>' for n in range(900))


def test_dateparser_gets_so_many_texts_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    parser = bounded()._parser()

    def record(text: str) -> dict[str, None]:
        asked.append(text)
        return {"date_obj": None}

    monkeypatch.setattr(parser, "get_date_data", record)
    assert elements(f"<html><body>{STORY}{MANY}</body></html>").published == ""
    assert len(asked) == MOST


def test_what_a_page_is_dated_does_not_depend_on_the_pages_before_it() -> None:
    page = f"<html><body>{STORY}{MANY}<p>2/24/2026</p></body></html>"
    assert elements(page).published == elements(page).published == ""


def test_dateparser_tries_the_language_of_the_page_and_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """And all that it knows for others in the process."""
    tried: list[str] = []
    applies = Locale.is_applicable

    def recorded(locale: Locale, *more: Any, **named: Any) -> bool:
        tried.append(locale.shortname)
        return bool(applies(locale, *more, **named))

    monkeypatch.setattr(Locale, "is_applicable", recorded)
    assert elements(f"<html lang='it'><body>{STORY}{MANY}</body></html>").published == ""
    assert set(tried) == {"en", "it"}
    extractors.external_date_parser("24 Brumaire 2026", "%Y-%m-%d")
    assert len(set(tried)) > 100


def test_a_library_that_fails_is_told_of_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "_told", set())
    for _ in range(2):
        assert _find(7, "http://news.example/", extensive=False) == ""  # which is no tree
    (told,) = caplog.messages
    assert told.startswith("htmldate failed on a page, which goes without: TypeError: ")


@pytest.mark.parametrize(
    ("under", "day"),
    [
        ("<p>Essay - Published: 2026.07.01 | rivers | bridges | and another | 3 comments</p>", "2026-07-01"),
        (f"{STORY}<p>This article was originally published on 1 July 2026.</p>", "2026-07-01"),
        (f"{STORY}<p>The novel was originally published on 1 July 1999, and the bridge stands in it.</p>", ""),
        ('<div data-page="{&quot;datePublished&quot;:&quot;2026-07-01T08:30:00Z&quot;}"></div>', "2026-07-01"),
        ('<script>var a = [{"datePublished":"2026-07-01"}, {"datePublished":"2026-07-02"}]</script>', ""),
    ],
)  # fmt: skip
def test_a_date_that_the_page_tells_of_itself(under: str, day: str) -> None:
    page = f"<title>Storm closes the bridge</title><h1>Storm closes the bridge</h1>{under}{STORY}"
    assert elements(page).published[:10] == day


def test_a_line_under_the_title_that_is_a_date_comes_before_a_guess() -> None:
    others = "".join(f'<div class="card"><a href="/{n}">More</a><div>2023-10-{n}</div></div>' for n in range(10, 14))
    page = f"<title>Roads</title><h1>Storm closes the bridge</h1><h5><b>2024-11-06</b></h5>{STORY}{others}"
    assert elements(page).published == "2024-11-06"
    assert elements(page.replace("<h5><b>2024-11-06</b></h5>", "")).published != "2024-11-06"


def test_a_date_behind_a_relative_one_is_read() -> None:
    post = '<em>发表于 <span title="2024-3-5 21:07:33">昨天&nbsp;21:07</span></em>'
    reply = "<p>发表于 2024-3-6 08:00:10</p>"
    page = f"<title>雾中徒步</title><h1>雾中徒步</h1><div>{post}</div>{STORY}{reply}"
    assert elements(page).published == "2024-03-05T21:07:33"
    assert (
        elements(page.replace('title="2024-3-5 21:07:33"', 'title="雾 2024-3-5"')).published == "2024-03-06T08:00:10"
    )


def test_the_date_of_creation_among_the_data_of_scripts_is_read_where_the_page_shows_none() -> None:
    script = "<script>var createTime = '2022-12-02 08:02';</script>"
    page = f'<title>豆浆店</title><h1>豆浆店</h1><em id="publish_time"></em>{STORY}'
    assert elements(page + script).published == "2022-12-02T08:02:00"
    assert elements(page + script + script.replace("12-02", "12-05")).published == ""  # which of the two?
    assert elements(page.replace("</em>", "2022-12-01</em>") + script).published == "2022-12-01"
    assert elements(page + script, "http://a.example/2021/05/06/shop").published == "2021-05-06"
    assert elements(page + script, "http://a.example/2022/12/02/shop").published == "2022-12-02T08:02:00"


def test_what_chinese_search_engines_ask_for_is_read() -> None:
    data = '{"@context": "cambrian.jsonld", "pubDate": "2020-11-12T10:23:11", "upDate": "2023-05-01T12:00:00"}'
    changed = "<span>已于&nbsp;2023-05-01 12:00:00&nbsp;修改</span>"
    page = f"<title>双指针</title><h1>双指针</h1><div>{changed}</div>{STORY}"
    found = elements(f'<script type="application/ld+json">{data}</script>{page}')
    assert (found.published, found.updated) == ("2020-11-12T10:23:11", "2023-05-01T12:00:00")
    added = page.replace(changed, changed + "<div>于 2020-11-12 10:23:11 首次发布</div>")
    assert elements(added).published == "2020-11-12T10:23:11"


@pytest.mark.parametrize(
    "told",
    [
        "<ul><li>Amarok and its server[dead link 2020-03-28]</li><li>The manual</li></ul>",
        "<ul><li>Those settings are what works on 2018-11-28</li><li>Nothing else is known</li></ul>",
        "<table><tr><th>Laptop</th><th>Image</th></tr><tr><td>E6420</td><td>2011.08.19</td></tr></table>",
        '<ul><li>"twm", the encyclopedia. Retrieved October 22, 2009.</li></ul>',
    ],
)
def test_a_date_in_a_list_or_a_table_of_the_text_is_not_the_pages(told: str) -> None:
    page = f"<title>Window managers</title><h1>Window managers</h1>{STORY * 4}<h2>See also</h2>{told}{STORY}"
    assert elements(page).published == ""


def test_a_short_line_under_the_title_dates_a_page_still() -> None:
    page = f"<title>Bridges</title><h1>Bridges</h1><div>Written in the harbour, 2020-03-28</div>{STORY}"
    assert elements(page).published == "2020-03-28"


def test_the_date_of_the_visit_is_not_the_pages() -> None:
    for today in ("Home > Alerts | Today: 2025-12-31", "今天是 2025年12月31日 星期三"):
        page = f"<title>Bridges</title><div>{today}</div><h1>Bridges</h1><i>By Ann Example | 2018-02-04</i>{STORY}"
        assert elements(page).published == "2018-02-04", today
        assert elements(page.replace(" | 2018-02-04", "")).published == "", today


def test_an_address_with_a_letter_before_the_date_dates_its_page() -> None:
    page = f"<title>暴雨</title><h1>暴雨</h1>{STORY}"
    assert elements(page, "http://news.example/alerts/t20180204_5045.htm").published == "2018-02-04"
    assert elements(page, "http://news.example/alerts/it20180204_5045.htm").published == ""


@pytest.mark.parametrize(
    ("declared", "shown", "published"),
    [
        ("2062-11-05", "5 November 2026", "2026-11-05"),
        ("2062-11-05T08:00:00Z", "5 November 2026, 09:30", "2026-11-05T09:30:00"),
        ("2062-11-05", "", ""),
        ("2026-11-07", "5 November 2026", "2026-11-07"),  # a clock that is wrong, or a day that began elsewhere
        ("2026-11-09", "5 November 2026", "2026-11-05"),
    ],
)
def test_a_date_long_after_the_page_was_read_is_not_taken(declared: str, shown: str, published: str) -> None:
    html = (
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle", "headline": '
        f'"Flood on the river", "datePublished": "{declared}", "dateModified": "2063-01-01"}}</script>'
        f"<h1>Flood on the river</h1><p class='date'>{shown}</p><p>{' '.join(['The river rose in the night.'] * 20)}"
    )
    read_at = parse_moment("2026-11-06T00:00:00Z")
    assert read_at is not None
    found = elements(html, read_at=read_at)
    assert (found.published, found.updated) == (published, "")
    assert elements(html).published == declared.replace("Z", "+00:00")


@pytest.mark.parametrize(
    "log",
    [
        "<h2>1.0.0 (2018-01-02)</h2>{0}<h2>2.1.0 (2019-07-08)</h2>{0}",
        "<h2>2.1.0 (2019-07-08)</h2>{0}",
        "<h2>v2.1 <small>July 8, 2019</small></h2>{0}",
        "<h2>8 July 2019</h2>{0}<h3>2018-01-02</h3>{0}",
        "<h4>Version 2.1.0 - 2019-07-08</h4>{0}",
        "<p>Cache 2.1.0rc1 (8 July 2019)</p>{0}",
        "<h2>2.1.0 <time datetime=2019-07-08>July 8, 2019</time></h2>{0}",
        "<nav><div>2.1.0</div><div class='version'>(59807616e\t2019-07-08)</div></nav>{0}",
    ],
)
def test_what_a_changelog_dates_is_not_the_page(log: str) -> None:
    page = f"<title>Release history</title><h1>Release history</h1>{STORY}{log.format(STORY)}"
    assert elements(page).published == ""
    dated = page.replace("</h1>", "</h1><div>Published on 2020-03-28</div>")
    assert elements(dated).published == "2020-03-28"


def test_the_page_of_one_version_has_the_date_of_its_title() -> None:
    page = f"<title>Cache 2.1.0 (2019-07-08)</title><h1>Cache 2.1.0 (2019-07-08)</h1>{STORY}"
    assert elements(page).published == "2019-07-08"
