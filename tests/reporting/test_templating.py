"""What comes from outside stays text, whichever template it is put into."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import TemplateSyntaxError, UndefinedError

import honeyguide
from honeyguide.reporting.templating import environment

SOURCE = Path(honeyguide.__file__).parent
TEMPLATES = sorted(str(path.relative_to(SOURCE)) for path in SOURCE.rglob("templates/*"))
MACROS: Any = environment().get_template("reporting/templates/macros.html").module


class Parts(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(max_size=80), st.text(max_size=5))
def test_words_of_a_page_make_no_element_and_no_attribute(words: str, language: str) -> None:
    parts = Parts(MACROS.said(words, language))
    assert parts.tags == ["bdi"]
    assert set(parts.attributes) <= {"lang"}


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_link_has_no_attributes_but_its_own(url: str, words: str) -> None:
    parts = Parts(MACROS.link("https://" + url, words))
    assert parts.tags == ["a", "bdi"]
    assert parts.attributes == ["href", "rel"]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "ftp://x/", " http://x/", ""]
)
def test_only_http_is_linked(url: str) -> None:
    assert Parts(MACROS.link(url, "a page")).tags == ["bdi"]


def test_a_page_without_a_title_is_called_by_its_address() -> None:
    assert Parts(MACROS.link("http://x.example/1", "\u200b ")).text == "http://x.example/1"


def test_a_page_says_its_language_where_that_is_one() -> None:
    assert MACROS.said("暴雨", "zh") == '<bdi lang="zh">暴雨</bdi>'
    assert MACROS.said("暴雨", 'zh" onclick="x') == "<bdi>暴雨</bdi>"


def test_every_head_of_a_table_has_a_scope() -> None:
    html = MACROS.table(("site", "items*"), "Sites", caller=lambda: MACROS.row(("site", "items*"), ("<b>a</b>", "3")))
    assert html.count('scope="col"') == 2
    assert html.count('scope="row"') == 1
    assert '<th scope="row" class="text">&lt;b&gt;a&lt;/b&gt;</th><td data-head="items" class="number">3</td>' in html
    assert "<caption>Sites</caption>" in html


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "&lt;b&gt;"])
def test_what_is_put_into_any_template_is_escaped(hostile: str) -> None:
    shown = environment().from_string('<p title="{{ it }}">{{ it }}</p>').render(it=hostile)
    parts = Parts(shown)
    assert (parts.tags, parts.attributes, parts.text) == (["p"], ["title"], hostile)


def test_a_name_that_a_template_is_not_given_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'missing' is undefined"):
        environment().from_string("{{ missing }}").render()


def test_text_becomes_markup_in_one_place() -> None:
    assert not [name for name in TEMPLATES if re.search(r"\|\s*safe|autoescape", (SOURCE / name).read_text("utf-8"))]
    used = [path.name for path in SOURCE.rglob("*.py") if re.search(r"\bMarkup\(", path.read_text("utf-8"))]
    assert used == ["templating.py"]
    drawings = [name for name in TEMPLATES for _ in re.findall(r"\|\s*svg", (SOURCE / name).read_text("utf-8"))]
    assert drawings == ["reporting/templates/macros.html", *["topics/ontology/templates/ontology.html"] * 2]


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_can_be_read(name: str) -> None:
    try:
        environment().get_template(name)
    except TemplateSyntaxError as wrong:
        pytest.fail(f"{name}, line {wrong.lineno}: {wrong}")


def test_the_wheel_holds_every_template() -> None:
    shipped = {each.distribution_path for each in WheelBuilder(str(SOURCE.parents[1])).recurse_included_files()}
    assert TEMPLATES
    assert {f"honeyguide/{name}" for name in TEMPLATES} <= shipped
