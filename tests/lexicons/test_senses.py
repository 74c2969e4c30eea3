"""The meanings of a word, each with its own relations."""

from __future__ import annotations

from pathlib import Path

from tests.lexicons.tiny import CILIN, wordnet

from honeyguide.lexicons import open_lexicons
from honeyguide.lexicons.adding import add
from honeyguide.protocols import WordSense, WordSenses


def test_every_meaning_has_its_own_words_relations_and_steps_up(tmp_path: Path) -> None:
    add("en", wordnet(tmp_path / "wordnet"), folder=tmp_path / "compiled")
    lexicons: WordSenses = open_lexicons(folder=tmp_path / "compiled", with_vectors=False)
    weather = ("weather", "weather condition")
    noun, verb = lexicons.senses("Storms", 3)
    assert noun == WordSense(("storm",), (("is-a", weather),), (weather, ("entity",)))
    assert verb == WordSense(("storm", "rage"), (("induce", ("destroy",)),), ())
    (only,) = lexicons.senses("rainstorm", 1)
    assert only.broader == (("storm",),)
    assert ("part-of", weather) in only.related
    assert lexicons.senses("rainstorm", 0)[0].broader == ()
    assert list(lexicons.senses("nonsense", 3)) == []


def test_chinese_words_have_meanings_too(tmp_path: Path) -> None:
    (tmp_path / "cilin.txt").write_text(CILIN, "utf-8")
    add("zh", tmp_path / "cilin.txt", folder=tmp_path / "compiled")
    (sense,) = open_lexicons(folder=tmp_path / "compiled", with_vectors=False).senses("暴雨", 3)
    assert sense.words == ("暴雨", "骤雨")
