"""What a page declares of itself, its title, and who wrote it."""

from __future__ import annotations

import pytest
from tests.parsing.article.pages import STORY, elements

from honeyguide.parsing.article.metadata import declared
from honeyguide.parsing.article.scan import scan
from honeyguide.parsing.article.titles import choose_title, without_site


def test_names_are_found_as_text_as_objects_and_by_reference() -> None:
    html = """<script type="application/ld+json">[{"@type": "BlogPosting", "author": ["Ann Example",
    {"@type": "Person", "name": "Ben &amp; Example"}, {"@id": "#c"}]},
    {"@id": "#c", "name": "Cy Example"}]</script>"""
    assert declared(scan(html)).authors == ("Ann Example", "Ben & Example", "Cy Example")


def test_an_address_is_no_name() -> None:
    html = '<meta property="article:author" content="https://social.example/ann">'
    assert declared(scan(f'{html}<meta name=author content="Ann Example">')).meta_authors == ("Ann Example",)


def test_a_broken_script_does_not_hide_the_next() -> None:
    html = (
        '<script type="application/ld+json">{"@type": </script>'
        '<script type="application/ld+json">{"@type": "Article", "headline": "Storm"}</script>'
    )
    assert declared(scan(html)).titles == ("Storm",)


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Storm closes bridge | Valley Courier", "Storm closes bridge"),
        ("Storm closes bridge - Valley Courier", "Storm closes bridge"),
        ("Valley Courier: storm - a diary", "Valley Courier: storm - a diary"),
        ("Storm - what we know", "Storm - what we know"),
        ("山城暴雨_要闻_山城新闻网", "山城暴雨"),
    ],
)
def test_the_name_of_the_site_is_no_part_of_the_title(title: str, bare: str) -> None:
    assert without_site(title, {"valleycourier", "山城新闻网"}) == bare


def test_the_heading_that_says_what_is_declared_is_the_title() -> None:
    headings = [(1, "Valley Courier", 0), (2, "Storm closes bridge for good", 3), (1, "Storm closes bridge", 5)]
    assert choose_title(["Storm closes bridge | Valley Courier"], headings, [], "Valley Courier", "x.example") == (
        "Storm closes bridge",
        5,
    )


@pytest.mark.parametrize(
    ("heading", "title"),
    [("Writer settings¶", "Writer settings"), ("Writer settings#", "Writer settings"), ("Learn C#", "Learn C#")],
)
def test_the_sign_that_links_to_a_heading_is_no_part_of_the_title(heading: str, title: str) -> None:
    declared = [f"{title} — Store 4.2 documentation"]
    assert choose_title(declared, [(1, heading, 2)], [], "", "x.example") == (title, 2)


@pytest.mark.parametrize(
    "byline",
    [
        '<p class="byline">By Ann Example | July 1, 2026</p>',
        '<a rel="author" href="/ann">Ann Example</a>',
        '<span itemprop="author">Ann Example</span>',
        "<p>Written by Ann Example</p>",
        '<div class="post-author">Ann Example, Senior Editor</div>',
    ],
)
def test_the_author_is_found_where_pages_have_one(byline: str) -> None:
    assert (
        elements(f"<title>Storm closes bridge</title><h1>Storm closes bridge</h1>{byline}{STORY}").author
        == "Ann Example"
    )


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ann Writer", "Ann Writer"),
        ("Ann Writer, Staff Writer", "Ann Writer"),
        ("Jane Doe, Staff Writer", "Jane Doe"),
        ("Jane Doe Staff Writer", "Jane Doe"),
        ("Jane Doe Writer", "Jane Doe"),
        ("Jane Doe, editor", "Jane Doe"),
        ("James Last", "James Last"),
        ("Our Staff Writer", ""),
        ("Chief Editor", ""),
        ("Jane Doe last updated today", "Jane Doe"),
    ],
)
def test_a_surname_that_is_also_a_role_stays_and_a_role_goes(written: str, name: str) -> None:
    page = f'<title>Storm</title><meta name="author" content="{written}"><h1>Storm</h1>{STORY}'
    assert elements(page).author == name
    byline = f'<title>Storm</title><h1>Storm</h1><p class="byline">By {written}</p>{STORY}'
    assert elements(byline).author == name


def test_who_comments_is_no_author() -> None:
    comment = '<div class="comment-author">Bob says</div>'
    assert elements(f"<title>Storm</title><h1>Storm</h1>{STORY}{comment}").author == ""


@pytest.mark.parametrize(
    "section",
    [
        '<h2><span class="mw-headline" id="Source">Source</span></h2>',
        '<section id="author"><h2>Author</h2></section>',
        '<h2 id="source-url">Source URL</h2>',
    ],
)
def test_a_section_that_links_lead_to_names_neither_source_nor_author(section: str) -> None:
    found = elements(f"<title>Packages</title><h1>Packages</h1>{STORY}{section}{STORY}")
    assert (found.source, found.author) == ("news.example", "")


def test_an_element_whose_id_says_what_it_holds_is_read() -> None:
    page = f'<title>Bridges</title><h1>Bridges</h1><p id="source">Harbour Daily</p>{STORY}'
    assert elements(page).source == "Harbour Daily"


@pytest.mark.parametrize("level", [1, 2])
def test_the_name_of_a_book_above_the_title_of_its_page_is_not_the_title(level: int) -> None:
    page = f"<h1>The Harbour Book</h1><main><h{level}>Old quays</h{level}>{STORY}"
    assert elements(f"<title>Old quays - The Harbour Book</title>{page}").title == "Old quays"
    site_first = f"<h1>The Harbour Book</h1><h1>Of quays, and of what they are for</h1>{STORY}"
    title = "<title>The Harbour Book - Of quays, and of what they are for</title>"
    assert elements(title + site_first).title == "Of quays, and of what they are for"


def test_a_button_beside_a_heading_is_no_part_of_the_title() -> None:
    page = f"<h1>Struct <span>Vec</span>&nbsp;<button>Copy item path</button></h1>{STORY}"
    assert elements(f"<title>Vec in std::vec - Rust</title>{page}").title == "Struct Vec"
