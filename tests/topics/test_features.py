"""Feature words of a theme: TF-Gini and TF-IDF."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.topics.features import Feature, as_model, tf_gini, tf_idf


def document(label: str, words: str) -> Document:
    return Document(f"{label}.txt", tuple(words.split()), label)


CORPUS = [
    document("rain", "storm storm flood river"),
    document("rain", "storm flood flood"),
    document("garden", "rose river river"),
    document("garden", "rose soil"),
    document("cooking", "soil pot"),
]


def by_word(features: list[Feature]) -> dict[str, Feature]:
    return {feature.word: feature for feature in features}


def test_tf_gini_worked_by_hand() -> None:
    # storm: 3 times inside, 0 outside; both documents of rain hold it, no other: 3/1 · 2/2 · 1² = 3
    # flood: the same, 3
    # river: 1 inside, 2 outside; held by one document of rain and one of garden:
    #        1/(1+2) · 1/2 · ((1/2)² + (1/2)²) = 1/3 · 1/2 · 1/2 = 1/12
    features = tf_gini(CORPUS, "rain")
    assert [feature.word for feature in features] == ["flood", "storm", "river"]
    assert [feature.weight for feature in features] == pytest.approx([3.0, 3.0, 1 / 12])
    assert features[2].factor == pytest.approx(0.25)
    assert (features[2].inside, features[2].outside, features[2].documents) == (1, 2, 1)


def test_gini_of_three_classes_worked_by_hand() -> None:
    # water stands in 2 documents of a, 1 of b, 1 of c: Gini = (2/4)² + (1/4)² + (1/4)² = 0.375;
    # 4 times inside, 3 outside; 2 of the 4 documents of a hold it: 4/(1+3) · 2/4 · 0.375 = 0.1875
    texts = [("a", "water water water"), ("a", "water"), ("a", "x"), ("a", "x"), ("b", "water"), ("c", "water water")]
    water = by_word(tf_gini([document(*text) for text in texts], "a"))["water"]
    assert water.weight == pytest.approx(0.1875)
    assert water.factor == pytest.approx(0.1875)


def test_tf_idf_worked_by_hand() -> None:
    # 5 documents. storm is in 2 of them: log(5/2). Its mean share of the texts of rain:
    # (2/(1+4) + 1/(1+3)) / 2 = (0.4 + 0.25) / 2 = 0.325
    # flood: (1/5 + 2/4) / 2 = 0.35, in 2 documents; river: (1/5 + 0) / 2 = 0.1, in 2 documents
    features = tf_idf(CORPUS, "rain")
    assert [feature.word for feature in features] == ["flood", "storm", "river"]
    assert [feature.weight for feature in features] == pytest.approx(
        [0.35 * log(2.5), 0.325 * log(2.5), 0.1 * log(2.5)]
    )
    assert by_word(features)["storm"].factor == pytest.approx(log(2.5))


def test_a_word_of_every_document_is_no_tf_idf_feature() -> None:
    corpus = [document("a", "the storm"), document("b", "the rose")]
    assert [feature.word for feature in tf_idf(corpus, "a")] == ["storm"]


def test_the_limit_keeps_the_best() -> None:
    assert [feature.word for feature in tf_gini(CORPUS, "rain", 2)] == ["flood", "storm"]


def test_chinese_words_are_features_like_others() -> None:
    corpus = [document("灾害", "暴雨 洪水 暴雨"), document("园艺", "玫瑰 土壤")]
    assert [feature.word for feature in tf_gini(corpus, "灾害")] == ["暴雨", "洪水"]


def test_a_model_holds_the_features_the_largest_with_weight_1() -> None:
    model = as_model(tf_gini(CORPUS, "rain"), CORPUS)
    assert model.kind == "features"
    assert model.words == ("flood", "storm", "river")
    assert model.weights == pytest.approx((1.0, 1.0, 1 / 36))
    assert model.rarity == pytest.approx((log(5 / 2), log(5 / 2), log(5 / 2)))
    assert model.trained_on == "5 documents of 3 labels"


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(BadInput, match="the corpus is empty"):
        tf_gini([], "rain")


def test_a_corpus_of_one_theme_is_refused() -> None:
    with pytest.raises(BadInput, match="all 2 documents have the label 'rain'"):
        tf_idf(CORPUS[:2], "rain")


def test_a_theme_that_no_document_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="no document has the label 'gardens'; did you mean 'garden'"):
        tf_gini(CORPUS, "gardens")
    with pytest.raises(BadInput, match="no document has a label: put them into a folder"):
        tf_gini([document("", "rain")], "rain")


def test_a_theme_without_any_telling_word_makes_no_model() -> None:
    same = [document("a", "storm"), document("b", "storm")]
    with pytest.raises(BadInput, match="no feature word"):
        as_model(tf_idf(same, "a"), same)


WORDS = st.lists(st.sampled_from(["rain", "storm", "rose", "soil", "pot", "暴雨"]), max_size=12)


@given(st.lists(st.tuples(st.sampled_from("abc"), WORDS), max_size=12))
def test_weights_are_positive_and_fall_and_factors_stay_in_0_to_1(texts: list[tuple[str, list[str]]]) -> None:
    corpus = [Document("x", tuple(words), label) for label, words in [("a", ["rain"]), ("b", ["rose"]), *texts]]
    gini = tf_gini(corpus, "a")
    assert all(0 < feature.factor <= 1 for feature in gini)
    for features in (gini, tf_idf(corpus, "a")):
        weights = [feature.weight for feature in features]
        assert all(weight > 0 for weight in weights)
        assert weights == sorted(weights, reverse=True)
