"""`honeyguide prune`: raw responses that nobody needs any more, deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import seconds
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import print_json, say
from honeyguide.reporting.text import counted


def prune(
    folder: Folder,
    *,
    raw: Annotated[bool, typer.Option("--raw", help="The raw responses in warc/.")] = False,
    older_than: Annotated[
        str, typer.Option(metavar="TIME", help="Only those fetched longer ago than this: 30d, 12h; else all.")
    ] = "",
    json: Json = False,
) -> None:
    """Delete raw responses of a crawl; pages, texts, search and what it needs to go on stay.

    What needs them cannot be done afterwards: explaining scores, recover, export as WARC, judging some pages again.

    Example: honeyguide prune demo-crawl --raw --older-than 30d
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    if not raw:
        raise typer.BadParameter("say what to delete: --raw for the raw responses", param_hint="--raw")
    age = timedelta(seconds=seconds(older_than, "--older-than")) if older_than else None
    with Bar() as bar:
        done = open_crawl(folder).prune(age, progress=bar)
    if json:
        print_json(done)
        return
    say(
        f"deleted {counted(done.responses, 'raw response')}, {done.bytes / 1e6:,.1f} MB; "
        f"{counted(done.kept, 'raw response')} left"
    )
