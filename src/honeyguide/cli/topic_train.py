"""`honeyguide topic new`, `features` and `train`: topics from a few words, a labelled corpus, or examples."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from honeyguide.cli.documents import FETCHING, SOURCES, ConfigFile, Encoding, Material
from honeyguide.cli.flags import with_settings
from honeyguide.cli.terminal import print_json
from honeyguide.cli.topic_io import file_for, show_features, show_quality, topic_of, write
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.model import Document


Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the topic.")]
Keywords = Annotated[
    str, typer.Option(metavar="WORDS", help='Words or phrases with weights: "rainstorm=0.8,heavy rain=0.5".')
]
Languages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="CODE", help="Of wanted pages, such as en or zh; several times; else any."),
]
Description = Annotated[str, typer.Option(metavar="TEXT", help="What the topic is about, for people.")]
Background = Annotated[
    list[str] | None,
    typer.Option(metavar="SOURCE", help="Other documents, that show what is common everywhere; several times."),
]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="The topic file; else NAME.toml.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the topic that is there.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON.")]


@with_settings(*FETCHING)
def new(
    name: Name,
    *,
    keywords: Keywords = "",
    examples: Annotated[
        list[str] | None,
        typer.Option(metavar="SOURCE", help=f"Pages on topic: {SOURCES}; several times."),
    ] = None,
    background: Background = None,
    relevance: Annotated[
        str, typer.Option(metavar="MODEL", help="Relevance model: honeyguide topic models lists them.")
    ] = "tag-vsm",
    language: Languages = None,
    description: Description = "",
    out: Out = None,
    force: Force = False,
    encoding: Encoding = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Make a topic from a few words; with examples, they refine the weights and teach the relevance model.

    Example: honeyguide topic new floods --keywords "flood=1,heavy rain=0.5" --examples pages/
    """
    from honeyguide.analysis import relevance_model  # noqa: PLC0415
    from honeyguide.training import needs_examples, settle_threshold, teach  # noqa: PLC0415

    topic = topic_of(name, keywords, language, description)
    file = file_for(name, out, force)
    if not topic.keywords and not examples:
        raise BadInput(
            'there is nothing to make a topic of: give --keywords "rainstorm=0.8,disaster=0.5" or --examples'
        )
    if needs_examples(relevance) and not examples:
        raise BadInput(
            f"the relevance model '{relevance}' is taught by examples: give pages on topic with --examples"
        )
    if examples:
        material = Material(encoding, flags, config_file)
        positives, spare = _apart(material.read(examples))
        others = material.read(background or []) or spare
        taught = teach(topic, relevance, positives, others)
        own = taught.model or relevance.startswith("adaptive")  # a threshold that was taught, or moves
        topic = taught if own else settle_threshold(topic, taught, positives, others)
    else:
        topic = msgspec.structs.replace(topic, relevance=relevance)
        relevance_model(topic)  # refuses parameters that the model does not have
    write(topic, file, force, json, {})


class Method(StrEnum):
    TF_GINI = "tf-gini"
    TF_IDF = "tf-idf"


@with_settings(*FETCHING)
def features(
    *,
    corpus: Annotated[
        list[str], typer.Option(metavar="SOURCE", help=f"Labelled documents: {SOURCES}; several times.")
    ],
    theme: Annotated[str, typer.Option(metavar="LABEL", help="The label whose feature words are wanted.")],
    method: Annotated[Method, typer.Option(help="How words are weighed.")] = Method.TF_GINI,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="The most feature words.")] = 150,
    language: Languages = None,
    description: Description = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write a topic file made of them.")] = None,
    force: Force = False,
    encoding: Encoding = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Name the words that tell one theme of a labelled corpus from the others.

    Example: honeyguide topic features --corpus news/ --theme weather --out weather.toml
    """
    from honeyguide.topics.discriminative_terms import distinct  # noqa: PLC0415
    from honeyguide.topics.features import tf_gini, tf_idf  # noqa: PLC0415
    from honeyguide.training import teach  # noqa: PLC0415

    topic = topic_of(theme, "", language, description)
    file = file_for(theme, out, force) if out else None
    documents = Material(encoding, flags, config_file).read(corpus)
    weigh, relevance = {Method.TF_GINI: (tf_gini, "gini-cosine"), Method.TF_IDF: (tf_idf, "tfidf-cosine")}[method]
    found = weigh(documents, theme, limit)
    if not json:
        show_features(found)
    elif file is None:
        print_json({"features": found})
    if file is None:
        return
    positives = [each for each in documents if each.label == theme]
    others = [each for each in documents if each.label != theme]
    topic = teach(topic, relevance, positives, others, features=limit)
    assert topic.model is not None
    words = zip(topic.model.words, topic.model.weights, strict=True)
    keywords = distinct({word: max(0.0001, round(weight, 4)) for word, weight in words})
    write(msgspec.structs.replace(topic, keywords=keywords), file, force, json, {"features": found})


@with_settings(*FETCHING)
def train(
    name: Name,
    *,
    positive: Annotated[list[str], typer.Option(metavar="SOURCE", help=f"Pages on topic: {SOURCES}; several times.")],
    negative: Annotated[
        list[str] | None, typer.Option(metavar="SOURCE", help="Pages that are off topic; several times.")
    ] = None,
    background: Background = None,
    keywords: Keywords = "",
    language: Languages = None,
    description: Description = "",
    out: Out = None,
    force: Force = False,
    encoding: Encoding = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Train a classifier from pages on topic and others, and say how well it tells them apart.

    Without --negative, pages that are off topic are drawn from --background, or from the rest of a crawl whose pages
    on topic are the positive ones.

    Example: honeyguide topic train floods --positive good.txt --background crawl/
    """
    from honeyguide.topics.classifier import cross_validated  # noqa: PLC0415
    from honeyguide.training import apart_from, draw_negatives, teach  # noqa: PLC0415

    topic = topic_of(name, keywords, language, description)
    file = file_for(name, out, force)
    material = Material(encoding, flags, config_file)
    positives, spare = _apart(material.read(positive))
    others = apart_from(positives, material.read(negative or []))
    sample = material.read(background or []) if background or others else spare
    others += draw_negatives(positives, sample) if sample else []
    if not others:
        raise BadInput(
            "a classifier with one class cannot tell anything apart: give pages that are off topic with --negative, "
            "or other pages to draw them from with --background"
        )
    topic = teach(topic, "svm", positives, others, negative=True)
    quality = cross_validated(positives, others)
    if not json:
        show_quality(quality, topic)
    write(topic, file, force, json, {"quality": quality})


def _apart(documents: list[Document]) -> tuple[list[Document], list[Document]]:
    """Examples, and what a crawl that is among them judged off topic."""
    from honeyguide.corpus.pages import OFF_TOPIC  # noqa: PLC0415

    positives = [each for each in documents if each.label != OFF_TOPIC]
    if not positives:
        raise BadInput("no page of the crawl is on topic by its own judgement: name other examples")
    return positives, [each for each in documents if each.label == OFF_TOPIC]
