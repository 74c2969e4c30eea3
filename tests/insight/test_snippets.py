"""Snippets: which part of a text is shown, what is marked in it, and that nothing in it is obeyed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.insight.snippets import Snippet, patterns, snippet
from honeyguide.parsing.tokens import searchable
from honeyguide.reporting.text import plain
from honeyguide.storage.search_query import parse


def of(text: str, query: str) -> Snippet:
    return snippet(text, patterns(term for group in parse(query, searchable).groups for term in group))


def marked(text: str, query: str) -> list[str]:
    shown = of(text, query)
    return [shown.text[start:end] for start, end in shown.hits]


def test_stems_are_marked_as_the_index_finds_them() -> None:
    text = "Floods came. The valley flooded; flooding goes on in China's café, and a floodgate broke."
    assert marked(text, "flood") == ["Floods", "flooded", "flooding"]
    assert marked(text, "china cafe") == ["China's", "café"]
    assert marked(text, "floodg*") == ["floodgate"]
    assert marked(text, "flo*") == ["Floods", "flooded", "flooding", "floodgate"]


def test_a_phrase_is_marked_where_it_stands_and_not_its_words() -> None:
    assert marked("rain, heavy rain; heavy snow, heavy rains", '"heavy rain"') == ["heavy rain", "heavy rains"]


def test_chinese_is_marked_by_characters_and_traditional_pages_stay_as_they_are() -> None:
    assert marked("昨夜大暴雨，今晨暴雨紅色預警", "暴雨") == ["暴雨", "暴雨"]
    assert marked("颱風帶來暴雨，紅色預警", "台风") == ["颱風"]
    assert marked("颱風帶來暴雨，紅色預警。紅色的傘", "「红色预警」") == ["紅色預警"]
    assert marked("特大暴雨红色预警，特别", "特大暴雨") == ["特大暴雨"]
    assert marked("雨，又是雨", "雨") == ["雨", "雨"]


def test_the_window_with_the_most_different_terms_is_shown() -> None:
    filler = "Nothing of note is told here, only words and more words. " * 12
    text = f"Rain rain rain. {filler}After the rain the river rose in the valley. {filler}The river again."
    shown = of(text, "river valley rain")
    assert "After the rain the river rose in the valley" in shown.text
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")
    assert len(shown.text) <= 250
    assert [shown.text[a:b] for a, b in shown.hits] == ["rain", "river", "valley"]


def test_many_hits_of_one_term_say_less_than_two_terms() -> None:
    text = f"{'Rain, rain and rain. ' * 5}{'Nothing else. ' * 40}The rain filled the valley. {'Nothing else. ' * 40}"
    assert "The rain filled the valley" in of(text, "rain valley").text


def test_no_word_is_cut_in_two() -> None:
    words = "extraordinarily complicated happenings " * 20
    for number in range(12):
        shown = of(f"{words}flood {'ox ' * number}{words}", "flood").text
        assert "flood" in shown
        assert set(shown.strip("…").split()) <= {"extraordinarily", "complicated", "happenings", "flood", "ox"}


def test_a_chinese_snippet_has_half_as_many_characters_which_take_as_much_room() -> None:
    assert 100 < len(of("人们在家里吃饭看书。" * 40 + "暴雨又来了。" + "山里很安静。" * 40, "暴雨").text) <= 122


def test_a_text_without_a_hit_is_shown_from_its_beginning() -> None:
    assert of("Some words", "absent") == ("Some words", ())
    assert of("", "absent") == ("", ())


def test_a_snippet_is_one_line_without_what_a_terminal_obeys() -> None:
    shown = of("\x1b]0;x\x07 [red]heavy\n\n\t rain[/red]\u202e \u3000and <b>wind</b>", "rain wind")
    assert shown.text == "]0;x [red]heavy rain[/red] and <b>wind</b>"
    assert [shown.text[a:b] for a, b in shown.hits] == ["rain", "wind"]


_PARTS = st.sampled_from(
    ["flood ", "floods, ", "暴雨", "紅色預警", "\n", "\u202e", "x" * 50, "İ ", "rain. ", "… ", " "]
)


@settings(max_examples=200)
@given(st.lists(_PARTS | st.text(max_size=6), max_size=80).map("".join))
def test_hits_lie_within_the_text_in_order_and_apart(text: str) -> None:
    shown = of(text, 'flood OR 暴雨 OR 红色预警 OR "rain flood" OR 雨 OR flo*')
    assert plain(shown.text) == shown.text
    assert len(shown.text) <= 300
    last = 0
    for start, end in shown.hits:
        assert last <= start < end <= len(shown.text)
        assert shown.text[start:end].strip() == shown.text[start:end]
        last = end
