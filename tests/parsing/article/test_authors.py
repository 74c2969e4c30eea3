"""Who wrote it?"""

from __future__ import annotations

import json

import pytest
from tests.parsing.article.pages import SIMPLIFIED, STORY, chinese_page, elements


def author(byline: str, kind: str = "byline") -> str:
    return elements(f'<title>Storm</title><h1>Storm</h1><p class="{kind}">{byline}</p>{STORY}').author


@pytest.mark.parametrize(
    ("byline", "name"),
    [
        ("By several residents, 6 June 2016", "several residents"),
        ("By several residents, 6th of June 2016", "several residents"),
        ("By Ann Example, Monday, 6 June 2016 08:30", "Ann Example"),
        ("By Ann Example, January 5, 2016", "Ann Example"),
        ("By Ann Example Jan. 5 2016", "Ann Example"),
        ("By Ann Example on 5-Jan-2016", "Ann Example"),
        ("By Ann Example, 2016-06-06", "Ann Example"),
        ("By Ann Example 2016-06-06T08:30:00Z", "Ann Example"),
        ("By Ann Example and Bo Sample, 6 June 2016", "Ann Example, Bo Sample"),
        ("By April May, 6 June 2016", "April May"),
        ("记者 林一, 2016年6月6日", "林一"),
        ("文/林一 2016年6月6日", "林一"),
        ("作者：林一，6月6日", "林一"),
        ("By the editor, 18 September 2024", ""),
        ("By our correspondent, 18 September 2024", ""),
        ("记者 本报记者, 2022年2月18日", ""),
    ],
)
def test_the_date_after_a_name_is_no_part_of_it(byline: str, name: str) -> None:
    assert author(byline) == name


@pytest.mark.parametrize(
    "under",
    ["记者 林一, 2016-06-06 08:15", "记者 林一，2016年6月6日", "2016/06/06 记者 林一", "作者：林一2016年6月6日"],
)
def test_a_chinese_line_with_a_comma_before_its_date_is_read(under: str) -> None:
    page = chinese_page("utf-8", "山城遭遇特大暴雨 三千人连夜转移", under, SIMPLIFIED, "山城新闻网")
    found = elements(page, "http://news.shancheng.cn/a.html")
    assert (found.author, found.published[:10]) == ("林一", "2016-06-06")


def test_the_name_of_the_site_is_the_last_choice() -> None:
    site = '<meta property="og:site_name" content="Valley Courier"><meta name="author" content="Valley Courier">'
    page = f"<title>Storm</title>{site}<h1>Storm</h1>"
    assert elements(f'{page}<p class="byline">By Ann Example</p>{STORY}').author == "Ann Example"
    assert elements(f"{page}{STORY}").author == "Valley Courier"


def test_a_line_that_only_begins_like_a_byline_names_nobody() -> None:
    assert elements(f"<title>Storm</title><h1>Storm</h1><p>By Ann Example</p>{STORY}").author == "Ann Example"
    assert elements(f"<title>Storm</title><h1>Storm</h1><p>By midnight the river rose</p>{STORY}").author == ""
    assert elements(f"<title>Storm</title><h1>Storm</h1><p>By sunset, all was over</p>{STORY}").author == ""


def test_so_many_names_and_no_more_are_kept() -> None:
    names = [f"Ann Example{chr(65 + number)}" for number in range(20)]
    told = json.dumps({"@type": "NewsArticle", "author": [{"@type": "Person", "name": name} for name in names]})
    page = f'<title>Storm</title><script type="application/ld+json">{told}</script><h1>Storm</h1>{STORY}'
    assert elements(page).author == ", ".join(names[:12])
