"""Text by the HTML labels of HYB Table 1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.model import LABELS, Page
from honeyguide.parsing.html import parse


def read(html: str, layout: str = "labels") -> Page:
    return parse(html, "http://example.test/", max_links=100, layout=layout)


def words(html: str) -> dict[str, list[str]]:
    return {label: group.split() for label, group in zip(LABELS, read(html).groups, strict=True) if group}


def test_text_is_sorted_by_the_weight_of_its_label() -> None:
    assert words(
        """<head><title>T</title><meta name=keywords content="k"><meta name=description content="d"></head>
        <body>o1<h1>a</h1><h2>b</h2><h3>c</h3><h4>d4</h4><h5>e</h5><h6>f</h6>
        <p>p <b>g</b> <strong>s</strong> <i>h</i> <u>i</u> <big>j</big> <sup>k1</sup><sub>l</sub> <small>m</small>
        <a href=x>n</a></p>"""
    ) == {
        "title": ["T"],
        "h1": ["a"],
        "h2, b": ["b", "g"],
        "h3–h6, i, u, big": ["c", "d4", "e", "f", "h", "i", "j"],
        "other": ["k", "d", "o1", "p", "s", "k1l", "m", "n"],
    }


@pytest.mark.parametrize(
    ("size", "label"),
    [
        ("7", "h1"), ("6", "h2, b"), ("5", "h3–h6, i, u, big"), ("4", "other"), ("3", "font 1–3"), ("2", "font 1–3"),
        ("1", "font 1–3"), ("+2", "h3–h6, i, u, big"), ("+9", "h1"), ("-1", "font 1–3"), ("-99", "font 1–3"),
        ("0", "font 1–3"), ("99999", "h1"), (" 6px", "h2, b"), ("large", "other"), ("", "other"),
    ],
)  # fmt: skip
def test_the_size_of_a_font_tells_its_weight(size: str, label: str) -> None:
    assert words(f'<p><font size="{size}" color=red>x</font>')[label] == ["x"]


def test_a_font_without_a_size_is_no_label() -> None:
    assert words("<font color=red>x</font><b><font face=serif>y</font></b>") == {"other": ["x"], "h2, b": ["y"]}


@pytest.mark.parametrize(
    "html",
    [
        "<h1>x <i>x</i> <small>x <b>x</b></small> <font size=1>x</font></h1>",
        "<i><h1>x</h1></i>",
        "<font size=2><h1><font size=3>x</font></h1></font>",
        "<b><u><font size=7>x <small>x</small></font></u></b>",
    ],
)
def test_of_nested_labels_the_weightiest_counts(html: str) -> None:
    assert set(words(html)["h1"]) == {"x"}
    assert len(words(html)) == 1


def test_a_label_of_weight_1_outweighs_a_small_font_around_or_inside_it() -> None:
    assert words("<font size=1>a <small>b</small> <p>c</p></font><small><font size=1>d</font></small>") == {
        "font 1–3": ["a", "c"],
        "other": ["b", "d"],
    }


def test_words_are_not_joined_across_labels() -> None:
    page = read("<p>rain<b>bold</b>fall</p><p>flood</p>")
    assert page.groups[2] == "bold"
    assert page.groups[4] == "rain\nfall\nflood"


PIECES = [
    "<h1>", "</h1>", "<b>", "</b>", "<font size=2>", "</font>", "<font>", "<p>", "</p>", "<title>", "</title>", "<i>",
    "</i>", "<small>", "</small>", "<script>", "</script>", "<a href=/x>", "</a>", "<table><td>", "<h3>", "</h3>",
    "<br>", " rain ", "storm", "暴雨", "\n", "<meta name=keywords content=k>", "<svg>", "</svg>", "<option>", "</",
    "<!--",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_whatever_the_markup_both_layouts_hold_the_same_words_and_links(html: str) -> None:
    by_label, by_group = read(html), read(html, "tag-groups")
    assert (by_label.text, by_label.links, by_label.title) == (by_group.text, by_group.links, by_group.title)
    assert len(by_label.groups) == len(LABELS)
    letters = [
        "".join(sorted("".join(page.groups).replace("\n", "").replace(" ", ""))) for page in (by_label, by_group)
    ]
    assert letters[0] == letters[1]
