"""Cilin: codes of five levels, synonyms and words of one kind."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest
from tests.lexicons import tiny

from honeyguide.errors import BadInput
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.opening import Lexicons, open_lexicons


@pytest.fixture(params=["utf-8", "utf-8-sig", "gbk"])
def lexicons(tmp_path: Path, request: pytest.FixtureRequest) -> Lexicons:
    (tmp_path / "cilin.txt").write_bytes(tiny.CILIN.replace("\n", "\r\n").encode(request.param))
    assert add("zh", tmp_path / "cilin.txt", folder=tmp_path).kind == "cilin"
    return open_lexicons(folder=tmp_path, with_vectors=False)


def test_worked_by_hand(lexicons: Lexicons) -> None:
    # 20 nodes: B Bf Bf01 Bf01A Bf01A01 Bf01A02 台风 飓风 Bf02 Bf02A Bf02A01 Bp Bp13 Bp13A Bp13A01,
    # D Da Da01 Da01A Da01A01
    # 暴雨, 台风: Bf01A lies above both, with 4 below it: 1 − ln 5 / ln 20 = 0.462756
    # 台风, 飓风 (#): Bf01A02 with 2 below it: 1 − ln 3 / ln 20 = 0.633275
    # 暴雨, 洪水: Bf with 9 below it: 1 − ln 10 / ln 20 = 0.231378
    # 暴雨, 钢琴: B with 14: 1 − ln 15 / ln 20 = 0.096031
    assert lexicons.similarity("暴雨", "台风") == pytest.approx(0.462756, abs=1e-6)
    assert lexicons.similarity("台风", "飓风") == pytest.approx(1 - log(3) / log(20))
    assert lexicons.similarity("暴雨", "洪水") == pytest.approx(0.231378, abs=1e-6)
    assert lexicons.similarity("暴雨", "钢琴") == pytest.approx(0.096031, abs=1e-6)
    assert lexicons.similarity("暴雨", "骤雨") == 1.0
    assert lexicons.similarity("暴雨", "灾害") is None


def test_only_synonyms_are_synonyms(lexicons: Lexicons) -> None:
    assert lexicons.relations("灾害") == [("synonym", "灾难")]
    assert lexicons.relations("台风") == []


def test_cilin_is_not_english(tmp_path: Path) -> None:
    (tmp_path / "cilin.txt").write_text(tiny.CILIN, "utf-8")
    with pytest.raises(BadInput, match="Cilin is Chinese"):
        add("en", tmp_path / "cilin.txt", folder=tmp_path)


def test_a_long_file_is_told_by_its_beginning(tmp_path: Path) -> None:
    many = "".join(
        f"Da{number:02}A{letter:02}= 灾{number} 难{letter}\n" for number in range(99) for letter in range(99)
    )
    for encoding in ("utf-8", "gbk"):
        (tmp_path / "cilin.txt").write_bytes((tiny.CILIN + many).encode(encoding))
        assert add("zh", tmp_path / "cilin.txt", folder=tmp_path).kind == "cilin"


def test_text_in_neither_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cilin.txt").write_bytes(tiny.CILIN.encode() + b"Da01A02= \xff\xff\xff\n")
    with pytest.raises(BadInput, match="neither UTF-8 nor GB18030"):
        add("zh", tmp_path / "cilin.txt", folder=tmp_path)
