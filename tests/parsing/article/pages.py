"""Pages that the tests of the elements share: all of them made up here."""

from __future__ import annotations

from honeyguide.model import Article
from honeyguide.parsing.article.article import article_of
from honeyguide.parsing.decoding import decode
from honeyguide.parsing.html import parse

PARAGRAPHS = (
    "The river rose by two metres in the night, and the old bridge was closed to all traffic before dawn.",
    "Three villages along the bank were cleared by the fire service, and nobody was hurt, the council said.",
    "Forecasters expect more rain on Friday, though less than fell in the nine hours of the storm itself.",
)
STORY = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)

SIMPLIFIED = (
    "昨夜至今晨，山城遭遇特大暴雨，江水上涨两米，沿江三个镇的居民连夜转移到安全地带，没有人员伤亡。",
    "气象台说，这次暴雨持续了九个小时，最大雨量每小时九十毫米，是十年来最强的一次降水过程。",
    "截至今天早上八点，共有三千一百人得到安置，学校停课一天，公路抢修正在进行，预计明天恢复通车。",
)
TRADITIONAL = (
    "昨夜至今晨，山城遭遇特大暴雨，江水上漲兩米，沿江三個鎮的居民連夜轉移到安全地帶，沒有人員傷亡。",
    "氣象台說，這次暴雨持續了九個小時，最大雨量每小時九十毫米，是十年來最強的一次降水過程。",
    "截至今天早上八點，共有三千一百人得到安置，學校停課一天，公路搶修正在進行，預計明天恢復通車。",
)


def chinese_page(charset: str, title: str, under: str, paragraphs: tuple[str, ...], site: str) -> bytes:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return (
        f'<html><head><meta charset="{charset}"><title>{title}_{site}</title></head><body>'
        f'<div class="nav"><a href="/">{site}</a> <a href="/more">更多</a></div><h1>{title}</h1>'
        f'<div class="info">{under}</div><div class="content">{body}</div></body></html>'
    ).encode(charset)


def elements(
    html: str | bytes,
    url: str = "http://news.example/story",
    relevance: float | None = None,
    read_at: float = 0.0,
) -> Article:
    text = html if isinstance(html, str) else decode(html, "text/html")
    return article_of(parse(text, url, max_links=100), text, relevance=relevance, read_at=read_at)
