"""`honeyguide topic new`, `features` and `train`: topics from a few words, a labelled corpus, or examples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from honeyguide.cli import completion
from honeyguide.cli.documents import Material
from honeyguide.cli.flags import FETCHING, with_settings
from honeyguide.cli.options import SOURCES, Column, ConfigFile, Encoding, Json, Languages, Table
from honeyguide.cli.tables import show_facts, table
from honeyguide.cli.terminal import command, print_json, say, stdout, styled
from honeyguide.errors import BadInput
from honeyguide.model import DEFAULT_RELEVANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honeyguide.model import Topic
    from honeyguide.topics.classifier import Quality
    from honeyguide.topics.features import Feature

_SHOWN = 20

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the topic.")]
Keywords = Annotated[
    str, typer.Option(metavar="WORDS", help='Words or phrases with weights: "rainstorm=0.8,heavy rain=0.5".')
]
Description = Annotated[str, typer.Option(metavar="TEXT", help="What the topic is about, for people.")]
Background = Annotated[
    list[str] | None,
    typer.Option(metavar="SOURCE", help="Other documents, that show what is common everywhere; several times."),
]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="The topic file; else NAME.toml.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the topic that is there.")]


@with_settings("delay", "allow_hosts", *FETCHING)
def new(
    name: Name,
    *,
    keywords: Keywords = "",
    examples: Annotated[
        list[str] | None, typer.Option(metavar="SOURCE", help=f"Pages on topic: {SOURCES}; several times.")
    ] = None,
    background: Background = None,
    relevance: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help="Relevance model: honeyguide topic models lists them.",
            autocompletion=completion.parts("relevance"),
        ),
    ] = DEFAULT_RELEVANCE,
    language: Languages = None,
    description: Description = "",
    out: Out = None,
    force: Force = False,
    encoding: Encoding = "",
    column: Column = "",
    table: Table = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Make a topic from a few words; with examples, they refine the weights and train the relevance model.

    Example: honeyguide topic new floods --keywords "flood=1,heavy rain=0.5" --examples pages/
    """
    from honeyguide.corpus import check_table  # noqa: PLC0415
    from honeyguide.topic_building import train_examples  # noqa: PLC0415

    check_table([*(examples or ()), *(background or ())], column, table)
    topic = _topic_of(name, keywords, language, description)
    file = _file_for(name, out, force)
    read = Material(encoding, flags, config_file, column, table).read
    made = train_examples(topic, relevance, examples or (), background=background or (), read=read)
    _write(made, file, force, json, {})


