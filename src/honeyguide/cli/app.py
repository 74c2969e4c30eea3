"""All commands of `honeyguide`; what each needs is imported when it runs."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from honeyguide import __version__
from honeyguide.cli.application import application
from honeyguide.cli.copy import copy
from honeyguide.cli.crawl import crawl, resume
from honeyguide.cli.demo import demo
from honeyguide.cli.evaluate import eval_, relevance
from honeyguide.cli.export import export
from honeyguide.cli.extract import extract
from honeyguide.cli.feature_curves import feature_curves
from honeyguide.cli.help import make_legible
from honeyguide.cli.index import index
from honeyguide.cli.insight import insight
from honeyguide.cli.lab import lab
from honeyguide.cli.lexicon import lexicon
from honeyguide.cli.marking import ask, mark, rejudge
from honeyguide.cli.mcp import mcp
from honeyguide.cli.offload import offload
from honeyguide.cli.ontology import ontology
from honeyguide.cli.papers import papers
from honeyguide.cli.prune import prune
from honeyguide.cli.recover import recover
from honeyguide.cli.results import results
from honeyguide.cli.search import search
from honeyguide.cli.status import errors, status
from honeyguide.cli.terminal import write
from honeyguide.cli.topic import encoders, links, strategies, topic
from honeyguide.cli.topic_show import show
from honeyguide.cli.topic_train import features, new, train
from honeyguide.cli.trust import trust
from honeyguide.cli.try_ import try_
from honeyguide.cli.web import web
from honeyguide.plugins import PLUGINS, load_plugins

app = typer.Typer(
    name="honeyguide",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        version()
        raise typer.Exit


def _plugins(modules: list[str] | None) -> None:
    """Into the environment, so that every process that this one starts loads them, too."""
    if modules:
        known = filter(None, os.environ.get(PLUGINS, "").split(","))
        os.environ[PLUGINS] = ",".join(dict.fromkeys([*known, *modules]))
        load_plugins(modules)


@app.callback()
def honeyguide(
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="MODULE",
            callback=_plugins,
            help="A Python module that registers parts of its own: installed, in this folder, or a path to a file.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """A focused web crawler: it finds the part of the web that is about your subject.

    Begin with: honeyguide demo
    """


def version() -> None:
    """Say which version this is.

    Example: honeyguide version
    """
    write(f"honeyguide {__version__}")


app.command()(demo)
app.command()(crawl)
app.command()(resume)
app.command("app")(application)
app.command()(mcp)
app.command("try")(try_)
app.command()(extract)
app.command()(status)
app.command()(errors)
app.command()(results)
app.command()(search)
app.command()(export)
app.command()(mark)
app.command()(ask)
app.command()(rejudge)
app.command()(index)
app.command()(prune)
app.command()(copy)
app.command()(offload)
app.command()(trust)
app.command()(recover)
app.command()(strategies)
app.command()(links)
app.command()(encoders)
for each in (new, features, train, ontology, show):
    topic.command()(each)
topic.command("eval")(eval_)
app.add_typer(topic, name="topic")
app.add_typer(lexicon, name="lexicon")
app.add_typer(web, name="web")
lab.command()(papers)
lab.command()(relevance)
lab.command("features")(feature_curves)
app.add_typer(lab, name="lab")
app.add_typer(insight, name="insight")
app.command()(version)
make_legible(app)
command = typer.main.get_command(app)
"""Made once: calling `app` makes it anew each time, which takes longer than most commands."""
