"""All lexicons asked as one: what is missing, what is unknown, what is damaged."""

from __future__ import annotations

import logging
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from tests.lexicons import tiny

from honeyguide.errors import BadInput
from honeyguide.lexicons import compiled
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.folder import HOW_TO_GET, lexicon_folder
from honeyguide.lexicons.opening import open_lexicons
from honeyguide.lexicons.vectors import WordVectors

needs_vectors = pytest.mark.skipif(find_spec("wordllama") is None, reason="honeyguide[vectors] is not installed")


def test_without_any_lexicon_nothing_is_known_and_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)
    lexicons = open_lexicons(folder=tmp_path)
    assert not lexicons
    assert lexicons.missing == (HOW_TO_GET["en"], HOW_TO_GET["zh"], HOW_TO_GET["vectors"])
    assert lexicons.similarity("rain", "flood") is None
    assert lexicons.similarity("rain", "Rain") == 1.0
    assert lexicons.relations("rain") == []
    assert lexicons.similarity("", "rain") is None
    assert lexicons.unknown["rain"] == 2


def test_chinese_asks_hownet_first_then_cilin(tmp_path: Path) -> None:
    (tmp_path / "cilin.txt").write_text(tiny.CILIN, "utf-8")
    (tmp_path / "hownet.txt").write_text(tiny.RECORDS, "utf-8")
    add("zh", tmp_path / "cilin.txt", folder=tmp_path)
    add("zh", tmp_path / "hownet.txt", folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert [each.kind for each in lexicons.lexicons] == ["hownet", "cilin"]
    assert lexicons.similarity("洪水", "暴雨") == 0.25  # as HowNet says
    similar = lexicons.similarity("飓风", "暴雨")  # only Cilin has both
    assert similar is not None
    assert 0 < similar < 1
    assert lexicons.relations("暴雨") == [("synonym", "骤雨"), ("is-a", "水")]


def test_traditional_characters_are_found(tmp_path: Path) -> None:
    (tmp_path / "cilin.txt").write_text(tiny.CILIN, "utf-8")
    add("zh", tmp_path / "cilin.txt", folder=tmp_path)
    assert open_lexicons(folder=tmp_path, with_vectors=False).similarity("災害", "灾难") == 1.0


def test_it_is_what_the_seams_ask_for(tmp_path: Path) -> None:
    similarity = open_lexicons(folder=tmp_path, with_vectors=False)
    assert similarity.similarity("a", "a") == 1.0


def test_a_lexicon_added_again_is_replaced(tmp_path: Path) -> None:
    tiny.wordnet(tmp_path / "wn", {"noun": tiny.NOUNS[:3]})
    add("en", tmp_path / "wn", folder=tmp_path)
    add("en", tiny.wordnet(tmp_path / "wn"), folder=tmp_path)
    assert open_lexicons(folder=tmp_path, with_vectors=False).relations("rainstorm")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["en-wordnet.lexicon", "wn"]


def test_a_lexicon_that_cannot_be_kept_leaves_nothing_behind(tmp_path: Path) -> None:
    tiny.wordnet(tmp_path / "wn")
    (tmp_path / "kept" / "en-wordnet.lexicon").mkdir(parents=True)
    with pytest.raises(BadInput, match=r"en-wordnet\.lexicon: is not a file that can be written"):
        add("en", tmp_path / "wn", folder=tmp_path / "kept")
    assert [each.name for each in (tmp_path / "kept").iterdir()] == ["en-wordnet.lexicon"]


@pytest.mark.parametrize("damage", ["cut", "noise", "numbers", "format", "language", "keys"])
def test_a_damaged_file_is_named_and_the_rest_is_used(tmp_path: Path, damage: str) -> None:
    add("en", tiny.wordnet(tmp_path / "wn"), folder=tmp_path)
    path = tmp_path / "en-wordnet.lexicon"
    file = compiled.read(path)
    path.write_bytes(
        {
            "cut": path.read_bytes()[:-100],
            "noise": bytes(range(256)) * 10,
            "numbers": msgspec.msgpack.encode(
                msgspec.structs.replace(
                    file, senses=compiled.Rows(file.senses.starts, b"\xff" * len(file.senses.numbers))
                )
            ),
            "format": msgspec.msgpack.encode(msgspec.structs.replace(file, format=99)),
            "language": msgspec.msgpack.encode(msgspec.structs.replace(file, language="xx")),
            "keys": msgspec.msgpack.encode(msgspec.structs.replace(file, keys=b"")),
        }[damage]
    )
    with pytest.raises(BadInput, match="is no lexicon that this version can read"):
        compiled.read(path)
    lexicons = open_lexicons(folder=tmp_path, with_vectors=False)
    assert lexicons.lexicons == []
    assert "en-wordnet.lexicon: is no lexicon" in lexicons.missing[0]


def test_a_format_that_is_not_known_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("rain, flood\n")
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    (tmp_path / "empty.tab").write_text("")
    for name in ("words.txt", "noise.bin", "empty.tab", "."):
        with pytest.raises(BadInput, match=r"no lexicon of a format that is known; there is WordNet .*HowNet.*Cilin"):
            add("en", tmp_path / name, folder=tmp_path)
    with pytest.raises(BadInput, match="there is no such file"):
        add("en", tmp_path / "nowhere", folder=tmp_path)
    with pytest.raises(BadInput, match="say en or zh"):
        add("fr", tmp_path, folder=tmp_path)


def test_a_lexicon_without_words_is_refused(tmp_path: Path) -> None:
    folder = tiny.wordnet(tmp_path / "wn", {"noun": ()})
    with pytest.raises(BadInput, match="holds no words"):
        add("en", folder, folder=tmp_path)


def test_lexicons_are_kept_where_the_desktop_keeps_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert lexicon_folder() == tmp_path / "honeyguide" / "lexicons"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert lexicon_folder() == Path.home() / ".local/share/honeyguide/lexicons"


@needs_vectors
def test_vectors_answer_where_a_lexicon_has_no_entry(tmp_path: Path) -> None:
    add("en", tiny.wordnet(tmp_path / "wn"), folder=tmp_path)
    lexicons = open_lexicons(folder=tmp_path)
    near, far = lexicons.similarity("storms", "tornado"), lexicons.similarity("storm", "football")
    assert near is not None
    assert far is not None
    assert 1 > near > 0.3 > far >= 0
    assert lexicons.similarity("tornado", "storms") == near
    assert lexicons.similarity("storm", "hurricane") == open_lexicons(folder=tmp_path, with_vectors=False).similarity(
        "storm", "hurricane"
    )
    assert "tornado" in lexicons.unknown
    others = ["football", "tornado", "hurricane", "暴雨"]
    nearest = lexicons.nearest(others)
    for word in ("storms", "stormy", "typhoon", "football"):
        found = [value for other in others if (value := lexicons.similarity(word, other)) is not None]
        assert nearest(word) == pytest.approx(max(found), abs=1e-6)
    assert nearest("台风") is None


@needs_vectors
def test_words_that_the_vectors_can_only_spell_in_bytes_are_not_known() -> None:
    vectors = WordVectors()
    assert vectors.similarity("暴雨", "钢琴") is None
    known = vectors.similarity("足球", "大学")
    assert known is not None
    assert 0 <= known < 0.5


@needs_vectors
def test_vectors_never_dial_and_leave_logging_alone() -> None:
    code = """
import logging, socket
def refuse(*_): raise AssertionError("it dialled")
socket.socket.connect = socket.getaddrinfo = refuse
from honeyguide.lexicons.vectors import WordVectors
assert WordVectors().similarity("storm", "hurricane") > 0.3
assert logging.getLogger().handlers == [] and logging.getLogger().level == logging.WARNING
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=150)
    assert logging.getLogger().level == logging.WARNING
