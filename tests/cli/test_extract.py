"""`honeyguide extract`: the elements of pages."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import TOPIC, WEB, Command
from tests.local_web import LocalWeb
from tests.parsing.article.pages import SIMPLIFIED, STORY, chinese_page

PAGE = f"""<html lang=en><head><title>Rainstorm closes bridge \x1b]0;owned\x07 [red]now[/red] - Valley Courier</title>
<meta property="og:site_name" content="Valley Courier"><meta name="author" content="Ann Example">
<meta property="article:published_time" content="2026-07-01T08:30:00Z"></head><body>{STORY}
<a href="relief">relief</a></body></html>"""


def test_a_file_is_shown_with_all_that_it_says(here: Command) -> None:
    (here.folder / "page.html").write_text(PAGE)
    said = here("extract", "page.html")
    assert said.code == 0
    for part in ("[red]now[/red]", "2026-07-01T08:30:00+00:00", "Valley Courier", "Ann Example", "The river rose"):
        assert part in said.out
    assert "\x1b" not in said.out


def test_json_holds_every_element(here: Command) -> None:
    (here.folder / "page.html").write_text(PAGE)
    found = here("extract", "page.html", "--json", "--base", "http://news.example/a/", "--topic", TOPIC).json
    assert set(found) == {
        "url", "title", "published", "updated", "source", "author", "content", "hyperlinks", "language",
        "title_words", "content_words", "keywords", "relevance", "parent", "fetched_at",
    }  # fmt: skip
    assert found["hyperlinks"] == ["http://news.example/a/relief"]
    assert 0 < found["relevance"] <= 1
    assert found["keywords"][0]["weight"] == 1.0


def test_without_a_topic_there_is_no_relevance(here: Command) -> None:
    assert here("extract", "-", "--json", stdin=PAGE).json["relevance"] is None


def test_standard_input_in_gbk_is_read(here: Command) -> None:
    page = chinese_page("gbk", "山城暴雨", "来源：山城日报 2026-07-01", SIMPLIFIED, "山城新闻网")
    found = here("extract", "-", "--json", stdin=page).json
    assert (found["title"], found["source"], found["published"]) == ("山城暴雨", "山城日报", "2026-07-01")


def test_a_page_of_the_web_is_fetched_and_says_when(here: Command, web: LocalWeb) -> None:
    url = WEB.seeds(1)[0]
    found = here("extract", url, "--connect-to", web.address, "--json").json
    assert found["url"] == url
    assert found["title"]
    assert found["fetched_at"].endswith("Z")


def test_a_folder_gives_one_object_a_line_and_says_what_it_left_out(here: Command) -> None:
    folder = here.folder / "pages"
    (folder / "inside").mkdir(parents=True)
    (folder / "one.html").write_text(PAGE)
    (folder / "inside" / "two.htm").write_bytes(
        chinese_page("big5", "山城暴雨", "2026-07-01", SIMPLIFIED[:0], "山城")
    )
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (folder / "empty.html").write_bytes(b"")
    (folder / "notes.txt").write_text("no page")
    said = here("extract", "pages", "--json", "--base", "http://news.example/x")
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [page["url"] for page in found] == [
        "http://news.example/x/one.html",
        "http://news.example/x/inside/two.htm",
    ]
    assert "picture.html: binary content" in said.err
    assert "2 pages, 2 left out" in said.err
    shown = here("extract", "pages")
    assert shown.out.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nowhere.html"], "neither a URL nor a file"),
        (["empty"], "holds no page"),
        (["page.html", "--topic", "no-such-topic"], "no-such-topic"),
        (["page.html", "--base", "::"], "is not a URL"),
        ([".", "--base", "::"], "is not a URL"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(here: Command, arguments: list[str], why: str) -> None:
    (here.folder / "page.html").write_text(PAGE)
    (here.folder / "empty").mkdir()
    said = here("extract", *arguments)
    assert said.code == 1
    assert why in said.sentence


def test_what_is_no_page_cannot_be_read(here: Command) -> None:
    said = here("extract", "-", stdin=b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert said.code == 4
    assert "binary content" in said.sentence
