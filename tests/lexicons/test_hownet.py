"""HowNet in both of its formats, with and without the hierarchy of sememes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lexicons import tiny

from honeyguide.errors import BadInput
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.opening import open_lexicons

GLOSSARY = "洪水\tN\twater|水,fact|事情\n台风 N wind|风\n暴雨          N     water|水,wind|风\n"


def test_definitions_tell_relations(tmp_path: Path) -> None:
    (tmp_path / "HowNet.txt").write_text(tiny.RECORDS, "utf-8")
    (tmp_path / "whole.dat").write_text(tiny.SEMEMES, "utf-8")
    add("zh", tmp_path / "HowNet.txt", folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.relations("暴雨") == [("synonym", "骤雨"), ("is-a", "水")]
    assert lexicons.relations("风力") == [("is-a", "事情"), ("attribute-of", "风")]
    assert lexicons.relations("风眼") == [("is-a", "事情"), ("part-of", "风")]


def test_the_english_half_is_a_lexicon_too(tmp_path: Path) -> None:
    (tmp_path / "HowNet.txt").write_text(tiny.RECORDS, "utf-8")
    add("en", tmp_path, folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.relations("wind force") == [("is-a", "fact"), ("attribute-of", "wind")]
    assert lexicons.similarity("rainstorms", "rainstorm") == 1.0


def test_lines_of_word_part_of_speech_and_definition_are_read(tmp_path: Path) -> None:
    (tmp_path / "glossary.dat").write_bytes(GLOSSARY.encode("gbk"))
    (tmp_path / "WHOLE.DAT").write_bytes(tiny.SEMEMES.encode("gbk"))
    assert add("zh", tmp_path, folder=tmp_path).kind == "hownet"
    assert open_lexicons(folder=tmp_path, with_vectors=False).similarity("洪水", "台风") == pytest.approx(
        0.112216, abs=1e-6
    )


def test_without_the_hierarchy_equal_sememes_count_and_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "glossary.dat").write_text(GLOSSARY, "utf-8")
    add("zh", tmp_path / "glossary.dat", folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert any("whole.dat" in sentence for sentence in lexicons.missing)
    assert lexicons.similarity("洪水", "台风") is None
    assert lexicons.similarity("洪水", "暴雨") == 0.25  # 2 / √4 · 1/4: one pair of four is water with water


def test_a_glossary_has_no_english_words(tmp_path: Path) -> None:
    (tmp_path / "glossary.dat").write_text(GLOSSARY, "utf-8")
    with pytest.raises(BadInput, match="no English words"):
        add("en", tmp_path, folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "says"), [("nothing\n", "has no lines of number"), ("0 entity|实体 7\n", "below number 7")]
)
def test_a_hierarchy_that_is_none_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "glossary.dat").write_text(GLOSSARY, "utf-8")
    (tmp_path / "whole.dat").write_text(text, "utf-8")
    with pytest.raises(BadInput, match=says):
        add("zh", tmp_path, folder=tmp_path)
