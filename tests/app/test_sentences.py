"""What the source says of pages and crawls, in Chinese: all sentences that a real crawl with events brings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from tests.planted_crawl import planted_crawl

from honeyguide import BadInput, CrawlFolder, Workspace
from honeyguide.app.sentences import said_in
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.search_query import parse

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> CrawlFolder:
    return planted_crawl(tmp_path_factory.mktemp("crawl") / "rain", 300)


def sentences(crawl: CrawlFolder) -> set[str]:
    """Those that the application shows."""
    insight, status = crawl.insight(), crawl.status()
    assert insight.hot()
    pages = crawl.list_pages(on_topic=False, limit=20).pages
    return {
        *(reason.says for low in (True, False) for page in insight.trust(200, lowest=low) for reason in page.reasons),
        *(says for page in insight.currency(200) for says in page.says),
        *(event.says for event in insight.hot(20)),
        *(question.why for question in crawl.ask(5)),
        *(crawl.explain(page.number).why_not for page in pages),
        status.why_stopped,
        *status.failures,
    } - {""}


@pytest.mark.parametrize(
    "query",
    ['"flood', "OR flood", "flood OR", "flood OR -rain", '""', "(flood OR rain)", "title:", "-!", "fl*od", "f*",
     "-rain", "!", "x" * 3_000, " ".join(f"w{each}" for each in range(300))],
)  # fmt: skip
def test_what_is_wrong_with_a_query_is_said_in_chinese(query: str) -> None:
    with pytest.raises(BadInput) as wrong:
        parse(query, searchable)
    said = said_in("zh", str(wrong.value))
    assert not re.search("query|character|term|word", said), said


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "x" * 200, " x", "a\x07b"])
def test_what_is_wrong_with_a_name_is_said_in_chinese(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as wrong:
        Workspace(tmp_path).check_name(name)
    assert "it " not in said_in("zh", str(wrong.value))


def test_every_sentence_of_a_crawl_with_events_is_said_in_chinese(crawl: CrawlFolder) -> None:
    found = sentences(crawl)
    assert len(found) > 100
    assert {each for each in found if not re.search("[一-鿿]", said_in("zh", each))} == set()


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("3 stories from 2 sites in 7 days where 0.4 would be expected; busiest 3–5 December 2025",
         "7 天内有 3 篇报道，来自 2 个网站，而预期为 0.4 篇；最多的是 2025 年 12 月 3 至 5 日"),
        ("published 3 days ago (2025-12-03)", "发布于 3 天前（2025-12-03）"),
        ("the author is named: May", "署有作者：May"),
        ("published 1,234 days ago (2022-07-20)", "发布于 1,234 天前（2022-07-20）"),
        ("'pages' must be at least 1, not -5", "“pages”应为不小于 1，而不是 -5"),
        ("'repeats' must be a whole number from 1 to 100, not 0", "“repeats”应为1 到 100 的整数，而不是 0"),
        ("410 Gone", "410 Gone"),  # no date
        ("(meaning)", "（语义）"),
        ("28 December", "12 月 28 日"),
        ("nobody listens at 127.0.0.1:8080", "127.0.0.1:8080 处无人监听"),
        ("60 pages were stored before this run, and the limit of 60 counts them: to go on, ask for more than 60 pages in all",  # noqa: E501
         "此次运行之前已存有 60 个网页，上限 60 也把它们计算在内：要继续，请把总数设为多于 60 个"),
    ],
)  # fmt: skip
def test_pieces_of_a_sentence_stand_where_chinese_has_them(english: str, chinese: str) -> None:
    assert said_in("zh", english) == chinese
