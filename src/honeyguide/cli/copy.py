"""`honeyguide copy`: a crawl into another folder, and between SQLite and PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import command, print_json, say
from honeyguide.reporting.text import counted


def copy(
    folder: Folder,
    to: Annotated[Path, typer.Argument(metavar="TO", help="A new folder.")],
    *,
    store: Annotated[
        str,
        typer.Option(metavar="URL", help="Keep the copy in this PostgreSQL database; else in its folder, in SQLite."),
    ] = "",
    json: Json = False,
) -> None:
    """Copy a crawl that does not run: all of it, ready to go on; so it moves between SQLite and PostgreSQL.

    Example: honeyguide copy demo-crawl demo-copy
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    with Bar() as bar:
        done = open_crawl(folder).copy(to, store=store, progress=bar).status()
    if json:
        print_json(done)
        return
    say(f"copied {counted(done.pages, 'page')} and {done.links:,} links; {command('status', to)} shows them")
