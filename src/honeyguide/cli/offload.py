"""`honeyguide offload`: raw responses moved to object storage."""

from __future__ import annotations

from typing import Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import print_json, say
from honeyguide.reporting.text import counted


def offload(
    folder: Folder,
    *,
    raw: Annotated[
        str,
        typer.Option(metavar="URL", help="Where to, such as s3://bucket/folder; else as the crawl's settings say."),
    ] = "",
    json: Json = False,
) -> None:
    """Move the raw responses of a crawl that does not run to object storage, from where they are read when needed.

    Example: honeyguide offload demo-crawl --raw file:///tmp/responses
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    with Bar() as bar:
        done = open_crawl(folder).offload(raw, progress=bar)
    if json:
        print_json(done)
        return
    stay = f"; {counted(done.staying, 'file')} that shards go on with stay in the folder" if done.staying else ""
    say(f"moved {counted(done.files, 'file')} of raw responses, {done.bytes / 1e6:,.1f} MB, to {done.place}{stay}")
