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


@pytest.mark.parametrize("kind", ["byline", "author"])
@pytest.mark.parametrize(
    ("byline", "name"),
    [
        ("Source: Linden Signal<br>Published: 4 November 2025", ""),
        ("Source: Linden Signal<br>Ann Example", "Ann Example"),
        ("Photograph: Jane Doe<br>Ann Example, 4 November 2025", "Ann Example"),
        ("Photo: Jane Doe", ""),
        ("Category: Weather", ""),
        ("Reading time: 5 minutes", ""),
        ("Date: 4 November 2025", ""),
        ("Words: Ann Example", "Ann Example"),
        ("Source: Reuters | Author: Ann Example", "Ann Example"),
    ],
)
def test_a_line_with_the_label_of_something_else_names_no_author(kind: str, byline: str, name: str) -> None:
    assert author(byline, kind) == name


def test_so_many_names_and_no_more_are_kept() -> None:
    names = [f"Ann Example{chr(65 + number)}" for number in range(20)]
    told = json.dumps({"@type": "NewsArticle", "author": [{"@type": "Person", "name": name} for name in names]})
    page = f'<title>Storm</title><script type="application/ld+json">{told}</script><h1>Storm</h1>{STORY}'
    assert elements(page).author == ", ".join(names[:12])


BIO = "She writes about rivers. " * 12
META = '<meta name="author" content="Webmaster Wu">'
HEAD = "<title>Storm closes the bridge</title>{}<h1>Storm closes the bridge</h1>"


@pytest.mark.parametrize(
    ("meta", "under", "name"),
    [
        (META, "<p>By Ann Example, MS, RD</p>", "Ann Example"),
        (META, "<p>By Christmas, all was well again.</p>", "Webmaster Wu"),
        (META, "<p>By Monday, oil prices rose.</p>", "Webmaster Wu"),
        (META, "<p>Reviewed by Ann Example</p>", "Webmaster Wu"),
        ("", "<div><span>By</span><span>Ann Example</span></div>", "Ann Example"),
        ("", "<div>By</div><div>Ann Example</div>", "Ann Example"),
        ("", '<div class="byline">By Ann Example<div>Senior Reporter</div></div>', "Ann Example"),
        ("", '<p class="author">Ann Example, Senior Director, Content &amp; Marketing</p>', "Ann Example"),
        ("", f'<div class="author-box"><h4>Ann Example</h4><p>{BIO}</p></div>', "Ann Example"),
        ("", f"{STORY}<h3>Author</h3><p>Ann Example</p>", "Ann Example"),
        ("", f'{STORY}<p>View all posts by Ann Example</p>', "Ann Example"),
        ("", '<p><a href="/@courier">Mastodon</a></p>', ""),
        ("", '<p>The lake near <a href="/wp/u/Uganda.htm">Uganda</a> rose.</p>', ""),
        ("", f'<p>Then <a href="/people/bo">Bo Sample</a> said that {"the lake rose and " * 8}fell.</p>', ""),
    ],
)  # fmt: skip
def test_the_name_that_readers_see(meta: str, under: str, name: str) -> None:
    assert elements(HEAD.format(meta) + under + STORY).author == name


def test_a_shorter_byline_does_not_hide_the_other_authors() -> None:
    told = json.dumps({"@type": "NewsArticle", "author": ["Ann Example", "Bo Sample"]})
    script = f'<script type="application/ld+json">{told}</script>'
    assert (
        elements(f"{HEAD.format(script)}<p>By Ann Example | 2 comments</p>{STORY}").author == "Ann Example, Bo Sample"
    )


def test_a_card_names_the_author_where_its_label_says_so() -> None:
    card = (
        '<meta name="twitter:label1" content="Est. reading time"><meta name="twitter:data1" content="7 minutes">'
        '<meta name="twitter:label2" content="Written by"><meta name="twitter:data2" content="Ann Example">'
    )
    assert elements(f"{HEAD.format(card)}{STORY}").author == "Ann Example"


def test_an_author_who_is_told_of_has_the_name_that_is_marked_as_one() -> None:
    for inner in ('<span itemprop="name">alice_q</span>', '<div><b itemprop="name">alice_q</b></div>'):
        told = f'<div itemprop="author"><a href="/u/1">alice_q</a>{inner}<div><i>1,234</i></div></div>'
        assert elements(f"{HEAD.format('')}{STORY}{told}").author == "alice_q", inner
    other = f'{HEAD.format("")}<h1 itemprop="name">Bridges</h1><div itemprop="author">Ann Example</div>{STORY}'
    assert elements(other).author == "Ann Example"
