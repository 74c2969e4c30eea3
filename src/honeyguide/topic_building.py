"""From words and example pages to a topic; what is wrong with a topic file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from honeyguide.analysis import relevance_model
from honeyguide.config import Settings
from honeyguide.corpus import Note, check_table, read_documents
from honeyguide.corpus.pages import OFF_TOPIC
from honeyguide.errors import BadInput
from honeyguide.model import Document, Topic
from honeyguide.progress import Progress, silent
from honeyguide.topics import files
from honeyguide.topics.classifier import Quality, cross_validated
from honeyguide.topics.discriminative_terms import apart_from, distinct, draw_negatives
from honeyguide.topics.features import FEATURES, tf_gini, tf_idf
from honeyguide.training import needs_examples, settle_threshold, train_topic

Read = Callable[[Sequence[str]], list[Document]]
"""The documents of sources: folders, files, tables, URLs, crawls or WARC files."""
METHODS = {"tf-gini": (tf_gini, "gini-cosine"), "tf-idf": (tf_idf, "tfidf-cosine")}
"""How feature words are weighed, and the relevance model that judges by them."""

_BETWEEN = re.compile(r"[,，;；、\n]")


class Trained(Struct, frozen=True):
    """What came of training."""

    topic: Topic
    quality: Quality | None = None
    """Of a classifier: how well it tells apart pages that it was not trained on."""


def train(
    name: str,
    examples: str | Path | Sequence[str | Path],
    *,
    negative: str | Path | Sequence[str | Path] = (),
    background: str | Path | Sequence[str | Path] = (),
    keywords: Mapping[str, float] | None = None,
    relevance: str = "svm",
    languages: Sequence[str] = (),
    description: str = "",
    encoding: str = "",
    column: str = "",
    table: str = "",
    settings: Settings | None = None,
    progress: Progress = silent,
    note: Note = lambda sentence: None,
) -> Trained:
    """A topic from pages on topic and others, each a folder, a file, a table, a URL, a crawl or a WARC file.

    `negative` pages are off topic; `background` is any sample, which shows what is common everywhere. `column` and
    `table` say where spreadsheets and databases hold the URLs.
    """
    check_table([*_sources(examples), *_sources(negative), *_sources(background)], column, table)
    topic = define(name, keywords or {}, languages=languages, description=description)
    read = partial(
        read_documents,
        encoding=encoding,
        column=column,
        table=table,
        settings=settings,
        progress=progress,
        note=note,
    )
    positive, others, sample = map(_sources, (examples, negative, background))
    return train_further(topic, relevance, positive, negative=others, background=sample, read=read)


def train_further(
    topic: Topic,
    relevance: str,
    positive: Sequence[str],
    *,
    negative: Sequence[str] = (),
    background: Sequence[str] = (),
    read: Read,
) -> Trained:
    """The topic, with all that it says, and this relevance model as examples train it."""
    if relevance.partition(":")[0].strip() == "svm":
        return train_classifier(
            topic, positive, negative=negative, background=background, read=read, relevance=relevance
        )
    return Trained(train_examples(topic, relevance, positive, background=[*negative, *background], read=read))


def define(
    name: str, keywords: Mapping[str, float], *, languages: Sequence[str] = (), description: str = ""
) -> Topic:
    """A topic of what the user says outright, checked; without keywords it is yet to be trained."""
    topic = Topic(name, dict(keywords) or {"word": 1.0}, languages=tuple(languages), description=description)
    files.require(topic, "topic")
    return msgspec.structs.replace(topic, keywords=dict(keywords))


def parse_keywords(written: str) -> dict[str, float]:
    """Of `rainstorm=0.8, heavy rain`: words or phrases with their weights, 1 where there is none."""
    weights: dict[str, float] = {}
    for part in filter(None, map(str.strip, _BETWEEN.split(written))):
        word, equals, weight = (piece.strip() for piece in part.replace("＝", "=").rpartition("="))
        if not equals:
            word, weight = weight, "1"
        if not word:
            raise BadInput(f"--keywords: there is no word before '{part[:60]}'; give them as rainstorm=0.8")
        if word in weights:
            raise BadInput(f"--keywords: '{word[:60]}' is there twice; keep one")
        try:
            weights[word] = float(weight)
        except ValueError:
            raise BadInput(
                f"--keywords: the weight of '{word[:60]}' must be a number such as 0.8, not '{weight[:60]}'"
            ) from None
    return weights


def file_name(topic: str) -> str:
    """What the file of a topic is called, when nobody says."""
    plain = re.sub(r"[^\w.-]+", "-", topic).strip("-.")
    return f"{plain or 'topic'}.toml"


def train_examples(
    topic: Topic, relevance: str, examples: Sequence[str], *, background: Sequence[str] = (), read: Read
) -> Topic:
    """The topic with this relevance model; examples refine its keywords and train the model."""
    if not topic.keywords and not examples:
        raise BadInput(
            'there is nothing to make a topic of: give --keywords "rainstorm=0.8,disaster=0.5" or --examples'
        )
    if needs_examples(relevance) and not examples:
        raise BadInput(
            f"the relevance model '{relevance}' is trained on examples: give pages on topic with --examples"
        )
    if not examples:
        topic = msgspec.structs.replace(topic, relevance=relevance)
        relevance_model(topic)  # refuses parameters that the model does not have
        return topic
    positives, spare = _apart(read(examples))
    others = (read(background) if background else []) or spare
    topic = _with_examples(topic, positives)
    trained = train_topic(topic, relevance, positives, others)
    own = trained.model or relevance.startswith("adaptive")  # a threshold that was trained, or moves
    return trained if own else settle_threshold(topic, trained, positives, others)


def train_classifier(
    topic: Topic,
    positive: Sequence[str],
    *,
    negative: Sequence[str] = (),
    background: Sequence[str] = (),
    read: Read,
    relevance: str = "svm",
) -> Trained:
    """Without `negative`, pages off topic are drawn from the background, or the rest of a crawl that is positive."""
    positives, spare = _apart(read(positive))
    others = apart_from(positives, read(negative) if negative else [])
    sample = (read(background) if background else []) if background or others else spare
    others += draw_negatives(positives, sample) if sample else []
    if negative and not others:
        raise BadInput(
            "all pages of --negative are those of --positive, too, where they count as on topic: give other pages"
        )
    if not others:
        raise BadInput(
            "a classifier with one class cannot tell anything apart: give pages that are off topic with --negative, "
            "or other pages to draw them from with --background"
        )
    topic = _with_examples(topic, positives)
    trained = train_topic(topic, relevance, positives, others, negative=True)
    return Trained(trained, cross_validated(positives, others))


def train_features(
    topic: Topic, documents: Sequence[Document], *, method: str = "tf-gini", limit: int = FEATURES
) -> Topic:
    """The topic made of the feature words of the label that it is named after."""
    positives = [each for each in documents if each.label == topic.name]
    others = [each for each in documents if each.label != topic.name]
    trained = train_topic(topic, METHODS[method][1], positives, others, features=limit)
    assert trained.model is not None
    words = zip(trained.model.words, trained.model.weights, strict=True)
    keywords = distinct({word: max(0.0001, round(weight, 4)) for word, weight in words})
    return msgspec.structs.replace(trained, keywords=keywords)


def check_topic(name_or_path: str) -> list[files.Problem]:
    """Everything that is wrong with a topic file, its model among it; empty when it can be used."""
    if not os.path.exists(name_or_path) and name_or_path in files.shipped_topics():
        return []
    file = files.file_of(name_or_path)
    if problems := files.check(file):
        return problems
    try:
        relevance_model(files.load_topic(os.path.abspath(file)))
    except BadInput as wrong:
        return [files.Problem(files.line_of(file, "relevance"), str(wrong), file)]
    return []


def _sources(given: str | Path | Sequence[str | Path]) -> list[str]:
    return [str(given)] if isinstance(given, str | Path) else [str(each) for each in given]


def _with_examples(topic: Topic, positives: Sequence[Document]) -> Topic:
    """It keeps which pages it was made of, where their list says what they are."""
    described = {each.name: each.description for each in positives if each.description}
    return msgspec.structs.replace(topic, examples=described)


def _apart(documents: list[Document]) -> tuple[list[Document], list[Document]]:
    """Examples, and what a crawl that is among them judged off topic."""
    positives = [each for each in documents if each.label != OFF_TOPIC]
    if not positives:
        raise BadInput("no page of the crawl is on topic by its own judgement: name other examples")
    return positives, [each for each in documents if each.label == OFF_TOPIC]
