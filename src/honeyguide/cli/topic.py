"""`honeyguide topic` and `honeyguide strategies`: what there is to choose from, and what is wrong with a topic."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.options import Json
from honeyguide.cli.terminal import complain, print_json, stdout, styled
from honeyguide.reporting.text import counted, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honeyguide.registry import Entry, Parameter

topic = typer.Typer(no_args_is_help=True, help="Make, check and show topics, from words, examples or documents.")


@topic.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A topic file (TOML).")], json: Json = False
) -> None:
    """Explain what is wrong with a topic file, line by line.

    Example: honeyguide topic check my-topic.toml
    """
    from honeyguide.topic_building import check_topic  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    problems = check_topic(file)
    if json:
        print_json({"file": file, "problems": [{"line": each.line, "message": each.message} for each in problems]})
    else:
        for problem in problems:
            complain(str(problem))
    if problems:
        raise typer.Exit(1)
    if not json:
        wanted = load_topic(file)
        keywords = counted(len(wanted.keywords), "keyword")
        stdout().print(styled(f"{file}: nothing is wrong; {keywords} for '{wanted.name}'"))


@topic.command("list")
def list_(json: Json = False) -> None:
    """List the topics that come with Honeyguide.

    Example: honeyguide topic list
    """
    from honeyguide.topics.files import load_topic, shipped_topics  # noqa: PLC0415

    topics = {name: load_topic(name) for name in shipped_topics()}
    if json:
        print_json([{"name": name, "description": each.description} for name, each in topics.items()])
        return
    for name, each in topics.items():
        stdout().print(styled(name, "bold"), styled(each.description), soft_wrap=True)


def strategies(json: Json = False) -> None:
    """List the strategies with their papers and parameters.

    Example: honeyguide strategies
    """
    from honeyguide.strategies import catalogue  # noqa: PLC0415

    _show_all(catalogue(), json)


def links(json: Json = False) -> None:
    """List the link models with their papers and parameters: what --links takes.

    Example: honeyguide links
    """
    from honeyguide.links import catalogue  # noqa: PLC0415

    _show_all(catalogue(), json)


def encoders(json: Json = False) -> None:
    """List the encoders, which make vectors of texts: what --encoder takes.

    Example: honeyguide encoders
    """
    from honeyguide.encoders import catalogue  # noqa: PLC0415

    entries = catalogue()
    if json:
        print_json(entries)
        return
    for entry in entries:
        stdout().print(styled(entry.name, "bold"), styled(entry.says), soft_wrap=True)
        size = f", {entry.dimensions} numbers a text" if entry.dimensions else ""
        installed = "installed" if entry.installed else "not installed"
        stdout().print(styled(f"    {installed}{size}; licence: {entry.licence or 'not said'}"), soft_wrap=True)
        _show_parameters(entry.name, entry.parameters)


@topic.command()
def models(json: Json = False) -> None:
    """List the relevance models with their papers and parameters: what a topic file may say as its `relevance`.

    Example: honeyguide topic models
    """
    from honeyguide.relevance import catalogue  # noqa: PLC0415

    _show_all(catalogue(), json)


def _show_all(entries: Sequence[Entry], json: bool) -> None:
    if json:
        print_json(entries)
        return
    for entry in entries:
        stdout().print(styled(entry.name, "bold"), styled(entry.says), soft_wrap=True)
        stdout().print("    paper:", styled(entry.paper), soft_wrap=True)
        _show_parameters(entry.name, entry.parameters)
    from honeyguide.lab.papers.published import PAPERS, spelled_out  # noqa: PLC0415

    named = " ".join(entry.paper for entry in entries)
    for paper in PAPERS:
        if re.search(rf"\b{paper.upper()}\b", named):
            stdout().print(styled(spelled_out(paper)), soft_wrap=True)


def _show_parameters(name: str, parameters: Sequence[Parameter]) -> None:
    for parameter in parameters:
        says = f"{name}:{parameter.name}={plain(str(parameter.default)).lower()}"
        stdout().print("   ", styled(says, "cyan"), styled(_with_range(parameter)), soft_wrap=True)


def _with_range(parameter: Parameter) -> str:
    """What it means, and what it may be where that is a range."""
    expects = "" if isinstance(parameter.default, bool) or parameter.expects == "text" else parameter.expects
    return f"{parameter.meaning} ({expects})" if expects else parameter.meaning
