"""`honeyguide topic new`, `features` and `train`: from words, a corpus or examples to a topic file that works."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import WEB, Command, Said
from tests.local_web import LocalWeb

from honeyguide.topics.files import load_topic

WET = ["rainstorm flood river", "flood river rainfall", "rainstorm rainfall flood", "river flood warning"]
DRY = ["band guitar concert", "concert singer stage", "kitchen bread oven", "oven cook bread", "match goal team"]


def write(folder: Path, name: str, texts: list[str], label: str = "") -> str:
    lines = [
        json.dumps({"text": f"The {text} number {number}.", "label": label}) for number, text in enumerate(texts)
    ]
    (folder / name).write_text("\n".join(lines))
    return name


def topic_of(here: Command, said: Said) -> dict[str, float]:
    assert said.code == 0, said.err
    return load_topic(str(here.folder / said.json["file"])).keywords


def test_a_few_words_make_a_topic(honeyguide: Command) -> None:
    words = "rainstorm=0.8, heavy rain = 0.5，暴雨＝0.9；flood"
    said = honeyguide("topic", "new", "rain storms 暴雨", "--keywords", words, "--language", "en", "--language", "zh")
    assert said.code == 0, said.err
    assert "heavy rain" in said.out
    assert "rain-storms-暴雨.toml" in said.err
    topic = load_topic(str(honeyguide.folder / "rain-storms-暴雨.toml"))
    assert topic.name == "rain storms 暴雨"
    assert topic.keywords == {"rainstorm": 0.8, "heavy rain": 0.5, "暴雨": 0.9, "flood": 1.0}
    assert topic.languages == ("en", "zh")
    assert honeyguide("topic", "check", "rain-storms-暴雨.toml").code == 0


def test_a_topic_is_only_replaced_when_that_is_wanted(here: Command) -> None:
    assert here("topic", "new", "rain", "--keywords", "rain").code == 0
    said = here("topic", "new", "rain", "--keywords", "snow")
    assert said.code == 1
    assert said.sentence == "rain.toml: is there already; name another file, or replace it with --force"
    said = here("topic", "new", "rain", "--keywords", "snow", "--force", "--json")
    assert topic_of(here, said) == {"snow": 1.0}


def test_a_name_that_leads_elsewhere_is_said_to_be_changed(here: Command) -> None:
    said = here("topic", "new", "../x", "--keywords", "rain")
    assert said.code == 0
    assert "'../x' cannot be the name of a file as it is: the topic goes to x.toml" in said.err


def test_negatives_that_are_all_positives_are_said_to_be_so(here: Command) -> None:
    write(here.folder, "wet.jsonl", WET)
    said = here("topic", "train", "t1", "--positive", "wet.jsonl", "--negative", "wet.jsonl")
    assert said.code == 1
    assert said.sentence.startswith("all pages of --negative are those of --positive, too")


def test_a_topic_does_not_hide_behind_a_shipped_one_of_its_name(here: Command) -> None:
    said = here("topic", "new", "rainstorm-disaster", "--keywords", "rain")
    assert said.code == 1
    assert said.sentence.startswith("'rainstorm-disaster' is the name of a shipped topic")
    assert list(here.folder.iterdir()) == []
    assert here("topic", "new", "rainstorm-disaster", "--keywords", "rain", "--out", "mine.toml").code == 0


def test_examples_refine_what_the_words_say(here: Command) -> None:
    write(here.folder, "wet.jsonl", WET)
    write(here.folder, "all.jsonl", DRY * 5)
    arguments = ["--keywords", "rainstorm=0.8,storm=0.1", "--examples", "wet.jsonl", "--background", "all.jsonl"]
    keywords = topic_of(here, here("topic", "new", "storms", *arguments, "--relevance", "tag-vsm", "--json"))
    assert {"rainstorm", "storm", "flood", "river"} <= set(keywords)
    assert "guitar" not in keywords
    topic = load_topic(str(here.folder / "storms.toml"))
    assert topic.relevance == "tag-vsm"
    assert topic.thresholds.page is not None
    (here.folder / "page.html").write_text("<title>Flood</title><p>The flood of the river after a rainstorm.")
    judged = here("try", "page.html", "--topic", "storms.toml", "--json").json
    assert judged["on_topic"]
    assert judged["threshold"] == topic.thresholds.page


@pytest.mark.parametrize("model", ["centroid", "adaptive-vsm:mu=0.4"])
def test_a_relevance_model_is_taught_by_examples_and_judges_pages(here: Command, model: str) -> None:
    write(here.folder, "wet.jsonl", WET)
    write(here.folder, "all.jsonl", DRY * 5, "dry")
    arguments = ["--examples", "wet.jsonl", "--background", "all.jsonl", "--relevance", model, "--out", "a/b.toml"]
    said = here("topic", "new", "storms", *arguments, "--json")
    assert "flood" in topic_of(here, said)
    assert (said.json["model"] == "a/b.model.json") == (model != "adaptive-vsm:mu=0.4")
    (here.folder / "wet.html").write_text("<title>Flood</title><p>The flood of the river after a rainstorm.")
    (here.folder / "dry.html").write_text("<title>Concert</title><p>A band, a singer and a guitar on stage.")
    wet, dry = (here("try", page, "--topic", "a/b.toml", "--json").json for page in ("wet.html", "dry.html"))
    assert wet["relevance"] > dry["relevance"]
    assert wet["on_topic"]
    assert not dry["on_topic"]


def test_live_pages_are_examples_too(here: Command, web: LocalWeb) -> None:
    urls = [WEB.url(page) for page in range(len(WEB)) if WEB.label(page) == WEB.topic][:3]
    (here.folder / "urls.txt").write_text("\n".join(urls[1:]))
    at = ["--connect-to", web.address, "--delay", "0"]
    said = here("topic", "new", "t", "--examples", urls[0], "--examples", "urls.txt", *at, "--json")
    assert topic_of(here, said)


def test_a_table_and_a_column_of_examples_can_be_named_and_their_descriptions_are_kept(
    here: Command, web: LocalWeb
) -> None:
    urls = [WEB.url(page) for page in range(len(WEB)) if WEB.label(page) == WEB.topic][:2]
    with closing(sqlite3.connect(here.folder / "sites.db")) as database, database:
        database.execute("CREATE TABLE news (home, story, description)")
        database.execute("CREATE TABLE other (url)")
        rows = zip(urls, ("Valley News", "中国新闻网"), strict=True)
        database.executemany("INSERT INTO news VALUES ('http://no.example/', ?, ?)", rows)
    at = ["--examples", "sites.db", "--connect-to", web.address, "--delay", "0", "--relevance", "adaptive-vsm"]
    refused = here("topic", "new", "t", *at)
    assert refused.code == 1
    assert "holds several tables; name the table to read" in refused.sentence
    said = here("topic", "new", "t", *at, "--table", "news", "--column", "story", "--json")
    assert topic_of(here, said)
    topic = load_topic(str(here.folder / "t.toml"))
    assert topic.examples == dict(zip(urls, ("Valley News", "中国新闻网"), strict=True))
    assert here("topic", "check", "t.toml").code == 0
    shown = " ".join(here("topic", "show", "t.toml").out.split())
    assert f"made of {urls[1]} 中国新闻网" in shown


def test_a_table_or_column_that_no_source_has_is_refused(here: Command) -> None:
    write(here.folder, "wet.jsonl", WET)
    for option, says in (("--table", "is a workbook or a database"), ("--column", "is a table or a database")):
        said = here("topic", "new", "t", "--examples", "wet.jsonl", option, "x")
        assert (said.code, said.sentence) == (1, f"{option[2:]} 'x' was asked for, but no source {says}")


def corpus(folder: Path) -> None:
    for label, texts in (("wet", WET), ("dry", DRY)):
        (folder / "corpus" / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / "corpus" / label / f"{number}.txt").write_text(text)


@pytest.mark.parametrize("method", ["tf-gini", "tf-idf"])
def test_feature_words_tell_a_theme_from_the_others(here: Command, method: str) -> None:
    corpus(here.folder)
    asked = ["topic", "features", "--corpus", "corpus", "--theme", "wet", "--method", method]
    words = [each["word"] for each in here(*asked, "--limit", "3", "--json").json["features"]]
    assert len(words) == 3
    assert {"flood", "river"} <= set(words)
    shown = here(*asked, "--out", "wet.toml")
    assert shown.code == 0, shown.err
    assert "in the theme" in shown.out
    topic = load_topic(str(here.folder / "wet.toml"))
    assert topic.relevance == {"tf-gini": "gini-cosine", "tf-idf": "tfidf-cosine"}[method]
    assert topic.model is not None
    assert list(topic.keywords) == list(topic.model.words)
    assert topic.name == "wet"


def test_a_classifier_is_trained_and_its_quality_told(here: Command) -> None:
    write(here.folder, "wet.jsonl", WET)
    write(here.folder, "dry.jsonl", DRY)
    said = here("topic", "train", "storms", "--positive", "wet.jsonl", "--negative", "dry.jsonl")
    assert said.code == 0, said.err
    for word in ("4 on topic, 5 others", "precision", "recall", "f1", "auc", "speaks for it"):
        assert word in said.out
    arguments = ["--positive", "wet.jsonl", "--background", "dry.jsonl", "--force", "--json"]
    said = here("topic", "train", "storms", *arguments)
    assert said.json["quality"]["positives"] == 4
    assert 3 <= said.json["quality"]["negatives"] <= 5
    assert said.json["quality"]["auc"] > 0.5
    topic = load_topic(str(here.folder / "storms.toml"))
    assert topic.relevance == "svm"
    assert topic.model is not None
    assert topic.model.kind == "classifier"


@pytest.mark.slow
def test_a_crawl_trains_a_classifier_by_what_it_judged(here: Command, crawled: Path) -> None:
    said = here("topic", "train", "rain", "--positive", crawled, "--json")
    assert said.code == 0, said.err
    quality = said.json["quality"]
    assert quality["positives"] > 0
    assert quality["negatives"] > 0
    assert quality["f1"] > 0.5


def test_chinese_text_in_another_encoding_is_named_and_then_read(here: Command) -> None:
    (here.folder / "a.txt").write_bytes(("今晨发布暴雨红色预警，城区多处积水。" * 3).encode("gb18030"))
    said = here("topic", "new", "rain", "--examples", "a.txt")
    assert said.code == 1
    assert said.sentence.endswith("it looks like GB18030: give --encoding GB18030, or save it as UTF-8")
    said = here("topic", "new", "rain", "--examples", "a.txt", "--encoding", "GB18030", "--json")
    assert "暴雨" in topic_of(here, said)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["new", "t"], "there is nothing to make a topic of: give --keywords"),
        (["new", "t", "--keywords", "rain=much"], "the weight of 'rain' must be a number such as 0.8, not 'much'"),
        (["new", "t", "--keywords", "rain,=0.5"], "there is no word before '=0.5'"),
        (["new", "t", "--keywords", "rain=1,rain=2"], "'rain' is there twice"),
        (
            ["new", "t", "--keywords", "rain=-1"],
            "'rain' must be a number above 0 such as 0.8, not -1.0",
        ),
        (["new", "t", "--keywords", "rain", "--language", "english"], "'english' is no language"),
        (
            ["new", "t", "--keywords", "rain", "--relevance", "smv"],
            "'smv' is not a relevance model; did you mean 'svm'",
        ),
        (["new", "t", "--keywords", "rain", "--relevance", "tag-vsm:x=1"], "has no parameter 'x'"),
        (
            ["new", "t", "--keywords", "rain", "--relevance", "svm"],
            "is trained on examples: give pages on topic with",
        ),
        (["new", "t", "--examples", "empty"], "empty: holds no document with any words"),
        (["features", "--corpus", "wet.jsonl", "--theme", "dry"], "no document has the label 'dry'"),
        (["features", "--corpus", "wet.jsonl", "--theme", "wet"], "all 4 documents have the label 'wet'"),
        (["train", "t", "--positive", "wet.jsonl"], "a classifier with one class cannot tell anything apart"),
        (["train", "t", "--positive", "wet.jsonl", "--negative", "wet.jsonl"], "all pages of --negative are"),
    ],
)
def test_what_makes_no_topic_is_refused_in_one_sentence(here: Command, arguments: list[str], says: str) -> None:
    write(here.folder, "wet.jsonl", WET, "wet")
    (here.folder / "empty").mkdir()
    said = here("topic", *arguments)
    assert said.code == 1
    assert says in said.sentence
    assert not list(here.folder.glob("*.toml"))
