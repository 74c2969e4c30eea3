"""Drawings in the colours and fonts of their page."""

import re

import pytest
from matplotlib import rc_context
from matplotlib.figure import Figure

from honeyguide.reporting.plot_style import COLOURS
from honeyguide.reporting.themed import INK, THEME, THEMED, VARIABLES, themed


def drawn(text: str, tip: str = "") -> str:
    with rc_context(THEMED):
        canvas = Figure(figsize=(3, 2))
        axes = canvas.add_subplot()
        (bar,) = axes.bar([1], [2], color=COLOURS[1])
        bar.set_gid("one")
        axes.text(1, 1, text, color=INK)
        return themed("test", canvas, {"one": tip} if tip else {})


def test_colours_are_the_variables_of_the_page_and_fonts_its_fonts() -> None:
    svg = drawn("rain")
    assert "var(--colour-1)" in svg
    assert "var(--ink)" in svg
    assert not re.search(r"style=\"[^\"]*#[0-9a-f]{6}", svg)
    assert "font-family" not in svg
    assert "<style" not in svg


def test_every_variable_has_a_value_in_light_and_in_dark() -> None:
    light, dark = THEME.split("@media (prefers-color-scheme:dark)")
    for name in VARIABLES.values():
        assert f"{name}:" in light
        assert f"{name}:" in dark


def test_chinese_stays_text_and_nobody_is_warned_of_missing_glyphs(recwarn: pytest.WarningsRecorder) -> None:
    assert ">暴雨</text>" in drawn("暴雨")
    assert not recwarn.list


def test_text_and_tips_are_escaped() -> None:
    svg = drawn("</text><script>alert(1)</script>", "</title><script>alert(2)</script>")
    assert "<script" not in svg
    assert "<title>&lt;/title&gt;&lt;script&gt;alert(2)&lt;/script&gt;</title>" in svg


def test_parts_of_two_drawings_on_a_page_do_not_share_their_names() -> None:
    assert 'id="axes_1"' not in drawn("x")


def test_the_same_drawing_is_written_the_same_way() -> None:
    assert drawn("x", "y") == drawn("x", "y")
