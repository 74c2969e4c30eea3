"""Long documents in passages: nothing lost, nothing cut inside a sentence."""

from __future__ import annotations

import pytest

from honeyguide.model import Document
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.ontology.passages import passages


def document(text: str, name: str = "d", language: str = "en") -> Document:
    return Document(name, tuple(content_words(text, language)), "storms", text, language)


def test_short_documents_stay_as_they_are() -> None:
    short = [document("Heavy rain fell."), document("Rivers rose. Roads closed.")]
    assert passages(short, 10, content_words) == short
    long = [document("Rain fell. " * 100)]
    assert passages(long, 0, content_words) == long


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Heavy rain fell today. Rivers rose fast!\nRoads closed everywhere\n\nRescue teams came. " * 20, "en"),
        ("暴雨今晨来袭。河水迅速上涨！道路全部封闭\n救援队伍赶到。" * 20, "zh"),
    ],
)
def test_long_ones_are_cut_between_sentences_and_nothing_is_lost(text: str, language: str) -> None:
    whole = document(text, language=language)
    pieces = passages([whole], 10, content_words)
    assert len(pieces) > 5
    assert [word for piece in pieces for word in piece.words] == list(whole.words)
    assert all(10 <= len(piece.words) <= 25 for piece in pieces)
    assert [piece.name for piece in pieces[:2]] == ["d §1", "d §2"]
    assert {(piece.label, piece.language) for piece in pieces} == {("storms", language)}
    assert "".join(text.split()) == "".join("".join(piece.text for piece in pieces).split())


def test_a_small_rest_stays_with_the_passage_before() -> None:
    text = "Rain rivers roads rescue. " * 5 + "Mud."
    pieces = passages([document(text)], 4, content_words)
    assert [len(piece.words) for piece in pieces] == [4, 4, 4, 4, 5]


def test_one_endless_sentence_is_one_passage() -> None:
    (piece,) = passages([document("rain " * 500)], 10, content_words)
    assert piece.name == "d"
    assert len(piece.words) == 500
