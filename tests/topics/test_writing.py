"""What is written is read back; nothing is replaced unasked, and nothing is left half written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.errors import BadInput, BadTopic, CannotRun
from honeyguide.model import Model, Thresholds, Topic
from honeyguide.topics.checks import validate
from honeyguide.topics.files import load_topic
from honeyguide.topics.writing import as_toml, write_topic

FLOODS = Topic(
    name="floods 洪水",
    description='"Heavy" rain,\nand what \\ follows',
    languages=("en", "zh"),
    keywords={"flood": 1.0, "heavy rain": 0.5, "暴雨": 1e-7, 'a "b.c"': 3.0},
    synonyms={"flood": ("洪水", "flash-flood"), "暴雨": ()},
    thresholds=Thresholds(page=0.4, link=0.2),
    anchors="semantic",
)
MODEL = Model("centroid", ("flood", "暴雨"), (0.1, 2 / 3), (1.5, 2.5), threshold=0.2, trained_on="3 documents")


def test_a_topic_is_read_back_as_it_was(tmp_path: Path) -> None:
    assert write_topic(FLOODS, tmp_path / "new" / "floods.toml") == [tmp_path / "new" / "floods.toml"]
    back = load_topic(str(tmp_path / "new" / "floods.toml"))
    assert back == Topic(
        **{**{name: getattr(FLOODS, name) for name in FLOODS.__struct_fields__}, "synonyms": back.synonyms}
    )
    assert back.synonyms == {"flood": ("洪水", "flash-flood")}
    assert list(back.keywords) == list(FLOODS.keywords)


def test_what_is_usual_is_not_written() -> None:
    assert as_toml(Topic("rain", {"rain": 1})) == 'name = "rain"\nrelevance = "judge"\n\n[keywords]\nrain = 1.0\n'


def test_the_model_stands_beside_the_topic(tmp_path: Path) -> None:
    topic = Topic("birds", {"bird": 1.0}, relevance="centroid", model=MODEL)
    written = write_topic(topic, tmp_path / "birds.toml")
    assert [path.name for path in written] == ["birds.toml", "birds.model.json"]
    assert load_topic(str(tmp_path / "birds.toml")) == topic
    assert sorted(path.name for path in tmp_path.iterdir()) == ["birds.model.json", "birds.toml"]


def test_what_is_there_is_kept_unless_forced(tmp_path: Path) -> None:
    topic = Topic("birds", {"bird": 1.0}, relevance="centroid", model=MODEL)
    (tmp_path / "birds.model.json").write_text("mine")
    with pytest.raises(BadInput, match=r"birds\.model\.json: is there already; .* --force"):
        write_topic(topic, tmp_path / "birds.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["birds.model.json"]
    write_topic(topic, tmp_path / "birds.toml", force=True)
    with pytest.raises(BadInput, match=r"birds\.toml: is there already"):
        write_topic(FLOODS, tmp_path / "birds.toml")
    assert load_topic(str(tmp_path / "birds.toml")) == topic


def test_what_is_no_topic_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadTopic, match="there are no keywords"):
        write_topic(Topic("rain", {}), tmp_path / "rain.toml")
    with pytest.raises(BadInput, match=r"name it rain\.txt\.toml"):
        write_topic(FLOODS, tmp_path / "rain.txt")
    with pytest.raises(BadInput, match="give fewer keywords"):
        write_topic(Topic("rain", {f"{number} {'x' * 90}": 1.0 for number in range(12_000)}), tmp_path / "rain.toml")
    (tmp_path / "file").touch()
    with pytest.raises(CannotRun, match="cannot be written"):
        write_topic(FLOODS, tmp_path / "file" / "rain.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


WORDS = st.text(min_size=1, max_size=20)


@given(
    name=WORDS,
    description=st.text(max_size=40),
    keywords=st.dictionaries(WORDS, st.floats(0, 1e6, exclude_min=True), min_size=1, max_size=5),
    page=st.none() | st.floats(0, 1),
)
def test_every_valid_topic_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    description: str,
    keywords: dict[str, float],
    page: float | None,
) -> None:
    topic = Topic(name, keywords, description=description, thresholds=Thresholds(page=page))
    if validate(topic, ""):
        return
    path = tmp_path_factory.mktemp("topics") / "topic.toml"
    write_topic(topic, path)
    back = load_topic(str(path))
    assert (back.name, back.keywords, back.thresholds) == (name, keywords, topic.thresholds)
    assert back.description == description.encode("utf-8", "replace").decode()
