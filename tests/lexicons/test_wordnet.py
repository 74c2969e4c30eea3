"""WordNet database files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lexicons import tiny

from honeyguide.errors import BadInput
from honeyguide.lexicons import Lexicons, open_lexicons
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.wordnet import NOUN, VERB, base_forms

REAL = Path("/usr/share/wordnet")


def opened(source: Path, folder: Path) -> Lexicons:
    add("en", source, folder=folder)
    return open_lexicons(folder=folder, with_vectors=False)


def test_all_kinds_of_relations_are_read(tmp_path: Path) -> None:
    lexicons = opened(tiny.wordnet(tmp_path / "wn"), tmp_path)
    assert lexicons.relations("rainstorm") == [
        ("synonym", "cloudburst"),
        ("is-a", "storm"),
        ("part-of", "weather"),
        ("part-of", "weather condition"),
    ]
    assert lexicons.relations("stormy") == [("attribute-of", "weather"), ("attribute-of", "weather condition")]
    assert ("induce", "destroy") in lexicons.relations("storm")
    assert lexicons.relations("hurricane") == [("is-a", "storm")]
    assert lexicons.relations("piano forte") == []


def test_the_folder_above_and_a_file_inside_lead_there_too(tmp_path: Path) -> None:
    tiny.wordnet(tmp_path / "WordNet-3.0" / "dict")
    for path in ("WordNet-3.0", "WordNet-3.0/dict", "WordNet-3.0/dict/data.noun"):
        assert add("en", tmp_path / path, folder=tmp_path).kind == "wordnet"


def test_irregular_and_regular_forms_are_found(tmp_path: Path) -> None:
    nouns = (tiny.Synset(1, ("bird",)), tiny.Synset(2, ("goose",), (("@", 1, "n"),)), tiny.Synset(3, ("K",)))
    verbs = (tiny.Synset(1, ("destroy",)),)
    lexicons = opened(tiny.wordnet(tmp_path / "wn", {"noun": nouns, "verb": verbs}), tmp_path)
    assert lexicons.similarity("geese", "goose") == 1.0
    assert lexicons.similarity("destroyed", "destroying") == 1.0
    assert lexicons.similarity("king", "bird") is None  # an ending of verbs: the noun K is no base form of it
    assert lexicons.unknown["king"] == 1


def test_endings_are_taken_off_by_part_of_speech() -> None:
    assert {(NOUN, "storm"), (VERB, "storm")} <= set(base_forms("storms"))
    assert (NOUN, "city") in set(base_forms("cities"))
    assert list(base_forms("glass")) == []


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("data.noun", "00001740 03 n zz entity 0 000 | x\n", "data.noun:1: is not a line"),
        ("data.noun", "nonsense\n", "data.noun:1: is not a line"),
        ("index.noun", "entity n 1 0 1 0 00009999\n", "index.noun:1: is not a line that fits"),
    ],
)
def test_a_line_that_is_none_is_named(tmp_path: Path, name: str, text: str, says: str) -> None:
    folder = tiny.wordnet(tmp_path / "wn")
    (folder / name).write_text(text)
    with pytest.raises(BadInput, match=says):
        add("en", folder, folder=tmp_path)


def test_an_index_must_stand_beside_the_data(tmp_path: Path) -> None:
    folder = tiny.wordnet(tmp_path / "wn")
    (folder / "index.verb").unlink()
    with pytest.raises(BadInput, match=r"index\.verb: is missing"):
        add("en", folder, folder=tmp_path)


def test_wordnet_is_not_chinese(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="are English"):
        add("zh", tiny.wordnet(tmp_path / "wn"), folder=tmp_path)


@pytest.mark.skipif(not REAL.is_dir(), reason="WordNet is not at /usr/share/wordnet (Debian's wordnet-base)")
def test_the_real_wordnet(tmp_path: Path) -> None:
    lexicons = opened(REAL, tmp_path)
    assert len(lexicons.lexicons[0].concepts) > 100_000
    storms, pianos = lexicons.similarity("rainstorms", "hurricane"), lexicons.similarity("rainstorm", "piano")
    assert storms is not None
    assert pianos is not None
    assert 1 > storms > 0.5
    assert 0.2 > pianos > 0
    assert lexicons.similarity("flood", "inundation") == 1.0
    assert ("part-of", "rain") in lexicons.relations("raindrop")
    assert ("induce", "die") in lexicons.relations("kill")
    assert ("attribute-of", "weight") in lexicons.relations("heavy")
