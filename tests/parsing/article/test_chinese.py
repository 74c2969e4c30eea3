"""What Chinese pages say under the title."""

from __future__ import annotations

import pytest

from honeyguide.parsing.article.chinese import Named, named


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("来源：山城日报 作者：林一", Named("山城日报", "林一")),
        ("發布時間：2026-07-01 08:30 | 來源：山城時報 | 撰文：周二", Named("山城時報", "周二", "2026-07-01 08:30")),
        ("2026-07-01 08:30 山城晚报 记者 林一", Named("山城晚报", "林一", "2026-07-01 08:30")),
        ("稿源：山城广播电视台 2026年7月1日", Named("山城广播电视台", "", "2026年7月1日")),
        ("本报记者 林一 周二", Named("", "林一, 周二")),
        ("文/林一", Named("", "林一")),
        ("责任编辑：吴三", Named()),
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
