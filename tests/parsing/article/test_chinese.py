"""What Chinese pages say under the title."""

from __future__ import annotations

import pytest
from tests.parsing.article.pages import SIMPLIFIED, elements

from honeyguide.model import Article
from honeyguide.parsing.article.chinese import Named, named
from honeyguide.parsing.article.titles import without_site


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("来源：山城日报 作者：林一", Named("山城日报", "林一")),
        ("發布時間：2026-07-01 08:30 | 來源：山城時報 | 撰文：周二", Named("山城時報", "周二", "2026-07-01 08:30")),
        ("2026-07-01 08:30 山城晚报 记者 林一", Named("山城晚报", "林一", "2026-07-01 08:30")),
        ("稿源：山城广播电视台 2026年7月1日", Named("山城广播电视台", "", "2026年7月1日")),
        ("本报记者 林一 周二", Named("", "林一, 周二")),
        ("文/林一", Named("", "林一")),
        ("文/记者 林一　图/周二", Named("", "林一")),
        ("文/林一 摄影/周二", Named("", "林一")),
        ("发布时间：2026年7月1日 9时5分", Named("", "", "2026年7月1日 9时5分")),
        ("责任编辑：吴三", Named()),
        ("2026-07-01 08:30 编辑：吴三", Named("", "", "2026-07-01 08:30")),
        ("2026-07-01 08:30 更新：2026-07-02 09:00", Named("", "", "2026-07-01 08:30")),
        ("已于 2026-07-02 09:00 修改 于 2026-07-01 08:30 首次发布", Named("", "", "2026-07-01 08:30")),
        ("首页 中文/繁体", Named()),
        ("山城新闻记者 林一 实习生 周二", Named("", "林一, 周二")),
        ("記者林一二台北報導", Named("", "林一二")),
        ("本报记者 林 一 周二三", Named("", "林一, 周二三")),
        ("〔記者林一二／台北報導〕", Named("", "林一二")),
        ("〔記者林一二∕台北報導〕", Named("", "林一二")),  # the slash of Big5
        ("林一/山城时报", Named("山城时报", "林一")),
        ("作者：林一\ue000参与评论", Named("", "林一")),
        ("来源：\ue000山城日报\ue000大字体", Named("山城日报")),
        ("时间：待定", Named()),
    ],
)
def test_the_line_under_the_title_is_read(line: str, found: Named) -> None:
    assert named(["首页 新闻", "山城遭遇特大暴雨", line, "昨夜至今晨，山城遭遇特大暴雨。"], 1) == found


def test_a_paragraph_is_no_line_of_labels() -> None:
    paragraph = "他说：消息来源：不能公开。" + "雨一直下，江水一直涨，人们连夜离开了家。" * 10
    assert named(["山城遭遇特大暴雨", paragraph], 0) == Named()


def test_a_page_without_chinese_is_left_alone() -> None:
    assert named(["Storm", "2026-07-01 Valley Courier", "The river rose."], 0) == Named()


def test_labels_far_below_the_title_are_not_read() -> None:
    lines = ["山城遭遇特大暴雨", *["雨一直下，江水一直涨。"] * 50, "来源：山城日报 作者：林一"]
    assert named(lines, 0) == Named()


def page(head: str, under: str, end: str = "") -> Article:
    body = "".join(f"<p>{text}</p>" for text in SIMPLIFIED * 4)
    title = "山城遭遇特大暴雨"
    html = f"<head><title>{title}</title>{head}</head><body><h1>{title}</h1><div>{under}</div>{body}{end}</body>"
    return elements(html, "http://news.shancheng.cn/a.html")


def test_the_clock_that_the_page_shows_goes_with_the_bare_day_it_declares() -> None:
    found = page('<meta name="publishdate" content="2026-07-01">', "2026年07月01日08:30 来源：山城日报")
    assert found.published == "2026-07-01T08:30:00+08:00"


def test_an_editor_is_no_author() -> None:
    assert page('<meta name="author" content="责任编辑：吴三">', "").author == ""
    assert page('<meta name="author" content="吴三">', "", "<p>编辑：吴三</p>").author == ""


def test_who_made_the_forum_and_where_a_story_is_from_are_no_author() -> None:
    assert page('<meta name="author" content="Discuz! Team and Comsenz UI Team">', "").author == ""
    assert page("", "", '<div class="post_author">本文来源：山城新闻 责任编辑：吴三_N1</div>').author == ""


def test_a_reporter_before_a_slash_at_the_beginning_of_the_text_is_its_author() -> None:
    told = "〔記者林一二、周三／台北報導〕" + SIMPLIFIED[0]
    body = "".join(f"<p>{text}</p>" for text in (told, *SIMPLIFIED * 3))
    assert elements(f"<title>暴雨</title><h1>暴雨</h1>{body}").author == "林一二, 周三"


def test_the_account_on_a_platform_is_the_source() -> None:
    platform = '<meta property="og:site_name" content="众号平台">'
    assert page(platform, '<a id="js_name"> 豆浆地图 </a>').source == "豆浆地图"
    assert page(platform, "").source == "众号平台"


def test_an_author_under_the_text_counts_less_than_metadata() -> None:
    assert page("", "", "<p>（记者林一、通讯员周二）</p>").author == "林一, 周二"
    assert page('<meta name="author" content="郑四">', "", "<p>作者：林一</p>").author == "郑四"


@pytest.mark.parametrize(
    "declared",
    ["TITLE_新闻中心_江河网", "TITLE--时政--众声网", "TITLE-江河新闻网", "TITLE_绿色观察_涌泉新闻-The Spring",
     "TITLE - 昵称 - 园子",
     "TITLE_新闻频道_长风网(changfeng.com)", "TITLE - 观鸟 - 北岭论坛 - Powered by Discuz!",
     "【图片】TITLE【北岭吧】_大家贴吧"],
)  # fmt: skip
def test_site_and_section_are_no_part_of_a_title(declared: str) -> None:
    assert without_site(declared.replace("TITLE", "山城遭遇特大暴雨"), set()) == "山城遭遇特大暴雨"
