"""Front pages and lists of headlines are told from articles."""

from __future__ import annotations

import pytest

from honeyguide.parsing.html import parse
from honeyguide.relevance.link_lists import ALL_LINKS, linked_share

STORY = "The river burst its banks shortly before dawn and the water poured into the lower streets of the old town."
NEWS = "昨天夜间，清河县普降大到暴雨，局部特大暴雨，部分村庄进水，道路中断。"


def share(body: str) -> float:
    page = parse(f"<html><body>{body}</body></html>", "http://a.example/", max_links=100)
    return linked_share(page, "\n".join(page.groups))


def cards(many: int, teaser: str = STORY[:80], heading: str = "h3") -> str:
    card = "<{0}><a href=/{1}>Flood number {1}</a></{0}><div>3 November</div><p>{2}…</p>"
    return "".join(card.format(heading, number, teaser) for number in range(many))


@pytest.mark.parametrize("teaser", [STORY[:80], NEWS])
def test_headlines_with_teasers_are_a_list(teaser: str) -> None:
    assert share(f"<h1>Floods</h1>{cards(6, teaser)}<p>Subscribe</p>") == ALL_LINKS
    assert share(f"<h1>Floods</h1>{cards(3, teaser)}") < 0.5


@pytest.mark.parametrize("text", [STORY, NEWS])
def test_an_article_below_which_headlines_stand_is_none(text: str) -> None:
    assert share(f"<h1>Floods</h1>{3 * f'<p>{text}</p>'}<h2>More</h2>{cards(6)}") < 0.5


def test_a_manual_whose_headings_lead_to_themselves_is_none() -> None:
    own = "".join(f"<h2>Part {n} <a href='#part-{n}'>¶</a></h2><p>{STORY}</p>" for n in range(6))
    assert share(own) < 0.1
    whole = "".join(f"<h2 id=part-{n}><a href='#part-{n}'>Part {n} of it</a></h2><p>{STORY}</p>" for n in range(6))
    assert share(whole) < 0.2
    edited = "".join(f"<h2>Part {n} [<a href='/edit?{n}'>edit</a>]</h2><p>{STORY}</p>" for n in range(6))
    assert share(edited) < 0.1


def test_headlines_alone_are_a_list() -> None:
    assert share("".join(f"<h2><a href=/{n}>Flood number {n}</a></h2>" for n in range(5))) >= ALL_LINKS
