"""From documents to a topic: every relevance model is trained, usable, and survives its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide import relevance
from honeyguide.analysis import relevance_model
from honeyguide.corpus.texts import document
from honeyguide.errors import BadInput, BadSetting
from honeyguide.model import Document, Page, Thresholds, Topic
from honeyguide.parsing.html import parse
from honeyguide.relevance import trainer_of
from honeyguide.topics.files import load_topic
from honeyguide.training import settle_threshold, train_topic, write_topic

STORMS = [
    "The rainstorm brought a flood. Rainfall filled the river, and the flood reached the town.",
    "Heavy rainstorm, rainfall all night: the river rose, and a flood warning came for the valley.",
    "After the rainstorm the flood fell. The river took a bridge; rainfall is expected again.",
    "Rainfall and flood: the rainstorm of spring, and how the river was measured.",
]
OTHER_SUBJECTS = [
    ("music", "The band played a concert: guitar, drums and a singer on stage."),
    ("music", "An orchestra, its violins and its conductor: the concert hall was full."),
    ("food", "Bread, butter and cheese: a kitchen needs an oven and a good cook."),
    ("food", "The cook boiled rice and fried fish in the kitchen."),
    ("sport", "The team won the match: two goals, a good keeper and a full stadium."),
    ("sport", "A runner in the stadium broke the record of the match."),
]
WET = """<html lang=en><title>Flood after a rainstorm</title><h1>Flood</h1>
<p>The river left its bed after the rainfall, and the flood came at night.</p>"""
DRY = "<html lang=en><title>Concert tonight</title><h1>Band</h1><p>Guitar and drums on the stage of the hall.</p>"


@pytest.fixture
def examples() -> list[Document]:
    return [document(f"storm {number}", text) for number, text in enumerate(STORMS)]


@pytest.fixture
def others() -> list[Document]:
    more = [
        (label, f"{text} Number {number}.")
        for number in ["one", "two", "three", "four"]
        for label, text in OTHER_SUBJECTS
    ]
    return [document(f"{label} {number}", text, label) for number, (label, text) in enumerate(more)]


def page(html: str, topic: Topic) -> Page:
    layout = relevance_model(topic).layout
    return parse(html, "http://a.example/", max_links=10, layout=layout)


@pytest.mark.parametrize("spec", relevance.names())
@pytest.mark.parametrize("keywords", [{}, {"rainstorm": 0.8, "flood": 0.5}])
def test_every_relevance_model_can_be_taught_and_tells_wet_from_dry(
    spec: str, keywords: dict[str, float], examples: list[Document], others: list[Document], tmp_path: Path
) -> None:
    topic = train_topic(Topic("storms", keywords), spec, examples, others)
    assert topic.relevance == spec
    assert (topic.model is not None) == (trainer_of(spec) is not None)
    assert set(keywords) <= set(topic.keywords)
    assert "river" in topic.keywords
    write_topic(topic, tmp_path / "storms.toml")
    back = load_topic(str(tmp_path / "storms.toml"))
    assert back == topic
    scorer = relevance_model(back)
    assert scorer.score(page(WET, back)).score > scorer.score(page(DRY, back)).score


def test_chinese_examples_teach_too(others: list[Document]) -> None:
    examples = [
        document(str(number), f"暴雨引发洪水，河水上涨{word}。") for number, word in enumerate(("严重", "迅速"))
    ]
    chinese = [document(str(number), f"乐队演出吉他音乐会{word}。") for number, word in enumerate(("精彩", "成功"))]
    topic = train_topic(Topic("暴雨", {"暴雨": 1.0}), "svm", examples, [*others, *chinese])
    assert {"洪水", "河水"} <= set(topic.keywords)
    scorer = relevance_model(topic)
    wet, dry = (scorer.score(page(f"<html lang=zh><p>{text}", topic)) for text in ("洪水和暴雨", "吉他音乐会"))
    assert wet.score > dry.score


def test_known_negatives_are_taken_as_they_are_and_others_are_drawn_from(
    examples: list[Document], others: list[Document]
) -> None:
    near = document("near", "A flood and a rainstorm, rainfall and the river: flood, rainstorm, rainfall, river.")
    drawn = train_topic(Topic("storms", {}), "svm", examples, [*others, near]).model
    known = train_topic(Topic("storms", {}), "svm", examples, [*others, near], negative=True).model
    assert drawn is not None
    assert known is not None
    assert drawn.trained_on == "4 positive and 24 negative pages"
    assert known.trained_on == "4 positive and 25 negative pages"
    weights = dict(zip(known.words, known.weights, strict=True))
    assert weights["rainstorm"] < dict(zip(drawn.words, drawn.weights, strict=True))["rainstorm"]


def test_an_example_among_the_others_stays_an_example(examples: list[Document], others: list[Document]) -> None:
    assert train_topic(Topic("storms", {}), "svm", examples, [*others, *examples]) == train_topic(
        Topic("storms", {}), "svm", examples, others
    )


def test_others_of_the_same_name_are_no_examples(examples: list[Document], others: list[Document]) -> None:
    named = [Document(each.name, each.words, "storms", each.text, each.language) for each in others]
    topic = train_topic(Topic("storms", {}), "gini-cosine", examples, named)
    assert topic.model is not None
    assert "rainstorm" in topic.model.words
    assert "guitar" not in topic.model.words


def test_the_threshold_lies_between_examples_and_others(examples: list[Document], others: list[Document]) -> None:
    before = Topic("storms", {"rainstorm": 1.0})
    trained = train_topic(before, "tag-vsm", examples, others)
    settled = settle_threshold(before, trained, examples, others).thresholds.page
    # No other document holds a word of the topic, so that they score 0; the threshold is half of what the examples
    # score, each in a topic that the other three made.
    assert settled is not None
    scores = []
    for at, each in enumerate(examples):
        scorer = relevance_model(train_topic(before, "tag-vsm", examples[:at] + examples[at + 1 :], others))
        scores.append(scorer.score(Page("", "", "", ("", "", "", each.text, ""), ())).score)
    assert settled == pytest.approx(sum(scores) / 4 / 2, abs=1e-4)
    features = train_topic(before, "gini-cosine", examples, others).model
    assert features is not None
    assert features.threshold is not None
    assert 0 < features.threshold < 1


def test_no_threshold_is_settled_against_the_user_or_from_too_little(
    examples: list[Document], others: list[Document]
) -> None:
    given = Topic("storms", {"rainstorm": 1.0}, thresholds=Thresholds(page=0.3))
    assert settle_threshold(given, given, examples, others) is given
    spec = Topic("storms", {"rainstorm": 1.0}, relevance="tag-vsm:threshold=0.3")
    assert settle_threshold(spec, spec, examples, others) is spec
    plain = Topic("storms", {"rainstorm": 1.0})
    assert settle_threshold(plain, plain, examples[:1], others) is plain
    assert settle_threshold(plain, plain, examples, others[:19]) is plain


def test_many_examples_settle_a_threshold_at_once(others: list[Document]) -> None:
    examples = [document(str(number), f"{STORMS[number % 4]} Report {'x' * number}.") for number in range(12)]
    topic = train_topic(Topic("storms", {}), "tfidf-cosine", examples, others)
    assert topic.model is not None
    assert topic.model.threshold is not None
    assert topic.model.trained_on == "36 documents of 4 labels"
    assert train_topic(Topic("storms", {}), "tfidf-cosine", examples, others, trained_on="news").model == type(
        topic.model
    )(**{**{name: getattr(topic.model, name) for name in topic.model.__struct_fields__}, "trained_on": "news"})


def test_what_cannot_be_taught_is_refused_in_one_sentence(examples: list[Document], others: list[Document]) -> None:
    with pytest.raises(BadSetting, match="'smv' is not a relevance model; did you mean 'svm'"):
        train_topic(Topic("storms", {}), "smv", examples, others)
    with pytest.raises(BadSetting, match="has no parameter 'nonsense'"):
        train_topic(Topic("storms", {}), "tag-vsm:nonsense=1", examples, others)
    with pytest.raises(BadInput, match="the topic 'storms' has no example"):
        train_topic(Topic("storms", {}), "svm", [], others)
    with pytest.raises(BadInput, match="a classifier with one class"):
        train_topic(Topic("storms", {}), "svm", examples)
    with pytest.raises(BadInput, match="'gini-cosine' is trained on two themes or more: give other documents"):
        train_topic(Topic("storms", {}), "gini-cosine", examples)


def test_what_all_examples_repeat_makes_no_keywords_where_nothing_says_that_it_is_common(
    others: list[Document],
) -> None:
    pages = [
        f"Storm {n} | Valley News\nFloods Sport Council\n{text}\nAll rights reserved" for n, text in enumerate(STORMS)
    ]
    framed = [document(f"page {n}", text) for n, text in enumerate(pages)]
    told = train_topic(Topic("storms", {}), "judge", framed).keywords
    assert {"flood", "river", "rainstorm"} <= told.keys()
    assert not {"valley news", "news", "sport", "council", "rights", "reserved"} & told.keys()
    assert "rights" in train_topic(Topic("storms", {}), "judge", framed[:1]).keywords
