"""`honeyguide index`: what search and insight need of a crawl that was made without it."""

from __future__ import annotations

from typing import Any

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import resolve, with_settings
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say
from honeyguide.errors import CannotRun
from honeyguide.reporting.text import counted

_REASONS = 10


@with_settings("workers", "parse_seconds")
def index(folder: Folder, json: Json = False, **flags: Any) -> None:
    """Extract title, date, source, author and main text of pages on topic that lack them; update the search index.

    For crawls of older versions, and those run with elements = false. A stopped run goes on where it was.

    Example: honeyguide index demo-crawl
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    crawl = open_crawl(folder)
    settings = resolve(flags, None, crawl.settings_file).settings
    try:
        with Bar() as bar:
            done = crawl.index(settings, progress=bar)
    except KeyboardInterrupt:
        say(f"stopped; what was extracted is kept: {command('index', folder)} goes on", "bold")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(done)
    else:
        say(f"{counted(done.drawn, 'page')} extracted" if done.drawn or done.failed else "nothing was missing")
        for why, count in list(done.failed.items())[:_REASONS]:
            say(f"{counted(count, 'page')} could not be read: {why}", "magenta")
    if done.search:
        raise CannotRun(done.search)
