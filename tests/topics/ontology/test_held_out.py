"""What a page must exceed, and what words say beside the terms, by documents that had no part in them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from honeyguide.model import Document
from honeyguide.topics.ontology.contrast import Contrast
from honeyguide.topics.ontology.held_out import best_cut, settled
from honeyguide.topics.ontology.word_weights import WordWeights

TOWNS = [f"town harbour market {extra}" for extra in ("river castle", "river bridge", "castle bridge")] * 4
FARAWAY = [f"town harbour market {extra}" for extra in ("desert camel", "camel oasis", "desert oasis")] * 8
OTHERS = ["music song singer", "engine wheel motor"] * 4


def documents(texts: Sequence[str]) -> list[Document]:
    return [Document(str(at), tuple(text.split()), "", text, "en") for at, text in enumerate(texts)]


def cut(text: str, language: str) -> list[str]:
    return text.split()


def test_the_cut_lies_between_the_one_of_highest_squared_recall_for_each_page_taken_and_a_set_recall() -> None:
    # At 0.8: (3/4)² / (0 + 1) = 0.5625; at 0.6: 1 / (1 + 1) = 0.5, nearly as much; at 0.9: (2/4)² / 1 = 0.25.
    inside, outside = np.array([0.6, 0.8, 0.9, 1.0]), np.array([0.1, 0.3, 0.7, 0.1])
    # Three in five documents are above 0.82.
    assert best_cut(inside, outside) == pytest.approx(((0.6 + 0.8) / 2 * 0.82) ** 0.5)
    assert best_cut(inside, outside - 1) == pytest.approx((0.6 * 0.82) ** 0.5)
    assert best_cut(inside - 2, outside - 2) == 0.0


def test_words_of_neighbouring_subjects_speak_against_the_topic() -> None:
    learned = WordWeights(documents(TOWNS), documents([*FARAWAY, *OTHERS]), cut)
    weights = dict(zip(learned.words, learned.weights(), strict=True))
    assert weights["castle"] > 0 > weights["desert"]
    assert abs(weights["town"]) < weights["castle"]
    held = np.arange(len(TOWNS) + len(FARAWAY) + len(OTHERS)) % 4 == 0
    said = learned.held_out(held)
    assert said[: len(TOWNS) // 4].min() > said[len(TOWNS) // 4 :].max()


def test_with_a_background_a_topic_has_a_model_and_without_one_a_share_of_its_density() -> None:
    corpus, others = documents(TOWNS), documents([*FARAWAY, *OTHERS])
    found = Contrast(["town", "castle", "river"], TOWNS, [*FARAWAY, *OTHERS])

    def density(counts: object, weights: object, document: Document) -> float:
        return 0.9 if "town" in document.words else 0.1

    both = settled(found, 10, corpus, others, density, cut)
    assert both.model is not None
    assert both.model.kind == "classifier"
    assert both.threshold > 0.9  # the terms alone cannot tell the towns apart
    alone = settled(found, 10, corpus, [], density, cut)
    assert alone.model is None
    assert alone.threshold == pytest.approx(0.45)
    strangers = documents([f"w{number}" for number in range(40)])
    assert settled(found, 10, strangers[:12], strangers[12:], density, cut).model is None  # no word is in three
