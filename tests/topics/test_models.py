"""What training gave, in a JSON file beside the topic file."""

from __future__ import annotations

import json
import pickle
from math import inf, nan
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honeyguide.errors import BadTopic
from honeyguide.model import Model, Topic
from honeyguide.topics import files, models
from honeyguide.topics.files import check, line_of, load_topic, require, validate

MODEL = Model("centroid", ("rain", "暴雨"), (0.5, 0.2), (1.0, 2.0), examples=(0.3, 0.4), trained_on="two pages")
TOPIC = 'name = "rain"\nrelevance = "centroid"\nmodel = "rain.model.json"\n\n[keywords]\nrain = 1.0\n'


def written(folder: Path, model: bytes | Model | dict[str, Any], topic: str = TOPIC) -> str:
    content = model if isinstance(model, bytes) else msgspec.json.encode(model)
    (folder / "rain.model.json").write_bytes(content)
    (folder / "rain.toml").write_text(topic, "utf-8")
    return str(folder / "rain.toml")


def test_the_model_beside_the_topic_file_is_read_with_it(tmp_path: Path) -> None:
    topic = load_topic(written(tmp_path, MODEL))
    assert topic.model == MODEL
    assert topic.relevance == "centroid"
    assert topic.anchors == "words"


def test_a_shipped_topic_may_bring_a_model_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, MODEL)
    monkeypatch.setattr(files, "_SHIPPED", tmp_path)
    assert load_topic("rain").model == MODEL


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(msgspec.json.encode(MODEL)), **changes}


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (b"", "the model file 'rain.model.json': holds no model"),
        (b"not JSON", "the model file 'rain.model.json': holds no model"),
        (pickle.dumps({"kind": "centroid"}), "the model file 'rain.model.json': holds no model"),
        (b"[" * 100_000, "the model file 'rain.model.json': holds no model"),
        (b"[1, 2]", "holds no model: Expected `object`, got `array`"),
        ({"kind": "centroid"}, "holds no model: Object missing required field `words`"),
        (changed(wieghts=[]), "holds no model: Object contains unknown field `wieghts`"),
        (changed(weights=["x", 1]), "holds no model: Expected `float`, got `str` - at `$.weights[0]`"),
        (b'{"kind": "centroid", "words": ["a"], "weights": [1e999]}', "holds no model: Number out of range"),
        (changed(kind="centriod"), "of the kind 'centriod', which is not known; did you mean 'centroid'?"),
        (changed(words=[], weights=[], rarity=[]), "the model holds no words"),
        (changed(words=["rain", "rain"]), "the model holds a word twice"),
        (changed(weights=[1.0]), "the model has 2 words and 1 weights; each word needs one"),
        (changed(rarity=[1.0]), "the model has 2 words and 1 values of rarity; each word needs one, or none"),
        (changed(rarity=[1.0, -1.0]), "the model holds a rarity below 0"),
        (changed(examples=[1.5]), "the model holds a score outside of 0 to 1"),
        (changed(threshold=-0.1), "the model holds a score outside of 0 to 1"),
    ],
)
def test_a_model_file_that_cannot_be_used_is_refused_in_one_sentence_with_its_line(
    tmp_path: Path, model: Any, says: str
) -> None:
    path = written(tmp_path, model)
    (problem,) = check(path)
    assert problem.line == 3
    assert says in problem.message
    with pytest.raises(BadTopic, match=r"rain\.toml:3: "):
        load_topic(path)


def test_a_model_file_that_is_not_there_or_too_large_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, MODEL)
    monkeypatch.setattr(models, "LARGEST", 10)
    assert "is larger than 10 bytes" in check(path)[0].message
    (tmp_path / "rain.model.json").unlink()
    (problem,) = check(path)
    assert str(problem) == f"{path}:3: the model file 'rain.model.json': cannot be read: No such file or directory"
    written(tmp_path, MODEL, TOPIC.replace('"rain.model.json"', '"."'))
    assert "cannot be read: Is a directory" in check(path)[0].message


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ('"rain.model.json"', "7", "3: model must be the name of a JSON file in quotes, not 7"),
        ('"centroid"', "7", "2: relevance must be the name of a relevance model in quotes, not 7"),
        ('"centroid"', '" "', "2: the name of the relevance model is empty"),
        ("[keywords]", 'anchors = "meaning"\n[keywords]', "5: anchors must be 'semantic' or 'words', not 'meaning'"),
        ("[keywords]", "anchors = 1\n[keywords]", "5: anchors must be 'semantic' or 'words', not 1"),
        ("rain = 1.0", "rain = 0", "6: the weight of 'rain' must be a number above 0 such as 0.8, not 0"),
    ],
)
def test_wrong_keys_are_named_with_their_line(tmp_path: Path, was: str, now: str, says: str) -> None:
    path = written(tmp_path, MODEL, TOPIC.replace(was, now))
    (problem,) = check(path)
    assert f"{path}:{says}" in str(problem)


def test_a_key_is_found_in_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, MODEL)
    assert line_of(path, "relevance") == 2
    assert line_of(path, "anchors") == 0


def made(**changes: Any) -> Topic:
    return Topic("rain", {"rain": 1.0}, model=msgspec.structs.replace(MODEL, **changes))


@pytest.mark.parametrize(
    ("topic", "says"),
    [
        (made(weights=(1.0, nan)), "not finite"),
        (made(weights=(1.0, "x")), "no number"),
        (made(rarity=(1.0, inf)), "not finite"),
        (made(words=("a", 3)), "a word that is not text"),
        (made(kind=7), "of the kind '7'"),
        (Topic("rain", {"rain": 1.0}, model="rain.model.json"), "must be the name of a JSON file"),  # type: ignore[arg-type]
        (Topic("rain", {"rain": 1.0}, anchors="no"), "anchors must be"),
        (Topic("rain", {"rain": 1.0}, relevance=""), "the relevance model is empty"),
    ],
)
def test_topics_with_models_made_in_python_are_checked_alike(topic: Topic, says: str) -> None:
    (problem,) = validate(topic, "mine")
    assert says in problem.message


def test_a_good_topic_with_a_model_made_in_python_passes() -> None:
    topic = made(bias=-1, rarity=())
    assert require(topic) is topic
