"""`honeyguide topic new`, `features` and `train`: topics from a few words, a labelled corpus, or examples."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from honeyguide.cli.documents import FETCHING, SOURCES, ConfigFile, Encoding, Material
from honeyguide.cli.flags import with_settings
from honeyguide.cli.terminal import print_json
from honeyguide.cli.topic_io import file_for, show_features, show_quality, topic_of, write

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
    """Make a topic from a few words; with examples, they refine the weights and train the relevance model.

    Example: honeyguide topic new floods --keywords "flood=1,heavy rain=0.5" --examples pages/
    """
    from honeyguide.topic_building import train_examples  # noqa: PLC0415

    topic = topic_of(name, keywords, language, description)
    file = file_for(name, out, force)
    read = Material(encoding, flags, config_file).read
    made = train_examples(topic, relevance, examples or (), background=background or (), read=read)
    write(made, file, force, json, {})


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
    """List the words that distinguish one theme of a labelled corpus from the others.

    Example: honeyguide topic features --corpus news/ --theme weather --out weather.toml
    """
    from honeyguide.topic_building import METHODS, train_features  # noqa: PLC0415

    topic = topic_of(theme, "", language, description)
    file = file_for(theme, out, force) if out else None
    documents = Material(encoding, flags, config_file).read(corpus)
    weigh, _ = METHODS[method]
    found = weigh(documents, theme, limit)
    if not json:
        show_features(found)
    elif file is None:
        print_json({"features": found})
    if file is not None:
        made = train_features(topic, documents, method=method, limit=limit)
        write(made, file, force, json, {"features": found})


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
    """Train a classifier from pages on topic and others, and say how well it separates them.

    Without --negative, pages that are off topic are taken from --background, or from the rest of a crawl whose pages
    on topic are the positive ones.

    Example: honeyguide topic train floods --positive good.txt --background crawl/
    """
    from honeyguide.topic_building import train_classifier  # noqa: PLC0415

    topic = topic_of(name, keywords, language, description)
    file = file_for(name, out, force)
    read = Material(encoding, flags, config_file).read
    made = train_classifier(topic, positive, negative=negative or (), background=background or (), read=read)
    if made.quality and not json:
        show_quality(made.quality, made.topic)
    write(made.topic, file, force, json, {"quality": made.quality})
