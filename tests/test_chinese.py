"""Traditional characters in their simplified form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.chinese import simplified
from honeyguide.insight.snippets import Pattern, snippet
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.opening import open_lexicons
from honeyguide.model import Topic
from honeyguide.parsing.tokens import segmented, tokens
from honeyguide.topics.checks import validate
from honeyguide.topics.terms import Terms, fold


@pytest.mark.parametrize(
    ("written", "simple"),
    [
        ("颶風", "飓风"),
        ("颱風", "台风"),
        ("瀋陽暴雨，災情擴大", "沈阳暴雨，灾情扩大"),
        ("爲了裏面", "为了里面"),
        ("暴雨红色预警", "暴雨红色预警"),
        ("A hurricane’s path – naïve", "A hurricane’s path – naïve"),
        ("", ""),
    ],
)
def test_chinese_is_simplified_and_everything_else_stays(written: str, simple: str) -> None:
    assert simplified(written) == simple


@given(st.text(st.sampled_from("颶風雨a ’\U00020000\U0002f81a\ud800龘𠁞") | st.characters(), max_size=60))
def test_every_character_keeps_its_place(text: str) -> None:
    assert len(simplified(text)) == len(text)
    assert simplified(text) == "".join(map(simplified, text))


def test_a_table_as_large_as_that_of_opencc_is_used() -> None:
    han = "".join(map(chr, range(0x4E00, 0xA000)))
    assert sum(one != other for one, other in zip(han, simplified(han), strict=True)) > 3_000


@pytest.mark.parametrize(("keyword", "text"), [("飓风", "颶風來襲"), ("颶風", "飓风来袭"), ("飓风", "飓风")])
def test_a_term_is_counted_in_either_script(keyword: str, text: str) -> None:
    assert Terms(Topic("t", {keyword: 1.0, "hurricane": 0.5})).count(f"{text} Hurricane") == {0: 1, 1: 1}


def test_forms_that_differ_in_script_only_count_once_and_may_stand_in_a_topic() -> None:
    assert fold("颶風") == fold("飓风")
    assert Terms(Topic("t", {"飓风": 1.0}, {"飓风": ("颶風",)})).count("颶風 飓风") == {0: 2}
    assert validate(Topic("storms", {"飓风": 1.0, "颶風": 0.5}), "topic.toml") == []


def test_words_are_shown_as_written_and_indexed_simplified() -> None:
    assert tokens("颶風登陸瀋陽") == ["颶風", "登陸", "瀋陽"]
    assert segmented("颶風登陸瀋陽") == "飓风 登陆 沈阳"


def test_a_snippet_marks_the_traditional_word_where_it_stands() -> None:
    text = "昨夜颶風登陸。"
    found = snippet(text, [Pattern(("飓", "风"))])
    assert found.text == text
    assert [text[start:end] for start, end in found.hits] == ["颶風"]


def test_lexicons_know_a_word_in_either_script_whichever_they_are_written_in(tmp_path: Path) -> None:
    (tmp_path / "cilin.txt").write_text("Bd01A01= 颶風 台风\nBd01A02= 雨 大雨\n", "utf-8")
    add("zh", tmp_path / "cilin.txt", folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.similarity("飓风", "颱風") == 1.0
    assert lexicons.similarity("颶風", "飓风") == 1.0


def test_english_pages_do_not_load_the_tables() -> None:
    code = "import sys, honeyguide.chinese as it; it.simplified('naïve – rain'); assert 'opencc' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