@with_settings("delay", "allow_hosts", *FETCHING)
def features(
    *,
    corpus: Annotated[
        list[str], typer.Option(metavar="SOURCE", help=f"Labelled documents: {SOURCES}; several times.")
    ],
    theme: Annotated[str, typer.Option(metavar="LABEL", help="The label whose feature words are wanted.")],
    method: Annotated[Literal["tf-gini", "tf-idf"], typer.Option(help="How words are weighed.")] = "tf-gini",
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

    topic = _topic_of(theme, "", language, description)
    file = _file_for(theme, out, force) if out else None
    documents = Material(encoding, flags, config_file).read(corpus)
    weigh, _ = METHODS[method]
    found = weigh(documents, theme, limit)
    if not json:
        _show_features(found)
    elif file is None:
        print_json({"features": found})
    if file is not None:
        made = train_features(topic, documents, method=method, limit=limit)
        _write(made, file, force, json, {"features": found})


@with_settings("delay", "allow_hosts", *FETCHING)
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
    column: Column = "",
    table: Table = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Train a classifier from pages on topic and others, and say how well it separates them.

    Without --negative, pages that are off topic are taken from --background, or from the rest of a crawl whose pages
    on topic are the positive ones.

    Example: honeyguide topic train floods --positive good.txt --background crawl/
    """
    from honeyguide.corpus import check_table  # noqa: PLC0415
    from honeyguide.topic_building import train_classifier  # noqa: PLC0415

    check_table([*positive, *(negative or ()), *(background or ())], column, table)
    topic = _topic_of(name, keywords, language, description)
    file = _file_for(name, out, force)
    read = Material(encoding, flags, config_file, column, table).read
    made = train_classifier(topic, positive, negative=negative or (), background=background or (), read=read)
    if made.quality and not json:
        _show_quality(made.quality, made.topic)
    _write(made.topic, file, force, json, {"quality": made.quality})


def _topic_of(name: str, keywords: str, languages: Sequence[str] | None, description: str) -> Topic:
    """A topic of what the user says outright, checked before anything is read."""
    from honeyguide.topic_building import define, parse_keywords  # noqa: PLC0415

    return define(name, parse_keywords(keywords), languages=languages or (), description=description)


def _file_for(name: str, out: Path | None, force: bool) -> Path:
    """Where the topic goes; refused before anything is read when it may not go there."""
    from honeyguide.topic_building import file_name  # noqa: PLC0415
    from honeyguide.topics.files import shipped_topics  # noqa: PLC0415
    from honeyguide.topics.writing import require_room  # noqa: PLC0415

    file = out or Path(file_name(name))
    if out is None and re.search(r"[/\\]", name):
        say(f"'{name}' cannot be the name of a file as it is: the topic goes to {file}; name another with --out")
    if out is None and file.stem in shipped_topics():
        raise BadInput(
            f"'{file.stem}' is the name of a shipped topic, which every command takes for it; "
            "choose another name, or name the file with --out"
        )
    return require_room(file, force=force)


def _write(topic: Topic, file: Path, force: bool, json: bool, more: dict[str, object]) -> None:
    from honeyguide.topics.writing import write_topic  # noqa: PLC0415

    written = write_topic(topic, file, force=force)
    if json:
        files = {"file": str(written[0]), "model": str(written[1]) if len(written) > 1 else ""}
        said = {"name": topic.name, "relevance": topic.relevance, "keywords": topic.keywords}
        trained = {"trained_on": topic.model.trained_on} if topic.model else {}
        print_json({**files, **said, **trained, **more})
        return
    if not more:
        _show_keywords(topic)
    say(f"written: {', '.join(map(str, written))}", "bold")
    say(f"try it on a page: {command('try', 'URL', '--topic', written[0])}")


def _show_keywords(topic: Topic) -> None:
    shown = table("keyword", right=("weight",))
    for keyword, weight in list(topic.keywords.items())[:_SHOWN]:
        shown.add_row(styled(keyword), f"{weight:.4g}")
    stdout().print(shown)
    if len(topic.keywords) > _SHOWN:
        stdout().print(styled(f"and {len(topic.keywords) - _SHOWN} more"))


def _show_features(found: Sequence[Feature]) -> None:
    shown = table("word", right=("weight", "in the theme", "elsewhere", "documents"))
    for each in found:
        counts = (f"{count:,}" for count in (each.inside, each.outside, each.documents))
        shown.add_row(styled(each.word), f"{each.weight:.4g}", *counts)
    stdout().print(shown)


def _show_quality(quality: Quality, topic: Topic) -> None:
    assert topic.model is not None
    facts = [("pages", f"{quality.positives:,} on topic, {quality.negatives:,} others")]
    if quality.folds:
        parts = f"each in one of {quality.folds} parts, judged by a classifier trained on the other parts"
        facts += [("held out", parts)]
        facts += [(name, f"{getattr(quality, name):.3f}") for name in ("precision", "recall", "f1", "auc")]
    else:
        facts += [("quality", "cannot be told from a single page of a kind; give more")]
    ranked = sorted(zip(topic.model.weights, topic.model.words, strict=True))
    facts += [("speaks for it", ", ".join(word for weight, word in ranked[:-11:-1] if weight > 0))]
    facts += [("speaks against it", ", ".join(word for weight, word in ranked[:10] if weight < 0))]
    show_facts(facts)
