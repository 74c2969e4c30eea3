"""Open Multilingual Wordnet tab files, and their place in WordNet's hierarchy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.lexicons import tiny

from honeyguide.errors import BadInput
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.lexicon import align
from honeyguide.lexicons.opening import open_lexicons

CHINESE = Path(__file__).parents[3] / "shared" / "data" / "lexicons" / "wn-data-cmn.tab"
REAL = Path("/usr/share/wordnet")
LEMMAS = (
    ("00004000-n", "暴雨"),
    ("00004000-n", "骤雨"),
    ("00005000-n", "飓风"),
    ("00007000-n", "钢琴"),
    ("00000300-a", "多风暴+的"),
    ("00099999-n", "没有"),
)


def test_words_of_both_languages_hang_in_one_hierarchy(tmp_path: Path) -> None:
    add("en", tiny.wordnet(tmp_path / "wn", {"noun": tiny.NOUNS}), folder=tmp_path)
    add("zh", tiny.tab(tmp_path / "wn-data-cmn.tab", *LEMMAS), folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.missing == ()
    storm = lexicons.similarity("rainstorm", "hurricane")
    assert lexicons.similarity("暴雨", "飓风") == lexicons.similarity("暴雨", "hurricane") == storm
    assert lexicons.similarity("暴雨", "rainstorm") == 1.0
    assert lexicons.relations("暴雨") == [("synonym", "骤雨")]
    assert lexicons.relations("没有") == []
    assert lexicons.similarity("没有", "暴雨") is None


def test_a_particle_at_the_end_of_a_lemma_may_be_left_out(tmp_path: Path) -> None:
    add("zh", tiny.tab(tmp_path / "wn-data-cmn.tab", *LEMMAS), folder=tmp_path)
    assert open_lexicons(folder=tmp_path, with_vectors=False).similarity("多风暴", "多风暴的") == 1.0


def test_without_wordnet_synonyms_are_known_and_it_says_so(tmp_path: Path) -> None:
    add("zh", tiny.tab(tmp_path / "wn-data-cmn.tab", *LEMMAS), folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert any("takes its hierarchy from WordNet" in sentence for sentence in lexicons.missing)
    assert lexicons.similarity("暴雨", "骤雨") == 1.0
    assert lexicons.similarity("暴雨", "飓风") is None
    assert lexicons.relations("骤雨") == [("synonym", "暴雨")]


def test_another_version_of_wordnet_is_noticed(tmp_path: Path) -> None:
    moved = tuple(tiny.Synset(each.offset + 777, each.words) for each in tiny.NOUNS)
    add("en", tiny.wordnet(tmp_path / "wn", {"noun": moved}), folder=tmp_path)
    add("zh", tiny.tab(tmp_path / "wn-data-cmn.tab", *LEMMAS), folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert any("another version of WordNet" in sentence for sentence in lexicons.missing)
    assert lexicons.similarity("暴雨", "骤雨") == 1.0


def test_what_a_mended_entry_moved_is_found_again() -> None:
    # Nouns at 1,000, 1,300 … of which those from 10,000 on moved by 18; verbs stand where they stood.
    nouns = np.arange(100_001_000, 100_031_000, 300)
    ours = np.concatenate(
        [np.where(nouns >= 100_010_000, nouns + 18, nouns), np.arange(200_000_100, 200_000_900, 100)]
    )
    theirs = np.concatenate([nouns[::2], np.array([200_000_300, 200_000_310])])
    found = align(theirs, ours)
    assert found.tolist() == [*range(0, 100, 2), 102, -1]


def test_keys_of_another_file_are_not_found_by_chance() -> None:
    ours = np.cumsum(np.random.default_rng(1).integers(100, 400, 5_000)) + 100_000_000
    theirs = np.cumsum(np.random.default_rng(2).integers(100, 400, 1_000)) + 100_000_000
    assert (align(theirs, ours) >= 0).mean() < 0.1


def test_a_file_in_another_language_is_refused(tmp_path: Path) -> None:
    file = tiny.tab(tmp_path / "wn-data-jpn.tab", ("00004000-n", "暴風雨"), language="jpn")
    with pytest.raises(BadInput, match="in 'jpn', not in Chinese"):
        add("zh", file, folder=tmp_path)


@pytest.mark.skipif(not CHINESE.is_file(), reason="the Chinese Open Wordnet is not in ../shared/data")
@pytest.mark.skipif(not REAL.is_dir(), reason="WordNet is not at /usr/share/wordnet (Debian's wordnet-base)")
def test_the_real_chinese_wordnet_in_the_real_wordnet(tmp_path: Path) -> None:
    add("en", REAL, folder=tmp_path)
    file = add("zh", CHINESE, folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    (lexicon,) = lexicons.lexicons
    keys = np.frombuffer(file.keys, "<u8").astype(np.int64)
    assert (align(keys, lexicon.concepts.keys) >= 0).all()
    for one, other in (("洪水", "flood"), ("灾害", "disaster"), ("游泳", "swim"), ("钢琴", "piano"), ("潮湿", "wet")):
        assert lexicons.similarity(one, other) == 1.0, (one, other)
    assert ("synonym", "灾难") in lexicons.relations("灾害")
