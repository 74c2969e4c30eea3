"""Text from outside, on one line and measured."""

from hypothesis import given
from hypothesis import strategies as st

from honeyguide.reporting.text import fitted, number, plain, width


def test_nothing_that_a_terminal_obeys_is_left() -> None:
    assert plain("a\x1b[31mb\u202ec\x9b\n\td") == "a [31mb c d"


def test_numbers_are_told_to_three_digits_and_never_with_an_exponent_where_they_are_large() -> None:
    assert [number(each) for each in (0.4613, 2.0, 12.345, 1163.4)] == ["0.461", "2", "12.3", "1,163"]


def test_a_chinese_character_is_as_wide_as_it_is_high() -> None:
    assert width("暴雨") == 2.0
    assert width("ab") == 2 * 0.54
    assert width("e\u0301") == 0.54


def test_a_text_is_cut_where_there_is_no_more_room() -> None:
    assert fitted("暴雨红色预警", 6.0) == "暴雨红色预警"
    # an ellipsis takes 0.54, three characters 3: 3.54 of 4, and a fourth would take 4.54
    assert fitted("暴雨红色预警", 4.0) == "暴雨红…"


@given(st.text(max_size=60), st.floats(1.0, 30.0))
def test_what_is_fitted_is_never_wider_than_its_room(text: str, room: float) -> None:
    assert width(fitted(text, room)) <= room + 1e-9


@given(st.text(max_size=200), st.integers(1, 40))
def test_plain_text_is_printable_one_line_and_short(text: str, longest: int) -> None:
    shown = plain(text, longest)
    assert shown.isprintable()
    assert len(shown) <= longest
