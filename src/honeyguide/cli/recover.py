"""`honeyguide recover`: the database of a crawl made anew from its raw responses."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from honeyguide.cli import completion
from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import resolve, with_settings
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say
from honeyguide.errors import BadInput
from honeyguide.reporting.text import counted


@with_settings("workers", "parse_seconds")
def recover(
    folder: Folder,
    *,
    topic: Annotated[
        str,
        typer.Option(
            metavar="TOPIC",
            help="The topic of the crawl, where its database is lost with it.",
            autocompletion=completion.topics,
        ),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Also where the database is whole.")] = False,
    json: Json = False,
    **flags: Any,
) -> None:
    """Make the database of a crawl anew from its raw responses, when it was lost or is older than they are.

    Nothing is deleted: the former database is put into set-aside. A crawl that goes on fetches again what failed.

    Example: honeyguide recover demo-crawl
    """
    from honeyguide.recovery import is_healthy  # noqa: PLC0415
    from honeyguide.recovery import recover as make_anew  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    if not force and folder.is_dir() and is_healthy(folder):
        raise BadInput(
            f"{folder}: its database is healthy and knows all raw responses: there is nothing to recover; "
            "--force makes it anew all the same"
        )
    kept = folder / "settings.toml"
    settings = resolve(flags, None, kept if kept.is_file() else None).settings
    try:
        with Bar() as bar:
            done = make_anew(folder, load_topic(topic) if topic else None, settings, progress=bar)
    except KeyboardInterrupt:
        say("stopped; the database is as it was", "bold")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(done)
        return
    say(f"recovered {counted(done.pages, 'page')}, {done.on_topic:,} on topic, from {done.responses:,} raw responses")
    if done.broken:
        say(f"{counted(done.broken, 'record')} could not be read", "magenta")
    say(f"{command('status', folder)} shows what there is; {command('resume', folder)} goes on", "bold")
