"""Example pages and others to a classifier."""

from __future__ import annotations

from random import Random

import pytest

from honeyguide.errors import BadInput
from honeyguide.model import Document, Model
from honeyguide.topics.classifier import PLAIN_SLOPE, cross_validated, train

RAIN = ["rain", "storm", "flood", "levee", "river", "warning", "water", "damage", "evacuation", "rescue"]
GARDEN = ["rose", "soil", "pot", "seed", "bloom", "compost", "prune", "hedge", "lawn", "tulip"]
COMMON = ["page", "news", "today", "people", "city", "report"]


def pages(words: list[str], many: int, seed: int) -> list[Document]:
    rng = Random(seed)
    texts = (rng.choices(words, k=12) + rng.choices(COMMON, k=12) for _ in range(many))
    return [Document(f"{seed}-{n}", tuple(text)) for n, text in enumerate(texts)]


def weight_of(model: Model, word: str) -> float:
    return model.weights[model.words.index(word)]


def test_words_of_the_positives_speak_for_and_those_of_the_negatives_against() -> None:
    model = train(pages(RAIN, 10, 1), pages(GARDEN, 30, 2))
    assert model.kind == "classifier"
    assert all(weight_of(model, word) > 0 for word in RAIN)
    assert all(weight_of(model, word) < 0 for word in GARDEN)
    assert len(model.words) == len(model.weights) == len(model.rarity)
    assert list(model.words) == sorted(model.words)
    assert model.trained_on == "10 positive and 30 negative pages"


def test_the_same_pages_and_seed_give_the_same_model() -> None:
    positives, negatives = pages(RAIN, 7, 1), pages(GARDEN, 20, 2)
    assert train(positives, negatives, seed=3) == train(positives, negatives, seed=3)
    assert cross_validated(positives, negatives, seed=3) == cross_validated(positives, negatives, seed=3)


def test_examples_score_high_in_models_that_they_had_no_part_in() -> None:
    model = train(pages(RAIN, 10, 1), pages(GARDEN, 30, 2))
    assert len(model.examples) == 10
    assert all(0.5 < score < 1 for score in model.examples)


def test_quality_of_pages_that_are_easy_to_tell_apart() -> None:
    quality = cross_validated(pages(RAIN, 10, 1), pages(GARDEN, 30, 2))
    assert (quality.positives, quality.negatives, quality.folds) == (10, 30, 5)
    assert (quality.found, quality.mistaken) == (10, 0)
    assert (quality.precision, quality.recall, quality.f1, quality.auc) == (1.0, 1.0, 1.0, 1.0)


def test_quality_of_pages_that_cannot_be_told_apart_is_poor() -> None:
    quality = cross_validated(pages(COMMON, 20, 1), pages(COMMON, 20, 2))
    assert 0.1 < quality.auc < 0.9
    assert quality.f1 < 0.9


@pytest.mark.parametrize("many", [2, 3])
def test_two_or_three_examples_are_enough(many: int) -> None:
    positives, negatives = pages(RAIN, many, 1), pages(GARDEN, 60, 2)
    model = train(positives, negatives)
    assert len(model.examples) == many
    assert model.slope > 0
    assert cross_validated(positives, negatives).folds == many


def test_a_single_example_is_held_out_of_nothing() -> None:
    positives, negatives = pages(RAIN, 1, 1), pages(GARDEN, 10, 2)
    model = train(positives, negatives)
    assert (model.slope, model.offset, model.examples) == (PLAIN_SLOPE, 0.0, ())
    assert cross_validated(positives, negatives).folds == 0


def test_pages_that_are_the_same_in_both_classes_do_not_turn_the_model_around() -> None:
    same = pages(COMMON, 3, 1)
    assert train(same, same).slope > 0


def test_chinese_pages_are_learned_like_others() -> None:
    rain, garden = ["暴雨", "洪水", "灾害", "预警"], ["玫瑰", "土壤", "花园", "种子"]
    model = train(pages(rain, 4, 1), pages(garden, 8, 2))
    assert weight_of(model, "暴雨") > 0 > weight_of(model, "玫瑰")


@pytest.mark.parametrize(("positives", "negatives", "missing"), [(3, 0, "negative"), (0, 3, "positive")])
def test_one_class_is_refused(positives: int, negatives: int, missing: str) -> None:
    with pytest.raises(BadInput, match=f"there is no {missing} page with text: a classifier learns from two classes"):
        train(pages(RAIN, positives, 1), pages(GARDEN, negatives, 2))


def test_pages_without_words_do_not_count() -> None:
    empty = Document("empty", ())
    with pytest.raises(BadInput, match="no negative page with text"):
        train(pages(RAIN, 3, 1), [empty])
    with_empty = train([*pages(RAIN, 3, 1), empty], pages(GARDEN, 3, 2))
    assert with_empty == train(pages(RAIN, 3, 1), pages(GARDEN, 3, 2))


def test_among_many_pages_a_word_of_a_single_one_is_left_out() -> None:
    unique = [Document("x", (f"word{n}", "rain")) for n in range(30)]
    assert train(unique, pages(GARDEN, 30, 2)).words == tuple(sorted({*GARDEN, *COMMON, "rain"}))
    nothing_shared = [Document("x", (f"word{n}",)) for n in range(60)]
    assert len(train(nothing_shared[:30], nothing_shared[30:]).words) == 60
