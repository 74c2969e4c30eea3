"""What comes from outside stays text."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.reporting.markup import link, said, table


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
    parts = Parts(said(words, language))
    assert parts.tags == ["bdi"]
    assert set(parts.attributes) <= {"lang"}


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_link_has_no_attributes_but_its_own(url: str, words: str) -> None:
    parts = Parts(link("https://" + url, words))
    assert parts.tags == ["a", "bdi"]
    assert parts.attributes == ["href", "rel"]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "ftp://x/", " http://x/", ""]
)
def test_only_http_is_linked(url: str) -> None:
    assert Parts(link(url, "a page")).tags == ["bdi"]


def test_a_page_without_a_title_is_called_by_its_address() -> None:
    assert Parts(link("http://x.example/1", "\u200b ")).text == "http://x.example/1"


def test_every_head_of_a_table_has_a_scope() -> None:
    html = table(("site", "items*"), [("<b>a</b>", "3"), ("b", "4")], "Sites")
    assert html.count('scope="col"') == 2
    assert html.count('scope="row"') == 2
    assert '<td data-head="items" class="number">3</td>' in html
    assert "<caption>Sites</caption>" in html
